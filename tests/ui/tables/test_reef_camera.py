"""Zoom and pan over the reef as values."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from ui.tables.reef.camera import LARGEST, Camera, fitted

AREA = QRectF(100, 50, 800, 400)
NEAR = Camera(2.0, 0.5, 0.5)
"""The middle half of the boards, twice as large."""


def test_the_first_camera_changes_no_place_and_a_nearer_one_enlarges_its_part() -> None:
    assert Camera().seen(QRectF(130, 70, 40, 30), AREA) == QRectF(130, 70, 40, 30)
    assert NEAR.seen(QRectF(300, 150, 400, 200), AREA) == AREA
    assert NEAR.seen(QRectF(400, 200, 10, 20), AREA) == QRectF(300, 150, 20, 40)


@pytest.mark.parametrize("at", [QPointF(300, 150), QPointF(620, 300), AREA.center()])
@pytest.mark.parametrize("factor", [1.25, 2.0, 0.9])
def test_zooming_leaves_the_point_under_the_pointer_in_its_place(at: QPointF, factor: float) -> None:
    before = Camera(2.0, 0.45, 0.55)
    point = QRectF(
        AREA.left() + (before.x + (at.x() - AREA.center().x()) / AREA.width() / before.zoom) * AREA.width(),
        AREA.top() + (before.y + (at.y() - AREA.center().y()) / AREA.height() / before.zoom) * AREA.height(),
        0,
        0,
    )
    after = before.zoomed(factor, at, AREA)

    assert after.zoom == pytest.approx(2.0 * factor)
    assert before.seen(point, AREA).topLeft() == at
    assert (after.seen(point, AREA).topLeft() - at).manhattanLength() < 0.01


@pytest.mark.parametrize(("factor", "zoom"), [(0.1, 1.0), (0.5, 1.0), (2.0, LARGEST), (100, LARGEST)])
def test_zooming_ends_at_all_boards_and_at_the_largest_zoom(factor: float, zoom: float) -> None:
    assert NEAR.zoomed(factor, AREA.center(), AREA).zoom == zoom


@pytest.mark.parametrize(
    ("way", "x", "y"),
    [
        (QPointF(80, 0), 0.45, 0.5),
        (QPointF(-80, 0), 0.55, 0.5),
        (QPointF(0, 40), 0.5, 0.45),
        (QPointF(0, -40), 0.5, 0.55),
        (QPointF(9999, 9999), 0.25, 0.25),
        (QPointF(-9999, -9999), 0.75, 0.75),
    ],
)
def test_the_boards_are_pushed_with_the_pointer_up_to_their_edges(way: QPointF, x: float, y: float) -> None:
    moved = NEAR.panned(way, AREA)

    assert (moved.zoom, moved.x, moved.y) == pytest.approx((2.0, x, y))


@pytest.mark.parametrize(
    ("rect", "x", "y"),
    [
        (QRectF(400, 200, 100, 100), 0.5, 0.5),  # whole already
        (QRectF(300, 150, 400, 200), 0.5, 0.5),  # from edge to edge
        (QRectF(260, 200, 100, 100), 0.45, 0.5),
        (QRectF(640, 200, 100, 100), 0.55, 0.5),
        (QRectF(400, 130, 100, 100), 0.5, 0.45),
        (QRectF(400, 270, 100, 100), 0.5, 0.55),
        (QRectF(260, 130, 100, 100), 0.45, 0.45),
    ],
)
def test_the_camera_moves_just_enough_to_show_a_focused_space(rect: QRectF, x: float, y: float) -> None:
    shown = NEAR.showing(rect, AREA)

    assert (shown.zoom, shown.x, shown.y) == pytest.approx((2.0, x, y))
    assert AREA.adjusted(-0.1, -0.1, 0.1, 0.1).contains(shown.seen(rect, AREA))


@pytest.mark.parametrize(
    ("rect", "expected"),
    [
        (AREA, (1.0, 0.5, 0.5)),
        (QRectF(100, 50, 400, 200), (2.0, 0.25, 0.25)),
        (QRectF(500, 250, 400, 200), (2.0, 0.75, 0.75)),
        (QRectF(300, 150, 400, 100), (2.0, 0.5, 0.375)),
        (QRectF(400, 200, 200, 200), (2.0, 0.5, 0.625)),
        (QRectF(500, 250, 20, 10), (LARGEST, 0.5125, 0.5125)),
    ],
)
def test_the_camera_fits_a_board_into_the_reef(rect: QRectF, expected: tuple[float, float, float]) -> None:
    camera = fitted(rect, AREA)

    assert (camera.zoom, camera.x, camera.y) == pytest.approx(expected)
