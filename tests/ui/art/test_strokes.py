"""The strokes of each painter, compared with those that were kept: a line that is a pixel away is noticed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter

from tests.support.laid import strokes
from tests.ui.art.golden import EVERY
from tests.ui.art.pieces import Family
from tests.ui.art.strokes import changed, kept

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("family", EVERY, ids=str)
def test_the_strokes_of_each_picture_are_the_kept_ones(family: Family) -> None:
    """After a wanted change: `python -m tests.ui.art.golden --look FILE.png`, look, then
    `python -m tests.ui.art.strokes`."""
    assert changed(family) == []


def test_no_line_of_the_kept_strokes_is_left_over() -> None:
    assert [*kept()] == [str(family) for family in EVERY]


def test_a_line_that_is_a_pixel_away_or_missing_is_noticed() -> None:
    def paint(*lines: QLineF) -> str:
        def at_work(painter: QPainter) -> None:
            painter.drawRect(QRectF(1, 1, 50, 50))
            for each in lines:
                painter.drawLine(each)

        return strokes(at_work, (60, 60))

    one = QLineF(5, 5, 9, 9)
    assert paint(one) == paint(one)
    assert len({paint(one), paint(QLineF(5, 5, 10, 9)), paint(), paint(one, one)}) == 4
