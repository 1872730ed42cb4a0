"""The contract of a game.

A component whose face may be hidden (card, tile) is a **slot**. The position (`State`) names
slots and public faces only, so it is the same value on every peer; what one seat knows besides
(`Known`, slot -> face) is kept apart, never hashed and never sent. A state never draws a random
number: it says in `needs` what must happen next, and whoever drives it (the table between
peers, a local driver with all faces, the replay of a record) answers with an `Event`.

One round of driving is: look at `needs`; answer all of it (`Turn`: one `Moved`; `Choose`: one
`Moved` of each of its seats; `Shuffle`: one `Shuffled`; `Roll`: one `Rolled`; `Show`s: one `Shown`
each, in the order asked); take `after` of each event; look again. Empty `needs` means that the game
is over and `outcome` is there.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Final, NewType, Protocol, TypeAlias, TypeVar

from rules.errors import BadOptions, BadText, NotLegal

Seat = NewType("Seat", int)
"""A place at the table, 0..N-1 clockwise."""
Slot = NewType("Slot", int)
"""A component that lies somewhere, 0..2**31-1. Numbers are given by the state in `Shuffle.into`
and never used for a second component."""
Face = NewType("Face", int)
"""Print on a component, a small number whose meaning is the game's. Equal components share one face."""

Known: TypeAlias = Mapping[Slot, Face]
"""The faces that one seat knows (public ones may be among them)."""
NOTHING_KNOWN: Final[Known] = {}

EVERYONE: Final = None
"""The `to` of a `Show` that makes faces public, spectators included."""
T = TypeVar("T")

Audience: TypeAlias = tuple[Seat, ...] | None
"""Seats that may see: seats in rising order, or `EVERYONE`."""


# -- what a state asks for ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` chooses one of its actions. Always the only need of its state."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Choose:
    """Each of `seats` (rising) chooses one of its actions, and nobody sees another's before all have chosen.
    Always the only need of its state.

    All choose in this state: `actions` and `check` are asked for each of the seats here. Then their `Moved`
    follow in the order of seats, and at last `Left` of those who have gone meanwhile. After each of them the
    state needs the `Choose` of the rest, whose actions are what they were; those states are passed through
    at once, and no player chooses in one.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All seats shuffle one pile together. Always the only need of its state.

    The pile is made of public components (`faces`, by face; equal faces may repeat) and of
    hidden ones (`slots`, as they lie); nobody can trace any of them afterwards. The shuffled
    components lie, top first, in the fresh slots `into`; the slots shuffled are gone.
    `new_deck` says that every older slot is dead: new keys may be made.
    """

    pile: str
    faces: tuple[Face, ...]
    slots: tuple[Slot, ...]
    into: tuple[Slot, ...]
    new_deck: bool = False


@dataclass(frozen=True, slots=True)
class Arrange:
    """`seat` lays hidden components in an order of its choice that nobody else sees. Always the only need.

    They lie, in that order, in the fresh slots `into`; the slots arranged are gone. What the seat knew of
    them it knows of where they lie now, and nobody else knows anything: whoever holds them is shown them
    (again). Its `actions` are `Arrangement`s, for which `check` answers a `Moved`; what happens is
    `Shuffled`, which tells no order, and no `Moved` of it ever does.
    """

    seat: Seat
    pile: str
    slots: tuple[Slot, ...]
    into: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The faces of `slots` become known to the seats of `to`. Several may be needed at once.

    Who has been shown a slot keeps knowing it until it is shuffled.
    """

    slots: tuple[Slot, ...]
    to: Audience


@dataclass(frozen=True, slots=True)
class Roll:
    """A joint public random number 0..sides-1 that nobody can choose. Always the only need.

    `purpose` says what for, in one word of the game.
    """

    sides: int
    purpose: str


Need: TypeAlias = Turn | Choose | Arrange | Shuffle | Show | Roll


# -- what happens ---------------------------------------------------------------------------


class Action(Protocol):
    """An action that a seat may choose. A frozen value; `str()` is its canonical text."""

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The slots that the action makes public, each with its face, slots rising.

        Only slots whose one missing key is the mover's: shown to the mover and nobody else.
        """


