"""A table in its window: how it begins, whom it calls, what it says of itself, and how it is left."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import Finished, Guest, Knock, PutBot, Quit, React, Trouble, TroubleKind
from app.records.evening import Evening as Evenings
from app.records.evening import Wins
from app.screens.lobby import against_bots, setup_for
from app.screens.sound import Cue
from app.table.start import HOST_TIMEOUT_S, Hosting, Joining, Resuming, Spectating, Start
from tests.gallery_states.shell import INVITATION
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled
from ui.screens.end_panel import Saved
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton


class Evening:
    """A window, its program, and a game to tell it."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.program, self.ear, self.story = FakeProgram(folder), Ear(), Story()
        self.window = Window(self.program, self.ear)
        qtbot.addWidget(self.window)
        self.window.show()

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    def sit_down(self, *, seat: int = 0, bots_only: bool = False) -> None:
        """Sit down at a table, and play until it is our turn."""
        guests = self.story.info.guests
        if bots_only:
            guests = tuple(replace(each, bot=at != seat) for at, each in enumerate(guests))
        self.story.info = replace(self.story.info, guests=guests, seat=seat)
        self.window.begin(against_bots("plump"))
        self.tell(self.story.started, self.story.until_own_turn())

    def others_turn(self) -> None:
        """Take our turn, so that another player's begins."""
        self.story.step()
        self.tell(self.story.news())
        assert self.window.at_table is not None and not self.window.at_table.model.is_our_turn

    def end(self) -> None:
        """Play to the end, and show it."""
        news = self.story.to_the_end()
        outcome = news.view.state.outcome()
        assert outcome is not None and self.window.at_table is not None
        self.tell(news, Finished(outcome))
        self.qtbot.waitUntil(self.window.at_table.end.isVisible)

    @property
    def orders(self) -> list[object]:
        return list(self.program.tables[-1].orders)


@pytest.fixture
def evening(qtbot: QtBot, tmp_path: Path) -> Evening:
    return Evening(qtbot, tmp_path)


def tool_names(root: QWidget) -> list[str]:
    return [each.accessibleName() for each in root.findChildren(QToolButton) if not each.isHidden()]


@pytest.mark.parametrize(
    ("start", "may_be_seen"),
    [
        (Hosting("plump", 4, (), bots=3), False),
        (Hosting("plump", 4, (), bots=2), True),
        (Hosting("plump", 4, (), bots=0), True),
        (Joining(INVITATION), True),
        (Resuming("ab"), True),
    ],
)
def test_a_table_with_people_is_found_if_the_player_may_be(
    evening: Evening, start: Hosting | Joining | Resuming, may_be_seen: bool
) -> None:
    began = []
    for is_wanted in (False, True):
        evening.program.settings = replace(STILL, visible=is_wanted)
        evening.window.begin(start)
        began.append(evening.program.tables[-1].start)
        evening.window.leave()
        settled()
    evening.program.settings = STILL
    asked = replace(start, visible=True)
    evening.window.begin(asked)

    assert began == [start, replace(start, visible=may_be_seen)]
    assert evening.program.tables[-1].start == asked, "as the form says, whatever the settings"


def test_a_spectator_is_not_found(evening: Evening) -> None:
    evening.program.settings = replace(STILL, visible=True)
    evening.window.begin(Spectating(INVITATION))

    assert evening.program.tables[0].start == Spectating(INVITATION)


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (against_bots("kings"), "Kings: opening the table"),
        (Spectating(INVITATION), "Looking for the table"),
        (Joining(INVITATION), "Sitting down at the table"),
        (Joining(INVITATION, HOST_TIMEOUT_S + 1), "Waiting for the host to open the next table"),
        (Resuming("ab"), "Returning to the game"),
    ],
)
def test_the_page_of_a_table_that_fills_begins_with_the_step_under_way(
    evening: Evening, start: Start, text: str
) -> None:
    evening.window.begin(start)
    said = [each.text() for each in evening.window.waiting.findChildren(QLabel) if not each.isHidden()]

    assert text in said


def test_only_trouble_that_ends_a_table_is_reported_in_the_lobby(evening: Evening) -> None:
    evening.window.begin(Joining(INVITATION))
    evening.tell(Trouble(TroubleKind.LOBBY, "the host is slow"))
    assert evening.window.home.warning.text() == ""
    evening.tell(Trouble(TroubleKind.LOBBY, "the host is gone", ends=True))

    assert evening.window.home.warning.text() == "the host is gone"


def test_the_level_of_an_added_bot_is_that_of_the_next_table(evening: Evening) -> None:
    evening.window.begin(setup_for("plump").hosting(asks=True))
    evening.window.table.put(PutBot("hard"))
    start = evening.window.table.start
    assert isinstance(start, Hosting) and start.level == "hard"
    evening.window.leave()
    settled()
    evening.window.begin(Joining(INVITATION))
    before = evening.window.table.start
    evening.window.table.put(PutBot("easy"))

    assert evening.window.table.start == before, "a guest's table is not ours"
    assert evening.orders[-1] == PutBot("easy")


def test_the_title_says_whose_turn_it_is_as_long_as_the_game_lasts(evening: Evening) -> None:
    evening.sit_down()
    named = "Plump with Bot Ada, Stephen, Bot Bo – Shoal"
    assert evening.window.windowTitle() == f"Your turn: {named}"
    evening.others_turn()
    assert evening.window.windowTitle() == named
    evening.tell(evening.story.until_own_turn())
    assert evening.window.windowTitle() == f"Your turn: {named}"
    evening.end()

    assert evening.window.windowTitle() == named


