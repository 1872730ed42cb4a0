"""Dice under a cup, made with the deck: a shuffle of six faces, the first shown only to the roller."""

from __future__ import annotations

from collections import Counter

import pytest

from app.workshop.check.battery import CHECKS, run_check
from app.workshop.check.journey import cases
from net.errors import IllegalMove
from net.seat.payload import read_payload, write_payload
from tests.support.cups import CUPS, cup
from tests.support.parlour import Parlour
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")


def test_a_roll_is_seen_only_by_its_seat_until_it_is_lifted() -> None:
    table = Parlour(CUPS, 3)
    table.until("move")
    rolled = [cup(seat)[0] for seat in (0, 1, 2)]

    for seat, dealer in enumerate(table.dealers):
        assert [slot for slot in rolled if slot in dealer.known] == [rolled[seat]]
    assert table.play().outcome is not None
    assert {*rolled} <= {*table.replica.public}


def test_lifting_a_number_that_was_not_rolled_is_refused() -> None:
    table = Parlour(CUPS, 3)
    table.until("move")
    (seat,) = table.replica.actors
    honest = read_payload(seat, table.payloads()[seat])
    slot, face = honest.text.removeprefix("lift ").split("=")
    lie = replace(honest, text=f"lift {slot}={int(face) % 6 + 1}")

    with pytest.raises(IllegalMove) as refused:
        table.replica.check(table.place, seat, write_payload(lie))
    assert (refused.value.seat, refused.value.reason) == (seat, "false-face")


def test_every_number_is_rolled() -> None:
    rolled = Counter[int]()
    for seed in range(30):
        table = Parlour(CUPS, 2, seed=seed)
        rolled.update(table.play().state.standing().scores)

    assert {*rolled} == {1, 2, 3, 4, 5, 6}


def test_the_game_with_hidden_rolls_keeps_the_contract() -> None:
    for name in CHECKS:
        assert run_check(name, cases(CUPS)[1]) is None, name
