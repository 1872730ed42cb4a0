"""A pass that nobody sees: everybody is dealt three cards and passes one to the left, untraceably."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from rules.api import (
    EVERYONE,
    NOTHING_KNOWN,
    Arrange,
    Event,
    Face,
    Game,
    Known,
    Left,
    Moved,
    Need,
    Options,
    Outcome,
    Rng,
    Scratch,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    State,
    View,
    choosers,
)
from rules.checks import check_answer, check_choice, check_leaving
from rules.errors import BadText, NotLegal
from rules.seats import ranks_by
from rules.stepping import SteppingScratch
from rules.text import event_text, parse_event, parse_number
from tests.support.values import replace

PACK = tuple(map(Face, range(20)))
SIZE = 3


def dealt(seat: int) -> tuple[Slot, ...]:
    """The slots of a seat's hand after the deal."""
    return tuple(Slot(SIZE * seat + place) for place in range(SIZE))


def laid(seat: int) -> tuple[Slot, ...]:
    """The slots of a seat's hand after the arrangement; the first of them is passed."""
    return tuple(Slot(100 + SIZE * seat + place) for place in range(SIZE))


@dataclass(frozen=True, slots=True)
class Pass:
    """The action of passing a card: the order in which the hand is laid, with the passed card first."""

    order: tuple[Slot, ...]

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ()

    def __str__(self) -> str:
        return f"pass {' '.join(map(str, self.order))}"


@dataclass(frozen=True, slots=True)
class PassingState(State):
    """The position. `story` has all events so far; the cards of seats that left are out of play."""

    seats: int
    story: tuple[Event, ...] = ()
    gone: tuple[Seat, ...] = ()
    is_dealt: bool = False
    seen: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    given: tuple[Seat, ...] = ()
    sums: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        there = tuple(Seat(seat) for seat in range(self.seats) if seat not in self.gone)
        return there if len(there) > 1 and not self.sums else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        if not self.present:
            return ()
        if not self.is_dealt:
            return (Shuffle("deck", PACK, (), tuple(map(Slot, range(20))), new_deck=True),)
        for seat in self.present:
            if seat not in self.seen:
                return (Show(dealt(seat), (seat,)),)
        for seat in self.present:
            if seat not in self.passed:
                return (Arrange(seat, "pass", dealt(seat), laid(seat)),)
        for seat in self.present:
            if seat not in self.given:
                return (Show(self.hand(seat), (seat,)),)
        return (Show(tuple(slot for seat in self.present for slot in self.hand(seat)), EVERYONE),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        if seat not in self.present or not self.is_dealt:
            return ()
        if any(each not in self.passed for each in self.present):
            return laid(seat) if seat in self.passed else dealt(seat)
        giver = self.present[self.present.index(seat) - 1]
        return tuple(sorted((laid(giver)[0], *laid(seat)[1:])))

    def actions(self, seat: Seat, known: Known) -> tuple[Pass, ...]:
        if seat not in choosers(self):
            return ()
        return tuple(map(Pass, permutations(dealt(seat))))

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="passing 2")
        elif isinstance(event, Moved):
            check_choice(event, choosers(self), rule="passing 1")
            if event.action not in self.actions(event.seat, known):
                raise NotLegal("no-pass", rule="passing 1", text="Pass one of your cards.")
        else:
            check_answer(event, self.needs, rule="passing 1")

    def after(self, event: Event) -> PassingState:
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Left):
            return replace(told, gone=(*self.gone, event.seat))
        if isinstance(event, Shuffled):
            if event.pile == "deck":
                return replace(told, is_dealt=True)
            return replace(told, passed=(*self.passed, Seat((event.slots[0] - 100) // SIZE)))
        if not isinstance(event, Shown):
            raise NotLegal("no-move", rule="passing 1", text="Nobody is told how cards are laid.")
        if event.to is EVERYONE and event.faces is not None:
            worth = dict(zip(event.slots, event.faces, strict=True))
            sums = [sum(worth[slot] for slot in self.hand(Seat(seat))) for seat in range(self.seats)]
            return replace(told, sums=tuple(sums))
        assert event.to is not None
        if all(each in self.seen for each in self.present):
            return replace(told, given=(*self.given, *event.to))
        return replace(told, seen=(*self.seen, *event.to))

    def text(self) -> str:
        return "; ".join([f"passing {self.seats}", *(event_text(PASSING, each) for each in self.story)])

    def outcome(self) -> Outcome | None:
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        sums = self.sums or (0,) * self.seats
        return Outcome(sums, ranks_by([(seat not in self.gone, each) for seat, each in enumerate(sums)]))


class PassingGame(Game):
    """The game of passing, for two to five."""

    key = "passing"
    title = "Passing"
    version = "1"
    seats = range(2, 6)
    options = ()

    def start(self, seats: int, options: Options) -> PassingState:
        self.checked_options(seats, options)
        return PassingState(seats)

    def parse_action(self, text: str) -> Pass:
        verb, *slots = text.split(" ")
        if verb != "pass" or len(slots) != SIZE:
            raise BadText(f"expected 'pass SLOT SLOT SLOT', not {text!r}")
        return Pass(tuple(Slot(parse_number(slot)) for slot in slots))

    def read_state(self, text: str) -> PassingState:
        start, *story = text.split("; ")
        word, _, seats = start.partition(" ")
        if word != "passing" or (count := parse_number(seats)) not in self.seats:
            raise BadText(f"{start!r} is no position")
        state = self.start(count, {})
        try:
            for event in story:
                state = state.after(parse_event(self, event))
        except NotLegal as why:
            raise BadText(f"no game goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        return f"c{face}"

    def parse_face(self, text: str) -> Face:
        number = parse_number(text.removeprefix("c")) if text.startswith("c") else 99
        if number not in PACK:
            raise BadText(f"{text!r} is no card")
        return Face(number)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        state = self.own_state(view.state, PassingState)
        if not state.is_dealt:
            return state, {}
        live = [Slot(slot) for slot in range(20)]
        for seat in state.passed:
            live = [slot for slot in live if slot not in dealt(seat)] + [*laid(seat)]
        rest = [face for face in PACK if face not in [view.known.get(slot) for slot in live]]
        rng.shuffle(rest)
        return state, {slot: view.known[slot] if slot in view.known else rest.pop() for slot in live}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        own = self.own_state(state, PassingState)
        return SteppingScratch(own, faces, seats=own.seats, rng=rng)


PASSING = PassingGame()
