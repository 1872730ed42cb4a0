"""Introductions on the real tables: each followed as it is told, with the mouse or with only the keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.screens.lobby import against_bots
from app.screens.program import Learning
from app.table.start import Hosting
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only
from tests.support.robot import Robot
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled
from ui.dialogs.lesson import LessonDialog
from ui.kit.pieces import Piece
from ui.kit.surface import Surface
from ui.screens.lesson_screen import LessonScreen
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

LEFT = Qt.MouseButton.LeftButton
PARTS = (0.0, -0.9, 0.9, -0.6, 0.6)
"""Offsets, in shares of half a piece, at which an uncovered place is sought."""
LESSONS = [(game, number) for game in GAMES for number in range(len(catalogue().named(game).lessons))]
"""Every lesson, the introduction of a game as its number 0."""
SEATS = {"kings": 4}
BY = pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    made = Window(FakeProgram(tmp_path, replace(STILL, taught="")), Ear())
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def shown(window: Window) -> LessonScreen:
    assert window.lessons.screen is not None
    return window.lessons.screen


def press(screen: LessonScreen, name: str) -> None:
    """Press the first piece of this name, where nothing covers it; pieces appear over several turns."""
    surface = screen.table.findChild(Surface)
    assert surface is not None

    def there() -> list[Piece]:
        return [each for each in surface.buttons() if each.name.startswith(name)]

    for _ in range(1000):
        if there():
            break
        QApplication.processEvents()
    assert there(), (name, [each.name for each in surface.buttons()])
    for piece in there():
        for x in PARTS:
            for y in PARTS:
                at = piece.mapToScene(QPointF(x * piece.size.width() / 2, y * piece.size.height() / 2))
                point = surface.mapFromScene(at)
                if _on_top(surface, at) is piece and surface.viewport().rect().contains(point):
                    QTest.mouseClick(surface.viewport(), LEFT, pos=point)
                    QApplication.processEvents()
                    return
    raise AssertionError(f"{name} is covered")


def _on_top(surface: Surface, at: QPointF) -> Piece | None:
    found = [each for each in surface.scene().items(at) if isinstance(each, Piece) and each.is_button]
    return found[0] if found else None


@BY
@pytest.mark.parametrize(("game", "number"), quick_only(LESSONS, *((game, 0) for game in GAMES)))
def test_an_introduction_is_played_to_its_end_by_doing_what_it_asks(
    window: Window, qtbot: QtBot, game: str, number: int, *, by_keys: bool
) -> None:
    """A robot reads the task of each step and does it, to the letter."""
    window.begin(Learning(game, number))
    screen, asked = shown(window), [""]
    screen.table.asks.connect(asked.append)
    QApplication.processEvents()
    robot = Robot(screen.table, by_keys=by_keys)
    steps = screen.model.lesson.steps

    stands = screen.table.geometry()
    for at, step in enumerate(steps):
        assert screen.table.geometry() == stands, "nothing moves from step to step"
        assert screen.place.text().endswith(f"Step {at + 1} of {len(steps)}")
        assert screen.text.isVisible() and screen.text.text() == step.text
        assert not screen.next.isVisible() and not screen.again.isVisible()
        if screen.on.isVisible():
            qtbot.mouseClick(screen.on, LEFT)
        else:
            is_done = partial(_is_past, screen, robot, at)
            robot.follow(screen.task.text(), is_done=is_done, read=lambda: asked[-1])
        screen.table.hurry()
        QApplication.processEvents()
        assert screen.model.at == at + 1, (screen.task.text(), robot.pressed)

    qtbot.waitUntil(screen.play.isVisible)
    assert screen.text.text() == screen.model.lesson.done
    assert not screen.task.isVisible()
    assert screen.next.isVisible() == ((game, number + 1) in LESSONS)
    qtbot.mouseClick(screen.play, LEFT)
    started = window.program.tables[-1].start
    assert isinstance(started, Hosting) and (started.game, started.bots) == (game, started.seats - 1)
    assert window.lessons.screen is None


def _is_past(screen: LessonScreen, robot: Robot, at: int) -> bool:
    screen.table.hurry()
    QApplication.processEvents()
    assert not screen.model.nudge, (screen.task.text(), robot.pressed)
    return screen.model.at > at


def test_the_first_time_a_game_is_opened_its_introduction_is_offered(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.games[0], LEFT)
    dialog = window.side.top
    assert isinstance(dialog, LessonDialog)

    qtbot.mouseClick(dialog.show_me, LEFT)

    assert shown(window).model.info.game == "plump"
    assert window.program.settings.taught == "plump"
    assert not window.program.tables
    qtbot.mouseClick(shown(window).skip, LEFT)
    assert window.lessons.screen is None
    assert len(window.program.tables) == 1  # the game that was pressed
    window.leave()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.home)
    qtbot.mouseClick(window.home.games[0], LEFT)
    assert len(window.program.tables) == 2  # not offered again


def test_escape_at_the_offer_starts_nothing(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.games[0], LEFT)
    dialog = window.side.top

    qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    assert not window.program.tables and window.lessons.screen is None
    assert window.pages.currentWidget() is window.home
    qtbot.mouseClick(window.home.games[0], LEFT)
    assert isinstance(window.side.top, LessonDialog)


def test_a_player_who_learns_before_a_table_for_people_comes_to_that_table(
    window: Window, qtbot: QtBot
) -> None:
    qtbot.mouseClick(window.home.host, LEFT)
    qtbot.mouseClick(window.opening.form.open, LEFT)
    qtbot.mouseClick(window.side.top.show_me, LEFT)  # type: ignore[attr-defined]
    window.use(replace(window.program.settings, asked_visible=True))
    qtbot.mouseClick(shown(window).skip, LEFT)

    started = window.program.tables[-1].start
    assert isinstance(started, Hosting) and started.bots == 0


def test_skipping_an_introduction_that_was_chosen_in_the_list_leads_back(
    window: Window, qtbot: QtBot
) -> None:
    window.begin(Learning("kings"))
    qtbot.mouseClick(shown(window).skip, LEFT)

    assert window.pages.currentWidget() is window.home and not window.program.tables


def test_a_player_who_skips_the_introduction_plays_at_once(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.games[0], LEFT)
    dialog = window.side.top
    assert isinstance(dialog, LessonDialog)

    qtbot.mouseClick(dialog.go_on, LEFT)

    assert window.lessons.screen is None
    assert len(window.program.tables) == 1


def test_a_table_for_people_also_offers_the_introduction_first(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.host, LEFT)
    qtbot.mouseClick(window.opening.form.open, LEFT)

    assert isinstance(window.side.top, LessonDialog)
    assert not window.program.tables


def choose(button: QPushButton, *lines: str) -> None:
    """Press a visible button, then lines of its menu, one after the other. (A real menu would take the
    keyboard, which an offscreen platform does not give it, so its lines are triggered.)"""
    assert button.isVisible() and button.isEnabled()
    menu: QMenu | None = button.menu()
    for line in lines:
        assert menu is not None
        menu.aboutToShow.emit()
        action = next(each for each in menu.actions() if each.text() == line)
        assert action.isEnabled() and action.isVisible()
        menu = action.menu()  # type: ignore[assignment]  # Qt calls it an object
    action.trigger()


@pytest.mark.parametrize(("game", "number"), quick_only(LESSONS, ("kings", 1), ("reef", 4)))
def test_every_lesson_is_begun_by_two_presses_in_the_lobby(window: Window, game: str, number: int) -> None:
    entry = catalogue().named(game)
    choose(window.home.learn, entry.rules.title, entry.lessons[number].title)

    assert (shown(window).model.info.game, shown(window).model.number) == (game, number)
    assert shown(window).isVisible()


@pytest.mark.parametrize(("game", "number"), quick_only(LESSONS, ("kings", 1)))
def test_every_lesson_is_begun_at_the_table_which_goes_on(
    window: Window, qtbot: QtBot, game: str, number: int
) -> None:
    story = Story(game, SEATS.get(game, 2))
    window.begin(against_bots(game))
    window.program.tell(story.started, story.until_own_turn())
    settled()
    (rules,) = [
        each
        for each in window.findChildren(QToolButton)
        if each.accessibleName() == "Rules" and each.isVisible()
    ]
    qtbot.mouseClick(rules, LEFT)
    choose(window.table_docks.rules.learn, catalogue().named(game).lessons[number].title)
    other = window.windows.front

    assert other is not window and shown(other).model.number == number and shown(other).isVisible()
    assert window.at_table is not None and window.running is not None
    other.close()


def test_a_wrong_move_in_a_lesson_is_reported_and_the_right_one_can_follow(
    window: Window, qtbot: QtBot
) -> None:
    window.begin(Learning("plump"))
    screen = shown(window)
    QApplication.processEvents()

    press(screen, "bid 4")
    qtbot.waitUntil(lambda: screen.task.text() == "Not now. Bid 2.")
    press(screen, "bid 2")

    assert screen.model.at == 1


def test_a_step_without_a_move_is_read_and_leads_to_the_next(window: Window, qtbot: QtBot) -> None:
    window.begin(Learning("reef", 4))
    screen = shown(window)
    QApplication.processEvents()
    first, second, *_ = screen.model.lesson.steps
    assert screen.on.isVisible() and screen.text.text() == first.text
    qtbot.mouseClick(screen.on, LEFT)

    assert screen.text.text() == second.text


def test_rules_keys_and_settings_are_at_hand_in_a_lesson(window: Window) -> None:
    window.begin(Learning("reef"))
    window.show_rules()
    assert window.table_docks.docks["rules"].isVisible()
    assert window.table_docks.docks["rules"].widget().accessibleName() == "Rules of Reef Encounter"

    window.show_shortcuts()
    assert any("On this table" in each for each in _words(window.side.top))
    window.use(replace(window.program.settings, theme="dark"))
    window.leave()
    assert window.lessons.screen is None
    assert not window.table_docks.docks["rules"].isVisible()


def test_a_step_is_announced_to_screen_readers(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.message()))

    window.begin(Learning("plump"))
    QApplication.processEvents()

    assert said[0].startswith("Step 1 of 5. Before each round") and said[0].endswith("Bid 2.")


def _words(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel)] + [
        each.text() for each in widget.findChildren(QPushButton)
    ]
