"""Introductions on the real tables: each gone through by what is told, with the mouse or with keys alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.screens.lobby import against_bots
from app.screens.program import Learning
from app.table.start import Hosting
from tests.support.robot import Robot
from tests.support.window import STILL, Ear, FakeProgram, Story, settled
from ui.dialogs.lesson import LessonDialog
from ui.kit.pieces import Piece
from ui.kit.surface import Surface
from ui.screens.lesson_screen import LessonScreen
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

LEFT = Qt.MouseButton.LeftButton
PARTS = (0.0, -0.9, 0.9, -0.6, 0.6)
"""Where, in shares of half a piece, a place is looked for that no other piece covers."""
GO_ON = "Go on"
"""The button below what is only to be read."""
PRESSES = {
    "plump": (
        ("bid 2",),
        ("7 of clubs",),
        ("king of hearts",),
        ("ace of hearts",),
        ("2 of diamonds",),
    ),
    "cahoots": (
        ("Tea Toter 8", "Main pile"),
        ("Decaf Deceptor 6", "Main pile"),
        ("Latte Loafer 5", "Main pile"),
        ("Latte Loafer 10", "Veto"),
        ("Chai Guy 2", "Main pile"),
        ("Rocco Cocoa 2", "Main pile"),
    ),
    "kings": (
        ("7 of hearts", "king of hearts"),
        ("Queen of spades", "Your house 2"),
        ("4 of clubs", "Your house 2"),
        ("End the turn",),
        ("Your house 2", "Ada's house 1", "Attack: 4 against 1"),
        ("6 of hearts", "king of hearts"),
    ),
    "matriculation": (
        ("15 Hour Term",),
        ("New Alarm Clock",),
        ("Car Not Working",),
        ("Sainthood",),
        ("21 Hour Term",),
    ),
    "reef": (
        ("2, ", "1 white cube"),
        ("E4 on board 1",),
        ("4, ", "E3 on board 1"),
        ("10, ", "White space"),
        ("1, ", "E3 on board 1"),
    ),
    "plump 1": (("bid 2",), ("ace of clubs",), ("king of diamonds",), ("2 of hearts",)),
    "cahoots 1": (
        ("Decaf Deceptor 6", "Main pile"),
        ("Latte Loafer 6", "Main pile"),
        ("Rocco Cocoa 6", "Main pile"),
        ("Latte Loafer 8", "Main pile"),
        ("Chai Guy 9", "Main pile"),
        ("Rocco Cocoa 5", "Main pile"),
        ("Tea Toter 4", "Main pile"),
    ),
    "kings 1": (
        ("Your house 1", "Ada's house 1", "Attack: 2 against 1"),
        ("Your house 2", "Ada's house 2", "Attack: 2 against 1"),
        ("5 of hearts", "king of hearts"),
        ("blank Jack", "Your house 1"),
        ("End the turn",),
    ),
    "matriculation 1": (("Golden Car",), ("Straight A's",), ("15 Hour Term",)),
    "reef 1": (
        ("2, ", "1 white cube"),
        ("E4 on board 1",),
        ("F3 on board 1",),
        ("4, ", "F4 on board 1"),
        ("10, ", "Orange space"),
    ),
    "reef 2": (
        ("1, ", "G3 on board 1"),
        ("2, ", "1 yellow cube"),
        ("C5 on board 1",),
        ("C4 on board 1",),
        ("4, ", "C5 on board 1"),
        ("10, ", "Pink space"),
    ),
    "reef 3": (
        (GO_ON,),
        ("7, ", "green alga", "Coral tile 8"),
        ("4, ", "C3 on board 1"),
        ("10, ", "Grey space"),
    ),
    "reef 4": ((GO_ON,), ("1, ", "B2 on board 1")),
}


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
    """Press the first piece that is called so, where nothing covers it; a table's pieces come over turns."""
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


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("lesson", sorted(PRESSES))
def test_a_game_is_learned_by_doing_what_is_told(
    window: Window, qtbot: QtBot, lesson: str, *, by_keys: bool
) -> None:
    game, _, place = lesson.partition(" ")
    window.begin(Learning(game, int(place or 0)))
    screen = shown(window)
    QApplication.processEvents()
    robot = Robot(screen.table, by_keys=True) if by_keys else None

    stands = screen.table.geometry()
    for number, names in enumerate(PRESSES[lesson]):
        assert screen.table.geometry() == stands, "nothing moves from step to step"
        assert screen.place.text().endswith(f"Step {number + 1} of {len(PRESSES[lesson])}")
        assert screen.text.isVisible() and (screen.task.text() or names == (GO_ON,))
        for name in names:
            if name == GO_ON:
                qtbot.mouseClick(screen.on, LEFT)
            elif robot is None:
                press(screen, name)
            elif screen.model.at == number:  # Enter lays a card that has one place at once
                robot.press(name)
        screen.table.hurry()
        QApplication.processEvents()
        assert screen.model.at == number + 1, (names, screen.task.text())

    qtbot.waitUntil(screen.play.isVisible)
    assert screen.text.text() == screen.model.lesson.done
    assert not screen.task.isVisible()
    assert screen.next.isVisible() == (f"{game} {screen.model.number + 1}" in PRESSES)
    qtbot.mouseClick(screen.play, LEFT)
    started = window.program.tables[-1].start
    assert isinstance(started, Hosting) and (started.game, started.bots) == (game, started.seats - 1)
    assert window.lessons.screen is None


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


