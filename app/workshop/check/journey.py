"""Random games, event by event, for the battery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random

from msgspec import Struct

from rules.api import (
    EVERYONE,
    Action,
    Arrange,
    Choose,
    Event,
    Face,
    Game,
    Left,
    Moved,
    Need,
    Roll,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    State,
    Turn,
    View,
    choosers,
    opened,
    order_of,
)
from rules.errors import BadOptions

Chooser = Callable[[View, Random], Action]
"""Returns an action for a seat's view; may draw random numbers."""

NEEDS = (Turn, Choose, Arrange, Shuffle, Show, Roll)
LONGEST = 10_000
"""Positions with needs after which a random game counts as endless."""


class Endless(Exception):
    """The random game does not end."""


class Stuck(Exception):
    """A seat on turn has no action."""


class Case(Struct, frozen=True):
    """A game with a number of seats and options."""

    game: Game
    seats: int
    options: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """The game's key."""
        return self.game.key

    def start(self) -> State:
        """Return the first position."""
        return self.game.start(self.seats, dict(self.options))

    def __str__(self) -> str:
        return "-".join((self.key, str(self.seats), *(f"{key}={value}" for key, value in self.options)))


def cases(game: Game) -> list[Case]:
    """Return every number of seats, with the default options and with up to two sets of other choices."""
    most = max((len(option.choices) for option in game.options), default=1)
    found = []
    for seats in game.seats:
        for number in range(min(most, 3)):
            turned = number and number + seats
            wanted = {option.key: option.choices[turned % len(option.choices)] for option in game.options}
            with suppress(BadOptions):  # some options need more seats
                game.start(seats, wanted)
                found.append(Case(game, seats, tuple(game.checked_options(seats, wanted).items())))
    return list(dict.fromkeys(found))


class JourneyStep(Struct, frozen=True):
    """A position and the next event. If a seat has chosen it, `turn` is that seat.

    `number` counts the events of the game from 0. `public` are the faces that everybody knows, `known` those
    that each seat knows, `faces` the true faces of all slots; the last two are empty if `turn` is None.
    """

    number: int
    state: State
    event: Event
    turn: Seat | None
    known: tuple[Mapping[Slot, Face], ...]
    public: Mapping[Slot, Face]
    faces: Mapping[Slot, Face]


class World:
    """The truth of a game: the face of every slot, and the seats that have seen it.

    Like `LocalTable`, but its dictionaries are replaced, never changed: every step keeps them without a copy.
    """

    def __init__(self, seats: int) -> None:
        self.faces: Mapping[Slot, Face] = {}
        self.public: Mapping[Slot, Face] = {}
        self.known: tuple[Mapping[Slot, Face], ...] = ({},) * seats

    def answer(self, need: Need, rng: Random) -> Event:
        """Return the event that answers a need of chance or of the deck."""
        if isinstance(need, Roll):
            return Rolled(rng.randrange(need.sides))
        if isinstance(need, Shuffle):
            pile = [*need.faces, *(self.faces[slot] for slot in need.slots)]
            rng.shuffle(pile)
            self._forget(self.faces if need.new_deck else need.slots)
            self.faces = {**self.faces, **dict(zip(need.into, pile, strict=True))}
            return Shuffled(need.pile, need.into)
        if not isinstance(need, Show):
            raise TypeError(f"nobody but a player can answer {need}")
        faces = tuple(self.faces[slot] for slot in need.slots)
        shown = dict(zip(need.slots, faces, strict=True))
        self.known = tuple(
            {**known, **shown} if need.to is EVERYONE or seat in need.to else known
            for seat, known in enumerate(self.known)
        )
        return Shown(need.slots, need.to, faces if need.to is EVERYONE else None)

    def happens(self, need: Need, item: Event | Need, rng: Random) -> Event:
        """Return the event that follows a choice, or that answers a need."""
        if isinstance(item, NEEDS):
            return self.answer(item, rng)
        if isinstance(item, Moved) and isinstance(need, Arrange):
            return self._arrange(need, item.action)
        return item

    def _arrange(self, need: Arrange, action: Action) -> Event:
        """Lay cards in the order that a seat chose; only that seat knows it."""
        places = tuple(zip(order_of(need, action), need.into, strict=True))
        faces = {new: self.faces[old] for old, new in places}
        held = self.known[need.seat]
        own = {new: held[old] for old, new in places if old in held}
        self._forget(need.slots)
        self.faces = {**self.faces, **faces}
        self.known = tuple(
            {**known, **own} if seat == need.seat else known for seat, known in enumerate(self.known)
        )
        return Shuffled(need.pile, need.into)

    def copy(self) -> World:
        """Return an independent copy."""
        new = World(0)
        new.faces, new.public, new.known = self.faces, self.public, self.known
        return new

    def take_in(self, event: Event) -> None:
        """Note the faces that an event makes public."""
        if shown := dict(opened(event)):
            self.public = {**self.public, **shown}
            self.known = tuple({**known, **shown} for known in self.known)

    def _forget(self, slots: Iterable[Slot]) -> None:
        gone = set(slots)
        self.faces, self.public, *known = (
            {slot: face for slot, face in faces.items() if slot not in gone}
            for faces in (self.faces, self.public, *self.known)
        )
        self.known = tuple(known)


