"""The window over a program that does nothing by itself: its orders, and its screens."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.messages import (
    AbsentChoice,
    AbsentWhy,
    Adjourned,
    Admit,
    Asked,
    ChatLine,
    Choose,
    Closed,
    Decide,
    Decided,
    Finished,
    Gathering,
    GiveUpSeat,
    Guest,
    Inviting,
    Knock,
    Missing,
    Offered,
    Order,
    Paused,
    Presence,
    PresenceState,
    Quit,
    React,
    Reaction,
    RecordSaved,
    Refused,
    SaveRecord,
    Say,
    StepKind,
    Trouble,
    TroubleKind,
    TurnClock,
    WantPause,
    Working,
)
from app.records.evening import Evening, Wins
from app.screens.lobby import against_bots, evening_line, letters_of, setup_for
from app.screens.program import KeptGames, Replaying, ReplayingFile
from app.screens.seats import HERE, MarkKind, SeatMark
from app.screens.sound import Cue
from app.table.start import Hosting, Joining, Resuming, Unfinished
from net.wire.genesis import Absent, Policy
from tests.support.catalogue import GAMES, PLAIN, playing
from tests.support.quick import quick_only
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled, unasked
from ui.art.theme import Back, Felt
from ui.dialogs.about import AboutDialog
from ui.dialogs.frame import EDGE
from ui.dialogs.page import KeysDialog, ProvenDialog
from ui.dialogs.passphrase import PassphraseDialog
from ui.dialogs.settings import SettingsDialog
from ui.instance import Wanted
from ui.screens.end_panel import Saved
from ui.start import Watchdog, after_the_first_paint
from ui.tables.plain.table import PlainTable
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton


class Stage:
    """A window, its program, and a game to tell it."""

    def __init__(self, qtbot: QtBot, folder: Path, **given: object) -> None:
        self.qtbot = qtbot
        self.program = FakeProgram(folder, **given)  # type: ignore[arg-type]
        self.ear = Ear()
        self.window = Window(self.program, self.ear)
        self.story = Story()
        qtbot.addWidget(self.window, before_close_func=unasked)
        self.window.show()

    def sit_down(self, game: str = "plump") -> Stage:
        """Sit down at a table, and play until it is our turn."""
        self.story = Story(game)
        self.window.begin(against_bots(game))
        self.tell(self.story.started, self.story.until_own_turn())
        return self

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    def press(self, text: str) -> None:
        """Press the button with these words, in the small window in front."""
        top = self.window.side.top
        found = next(each for each in top.findChildren(QPushButton) if each.text() == text)
        self.qtbot.mouseClick(found, LEFT)

    @property
    def orders(self) -> list[object]:
        return list(self.program.tables[-1].orders)

    @property
    def screen(self) -> object:
        return self.window.pages.currentWidget()


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path)


def test_the_window_opens_with_the_lobby(stage: Stage) -> None:
    assert stage.screen is stage.window.home
    assert stage.window.windowTitle() == "Shoal"


def test_a_game_is_one_click_away(stage: Stage) -> None:
    stage.qtbot.mouseClick(stage.window.home.games[0], LEFT)

    assert stage.program.tables[0].start == against_bots("plump")
    assert stage.screen is stage.window.waiting


@pytest.mark.parametrize(
    ("emit", "start"),
    [
        (lambda window: window.home.join_wanted.emit("SHOAL:X"), Joining("SHOAL:X")),
        (lambda window: window.home.resume_wanted.emit("abc"), Resuming("abc")),
        (
            lambda window: window.opening.form.opened.emit(setup_for("kings")),
            setup_for("kings").hosting(asks=True),
        ),
    ],
)
def test_requests_of_the_lobby_are_started(
    stage: Stage, emit: Callable[[Window], None], start: object
) -> None:
    emit(stage.window)

    assert stage.program.tables[0].start == start


def test_the_form_of_a_new_table_opens_and_leads_back_to_the_lobby(stage: Stage) -> None:
    stage.window.home.host_wanted.emit()
    assert stage.screen is stage.window.opening.form
    stage.window.opening.form.back_wanted.emit()

    assert stage.screen is stage.window.home


def test_a_table_fills_and_begins(stage: Stage) -> None:
    stage.window.begin(setup_for("plump").hosting(asks=True))
    stage.tell(Gathering("plump", (), 4, (Guest("Lisa", ""),), ""))
    assert stage.window.waiting.state.text() == "Waiting for 3 more players."
    stage.tell(stage.story.started, stage.story.until_own_turn())

    assert stage.screen is stage.window.at_table
    assert stage.window.windowTitle() == "Your turn: Plump with Bot Ada, Stephen, Bot Bo – Shoal"


def test_a_guest_who_knocks_is_let_in_or_not(stage: Stage) -> None:
    stage.window.begin(setup_for("plump").hosting(asks=True))
    knock = Knock(Guest("Toby", "C54M"), b"key")
    stage.tell(knock)
    stage.tell(knock)
    press(stage, stage.window.table.knocking, "Let them in")

    assert stage.orders == [Admit(b"key", True)]
    assert stage.window.table.knocking.knocks == () and stage.window.table.knocking.isHidden()


def test_a_knock_is_forgotten_when_the_table_begins(stage: Stage) -> None:
    stage.window.begin(setup_for("plump").hosting(asks=True))
    stage.tell(Knock(Guest("Toby", "C54M"), b"key"))
    stage.tell(stage.story.started, stage.story.until_own_turn())

    assert stage.window.table.knocking.knocks == ()


def test_a_refused_join_shows_its_reason_in_the_lobby_until_the_next_try(stage: Stage) -> None:
    stage.window.begin(Joining("SHOAL:X"))
    stage.tell(Trouble(TroubleKind.LOBBY, "that computer plays another version", ends=True), Closed())

    assert stage.screen is stage.window.home
    assert stage.window.home.warning.text() == "that computer plays another version"
    stage.window.begin(Joining("SHOAL:X"))
    assert stage.window.home.warning.text() == ""


def test_a_choice_is_sent_once(stage: Stage) -> None:
    stage.sit_down()
    assert stage.window.at_table is not None
    action = stage.story.local.actions()[0]
    stage.window.at_table.table.chosen.emit(action)
    stage.window.at_table.table.chosen.emit(action)

    assert stage.orders == [Choose(1, action)]
    assert stage.window.at_table.status.text() == "Your choice is on its way."


def test_a_refused_choice_says_why(stage: Stage) -> None:
    stage.sit_down()
    assert stage.window.at_table is not None
    stage.window.at_table.choose(stage.story.local.actions()[0])
    stage.tell(Refused("hook", "plump 2.3", "That bid is forbidden."))

    assert stage.window.at_table.status.text() == "That bid is forbidden. (plump 2.3)"
    assert stage.ear.heard[-1] is Cue.REFUSED


def test_a_refusal_is_shown_with_its_reason(stage: Stage) -> None:
    stage.sit_down()
    assert stage.window.at_table is not None
    stage.window.at_table.table.why_not.emit("You must follow suit.")

    assert stage.window.at_table.status.text() == "You must follow suit."


@pytest.mark.parametrize("width", [800, 1280])
def test_words_have_their_room_as_soon_as_they_are_written(stage: Stage, width: int) -> None:
    """They get it at once: for three rounds of Qt's events only half of a line was visible."""
    stage.sit_down()
    stage.window.resize(width, 800)
    stage.qtbot.wait(1)
    screen = stage.window.at_table
    assert screen is not None
    for words in ("No.", "You must follow suit, for you have it." * 4, "No."):
        screen.table.why_not.emit(words)
        status = screen.status
        assert status.text() == words
        assert status.height() >= status.heightForWidth(status.width())


