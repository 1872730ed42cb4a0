"""A table described once: all that a game says about how it stands, without sizes, colours or Qt.

A game gives three functions (`Description`): `scene`, the table for one viewer; `say`, the words of an
action; `picks`, the pieces that an action is made of. Every face of the table is made of these: the board
as text, what a screen reader says, the picture and the menu at a terminal, buttons, hints and the window of
a game that has no painter of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from app.games.reason import Reason
from rules.api import Action, Face, Seat, Slot, View

Token: TypeAlias = str
"""Names a piece, the same from scene to scene: a slot, a cell, a chip. A move is the difference of two
scenes by their tokens."""
Route: TypeAlias = tuple[Token, ...]
"""The tokens that an action is made of, in the order in which one presses them."""
CHOICE: Final = "choice:"
"""First letters of a button's token: choices that are made of no piece on the table."""
_CARD: Final = "card:"
CARDS: Final = "cards"
"""The label of a figure: how many cards a seat holds, hidden or not."""
SEAT: Final = "seat:"
"""First letters of a player's token: a plate is pressed where one is to be chosen."""
NOWHERE: Final[Token] = ""
"""The token of a piece that is only drawn: a hole of a grid, a figure."""


class Kind(StrEnum):
    """Layout of the pieces in a zone."""

    HAND = "hand"
    """Cards that a seat holds, side by side."""
    PILE = "pile"
    """Cards on each other: the pieces are what is seen of it, the top one last; `note` has the count."""
    TRICK = "trick"
    """One piece before each seat that has played: `Piece.seat`."""
    ROW = "row"
    """Pieces beside each other."""
    GRID = "grid"
    """Spaces in rows of `columns`, the upper left one first; columns have letters, rows numbers from 1."""
    DICE = "dice"
    """Dice that lie open."""
    FACTS = "facts"
    """Words alone: nothing that could be pressed."""
    CHOICES = "choices"
    """Choices that are made of no piece on the table: a bid, a pass."""


class Tint(StrEnum):
    """A colour of a terminal."""

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
"""The tints of playing cards: hearts and diamonds."""


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


@dataclass(frozen=True, slots=True)
class Open:
    """A card or tile whose face the viewer sees."""

    face: Face


@dataclass(frozen=True, slots=True)
class Closed:
    """A card or tile that lies face down for the viewer."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Open cards that lie on each other and are pressed as one piece, the lowest first; none: its place."""

    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """A die that shows `value` out of 1..`sides`."""

    value: int
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Chip:
    """A round chip in a seat's colour (None: in nobody's), with a few letters on it."""

    seat: Seat | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Words, and no thing: drawn as they are."""


@dataclass(frozen=True, slots=True)
class OwnLook:
    """A look of the game's own: what its painter has to know. Everybody else draws the piece in words."""


Look: TypeAlias = Open | Closed | Stack | Die | Chip | Words | OwnLook


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table.

    `name` is how it is said ("7 of hearts"), `short` how it is drawn in characters ("7h"); a piece without a
    name is not said. `seat` is whose it is where that is not its zone's; `why` the reason for which it can do
    nothing now. `tag` is a word or two on it (how a card matches); `about` a sentence for a tooltip.
    A piece that `is_quiet` is left out of words and characters as long as nothing begins with it: an empty
    stack.
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
        """The face of a card that lies open."""
        return self.look.face if isinstance(self.look, Open) else None

    @property
    def drawn(self) -> str:
        """The piece in characters."""
        return self.short or self.name


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table, its pieces in the order of reading.

    `key` is the same from scene to scene; `seat` is whose zone it is, None for the table's; `note` is a line
    about all of it; `short` replaces the title in characters; `columns` is the width of a `Kind.GRID`.
    `count` is the number of cards in a pile, where not all of them are pieces. `below` are open cards under
    the others, the lowest first: for whoever looks through the pile, and not drawn in characters.
    Where `told` is given, words have it instead of the pieces: a map of forty spaces in three sentences.
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


@dataclass(frozen=True, slots=True)
class Figure:
    """A number or a word beside a name: "bid" "3". `spoken` says both where "bid 3" would not do, `short` in
    characters."""

    label: str
    value: str
    spoken: str = ""
    short: str = ""

    def __str__(self) -> str:
        return self.spoken or f"{self.label} {self.value}".strip()

    @property
    def drawn(self) -> str:
        """The figure in characters, where it stands in a line."""
        return self.short or str(self)


