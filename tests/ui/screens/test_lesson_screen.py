"""The screen of a lesson: its buttons at the end, its words, and the height that they take."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.screens.lesson import LessonModel
from tests.gallery_states.lessons import take_step
from tests.support.table_hands import preferences
from ui.screens.lesson_screen import LessonScreen

pytestmark = pytest.mark.usefixtures("unpainted")
LEFT = Qt.MouseButton.LeftButton


def shown(qtbot: QtBot, game: str, number: int, size: tuple[int, int] = (1280, 800)) -> LessonScreen:
    entry = catalogue().named(game)
    made = LessonScreen(LessonModel(entry, entry.lessons[number], number), preferences())
    qtbot.addWidget(made)
    made.resize(*size)
    made.show()
    QApplication.processEvents()
    return made


def buttons(screen: LessonScreen) -> list[str]:
    every = (screen.on, screen.play, screen.next, screen.again, screen.skip)
    return [each.text() for each in every if each.isVisible()]


@pytest.mark.parametrize(
    ("number", "at_the_end", "goes_to"),
    [(0, ["Play it", "Next", "Again", "Lobby"], [1, 0]), (1, ["Play it", "Again", "Lobby"], [1])],
)
def test_the_end_of_a_lesson_leads_to_the_game_the_next_lesson_this_one_or_the_lobby(
    qtbot: QtBot, number: int, at_the_end: list[str], goes_to: list[int]
) -> None:
    screen = shown(qtbot, "kings", number)
    wanted: list[object] = []
    screen.lesson_wanted.connect(wanted.append)
    screen.play_wanted.connect(lambda: wanted.append("play"))
    screen.skip_wanted.connect(lambda: wanted.append("skip"))
    screen.leave_wanted.connect(lambda: wanted.append("leave"))
    title = screen.model.lesson.title
    tall, said = screen.task.minimumHeight(), []
    while not screen.model.is_done:
        assert buttons(screen) == [*(["Continue"] if screen.model.reads_on else []), "Skip"]
        assert screen.task.minimumHeight() == tall >= screen.task.heightForWidth(screen.task.width())
        said.append(screen.place.text())
        take_step(screen)
        QApplication.processEvents()
    steps = len(screen.model.lesson.steps)

    whole = [f"Step {step} of {steps}" for step in range(1, steps + 1)]
    assert said == [f"{title}: {each}" if number else each for each in whole]
    assert screen.place.text() == (f"{title}: Done" if number else "Done")
    assert buttons(screen) == at_the_end and screen.task.isHidden()
    for each in (screen.next, screen.again, screen.play, screen.skip):
        if each.isVisible():
            qtbot.mouseClick(each, LEFT)
    assert wanted == [*goes_to, "play", "leave"]


@pytest.mark.parametrize("size", [(1280, 800), (560, 1200)])
def test_the_table_keeps_its_place_from_step_to_step_and_no_word_is_cut(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    screen = shown(qtbot, "kings", 0, size)
    places, heights = set(), set()
    while not screen.model.is_done:
        places.add(screen.table.geometry().getRect())
        heights.add(screen.text.heightForWidth(screen.text.width()))
        area, line = screen._scrolled, screen.text.fontMetrics().lineSpacing()
        assert area.height() % line == 0 or area.verticalScrollBar().maximum() == 0, "no line is cut in half"
        assert screen.task.height() >= screen.task.heightForWidth(screen.task.width())
        take_step(screen)
        for _ in range(3):
            QApplication.processEvents()

    assert len(places) == 1 and len(heights) > 1


def test_skipping_a_lesson_asks_for_the_game(qtbot: QtBot) -> None:
    screen = shown(qtbot, "kings", 0)
    wanted: list[str] = []
    screen.skip_wanted.connect(lambda: wanted.append("skip"))
    screen.leave_wanted.connect(lambda: wanted.append("leave"))
    focused = screen.focusWidget()
    assert focused is screen.table or screen.table.isAncestorOf(focused), "the table has the keyboard"
    qtbot.mouseClick(screen.skip, LEFT)

    assert wanted == ["skip"]


def test_a_wrong_choice_in_a_lesson_is_answered_and_the_step_stays(qtbot: QtBot) -> None:
    screen = shown(qtbot, "kings", 0)
    while screen.model.reads_on:
        take_step(screen)
    before = screen.place.text()
    screen.table.why_not.emit("That king is not yours.")
    assert screen.task.text() == "That king is not yours." and screen.place.text() == before
    take_step(screen)
    QApplication.processEvents()

    assert screen.place.text() != before and "not yours" not in screen.task.text()