class Arrangement(Action, Protocol):
    """An order that a seat may choose for an `Arrange`. It opens nothing; its text is sent to nobody."""

    @property
    def order(self) -> tuple[Slot, ...]:
        """All slots of the `Arrange`, as they are to lie in `into`."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has chosen. The faces that the action opens are proven before the rules see it."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The shuffle or the arrangement that was asked for is done: `slots` is its `into`."""

    pile: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A show that was asked for is done; `faces` are given if and only if `to` is `EVERYONE`."""

    slots: tuple[Slot, ...]
    to: Audience
    faces: tuple[Face, ...] | None


@dataclass(frozen=True, slots=True)
class Rolled:
    """The joint random number that was asked for."""

    value: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the table for good, at any time; `why` is "left" or "gone"."""

    seat: Seat
    why: str


Event: TypeAlias = Moved | Shuffled | Shown | Rolled | Left


# -- what comes of it -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of a game: per seat its score and its rank (1 is best; ties share a rank)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def behind(self, last: Sequence[int]) -> Outcome:
        """The same with the seats `last` ranked behind all others, in the order that they had."""
        order = [(seat in last, rank) for seat, rank in enumerate(self.ranks)]
        return Outcome(self.scores, tuple(1 + sum(other < each for other in order) for each in order))


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A false claim of a seat that the public record has since proven (see `State.audit`).

    `rule` is the paragraph, `text` the evidence: when it was claimed and what has shown otherwise.
    `ends` says that the game is over because of it, and that the seat is ranked last for it.
    """

    seat: Seat
    rule: str
    text: str
    ends: bool = False


class Rng(Protocol):
    """Randomness as an argument; `random.Random` fits."""

    def randrange(self, stop: int, /) -> int:
        """A number 0..stop-1."""

    def shuffle(self, x: MutableSequence[T], /) -> None:
        """Shuffle in place."""

    def random(self) -> float:
        """A number in [0, 1). For bots' choices only: no float may reach a state."""