def walk(
    case: Case,
    seed: int,
    *,
    leaving: float = 0.0,
    choose: Chooser | None = None,
    asked: Callable[[State], None] | None = None,
) -> Iterator[JourneyStep]:
    """Play a random game, step by step.

    `leaving`: chance that a seat leaves before an event, except between simultaneous choices. `choose`
    makes the seats' choices, by default at random. `asked` gets every position before its needs are
    answered. Raises `Endless` and `Stuck`.
    """
    rng, world, state = Random(f"{case} {seed}"), World(case.seats), case.start()
    present = [Seat(seat) for seat in range(case.seats)]
    number = 0
    for _ in range(LONGEST):
        needs = state.needs
        if not needs:
            return
        if asked is not None:
            asked(state)
        events: list[Event | Need] = [*needs]
        if present and rng.random() < leaving:
            events = [Left(present.pop(rng.randrange(len(present))), rng.choice(("left", "gone")))]
        else:
            chosen = [
                Moved(seat, _chosen(state, seat, world.known[seat], rng, choose)) for seat in choosers(state)
            ]
            events = [*chosen] or events
        for place, item in enumerate(events):
            turn = item.seat if isinstance(item, Moved) else None
            if leaving and place and turn is None and present and rng.random() < leaving:
                # One of several shows was answered: the position asks for the others again if it needs them.
                gone = present.pop(rng.randrange(len(present)))
                yield JourneyStep(
                    number=number,
                    state=state,
                    event=Left(gone, "gone"),
                    turn=None,
                    known=(),
                    public=world.public,
                    faces={},
                )
                number += 1
                state = state.after(Left(gone, "gone"))
                break
            known, faces, event = world.known, world.faces, world.happens(needs[0], item, rng)
            yield JourneyStep(
                number=number,
                state=state,
                event=event,
                turn=turn,
                known=() if turn is None else known,
                public=world.public,
                faces={} if turn is None else faces,
            )
            number += 1
            state = state.after(event)
            world.take_in(event)
    raise Endless(f"no end after {LONGEST} events")


def _chosen(
    state: State, seat: Seat, known: Mapping[Slot, Face], rng: Random, choose: Chooser | None
) -> Action:
    """Return a seat's choice: by `choose`, otherwise at random."""
    if choose is not None:
        return choose(View(state, seat, known), rng)
    if not (actions := state.actions(seat, known)):
        raise Stuck(f"seat {seat} is on turn and has no action in: {state.text()}")
    return rng.choice(actions)


@lru_cache(maxsize=256)
def journey(case: Case, seed: int = 1) -> tuple[JourneyStep, ...]:
    """Play a whole random game without leavers; cached for all checks."""
    return tuple(walk(case, seed))


def turns(steps: tuple[JourneyStep, ...], most: int = 40) -> list[JourneyStep]:
    """Return at most `most` turns of a game, spread evenly."""
    found = [step for step in steps if step.turn is not None]
    return found[:: len(found) // most + 1]


def thin(steps: tuple[JourneyStep, ...], most: int = 60) -> tuple[JourneyStep, ...]:
    """Return at most `most` steps of a game, spread evenly from the first, and then the last."""
    return (*steps[:: len(steps) // most + 1], steps[-1])
