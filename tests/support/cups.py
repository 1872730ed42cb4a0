"""Dice under cups: everybody rolls a die that nobody else sees, and shows it later.

The six faces are shuffled by all, and the first is shown to the roller, who cannot choose it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import (
    NOTHING_KNOWN,
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
    Turn,
    View,
)
from rules.checks import check_answer, check_leaving, check_turn
from rules.errors import BadText, NotLegal
from rules.seats import ranks_by
from rules.stepping import SteppingScratch
from rules.text import event_text, parse_event, parse_number
from tests.support.values import replace

DIE = tuple(map(Face, range(6)))


def cup(seat: Seat) -> tuple[Slot, ...]:
    """The slots of a seat's six shuffled faces, of which the first is its throw."""
    return tuple(Slot(6 * seat + place) for place in range(6))


@dataclass(frozen=True, slots=True)
class Lift:
    """The action of lifting one's cup."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"lift {self.slot}={self.face + 1}"


@dataclass(frozen=True, slots=True)
class CupsState(State):
    """The position: each seat rolls in turn, then each lifts its cup. `shown` has the dice, 0 if closed."""

    shown: tuple[int, ...]
    rolled: tuple[Seat, ...] = ()
    seen: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    story: tuple[Event, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        there = tuple(Seat(seat) for seat in range(len(self.shown)) if seat not in self.gone)
        return there if len(there) > 1 and any(not self.shown[seat] for seat in there) else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        if not self.present:
            return ()
        for seat in self.present:
            if seat not in self.rolled:
                return (Shuffle(f"cup{seat}", DIE, (), cup(seat), new_deck=not self.rolled),)
            if seat not in self.seen:
                return (Show(cup(seat)[:1], (seat,)),)
        return (Turn(next(seat for seat in self.present if not self.shown[seat])),)

    @property
    def turn(self) -> Seat | None:
        return next((need.seat for need in self.needs if isinstance(need, Turn)), None)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        held = seat in self.seen and seat not in self.gone and not self.shown[seat]
        return cup(seat)[:1] if held else ()

    def actions(self, seat: Seat, known: Known) -> tuple[Lift, ...]:
        return tuple(Lift(slot, known[slot]) for slot in self.hand(seat)) if seat == self.turn else ()

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="cups 3")
        elif isinstance(event, Moved):
            check_turn(event, self.turn, rule="cups 2")
            lift = event.action
            if not isinstance(lift, Lift) or lift.slot not in self.hand(event.seat):
                raise NotLegal("no-cup", rule="cups 2", text="Lift your own cup.")
            if known.get(lift.slot, lift.face) != lift.face:
                raise NotLegal("other-die", rule="cups 2", text="Another number lies under it.")
        else:
            check_answer(event, self.needs, rule="cups 1")

    def after(self, event: Event) -> CupsState:
        self.check(event)
        told, first = replace(self, story=(*self.story, event)), self.needs[0]
        if isinstance(event, Shuffled):
            return replace(told, rolled=(*self.rolled, Seat(event.slots[0] // 6)))
        if isinstance(event, Shown) and isinstance(first, Show) and first.to:
            return replace(told, seen=(*self.seen, first.to[0]))
        if isinstance(event, Left):
            return replace(told, gone=(*self.gone, event.seat))
        assert isinstance(event, Moved) and isinstance(event.action, Lift)
        shown = [*self.shown]
        shown[event.seat] = event.action.face + 1
        return replace(told, shown=tuple(shown))

    def text(self) -> str:
        return "; ".join([f"cups {len(self.shown)}", *(event_text(CUPS, each) for each in self.story)])

    def outcome(self) -> Outcome | None:
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        merits = [(seat not in self.gone, die) for seat, die in enumerate(self.shown)]
        return Outcome(self.shown, ranks_by(merits))


class CupsGame(Game):
    """The game of cups, for two to six."""

    key = "cups"
    title = "Cups"
    version = "1"
    seats = range(2, 7)
    options = ()

    def start(self, seats: int, options: Options) -> CupsState:
        self.checked_options(seats, options)
        return CupsState((0,) * seats)

    def parse_action(self, text: str) -> Lift:
        verb, _, die = text.partition(" ")
        slot, _, face = die.partition("=")
        if verb != "lift":
            raise BadText(f"expected 'lift SLOT=DIE', not {text!r}")
        return Lift(Slot(parse_number(slot)), self.parse_face(face))

    def read_state(self, text: str) -> CupsState:
        start, *story = text.split("; ")
        word, _, seats = start.partition(" ")
        if word != "cups" or (count := parse_number(seats)) not in self.seats:
            raise BadText(f"{start!r} is no position")
        state = self.start(count, {})
        try:
            for event in story:
                state = state.after(parse_event(self, event))
        except NotLegal as why:
            raise BadText(f"no game goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        return str(face + 1)

    def parse_face(self, text: str) -> Face:
        number = parse_number(text)
        if not 1 <= number <= 6:
            raise BadText(f"{text!r} is on no die")
        return Face(number - 1)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The state with six faces for each seat that has rolled, drawn if the viewer does not know them."""
        state, faces = self.own_state(view.state, CupsState), dict[Slot, Face]()
        for seat in state.rolled:
            rest = [face for face in DIE if face not in [view.known.get(slot) for slot in cup(seat)]]
            rng.shuffle(rest)
            for slot in cup(seat):
                faces[slot] = view.known[slot] if slot in view.known else rest.pop()
        return state, faces

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        own = self.own_state(state, CupsState)
        return SteppingScratch(own, faces, seats=len(own.shown), rng=rng)


CUPS = CupsGame()
