"""Nothing stops the window for long: long work is spread over turns of the event loop."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread, current_thread, main_thread

import pytest
import shiboken6
from PySide6.QtCore import QSizeF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.screens.lobby import against_bots
from tests.support.quick import quick_only
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled
from ui.art.canvas import fill
from ui.art.paths import circle
from ui.kit.pieces import Look, Piece
from ui.kit.renderer import DrawingBudget, Renderer
from ui.kit.surface import Surface
from ui.parts import NextTurn
from ui.preloader import OF_EVERY_TABLE, Preloader, import_modules
from ui.window import Window


def test_the_next_turn_lets_everything_else_go_first(qtbot: QtBot) -> None:
    came: list[str] = []
    following = NextTurn(lambda: came.append("later"))
    QTimer.singleShot(0, lambda: (following.start(), QTimer.singleShot(0, lambda: came.append("at once"))))
    qtbot.waitUntil(lambda: "later" in came)

    assert came == ["at once", "later"]


def test_a_stopped_turn_of_the_event_loop_does_not_run(qtbot: QtBot) -> None:
    came: list[str] = []
    stopped, following = NextTurn(lambda: came.append("stopped")), NextTurn(lambda: came.append("later"))
    stopped.start()
    following.start()
    stopped.stop()
    qtbot.waitUntil(lambda: bool(came))

    assert came == ["later"]


def test_a_studio_can_be_closed_after_its_timer_was_deleted() -> None:
    """Parts of a closed window are deleted in any order, so the timer may be gone first."""
    renderer = Renderer(preferences())
    shiboken6.Shiboken.delete(renderer.budget._turn._timer)
    renderer.close()


@pytest.mark.parametrize(("turn_ms", "drawn"), [(0, 3), (1, 1)])
def test_pictures_are_drawn_until_the_time_of_a_turn_is_over(qtbot: QtBot, turn_ms: int, drawn: int) -> None:
    done: list[int] = []
    budget = DrawingBudget(turn_ms, clock=lambda: 0.002 * len(done))

    def asks(number: int) -> Callable[[], None]:
        def ask() -> None:
            if budget.has_time(ask):
                done.append(number)  # a piece of work longer than a turn

        return ask

    for number in range(3):
        asks(number)()
    assert (len(done), budget.is_behind) == (drawn, drawn < 3)
    qtbot.waitUntil(lambda: len(done) == 3)

    assert (done, budget.is_behind) == ([0, 1, 2], False)


def test_words_are_drawn_before_cards(qtbot: QtBot) -> None:
    """The table would otherwise deny that it is somebody's turn while the status says so."""
    painted: list[str] = []

    def paint(painter: QPainter, rect: object, what: str, theme: object) -> None:
        painted.append(what)
        fill(painter, circle(10, 10, 5), "#FF0000")

    surface = Surface(Renderer(preferences()))
    surface.renderer.budget = DrawingBudget(1, clock=lambda: 0.002 * len(painted))
    qtbot.addWidget(surface)
    for what in ("card 1", "card 2", "card 3", "words"):
        piece = Piece(surface.renderer)
        surface.add(piece)
        piece.show_look(Look(paint, what, shade=what != "words"), QSizeF(20, 20))
    qtbot.waitUntil(lambda: not surface.renderer.budget.is_behind)

    assert painted == ["card 1", "words", "card 2", "card 3"]


def test_a_waiting_piece_gets_only_its_last_picture(qtbot: QtBot) -> None:
    painted: list[int] = []

    def paint(painter: QPainter, rect: object, number: int, theme: object) -> None:
        painted.append(number)
        fill(painter, circle(10, 10, 5), "#FF0000")

    surface = Surface(Renderer(preferences()))
    surface.renderer.budget = DrawingBudget(1, clock=lambda: 0.002 * len(painted))
    qtbot.addWidget(surface)
    pieces = [Piece(surface.renderer) for _ in range(3)]
    for piece in pieces:
        surface.add(piece)
    pieces[0].show_look(Look(paint, 0), QSizeF(20, 20))
    for number in (1, 2):
        pieces[1].show_look(Look(paint, number), QSizeF(20, 20))
    pieces[2].show_look(Look(paint, 3), QSizeF(20, 20))
    surface.remove(pieces[2])
    assert painted == [0]
    qtbot.waitUntil(lambda: not surface.renderer.budget.is_behind)

    assert painted[:2] == [0, 2] and 1 not in painted


def test_the_parts_of_a_table_are_loaded_before_it_opens(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Thread]] = []
    monkeypatch.setattr("ui.preloader.import_module", lambda name: asked.append((name, current_thread())))
    preloader = Preloader(QApplication.instance())
    preloader.begin("kings", preferences().theme)
    qtbot.waitUntil(lambda: len(asked) == 2)
    preloader.stop()

    assert [name for name, _ in asked] == [OF_EVERY_TABLE, "ui.tables.kings.table"]
    assert main_thread() not in [thread for _, thread in asked]


@pytest.mark.parametrize("game", quick_only(("plump", "reef"), "plump"))
def test_a_table_is_complete_after_its_late_pictures(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    def picture(turn_ms: int, *, turns_before: int = 0) -> bytes:
        """The picture of the table, resized `turns_before` turns of the event loop earlier."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ui.look.TURN_MS", turn_ms)
            window = Window(FakeProgram(tmp_path, replace(STILL, animation="off")), Ear())
        qtbot.addWidget(window)
        window.resize(1100, 740)
        window.show()
        story = Story(game)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ui.look.TURN_MS", turn_ms)
            window.begin(against_bots(game))
            window.program.tell(story.started, story.until_own_turn())  # type: ignore[attr-defined]
            for _ in range(turns_before):
                QApplication.processEvents()
            window.resize(1000, 700)
            settled()
        assert window.at_table is not None
        window.at_table.table.hurry()
        settled()
        image = window.at_table.table.grab().toImage()
        window.close()
        return bytes(image.constBits())

    at_once = picture(0)

    assert picture(1) == picture(1, turns_before=5) == at_once


def test_an_added_game_that_cannot_be_prepared_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_game.py").write_text("raise RuntimeError", encoding="utf-8")
    (tmp_path / "strangers_game.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import_modules("nowhere.at.all", "broken_game", "", "strangers_game")

    assert "strangers_game" in sys.modules
