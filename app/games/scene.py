"""A table described once: everything that a game says about it, without sizes, colours or Qt.

A game gives three functions (`Description`): `scene` gives the table for one viewer, `say` the words of an
action, `picks` the pieces to press for it. Everything that shows the table is made from these: the board as
text, the words for a screen reader, the picture and menu in a terminal, buttons, hints, and the window of a
game without a painter of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from app.games.reason import Reason
from rules.api import Action, Face, Seat, Slot, View

Token: TypeAlias = str
"""Name of a piece, the same from scene to scene: a slot, a cell, a chip. A piece has moved if its token is
elsewhere in the next scene.
"""
Route: TypeAlias = tuple[Token, ...]
"""The tokens of an action, in the order of presses."""
CHOICE: Final = "choice:"
"""Prefix of a button's token: a choice without a piece on the table."""
_CARD: Final = "card:"
CARDS: Final = "cards"
"""Label of the figure for the number of cards that a seat holds, hidden or not."""
SEAT: Final = "seat:"
"""Prefix of a player's token: a plate is pressed to choose a player."""
NOWHERE: Final[Token] = ""
"""Token of a piece that is only drawn: a hole of a grid, a figure."""


class Kind(StrEnum):
    """Layout of the pieces in a zone."""

    HAND = "hand"
    """Cards of a seat's hand, side by side."""
    PILE = "pile"
    """Cards on top of each other: the visible ones are pieces, the top one last."""
    TRICK = "trick"
    """One piece before each seat that has played: `Piece.seat`."""
    ROW = "row"
    """Pieces side by side."""
    GRID = "grid"
    """Spaces in rows of `columns`, the upper left one first; columns have letters, rows numbers from 1."""
    DICE = "dice"
    """Open dice."""
    FACTS = "facts"
    """Only words; nothing can be pressed."""
    CHOICES = "choices"
    """Choices without a piece on the table: a bid, a pass."""


class Tint(StrEnum):
    """A colour in a terminal."""

    BOLD = "bold"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    BLUE = "blue"
    PINK = "pink"
    CYAN = "cyan"
    ORANGE = "orange"
    GREY = "grey"
    WHITE = "white"


RED_SUITS: Final = ((r"(?:(?<!\w)|(?<=[cdhsb]))(?:10|[2-9JQKA])[hd](?![a-z])", Tint.RED),)
"""Tints of playing cards: hearts and diamonds."""


class Sign(StrEnum):
    """Mark on a piece or a plate."""

    BEST = "best"
    LAST = "last"
    LOCKED = "locked"
    KNOWN = "known to all"
    TURN = "to move"
    DEALER = "dealer"
    LEADS = "leads"
    FRONT = "in front"
    GONE = "has left"


class Open(Struct, frozen=True):
    """A card or tile whose face the viewer sees."""

    face: Face


class Closed(Struct, frozen=True):
    """A card or tile that lies face down for the viewer."""


class Stack(Struct, frozen=True):
    """Open cards on top of each other, the lowest first, pressed as one piece; it may be empty."""

    faces: tuple[Face, ...] = ()


class Die(Struct, frozen=True):
    """A die that shows `value` out of 1..`sides`."""

    value: int
    sides: int = 6


class Chip(Struct, frozen=True):
    """A round chip in a seat's colour (None: nobody's), with a few letters on it."""

    seat: Seat | None
    text: str = ""


class Words(Struct, frozen=True):
    """No picture: the words of the piece are drawn."""


class OwnLook(Struct, frozen=True):
    """A look that only the game's own painter can draw. All others show the piece in words."""


Look: TypeAlias = Open | Closed | Stack | Die | Chip | Words | OwnLook


class Piece(Struct, frozen=True):
    """One thing on the table.

    `name` is spoken ("7 of hearts"), `short` is drawn in characters ("7h"); a piece without a name is not
    spoken. `seat` is its owner if not its zone's; `why` the reason why it cannot be used now. `tag` is a word
    or two on it (how a card matches); `about` is the tooltip. A piece that `is_quiet`, such as an empty
    stack, is left out of words and characters while no choice begins with it.
    """

    at: Token
    name: str
    short: str = ""
    look: Look = Words()
    seat: Seat | None = None
    signs: tuple[Sign, ...] = ()
    why: Reason | None = None
    tag: str = ""
    about: str = ""
    is_quiet: bool = False

    @property
    def face(self) -> Face | None:
        """The face of an open card."""
        return self.look.face if isinstance(self.look, Open) else None

    @property
    def drawn(self) -> str:
        """The piece in characters."""
        return self.short or self.name


