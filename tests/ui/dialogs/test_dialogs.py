"""The small windows: the words that each must have, and the one answer that it gives."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialog, QLabel, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from app.animals import ANIMALS, Animal
from app.keep.settings import Settings
from app.messages import Admit, Guest, Knock, KnockGone, LobbyLine, RefuseAll
from app.screens.keys import key_sheet
from app.screens.rules import Section
from ui.art.theme import ThemeName, themed
from ui.dialogs.knock import KnockDialog
from ui.dialogs.name import NameDialog
from ui.dialogs.page import KeysDialog, LeaveDialog, OopsDialog, ProvenDialog
from ui.dialogs.settings import SettingsDialog

LEFT = Qt.MouseButton.LeftButton


def press(qtbot: QtBot, dialog: QDialog, text: str) -> None:
    found = next(each for each in dialog.findChildren(QPushButton) if each.text() == text)
    qtbot.mouseClick(found, LEFT)


class KnockWindow:
    """A window of knocks and its answers; a guest who is answered no longer knocks."""

    def __init__(self, qtbot: QtBot, *nicks: str) -> None:
        self.knocks = [Knock(Guest(nick, f"{nick}-GELQ"), nick.encode(), "OWN1-OWN2") for nick in nicks]
        self.answers: list[Admit | RefuseAll] = []
        self.dialog = KnockDialog()
        qtbot.addWidget(self.dialog)
        self.dialog.answered.connect(self._answered)
        self.dialog.tell(self.knocks)

    @property
    def words(self) -> str:
        QApplication.processEvents()
        return " ".join(each.text() for each in self.dialog.findChildren(QLabel) if each.isVisible())

    def button(self, name: str) -> QPushButton:
        QApplication.processEvents()
        found = [each for each in self.dialog.findChildren(QPushButton) if each.accessibleName() == name]
        return next(each for each in found if each.isVisible())

    def _answered(self, answer: Admit | RefuseAll) -> None:
        self.answers.append(answer)
        if isinstance(answer, RefuseAll):
            return
        self.knocks = [each for each in self.knocks if each.key != answer.key]
        self.dialog.tell(self.knocks)


@pytest.mark.parametrize(("text", "admit"), [("Let them in", True), ("Refuse", False)])
def test_a_knock_is_answered_once(qtbot: QtBot, text: str, admit: bool) -> None:
    window = KnockWindow(qtbot, "Toby")
    assert "Toby-GELQ" in window.words and "Yours: OWN1-OWN2." in window.words
    qtbot.mouseClick(window.button(f"{text}: Toby"), LEFT)

    assert window.answers == [Admit(b"Toby", admit)]
    assert window.dialog.isHidden()


def test_a_guest_who_knocks_is_refused_and_blocked_singly_or_with_all_others(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben", "Cid")
    qtbot.mouseClick(window.dialog.for_good, LEFT, pos=QPoint(8, window.dialog.for_good.height() // 2))
    qtbot.mouseClick(window.button("Refuse: Ann"), LEFT)
    assert window.answers == [Admit(b"Ann", False, for_good=True)]
    qtbot.mouseClick(window.dialog.refuse_all, LEFT)

    assert window.answers[1:] == [RefuseAll()] and window.dialog.isHidden()
    window.dialog.hear(Knock(Guest("Dan", "Dan-GELQ"), b"Dan", "OWN1-OWN2"))
    assert window.dialog.for_good.isVisible() and not window.dialog.for_good.isChecked()


def test_a_single_knock_does_not_mention_others(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann")
    assert "waiting" not in window.words and not window.dialog.refuse_all.isVisible()
    window.dialog.hear(Knock(Guest("Ben", "Ben-GELQ"), b"Ben", "OWN1-OWN2"))

    assert "waiting" not in window.words and window.dialog.refuse_all.isVisible()


def test_people_met_before_are_asked_about_first(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben", "Cid", "Dan")
    friend = Knock(Guest("Eve", "Eve-GELQ", about="met before"), b"Eve", "OWN1-OWN2")
    window.dialog.hear(friend)

    assert window.dialog.knocks[0] == friend and "Eve" in window.words


def test_three_are_asked_about_and_the_rest_counted(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben", "Cid", "Dan", "Eve")
    assert "Cid" in window.words and "Dan" not in window.words
    assert "2 others are waiting behind them." in window.words
    qtbot.mouseClick(window.button("Refuse: Ben"), LEFT)

    assert "Dan" in window.words and "1 other is waiting behind them." in window.words


def test_a_second_click_does_not_let_in_the_guest_who_has_moved_up(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben")
    qtbot.mouseClick(window.button("Let them in: Ann"), LEFT)
    qtbot.mouseClick(window.button("Let them in: Ben"), LEFT)
    assert window.answers == [Admit(b"Ann", True)]
    window.dialog.hear(Knock(Guest("Cid", "Cid-GELQ"), b"Cid", "OWN1-OWN2"))  # below
    qtbot.mouseClick(window.button("Let them in: Ben"), LEFT)
    assert window.answers == [Admit(b"Ann", True)]
    qtbot.waitUntil(lambda: window.button("Let them in: Ben").isEnabled())
    qtbot.mouseClick(window.button("Let them in: Ben"), LEFT)

    assert window.answers == [Admit(b"Ann", True), Admit(b"Ben", True)]


def test_esc_refuses_the_people_shown(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben", "Cid", "Dan")
    qtbot.keyClick(window.dialog, Qt.Key.Key_Escape)

    assert window.answers == [Admit(each, False) for each in (b"Ann", b"Ben", b"Cid")]
    assert "Dan" in window.words


def test_a_guest_who_stops_knocking_is_not_asked_about_and_nobody_is_asked_about_twice(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben", "Cid")
    for news in (window.knocks[0], KnockGone(b"Ben"), KnockGone(b"nobody"), LobbyLine("Lisa", "hello")):
        window.dialog.hear(news)

    assert window.dialog.knocks == (window.knocks[0], window.knocks[2])
    assert "Ann" in window.words and "Ben" not in window.words and "Cid" in window.words


def test_enter_alone_answers_no_knock(qtbot: QtBot) -> None:
    window = KnockWindow(qtbot, "Ann", "Ben")
    qtbot.keyClick(window.dialog, Qt.Key.Key_Return)

    assert window.answers == []


def test_a_knock_shows_both_sets_of_letters_and_the_warning(qtbot: QtBot) -> None:
    guest = Guest("Toby", "C54M-GELQ", warning="Careful: you have met somebody called Toby before")
    dialog = KnockDialog()
    qtbot.addWidget(dialog)
    dialog.tell([Knock(guest, b"key", "OWNL-ETTE")])
    texts = [each.text() for each in dialog.findChildren(QLabel)]

    assert guest.warning in texts
    assert [each.text() for each in dialog.findChildren(QLabel) if each.property("role") == "error"] == [
        guest.warning
    ]
    assert any("C54M-GELQ" in text for text in texts) and any("OWNL-ETTE" in text for text in texts)


def test_a_name_of_only_spaces_is_empty(qtbot: QtBot) -> None:
    dialog = NameDialog("", "whale", themed(ThemeName.LIGHT))
    qtbot.addWidget(dialog)
    dialog.show()
    go_on = dialog.findChildren(QPushButton)[0]
    assert not go_on.isEnabled()
    dialog._entry.setText("  Lisa   Larsson ")
    assert (dialog.name, go_on.isEnabled()) == ("Lisa Larsson", True)
    dialog._entry.setText("   ")
    assert not go_on.isEnabled()


def test_the_players_animal_is_chosen_with_the_name(qtbot: QtBot) -> None:
    dialog = NameDialog("Lisa", "whale", themed(ThemeName.LIGHT))
    qtbot.addWidget(dialog)
    dialog.show()
    buttons = {each: dialog.picker._group.button(place) for place, each in enumerate(ANIMALS)}
    assert (dialog.animal, buttons[Animal.WHALE].isChecked()) == ("whale", True)
    qtbot.mouseClick(buttons[Animal.RAY], Qt.MouseButton.LeftButton)

    assert dialog.animal == "ray"
    assert [each for each in ANIMALS if buttons[each].isChecked()] == [Animal.RAY]


def test_the_marked_animal_is_the_stored_one(qtbot: QtBot) -> None:
    dialog = NameDialog("Lisa", "", themed(ThemeName.LIGHT), usual="whale")
    qtbot.addWidget(dialog)
    dialog.show()

    assert dialog.picker._group.button(ANIMALS.index(Animal.WHALE)).isChecked() and dialog.animal == "whale"


def settings_dialog(qtbot: QtBot) -> tuple[SettingsDialog, list[Settings]]:
    dialog = SettingsDialog(Settings(nick="Lisa"), themed(ThemeName.LIGHT))
    qtbot.addWidget(dialog)
    told: list[Settings] = []
    dialog.changed.connect(told.append)
    dialog.show()
    return dialog, told


@pytest.mark.parametrize(
    ("key", "value"), [("theme", "contrast"), ("animation", "off"), ("felt", "wine"), ("back", "waves")]
)
def test_a_choice_is_reported_at_once(qtbot: QtBot, key: str, value: str) -> None:
    dialog, told = settings_dialog(qtbot)
    box = dialog.findChild(QComboBox, key)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(value))

    assert [getattr(each, key) for each in told] == [value]


def test_another_animal_is_reported_at_once_and_can_be_chosen_by_keys(qtbot: QtBot) -> None:
    dialog, told = settings_dialog(qtbot)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.mouseClick(dialog.animal._group.button(ANIMALS.index(Animal.CRAB)), Qt.MouseButton.LeftButton)
    qtbot.keyClick(dialog.animal._group.button(ANIMALS.index(Animal.CRAB)), Qt.Key.Key_Right)

    assert [each.animal for each in told] == ["crab", "turtle"]


@pytest.mark.parametrize("key", ["sound", "chat_sound", "four_colours", "plays_forced", "asks"])
def test_a_switch_is_reported_at_once(qtbot: QtBot, key: str) -> None:
    dialog, told = settings_dialog(qtbot)
    box = dialog.findChild(QCheckBox, key)
    assert isinstance(box, QCheckBox)
    box.click()
    box.click()

    assert [getattr(each, key) for each in told] == [not getattr(Settings(), key), getattr(Settings(), key)]


def test_the_size_is_reported_by_keys_and_when_the_slider_is_let_go(qtbot: QtBot) -> None:
    dialog, told = settings_dialog(qtbot)
    slider = dialog.findChild(QSlider, "scale")
    assert isinstance(slider, QSlider)
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    slider.setSliderDown(True)
    slider.setSliderPosition(15)
    assert [each.scale for each in told] == [110]
    slider.setSliderDown(False)

    assert [each.scale for each in told] == [110, 150]


def test_the_volume_is_reported_while_the_slider_moves(qtbot: QtBot) -> None:
    dialog, told = settings_dialog(qtbot)
    slider = dialog.findChild(QSlider, "volume")
    assert isinstance(slider, QSlider)
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    slider.setValue(0)

    assert [each.volume for each in told] == [90, 0]


def test_introductions_can_be_offered_again(qtbot: QtBot) -> None:
    dialog = SettingsDialog(
        Settings(nick="Lisa", taught="plump reef", tips_seen="plump.bid"), themed(ThemeName.LIGHT)
    )
    qtbot.addWidget(dialog)
    dialog.show()
    told: list[Settings] = []
    dialog.changed.connect(told.append)
    press(qtbot, dialog, "Show introductions and tips again")

    assert (told[-1].taught, told[-1].tips_seen) == ("", "")
    assert not settings_dialog(qtbot)[0]._again.isEnabled()  # nothing can be offered again


def test_a_name_is_reported_when_it_is_finished(qtbot: QtBot) -> None:
    dialog, told = settings_dialog(qtbot)
    dialog.nick.setText("Toby")
    qtbot.keyClick(dialog.nick, Qt.Key.Key_Return)
    dialog.nick.setText("  ")
    dialog.nick.editingFinished.emit()

    assert [each.nick for each in told] == ["Toby"]
    assert dialog.nick.text() == "Toby"


def test_the_reason_why_settings_could_not_be_saved_is_shown(qtbot: QtBot) -> None:
    dialog, _ = settings_dialog(qtbot)
    dialog.tell_warning("cannot write")

    assert dialog.warning.text() == "cannot write"


def test_the_key_sheet_shows_every_key(qtbot: QtBot) -> None:
    sheet = key_sheet((("T", "the last tick"),))
    dialog = KeysDialog(sheet)
    qtbot.addWidget(dialog)
    shown = {each.text() for each in dialog.findChildren(QLabel)}

    assert {key for _, keys in sheet for pair in keys for key in pair} <= shown


def test_the_page_of_proofs_hands_out_the_second_reader(qtbot: QtBot) -> None:
    dialog = ProvenDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.waitSignal(dialog.checker_wanted):
        press(qtbot, dialog, "Save the checker…")
    dialog.tell_saved("Saved: here")

    assert dialog.saved.isVisible() and dialog.saved.text() == "Saved: here"


def test_the_page_of_proofs_keeps_the_readers_place(qtbot: QtBot) -> None:
    dialog = ProvenDialog()
    qtbot.addWidget(dialog)
    dialog.resize(300, 200)
    dialog.show()
    dialog.tell((Section("Proven", "many words " * 400, 1),))
    dialog.text.verticalScrollBar().setValue(120)
    dialog.tell((Section("Proven", "many more words " * 400, 1),))

    assert "many more words" in dialog.text.toPlainText()
    assert dialog.text.verticalScrollBar().value() == 120


def test_a_fault_is_described_in_a_sentence_and_its_report_is_shown_on_request(qtbot: QtBot) -> None:
    dialog = OopsDialog("Traceback: a fault")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.text.isHidden()
    press(qtbot, dialog, "Show the report")

    assert dialog.text.isVisible() and dialog.text.toPlainText() == "Traceback: a fault"
    press(qtbot, dialog, "Hide the report")
    assert dialog.text.isHidden()
    press(qtbot, dialog, "Continue")
    assert dialog.isHidden()


@pytest.mark.parametrize(
    ("text", "told"), [("Close and continue later", [False]), ("Give up my seat", [True]), ("Stay", [])]
)
def test_a_question_is_asked_before_leaving(qtbot: QtBot, text: str, told: list[bool]) -> None:
    dialog = LeaveDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    chosen: list[bool] = []
    dialog.chosen.connect(chosen.append)
    press(qtbot, dialog, text)

    assert chosen == told
    assert (dialog.result() == QDialog.DialogCode.Accepted) is bool(told)
