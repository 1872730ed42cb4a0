"""The screen of one table: its notices, the question above it, and what the end offers to whom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import (
    SPECTATOR,
    AbsentChoice,
    Decide,
    Finished,
    News,
    Order,
    Paused,
    TableInfo,
    Trouble,
    TroubleKind,
    WantPause,
)
from net.wire.genesis import Policy
from rules.api import Outcome
from tests.gallery_states.shell import ASKED, AWAY, CHEATED
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("unpainted")
LEFT = Qt.MouseButton.LeftButton
OUTCOME = Finished(Outcome((9, 1, 2, 3), (1, 4, 3, 2)))
FULL = Trouble(TroubleKind.DISK_FULL, "This computer's disk is full.")
WARNED = Trouble(TroubleKind.REFUSED, "Bytes from Stephen were not accepted.", 2)
INFO = Story("plump").info


class Table:
    """A table on the player's turn."""

    def __init__(self, qtbot: QtBot, info: TableInfo = INFO, size: tuple[int, int] = (1000, 700)) -> None:
        self.qtbot, self.orders = qtbot, list[Order]()
        self.story = Story("plump")
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.screen = TableScreen(info, preferences(), self.orders.append, self.window)
        self.screen.resize(*size)
        self.window.resize(*size)
        self.window.show()
        self.tell(self.story.until_own_turn())

    def tell(self, *news: News) -> None:
        self.screen.show_news(news)
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    @property
    def notice(self) -> str:
        """The words of the notice in the bar; "" if there is none."""
        screen = self.screen
        words = {
            screen.call: screen.call_text,
            screen.banner: screen.banner_text,
            screen.advice: screen.advice_text,
            screen.pause: screen.pause_text,
        }
        shown = [words[each].text() for each in words if each.isVisible()]
        assert len(shown) <= 1
        return "".join(shown)


@pytest.mark.parametrize(
    ("info", "last", "offered", "leave"),
    [
        (INFO, OUTCOME, {"rematch", "change", "replay", "turned", "save"}, "Back to the lobby"),
        (INFO, CHEATED, {"replay", "save"}, "Back to the lobby"),
        (replace(INFO, seat=SPECTATOR), OUTCOME, {"save"}, "Back to the lobby"),
        (replace(INFO, seat=SPECTATOR), CHEATED, {"save"}, "Back to the lobby"),
        (replace(INFO, table=""), OUTCOME, {"rematch"}, "Back to the replay"),
    ],
)
def test_the_end_offers_what_this_table_can_do(
    qtbot: QtBot, info: TableInfo, last: News, offered: set[str], leave: str
) -> None:
    table = Table(qtbot, info)
    screen = table.screen
    assert not screen.result.isVisible() and "end" not in vars(screen)
    assert screen.proofs.isVisible() is (info.seat == 0 and bool(info.table))
    table.tell(last)
    screen.table.hurry()
    qtbot.waitUntil(lambda: "end" in vars(screen) and screen.end.isVisible())
    end = screen.end

    assert {
        name for name in ("rematch", "change", "replay", "turned", "save") if getattr(end, name).isVisible()
    } == offered
    assert end.leave.text() == leave and screen.result.isVisible()
    assert table.window.focusWidget() is (end.rematch if "rematch" in offered else end.leave)
    end.hide()
    table.qtbot.mouseClick(screen.result, LEFT)
    assert end.isVisible()