def test_whoever_learns_before_a_table_for_people_comes_to_that_table(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.host, LEFT)
    qtbot.mouseClick(window.form.open, LEFT)
    qtbot.mouseClick(window.side.top.show_me, LEFT)  # type: ignore[attr-defined]
    window.use(replace(window.program.settings, asked_visible=True))
    qtbot.mouseClick(shown(window).skip, LEFT)

    started = window.program.tables[-1].start
    assert isinstance(started, Hosting) and started.bots == 0


def test_skipping_an_introduction_out_of_the_list_leads_back(window: Window, qtbot: QtBot) -> None:
    window.begin(Learning("kings"))
    qtbot.mouseClick(shown(window).skip, LEFT)

    assert window.pages.currentWidget() is window.home and not window.program.tables


def test_whoever_wants_to_play_at_once_plays(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.games[0], LEFT)
    dialog = window.side.top
    assert isinstance(dialog, LessonDialog)

    qtbot.mouseClick(dialog.go_on, LEFT)

    assert window.lessons.screen is None
    assert len(window.program.tables) == 1


def test_a_table_for_people_offers_it_too(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.home.host, LEFT)
    qtbot.mouseClick(window.form.open, LEFT)

    assert isinstance(window.side.top, LessonDialog)
    assert not window.program.tables


def test_every_introduction_stands_in_the_lobby(window: Window) -> None:
    menu = window.home.learn.menu()
    games = {each.text(): each.menu() for each in menu.actions()}

    assert list(games) == [
        "Plump", "Matriculation", "Coffeehouse Cahoots", "Kings", "Reef Encounter"
    ]  # fmt: skip
    games["Kings"].aboutToShow.emit()
    for number, lesson in enumerate(games["Kings"].actions()):
        lesson.trigger()
        assert (shown(window).model.info.game, shown(window).model.number) == ("kings", number)
    assert shown(window).model.number == 1


def test_a_lesson_is_opened_beside_a_table_that_goes_on(window: Window) -> None:
    story = Story("kings", 4)
    window.begin(against_bots("kings"))
    window.program.tell(story.started, story.until_own_turn())
    settled()
    window.show_rules()
    menu = window.beside.rules.learn.menu()
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    other = window.windows.front

    assert other is not window and shown(other).model.number == 1
    assert window.at_table is not None and window.running is not None
    other.close()


def test_what_was_not_asked_for_is_said_and_the_right_thing_can_be_done_then(
    window: Window, qtbot: QtBot
) -> None:
    window.begin(Learning("plump"))
    screen = shown(window)
    QApplication.processEvents()

    press(screen, "bid 4")
    qtbot.waitUntil(lambda: screen.task.text() == "Not now. Bid 2.")
    press(screen, "bid 2")

    assert screen.model.at == 1


def test_rules_keys_and_settings_are_there(window: Window) -> None:
    window.begin(Learning("reef"))
    window.show_rules()
    assert window.beside.docks["rules"].isVisible()
    assert window.beside.docks["rules"].widget().accessibleName() == "Rules of Reef Encounter"

    window.show_keys()
    assert any("On this table" in each for each in _words(window.side.top))
    window.use(replace(window.program.settings, theme="dark"))
    window.leave()
    assert window.lessons.screen is None
    assert not window.beside.docks["rules"].isVisible()


def test_a_step_is_said_aloud(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.message()))

    window.begin(Learning("plump"))
    QApplication.processEvents()

    assert said[0].startswith("Step 1 of 5. Before each round") and said[0].endswith("Bid 2.")


def _words(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel)] + [
        each.text() for each in widget.findChildren(QPushButton)
    ]
