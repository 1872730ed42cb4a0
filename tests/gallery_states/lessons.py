"""States of the introductions, for the gallery: offered, each game on the way, and the end."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QApplication, QWidget

from app.games.lesson import fits
from app.screens.program import Learning
from tests.gallery_states.shell import window
from tests.support.values import replace
from ui.kit.game_table import Preferences
from ui.screens.lesson_screen import LessonScreen
from ui.window import Window


def take_step(screen: LessonScreen) -> None:
    """Do what the step asks for, as the table tells it."""
    model = screen.model
    if model.reads_on:
        screen.on.click()
        return
    wanted = model.lesson.steps[model.at].does
    offered = model._local.actions()
    screen.table.chosen.emit(next(each for each in offered if any(fits(text, str(each)) for text in wanted)))
    QApplication.processEvents()
    screen.table.hurry()


def at_step(game: str, steps: int, preferences: Preferences, *, number: int = 0) -> QWidget:
    """An introduction after `steps` steps, taken as it asks for them."""
    made, _ = window(preferences)
    made.show()
    made.begin(Learning(game, number))
    QApplication.processEvents()
    for _ in range(steps):
        assert made.lessons.screen is not None
        take_step(made.lessons.screen)
    return made


def offer(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    program.settings = replace(program.settings, taught="")
    made.show()
    made.home.play_wanted.emit("plump")
    return made.side.top


def nudged(preferences: Preferences) -> QWidget:
    """The player has not chosen what the step asked for."""
    made = at_step("matriculation", 0, preferences)
    assert isinstance(made, Window)
    assert made.lessons.screen is not None
    screen = made.lessons.screen
    screen.table.chosen.emit(screen.model._local.actions()[-1])
    QApplication.processEvents()
    return made


STATES = (
    ("dialog-lesson", offer),
    ("lesson-plump", partial(at_step, "plump", 0)),
    ("lesson-plump-tick", partial(at_step, "plump", 2)),
    ("lesson-plump-end", partial(at_step, "plump", 5)),
    ("lesson-cahoots", partial(at_step, "cahoots", 3)),
    ("lesson-kings", partial(at_step, "kings", 4)),
    ("lesson-matriculation", partial(at_step, "matriculation", 1)),
    ("lesson-nudged", nudged),
    ("lesson-reef", partial(at_step, "reef", 2)),
    ("lesson-reef-attack", partial(at_step, "reef", 2, number=2)),
    ("lesson-reef-algae", partial(at_step, "reef", 1, number=3)),
    ("lesson-reef-end", partial(at_step, "reef", 2, number=4)),
    ("lesson-kings-attack", partial(at_step, "kings", 1, number=1)),
    ("lesson-cahoots-combo", partial(at_step, "cahoots", 2, number=1)),
)
