"""A board's geometry: spaces side by side, outlines around corals, sand all round."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from tests.support.values import replace
from tests.ui.art.drawing import draw
from tests.ui.art.pieces import REEF, TILE
from ui.art.palette import Coral
from ui.art.reef.board import Space, paint_reef, space_rect
from ui.art.reef.sea import paint_coral_tile

BOARD = QRectF(10, 20, 400, 300)


@pytest.mark.parametrize(("column", "row"), [(0, 0), (3, 2), (6, 5)])
def test_spaces_are_square_neighbours_within_the_board(column: int, row: int) -> None:
    here = space_rect(BOARD, REEF, column, row)
    right = space_rect(BOARD, REEF, column + 1, row)
    below = space_rect(BOARD, REEF, column, row + 1)

    assert here.width() == pytest.approx(here.height())
    assert right.left() == pytest.approx(here.right())
    assert below.top() == pytest.approx(here.bottom())
    assert BOARD.contains(here)


def test_a_letter_of_the_board_is_a_space_and_everything_beyond_is_sand() -> None:
    assert REEF.space(3, 1) is Space.START_YELLOW
    assert REEF.space(3, 3) is Space.GROWTH
    assert REEF.space(-1, 0) is REEF.space(7, 0) is REEF.space(0, 6) is Space.SAND
    assert Space.START_GREY.coral is Coral.GREY
    assert Space.ROCK.coral is None


@pytest.mark.usefixtures("qapp")
def test_rock_is_dark_and_sand_is_light() -> None:
    image = draw(paint_reef, REEF, size=(420, 360))
    board = QRectF(0, 0, 420, 360)
    rock = space_rect(board, REEF, 4, 3).center().toPoint()
    sand = space_rect(board, REEF, 0, 0).center().toPoint()

    assert image.pixelColor(rock).lightness() < 110
    assert image.pixelColor(sand).lightness() > 160


@pytest.mark.usefixtures("qapp")
def test_a_lock_hides_neither_coral_nor_alga() -> None:
    """The four corners of a locked tile are as they were."""
    free = draw(paint_coral_tile, TILE, size=(200, 200))
    locked = draw(paint_coral_tile, replace(TILE, lock=2), size=(200, 200))

    for x, y in ((60, 60), (150, 160), (50, 150), (155, 40)):
        assert free.pixelColor(x, y) == locked.pixelColor(x, y)
    assert free != locked
