"""Checks that every game makes of an event: each row differs in one thing from an event that is due."""

from __future__ import annotations

from typing import cast

import pytest

from rules.api import (
    EVERYONE,
    Event,
    Face,
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
    Turn,
)
from rules.checks import are_different, check_answer, check_leaving, check_turn
from rules.errors import NotLegal
from rules.plump.actions import Bid

ROLL = Roll(3, "dealer")
SHUFFLE = Shuffle("deck", (Face(1), Face(2)), (), (Slot(0), Slot(1)))
SHOW = Show((Slot(0), Slot(1)), (Seat(2),))
OPEN = Show((Slot(0), Slot(1)), EVERYONE)
FACES = (Face(4), Face(5))
DUE: list[tuple[Event, Need]] = [
    (Rolled(0), ROLL),
    (Rolled(2), ROLL),
    (Shuffled("deck", SHUFFLE.into), SHUFFLE),
    (Shown(SHOW.slots, SHOW.to, None), SHOW),
    (Shown(OPEN.slots, EVERYONE, FACES), OPEN),
]
WRONG: list[tuple[Event, Need]] = [
    (Rolled(3), ROLL),
    (Rolled(-1), ROLL),
    (Rolled(True), ROLL),
    (Rolled(cast(int, 1.0)), ROLL),
    (Rolled(1), SHUFFLE),
    (Shuffled("stock", SHUFFLE.into), SHUFFLE),
    (Shuffled("deck", SHUFFLE.into[::-1]), SHUFFLE),
    (Shuffled("deck", SHUFFLE.into), SHOW),
    (Shown(SHOW.slots[:1], SHOW.to, None), SHOW),
    (Shown(SHOW.slots, (Seat(1),), None), SHOW),
    (Shown(SHOW.slots, EVERYONE, None), SHOW),
    (Shown(SHOW.slots, SHOW.to, FACES), SHOW),
    (Shown(SHOW.slots, SHOW.to, None), ROLL),
    (Shown(OPEN.slots, EVERYONE, None), OPEN),
    (Shown(OPEN.slots, EVERYONE, FACES[:1]), OPEN),
    (Shown(OPEN.slots, EVERYONE, cast(tuple[Face, ...], [*FACES])), OPEN),
    (Shown(OPEN.slots, (Seat(0),), FACES), OPEN),
    (Rolled(1), Turn(Seat(0))),
]


@pytest.mark.parametrize(("event", "need"), DUE)
def test_a_requested_event_is_accepted_as_the_answer_to_the_first_need(event: Event, need: Need) -> None:
    check_answer(event, (need, SHOW), rule="x 1")


@pytest.mark.parametrize(("event", "need"), WRONG)
def test_any_other_event_is_refused_as_an_answer(event: Event, need: Need) -> None:
    with pytest.raises(NotLegal) as why:
        check_answer(event, (need,), rule="x 1")

    assert (why.value.reason, why.value.rule) == ("unasked", "x 1")


@pytest.mark.parametrize("event", [event for event, _ in DUE])
def test_no_event_is_accepted_as_an_answer_when_the_game_is_over(event: Event) -> None:
    with pytest.raises(NotLegal):
        check_answer(event, (), rule="x 1")


@pytest.mark.parametrize("seat", [1, True, 1.0, None])
def test_only_the_seat_on_turn_may_move(seat: object) -> None:
    check_turn(Moved(Seat(0), Bid(1)), Seat(0), rule="x 1")
    for turn in (Seat(0), None):
        with pytest.raises(NotLegal, match="not your turn"):
            check_turn(Moved(cast(Seat, seat), Bid(1)), turn, rule="x 1")


@pytest.mark.parametrize(
    "event",
    [
        Left(Seat(1), "left"),
        Left(Seat(4), "gone"),
        Left(Seat(-1), "gone"),
        Left(cast(Seat, False), "gone"),
        Left(Seat(2), "asleep"),
    ],
)
def test_leaving_an_empty_or_invalid_seat_or_for_an_unknown_reason_is_refused(event: Left) -> None:
    check_leaving(Left(Seat(2), "gone"), (Seat(0), Seat(2)), rule="x 1")
    with pytest.raises(NotLegal) as why:
        check_leaving(event, (Seat(0), Seat(2)), rule="x 1")

    assert why.value.reason == "not-there"


@pytest.mark.parametrize("faces", [(1, 1), (1, 52), (-1, 1), (True, 2), (None, 2), ([1], 2)])
def test_a_pack_has_one_card_of_each_face(faces: tuple[Face, ...]) -> None:
    assert are_different(tuple(map(Face, (0, 51))), below=52)
    assert not are_different(faces, below=52)
