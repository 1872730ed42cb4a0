"""Choices of a stand-in in Matriculation between two plays of nearly the same worth (R17)."""

from __future__ import annotations

import pytest

from rules.matriculation.player import Student
from rules.matriculation.stand_in import stand_in
from tests.support.matriculation import Desk, desk, player


def chosen(table: Desk) -> str:
    """The stand-in's choice, without the slot."""
    text = str(stand_in(table.state, table.faces))
    return " ".join(word.partition("=")[2] or word for word in text.split(" "))


@pytest.mark.parametrize(
    ("hand", "me", "other", "choice"),
    [
        # exactly 120 hours are the degree
        ("9h,car", player(terms="21h,21h,21h,21h,21h,6h"), player(), "play 9h"),
        ("6h,car", player(terms="21h,21h,21h,21h,21h,6h"), player(), "play car on 1"),
        # probation costs nothing of 9 hours: 9 and 6
        ("gpa-ok,9h", player(setbacks="probation"), player(), "play 9h"),
        ("gpa-ok,12h,9h", player(setbacks="probation"), player(), "play gpa-ok"),  # 11 and 9
        # no term in the hand: to be free is worth three fifths, 18
        ("car-fixed,alarm", player(setbacks="car"), player(), "play alarm on 1"),
        ("car-fixed,probation", player(setbacks="car"), player(terms="21h,21h,6h"), "play car-fixed"),
        # a setback that nobody else can get, and a fix that nobody needs, are worth nothing in the hand
        ("car,6h", player(setbacks="alarm"), player(exceptions="car"), "discard car"),
        ("car,fiona", player(exceptions="ogre"), player(exceptions="car"), "discard car"),
        ("fiona,car", player(exceptions="ogre"), player(exceptions="car"), "discard fiona"),
    ],
)
def test_the_stand_in_plays_the_card_worth_most(hand: str, me: Student, other: Student, choice: str) -> None:
    assert chosen(desk(hand, "6h", players=(me, other))) == choice
