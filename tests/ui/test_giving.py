"""Installers for the neighbours, given from the window and fetched as a browser does."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from urllib.error import URLError

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.screens import giving
from tests.support.window import STILL, Ear, FakeProgram
from ui.dialogs.give import GiveDialog
from ui.window import Window


def press(qtbot: QtBot, within: QWidget, text: str) -> None:
    [button] = [each for each in within.findChildren(QPushButton) if each.text() == text and each.isVisible()]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def choose(qtbot: QtBot, window: Window, *paths: Path) -> None:
    window.side.show_settings()
    settings = window.side.top
    press(qtbot, settings, "Give Shoal to people here…")
    [files] = settings.findChildren(QFileDialog)
    files.filesSelected.emit([str(path) for path in paths])
    files.close()


def test_files_are_given_while_the_dialog_is_open(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(giving, "own_hosts", lambda: ("127.0.0.1",))
    window = Window(FakeProgram(tmp_path, STILL), Ear())
    qtbot.addWidget(window)
    window.show()
    installer = tmp_path / "shoal-1.run"
    installer.write_bytes(b"an installer")
    choose(qtbot, window, tmp_path / "there is none")
    warned = "\n".join(each.text() for each in window.side.top.findChildren(QLabel) if each.isVisible())
    assert "cannot be read" in warned
    window.side.top.close()

    choose(qtbot, window, installer)
    dialog = window.side.top
    assert isinstance(dialog, GiveDialog)
    said = "\n".join(each.text() for each in dialog.findChildren(QLabel) if each.isVisible())
    address = dialog.giver.address
    with urllib.request.urlopen(f"{address}shoal-1.run") as answer:  # noqa: S310  (our own server)
        assert answer.read() == b"an installer"
    assert address in said and dialog.giver.gifts[0].sha256 in said

    press(qtbot, dialog, "Stop giving")
    with pytest.raises(URLError):
        urllib.request.urlopen(address)  # noqa: S310  (our own server)
