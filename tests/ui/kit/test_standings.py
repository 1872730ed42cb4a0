"""The lines of a result: the best first, ties in the order of seats, each as a sentence."""

from __future__ import annotations

from app.animals import Animal
from rules.api import Outcome
from ui.kit.standings import Placed, placed

NAMES = ("Lisa", "Toby", "Ann")


def test_ties_stand_in_the_order_of_seats() -> None:
    animal = next(iter(Animal))
    said = ("5 points", "9 points", "5 points")
    lines = placed(Outcome((5, 9, 5), (2, 1, 2)), NAMES, "595", lambda _: animal, said)

    assert [(line.rank, line.name) for line in lines] == [(1, "Toby"), (2, "Lisa"), (2, "Ann")]
    assert lines[0] == Placed(1, 1, "Toby", "9", "1. Toby, 9 points", animal)


def test_scores_are_said_as_they_are_painted_where_nothing_else_is_said() -> None:
    (line,) = placed(Outcome((0,), (1,)), ("Lisa",), ("out of cards",), lambda _: None)

    assert (line.score, line.spoken) == ("out of cards", "1. Lisa, out of cards")


def test_a_game_without_scores_says_the_rank_alone() -> None:
    (line,) = placed(Outcome((0,), (1,)), ("Lisa",), ("",), lambda _: None, ("",))

    assert line.spoken == "1. Lisa"
