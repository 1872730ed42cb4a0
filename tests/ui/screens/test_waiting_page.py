"""The page of a table that fills: its layout in windows of every width, and what it forgets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import Gathering, Guest, HostGone, LobbyLine, Refused, Say, Stay, Trouble, TroubleKind
from app.screens.table import LogLine
from tests.support.values import replace
from tests.ui.screens.test_lobby import INVITATION
from ui.art.theme import LIGHT
from ui.screens.waiting_page import WaitingPage
from ui.screens.waiting_table import ChairFrame

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton
LISA, TOBY, ED = Guest("Lisa", "AAAA"), Guest("Toby", "BBBB"), Guest("Ed", "CCCC")
OURS = Gathering("plump", (), 4, (LISA, TOBY), INVITATION, own="AAAA")
THEIRS = Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB")


@pytest.fixture
def page(qtbot: QtBot) -> WaitingPage:
    made = WaitingPage(LIGHT)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    made.begin("The table opens")
    return made


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def box(page: WaitingPage, each: QWidget) -> tuple[int, int, int, int]:
    """Left, top, right and bottom within what scrolls."""
    corner = each.mapTo(page.widget(), QPoint())
    return corner.x(), corner.y(), corner.x() + each.width(), corner.y() + each.height()


@pytest.mark.parametrize(
    ("wide", "talk_is_below", "picture_is_above"),
    [
        (469, True, True),
        (470, True, False),
        (699, True, False),
        (700, False, True),
        (769, False, True),
        (770, False, False),
        (1280, False, False),
    ],
)
def test_chat_and_picture_stand_below_where_they_have_no_room_beside(
    page: WaitingPage, wide: int, *, talk_is_below: bool, picture_is_above: bool
) -> None:
    page.tell(OURS)
    page.resize(wide, 1600)
    settle()
    left, top, right, bottom = box(page, page.table)
    talk = box(page, page.talk)

    if talk_is_below:
        assert talk[1] >= bottom and talk[3] - talk[1] >= 260 and page.talk.width() == wide
    else:
        assert talk[0] >= right and page.talk.width() == 300 and talk[1] == top
    assert (page.picture.geometry().bottom() < page.copy.y()) is picture_is_above
    invite = box(page, page.invite)
    assert left <= invite[0] and invite[2] <= right and top <= invite[1] and invite[3] <= bottom


def test_a_new_table_shows_nothing_of_the_last_one(page: WaitingPage) -> None:
    page.tell(replace(OURS, guests=(LISA, replace(TOBY, bot=True, runner="Lisa"))))
    page.hear(LobbyLine("Toby", "good evening"))
    page.hear(Trouble(TroubleKind.LOBBY, "Ed does not answer."))
    page.tell_progress(3, 9)
    assert page.talk.isVisible() and page.invite.isVisible() and page.bar.isVisible()
    assert page.chat.lines.rowCount() == 1 and page.trouble.text() == "Ed does not answer."
    assert page.progress.text() == "3 of 9 steps checked"
    assert (page.bar.minimum(), page.bar.maximum(), page.bar.value()) == (0, 9, 3)
    page.begin("Another table opens")
    settle()

    assert (page.title.text(), page.state.text()) == ("Another table opens", "One moment…")
    for each in (
        *(page.trouble, page.warning, page.letters, page.options, page.terms, page.reach, page.progress),
        *(page.talk, page.invite, page.bar, page.stay),
    ):
        assert not each.isVisible()
    assert page.chat.lines.rowCount() == 0 and page.invitation.toPlainText() == ""
    assert [each for each in page.findChildren(ChairFrame) if each.isVisible()] == []
    page.tell(OURS)
    assert page.title.text() == "Plump", "a table that was not seen before has not changed"


@pytest.mark.parametrize(
    ("guests", "coming", "is_shown"),
    [
        ((LISA, TOBY), (), True),
        ((LISA, TOBY), (b"1",), True),
        ((LISA, TOBY), (b"1", b"2"), False),
        ((LISA, TOBY, ED), (), True),
        ((LISA, TOBY, ED), (b"1",), False),
    ],
)
def test_an_invitation_lies_on_the_table_while_a_chair_is_free(
    page: WaitingPage, guests: tuple[Guest, ...], coming: tuple[bytes, ...], *, is_shown: bool
) -> None:
    page.tell(replace(OURS, guests=guests, coming=coming))
    assert (page.invite.isVisible(), page.reach.isVisible()) == (is_shown, is_shown)
    page.tell(replace(THEIRS, guests=guests, coming=coming))

    assert not page.invite.isVisible() and not page.reach.isVisible(), "a guest has none"


def test_trouble_about_a_person_disappears_when_the_person_comes(page: WaitingPage) -> None:
    page.tell(OURS)
    page.hear(Refused("not-now", "", "Ed does not answer."))
    page.tell(replace(OURS, guests=(LISA, TOBY, replace(ED, nick=""))))
    assert page.trouble.isVisible()
    page.tell(replace(OURS, guests=(LISA, TOBY, ED)))

    assert not page.trouble.isVisible()


def test_the_title_tells_the_last_change_of_the_table_until_the_next_one(page: WaitingPage) -> None:
    page.tell(THEIRS)
    page.tell(replace(THEIRS, seats=3))
    changed = page.title.text()
    assert changed.startswith("Plump · ") and changed != "Plump"
    page.tell(replace(THEIRS, seats=3, guests=(LISA, TOBY, ED)))

    assert page.title.text() == changed


@pytest.mark.parametrize(("is_seen", "chairs"), [(True, ["Seat 2: Toby"]), (False, [])])
def test_without_its_host_a_table_shows_the_other_players_and_one_press_stays(
    qtbot: QtBot, page: WaitingPage, chairs: list[str], *, is_seen: bool
) -> None:
    if is_seen:
        page.tell(THEIRS)
    ordered: list[object] = []
    page.ordered.connect(ordered.append)
    page.hear(HostGone("Lisa", "Toby", is_next=True))
    settle()
    shown = [each for each in page.findChildren(ChairFrame) if each.isVisible()]
    assert [each.chair.told.partition(",")[0] for each in shown] == chairs
    assert page.stay.isVisible() and page.focusWidget() is page.stay and not page.talk.isVisible()
    qtbot.mouseClick(page.stay, LEFT)

    assert ordered == [Stay()] and not page.stay.isVisible() and page.state.text() == "One moment…"


def test_lines_are_said_by_enter_and_only_the_newest_200_are_kept(qtbot: QtBot, page: WaitingPage) -> None:
    page.tell(OURS)
    ordered: list[object] = []
    page.ordered.connect(ordered.append)
    page.chat.entry.setText("hello")
    qtbot.keyClick(page.chat.entry, Qt.Key.Key_Return)
    page._lines = [LogLine(f"Toby: line {n}", 0) for n in range(199)]
    for n in (199, 200, 201):
        page.tell_line(LobbyLine("Toby", f"line {n}"))

    assert ordered == [Say("hello")]
    assert page.chat.lines.rowCount() == 200
    assert page.chat.lines.index(0, 0).data() == "Toby: line 2"


def test_the_buttons_to_leave_and_for_a_larger_code_send_their_requests(
    qtbot: QtBot, page: WaitingPage
) -> None:
    page.tell(OURS)
    settle()
    asked: list[str] = []
    page.cancelled.connect(lambda: asked.append("leave"))
    page.code_wanted.connect(asked.append)
    for text in ("Larger QR code", "Leave"):
        [press] = [each for each in page.findChildren(QPushButton) if each.text() == text]
        qtbot.mouseClick(press, LEFT)

    assert asked == [INVITATION, "leave"]


def test_the_focus_stays_on_its_chair_when_a_bot_sits_down_on_it(page: WaitingPage) -> None:
    page.tell(OURS)
    page.activateWindow()
    settle()
    before = {each.chair.seat: each for each in page.table._chairs if each.press is not None}
    seat = min(before)
    press = before[seat].press
    assert press is not None and len(before) > 1
    press.setFocus()
    assert press.hasFocus()
    page.tell(replace(OURS, guests=(LISA, TOBY, replace(ED, bot=True, runner="Lisa"))))
    settle()
    after = {each.chair.seat: each for each in page.table._chairs}

    assert after[seat] is not before[seat]
    assert [each.chair.seat for each in after.values() if each.press and each.press.hasFocus()] == [seat]