def test_trouble_stands_in_a_banner_until_it_is_over(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None and screen.banner.isHidden()
    stage.tell(Presence(2, PresenceState.AWAY, 8))
    assert screen.bar.deck.isVisible() and "Stephen is away, 0:08" in screen.bar.deck.text()
    stage.tell(Presence(2, PresenceState.BACK))
    assert screen.bar.deck.isHidden()
    stage.tell(Trouble(TroubleKind.REFUSED, "A message was refused.", 1))
    stage.qtbot.mouseClick(screen.banner_close, LEFT)

    assert screen.banner.isHidden()


def test_a_cheat_stops_the_table_and_is_named(stage: Stage) -> None:
    stage.sit_down()
    stage.tell(Trouble(TroubleKind.CHEAT, "Stephen broke the rules.", 2, ends=True))
    screen = stage.window.at_table
    assert screen is not None

    assert "Stephen broke the rules." in (screen.banner_text.text(), screen.end.why.text())
    assert screen.end.isVisible() and screen.end.rematch.isHidden()
    assert stage.ear.heard[-1] is Cue.TROUBLE


def test_the_decks_work_and_the_proofs_are_shown(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    stage.tell(Working(StepKind.MIX, (), (), 3, 4, 1))
    assert screen.deck.text() == "Shuffling: 3 of 4 checked"
    assert screen.proofs.accessibleName() == "1 proof checked"
    stage.qtbot.mouseClick(screen.proofs, LEFT)
    stage.tell(Working(StepKind.MOVE, (0,), (), 0, 0, 187))

    assert "187 proofs" in stage.window.side.top.text.toPlainText()  # type: ignore[attr-defined]


def end(stage: Stage) -> None:
    stage.tell(stage.story.to_the_end())
    outcome = stage.story.local.state.outcome()
    assert outcome is not None
    stage.tell(Finished(outcome))


@pytest.mark.parametrize("game", quick_only(GAMES, "plump", "matriculation"))
def test_the_end_is_shown_over_the_table_and_can_be_played_again(stage: Stage, game: str) -> None:
    stage.sit_down(game)
    end(stage)
    screen = stage.window.at_table
    assert screen is not None

    assert screen.end.isVisible() and screen.end.result.text().endswith(("won!", "won.", "of all."))
    assert stage.ear.heard[-1] is Cue.END
    stage.qtbot.mouseClick(screen.end.rematch, LEFT)
    QApplication.processEvents()
    first, second = (table.start for table in stage.program.tables)
    assert first == against_bots(game)
    assert isinstance(second, Hosting)
    info = stage.story.info  # with that table's chairs; a person has sat on one of them
    assert (len(info.guests), [guest.bot for guest in info.guests].count(True)) == (4, 2)
    assert second == replace(first, seats=4, bots=2, welcome=letters_of(info))
    assert stage.program.tables[0].orders[-1] == Quit()


def pick(root: QWidget, text: str) -> None:
    """Choose from the first menu that offers it."""
    menus = [each.menu() for each in root.findChildren(QPushButton) if each.isVisible() and each.menu()]
    next(each for menu in menus for each in menu.actions() if each.text() == text).trigger()


def press(stage: Stage, root: QWidget, name: str) -> None:
    """Click a visible button."""
    shown = [each for each in root.findChildren(QPushButton) if each.isVisible()]
    found = [each for each in shown if each.text().replace("\n", " ") == name]
    stage.qtbot.mouseClick(found[0], LEFT)
    QApplication.processEvents()


def test_a_wish_to_play_again_is_shown_and_one_press_joins_in(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    screen = stage.window.at_table
    assert screen is not None and not screen.end.others.isVisible()
    stage.tell(Reaction(2, "again"))
    assert screen.end.others.isVisible()
    assert screen.end.others.text() == "Stephen wants to play again."
    assert not stage.window.table_docks.chat.faces.findChildren(QToolButton, "again")

    stage.qtbot.mouseClick(screen.end.rematch, LEFT)
    assert [order for order in stage.program.tables[0].orders if isinstance(order, React)] == [React("again")]
    stage.qtbot.waitUntil(lambda: len(stage.program.tables) == 2)


def test_the_score_of_the_evening_is_shown_at_the_end_and_counts_the_game(stage: Stage) -> None:
    mine = Evening("plump", 3, (Wins("a", "Lisa", 2), Wins("b", "Stephen", 1)), 0)
    others = Evening("plump", 1, (Wins("a", "Lisa", 1), Wins("c", "Ed", 0)), 0)
    stage.sit_down()
    stage.program.evenings = (mine, others, replace(mine, game="kings"))
    end(stage)
    screen = stage.window.at_table
    assert screen is not None
    stage.qtbot.waitUntil(screen.end.evening.isVisible)

    assert screen.end.evening.text() == evening_line(mine)


def test_a_changed_rematch_begins_with_the_form_of_the_last_table(stage: Stage) -> None:
    stage.sit_down("kings")
    end(stage)
    assert stage.window.at_table is not None
    press(stage, stage.window.at_table.end, "Change and play again…")

    assert stage.orders[-1] == Quit()
    assert stage.screen is stage.window.opening.form
    setup = stage.window.opening.form.setup
    assert (setup.game, setup.seats, setup.bots, setup.options) == ("kings", 4, 2, stage.story.info.options)


def test_the_replay_of_a_game_that_has_just_ended(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    assert stage.window.at_table is not None
    stage.program.recording = stage.story.recording()
    press(stage, stage.window.at_table.end, "Watch the replay")

    assert stage.orders[-1] == Quit()
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)
    assert stage.program.read == [stage.story.info.table]
    assert len(stage.program.tables) == 1


def test_the_record_of_the_table_is_saved_by_the_table(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    screen = stage.window.at_table
    assert screen is not None
    screen.end.saves[Saved.RECORD].trigger()
    stage.window.side.top.fileSelected.emit("/somewhere/evening.shoal")  # type: ignore[attr-defined]
    path = Path("/somewhere/evening.shoal")
    assert stage.orders[-1] == SaveRecord(path)
    stage.tell(RecordSaved(path))

    assert screen.end.saved.isVisible() and screen.end.saved.text() == "The record is saved as evening.shoal."
    assert screen.table.geometry().contains(screen.end.geometry())


def test_a_game_that_was_continued_is_played_again_as_a_table_of_ours(stage: Stage) -> None:
    stage.story = Story("plump")
    stage.window.begin(Resuming("abc"))
    stage.tell(replace(stage.story.started, resumed=True), stage.story.until_own_turn())
    end(stage)
    assert stage.window.at_table is not None
    press(stage, stage.window.at_table.end, "Play again")

    again = stage.program.tables[-1].start
    assert isinstance(again, Hosting)
    assert replace(again, welcome=()) == Hosting("plump", 4, stage.story.info.options, bots=2, asks=True)
    assert again.welcome == letters_of(stage.story.info)


def test_a_guest_of_a_game_that_was_continued_waits_for_the_hosts_next_table(stage: Stage) -> None:
    stage.story = Story("plump")
    info = replace(stage.story.info, seat=2)
    stage.window.begin(Resuming("abc"))
    stage.tell(replace(stage.story.started, info=info, resumed=True), stage.story.until_own_turn())
    stage.tell(Inviting("SHOAL:OURS", next_table="SHOAL:THEIRS"))
    end(stage)
    assert stage.window.at_table is not None
    press(stage, stage.window.at_table.end, "Play again")

    again = stage.program.tables[-1].start
    assert isinstance(again, Joining)
    assert again.invitation == "SHOAL:THEIRS" and again.waits


def test_after_the_end_no_player_is_reported_as_lost(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    shown: list[tuple[int, SeatMark]] = []
    screen.table.show_mark = lambda *told: shown.append(told)  # type: ignore[method-assign]
    stage.tell(Presence(2, PresenceState.AWAY, 3))
    end(stage)
    stage.tell(Presence(1, PresenceState.AWAY, 8))

    assert shown == [(2, SeatMark(MarkKind.AWAY, "away, 0:03")), (2, HERE)]
    assert screen.banner.isHidden()


def test_the_end_waits_until_it_has_been_seen(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    behind = [True]
    monkeypatch.setattr(type(screen.table), "is_behind", property(lambda table: behind[0]))
    end(stage)
    assert screen.end.isHidden() and screen.status.text().startswith("The game is over")
    behind[0] = False

    stage.qtbot.waitUntil(screen.end.isVisible)


def test_the_result_can_be_put_away_and_shown_again(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    screen = stage.window.at_table
    assert screen is not None
    screen.end.hide()
    stage.qtbot.mouseClick(screen.result, LEFT)

    assert screen.end.isVisible()
    stage.window.resize(1000, 700)
    assert screen.table.geometry().contains(screen.end.geometry())


def test_leaving_a_game_under_way_is_asked_about(stage: Stage) -> None:
    stage.sit_down()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert stage.orders == []
    press(stage, stage.window.side.top, "Close and continue later")

    assert stage.orders == [Quit()]
    assert stage.screen is stage.window.home
    assert stage.window.at_table is None


def test_a_button_gives_up_the_seat(stage: Stage) -> None:
    stage.sit_down()
    assert stage.window.at_table is not None
    leave = [
        each for each in stage.window.findChildren(QToolButton) if each.accessibleName() == "Leave the table"
    ]
    stage.qtbot.mouseClick(leave[0], LEFT)
    press(stage, stage.window.side.top, "Give up my seat")

    assert stage.orders == [GiveUpSeat()]
    assert stage.screen is stage.window.home


def test_at_a_table_of_bots_there_is_no_button_to_give_up_the_seat(stage: Stage) -> None:
    stage.sit_down()
    alone = tuple(
        replace(each, bot=True) if seat else each for seat, each in enumerate(stage.story.info.guests)
    )
    stage.tell(replace(stage.story.started, info=replace(stage.story.info, guests=alone)))
    stage.window.ask_leave()
    texts = [each.text() for each in stage.window.side.top.findChildren(QPushButton) if each.isVisible()]

    assert texts == ["Close and continue later", "Stay"]


@pytest.mark.parametrize(
    ("said", "order"), [("Close and continue later", Quit()), ("Give up my seat", GiveUpSeat())]
)
def test_closing_the_window_of_a_running_game_is_asked_about(stage: Stage, said: str, order: Order) -> None:
    stage.sit_down()
    stage.window.close()
    assert stage.window.isVisible() and stage.orders == []
    texts = [each.text() for each in stage.window.side.top.findChildren(QLabel) if each.isVisible()]
    assert sum("choose at once how to continue" in text for text in texts) == 2, "whichever way, as they are"
    press(stage, stage.window.side.top, "Stay")
    assert stage.window.isVisible() and stage.orders == []
    stage.window.close()
    press(stage, stage.window.side.top, said)

    assert stage.orders[0] == order
    assert not stage.window.isVisible()


def test_after_staying_a_table_that_is_left_leads_to_the_lobby(stage: Stage) -> None:
    stage.sit_down()
    stage.window.close()
    press(stage, stage.window.side.top, "Stay")
    stage.window.ask_leave()
    press(stage, stage.window.side.top, "Close and continue later")

    assert stage.window.isVisible() and stage.screen is stage.window.home


def test_a_program_that_is_asked_to_end_closes_its_table_first(stage: Stage) -> None:
    stage.sit_down()
    stage.window.leave_at_once()
    QApplication.processEvents()

    assert stage.orders[0] == Quit(), "nobody could be asked whether to give up the seat"
    assert not stage.window.isVisible()


def test_a_game_that_is_over_is_left_without_a_question(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    assert stage.window.at_table is not None
    stage.qtbot.mouseClick(stage.window.at_table.end.leave, LEFT)
    QApplication.processEvents()

    assert stage.screen is stage.window.home


def test_chat_is_sent_and_received(stage: Stage) -> None:
    stage.sit_down()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_C)
    stage.qtbot.keyClicks(stage.window.table_docks.chat.entry, "hello L")
    stage.qtbot.keyClick(stage.window.table_docks.chat.entry, Qt.Key.Key_Return)
    stage.tell(ChatLine(2, "good evening"))

    assert stage.orders == [Say("hello L")]
    assert stage.window.table_docks.chat.lines.index(0, 0).data() == "Stephen: good evening"


@pytest.mark.parametrize(
    ("key", "dock"),
    [(Qt.Key.Key_L, "log"), (Qt.Key.Key_C, "chat"), (Qt.Key.Key_B, "board"), (Qt.Key.Key_F1, "rules")],
)
def test_docks_open_by_their_keys(stage: Stage, key: Qt.Key, dock: str) -> None:
    stage.sit_down()
    stage.qtbot.keyClick(stage.window, key)
    QApplication.processEvents()

    assert stage.window.table_docks.docks[dock].isVisible()


def test_the_board_as_text_plays(stage: Stage) -> None:
    stage.sit_down()
    stage.window.table_docks.toggle("board")
    panel = stage.window.table_docks.board
    bids = panel.model.index(0, 0)
    assert bids.data() == "Your bid"
    panel.tree.setCurrentIndex(panel.model.index(2, 0, bids))
    stage.qtbot.keyClick(panel.tree, Qt.Key.Key_Return)

    assert [str(order.action) for order in stage.orders if isinstance(order, Choose)] == ["bid 2"]


def test_small_windows_open_by_their_keys(stage: Stage) -> None:
    stage.sit_down()
    for key, title in (("?", "Keyboard"), ("P", "The proofs")):
        stage.qtbot.keyClicks(stage.window, key)
        assert stage.window.side.top.windowTitle() == title
        stage.window.side.close_all()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)

    assert stage.window.side.top.windowTitle() == "Settings"


def test_the_second_reader_is_saved_from_the_page_of_proofs(stage: Stage, tmp_path: Path) -> None:
    stage.sit_down()
    stage.qtbot.keyClicks(stage.window, "P")
    proven = stage.window.side.top
    assert isinstance(proven, ProvenDialog)
    proven.checker_wanted.emit()
    [asked] = proven.findChildren(QFileDialog)
    asked.fileSelected.emit(str(tmp_path))

    assert (tmp_path / "shoal-checker" / "second_reader.py").exists()
    assert str(tmp_path) in proven.saved.text()


def test_the_rules_can_be_read_in_the_lobby(stage: Stage) -> None:
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)

    assert stage.window.table_docks.docks["rules"].isVisible()
    assert stage.window.table_docks.docks["rules"].widget().accessibleName() == "Rules of Plump"


def test_docks_of_the_table_stay_shut_in_the_lobby(stage: Stage) -> None:
    stage.qtbot.keyClicks(stage.window, "LCBP")
    stage.window.table_docks.search()

    assert all(dock.isHidden() for dock in stage.window.table_docks.docks.values())


def test_settings_apply_at_once(stage: Stage) -> None:
    stage.sit_down()
    stage.window.use(replace(STILL, theme="dark", scale=150, nick="Toby"))

    assert stage.program.settings.scale == 150
    assert stage.window.at_table is not None and stage.window.at_table.table.preferences.theme.is_dark
    assert stage.window.home.name.text() == "Toby"


def test_why_settings_could_not_be_kept_is_reported(stage: Stage) -> None:
    stage.program.complaint = "cannot write"
    stage.window.use(STILL)
    assert stage.window.home.warning.text() == "cannot write"
    stage.window.side.show_settings()
    stage.window.use(STILL)

    assert stage.window.side.top.warning.text() == "cannot write"  # type: ignore[attr-defined]


def test_the_first_question_gives_a_name(stage: Stage) -> None:
    stage.window.side.ask_name()
    stage.window.side.top.findChildren(QLineEdit)[0].setText("Toby")
    stage.window.side.top.accept()

    assert stage.program.settings.nick == "Toby"


def test_the_name_from_the_command_line_is_in_the_first_question(stage: Stage) -> None:
    stage.program.given_nick = "Anna"
    stage.window.side.ask_name()
    assert stage.window.side.top.findChildren(QLineEdit)[0].text() == "Anna"

    QTest.keyClick(stage.window.side.top, Qt.Key.Key_Return)
    assert stage.program.settings.nick == "Anna"


def begin_at_first(window: Window, start: Hosting | ReplayingFile | None, left: str = "") -> None:
    after_the_first_paint(window, left, start)
    gc.unfreeze()


@pytest.mark.parametrize("left", ["", "the report of a crash at the first start"])
def test_the_table_that_a_new_player_asks_for_waits_for_a_name(stage: Stage, left: str) -> None:
    wanted = against_bots("kings")
    stage.program.is_new, stage.program.settings = True, replace(STILL, taught="")
    begin_at_first(stage.window, wanted, left)
    if left:
        stage.press("Continue")
    stage.window.side.top.findChildren(QLineEdit)[0].setText("Toby")
    stage.press("Continue")
    assert not stage.program.tables
    stage.press("Play now")  # the introduction was offered

    assert [each.start for each in stage.program.tables] == [wanted]


def test_a_first_question_that_is_closed_starts_nothing(stage: Stage) -> None:
    stage.program.is_new = True
    begin_at_first(stage.window, against_bots("kings"))
    QTest.keyClick(stage.window.side.top, Qt.Key.Key_Escape)

    assert not stage.program.tables
    assert stage.window.pages.currentWidget() is stage.window.home


def covered(question: QDialog) -> list[str]:
    """Controls and words of a question that are cut, or hidden by another window."""
    others = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each.isWindow()]
    above = [each for each in others if each is not question and not isinstance(each, Window)]
    found = []
    for each in question.findChildren(QWidget):
        if not each.isVisible() or not isinstance(each, QLabel | QAbstractButton | QLineEdit):
            continue
        place = QRect(each.mapToGlobal(QPoint()), each.size())
        if each.visibleRegion().boundingRect().size() != each.size():
            found.append(f"{each} is cut")
        found += [f"{each} is behind {other}" for other in above if other.geometry().intersects(place)]
    return found


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    "wanted", [Wanted(), Wanted(link="SHOAL:A"), Wanted(join="SHOAL:A"), Wanted(record="a.shoal")]
)
def test_nothing_covers_the_first_question(stage: Stage, wanted: Wanted, named: bool) -> None:
    """The request of a second start waits for its answer; a question that is closed joins no table."""
    QApplication.clipboard().clear()  # an invitation there would stand in the lobby
    stage.window.home.invitation.clear()
    stage.program.is_new = True
    begin_at_first(stage.window, None)
    question = stage.window.side.top
    question.findChildren(QLineEdit)[0].setText("Toby")
    stage.window.windows.show_wanted(wanted)
    QApplication.processEvents()
    assert stage.window.side.top is question and question.isVisible()
    assert covered(question) == []
    assert not stage.program.tables and stage.window.pages.currentWidget() is stage.window.home

    QTest.keyClick(question, Qt.Key.Key_Return if named else Qt.Key.Key_Escape)
    assert bool(stage.program.tables) == (named and bool(wanted.join))
    assert stage.window.home.invitation.text() == wanted.link
    assert stage.window.is_free == (not stage.program.tables and not wanted.record)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_a_record_from_the_command_line_is_shown_after_the_first_question(stage: Stage, key: Qt.Key) -> None:
    stage.program.is_new = True
    begin_at_first(stage.window, ReplayingFile(Path("a.shoal")))
    assert stage.window.is_free and covered(stage.window.side.top) == []
    stage.window.side.top.findChildren(QLineEdit)[0].setText("Toby")
    QTest.keyClick(stage.window.side.top, key)

    assert not stage.window.is_free and not stage.program.tables


def test_the_first_window_fits_its_screen_with_its_frame(stage: Stage) -> None:
    room = stage.window.screen().availableSize()

    assert room.width() < 1280, "a screen on which the usual size has no room"
    assert stage.window.width() <= room.width() - EDGE.width()
    assert stage.window.height() <= room.height() - EDGE.height()


def test_a_report_is_shown_from_any_thread(stage: Stage) -> None:
    stage.program.watch(stage.window.windows.reported.emit)
    assert stage.program.told is not None
    stage.program.told("a fault")

    assert stage.window.side.top.windowTitle() == "Something went wrong"


def test_the_identity_is_saved_and_taken_in_the_settings(stage: Stage, tmp_path: Path) -> None:
    stage.window.side.show_settings()
    settings = stage.window.side.top
    stage.press("Save your identity…")
    asked = settings.findChild(PassphraseDialog)
    first, again = asked.findChildren(QLineEdit)
    first.setText("three small fishes")
    again.setText("three small fish")
    assert not asked.fine.isEnabled()
    again.setText("three small fishes")
    stage.qtbot.mouseClick(asked.fine, LEFT)
    settings.findChildren(QFileDialog)[-1].fileSelected.emit(str(tmp_path / "me"))

    assert stage.program.saved == [("three small fishes", tmp_path / "me")]
    assert str(tmp_path / "me") in settings.identity_told.text()  # type: ignore[attr-defined]
    assert settings.takes.isVisibleTo(settings)  # type: ignore[attr-defined]


def test_the_licences_are_read_two_presses_from_the_lobby(stage: Stage) -> None:
    settings = next(
        each for each in stage.window.home.findChildren(QToolButton) if each.accessibleName() == "Settings"
    )
    stage.qtbot.mouseClick(settings, LEFT)
    stage.press("About Shoal…")
    about = stage.window.side.top
    assert isinstance(about, AboutDialog) and about.isVisible()
    assert "Permission is hereby granted" in about.text.toPlainText()
    QTest.keyClicks(about.choice, "Fonts")

    assert "SIL OPEN FONT LICENSE" in about.text.toPlainText()
    assert about.text.isVisible()


def test_a_report_is_saved_to_a_file(stage: Stage, tmp_path: Path) -> None:
    stage.window.side.show_report("a fault")
    stage.press("Save the report…")
    chooser = stage.window.side.top.findChild(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "report.txt"))

    assert stage.program.saved == [("a fault", tmp_path / "report.txt")]
    assert str(tmp_path) in stage.window.side.top.saved.text()  # type: ignore[attr-defined]


def recorded(stage: Stage, game: str = "plump") -> None:
    story = Story(game)
    story.to_the_end()
    stage.program.recording = story.recording()


@pytest.mark.parametrize("game", quick_only(GAMES, "kings"))
def test_a_record_is_checked_and_stepped_through(stage: Stage, game: str) -> None:
    recorded(stage, game)
    stage.window.begin(ReplayingFile(Path("a.shoal")))
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)
    replay = stage.window.watched.screen
    assert replay is not None and stage.program.read == [Path("a.shoal")]

    for key, stop in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_PageDown, 11),
        (Qt.Key.Key_Left, 10),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_End, len(replay.model.stops) - 1),
        (Qt.Key.Key_Home, 0),
    ):
        stage.qtbot.keyClick(replay, key)
        assert replay.model.stop == stop
    replay.perspective.setCurrentIndex(2)
    assert replay.table.info.seat == 1
    replay.timeline.setValue(7)
    assert replay.model.stop == replay.model.rows[replay.list.currentIndex().row()] == 7
    stage.window.leave()
    assert stage.window.watched.screen is None and stage.screen is stage.window.home