@dataclass(frozen=True, slots=True)
class Plate:
    """A player: how it stands in figures, what it is to do now ("" off its turn), how many cards it holds
    face down, and a word for what has just come of its play ("plump"). A figure `CARDS` counts what lies open
    in its hand, too; a painter of the game's own draws `look`."""

    seat: Seat
    name: str
    figures: tuple[Figure, ...] = ()
    doing: str = ""
    signs: tuple[Sign, ...] = ()
    held: int = 0
    badge: str = ""
    look: Look = Words()

    def figure(self, label: str) -> Figure | None:
        """The figure of that label."""
        return next((figure for figure in self.figures if figure.label == label), None)

    @property
    def told(self) -> tuple[str, ...]:
        """The figures in words, and the number of cards if none of them says it."""
        return (*map(str, self.figures), *self.cards)

    @property
    def cards(self) -> tuple[str, ...]:
        """The number of cards held face down, in words, unless a figure says it."""
        if not self.held or self.figure(CARDS) is not None:
            return ()
        return (f"{self.held} card{'' if self.held == 1 else 's'}",)


@dataclass(frozen=True, slots=True)
class Scene:
    """The table for one viewer: the one thing to do (`status`), how far the game is (`title`, `note`), plates
    in the order of turns or from the viewer on, and zones in the order of reading."""

    status: str
    zones: tuple[Zone, ...] = ()
    plates: tuple[Plate, ...] = ()
    title: str = ""
    note: str = ""

    def zone(self, key: str) -> Zone | None:
        """The zone of that key."""
        return next((zone for zone in self.zones if zone.key == key), None)

    def pieces(self, key: str) -> tuple[Piece, ...]:
        """The pieces of the zone of that key, () where there is none."""
        zone = self.zone(key)
        return () if zone is None else zone.pieces


@dataclass(frozen=True, slots=True)
class Said:
    """The words of an action, once for everybody who tells it.

    `do` is an order to a player: "Play the 7 of hearts". `typed` is what chooses it at a terminal: "7h";
    choices that come to the same share it. `under` heads its choices in a menu ("play"); it may be typed
    before the word, too. It is "" where the first word of `typed` is that already ("bid 3").
    """

    do: str
    typed: str
    under: str = ""

    @property
    def verb(self) -> str:
        """The same as it goes with "you": "play the 7 of hearts"."""
        return self.do[:1].lower() + self.do[1:]

    def without(self, name: str) -> str:
        """The verb where the piece is named already: "play on Ada"."""
        return re.sub(rf" (?:an? |the )?{re.escape(name)}(?= |$)", "", self.verb, count=1)


DescribeTable: TypeAlias = Callable[[View, Sequence[str]], Scene]
"""`scene(view, names)`: the table as the viewer sees it."""
Say: TypeAlias = Callable[[View, Action, Sequence[str]], Said]
"""`say(view, action, names)`: the words of an action of the viewer, also of one that the rules refuse."""
Picks: TypeAlias = Callable[[View, Action], tuple[Route, ...]]
"""`picks(view, action)`: the ways to press it, () for what is made of no piece."""
Attempts: TypeAlias = Callable[[View], Iterable[Action]]
"""`attempts(view)`: what else could be typed, though the rules forbid it now: they then say why."""


@dataclass(frozen=True, slots=True)
class Description:
    """A table described: everything that its faces are made of.

    `aliases` are the pieces that stand for another one now (the large cube in the sea for the supply's).
    `keeps_hold` is True for an action after which the pieces held for it stay held: the next tile of a row.
    `is_step` is True of an action that leaves the turn with its player, `takes_back` of the game's own undo:
    such steps are planned alone and sent together (`app/screens/plan.py`), and `brings(sent, planned)` says
    what they have changed, from the position that all see to the one with them. `legend` explains the signs
    of a picture in characters and what choices look like, in lines of at most 80 columns; `tints` are regular
    expressions for what has a colour in it, where a terminal has colours.
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
    """The token of the card or tile in a slot."""
    return f"{_CARD}{slot}"


def is_card(at: Token) -> bool:
    """True for a token of `card_at`."""
    return at.startswith(_CARD)


def slot_of(at: Token) -> Slot:
    """The slot that a token of `card_at` names."""
    return Slot(int(at.removeprefix(_CARD)))


def seat_at(seat: Seat) -> Token:
    """The token of a player: of its plate, and of the place before it."""
    return f"{SEAT}{seat}"


def choice_at(action: Action) -> Token:
    """The token of a choice that is made of no piece."""
    return f"{CHOICE}{action}"
