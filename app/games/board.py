"""The board as text: every zone of a table with its pieces in words, for screen readers, the text
client and the "board as text" dock. Each game describes itself in
`app/games/<game>/words.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.reason import ENDED
from rules.api import Action, Face, Outcome, Turn, View

CHOICES_MOST = 12
"""Choices of one kind that the board names in a line of text."""


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """One thing on the table, in words; `actions` are the legal actions that it takes part in."""

    name: str
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table: its title and what lies there, in the order of reading."""

    title: str
    pieces: tuple[BoardPiece, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table for one viewer: the one thing to do, then the zones."""

    status: str
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class PilePage:
    """An open pile that is looked through: what it is and what it comes to; its cards in the order in which
    they are read, and the same in words."""

    title: str
    faces: tuple[Face, ...]
    lines: tuple[str, ...]

    @property
    def spoken(self) -> str:
        """The pile for screen readers: what it is and how many cards lie there."""
        return f"{self.title}, {counted(len(self.faces), 'card')}" if self.faces else f"{self.title}, empty"


def board_lines(board: Board) -> tuple[str, ...]:
    """The board as plain lines; of many choices of one kind the first few."""
    return (board.status, *(f"{zone.title}: {_pieces(zone) or 'nothing'}" for zone in board.zones))


def _pieces(zone: Zone) -> str:
    """The pieces of a zone in a row, apart by semicolons where one has a comma of its own."""
    names = [piece.name for piece in zone.pieces]
    more = len(names) - CHOICES_MOST
    if more > 0 and all(piece.actions for piece in zone.pieces):
        names = [*names[:CHOICES_MOST], f"and {more} more"]
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def name_of(names: Sequence[str], seat: int, viewer: int | None) -> str:
    """How a seat is called in a sentence: "you" for the viewer, otherwise its name."""
    return "you" if seat == viewer else names[seat]


def counted(number: int, noun: str, *, none: str = "no") -> str:
    """A number with its noun: "1 card", "2 cards", "no cards" (or what `none` says instead of "no")."""
    return f"{number or none} {noun}{'' if number == 1 else 's'}"


def winners(outcome: Outcome, names: Sequence[str], viewer: int | None) -> str:
    """Who has won, as the end of a sentence: "you win", "Lisa wins", "you and Toby win"."""
    first = [name_of(names, seat, viewer) for seat, rank in enumerate(outcome.ranks) if rank == 1]
    return f"{' and '.join(first)} {'win' if len(first) > 1 or first == ['you'] else 'wins'}"


def numbered(view: View) -> tuple[tuple[int, Action], ...]:
    """The viewer's legal actions with the numbers that choose them in the text client, from 1."""
    return tuple(enumerate(view.actions(), start=1))


def held_status(view: View, names: Sequence[str]) -> str:
    """What is to be said while nobody may choose though the rules have more to come: the game was ended
    early, or after somebody has gone what lies closed is locked or shuffled anew. "" at any other time."""
    if view.is_ended:
        return ENDED.text
    turn = next((need for need in view.state.needs if isinstance(need, Turn)), None)
    if not view.is_held or turn is None:
        return ""
    whose = "your" if turn.seat == view.seat else f"{names[turn.seat]}'s"
    return f"What lies closed is made ready anew first. Then it is {whose} turn."


def complete(board: Board, view: View) -> Board:
    """The board with every legal action on it: those that belong to no piece stand in a zone of their own."""
    shown = {str(action) for zone in board.zones for piece in zone.pieces for action in piece.actions}
    missing = tuple(
        BoardPiece(str(action), (action,)) for action in view.actions() if str(action) not in shown
    )
    return replace(board, zones=(Zone("Your choices", missing), *board.zones)) if missing else board