def test_a_game_can_be_played_on_from_the_replay_and_left_for_it(stage: Stage) -> None:
    recorded(stage)
    stage.window.begin(ReplayingFile(Path("a.shoal")))
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)
    replay = stage.window.watched.screen
    assert replay is not None and not replay.on_button.isEnabled(), "a spectator has no turn"
    replay.perspective.setCurrentIndex(1)
    replay.timeline.setValue(5)
    stage.qtbot.mouseClick(replay.on_button, LEFT)
    settled()
    played_on = stage.window.watched.practice
    assert played_on is not None and stage.screen is played_on and played_on.model.is_our_turn

    view = played_on.model.view
    assert view is not None
    played_on.table.choose(view.actions()[0])
    settled()
    played_on.table.hurry()
    assert played_on.model.k > 1, "the bots have answered"
    stage.qtbot.mouseClick(played_on.bar._leave, LEFT)
    assert stage.screen is replay and stage.window.watched.practice is None
    assert not stage.program.tables, "nothing of it is kept"


def test_open_rules_change_to_those_of_a_record_that_is_opened(stage: Stage) -> None:
    """Pages that were opened while the record was still being checked become those of the record as well."""
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    recorded(stage, "kings")
    stage.window.begin(Replaying("ab"))
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)

    assert stage.window.table_docks.docks["rules"].widget().accessibleName() == "Rules of Kings"
    assert "king pile" in stage.window.table_docks.rules.text.toPlainText()


