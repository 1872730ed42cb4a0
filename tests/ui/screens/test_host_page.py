"""The form to host a table in windows of every width, and what a change of one value does to the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.screens.lobby import setup_for
from tests.support.catalogue import GAMES
from ui.art.theme import LIGHT
from ui.screens.host_page import HostPage

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[HostPage]:
    window = QWidget()  # as wide as a test wants: a form that is a window has a least width
    qtbot.addWidget(window)
    made = HostPage(LIGHT, window)
    made.resize(1280, 900)
    window.show()
    yield made


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def box(page: HostPage, name: str) -> QComboBox:
    [found] = [
        each for each in page.findChildren(QComboBox) if each.objectName() == name and not each.isHidden()
    ]
    return found


def place(page: HostPage, each: QWidget) -> QPoint:
    return each.mapTo(page, QPoint())


@pytest.mark.parametrize(("wide", "is_below"), [(400, True), (519, True), (520, False), (1280, False)])
def test_in_a_narrow_window_boxes_stand_below_their_titles_in_order(
    qtbot: QtBot, page: HostPage, wide: int, *, is_below: bool
) -> None:
    qtbot.mouseClick(page.more, LEFT)
    page.resize(wide, 900)
    settle()
    labels = [each for each in page.findChildren(QLabel) if each.isVisible() and each.buddy() is not None]
    labels.sort(key=lambda each: place(page, each).y())
    expected = ["Seats", *(each.title for each in GAMES["plump"].options)]
    expected += [each.title for each in setup_for("plump").offered_terms]
    assert [each.text() for each in labels] == expected
    ends = 0
    for title in labels:
        at, under = place(page, title), place(page, title.buddy())
        assert (under.y() >= at.y() + title.height()) is is_below
        assert (under.x() == at.x()) is is_below
        assert is_below or under.x() - at.x() >= 160 + 12
        assert min(at.y(), under.y()) >= ends
        ends = under.y() + title.buddy().height()
        about = title.buddy().accessibleDescription()
        words = [each for each in page.findChildren(QLabel) if about and each.text() == about]
        for each in words:
            assert place(page, each).x() == under.x() and place(page, each).y() >= ends
            ends = place(page, each).y() + each.height()
    assert page._area.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(
    ("wide", "columns", "left"),
    [
        (330, 1, 36),
        (583, 1, 36),
        (584, 2, 36),
        (817, 2, 36),
        (818, 3, 36),
        (972, 3, 36),
        (973, 3, 36),
        (974, 3, 37),
        (1280, 3, 190),
        (2560, 3, 830),
    ],
)
def test_the_form_is_in_the_middle_and_has_as_many_games_in_a_row_as_fit(
    page: HostPage, wide: int, columns: int, left: int
) -> None:
    page.resize(wide, 900)
    settle()
    places = [place(page, each) for each in page.games]
    [title] = [each for each in page.findChildren(QLabel) if each.text() == "Host a table"]

    assert sum(each.y() == places[0].y() for each in places) == columns
    assert [each.x() for each in places[::columns]] == [places[0].x()] * len(places[::columns])
    assert place(page, title).x() == place(page, page.open).x() == left


def test_another_game_keeps_the_terms_and_has_its_own_seats_and_options(qtbot: QtBot, page: HostPage) -> None:
    watch = box(page, "watch")
    watch.setCurrentIndex(2)
    assert page.setup.term("watch") == watch.itemData(2)
    page.seats.setValue(7)
    qtbot.mouseClick(next(each for each in page.games if each.offer.key == "kings"), LEFT)
    settle()

    assert page.setup == setup_for("kings", terms={"watch": watch_value(page)})
    assert [each.offer.key for each in page.games if each.isChecked()] == ["kings"]
    assert (page.seats.minimum(), page.seats.maximum(), page.seats.value()) == (4, 4, 4)
    assert {each.title for each in GAMES["kings"].options} <= {
        each.accessibleName() for each in page.findChildren(QComboBox)
    }
    assert "Length" not in {
        each.accessibleName() for each in page.findChildren(QComboBox) if each.isVisible()
    }


def watch_value(page: HostPage) -> str:
    return str(box(page, "watch").currentData())


def test_a_value_that_the_form_does_not_offer_is_shown_and_kept(page: HostPage) -> None:
    """An earlier table may have had terms of the command line."""
    setup = setup_for("plump").with_term("gone_after", "47")
    offered = next(each.choices for each in setup.offered_terms if each.key == "gone_after")
    page.show_setup(setup, rebuild=True)
    settle()
    shown = box(page, "gone_after")

    assert "47" not in offered and [shown.itemData(at) for at in range(shown.count())] == [*offered, "47"]
    assert shown.currentData() == "47"

    page.seats.setValue(3)

    assert page.setup == setup.with_seats(3) and page.setup.term("gone_after") == "47"


def test_the_more_button_opens_the_rest_of_the_form_and_less_closes_it(qtbot: QtBot, page: HostPage) -> None:
    told = []
    for _ in range(3):
        told.append((page.more.text(), page.seldom.isVisible()))
        qtbot.mouseClick(page.more, LEFT)

    assert told == [("More", False), ("Less", True), ("More", False)]


def test_the_form_is_left_by_back_and_names_the_invited_person(qtbot: QtBot, page: HostPage) -> None:
    left: list[bool] = []
    page.back_wanted.connect(lambda: left.append(True))
    assert not page.invited.isVisible() and not page.fault.isVisible()
    page.tell_invited("Anna")
    assert page.invited.isVisible()
    page.tell_invited("")
    [back] = [each for each in page.findChildren(QPushButton) if each.text() == "Back"]
    qtbot.mouseClick(back, LEFT)

    assert left == [True] and not page.invited.isVisible()
