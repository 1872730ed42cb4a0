"""Outlines written as text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from ui.art.icon_paths import FILLED, LINES, Icon
from ui.art.paths import BadOutline, both, circle, joined, mirrored, outline, placed, star_path


def test_every_letter_of_a_path_is_read() -> None:
    path = outline("M 0 0 L 10 0 Q 12 5 10 10 C 8 12 2 12 0 10 Z")

    assert path.elementCount() == 1 + 1 + 3 + 3 + 1
    assert path.boundingRect().height() > 10


@pytest.mark.parametrize("text", ["M 0", "L", "5 5", "M 0 0 L 1 M 2", "M 0 0 A 3 3"])
def test_a_mistake_in_a_path_is_refused(text: str) -> None:
    with pytest.raises(BadOutline):
        outline(text)


def test_paths_are_mirrored() -> None:
    text = "M 1 0 L 5 0 L 5 4 Z"

    assert mirrored(text).boundingRect() == QRectF(-5, 0, 4, 4)
    assert both(text).boundingRect() == QRectF(-5, 0, 10, 4)
    assert outline(text).boundingRect() == QRectF(1, 0, 4, 4)


def test_placing_moves_turns_and_sizes() -> None:
    assert placed(outline("M 0 0 L 2 0"), 10, 20, size=3).boundingRect() == QRectF(10, 20, 6, 0)
    assert placed(outline("M 0 0 L 2 0"), 10, 20, turn=90).boundingRect().height() == pytest.approx(2)


def test_circles_that_are_joined_stay_round() -> None:
    """Left to itself, Qt would leave a polygon of a dozen corners here."""
    union = joined(circle(0, 0, 0.25), circle(0.3, 0, 0.25))
    corners = union.toFillPolygon().size()

    assert _farthest_from_circle(union) < 0.002, corners


def _farthest_from_circle(union: QPainterPath) -> float:
    points = [union.pointAtPercent(step / 200) for step in range(201)]
    return max(
        min(
            abs((p.x() ** 2 + p.y() ** 2) ** 0.5 - 0.25), abs(((p.x() - 0.3) ** 2 + p.y() ** 2) ** 0.5 - 0.25)
        )
        for p in points
    )


def test_a_star_has_five_points() -> None:
    assert star_path(0, 0, 10).elementCount() == 11
    assert star_path(5, 5, 10).boundingRect().top() == pytest.approx(-5)


@pytest.mark.parametrize("icon", Icon)
def test_every_icon_is_drawn_within_its_square(icon: Icon) -> None:
    texts = [table[icon] for table in (LINES, FILLED) if icon in table]

    assert texts
    for text in texts:
        box = outline(text).boundingRect()
        assert min(box.left(), box.top()) >= 1.5
        assert max(box.right(), box.bottom()) <= 22.5