class Zone(Struct, frozen=True):
    """A part of the table, with its pieces in the order of reading.

    `key` is the same from scene to scene; `seat` is its owner, None for the table; `note` is a line about
    all of it; `short` replaces the title in characters; `columns` is the width of a `Kind.GRID`. `count` is
    the number of cards in a pile, if not all of them are pieces. `below` are open cards under the others, the
    lowest first: players can look through them, and they are not drawn in characters. `told`, if given, is
    said instead of the pieces: a map of forty spaces in three sentences.
    """

    key: str
    title: str
    kind: Kind
    pieces: tuple[Piece, ...] = ()
    seat: Seat | None = None
    note: str = ""
    short: str = ""
    columns: int = 0
    count: int = 0
    below: tuple[Piece, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def whole(self) -> tuple[Piece, ...]:
        """All open cards of a pile, the lowest first."""
        return (*self.below, *self.pieces)

    @property
    def head(self) -> str:
        """The title in characters."""
        return self.short or self.title


class Figure(Struct, frozen=True):
    """A number or a word beside a player's name: label "bid", value "3". `spoken` replaces both where "bid 3"
    would not be clear; `short` is for characters."""

    label: str
    value: str
    spoken: str = ""
    short: str = ""

    def __str__(self) -> str:
        return self.spoken or f"{self.label} {self.value}".strip()

    @property
    def drawn(self) -> str:
        """The figure in characters, as part of a line."""
        return self.short or str(self)


class Plate(Struct, frozen=True):
    """A player: figures, the thing to do now ("" off turn), hidden cards, and the latest result ("plump").

    A figure `CARDS` also counts open cards in the hand; a painter of the game's own draws `look`.
    """

    seat: Seat
    name: str
    figures: tuple[Figure, ...] = ()
    doing: str = ""
    signs: tuple[Sign, ...] = ()
    held: int = 0
    badge: str = ""
    look: Look = Words()

    def figure(self, label: str) -> Figure | None:
        """Return the figure of that label."""
        return next((figure for figure in self.figures if figure.label == label), None)

    @property
    def told(self) -> tuple[str, ...]:
        """The figures in words, and the number of cards if none of them says it."""
        return (*map(str, self.figures), *self.cards)

    @property
    def cards(self) -> tuple[str, ...]:
        """The number of hidden cards in words, unless a figure says it."""
        if not self.held or self.figure(CARDS) is not None:
            return ()
        return (f"{self.held} card{'' if self.held == 1 else 's'}",)


class Scene(Struct, frozen=True):
    """The table for one viewer. `status` is the one thing to do; `title` and `note` say how far the game is.
    Plates are in the order of turns or from the viewer on, zones in the order of reading."""

    status: str
    zones: tuple[Zone, ...] = ()
    plates: tuple[Plate, ...] = ()
    title: str = ""
    note: str = ""

    def zone(self, key: str) -> Zone | None:
        """Return the zone of that key."""
        return next((zone for zone in self.zones if zone.key == key), None)

    def pieces(self, key: str) -> tuple[Piece, ...]:
        """Return the pieces of the zone of that key; () if there is none."""
        zone = self.zone(key)
        return () if zone is None else zone.pieces


class Said(Struct, frozen=True):
    """The words of an action, written once for all uses.

    `do` is an order to a player: "Play the 7 of hearts". `typed` chooses it in a terminal: "7h"; equivalent
    choices share it. `under` heads its choices in a menu ("play") and may be typed before the word; it is
    "" if the first word of `typed` is the same ("bid 3").
    """

    do: str
    typed: str
    under: str = ""

    @property
    def verb(self) -> str:
        """The order in the form for "you": "play the 7 of hearts"."""
        return self.do[:1].lower() + self.do[1:]

    def without(self, name: str) -> str:
        """Return the order without the name of its piece, if that is said already: "play on Ada"."""
        return re.sub(rf" (?:an? |the )?{re.escape(name)}(?= |$)", "", self.verb, count=1)


DescribeTable: TypeAlias = Callable[[View, Sequence[str]], Scene]
"""`scene(view, names)`: the table as the viewer sees it."""
Say: TypeAlias = Callable[[View, Action, Sequence[str]], Said]
"""`say(view, action, names)`: the words of an action of the viewer, even one that the rules refuse."""
Picks: TypeAlias = Callable[[View, Action], tuple[Route, ...]]
"""`picks(view, action)`: the routes by which an action can be pressed, () for one without a piece."""
Attempts: TypeAlias = Callable[[View], Iterable[Action]]
"""`attempts(view)`: actions that can be typed although the rules forbid them now; the rules then say why."""


@dataclass(frozen=True, slots=True)
class Description:
    """A game's description of its table, from which every picture and text of it is made.

    `aliases` maps pieces to the pieces that they stand for now (the large cube in the sea, for the supply's).
    `keeps_hold` is True for an action after which the held pieces stay held, to lay the next tile.
    `is_step` is True for an action that leaves the turn with its player, `takes_back` for the game's own
    undo: such steps are planned here and sent together (`app/screens/plan.py`), and `brings(sent, planned)`
    says what the plan changes: from the position that all see to the planned one. `legend` explains the signs
    of a picture in characters and the form of choices, in lines of at most 80 columns; `tints` are regular
    expressions for coloured text, in terminals with colours.
    """

    scene: DescribeTable
    say: Say
    picks: Picks = lambda view, action: ()
    _: KW_ONLY
    aliases: Callable[[View], Mapping[Token, Token]] = lambda view: {}
    attempts: Attempts = lambda view: ()
    is_step: Callable[[Action], bool] = lambda action: False
    takes_back: Callable[[Action], bool] = lambda action: False
    brings: Callable[[View, View], str] = lambda sent, planned: ""
    legend: tuple[str, ...] = ()
    tints: tuple[tuple[str, Tint], ...] = ()
    keeps_hold: Callable[[Action], bool] = lambda action: False


def card_at(slot: Slot) -> Token:
    """Return the token of the card or tile in a slot."""
    return f"{_CARD}{slot}"


def is_card(at: Token) -> bool:
    """True for a token of `card_at`."""
    return at.startswith(_CARD)


def slot_of(at: Token) -> Slot:
    """Return the slot that a token of `card_at` names."""
    return Slot(int(at.removeprefix(_CARD)))


def seat_at(seat: Seat) -> Token:
    """Return the token of a player, for the plate and for the place before the player."""
    return f"{SEAT}{seat}"


def choice_at(action: Action) -> Token:
    """Return the token of a choice without a piece."""
    return f"{CHOICE}{action}"
