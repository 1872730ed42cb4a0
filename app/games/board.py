"""The board as text: every zone of a table with its pieces in words, and words that all games share.

Screen readers, the dock "board as text" and the terminal show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from app.games.narrator import Cast, cast_of, counted, listed
from app.games.reason import CHOSEN, ENDED
from app.games.scene import NOWHERE, Description, Kind, Piece, Plate, Scene, Sign, Token, Zone
from rules.api import Action, Choose, Face, Outcome, Seat, View, choosers

CHOICES_MOST = 12
"""Maximum number of choices of one kind that the board names in a line of text."""


class Choice(Struct, frozen=True):
    """An action in the words of a button."""

    action: Action
    words: str


class BoardPiece(Struct, frozen=True):
    """A line of the board as text, and the choices that begin with the piece in it."""

    name: str
    choices: tuple[Choice, ...] = ()


class BoardZone(Struct, frozen=True):
    """A part of the board as text."""

    title: str
    pieces: tuple[BoardPiece, ...]


class Board(Struct, frozen=True):
    """The table as text, for screen readers, the dock and the terminal: first what to do, then the zones."""

    status: str
    zones: tuple[BoardZone, ...] = ()


def board_of(table: Description, view: View, names: Sequence[str]) -> Board:
    """Return the table as text, with each legal action at the pieces that can begin it."""
    scene = table.scene(view, names)
    begins: dict[Token, list[Choice]] = {}
    loose: list[Choice] = []
    shown = {
        piece.at
        for zone in scene.zones
        if not zone.told
        for piece in zone.pieces
        if piece.at != NOWHERE and piece.name
    }
    for action in view.actions():
        choice = Choice(action, table.say(view, action, names).do)
        firsts = dict.fromkeys(route[0] for route in table.picks(view, action) if route[0] in shown)
        for at in firsts:
            begins.setdefault(at, []).append(choice)
        if not firsts:
            loose.append(choice)
    lines = {zone.key: BoardZone(zone.title, _lines(zone, begins, scene, view)) for zone in scene.zones}
    first = [zone.key for zone in scene.zones if zone.kind is Kind.CHOICES]
    zones = [lines[key] for key in first]
    if scene.title or scene.note:
        zones.append(BoardZone("Game", tuple(map(BoardPiece, filter(None, (scene.title, scene.note))))))
    zones += [zone for key, zone in lines.items() if key not in first]
    if scene.plates:
        zones.append(
            BoardZone("Players", tuple(BoardPiece(plate_words(each, view.seat)) for each in scene.plates))
        )
    if loose:
        zones.insert(0, BoardZone("Your choices", tuple(BoardPiece(each.words, (each,)) for each in loose)))
    return Board(scene.status, tuple(zone for zone in zones if zone.pieces))


def _lines(
    zone: Zone, begins: Mapping[Token, Sequence[Choice]], scene: Scene, view: View
) -> tuple[BoardPiece, ...]:
    names = {plate.seat: plate.name for plate in scene.plates}
    lines = [BoardPiece(words) for words in zone.told] or [
        BoardPiece(piece_words(piece, names, view.seat), tuple(begins.get(piece.at, ())))
        for piece in (*zone.pieces, *reversed(zone.below))
        if piece.name and not (piece.is_quiet and piece.at not in begins)
    ]
    return (*lines, BoardPiece(zone.note)) if zone.note else tuple(lines)


def piece_words(piece: Piece, names: Mapping[Seat, str], viewer: Seat | None) -> str:
    """Return a piece for a screen reader: "7 of hearts by Ada, best"."""
    by = "" if piece.seat is None else f" by {'you' if piece.seat == viewer else names[piece.seat]}"
    return ", ".join(filter(None, [f"{piece.name}{by}", piece.tag, *piece.signs]))


def plate_words(plate: Plate, viewer: int | None) -> str:
    """Return a plate for a screen reader: "Ada (you): bid 3, took 1, dealer"."""
    # In a lesson and against bots our own seat is called "You".
    who = plate.name if plate.seat != viewer or plate.name == "You" else f"{plate.name} (you)"
    signs = (sign for sign in plate.signs if sign is not Sign.TURN or not plate.doing)
    told = (*plate.told, plate.badge, plate.doing, *signs)
    return f"{who}: {', '.join(filter(None, told))}".removesuffix(": ")


def board_lines(board: Board) -> tuple[str, ...]:
    """Return the board as plain lines; of many choices of one kind only the first few."""
    return (board.status, *(f"{zone.title}: {_in_a_row(zone) or 'nothing'}" for zone in board.zones))


def _in_a_row(zone: BoardZone) -> str:
    """Return the pieces of a zone in a row, with semicolons if a piece contains a comma."""
    names = [piece.name for piece in zone.pieces]
    more = len(names) - CHOICES_MOST
    if more > 0 and all(piece.choices for piece in zone.pieces):
        names = [*names[:CHOICES_MOST], f"and {more} more"]
    return ("; " if any(", " in name for name in names) else ", ").join(names)


# -- words that all games share ---------------------------------------------------------------


class PilePage(Struct, frozen=True):
    """An open pile to look through: its title, its cards in the order of reading, and their words."""

    title: str
    faces: tuple[Face, ...]
    lines: tuple[str, ...]

    @property
    def spoken(self) -> str:
        """The pile for screen readers: its title and the number of cards."""
        return f"{self.title}, {counted(len(self.faces), 'card')}" if self.faces else f"{self.title}, empty"


def winners(outcome: Outcome, names: Sequence[str], viewer: Seat | None) -> str:
    """Return the winners as the end of a sentence: "you win", "Lisa wins", "you and Toby win"."""
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    return Cast(names, viewer).do(first, "win")


def held_status(view: View, names: Sequence[str]) -> str:
    """Return the status while nobody may choose although the rules name a seat; "" at any other time.

    There are three reasons: the game was ended early; a player has left, and the hidden cards are opened or
    shuffled again; all players have made a simultaneous choice.
    """
    if view.is_ended:
        return ENDED.text
    seats = choosers(view.state)
    if not view.is_held or not seats:
        return ""
    if isinstance(view.state.needs[0], Choose):
        return CHOSEN.text
    whose = cast_of(view, names).whose(seats[0])
    return f"Hidden pieces are being prepared again first. Then it is {whose} turn."


def chosen_text(waiting: Sequence[int], names: Sequence[str]) -> str:
    """Return the status of a player who has chosen, while the seats `waiting` have not."""
    return f"You have chosen. Waiting for {listed([names[seat] for seat in waiting])}."


def waiting_for(view: View, names: Sequence[str]) -> str:
    """Return the other players who must choose now: "Lisa and Toby"; "" for nobody."""
    return listed([names[seat] for seat in choosers(view.state) if seat != view.seat])
