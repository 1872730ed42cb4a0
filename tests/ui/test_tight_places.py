"""Where room is scarce: tabs that can be read, one scroll bar at a time, and pictures as large as words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QStyle, QTabBar, QWidget

from app.keep.settings import Settings
from app.records.statistics.sums import Statistics
from tests.gallery import give_size, put_up, settled, states, take_down
from ui.art.theme import ThemeName, themed
from ui.dialogs.statistics import StatisticsDialog
from ui.look import put_on
from ui.screens.end_panel import EndPanel
from ui.screens.lesson_screen import LessonScreen

EVERY = dict(states())


@pytest.fixture(autouse=True, scope="module")
def _undressed() -> Iterator[None]:
    """The next test in this process finds the program as large as usual."""
    yield
    put_on(Settings())


def shown(
    name: str, *, scale: int = 100, size: tuple[int, int] = (1280, 800), theme: str = "light"
) -> QWidget:
    widget = put_up(EVERY[name], theme=theme, scale=scale)
    give_size(widget, size)
    return widget


@pytest.mark.parametrize("scale", [80, 100, 200])
def test_the_tabs_of_the_docks_are_whole_words(qapp: QApplication, scale: int) -> None:
    window = shown("table-docks-all-small", scale=scale)
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible() and bar.count() > 1]

    assert bars
    for bar in bars:
        for at in range(bar.count()):
            assert bar.fontMetrics().horizontalAdvance(bar.tabText(at)) <= bar.tabRect(at).width()
        assert bar.tabRect(bar.count() - 1).right() <= bar.width()
    take_down(window)


@pytest.mark.parametrize(("scale", "size"), [(100, (1024, 640)), (200, (1280, 800)), (200, (1024, 640))])
def test_no_part_of_the_result_scrolls_inside_another_that_does(
    qapp: QApplication, scale: int, size: tuple[int, int]
) -> None:
    window = shown("table-end", scale=scale, size=size)
    [panel] = [each for each in window.findChildren(EndPanel) if each.isVisible()]
    areas = [each for each in panel.findChildren(QAbstractScrollArea) if each.verticalScrollBar().maximum()]

    assert len(areas) == 1
    take_down(window)


def test_in_a_large_window_the_sheet_scrolls_beside_the_standings(qapp: QApplication) -> None:
    window = shown("table-end")
    [panel] = [each for each in window.findChildren(EndPanel) if each.isVisible()]
    areas = [each for each in panel.findChildren(QAbstractScrollArea) if each.verticalScrollBar().maximum()]

    assert [each.accessibleName() for each in areas] == ["Protocol sheet"]
    take_down(window)


def test_who_waits_is_as_large_as_the_words_beside(qapp: QApplication) -> None:
    sides = []
    for scale in (100, 200):
        window = shown("waiting-seated", scale=scale)
        seat = next(
            each for each in window.findChildren(QWidget) if each.accessibleName().startswith("Seat 1")
        )
        [face] = [each for each in seat.findChildren(QLabel) if not each.pixmap().isNull()]
        sides.append(face.height())
        take_down(window)

    assert sides[1] >= 1.5 * sides[0]


def test_without_a_game_the_statistics_are_a_small_window(qapp: QApplication) -> None:
    dialog = shown("dialog-statistics-empty")
    assert isinstance(dialog, StatisticsDialog)
    dialog.tell(Statistics(), 0, 0)
    settled()

    assert dialog.height() < 220
    take_down(dialog)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_projector_has_no_light_corners(qapp: QApplication, theme: str) -> None:
    window = shown("watching-large", theme=theme)
    picture, plate = window.grab().toImage(), QColor(themed(ThemeName(theme)).plate)
    right, low = picture.width() - 1, picture.height() - 1

    assert {picture.pixelColor(at, low).name() for at in (0, 1, right - 1, right)} == {plate.name()}
    take_down(window)


@pytest.mark.parametrize(("scale", "size"), [(100, (1280, 800)), (100, (800, 600)), (200, (800, 600))])
def test_the_end_of_an_introduction_leaves_its_words_most_of_the_width(
    qapp: QApplication, scale: int, size: tuple[int, int]
) -> None:
    window = shown("lesson-plump-end", scale=scale, size=size)
    screen = window.findChild(LessonScreen)
    assert isinstance(screen, LessonScreen)
    buttons = (screen.play, screen.again, screen.skip)

    assert all(each.isVisible() for each in buttons)
    assert screen.text.width() >= screen.width() / 2
    assert len({each.y() for each in buttons}) == (1 if scale == 100 else 3), "beside one another"
    take_down(window)


def test_the_heads_of_the_two_halves_of_the_lobby_stand_in_one_line(qapp: QApplication) -> None:
    window = shown("home-with-games")
    heads = [
        each.mapTo(window, each.rect().topLeft()).y()
        + QStyle.alignedRect(each.layoutDirection(), each.alignment(), each.sizeHint(), each.rect()).y()
        for each in window.findChildren(QLabel)
        if each.text() in ("Play with other people", "Your games")
    ]

    assert len(heads) == 2 and abs(heads[0] - heads[1]) <= 1, heads
    take_down(window)
