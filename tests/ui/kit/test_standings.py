"""The lines of a result: the best first, ties in the order of seats, each as a sentence."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QVariantAnimation
from pytestqt.qtbot import QtBot

from app.animals import Animal
from rules.api import Outcome
from tests.support.table_hands import preferences
from ui.kit.standings import Placed, Standings, Winner, placed

NAMES = ("Lisa", "Toby", "Ann")


def test_tied_players_are_listed_in_the_order_of_seats() -> None:
    animal = next(iter(Animal))
    said = ("5 points", "9 points", "5 points")
    lines = placed(Outcome((5, 9, 5), (2, 1, 2)), NAMES, "595", lambda _: animal, said)

    assert [(line.rank, line.name) for line in lines] == [(1, "Toby"), (2, "Lisa"), (2, "Ann")]
    assert lines[0] == Placed(1, 1, "Toby", "9", "1. Toby, 9 points", animal, 9)


def test_a_score_is_spoken_as_painted_if_it_has_no_words() -> None:
    (line,) = placed(Outcome((0,), (1,)), ("Lisa",), ("out of cards",), lambda _: None)

    assert (line.score, line.spoken) == ("out of cards", "1. Lisa, out of cards")


def test_a_game_without_scores_says_only_the_rank() -> None:
    (line,) = placed(Outcome((0,), (1,)), ("Lisa",), ("",), lambda _: None, ("",))

    assert line.spoken == "1. Lisa"


@pytest.mark.parametrize("motion_ms", [0, 100])
def test_points_grow_from_zero_if_there_is_motion(qtbot: QtBot, motion_ms: int) -> None:
    lines = placed(Outcome((40, 0, 90), (2, 3, 1)), NAMES, ("40", "0", "90"), lambda _: None)
    shown = Standings(lines, preferences().theme)
    qtbot.addWidget(shown)
    shown.resize(300, 160)
    there = shown.grab().toImage()
    shown.grow(motion_ms)
    growth = shown.findChild(QVariantAnimation)
    assert isinstance(growth, QVariantAnimation)
    is_growing = growth.state() == QVariantAnimation.State.Running
    assert is_growing == bool(motion_ms) == (shown.grab().toImage() != there)

    growth.setCurrentTime(growth.duration())
    assert shown.grab().toImage() == there, "in the end all points are there"


def test_the_winners_are_shown_large(qtbot: QtBot) -> None:
    lines = placed(Outcome((9, 9, 2), (1, 1, 3)), NAMES, ("9", "9", "2"), lambda _: None)
    shown = Winner(lines, preferences().theme, most=100)
    qtbot.addWidget(shown)

    assert shown.accessibleName() == "1. Lisa, 9, 1. Toby, 9"
    assert shown.width() > shown.height()
