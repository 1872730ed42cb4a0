"""Scissors, paper, stone: the smallest game in which several choose at once. It needs no deck."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import (
    NOTHING_KNOWN,
    Choose,
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
    Slot,
    State,
    View,
    choosers,
)
from rules.checks import check_choice, check_leaving, unasked
from rules.errors import BadText, NotLegal
from rules.seats import ranks_by
from rules.stepping import SteppingScratch
from rules.text import parse_number

SIGNS = ("paper", "scissors", "stone")
"""The signs, each of which is beaten by the next."""


@dataclass(frozen=True, slots=True)
class SignShown:
    """The action of showing a sign."""

    sign: str

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ()

    def __str__(self) -> str:
        return self.sign


@dataclass(frozen=True, slots=True)
class ScissorsState(State):
    """The position.

    `shown` has each seat's sign: "-" for none yet, "gone" for a leaver. One round is the game.
    """

    shown: tuple[str, ...]

    @property
    def present(self) -> tuple[Seat, ...]:
        there = tuple(Seat(seat) for seat, sign in enumerate(self.shown) if sign != "gone")
        return there if len(there) > 1 and "-" in self.shown else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        return (Choose(tuple(s for s in self.present if self.shown[s] == "-")),) if self.present else ()

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        return ()

    def actions(self, seat: Seat, known: Known) -> tuple[SignShown, ...]:
        return tuple(map(SignShown, SIGNS)) if seat in choosers(self) else ()

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="scissors 2")
        elif not isinstance(event, Moved):
            raise unasked("scissors 1")
        else:
            check_choice(event, choosers(self), rule="scissors 1")
            if event.action not in self.actions(event.seat, known):
                raise NotLegal("no-sign", rule="scissors 1", text="Show a sign.")

    def after(self, event: Event) -> ScissorsState:
        self.check(event)
        assert isinstance(event, Moved | Left)
        sign = "gone" if isinstance(event, Left) else str(event.action)
        return ScissorsState(
            tuple(sign if seat == event.seat else its for seat, its in enumerate(self.shown))
        )

    def text(self) -> str:
        return f"scissors {' '.join(self.shown)}"

    def outcome(self) -> Outcome | None:
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        wins = [sum(self._beats(one, other) for other in self.shown) for one in self.shown]
        return Outcome(
            tuple(wins), ranks_by([(self.shown[seat] != "gone", each) for seat, each in enumerate(wins)])
        )

    def _beats(self, one: str, other: str) -> bool:
        return {one, other} <= {*SIGNS} and SIGNS[(SIGNS.index(other) + 1) % 3] == one


class ScissorsGame(Game):
    """The game of scissors, for two to ten."""

    key = "scissors"
    title = "Scissors"
    version = "1"
    seats = range(2, 11)
    options = ()

    def start(self, seats: int, options: Options) -> ScissorsState:
        self.checked_options(seats, options)
        return ScissorsState(("-",) * seats)

    def parse_action(self, text: str) -> SignShown:
        if text not in SIGNS:
            raise BadText(f"{text!r} is no sign")
        return SignShown(text)

    def read_state(self, text: str) -> ScissorsState:
        word, *shown = text.split(" ")
        if word != "scissors" or len(shown) not in self.seats or not {*shown} <= {*SIGNS, "-", "gone"}:
            raise BadText(f"{text!r} is no position")
        return ScissorsState(tuple(shown))

    def face_text(self, face: Face) -> str:
        return str(face)

    def parse_face(self, text: str) -> Face:
        return Face(parse_number(text))

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        return self.own_state(view.state, ScissorsState), {}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        own = self.own_state(state, ScissorsState)
        return SteppingScratch(own, faces, seats=len(own.shown), rng=rng)


SCISSORS = ScissorsGame()


def signs(state: State) -> tuple[str, ...]:
    """The sign that each seat has shown."""
    assert isinstance(state, ScissorsState)
    return state.shown
