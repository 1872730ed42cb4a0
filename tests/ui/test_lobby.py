"""The search of the network behind the lobby: when it runs, restarts and asks; and the check of the score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.nearby.around import Around, UnreachablePerson
from app.records.evening import Evening, Wins
from tests.support.values import replace
from tests.support.window import STILL, FakeProgram
from tests.ui.screens.test_nearby import ANNA, ED, LEFT, LISA, Lobby
from ui.lobby import Score

pytestmark = pytest.mark.usefixtures("sketched")
TABLES = (replace(LISA, key=b"k" * 32), replace(ED, key=b"e" * 32))


@pytest.fixture
def lobby(qtbot: QtBot, tmp_path: Path) -> Lobby:
    return Lobby(qtbot, tmp_path, settings=replace(STILL, visible=True))


def test_one_search_runs_at_a_time_and_none_after_its_end(lobby: Lobby) -> None:
    nearby, searches = lobby.window.nearby, lobby.program.searches
    nearby.start()
    assert len(searches) == 1 and nearby.is_found and searches[0].is_found
    lobby.find(*TABLES)
    assert nearby.around.tables == TABLES and "Stephen" in lobby.texts
    nearby.stop()
    nearby.stop()
    assert searches[0].stopped and nearby.search is None and not nearby.is_found
    assert nearby.around == Around() and "Stephen" not in lobby.texts
    nearby.start()

    assert len(searches) == 2 and not searches[1].stopped


def test_the_search_restarts_only_when_the_port_should_open_or_close(lobby: Lobby) -> None:
    nearby, searches = lobby.window.nearby, lobby.program.searches
    nearby.refresh_visibility()
    assert len(searches) == 1
    nearby._may_be_found = lambda: False
    nearby.refresh_visibility()
    assert (len(searches), searches[0].stopped, nearby.is_found) == (2, True, False)
    nearby.refresh_visibility()
    assert len(searches) == 2
    nearby._may_be_found = lambda: True
    nearby.refresh_visibility()
    assert (len(searches), nearby.is_found) == (3, True)
    nearby.stop()
    nearby._may_be_found = lambda: False
    nearby.refresh_visibility()

    assert len(searches) == 3 and nearby.search is None, "at a table nothing is searched"


@pytest.mark.parametrize(
    ("change", "restarts"),
    [({"nick": "Ada"}, True), ({"visible": False}, True), ({"scale": 150}, False), ({}, False)],
)
def test_another_name_or_visibility_restarts_the_search(
    lobby: Lobby, change: dict[str, object], *, restarts: bool
) -> None:
    before = lobby.program.settings
    now = replace(before, **change)  # type: ignore[arg-type]
    lobby.window.nearby.renew(before, now)
    assert len(lobby.program.searches) == 1 + restarts
    lobby.window.nearby.stop()
    lobby.window.nearby.renew(before, replace(before, nick="Toby"))

    assert len(lobby.program.searches) == 1 + restarts


@pytest.mark.parametrize(
    ("visible", "found", "is_seen"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_player_speaks_to_all_only_while_they_are_seen(
    qtbot: QtBot, tmp_path: Path, *, visible: bool, found: bool, is_seen: bool
) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, visible=visible))
    lobby.window.nearby._may_be_found = lambda: found
    lobby.window.nearby.refresh_visibility()
    lobby.find(*TABLES)

    assert lobby.window.home.nearby.say.isVisible() is is_seen
    assert lobby.window.home.nearby.seen.isVisible() is not is_seen


def test_all_tables_are_asked_for_details_while_the_large_screen_shows_them(lobby: Lobby) -> None:
    lobby.find(*TABLES)
    search = lobby.program.searches[-1]
    assert search.pointed == frozenset()
    lobby.window.home.nearby.rows.pointed.emit(b"e" * 32)
    assert search.pointed == {b"e" * 32}
    lobby.window.nearby.show_scoreboard()
    assert search.pointed == {b"k" * 32, b"e" * 32}
    board = lobby.window.nearby.scoreboard.window
    assert board is not None and "Stephen" in board.accessibleDescription()
    lobby.window.home.nearby.rows.pointed.emit(b"")
    assert search.pointed == {b"k" * 32, b"e" * 32}
    lobby.find(TABLES[0])
    assert search.pointed == {b"k" * 32}
    lobby.window.nearby.show_scoreboard()
    lobby.settle()
    assert search.pointed == frozenset()


def test_nothing_is_said_or_asked_without_a_search(lobby: Lobby) -> None:
    nearby, shown = lobby.window.nearby, lobby.window.home.nearby
    nearby.stop()
    shown.said.emit("anybody for Kings?")
    shown.rows.pointed.emit(b"k" * 32)
    shown.rows.asked.emit(UnreachablePerson("Toby", LISA.words, b"t" * 32, ANNA))
    shown.update_dismissed.emit()
    assert [each.asked for each in lobby.program.searches] == [[]]
    nearby.start()
    lobby.find(*TABLES)

    assert lobby.program.searches[-1].line == "anybody for Kings?", "said as soon as somebody can hear it"
    assert lobby.program.searches[-1].pointed == {b"k" * 32}


def test_a_later_version_is_reported_until_the_player_has_dismissed_it(lobby: Lobby) -> None:
    newer = replace(LISA, version="99.1.0")
    others = [replace(newer, host=f"Host {n}", words=f"AAA{n}-I3Z4-YDLN-GAQV") for n in range(3)]
    lobby.find(newer, *others)
    shown = lobby.window.home.nearby
    assert shown.later.isVisible() and "99.1.0" in shown.later.text()
    lobby.qtbot.mouseClick(shown.dismiss_update, LEFT)
    assert lobby.program.settings.passed_over == "99.1.0" and not shown.later.isVisible()
    lobby.find(*(replace(each, version="99.2.0") for each in (newer, *others)))

    assert not shown.later.isVisible(), "a liar could name a new version each time"


def test_a_search_whose_window_was_closed_tells_nobody(lobby: Lobby) -> None:
    """Its thread may still look around for a moment; an exception in it would be a report of a crash."""
    nearby = lobby.window.nearby
    nearby.start()
    nearby.stop()
    shiboken6.delete(nearby)
    lobby.program.searches[0].told(Around(TABLES))


class Checks(FakeProgram):
    """A program whose check of the score tells when a test wants it."""

    def score(self, told: Callable[[tuple[Evening, ...]], None]) -> object:  # type: ignore[override]
        self.tells = told
        return super().score(lambda _: None)


def test_the_score_is_shown_while_its_check_runs_and_not_after_it_was_stopped(
    qtbot: QtBot, tmp_path: Path
) -> None:
    program, owner = Checks(tmp_path), QObject()
    shown: list[object] = []
    score = Score(program, shown.append, owner)
    evening = Evening("plump", 3, (Wins("a", "Lisa", 2),), 0)
    score.start()
    program.tells((evening,))
    assert shown == [], "from another thread: it comes in a turn of its own"
    QApplication.processEvents()
    assert shown == [(evening,)]
    program.tells((evening, evening))
    score.stop()
    QApplication.processEvents()

    assert len(shown) == 1
    score.stop()
    score.start()
    program.tells(())
    QApplication.processEvents()
    assert shown[1:] == [()]
