"""Refusals by games in which a dealer is rolled, a deck shuffled, and each seat shown its hand."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.api import (
    EVERYONE,
    Event,
    Face,
    Game,
    Left,
    Roll,
    Rolled,
    Seat,
    Shown,
    Shuffled,
    Slot,
    State,
    refusal,
)
from rules.cahoots.game import CahootsGame
from rules.matriculation.game import MatriculationGame
from tests.support.values import replace

FIRST = Shown(tuple(map(Slot, range(0, 14, 2))), (Seat(0),), None)
SECOND = Shown(tuple(map(Slot, range(1, 14, 2))), (Seat(1),), None)


@dataclass(frozen=True)
class Deal:
    """A game, the size of its deck, and the roll after which seat 0 is dealt its hand first."""

    game: Game
    cards: int
    rolled: Rolled

    @property
    def deck(self) -> tuple[Slot, ...]:
        return tuple(map(Slot, range(self.cards)))

    def after(self, *events: Event, seats: int = 2) -> State:
        state = self.game.start(seats, {})
        for event in events:
            state = state.after(event)
        return state


DEALS = [Deal(CahootsGame(), 60, Rolled(0)), Deal(MatriculationGame(), 102, Rolled(1))]
each_deal = pytest.mark.parametrize("deal", DEALS, ids=[each.game.key for each in DEALS])


@each_deal
@pytest.mark.parametrize(
    "event", [Rolled(2), Rolled(-1), Rolled(2**70), Rolled(True), Rolled("1"), Rolled(None), Rolled(1.0)]
)  # type: ignore[arg-type]
def test_the_roll_for_the_dealer_must_be_a_seat(deal: Deal, event: Event) -> None:
    assert refusal(deal.after(), deal.rolled) is None
    assert refusal(deal.after(), event) is not None


@each_deal
def test_a_shuffle_must_be_into_the_requested_slots(deal: Deal) -> None:
    state, deck = deal.after(deal.rolled), deal.deck
    others = [Shuffled("pile", deck)]
    others += [Shuffled("deck", into) for into in (deck[:-1], deck[::-1], (), [*deck], None)]  # type: ignore[arg-type]

    assert refusal(state, Shuffled("deck", deck)) is None
    assert all(refusal(state, event) is not None for event in others)


@each_deal
@pytest.mark.parametrize(
    "event",
    [
        SECOND,
        replace(FIRST, to=(Seat(1),)),
        replace(FIRST, to=EVERYONE),
        replace(FIRST, slots=FIRST.slots[1:]),
        replace(FIRST, faces=(Face(0),) * 7),
        replace(FIRST, slots=None),
        replace(FIRST, to=5),
    ],
)  # type: ignore[arg-type]
def test_hands_are_shown_in_the_requested_order(deal: Deal, event: Event) -> None:
    state = deal.after(deal.rolled, Shuffled("deck", deal.deck))

    assert refusal(state, FIRST) is None
    assert refusal(state, event) is not None


@each_deal
@pytest.mark.parametrize(
    "event",
    [
        Left(Seat(2), "left"),
        Left(Seat(-1), "left"),
        Left(Seat(0), "bored"),
        Left("0", "left"),
        Left(True, "left"),
        Left([0], "left"),
        Left(None, None),
    ],
)  # type: ignore[arg-type]
def test_only_seats_at_the_table_can_leave(deal: Deal, event: Event) -> None:
    assert refusal(deal.after(), Left(Seat(1), "left")) is None
    assert refusal(deal.after(), event) is not None


@each_deal
def test_nobody_leaves_twice_or_after_the_end(deal: Deal) -> None:
    state = deal.after(Left(Seat(1), "left"), seats=3)

    assert refusal(state, Left(Seat(1), "left")) is not None
    assert refusal(state.after(Left(Seat(0), "gone")), Left(Seat(2), "left")) is not None


@each_deal
def test_a_seat_that_leaves_before_the_roll_is_not_part_of_it(deal: Deal) -> None:
    state = deal.after(Left(Seat(0), "left"), seats=3)

    assert state.needs == (Roll(2, "dealer"),)
    assert " dealer=1 " in state.after(Rolled(0)).text()
