"""The lines of a result: the best first, ties in the order of seats, each as a sentence."""

from __future__ import annotations

from app.animals import Animal
from rules.api import Outcome
from ui.kit.standings import Placed, placed


def test_ties_stand_in_the_order_of_seats() -> None:
    animal = next(iter(Animal))
    lines = placed(Outcome((5, 9, 5), (2, 1, 2)), ("Lisa", "Toby", "Ann"), "595", lambda _: animal, " points")

    assert [(line.rank, line.name) for line in lines] == [(1, "Toby"), (2, "Lisa"), (2, "Ann")]
    assert lines[0] == Placed(1, 1, "Toby", "9", "1. Toby, 9 points", animal)
