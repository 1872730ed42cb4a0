"""The player's games in the lobby: how many are listed, what their buttons ask for, and the hidden ones."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.screens.program import KeptGames, PastGame
from app.table.start import Unfinished
from tests.support.values import replace
from ui.art.theme import LIGHT
from ui.screens.games_list import GamesList

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton
GAMES = tuple(Unfinished(f"u{n}", "plump", ("Lisa", f"Toby {n}"), 7, 0) for n in range(7))
PAST = tuple(PastGame(f"p{n}", "kings", ("Lisa", f"Ada {n}"), 0, "Ada has won") for n in range(7))


@pytest.fixture
def games(qtbot: QtBot) -> GamesList:
    made = GamesList(LIGHT)
    qtbot.addWidget(made)
    made.resize(600, 900)
    made.show()
    return made


def tell(games: GamesList, before: KeptGames) -> None:
    games.tell(before, "Lisa")
    for _ in range(3):
        QApplication.processEvents()


def lines(games: GamesList) -> list[str]:
    """The visible words, from top to bottom."""
    found = [each for each in games.findChildren(QLabel) if each.isVisible() and each.text()]
    return [each.text() for each in sorted(found, key=lambda each: (each.y(), each.x()))]


def buttons(games: GamesList) -> list[QPushButton]:
    found = [each for each in games.findChildren(QPushButton) if each.isVisible()]
    return sorted(found, key=lambda each: (each.y(), each.x()))


def choices(button: QPushButton) -> list[str]:
    return [each.text() for each in button.menu().actions()]


def test_five_of_each_kind_are_listed_and_hidden_ones_are_behind_a_button(
    qtbot: QtBot, games: GamesList
) -> None:
    hidden = tuple(replace(each, is_hidden=True) for each in GAMES[:2])
    away = tuple(replace(each, is_hidden=True) for each in PAST[:1])
    tell(games, KeptGames((*hidden, *GAMES[2:]), (*away, *PAST[1:])))
    titles = [text for text in lines(games) if " with " in text]
    *_, more = buttons(games)

    assert titles == [
        *(f"Plump with Toby {n}" for n in range(2, 7)),
        *(f"Kings with Ada {n}" for n in range(1, 6)),
    ]
    assert more.text() == "Hidden games (3)"
    assert choices(buttons(games)[1]) == ["Delete…", "Hide it"]
    qtbot.mouseClick(more, LEFT)
    QApplication.processEvents()
    titles = [text for text in lines(games) if " with " in text]
    assert titles == ["Plump with Toby 0", "Plump with Toby 1", "Kings with Ada 0"]
    assert "A hidden game is deleted after 30 days." in lines(games)
    assert choices(buttons(games)[1]) == ["Delete…", "Show it again"]
    qtbot.mouseClick(buttons(games)[-1], LEFT)
    QApplication.processEvents()
    assert "Plump with Toby 2" in lines(games) and "Plump with Toby 0" not in lines(games)


@pytest.mark.parametrize(
    ("before", "last"),
    [
        (KeptGames(), "Your games will appear here: finished ones, and those that you can continue."),
        (KeptGames(problem="Another Shoal is open."), "Another Shoal is open."),
        (KeptGames(GAMES[:1], problem="Another Shoal is open."), "Another Shoal is open."),
        (KeptGames(GAMES[:1]), None),
        (KeptGames((), PAST[:1]), None),
    ],
)
def test_the_line_below_says_why_there_are_no_games(
    games: GamesList, before: KeptGames, last: str | None
) -> None:
    tell(games, before)
    notes = [text for text in lines(games) if " with " not in text and "begun" not in text]

    assert notes == ([] if last is None else [last])
    assert [each.text() for each in buttons(games)][-1:] == (
        ["Try again"] if before.problem else ["More"] if last is None else []
    )


def test_the_buttons_of_each_game_send_its_own_request(qtbot: QtBot, games: GamesList) -> None:
    asked: list[object] = []
    for name in ("resume", "delete", "watch", "save"):
        getattr(games, f"{name}_wanted").connect(lambda what, name=name: asked.append((name, what)))
    games.hide_wanted.connect(lambda table, is_hidden: asked.append((table, is_hidden)))
    is_open = replace(GAMES[1], is_open=True)
    tell(games, KeptGames((GAMES[0], is_open), PAST[:1]))
    found = buttons(games)
    assert [each.text() for each in found] == ["Continue", "More", "Show its window", "Replay", "More"]
    for each in found:
        if each.menu() is None:
            qtbot.mouseClick(each, LEFT)
        else:
            for action in each.menu().actions():
                action.trigger()

    assert asked == [
        ("resume", "u0"), ("delete", GAMES[0]), ("u0", True),
        ("resume", "u1"), ("watch", "p0"), ("save", "p0"), ("p0", True),
    ]  # fmt: skip
    assert found[0].accessibleName().startswith("Continue: Plump with Toby 0 · begun")
    assert found[-1].accessibleName().startswith("More: Kings with Ada 0 · begun")


@pytest.mark.parametrize(("wide", "is_below"), [(429, True), (430, False)])
def test_in_a_narrow_list_the_buttons_stand_below_the_words(
    games: GamesList, wide: int, *, is_below: bool
) -> None:
    def is_lower() -> bool:
        title = next(each for each in games.findChildren(QLabel) if each.text() == "Plump with Toby 0")
        return place(games, buttons(games)[0]).y() > place(games, title).y() + title.height()

    tell(games, KeptGames(GAMES[:1]))
    games.resize(wide, 300)
    QApplication.processEvents()
    assert is_lower() is is_below
    tell(games, KeptGames(GAMES[:1]))
    assert is_lower() is is_below, "also those that come later"


def place(games: GamesList, each: QWidget) -> QPoint:
    return each.mapTo(games, QPoint())


def test_the_time_since_each_game_began_is_renewed(games: GamesList, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_788_000_000
    monkeypatch.setattr("time.time", lambda: now)
    tell(games, KeptGames((replace(GAMES[0], created=now - 120),)))
    assert "begun 2 minutes ago" in lines(games)
    now += 60
    games._minute.timeout.emit()

    assert "begun 3 minutes ago" in lines(games) and games._minute.isActive()
    assert games._minute.interval() <= 60_000
