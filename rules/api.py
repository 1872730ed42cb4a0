"""The contract of a game.

A component whose face may be hidden (card, tile) is named by its **slot**, a number. The position (`State`)
has slots and public faces only, so it is the same value on every peer. The faces that one seat knows besides
(`Known`, slot -> face) are kept apart, never hashed and never sent. A state never draws a random number: its
`needs` say what must happen next, and its driver (the table between peers, a local driver with all faces,
the replay of a record) answers with an `Event`.

One round of driving is: look at `needs`; answer all of it (`Turn`: one `Moved`; `Choose`: one `Moved` of each
of its seats; `Shuffle`/`Arrange`: one `Shuffled`; `Roll`: one `Rolled`; `Show`s: one `Shown` each, in order);
take `after` of each event; look again. Empty `needs` mean that the game is over and `outcome` is there.
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
"""The number of the place of a component, 0..2**31-1. The state gives the numbers (`into`) and never uses
one for a second component."""
Face = NewType("Face", int)
"""The print on a component: a small number with a meaning in its game. Equal components share one face."""

Known: TypeAlias = Mapping[Slot, Face]
"""The faces that one seat knows (public ones may be among them)."""
NOTHING_KNOWN: Final[Known] = {}

EVERYONE: Final = None
"""The `to` of a `Show` that makes faces public, spectators included."""
T = TypeVar("T")

Audience: TypeAlias = tuple[Seat, ...] | None
"""The seats that may see a face, rising, or `EVERYONE`."""


# -- needs: what a state asks for -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """`seat` chooses one of its actions. Always the only need of its state."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Choose:
    """Each of `seats` (rising) chooses one of its actions, and nobody sees another's before all have chosen.
    Always the only need of its state.

    All choose in this state: `actions` and `check` are asked for each of the seats here. Then their
    `Moved` follow in the order of seats, and last a `Left` for each seat that has gone meanwhile. After
    each of them the state needs the `Choose` of the remaining seats, with unchanged actions; these states
    are passed through at once, and no player chooses in one.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All seats shuffle one pile together. Always the only need of its state.

    The pile consists of public components (`faces`, by face; equal faces may repeat) and of hidden ones
    (`slots`, as they lie); nobody can trace any of them afterwards. The shuffled components lie, top
    first, in the fresh slots `into`; the shuffled slots are gone. With `new_deck` all other older slots are
    gone too, so new keys may be made.
    """

    pile: str
    faces: tuple[Face, ...]
    slots: tuple[Slot, ...]
    into: tuple[Slot, ...]
    new_deck: bool = False


@dataclass(frozen=True, slots=True)
class Arrange:
    """`seat` lays hidden components in an order of its choice that nobody else sees. Always the only need.

    They lie, in that order, in the fresh slots `into`; the old slots are gone. The seat still knows the
    faces that it knew, in their new slots. Nobody else knows any of them until it is shown again. The seat's
    `actions` are `Arrangement`s, and `check` judges one as a `Moved`; but the event that follows is a
    `Shuffled`, which does not tell the order.
    """

    seat: Seat
    pile: str
    slots: tuple[Slot, ...]
    into: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The faces of `slots` become known to the seats of `to`. Several may be needed at once.

    A seat that was shown a slot knows it until it is shuffled.
    """

    slots: tuple[Slot, ...]
    to: Audience


@dataclass(frozen=True, slots=True)
class Roll:
    """A joint public random number 0..sides-1 that nobody can choose. Always the only need.

    `purpose` is one word of the game's own.
    """

    sides: int
    purpose: str


Need: TypeAlias = Turn | Choose | Arrange | Shuffle | Show | Roll


# -- events ---------------------------------------------------------------------------------


class Action(Protocol):
    """An action that a seat may choose. A frozen value; `str()` is its canonical text."""

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The slots that the action makes public, each with its face, slots rising.

        Only slots that were shown to the mover and nobody else: the mover's share is all that opens them.
        """


