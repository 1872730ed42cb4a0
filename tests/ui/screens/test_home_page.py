"""The layout of the lobby in windows of every size, and what its buttons ask for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from net.link.address import make_address
from net.lobby.invitation import Invitation
from ui.art.theme import LIGHT
from ui.screens.home_page import HomePage

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton
INVITATION = str(Invitation((make_address("192.168.1.20", 4000),), bytes(range(32))))


@pytest.fixture
def page(qtbot: QtBot) -> HomePage:
    QGuiApplication.clipboard().setText("")
    made = HomePage(LIGHT, 100)
    qtbot.addWidget(made)
    made.tell_player("Lisa", bytes, "whale")
    made.show()
    return made


def lay_out(page: HomePage, wide: int, high: int) -> None:
    page.resize(wide, high)
    for _ in range(3):
        QApplication.processEvents()


def place(page: HomePage, each: QWidget) -> QPoint:
    return each.mapTo(page.widget(), QPoint())


def is_below(page: HomePage, lower: QWidget, upper: QWidget) -> bool:
    return place(page, lower).y() >= place(page, upper).y() + upper.height()


@pytest.mark.parametrize(
    ("wide", "name_is_below", "halves_are_below", "verbs_are_below"),
    [
        (479, True, True, True),
        (480, True, True, False),
        (639, True, True, False),
        (640, False, True, False),
        (759, False, True, False),
        (760, False, False, True),
        (1039, False, False, True),
        (1040, False, False, False),
    ],
)
def test_parts_of_the_lobby_without_room_side_by_side_stand_below_one_another(
    page: HomePage, wide: int, *, name_is_below: bool, halves_are_below: bool, verbs_are_below: bool
) -> None:
    lay_out(page, wide, 1400)

    assert is_below(page, page.name, page.aim) is name_is_below
    assert is_below(page, page.list, page.nearby) is halves_are_below
    assert is_below(page, page.join, page.invitation) is verbs_are_below
    [title] = [each for each in page.findChildren(QWidget) if getattr(each, "text", str)() == "Your games"]
    assert is_below(page, page.record, title) is verbs_are_below


@pytest.mark.parametrize(
    ("size", "columns", "each_high", "left"),
    [
        ((300, 900), 1, 74, 36),
        ((551, 900), 1, 74, 36),
        ((552, 900), 2, 74, 36),
        ((981, 900), 3, 74, 36),
        ((982, 719), 3, 74, 36),
        ((982, 720), 5, 238, 36),
        ((1280, 900), 5, 308, 36),
        ((1572, 1440), 5, 355, 36),
        ((1573, 1440), 5, 355, 36),
        ((1574, 1440), 5, 355, 37),
        ((2560, 1440), 5, 355, 530),
    ],
)
def test_games_are_small_on_a_low_or_narrow_page_and_in_as_many_columns_as_fit(
    page: HomePage, size: tuple[int, int], columns: int, each_high: int, left: int
) -> None:
    lay_out(page, *size)
    places = [place(page, each) for each in page.games]

    assert sum(each.y() == places[0].y() for each in places) == columns
    assert [each.x() for each in places[::columns]] == [left] * len(places[::columns]), "one below the other"
    assert {each.height() for each in page.games} == {each_high}


def test_an_invitation_in_the_clipboard_replaces_nothing_that_was_typed(page: HomePage) -> None:
    page.invitation.setText("SHOAL:half")
    QGuiApplication.clipboard().setText(INVITATION)
    page.invitation.setFocus()
    QApplication.processEvents()

    assert page.invitation.text() == "SHOAL:half"
    assert not page.join.isEnabled() and not page.spectate.isEnabled()
    assert page.fault.text() != "" and page.fault.text()[0].isupper() and page.fault.text().endswith(".")
    page.invitation.clear()
    assert page.fault.text() == "" and not page.join.isEnabled()


def test_an_invitation_is_watched_by_its_button_and_only_if_it_is_whole(qtbot: QtBot, page: HomePage) -> None:
    wanted: list[str] = []
    page.spectate_wanted.connect(wanted.append)
    for text in ("", "hello", f" {INVITATION} "):
        page.invitation.setText(text)
        page._spectate()
        qtbot.mouseClick(page.spectate, LEFT)

    assert wanted == [INVITATION, INVITATION]


@pytest.mark.parametrize(
    ("link", "said"),
    [(INVITATION, "This invitation came from a link."), ("no", "This does not begin with SHOAL:")],
)
def test_a_link_is_shown_ready_to_be_joined(page: HomePage, link: str, said: str) -> None:
    page.show_link(link)

    assert page.invitation.text() == link and page.window().focusWidget() is page.invitation
    assert page.fault.text().startswith(said)


def test_records_opened_before_are_in_a_menu_that_also_leads_to_others(qtbot: QtBot, page: HomePage) -> None:
    wanted: list[str] = []
    page.record_wanted.connect(lambda: wanted.append("another"))
    page.recent_wanted.connect(wanted.append)
    qtbot.mouseClick(page.record, LEFT)
    page.tell_records(["/games/one.shoal", "/games/two.shoal"])
    menu = page.record.menu()
    lines = [each for each in menu.actions() if not each.isSeparator()]
    for each in lines:
        each.trigger()

    assert [each.text() for each in lines] == ["one.shoal", "two.shoal", "Another file…"]
    assert wanted == ["another", "/games/one.shoal", "/games/two.shoal", "another"]
    page.tell_records([])
    assert page.record.menu() is None