def test_a_record_plays_by_itself_to_its_end(stage: Stage) -> None:
    recorded(stage)
    stage.window.begin(Replaying("ab"))
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)
    replay = stage.window.watched.screen
    assert replay is not None
    replay.go(len(replay.model.stops) - 2)
    replay.play(on=True)
    replay._timer.setInterval(1)
    stage.qtbot.waitUntil(lambda: not replay.play_button.isChecked())

    assert replay.model.stop == len(replay.model.stops) - 1


def test_an_invalid_record_is_explained(stage: Stage) -> None:
    stage.window.begin(Replaying("ab"))
    stage.qtbot.waitUntil(lambda: stage.screen is stage.window.home)

    assert stage.window.home.warning.text() == "This record fails the check: no such record."


def test_leaving_while_a_record_is_checked(stage: Stage) -> None:
    stage.window.begin(Replaying("ab"))
    stage.window.leave()

    assert stage.screen is stage.window.home


def test_the_layout_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    first = Stage(qtbot, tmp_path).sit_down()
    first.window.resize(790, 650)
    first.window.table_docks.toggle("chat")
    first.window.close()
    press(first, first.window.side.top, "Close and continue later")
    second = Stage(qtbot, tmp_path).sit_down()

    assert second.window.size() == first.window.size()
    assert second.window.table_docks.docks["chat"].isVisible()
    assert (tmp_path / "window.ini").exists()