class Arrangement(Action, Protocol):
    """An order that a seat may choose for an `Arrange`. It opens nothing; its text is sent to nobody."""

    @property
    def order(self) -> tuple[Slot, ...]:
        """All slots of the `Arrange`, in the order in which they shall lie in `into`."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has chosen. Between peers the faces that the action opens are proven before `after` is asked."""

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
    """A seat has left for good, which it may until the game is over; `why` is "left" or "gone"."""

    seat: Seat
    why: str


Event: TypeAlias = Moved | Shuffled | Shown | Rolled | Left


# -- results --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of a game: per seat its score and its rank (1 is best; ties share a rank)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def behind(self, last: Sequence[int]) -> Outcome:
        """The same scores, with the seats `last` ranked behind all others; otherwise the order stays."""
        order = [(seat in last, rank) for seat, rank in enumerate(self.ranks)]
        return Outcome(self.scores, tuple(1 + sum(other < each for other in order) for each in order))


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A false claim of a seat that the public record has since proven (see `State.audit`).

    `rule` is the paragraph, `text` the evidence: when it was claimed and what has shown otherwise. `ends`
    is True if the game is over because of it, with the seat ranked last.
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
        """The next things that must happen; () when the game is over."""

    @abstractmethod
    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """The legal actions of `seat`, given the faces it knows, in a stable order; () if it may not act."""

    @abstractmethod
    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now.

        Without `known`, a claim that depends on unseen faces is accepted (and audited later); with the
        mover's own knowledge it is refused here, and the player is told why.
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
        """Scores and ranks as the game stands: its result if the players present ended it early.

        From open cards only, as the game's own rules say; the outcome when the game is over.
        """

    def audit(self) -> tuple[FalseClaim, ...]:
        """Every false claim that the public record has proven so far, oldest first."""
        return ()

    def next_deck(self) -> tuple[Face, ...]:
        """The faces of the new deck that will be shuffled next, even if that is still far off.

        () if the rules do not know it. Unless a seat leaves, the next `Shuffle` with `new_deck` has
        exactly these faces and no slots, or the game ends without one: so the deck can be made ready
        meanwhile (deck 6.14), and nobody waits for it.
        """
        return ()

    @abstractmethod
    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The slots that `seat` holds, rising."""

    def digest(self) -> bytes:
        """32 bytes that are equal on every peer: by default, BLAKE2b of the canonical text (net 5.1)."""
        return state_hash(self.text().encode())


class Scratch(ABC):
    """A mutable position with all faces known, for playouts; a fast one has no checks, no events, no text.

    It stops only where a seat must choose: shuffles, shows and rolls are done inside. A move is a small
    integer whose meaning only the game knows.
    """

    __slots__ = ()

    turn: Seat
    """Seat that is to choose; of several, the first that has not chosen. Meaningless when `over`."""
    over: bool

    @property
    def stage(self) -> int:
        """Number of finished rounds, hands or turns: when it has risen, a playout may stop and take `scores`.

        It stays 0 in a game that a playout must finish.
        """
        return 0

    def likely(self, rng: Rng) -> int:
        """A move out of `actions()` that a sensible player might make, for playouts: quick, not deep.

        By default, any of them.
        """
        moves = self.actions()
        return moves[rng.randrange(len(moves))]

    @abstractmethod
    def actions(self) -> Sequence[int]:
        """The moves of the seat to move, in the order of `State.actions`. The caller may not change them."""

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
        """The action that `move` stands for."""

    @abstractmethod
    def state(self) -> State:
        """The same position as a value."""


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat (or a spectator: `seat` None) may see it. Screens and bots get nothing else.

    `is_held`: the viewer may not choose now, though the state may name its seat: the deck is not ready, its
    simultaneous choice is made, the game was ended early (`is_ended`), or it has given up its seat.
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
    """A table option. Values are words: one of `choices`, of which the first is the default.

    `title` and `about` are texts for players, and `titles` those of the choices, one for each; () if the
    words themselves can be read.
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
        """A choice as a player reads it; the word itself if it is not one of `choices`."""
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
    """Version of the rules: raised by every change after which a position could come out differently."""
    seats: range
    options: tuple[Option, ...]
    longest_text: int = 20_000
    """Limit of a position's text in characters; no reachable position has a longer one."""

    @abstractmethod
    def start(self, seats: int, options: Options) -> State:
        """The first position; raises `BadOptions` for options or seats that the game does not offer."""

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """The action with that canonical text; raises `BadText`."""

    @abstractmethod
    def read_state(self, text: str) -> State:
        """The position that a text describes; raises `BadText` for one that the rules cannot work with.

        The spelling need not be checked: `parse_state` does that.
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
        """Like `sample`, for drawing many times: a game may evaluate the view once for all of them."""
        return lambda rng: self.sample(view, rng)

    @abstractmethod
    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """A mutable copy of a position for playouts, given the faces of all live slots.

        Chance within it (shuffles, rolls) is answered with `rng` exactly as
        `rules.driver.LocalTable` does, draw for draw.
        """

    def stand_in(self, state: State, known: Known, seat: Seat) -> Action:
        """The action that is played for an empty seat that is to choose: one of its legal actions.

        Every program computes it for itself, so it must be the same for all of them: from the position and
        from the faces of the seat's own hand in `known`, which were opened to everybody before, and from
        nothing else; in whole numbers, without chance or the order of a set. It should be sensible,
        take only milliseconds, and must bring any game to its end. May raise `ValueError` if the seat is
        not to choose. By default, the first legal action.
        """
        if seat not in choosers(state):
            raise ValueError("this seat has nothing to choose now")
        return state.actions(seat, known)[0]

    def parse_state(self, text: str) -> State:
        """The position with that canonical text; raises `BadText`, also for another spelling."""
        if len(text) > self.longest_text:
            raise BadText(f"the text is too long for a position of {self.title}")
        state = self.read_state(text)
        if state.text() != text:
            raise BadText(f"this is not the canonical spelling of a position of {self.title}")
        return state

    def own_state(self, state: State, kind: type[OwnState]) -> OwnState:
        """`state` as this game's kind of position; raises `TypeError` for another game's."""
        if not isinstance(state, kind):
            raise TypeError(f"{type(state).__name__} is not a position of {self.title}")
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


_STATE_HASH: Final = hashlib.blake2b(digest_size=32, person=b"shoal1-state")


def state_hash(text: bytes) -> bytes:
    """The digest of a position, from its canonical text (net 5.1)."""
    made = _STATE_HASH.copy()  # twice as fast as a new hash object
    made.update(text)
    return made.digest()


def seat_on_turn(state: State) -> Seat:
    """Return the seat whose turn is due; raises `ValueError` if there is none."""
    needs = state.needs
    if not needs or not isinstance(needs[0], Turn):
        raise ValueError("no turn is due")
    return needs[0].seat


def choosers(state: State) -> tuple[Seat, ...]:
    """The seats that are to choose now, rising: that of a `Turn` or `Arrange`, all of a `Choose`, or ()."""
    match state.needs:
        case (Turn(seat),):
            return (seat,)
        case (Choose(seats),):
            return seats
        case (Arrange(seat=seat),):
            return (seat,)
    return ()


def order_of(need: Arrange, action: Action) -> tuple[Slot, ...]:
    """The order that `action` chooses; raises `NotLegal` unless it has exactly the slots of `need`."""
    order: tuple[Slot, ...] = getattr(action, "order", ())
    if sorted(order) != sorted(need.slots) or action.opens:
        raise NotLegal("no-order", rule="", text="That is not an order of these cards.")
    return order


def opened(event: Event) -> tuple[tuple[Slot, Face], ...]:
    """The slots that an event makes public, with their faces."""
    if isinstance(event, Moved):
        return event.action.opens
    if isinstance(event, Shown) and event.to is EVERYONE and event.faces is not None:
        return tuple(zip(event.slots, event.faces, strict=True))
    return ()


def refusal(state: State, event: Event, known: Known = NOTHING_KNOWN) -> NotLegal | None:
    """Return the reason why `event` may not happen now; None if it may."""
    try:
        state.check(event, known)
    except NotLegal as why:
        return why
    return None
