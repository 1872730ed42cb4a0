"""Tight places: tabs that can be read, one scroll bar at a time, and pictures as large as words."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QStyle, QTabBar, QWidget

from app.records.statistics.sums import Statistics
from tests.gallery import give_size, put_up, settled, states, take_down
from ui.art.theme import ThemeName, themed
from ui.dialogs.statistics import StatisticsDialog
from ui.screens.end_panel import EndPanel
from ui.screens.lesson_screen import LessonScreen

pytestmark = pytest.mark.usefixtures("undressed", "unpainted")
EVERY = dict(states())


def shown(
    name: str, *, scale: int = 100, size: tuple[int, int] = (1280, 800), theme: str = "light"
) -> QWidget:
    widget = put_up(EVERY[name], theme=theme, scale=scale, size=size)
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


@pytest.mark.parametrize("scale", [100, 200])
def test_no_part_of_the_result_scrolls_inside_another_scrolling_part(qapp: QApplication, scale: int) -> None:
    """In a large window with letters of the usual size the sheet scrolls beside the standings."""
    window = shown("table-end", scale=scale)
    [panel] = [each for each in window.findChildren(EndPanel) if each.isVisible()]
    for size in ((1280, 800), (1024, 640)):
        give_size(window, size)
        scrolls = [
            each for each in panel.findChildren(QAbstractScrollArea) if each.verticalScrollBar().maximum()
        ]
        assert len(scrolls) == 1
        if (scale, size) == (100, (1280, 800)):
            assert scrolls[0].accessibleName() == "Score sheet"
    take_down(window)


def test_the_faces_of_people_who_wait_are_as_large_as_the_words_beside(qapp: QApplication) -> None:
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
def test_the_large_table_has_no_light_corners(qapp: QApplication, theme: str) -> None:
    window = shown("watching-large", theme=theme)
    picture, plate = window.grab().toImage(), QColor(themed(ThemeName(theme)).plate)
    right, low = picture.width() - 1, picture.height() - 1

    assert {picture.pixelColor(at, low).name() for at in (0, 1, right - 1, right)} == {plate.name()}
    take_down(window)


@pytest.mark.parametrize(("scale", "sizes"), [(100, ((1280, 800), (800, 600))), (200, ((800, 600),))])
def test_the_end_of_an_introduction_leaves_its_words_most_of_the_width(
    qapp: QApplication, scale: int, sizes: tuple[tuple[int, int], ...]
) -> None:
    window = shown("lesson-plump-end", scale=scale, size=sizes[0])
    screen = window.findChild(LessonScreen)
    assert isinstance(screen, LessonScreen)
    buttons = (screen.play, screen.again, screen.skip)
    for size in sizes:
        give_size(window, size)

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