@pytest.mark.parametrize("text", ["", "[General]\ngeometry=7\ndocks=@Invalid()\n", "\x00\x01 no file at all"])
def test_a_damaged_layout_is_ignored(qtbot: QtBot, tmp_path: Path, text: str) -> None:
    (tmp_path / "window.ini").write_text(text)
    stage = Stage(qtbot, tmp_path).sit_down()

    assert stage.window.table_docks.docks["log"].isVisible()


def test_closing_leaves_the_table_and_finish_waits_for_it(stage: Stage) -> None:
    stage.sit_down()
    end(stage)
    stage.window.close()
    assert stage.orders == [Quit()]
    stage.window.finish()

    assert stage.program.tables[0].stopped


def test_games_are_looked_for_only_without_a_table(stage: Stage) -> None:
    stage.program.kept = KeptGames((Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 0),))
    stage.sit_down()
    stage.window.look_at_games()
    assert not [each for each in stage.window.home.findChildren(QPushButton) if each.text() == "Continue"]
    stage.window.leave()
    stage.qtbot.waitUntil(
        lambda: any(each.text() == "Continue" for each in stage.window.home.findChildren(QPushButton))
    )


def test_a_stall_of_the_window_is_logged(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    monkeypatch.setattr("ui.start.time.monotonic", lambda: now[0])
    watchdog = Watchdog(stage.window)
    now[0] = 11.1
    watchdog.beat()
    assert caplog.text == ""
    now[0] = 12.9
    watchdog.beat()
    watchdog.stop()

    assert "stood still for 800 ms" in caplog.text


def test_esc_leads_back_to_the_table(stage: Stage) -> None:
    stage.sit_down()
    stage.window.table_docks.toggle("chat")
    stage.qtbot.keyClick(stage.window.table_docks.chat.entry, Qt.Key.Key_Escape)
    assert stage.window.at_table is not None
    focus = stage.window.focusWidget()

    assert focus is not None and (
        focus is stage.window.at_table.table or stage.window.at_table.table.isAncestorOf(focus)
    )


ACTING = (QAbstractButton, QLineEdit, QComboBox, QSpinBox)


def nameless(root: QWidget) -> list[str]:
    """The controls without a name for screen readers."""
    found = []
    for each in root.findChildren(QWidget):
        if not isinstance(each, ACTING) or not each.isVisible() or each.objectName().startswith("qt_"):
            continue
        named = each.accessibleName() or (isinstance(each, QAbstractButton) and each.text())
        if not named and not isinstance(each.parent(), (QSpinBox, QComboBox, QLineEdit)):
            found.append(f"{type(each).__name__} {each.objectName()}")
    return found


def test_everything_that_acts_has_a_name(stage: Stage) -> None:
    for show in (stage.window.show_home, stage.window.home.host_wanted.emit, stage.sit_down):
        show()
        QApplication.processEvents()
        assert nameless(stage.window) == []
    for key in ("chat", "board", "rules"):
        stage.window.table_docks.toggle(key)
        QApplication.processEvents()
        assert nameless(stage.window) == []


@pytest.mark.parametrize(
    ("scale", "wide", "high"),
    [
        (80, 2560, 1440),
        (200, 1024, 640),
        *(
            pytest.param(scale, *size, marks=pytest.mark.slow)
            for scale, size in product((80, 100, 150, 200), ((1024, 640), (1280, 800), (2560, 1440)))
            if (scale, *size) not in ((80, 2560, 1440), (200, 1024, 640))
        ),
    ],
)
def test_no_button_cuts_its_text_off(qtbot: QtBot, tmp_path: Path, scale: int, wide: int, high: int) -> None:
    stage = Stage(qtbot, tmp_path, settings=replace(STILL, scale=scale))
    stage.window.resize(wide, high)
    for show in (stage.window.show_home, stage.window.home.host_wanted.emit):
        show()
        QApplication.processEvents()
        for each in stage.window.findChildren(QPushButton):
            if each.isVisible():
                assert each.width() >= each.minimumSizeHint().width() - 1, each.text()


@pytest.mark.parametrize("game", ["matriculation", "cahoots"])
@playing(*PLAIN)
def test_any_game_can_be_played_by_nothing_but_its_texts(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    stage = Stage(qtbot, tmp_path).sit_down(game)
    screen = stage.window.at_table
    assert screen is not None and isinstance(screen.table, PlainTable)
    for _ in range(6):
        table = screen.table
        action = min(table.routes.whole.items(), key=lambda each: len(each[0]))[1]
        route = next(route for route, each in table.routes.whole.items() if each == action)
        for at in route:
            table.press(at)
        if table.hold:
            table.press(route[-1])
        order = stage.orders[-1]
        assert isinstance(order, Choose) and order.action == action
        stage.story.local.play(order.action)
        stage.tell(stage.story.until_own_turn())


@pytest.mark.slow
def test_fifty_tables_leave_nothing_behind(qtbot: QtBot, tmp_path: Path) -> None:
    """Measured from the tenth table on, when all caches are full: less than 5 MB of growth."""
    stage = Stage(qtbot, tmp_path)
    sizes = []
    for _ in range(60):
        stage.sit_down()
        stage.window.leave()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        stage.program.tables.clear()
        sizes.append(resident_bytes())

    assert sizes[-1] - sizes[9] < 5_000_000


def resident_bytes() -> int:
    pages = Path("/proc/self/statm")
    if not pages.exists():
        pytest.skip("no /proc on this system")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_an_unfinished_game_is_deleted_after_a_question(stage: Stage) -> None:
    games = (
        Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 0),
        Unfinished("cd", "reef", ("Lisa", "Ed"), 9, 0),
    )
    stage.program.kept = KeptGames(games)
    stage.window.look_at_games()
    QApplication.processEvents()
    pick(stage.window.home, "Delete…")
    press(stage, stage.window.side.top, "Keep it")
    assert stage.program.kept == KeptGames(games)
    pick(stage.window.home, "Delete…")
    press(stage, stage.window.side.top, "Delete")

    assert stage.program.kept == KeptGames(games[1:])
    shown = [
        each.accessibleName() for each in stage.window.home.findChildren(QPushButton) if each.isVisible()
    ]
    assert not any("Plump with Toby" in name for name in shown)
    assert any(name.startswith("Continue: Reef") for name in shown)


def test_why_a_game_was_not_deleted_is_reported(stage: Stage) -> None:
    stage.program.complaint = "the journal cannot be written"
    stage.window.side.ask_delete(Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 0))
    stage.window.side.top.accept()
    QApplication.processEvents()

    assert stage.window.home.warning.text() == "the journal cannot be written"


