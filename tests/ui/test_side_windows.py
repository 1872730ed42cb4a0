"""The small windows: one of each kind, what they hand over, and the files that they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.screens.program import KeptGames
from app.table.start import Unfinished
from tests.support.window import Ear, FakeProgram, settled
from ui.dialogs.passphrase import PassphraseDialog
from ui.dialogs.settings import SettingsDialog
from ui.side_windows import TAKEN
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    made = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(made)
    made.show()
    made.show_home()
    settled()
    return made


def program(window: Window) -> FakeProgram:
    assert isinstance(window.program, FakeProgram)
    return window.program


def settings(window: Window) -> SettingsDialog:
    window.side.show_settings()
    top = window.side.top
    assert isinstance(top, SettingsDialog)
    return top


def asked(dialog: QDialog) -> tuple[PassphraseDialog, QFileDialog]:
    return dialog.findChildren(PassphraseDialog)[-1], dialog.findChildren(QFileDialog)[-1]


def test_there_is_one_window_of_each_kind_and_the_last_is_on_top(window: Window) -> None:
    first = settings(window)
    window.side.show_manual()
    manual = window.side.top
    assert window.side.top.windowTitle() == "Manual" and first.isVisible()
    second = settings(window)
    assert not first.isVisible() and manual.isVisible() and second.isVisible()
    second.accept()
    assert window.side.top is manual
    window.side.close_all()
    assert not manual.isVisible() and window.side._open == {}


@pytest.mark.parametrize(("words", "again", "is_fine"), [
    ("seven ch", "seven ch", True),
    ("seven c", "seven c", False),
    ("seven ch", "seven cc", False),
    ("", "", False),
])  # fmt: skip
def test_a_passphrase_to_save_with_has_eight_characters_typed_twice(
    window: Window, words: str, again: str, is_fine: bool
) -> None:
    dialog = settings(window)
    dialog.export_wanted.emit()
    passphrase, files = asked(dialog)
    first, second = passphrase.findChildren(QLineEdit)
    first.setText(words)
    second.setText(again)

    assert passphrase.fine.isEnabled() is is_fine
    assert files.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert [Path(each).name for each in files.selectedFiles()] == ["my.shoal-identity"]


@pytest.mark.parametrize("why", ["", "no such file"])
def test_an_identity_is_loaded_from_a_file_with_its_passphrase_or_none(
    window: Window, qtbot: QtBot, tmp_path: Path, why: str
) -> None:
    """The player is then searched and found under it."""
    file = tmp_path / "me.shoal-identity"
    file.write_text("a key")
    dialog, before = settings(window), len(program(window).searches)
    program(window).complaint = why
    dialog.import_wanted.emit()
    passphrase, files = asked(dialog)
    assert files.fileMode() == QFileDialog.FileMode.ExistingFile
    files.setDirectory(str(tmp_path))
    files.selectFile(str(file))
    files.fileSelected.emit(str(file))
    assert passphrase.isVisible() and passphrase.fine.isEnabled(), "a plain copy has none"
    [entry] = passphrase.findChildren(QLineEdit)
    entry.setText("fishes")
    qtbot.mouseClick(passphrase.fine, LEFT)
    settled()

    assert program(window).read == [(file, "fishes")]
    assert dialog.identity_told.text() == (f"Not loaded: {why}." if why else TAKEN)
    searches = program(window).searches
    assert len(searches) == before + (not why) and searches[before - 1].stopped is not bool(why)


@pytest.mark.parametrize(
    ("why", "said"), [("", "Your identity is in {}."), ("full disk", "Not saved: full disk.")]
)
def test_a_message_says_whether_the_identity_was_saved(
    window: Window, tmp_path: Path, why: str, said: str
) -> None:
    dialog, file = settings(window), tmp_path / "me"
    program(window).complaint = why
    dialog.export_wanted.emit()
    asked(dialog)[1].fileSelected.emit(str(file))

    assert dialog.identity_told.text() == said.format(file)


def test_the_record_of_an_earlier_game_is_saved_under_the_first_letters_of_its_table(window: Window) -> None:
    window.side.save_game("abcdef0123456789")
    dialog = window.side.top
    assert isinstance(dialog, QFileDialog)
    assert [Path(each).name for each in dialog.selectedFiles()] == ["abcdef012345.shoal"]
    assert dialog.nameFilters() == ["Records of Shoal (*.shoal)", "All files (*)"]
    program(window).complaint = "full disk"
    dialog.fileSelected.emit("/somewhere/evening.shoal")

    assert program(window).saved == [("abcdef0123456789", Path("/somewhere/evening.shoal"))]
    assert window.home.warning.text() == "full disk"


def test_a_hidden_game_is_marked_as_hidden(window: Window) -> None:
    program(window).kept = KeptGames((Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 0),))
    window.side.hide_game("ab", True)
    QApplication.processEvents()

    assert [each.is_hidden for each in program(window).kept.unfinished] == [True]
    assert window.home.warning.text() == ""
