"""Plots of the statistics: where each point lies, and which numbers can be read."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.records.statistics.sums import Rivals
from tests.support.written import written
from ui.art.theme import LIGHT
from ui.dialogs.plots import CountGrid, PointsCurve, bids_grid, rivals_grid


def curve(qtbot: QtBot, *evenings: int) -> PointsCurve:
    made = PointsCurve(evenings, LIGHT)
    qtbot.addWidget(made)
    made.resize(400, made.height())
    return made


@pytest.mark.parametrize(
    ("evenings", "heights"),
    [
        ((0, 10, 5), (0, 1, 0.5)),
        ((40, 10), (1, 0.25)),
        ((-10, 10, 0), (0, 1, 0.5)),
        ((-4, -8), (4 / 9, 0)),
        ((0, 0), (0, 0)),
        ((3,), (1,)),
    ],
    ids=["from zero", "zero is the foot", "below zero", "none above zero", "nothing", "one evening"],
)
def test_a_curve_has_its_evenings_side_by_side_between_its_worst_and_its_best(
    qtbot: QtBot, evenings: tuple[int, ...], heights: tuple[float, ...]
) -> None:
    made = curve(qtbot, *evenings)
    metrics = made.fontMetrics()
    left, right = 6, 400 - 6 - metrics.horizontalAdvance("0000")
    foot, top = 96 - 6, metrics.height() + 4
    places, steps = made.places(), max(1, len(evenings) - 1)

    assert made.height() == 96
    assert [each.x() for each in places] == [
        pytest.approx(left + (right - left) * at / steps) for at in range(len(evenings))
    ]
    assert [each.y() for each in places] == [pytest.approx(foot - (foot - top) * high) for high in heights]


@pytest.mark.parametrize(
    ("evenings", "numbers"), [((0, 10, 5), {"10", "5"}), ((0, 5, 10), {"10"}), ((7, 7), {"7"})]
)
def test_a_curve_tells_the_best_and_the_last_evening_in_numbers_within_its_edges(
    qtbot: QtBot, evenings: tuple[int, ...], numbers: set[str]
) -> None:
    read = written(curve(qtbot, *evenings))

    assert {each.text for each in read} == numbers
    assert all(each.rect.left() >= 0 and each.rect.right() <= 400 and each.cut < 1 for each in read)


def texts(grid: CountGrid) -> list[str]:
    grid.resize(grid.sizeHint())
    return [each.text for each in written(grid)]


def test_a_grid_of_people_has_a_number_for_each_two_and_none_for_oneself(qtbot: QtBot) -> None:
    grid = rivals_grid(Rivals(("You", "Toby", "Ann"), ((0, 2, 0), (1, 0, 4), (3, 0, 0))), LIGHT)
    qtbot.addWidget(grid)

    assert texts(grid) == ["You", "Toby", "Ann", "You", "2", "0", "Toby", "1", "4", "Ann", "3", "0"]


def test_a_grid_of_bids_leaves_out_bids_that_never_happened(qtbot: QtBot) -> None:
    grid = bids_grid(((3, 0), (1, 2)), LIGHT)
    qtbot.addWidget(grid)

    assert texts(grid) == ["0", "1", "Bid 0", "3", "Bid 1", "1", "2"]


@pytest.mark.parametrize(("rows", "high"), [(2, 34), (7, 34), (8, 26)])
def test_rows_of_a_grid_are_lower_if_there_are_more_than_seven(qtbot: QtBot, rows: int, high: int) -> None:
    grid = bids_grid([[1] * rows] * rows, LIGHT)
    qtbot.addWidget(grid)

    assert grid.height() == high * (rows + 1)
    assert grid.sizeHint().toTuple() == (2 * 120 + 34 * min(7, rows), grid.height())
