"""Qt without a screen, unless the one who runs the tests says otherwise."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partialmethod

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.keep.settings import Settings
from tests.support.drawn_once import blank, drawn_once, pictures, sketch
from ui.art.cache import PixmapCache, draw_pixmap
from ui.look import apply_settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
PATIENCE_MS = 550_000
"""A guard against hanging."""


@pytest.fixture(autouse=True)
def _hasty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let card tables whose movement is off show everything at once."""
    monkeypatch.setattr("ui.kit.card_table.CardTable.still_ms", 0)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waits end on progress: on a busy machine that may take its time."""
    for name in ("waitUntil", "waitSignal"):
        monkeypatch.setattr(QtBot, name, partialmethod(getattr(QtBot, name), timeout=PATIENCE_MS))


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all tables share their pictures."""
    monkeypatch.setattr("ui.kit.renderer.PixmapCache", pictures)
    for module in ("ui.kit.renderer", "ui.screens.game_button"):
        monkeypatch.setattr(f"{module}.draw_pixmap", drawn_once)


@pytest.fixture(scope="session", autouse=True)
def _dressed(qapp: QApplication) -> None:
    """Apply the settings as the start does: a test that comes first must see what later ones see."""
    apply_settings(Settings())


@pytest.fixture(scope="module")
def undressed() -> Iterator[None]:
    """Restore the program's usual size after a module that shows states."""
    yield
    apply_settings(Settings())


@pytest.fixture
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use UTC, so that fixed moments fall on the same days on every computer."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        set_zone()
        yield
    set_zone()


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables draw no pictures, for tests of places and words."""
    _draw_with(blank, monkeypatch)


@pytest.fixture
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables draw each picture once, for any size and theme, in tests that look at no pixel."""
    _draw_with(sketch, monkeypatch)


@pytest.fixture
def painted(sketched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables draw every picture, for a test of pixels in a module of `sketched` tests.

    It comes after `sketched`, or that would put sketches back: pytest sets up a test's own fixtures first.
    """
    _draw_with(draw_pixmap, monkeypatch)


def set_zone() -> None:
    """Take the time zone from the environment, where a system can."""
    if sys.platform != "win32":
        time.tzset()


def _draw_with(draw: Callable[..., QPixmap], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.kit.renderer.PixmapCache", PixmapCache)
    for module in ("ui.art.cache", "ui.kit.renderer", "ui.screens.game_button"):
        monkeypatch.setattr(f"{module}.draw_pixmap", draw)


@pytest.fixture(autouse=True)
def _collected_in_one_thread() -> Iterator[None]:
    """Collect no garbage in the threads that a test starts, as in a window's program."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """Delete the widgets that a test has closed; left to itself, Qt would keep them for ever.

    Windows that it left open, such as the question that a closing window asks, are hidden from the next test.
    """
    app = QCoreApplication.instance()
    if app is not None:
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    yield
    if isinstance(app := QCoreApplication.instance(), QApplication):
        for each in app.topLevelWidgets():
            each.hide()