class State(ABC):
    """A position: a value that is equal on every peer. Subclasses are frozen dataclasses."""

    __slots__ = ()

    @property
    @abstractmethod
    def needs(self) -> tuple[Need, ...]:
        """The next things that must happen; empty when the game is over."""

    @abstractmethod
    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """The legal actions of `seat` in a stable order, given what it knows; () if it is not to choose."""

    @abstractmethod
    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now.

        Without `known`, a claim that hangs on unseen faces is accepted (and audited later);
        with the mover's own knowledge it is refused here, which is the "why not" of a player.
        """

    @abstractmethod
    def after(self, event: Event) -> State:
        """The position after `event`, which is checked first (raises `NotLegal`)."""

    @abstractmethod
    def text(self) -> str:
        """The canonical text of the position; `Game.parse_state` reads it back."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Scores and ranks when over, otherwise None."""

    @abstractmethod
    def standing(self) -> Outcome:
        """Scores and ranks as the game stands: its result where those who were there have ended it early.

        Out of what lies open to everybody, as the game's own rules say; the outcome when it is over.
        """

    def audit(self) -> tuple[FalseClaim, ...]:
        """Every false claim that the public record proves by now, oldest first."""
        return ()

    def next_deck(self) -> tuple[Face, ...]:
        """The faces of the new deck that will be shuffled next, while that may still be far off.

        () where the rules do not know it. Unless a seat leaves, the next `Shuffle` of a `new_deck` has
        exactly these faces and no slots, or the game ends without one: it can be made ready meanwhile
        (deck 6.14), and nobody waits for it.
        """
        return ()

    @abstractmethod
    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The slots that `seat` holds, rising."""

    def digest(self) -> bytes:
        """32 bytes that are equal on every peer: BLAKE2b of the canonical text (net 5.1)."""
        return hashlib.blake2b(self.text().encode(), digest_size=32, person=b"shoal1-state").digest()


class Scratch(ABC):
    """A fast mutable position with all faces known, for playouts: no checks, no events, no text.

    It stops only where a seat must choose: shuffles, shows and rolls are done inside.
    A move is a small integer whose meaning is the game's.
    """

    __slots__ = ()

    turn: Seat
    """Seat that is to choose; of several the first that has not. Meaningless when `over`."""
    over: bool

    @property
    def stage(self) -> int:
        """Number of finished rounds, hands or turns: where it has risen, a playout may stop and count.

        One that ends with the game alone stays 0.
        """
        return 0

    def likely(self, rng: Rng) -> int:
        """A move out of `actions()` that a sensible player might make, for playouts: quick, not deep.

        This plain rule is any of them.
        """
        moves = self.actions()
        return moves[rng.randrange(len(moves))]

    @abstractmethod
    def actions(self) -> Sequence[int]:
        """The moves of the seat to move, in the order of `State.actions`. Do not change it."""

    @abstractmethod
    def play(self, move: int) -> None:
        """Make a move out of `actions()`; anything else is undefined."""

    @abstractmethod
    def clone(self) -> Scratch:
        """An independent copy that shares the random source."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The scores so far, by seat; those of the outcome when `over`."""

    @abstractmethod
    def action(self, move: int) -> Action:
        """The action of the checked path that `move` stands for."""

    @abstractmethod
    def state(self) -> State:
        """The same position as a value, for the test that holds both paths together."""


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat (or a spectator: `seat` None) may see. Nothing else reaches a screen or a bot.

    `is_held`: nobody may choose now, though the state names somebody: the deck is made ready first, as
    when somebody has gone, or the game is over. `is_ended`: those who were there ended it early.
    """

    state: State
    seat: Seat | None
    known: Known
    is_held: bool = False
    is_ended: bool = False

    def face(self, slot: Slot) -> Face | None:
        """The face in `slot`, if this viewer knows it."""
        return self.known.get(slot)

    def actions(self) -> tuple[Action, ...]:
        """Return the viewer's choices now; () for a spectator, off its turn, and while the table is held."""
        return () if self.seat is None or self.is_held else self.state.actions(self.seat, self.known)


