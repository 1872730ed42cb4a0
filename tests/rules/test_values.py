"""Values keep results that they have computed, and judge an event once; neither changes equality."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.api import NOTHING_KNOWN, Event, Moved, Outcome, Roll, Rolled, Seat, Slot, Turn
from rules.errors import NotLegal
from rules.matriculation.actions import MatriculationPass
from rules.values import Judged, cached
from tests.support.catalogue import GAMES
from tests.support.values import replace


@dataclass
class Hand:
    cards: tuple[int, ...] = ()

    @cached
    def most(self) -> int:
        """The highest card."""
        return max(self.cards)


@dataclass(frozen=True)
class Asked(Judged["Asked"]):
    """A position that counts how often it is asked to judge, and never ends."""

    asked: list[Event]

    @cached
    def needs(self) -> tuple[Turn, ...]:
        return (Turn(Seat(0)),)

    def judge(self, event: Event, known: object) -> None:
        self.asked.append(event)
        if not isinstance(event, Rolled) or type(event.value) is not int:
            raise NotLegal("unasked", rule="1", text="Not now.")

    def become(self, event: Event) -> Asked:
        return Asked(self.asked)

    def actions(self, seat: Seat, known: object) -> tuple[()]:
        return ()

    def text(self) -> str:
        return "asked"

    def outcome(self) -> Outcome | None:
        return None

    def standing(self) -> Outcome:
        return Outcome((), ())

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        return ()


def test_a_cached_result_does_not_change_equality_or_the_text_of_a_value() -> None:
    hand, same = Hand((2, 7)), Hand((2, 7))
    assert hand.most == 7

    assert (hand, repr(hand)) == (same, repr(same))
    assert replace(hand, cards=(9,)).most == 9


def test_an_event_that_was_checked_is_not_judged_again_as_it_happens() -> None:
    state, event = Asked([]), Rolled(1)

    state.check(event)
    later = state.after(event)

    assert state.asked == [event]
    with pytest.raises(NotLegal):
        later.after(Moved(Seat(0), MatriculationPass()))


def test_an_event_that_only_compares_equal_is_judged_again() -> None:
    state = Asked([])
    state.check(Rolled(1), NOTHING_KNOWN)

    assert Rolled(True) == Rolled(1)
    with pytest.raises(NotLegal):
        state.after(Rolled(True))


def test_a_verdict_is_valid_only_for_its_event_and_its_position() -> None:
    state, event = Asked([]), Rolled(True)
    for _ in range(2):
        with pytest.raises(NotLegal):
            state.check(event)
    with pytest.raises(NotLegal):
        state.after(event)

    first, roll = GAMES["plump"].start(3, GAMES["plump"].checked_options(3, {})), Rolled(2)
    assert first.needs == (Roll(3, "dealer"),)
    first.check(roll)
    after = first.after(roll)
    with pytest.raises(NotLegal):
        after.after(roll)