def test_keyboard_settings_and_rules_are_one_click_away_at_a_table_and_in_a_replay(stage: Stage) -> None:
    def click(root: QWidget, name: str) -> None:
        QApplication.processEvents()
        found = [each for each in root.findChildren(QToolButton) if each.accessibleName() == name]
        stage.qtbot.mouseClick(next(each for each in found if each.isVisible()), LEFT)
        QApplication.processEvents()

    stage.sit_down("kings")
    assert stage.window.at_table is not None
    for name, kind in (("Keyboard", KeysDialog), ("Settings", SettingsDialog)):
        click(stage.window.at_table, name)
        assert isinstance(stage.window.side.top, kind)
    click(stage.window.at_table, "Rules")
    assert stage.window.table_docks.docks["rules"].isVisible()
    stage.window.leave()
    QApplication.processEvents()
    stage.story = Story("plump")
    recorded(stage)
    stage.window.begin(Replaying("ab"))
    stage.qtbot.waitUntil(lambda: stage.window.watched.screen is not None)
    replay = stage.window.watched.screen
    assert replay is not None
    for name, kind in (("Keyboard", KeysDialog), ("Settings", SettingsDialog)):
        click(replay, name)
        assert isinstance(stage.window.side.top, kind)
    click(replay, "Rules")

    assert stage.window.table_docks.docks["rules"].isVisible()


