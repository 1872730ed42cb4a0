"""The scoreboard on a projector: opened by a key, follows all tables open to spectators, closes cleanly."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, Finished, Quit, Started
from app.screens.scoreboard import ScoreboardPage, ScoreboardSeat, ScoreboardTable
from app.table.start import Spectating
from rules.api import Outcome
from tests.support.values import replace
from tests.support.window import Story
from tests.support.written import written
from tests.ui.screens.test_nearby import ANNA, ED, LISA, Lobby
from ui.art.fonts import ui_font
from ui.art.theme import ThemeName, themed
from ui.screens.scoreboard_window import ScoreboardWindow, _wrapped_all


def test_f11_shows_the_scoreboard_which_follows_its_tables(qtbot: QtBot, tmp_path: Path) -> None:
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
    places = [each.rect for each in written(board)]
    line = places[-1].top() - places[-2].top()
    assert -line < 720 * 0.96 - places[-1].bottom() - line < line, "no line is left free at the end"


def test_two_long_sections_share_the_column(qtbot: QtBot) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.resize(1280, 720)
    free, rounds = tuple(f"free {n}" for n in range(60)), tuple(f"round {n}" for n in range(60))
    board.tell(ScoreboardPage("All tables", free=free, next_round=rounds, winners=(("Ed", 2),)))
    read = [each.text for each in written(board)]
    named = [sum(word in text for text in read) for word in ("free ", "round ")]

    assert abs(named[0] - named[1]) <= 1 and min(named) > 1
    assert read.count("and others") == 2 and read[-2:] == ["Won this evening", "Ed: 2"]


@pytest.mark.parametrize(
    ("count", "columns", "rows"),
    [(1, 1, 1), (2, 2, 1), (4, 2, 2), (5, 3, 2), (9, 3, 3), (10, 4, 3), (12, 4, 3), (13, 4, 4)],
)
def test_the_number_of_tables_decides_the_columns_and_rows_of_the_scoreboard(
    qtbot: QtBot, count: int, columns: int, rows: int
) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.resize(1920, 1080)
    seats = (ScoreboardSeat("Lisa", "7", is_first=True), ScoreboardSeat("", "", is_first=False))
    tables = tuple(ScoreboardTable("plump", f"Table {n}", "deal 3 of 9", seats) for n in range(count))
    board.tell(ScoreboardPage("All tables", tables))
    titles = {each.text: each.rect for each in written(board) if each.text.startswith("Table ")}
    assert [*titles] == [f"Table {n}" for n in range(count)]
    across, down = (
        {round(rect.left()) for rect in titles.values()},
        {round(rect.top()) for rect in titles.values()},
    )

    assert (len(across), len(down)) == (columns, rows)
    assert max(across) < 1920 and max(down) < 1080
    places = [(round(rect.top()), round(rect.left())) for rect in titles.values()]
    assert places == sorted(places), "row by row"
    wide, high, gap = 1920 - 2 * 0.04 * 1080, 1080 * (0.96 - 0.024 - 0.087 - 0.012), 0.024 * 1080
    steps = [[b - a for a, b in pairwise(sorted(each))] for each in (across, down)]
    assert steps[0] == [pytest.approx((wide + gap) / columns, abs=1)] * (columns - 1)
    assert steps[1] == [pytest.approx((high + gap) / rows, abs=1)] * (rows - 1)


SEATS = (ScoreboardSeat("Lisa", "7", is_first=True), ScoreboardSeat("", ""))
PAGE = ScoreboardPage(
    "2 tables",
    (
        ScoreboardTable("plump", "Plump", "deal 3 of 9", SEATS),
        ScoreboardTable("kings", "Kings", "is over", ()),
    ),
    more="and 3 more tables",
    free=("Anna", "Bo"),
    next_round=("Ed · Toby", "Kim · Lou"),
    winners=(("Lisa", 2), ("Ed", 1)),
    hint="Sit down.",
)


@pytest.mark.parametrize(
    ("page", "spoken"),
    [
        (
            PAGE,
            "2 tables\nPlump, deal 3 of 9: Lisa 7, a free seat\nKings, is over: \nFree: Anna, Bo\n"
            "Next round: Ed · Toby; Kim · Lou\nWon: Lisa 2, Ed 1\nand 3 more tables\nSit down.",
        ),
        (ScoreboardPage("No table"), "No table"),
        (ScoreboardPage("No table", free=("Anna",)), "No table\nFree: Anna"),
        (ScoreboardPage("No table", winners=(("Ed", 1),), hint="Sit."), "No table\nWon: Ed 1\nSit."),
    ],
)
def test_a_screen_reader_gets_the_whole_scoreboard(qtbot: QtBot, page: ScoreboardPage, spoken: str) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.tell(page)

    assert board.accessibleDescription() == spoken


@pytest.mark.parametrize(
    ("size", "title", "seats", "name", "free", "pixels"),
    [
        ((1280, 720), "Plump", 2, "Lisa", "Anna", 32),
        ((2560, 1440), "Plump", 2, "Lisa", "Anna", 63),
        ((1280, 720), "Coffeehouse Cahoots", 2, "Lisa", "Anna", 27),
        ((1280, 720), "Plump", 14, "Lisa", "Anna", 23),
        ((1280, 720), "Plump", 2, "Bartholomew the very old", "Anna", 20),
        ((1280, 720), "Plump", 2, "Lisa", "Bartholomew who is free", 30),
    ],
)
def test_all_words_of_the_scoreboard_are_whole_in_letters_as_large_as_fit(
    qtbot: QtBot, size: tuple[int, int], *, title: str, seats: int, name: str, free: str, pixels: int
) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.resize(*size)
    who = tuple(ScoreboardSeat(name, f"{n}0 points") for n in range(seats))
    table = ScoreboardTable("plump", title, "deal 3 of 9", who)
    board.tell(replace(PAGE, tables=(table, table), free=(free,)))
    read = written(board)

    assert [each.text for each in read if each.text.endswith("…") or each.cut > 1] == []
    assert {round(each.pixels) for each in read if each.text in (title, name, free)} == {pixels}


def test_a_table_has_its_title_beside_its_picture_and_its_seats_below_with_scores_at_the_right(
    qtbot: QtBot,
) -> None:
    board = ScoreboardWindow(themed(ThemeName.LIGHT))
    qtbot.addWidget(board)
    board.resize(1280, 720)
    seats = (ScoreboardSeat("Lisa", "7", is_first=True), ScoreboardSeat("Toby " * 90, "12"), SEATS[1])
    board.tell(ScoreboardPage("1 table", (ScoreboardTable("plump", "Plump", "deal 3 of 9", seats),)))
    read = written(board)
    at = [each.rect for each in read]
    title, state, score, name, other, cut, free = at[1:]
    assert [each.text for each in read[1:]] == [
        "Plump", "deal 3 of 9", "7", "Lisa", "12", read[6].text, "a free seat"
    ]  # fmt: skip
    assert read[6].text.endswith("…")
    body = read[7].pixels
    band, top, left, right = 2.8 * body, 720 * (0.024 + 0.087 + 0.012), 720 * 0.04, 1280 - 720 * 0.04

    assert title.left() == state.left() == pytest.approx(left + band + 0.6 * body, abs=3)
    assert top < title.top() < title.bottom() < state.top() < state.bottom() < top + band
    assert name.left() == cut.left() == free.left() == pytest.approx(left + 0.6 * body, abs=2)
    assert score.right() == pytest.approx(right - 0.6 * body, abs=2) == other.right()
    assert cut.right() <= other.left(), "a name that is too long ends before the score"
    assert score.bottom() == name.bottom() > top + band
    row = [each.center().y() - top - band for each in (name, cut, free)]
    assert row == [pytest.approx(1.6 * body * (place + 0.75), abs=3) for place in range(3)]


def test_a_row_of_names_is_wrapped_between_names(qapp: QApplication) -> None:
    metrics = QFontMetricsF(ui_font(20))
    two = metrics.horizontalAdvance("Ed · Toby")
    rows = ("Ed · Toby · Kim", "Lou")

    assert _wrapped_all(rows, metrics, 1000) == [*rows]
    assert _wrapped_all(rows, metrics, two) == ["Ed · Toby", "    Kim", "Lou"]
    assert _wrapped_all(rows, metrics, 1) == ["Ed", "    Toby", "    Kim", "Lou"]
