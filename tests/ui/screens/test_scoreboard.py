"""The scoreboard on a projector: opened by a key, follows all tables open to spectators, closes cleanly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, Finished, Quit, Started
from app.screens.scoreboard import ScoreboardPage
from app.table.start import Spectating
from rules.api import Outcome
from tests.support.window import Story
from tests.support.written import written
from tests.ui.screens.test_nearby import ANNA, ED, LISA, Lobby
from ui.art.theme import ThemeName, themed
from ui.screens.scoreboard_window import ScoreboardWindow


def test_f11_shows_the_scoreboard_and_follows_its_tables(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path)
    open_table = replace(LISA, key=b"k" * 32, is_open_to_watch=True, taken=("a", "b", "c", "d"))
    lobby.find(open_table, replace(ED, key=b"e" * 32), people=(ANNA,))
    qtbot.keyClick(lobby.window, Qt.Key.Key_F11)
    lobby.settle()
    board = lobby.window.nearby.scoreboard.window
    assert board is not None and board.isVisible()
    assert "2 tables · 1 person free" in board.accessibleDescription()
    assert lobby.program.searches[-1].pointed == {b"k" * 32, b"e" * 32}
    [running] = lobby.program.tables
    assert running.start == Spectating("SHOAL:STEPHEN")  # the other table asks about spectators

    story = Story("plump", 4)
    running.listener(Started(replace(story.info, seat=SPECTATOR), resumed=False))
    story.step()
    running.listener(story.news())
    running.listener(Finished(Outcome((9, 1, 2, 3), (1, 4, 3, 2))))
    lobby.settle()
    assert f"Won: {story.info.guests[0].nick} 1" in board.accessibleDescription()
    board.grab()  # painted

    lobby.find(ED)  # its host has gone home
    assert running.orders == [Quit()]
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    lobby.settle()
    assert lobby.window.nearby.scoreboard.window is None
    lobby.window.show_large()
    lobby.settle()
    again = lobby.window.nearby.scoreboard.window
    assert again is not None and "Won: " in again.accessibleDescription()  # the evening goes on
    again.close()


def test_the_next_game_of_a_table_is_followed_in_place_of_the_last(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path)
    full = replace(LISA, is_open_to_watch=True, taken=("a", "b", "c", "d"))
    lobby.find(full)
    lobby.window.show_large()
    story = Story("plump", 4)
    first = lobby.program.tables[-1]
    first.listener(Started(replace(story.info, seat=SPECTATOR), resumed=False))
    first.listener(Finished(Outcome((9, 1, 2, 3), (1, 4, 3, 2))))
    lobby.settle()
    lobby.find(full, ED)
    assert lobby.program.tables[-1] is first
    lobby.find(replace(full, taken=("a",)))

    assert first.orders == [Quit()] and lobby.program.tables[-1] is not first
    lobby.window.nearby.scoreboard.stop()
    assert lobby.program.tables[-1].stopped
    board = lobby.window.nearby.scoreboard.window
    assert board is not None
    board.close()


def test_a_full_column_shows_the_names_that_fit_and_counts_the_others(qtbot: QtBot) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.resize(1280, 720)
    free, waiting = [f"free {n}" for n in range(60)], [f"round {n}" for n in range(3)]
    board.tell(ScoreboardPage("All tables", free=tuple(free), next_round=tuple(waiting)))
    read = [each.text for each in written(board)]
    named = [text for text in read if text in free]

    assert read[:2] == ["All tables", "Free"] and read[-4] == "Next round"
    assert 5 < len(named) < 60 and named == free[: len(named)]
    assert read[2 : 3 + len(named)] == [*named, "and others"]
    assert read[-3:] == [f"{place}  round {n}" for place, n in enumerate(range(3), start=1)]