def test_the_agreed_terms_stay_for_the_next_table(stage: Stage) -> None:
    stage.qtbot.mouseClick(stage.window.home.host, LEFT)
    form = stage.window.opening.form
    box = next(each for each in form.findChildren(QComboBox) if each.objectName() == "absent")
    box.setCurrentIndex(box.findData("stand-in"))
    stage.qtbot.mouseClick(form.open, LEFT)

    start = stage.program.tables[0].start
    assert isinstance(start, Hosting) and start.policy.absent.name == "STAND_IN"
    assert stage.program.settings.terms == form.setup.kept_terms
    again = Window(stage.program, Ear())
    stage.qtbot.addWidget(again, before_close_func=unasked)
    assert again.opening.form.setup.term("absent") == "stand-in"
    next(each for each in again.opening.form.games if each.offer.key == "kings").click()
    assert again.opening.form.setup.term("absent") == "stand-in"


def test_the_waiting_page_shows_the_terms_before_they_are_signed(stage: Stage) -> None:
    stage.window.begin(Joining("SHOAL:X"))
    policy = Policy(absent=Absent.LEAVE_OUT, escrow_t=3)
    stage.program.tell(Gathering("plump", (), 4, (Guest("Toby", "AAAA"),), "", policy=policy))
    settled()
    said = stage.window.waiting.terms

    assert said.isVisibleTo(stage.window.waiting)
    assert "if nobody objects, the game goes on without them" in said.text()
    assert "all the others together could also look at your cards" in said.text()


OFFERS = tuple(
    Offered(choice, f"What {choice} means.", "" if choice is not AbsentChoice.STAND_IN else "no keys")
    for choice in AbsentChoice
)
ASKED = Asked((Missing(2, AbsentWhy.GONE, 31),), OFFERS, preselected=AbsentChoice.LEAVE_OUT, in_s=7)


