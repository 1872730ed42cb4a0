"""The model: possible events at a table of three, the invariants there, and that the game always goes on.

A world is the states of the honest seats and the messages of the liar. The network is the set of all messages
ever sent: each reaches anybody in any order, late, twice or never, so nothing about it need be remembered.
Each event changes one seat, whose new messages are there for all others. Votes, deaths and lies are limited,
so that the search ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from net.machine import Choice, TableView
from net.wire.record import is_majority
from tests.exhaust.liar import SEATS, Liar, views_with
from tests.exhaust.mirror import Mirror, mirrored
from tests.exhaust.seat import SOUND, CastVote, Die, Disk, Event, Got, Seats, State, Wait, Write
from tests.support.keys import toy_genesis

TALKS: Final = 6
"""Number of talks about how to continue before the table counts as dead."""
World: TypeAlias = tuple[int, ...]
"""A state of each honest seat, by seat; then, where one lies, what it has signed."""


@dataclass(frozen=True, slots=True)
class Case:
    """The limits of a model: a table that plays `heights` heights.

    `deaths` and `wishes` limit deaths of processes and votes of people, `views` is the last view to vote for,
    and `acts` are its possible seats; `liar` signs at most `says` messages, the truth and the kinds in
    `lies`; `skewed` plays by other rules. With `may_go` the table must also go on if any of its seats leaves
    at any moment and never comes back.
    """

    heights: int = 2
    deaths: int = 0
    wishes: int = 0
    views: int = 1
    acts: tuple[tuple[int, ...], ...] = ((0, 1), (0, 2), (1, 2), (0, 1, 2))
    may_go: bool = False
    liar: int | None = None
    lies: frozenset[str] = frozenset()
    says: int = 0
    skewed: int | None = None
    disk: Disk = SOUND


@dataclass
class Model:
    """A case, and the seats in it."""

    case: Case
    seats: Seats = field(init=False)
    mirror: Mirror = field(init=False)
    honest: tuple[int, ...] = field(init=False)
    _are_alike: bool = field(init=False)
    _signed: list[frozenset[int]] = field(default_factory=lambda: [frozenset()])
    _signed_numbers: dict[frozenset[int], int] = field(default_factory=lambda: {frozenset(): 0})
    _moves: dict[object, tuple[tuple[Event, int], ...]] = field(default_factory=dict)
    _lively: dict[int | None, set[World]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        case = self.case
        dies = case.deaths > 0
        self.seats = Seats(toy_genesis(len(SEATS)), case.heights, dies, skewed=case.skewed, disk=case.disk)
        if case.liar is not None:
            self.seats.lie = Liar(case.liar, case.lies, case.views, case.acts).against
        self.mirror = Mirror(self.seats)
        acts = {*case.acts}
        are_alike = case.liar in (None, 0) and case.skewed is None
        self._are_alike = are_alike and acts == {mirrored(act) for act in acts}
        self.honest = tuple(seat for seat in SEATS if seat != case.liar)

    @property
    def begin(self) -> World:
        """The world in which all have started."""
        states = (self.seats.begin(seat) for seat in self.honest)
        return (*states, *((0,) if self.case.liar is not None else ()))

    def states(self, world: World) -> list[State]:
        """The states of the honest seats."""
        return [self.seats.states[number] for number in world[: len(self.honest)]]

    # -- what can happen

    def moves(self, world: World) -> Iterator[tuple[int, Event, World]]:
        """All possible next events: seat, event and the world after it."""
        numbers, states, case = world[: len(self.honest)], self.states(world), self.case
        signed = self._signed[world[-1]] if case.liar is not None else frozenset()
        lies = self._can_be_told(numbers, signed)
        may_die = sum(state.past.lives for state in states) < case.deaths
        may_wish = sum(state.past.wishes for state in states) < case.wishes
        for at, number in enumerate(numbers):
            letters = set(lies)
            for other, state in zip(numbers, states, strict=True):
                if other != number:
                    letters |= state.past.sent
                    letters.update(self.seats.records(other, number))
                elif state.past.lives:
                    letters |= state.past.sent  # somebody brings back what it signed before it died
            key = number, frozenset(letters), may_die, may_wish
            if key not in self._moves:
                events = self._events(number, sorted(letters), may_die=may_die, may_wish=may_wish)
                self._moves[key] = tuple(self._changing(number, events))
            for event, new in self._moves[key]:
                yield at, event, self._moved(world, at, event, new, signed=signed, lies=lies)

    def _moved(
        self, world: World, at: int, event: Event, new: int, *, signed: frozenset[int], lies: frozenset[int]
    ) -> World:
        inner = event.event if isinstance(event, Die) else event
        moved = (*world[:at], new, *world[at + 1 :])
        if not isinstance(inner, Got) or inner.frame not in lies or inner.frame in signed:
            return moved
        return (*moved[:-1], self._number(signed | {inner.frame}))

    def _number(self, signed: frozenset[int]) -> int:
        number = self._signed_numbers.setdefault(signed, len(self._signed))
        if number == len(self._signed):
            self._signed.append(signed)
        return number

    def plain(self, world: World) -> World:
        """The same world for a world and its mirror, where seats 1 and 2 are alike."""
        if not self._are_alike:
            return world
        mirror = [self.mirror.state(number) for number in world[: len(self.honest)]]
        mirror[-2:] = reversed(mirror[-2:])
        if self.case.liar is not None:
            mirror.append(self._number(frozenset(map(self.mirror.letter, self._signed[world[-1]]))))
        return min(world, tuple(mirror))

    def _events(self, number: int, letters: list[int], *, may_die: bool, may_wish: bool) -> Iterator[Event]:
        state, events = self.seats.states[number], list[Write | CastVote | Got | Wait]()
        if state.may_write:
            events.append(Write())
        if not state.is_synced:
            events.append(Wait())
        if may_wish and state.is_open and state.voted < self.case.views:
            events += [CastVote(view) for view in views_with(state.seat, self.case.acts)]
        events += [Got(each) for each in letters]
        yield from events
        if may_die:
            yield Die()
            for event in events:
                yield from (Die(event, at) for at in range(self.seats.marks(number, event)))

    def _changing(self, number: int, events: Iterator[Event]) -> Iterator[tuple[Event, int]]:
        for event in events:
            new = self.seats.after(number, event)
            if new is not None and new != number:
                yield event, new

    # -- lies

    def _can_be_told(self, numbers: Sequence[int], signed: frozenset[int]) -> frozenset[int]:
        """The messages that the liar has signed, or may still sign."""
        if self.case.liar is None or len(signed) >= self.case.says:
            return signed
        return signed.union(*map(self.seats.lies, numbers))

    # -- what must hold

    def broken(self, world: World) -> str:
        """The fault of a world, "" for none."""
        finals: dict[int, tuple[bytes, bytes]] = {}
        wrong = {self.case.liar, self.case.skewed, *([] if self.case.skewed is None else [None])}
        for state in self.states(world):
            for k, h, st, is_illegal in state.past.finals:
                if finals.setdefault(k, (h, st)) != (h, st):
                    return f"height {k} is final in two ways"
                if is_illegal:
                    return f"an entry that the rules refuse is final at height {k}"
            if innocent := state.blamed - wrong:
                names = ", ".join(f"seat {seat}" for seat in sorted(innocent, key=str))
                return f"seat {state.seat} stops over {names}, who keeps the rules"
        return ""

    # -- and that it goes on

    def dead_end(self, world: World) -> str:
        """The reason why those present cannot come to the end though nothing goes wrong any more, "" for
        none. With `may_go` any one seat may be gone, or none."""
        ways: tuple[int | None, ...] = (None, *(self.honest if self.case.may_go else ()))
        for gone in ways:
            if not self._goes_on(world, gone):
                left = "all" if gone is None else f"those left without seat {gone}"
                return f"{left} hear each other and agree, and do not come to the end"
        return ""

    def _goes_on(self, world: World, gone: int | None) -> bool:
        """Follow one way on: all hear each other's heads until nothing is lacked, then people talk. Every
        world on a good way is good, so most ways are short."""
        lively, way = self._lively.setdefault(gone, set()), list[World]()
        here = [at for at, seat in enumerate(self.honest) if seat != gone]
        for _ in range(TALKS):
            settled = None
            while settled != world:
                if world in lively:
                    lively.update(way)
                    return True
                way.append(world)
                settled, world = world, self._settled(world, here)
            states = [self.states(world)[at] for at in here]
            if all(state.is_over for state in states) or _is_halved(states):
                lively.update(way)
                return True
            if len(here) == len(SEATS) and all(state.voted <= state.v for state in states):
                return False  # with all present and no votes, nobody need vote
            world = self._agreed(world, here)
        return False

    def _settled(self, world: World, here: list[int]) -> World:
        """The world after everybody has heard everybody once, and has written if it was its turn."""
        states = self.seats.states
        for at in here:
            number = world[at]
            if not states[number].is_synced:
                number = self._done(number, Wait())
            for other in here:
                if other != at:
                    for letter in self.seats.offers(world[other], number):
                        number = self._done(number, Got(letter))
            if states[number].may_write:
                number = self._done(number, Write())
            world = (*world[:at], number, *world[at + 1 :])
        return world

    def _agreed(self, world: World, here: list[int]) -> World:
        """The world after all present have voted alike, for those of them who are in the newest view or in a
        locked change above it."""
        states = [self.states(world)[at] for at in here]
        acts = _newest_acts(states)
        act = tuple(state.seat for state in states if any(state.seat in each for each in acts))
        v = max(state.v for state in states)
        for at, state in zip(here, states, strict=True):
            if state.v == v and state.seat in act and state.is_open:
                number = self._done(world[at], CastVote(TableView(act, Choice.LEAVE_OUT), is_agreed=True))
                world = (*world[:at], number, *world[at + 1 :])
        return world

    def _done(self, number: int, event: Event) -> int:
        new = self.seats.after(number, event)
        return number if new is None else new


def _newest_acts(states: Sequence[State]) -> list[tuple[int, ...]]:
    """The seats of the newest view, and of each change above it that somebody has locked."""
    v = max(state.v for state in states)
    return [act for state in states if state.v == v for act in (state.act, *state.acts)]


def _is_halved(states: Sequence[State]) -> bool:
    """True if those present are no majority of a view that may be final for somebody: then nobody goes on,
    and nothing is promised (net 5.6)."""
    here = [state.seat for state in states]
    return any(not is_majority(here, of=act) for act in _newest_acts(states))
