"""The first paint of the window: nothing flashes by before it, and garbage is collected in its thread."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.screens.lobby import against_bots, setup_for
from tests.support.processes import ROOT
from tests.support.window import Ear, FakeProgram
from ui.start import FirstPaint, Watchdog, after_the_first_paint, collect_garbage
from ui.window import Window

LOBBY = """
import sys
from PySide6.QtWidgets import QApplication
from app.program import build_program
from ui.sound import Speaker
from ui.window import Window

app = QApplication([])
window = Window(build_program(nick=None, address=None), Speaker())
window.home.hold_pictures(is_held=True)
window.show()
window.grab()
print(*(key for key in ("table_docks", "waiting") if key in vars(window)), *sys.modules)
window.home.hold_pictures(is_held=False)
window.grab()
print(*sys.modules)
"""
"""A script that paints the lobby, and prints the objects made and the modules imported for it; then once more
with the pictures of the games."""
LATER = (
    "PySide6.QtNetwork",
    "app.bots.api",
    "app.games.board",
    "app.games.policies",
    "app.games.scene",
    "app.nearby.diagnosis",
    "app.nearby.finder",
    "app.records.evening",
    "app.records.scoring",
    "app.records.statistics.sums",
    "app.screens.practice",
    "cryptography",
    "net.deck",
    "net.link.contract",
    "net.lobby.phases",
    "net.wire.bodies",
    "secrets",
    "ui.dialogs.settings",
    "ui.kit.game_table",
    "ui.people",
    "ui.screens.table_docks",
    "ui.screens.host_page",
    "ui.screens.waiting_page",
    "zmq",
)
"""Modules that the first picture of the lobby does not need; each of them delayed it."""


class Paints(QObject):
    """A filter that notes every paint."""

    def __init__(self, noted: list[str]) -> None:
        super().__init__()
        self._noted = noted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if event.type() == QEvent.Type.Paint:
            self._noted.append("paint")
        return False


class Flashes(QObject):
    """A filter that notes every window that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(type(watched).__name__)
        return False


@pytest.fixture
def flashes(qapp: QApplication):
    noted = Flashes()
    qapp.installEventFilter(noted)
    yield noted
    qapp.removeEventFilter(noted)


def test_nothing_but_the_window_is_shown_when_it_opens(
    flashes: Flashes, qtbot: QtBot, tmp_path: Path
) -> None:
    window = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(window)
    window.show()
    for game in catalogue().games:
        window.opening.show(setup_for(game))

    assert flashes.seen == ["Window"]


def test_other_work_waits_until_a_window_was_painted(qtbot: QtBot, tmp_path: Path) -> None:
    """A window of X11 is exposed some turns of the event loop after it was shown."""
    noted: list[str] = []
    window, paints = Window(FakeProgram(tmp_path), Ear()), Paints(noted)
    qtbot.addWidget(window)
    window.winId()  # makes the system's window
    window.home.host.installEventFilter(paints)
    FirstPaint(window).timeout.connect(lambda: noted.append("work"))
    for _ in range(10):
        QApplication.processEvents()
    assert noted == []
    window.show()
    qtbot.waitUntil(lambda: "work" in noted)

    assert noted[0] == "paint"


def test_docks_and_games_are_loaded_when_a_game_is_considered(qtbot: QtBot, tmp_path: Path) -> None:
    """A lobby left alone takes 10 MB less."""
    window = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(window)
    window.show()
    window.setFocus()
    window.look_at_games()
    for _ in range(10):
        QApplication.processEvents()
    assert not {"table_docks", "waiting"} & {*vars(window)}
    QTest.mouseMove(window.home.games[0])

    qtbot.waitUntil(lambda: {"table_docks", "waiting"} <= {*vars(window)})


def test_docks_are_loaded_while_a_table_fills(qtbot: QtBot, tmp_path: Path) -> None:
    """A player who joins by an invitation has considered no game before."""
    window = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(window)
    window.begin(against_bots("plump"))

    qtbot.waitUntil(lambda: "table_docks" in vars(window))
    assert window.at_table is None


def test_garbage_is_collected_in_the_windows_thread_alone(qtbot: QtBot, tmp_path: Path) -> None:
    """A widget that Python collected in another thread, such as the network's, ended the program."""
    window = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(window)
    gone: list[str] = []

    def leave_cycle() -> None:
        cycle = QObject()
        cycle.itself = cycle  # type: ignore[attr-defined]
        noted = lambda: gone.append(threading.current_thread().name)  # noqa: E731
        cycle.destroyed.connect(noted, Qt.ConnectionType.DirectConnection)

    gc.disable()  # as `app.__main__` does
    try:
        after_the_first_paint(window, "", None)
        leave_cycle()
        # as many new objects as start a collection of all
        busy = threading.Thread(target=lambda: [[] for _ in range(200_000)])
        busy.start()
        busy.join()
        assert not gc.isenabled() and gone == []
        kept = [[] for _ in range(gc.get_threshold()[0] + 1)]
        Watchdog(window).beat()
        assert kept and gone == [threading.main_thread().name]
    finally:
        gc.unfreeze()
        gc.enable()


def test_each_generation_is_collected_when_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", collected.append)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    for counts in ((700, 10, 10), (701, 3, 0), (701, 11, 2), (5, 11, 11)):
        monkeypatch.setattr(gc, "get_count", lambda counts=counts: counts)
        collect_garbage()

    assert collected == [0, 1, 2]


def test_a_lobby_is_painted_before_any_game_is_loaded(tmp_path: Path) -> None:
    """Neither the library of keys nor the dock panels nor the waiting page are there yet."""
    env = {**os.environ, "SHOAL_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", LOBBY], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    made, later = map(str.split, done.stdout.splitlines())

    assert "ui.screens.home_page" in made and "ui.tables.kings.picture" not in made
    assert "ui.tables.kings.picture" in later
    games = [f"{room}.{game}" for room in ("rules", "app.games") for game in catalogue().games]
    assert not {*games, *LATER, "table_docks", "waiting"} & {*made}