def test_how_to_go_on_is_asked_in_the_bar_and_answered_by_a_button_above_the_table(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None and screen.call.isHidden()
    focus, before = stage.window.focusWidget(), screen.table.geometry()
    stage.tell(Presence(2, PresenceState.AWAY, 31), ASKED)
    panel = screen.question

    assert screen.call.isVisible() and panel.isHidden() and screen.table.geometry() == before
    assert stage.window.focusWidget() is focus, "the game keeps the keyboard"
    press(stage, screen, "Answer")
    assert panel.isVisible() and screen.call.isVisible()
    assert panel.geometry().bottom() < screen.table.geometry().top(), "over nothing of the table"
    assert screen.call_text.text() == "Stephen is away, 0:31. How do we continue?"
    press(stage, panel, "Go on without Stephen (by itself in 0:07)")
    assert stage.orders[-1] == Decide(AbsentChoice.LEAVE_OUT)
    press(stage, panel, "Not yet: wait")
    assert stage.orders[-1] == Decide(AbsentChoice.WAIT)
    stand_in = panel.findChild(QPushButton, "way-stand-in")
    assert isinstance(stand_in, QPushButton) and not stand_in.isEnabled()
    assert "Not possible: no keys" in stand_in.accessibleName()


def test_the_question_is_reached_by_a_key_and_keeps_the_keyboard_from_second_to_second(stage: Stage) -> None:
    stage.sit_down()
    stage.tell(ASKED)
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Q)
    button = stage.window.focusWidget()
    assert isinstance(button, QPushButton) and button.text().startswith("Go on without Stephen")
    stage.tell(replace(ASKED, in_s=6))

    assert stage.window.focusWidget() is button and "0:06" in button.text()
    stage.qtbot.keyClick(button, Qt.Key.Key_Space)
    assert stage.orders[-1] == Decide(AbsentChoice.LEAVE_OUT)
    stage.tell(replace(ASKED, own=AbsentChoice.LEAVE_OUT))
    assert button.text() == "✓ Go on without Stephen"


def test_the_question_can_be_closed_and_disappears_when_it_is_decided(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    before = screen.table.geometry()
    stage.tell(ASKED)
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Q)
    assert screen.table.height() < before.height()
    press(stage, screen.call, "Close")
    assert screen.question.isHidden() and screen.call.isVisible() and screen.table.geometry() == before
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Q)
    assert screen.question.isVisible()
    stage.tell(Decided((2,), AbsentChoice.STAND_IN, "A rule plays for Stephen."))

    assert screen.question.isHidden() and screen.call.isHidden() and screen.table.geometry() == before
    assert screen.banner_text.text() == "A rule plays for Stephen."
    press(stage, screen, "Close")
    assert screen.banner.isHidden()


def test_the_question_comes_before_a_tip_and_news_of_trouble(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    stage.tell(Trouble(TroubleKind.REFUSED, "A message was refused.", 1))
    screen.show_tip("Follow suit.")
    settled()
    assert not screen.banner.isHidden() or not screen.advice.isHidden()
    stage.tell(ASKED)

    assert screen.call.isVisible() and screen.banner.isHidden() and screen.advice.isHidden()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Q)
    assert screen.call_text.isVisible() and screen.question.isVisible()
    press(stage, screen.call, "Close")
    stage.tell(Decided((2,), AbsentChoice.STAND_IN, "A rule plays for Stephen."))
    assert screen.call.isHidden() and screen.banner.isVisible()
    for _ in range(2):  # the message, and then what was decided
        press(stage, screen, "Close")
    assert screen.banner.isHidden() and screen.advice.isVisible(), "the tip has waited"


def test_a_pause_is_asked_for_where_there_is_a_clock(stage: Stage) -> None:
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    ask = next(
        each for each in screen.findChildren(QToolButton) if each.accessibleName() == "Ask for a pause"
    )
    assert not ask.isVisible()
    timed = replace(stage.story.info, policy=Policy(move_limit_s=60))
    stage.tell(replace(stage.story.started, info=timed))
    stage.qtbot.mouseClick(ask, LEFT)
    assert stage.orders[-1] == WantPause(wanted=True)
    stage.tell(Paused((0,), is_paused=False))
    press(stage, screen, "No pause after all")
    assert stage.orders[-1] == WantPause(wanted=False)
    stage.tell(Paused((), is_paused=True))
    press(stage, screen, "Continue")

    assert stage.orders[-1] == WantPause(wanted=False)
    stage.tell(Paused((), is_paused=False), TurnClock(0, 12, is_over=False))
    assert screen.pause.isHidden() and screen.bar.clock.text() == "Hurry: 0:12 left"


def test_an_adjourned_table_leads_to_the_lobby_which_says_so(stage: Stage) -> None:
    stage.sit_down()
    stage.tell(Adjourned("Stephen adjourned the game. You can continue it from the lobby."), Closed())

    assert stage.screen is stage.window.home
    assert stage.window.home.notice.isVisible()
    assert stage.window.home.notice.text().startswith("Stephen adjourned the game.")
    stage.window.begin(against_bots("kings"))
    assert not stage.window.home.notice.isVisibleTo(stage.window.home)


def test_a_game_that_the_others_ended_shows_its_end(stage: Stage) -> None:
    stage.sit_down()
    text = "The others have decided to end the game. Stephen was missing."
    stage.tell(Decided((2,), AbsentChoice.END, text))
    screen = stage.window.at_table
    assert screen is not None
    stage.qtbot.waitUntil(screen.end.isVisible)

    assert screen.end.why.text() == text
    stage.qtbot.mouseClick(screen.end.leave, LEFT)
    QApplication.processEvents()
    assert stage.screen is stage.window.home


def test_cloth_backs_and_volume_are_the_players_own(stage: Stage) -> None:
    stage.sit_down()
    before = stage.window.grab().toImage()
    stage.window.use(replace(stage.program.settings, felt="wine", back="trellis", volume=40))
    assert stage.window.at_table is not None
    theme = stage.window.at_table.table.preferences.theme

    assert (theme.cloth, theme.card_back) == (Felt.WINE, Back.TRELLIS)
    QApplication.processEvents()
    assert stage.window.grab().toImage() != before
    stage.story.step()
    stage.tell(stage.story.until_own_turn())
    assert stage.ear.heard and stage.ear.volume == 40


def test_the_first_bid_and_the_first_card_have_a_tip_each_and_no_other(stage: Stage) -> None:
    stage.program.settings = replace(stage.program.settings, tips=True)
    stage.sit_down()
    screen = stage.window.at_table
    assert screen is not None
    assert screen.advice.isVisible() and "how many ticks" in screen.advice_text.text()
    assert stage.program.settings.tips_seen == "plump.bid"

    shown = []
    for _ in range(12):
        stage.story.step()
        stage.tell(stage.story.until_own_turn())
        shown.append(screen.advice_text.text() if screen.advice.isVisible() else "")

    assert [each[:10] for each in shown if each] == ["Follow the"]
    assert stage.program.settings.tips_seen == "plump.bid plump.play"