def test_the_end_stays_in_the_middle_of_the_table(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.tell(OUTCOME)
    table.screen.table.hurry()
    qtbot.waitUntil(lambda: "end" in vars(table.screen) and table.screen.end.isVisible())
    for size in ((1000, 700), (1400, 900), (700, 500)):
        table.window.resize(*size)
        table.screen.resize(*size)
        table.settle()
        room, end = table.screen.table.geometry(), table.screen.end.geometry()
        assert room.adjusted(24, 16, -24, -16).contains(end)
        assert abs(end.center().x() - room.center().x()) <= 1
        assert abs(end.center().y() - room.center().y()) <= 1


def test_of_several_notices_the_one_that_can_be_closed_comes_first(qtbot: QtBot) -> None:
    table = Table(qtbot, replace(INFO, policy=Policy(move_limit_s=60)))
    screen = table.screen
    assert table.notice == ""
    table.tell(Paused((2,), is_paused=False))
    paused = table.notice
    assert "pause" in paused.lower()
    screen.show_tip("A tip for your first bid.")
    assert table.notice == "A tip for your first bid."
    table.tell(FULL)
    assert table.notice == "A tip for your first bid.", "a notice that stays can wait"
    [close] = [each for each in screen.advice.findChildren(type(screen.call_press)) if each.text() == "Close"]
    qtbot.mouseClick(close, LEFT)
    assert table.notice == paused
    table.tell(AWAY, ASKED)
    assert table.notice == screen.call_text.text() != ""
    table.tell(CHEATED)
    assert table.notice == CHEATED.text


def test_a_warning_can_be_closed_and_a_full_disk_cannot(qtbot: QtBot) -> None:
    table = Table(qtbot)
    screen = table.screen
    table.tell(WARNED)
    assert table.notice == WARNED.text and screen.banner_close.isVisible()
    qtbot.mouseClick(screen.banner_close, LEFT)
    assert table.notice == ""
    table.tell(FULL)
    assert table.notice == FULL.text and not screen.banner_close.isVisible()
    table.tell(replace(FULL, kind=TroubleKind.DISK_OK))

    assert table.notice == ""


def test_a_pause_is_requested_by_a_press_and_withdrawn_by_another(qtbot: QtBot) -> None:
    table = Table(qtbot, replace(INFO, policy=Policy(move_limit_s=60)))
    screen = table.screen
    [press] = [each for each in screen.bar.findChildren(QToolButton) if each.text() == "Pause"]
    assert press.isVisible()
    qtbot.mouseClick(press, LEFT)
    assert table.orders == [WantPause(wanted=True)]
    table.tell(Paused((0,), is_paused=False))
    assert not press.isVisible() and screen.pause.isVisible()
    qtbot.mouseClick(screen.pause_press, LEFT)
    assert table.orders[1:] == [WantPause(wanted=False)]
    table.tell(Paused((), is_paused=False))
    assert press.isVisible() and not screen.pause.isVisible()
    table.tell(OUTCOME)

    assert not press.isVisible()


def test_without_a_clock_no_pause_is_offered(qtbot: QtBot) -> None:
    table = Table(qtbot)
    presses = [each for each in table.screen.bar.findChildren(QToolButton) if each.text() == "Pause"]

    assert not any(each.isVisible() for each in presses)


@pytest.mark.parametrize("high", [320, 700])
def test_the_question_opens_and_closes_by_its_button_and_leaves_the_table_room(
    qtbot: QtBot, high: int
) -> None:
    table = Table(qtbot, size=(1000, high))
    screen = table.screen
    table.tell(AWAY, ASKED)
    assert screen.call.isVisible() and screen.question.isHidden() and screen.call_press.text() == "Answer"
    qtbot.mouseClick(screen.call_press, LEFT)
    table.settle()
    assert screen.question.isVisible() and screen.call_press.text() == "Close"
    room = high - screen.bar.height()
    assert screen.question.height() == min(screen.question.height(), round(room * 0.55))
    assert (screen.question.height() == round(room * 0.55)) is (high == 320)
    screen.question.decided.emit(AbsentChoice.END)
    assert table.orders == [Decide(AbsentChoice.END)]
    qtbot.mouseClick(screen.call_press, LEFT)
    assert screen.question.isHidden() and screen.call_press.text() == "Answer"
    screen.ask()
    table.settle()
    assert screen.question.isVisible()
    table.tell(CHEATED)

    assert screen.question.isHidden() and not screen.call.isVisible()
    screen.ask()
    assert screen.question.isHidden(), "the game is over"


def test_a_press_at_the_wrong_time_is_refused_on_the_table_and_sends_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(qtbot)
    refused: list[bool] = []
    pressed: list[bool] = []
    table.screen.pressed.connect(lambda: pressed.append(True))
    monkeypatch.setattr(table.screen.table, "show_refused", lambda *_: refused.append(True))
    actions = table.story.local.actions()
    table.screen.choose(actions[0])
    table.settle()
    assert len(table.orders) == 1 and pressed == [True] and refused == []
    table.screen.choose(actions[0])
    table.settle()

    assert len(table.orders) == 1 and pressed == [True] and refused == [], "the first is on its way"
    table.story.local.play(actions[0])
    table.story.step()
    table.tell(table.story.news())
    assert table.story.local.turn != 0
    table.screen.choose(actions[0])
    table.settle()
    assert len(table.orders) == 1 and pressed == [True] and refused == [True]
