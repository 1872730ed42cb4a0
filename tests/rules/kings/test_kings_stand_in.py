"""The card that a stand-in puts down in Kings (R23)."""

from __future__ import annotations

import pytest

from rules.kings.stand_in import stand_in
from tests.rules.kings.positions import position


@pytest.mark.parametrize(
    ("hand", "put"),
    [
        # a Jack of another seat is worth the lower cards of its suit in the hand, a Queen three
        ("Js,2s,3s,Qd", "put 3=Qd on 1"),
        ("Js,2s,3s,4s,Qd", "put 0=Js on 1"),
        # a blank Jack is worth four
        ("Js,2s,3s,4s,Jb", "put 4=Jb on 1"),
    ],
)
def test_the_stand_in_starts_the_pile_that_its_hand_suits_best(hand: str, put: str) -> None:
    there = position(hand)

    assert str(stand_in(there.state, there.known)) == put