def test_a_player_on_turn_is_reminded_once_and_nobody_else_is(evening: Evening) -> None:
    evening.sit_down()
    evening.ear.heard.clear()
    evening.window.table.still.start(0)
    settled()
    assert evening.ear.heard == [Cue.TURN]
    evening.others_turn()
    evening.ear.heard.clear()
    evening.window.table.still.start(0)
    settled()

    assert evening.ear.heard == []


def test_the_task_bar_calls_a_player_whose_window_is_not_in_front(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call itself is the desktop's: no window of this platform shows it."""
    called: list[QWidget] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, *_: called.append(window))
    evening.window.activateWindow()
    evening.qtbot.waitUntil(evening.window.isActiveWindow)
    evening.sit_down()
    assert called == []
    evening.others_turn()
    other = QWidget()
    evening.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    evening.qtbot.waitUntil(other.isActiveWindow)
    evening.tell(evening.story.news())
    assert called == [], "it is not our turn"
    evening.tell(evening.story.until_own_turn())

    assert called == [evening.window]


def test_a_tip_waits_for_the_players_turn(evening: Evening) -> None:
    evening.program.settings = replace(STILL, tips=True)
    evening.story.to_own_turn()
    evening.story.step()
    evening.window.begin(against_bots("plump"))
    evening.tell(evening.story.started, evening.story.news())
    screen = evening.window.at_table
    assert screen is not None and not screen.model.is_our_turn
    assert evening.program.settings.tips_seen == "" and screen.advice.isHidden()
    evening.tell(evening.story.until_own_turn())

    assert evening.program.settings.tips_seen == "plump.play" and screen.advice.isVisible()


def test_only_a_game_of_ours_that_ends_counts_for_the_evening(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    monkeypatch.setattr(evening.window, "count_evening", lambda: counted.append(1))
    evening.sit_down()
    evening.others_turn()
    assert counted == []
    evening.end()
    assert counted == [1]


@pytest.mark.parametrize("bots_only", [True, False])
def test_a_rematch_is_announced_to_people_and_not_to_bots(evening: Evening, bots_only: bool) -> None:
    evening.sit_down(bots_only=bots_only)
    evening.end()
    screen = evening.window.at_table
    assert screen is not None
    orders = evening.program.tables[0].orders
    evening.qtbot.mouseClick(screen.end.rematch, LEFT)
    settled()

    assert [*orders] == ([Quit()] if bots_only else [React("again"), Quit()])
    assert len(evening.program.tables) == 2


def test_a_player_invites_somebody_back_only_among_people(evening: Evening) -> None:
    evening.sit_down()
    assert evening.window.at_table is not None
    tools = tool_names(evening.window.at_table.bar)

    assert "Invite somebody back" in tools and "The last round again" in tools
    assert not any(each.startswith("Large") for each in tools), "that is for spectators"


def test_at_a_table_of_ours_f11_shows_nothing_large(evening: Evening) -> None:
    evening.sit_down()
    QTest.keyClick(evening.window, Qt.Key.Key_F11)

    assert evening.window.table.large is None and evening.window.side._open == {}


@pytest.mark.parametrize("is_filling", [False, True])
def test_the_keys_of_a_table_do_nothing_without_one(evening: Evening, is_filling: bool) -> None:
    if is_filling:
        evening.window.begin(setup_for("plump").hosting(asks=True))
        QTest.keyClick(evening.window, Qt.Key.Key_F11)
    before = evening.window.pages.currentWidget()
    QTest.keyClicks(evening.window, "PHRQ")
    for call in ("rematch", "change", "show_last_round", "show_proven"):
        getattr(evening.window.table, call)()
    evening.window.table.look_again(3)
    settled()

    assert evening.window.pages.currentWidget() is before
    assert evening.window.side._open == {} and evening.window.table.large is None
    assert len(evening.program.tables) == is_filling


def test_each_file_saved_from_a_game_has_a_proposed_name_and_type_of_its_own(evening: Evening) -> None:
    evening.sit_down()
    evening.end()
    screen = evening.window.at_table
    assert screen is not None
    screen.tell_evening([Evenings("plump", 3, (Wins("a", "Stephen", 2), Wins("b", "Lisa", 1)), 0)])
    proposed = {}
    for what in Saved:
        screen.end.saves[what].trigger()
        dialog = evening.window.side.top
        assert isinstance(dialog, QFileDialog) and dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
        [name] = [Path(each).name for each in dialog.selectedFiles()]
        proposed[dialog.windowTitle()] = (name, dialog.defaultSuffix(), dialog.nameFilters())
        dialog.reject()

    assert proposed == {
        "Save the record": ("abababababab.shoal", "shoal", ["Records of Shoal (*.shoal)", "All files (*)"]),
        Saved.SHEET.value: ("Plump.pdf", "pdf", ["*.pdf"]),
        Saved.PICTURE.value: ("Plump.png", "png", ["*.png"]),
        Saved.EVENING.value: ("Plump this evening.png", "png", ["*.png"]),
    }


def test_leaving_a_table_closes_its_knocks_and_windows(evening: Evening) -> None:
    evening.window.begin(setup_for("plump").hosting(asks=True))
    evening.tell(Knock(Guest("Toby", "C54M"), b"key"))
    assert evening.window.table.knocking.isVisible()
    evening.window.leave()
    settled()
    assert evening.window.table.knocking.isHidden() and evening.window.table.running is None
    evening.sit_down()
    evening.window.table.show_proven()
    assert evening.window.side.top.windowTitle() == "The proofs"
    evening.window.leave()
    settled()

    assert evening.window.side._open == {} and evening.window.is_free
    assert evening.window.windowTitle() == "Shoal"