# -- the game itself ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A table option. Values are words: out of `choices`, of which the first is the default.

    `title` and `about` are what a player reads, and of the choices their `titles`, one for each; ()
    if the words themselves can be read.
    """

    key: str
    title: str
    choices: tuple[str, ...]
    about: str
    titles: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        return self.choices[0]

    def worded(self, choice: str) -> str:
        """A choice as a player reads it; the word itself for one that is not offered."""
        if choice not in self.choices:
            return choice
        return self.titles[self.choices.index(choice)] if self.titles else choice.replace("_", " ")


Options: TypeAlias = Mapping[str, str]
OwnState = TypeVar("OwnState", bound=State)


class Game(ABC):
    """A game: how many seats, which options, how it starts, and how its values are written."""

    key: str
    """The word on the command line and in the genesis: "plump"."""
    title: str
    version: str
    """Of the rules: raised whenever any position could come out differently."""
    seats: range
    options: tuple[Option, ...]
    longest_text: int = 20_000
    """Characters: longer than the text of any position that can be reached."""

    @abstractmethod
    def start(self, seats: int, options: Options) -> State:
        """The first position; raises `BadOptions` for what the game does not offer."""

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """The action with that canonical text; raises `BadText`."""

    @abstractmethod
    def read_state(self, text: str) -> State:
        """The position that a text describes; raises `BadText` for what no game can come to.

        The spelling need not be looked at: that is what `parse_state` does.
        """

    @abstractmethod
    def face_text(self, face: Face) -> str:
        """The short canonical name of a face ("Qs")."""

    @abstractmethod
    def parse_face(self, text: str) -> Face:
        """The face with that name; raises `BadText`."""

    @abstractmethod
    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """A full position consistent with what a viewer knows: its state and all live faces.

        Raises `TypeError` for another game's position, as `scratch` does.
        """

    def worlds(self, view: View) -> Callable[[Rng], tuple[State, dict[Slot, Face]]]:
        """Like `sample`, to draw from many times: what the view says is thought through once."""
        return lambda rng: self.sample(view, rng)

    @abstractmethod
    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """A mutable copy of a position for playouts, given the faces of all live slots.

        Chance within it (shuffles, rolls) is answered with `rng` exactly as
        `rules.driver.LocalTable` does, draw for draw.
        """

    def stand_in(self, state: State, known: Known, seat: Seat) -> Action:
        """The action that is played for a seat that is to choose and is empty: one of its legal actions.

        Every program works it out for itself, so it must come out alike on all of them: from the
        position and from the faces of the seat's own hand in `known`, which were opened to everybody
        before, and from nothing else; by whole numbers, without chance or the order of a set. It should
        be sensible, it must bring any game to its end, and it takes milliseconds.
        Raises `ValueError` where the seat is not to choose. This plain rule is the first legal action.
        """
        if seat not in choosers(state):
            raise ValueError("no turn of this seat is due")
        return state.actions(seat, known)[0]

    def parse_state(self, text: str) -> State:
        """The position with that canonical text; raises `BadText`, also for another spelling."""
        if len(text) > self.longest_text:
            raise BadText(f"that is too long for a position of {self.title}")
        state = self.read_state(text)
        if state.text() != text:
            raise BadText(f"not the canonical spelling of a position of {self.title}")
        return state

    def own_state(self, state: State, kind: type[OwnState]) -> OwnState:
        """`state` as this game's kind of position; raises `TypeError` for another game's."""
        if not isinstance(state, kind):
            raise TypeError(f"{type(state).__name__} is no position of {self.title}")
        return state

    def checked_options(self, seats: int, options: Options) -> dict[str, str]:
        """Every option of the game with its value, in the game's order; raises `BadOptions`."""
        if seats not in self.seats:
            raise BadOptions(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        if unknown := sorted(set(options) - {option.key for option in self.options}):
            raise BadOptions(f"{self.title} has no option {unknown[0]!r}")
        for option in self.options:
            if options.get(option.key, option.default) not in option.choices:
                raise BadOptions(f"{option.key} must be one of: {', '.join(option.choices)}")
        return {option.key: options.get(option.key, option.default) for option in self.options}


def seat_on_turn(state: State) -> Seat:
    """Return the seat whose turn is due; raises `ValueError` where none is."""
    needs = state.needs
    if not needs or not isinstance(needs[0], Turn):
        raise ValueError("no turn is due")
    return needs[0].seat


def choosers(state: State) -> tuple[Seat, ...]:
    """The seats that are to choose now, rising: that on turn, or all of a `Choose`; () for nobody."""
    match state.needs:
        case (Turn(seat),):
            return (seat,)
        case (Choose(seats),):
            return seats
        case (Arrange(seat=seat),):
            return (seat,)
    return ()


def order_of(need: Arrange, action: Action) -> tuple[Slot, ...]:
    """The order that an action chooses; raises `NotLegal` for one that is none of these slots."""
    order: tuple[Slot, ...] = getattr(action, "order", ())
    if sorted(order) != sorted(need.slots) or action.opens:
        raise NotLegal("no-order", rule="", text="That is no order of these cards.")
    return order


def opened(event: Event) -> tuple[tuple[Slot, Face], ...]:
    """The faces that an event makes public."""
    if isinstance(event, Moved):
        return event.action.opens
    if isinstance(event, Shown) and event.to is EVERYONE and event.faces is not None:
        return tuple(zip(event.slots, event.faces, strict=True))
    return ()


def refusal(state: State, event: Event, known: Known = NOTHING_KNOWN) -> NotLegal | None:
    """Return the reason for which `event` may not happen now, or None if it may."""
    try:
        state.check(event, known)
    except NotLegal as why:
        return why
    return None
