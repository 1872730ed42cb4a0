"""The lessons in the window: a game's introduction, its first lesson, is offered until the player answers.
All lessons can be opened from the lobby and from the rules beside a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.games.catalogue import game_title
from app.screens.lesson import is_to_offer, lesson_of, offer_text, offered
from app.screens.lobby import against_bots
from app.screens.program import Program
from ui.look import preferences_of
from ui.navigator import Navigator
from ui.side_windows import SideWindows

if TYPE_CHECKING:  # imported when one is shown, so that the window opens sooner
    from ui.screens.lesson_screen import LessonScreen


class Lessons(QObject):
    """Shows at most one lesson, on a page of the window."""

    def __init__(self, program: Program, go: Navigator, side: SideWindows) -> None:
        super().__init__(go.pages)
        self.screen: LessonScreen | None = None
        self._program, self._go, self._side = program, go, side

    def before(self, game: str, then: Callable[[], None]) -> None:
        """Offer the introduction to a game unless the player has answered before. `then` is called when it is
        finished, skipped, declined or not offered; never if the learner leaves, or closes the question."""
        if not is_to_offer(self._program.settings, game):
            then()
            return
        self._side.offer_lesson(
            game_title(game),
            offer_text(game),
            lambda: self._answered(game, lambda: self.open(game, then=then)),
            lambda: self._answered(game, then),
        )

    def open(self, game: str, number: int = 0, then: Callable[[], object] | None = None) -> None:
        """Begin a lesson of a game instead of the present one; show the lobby if there is no such lesson.
        `then` is called when the learner plays or skips; without it playing opens a game against bots, and
        skipping the lobby."""
        self.drop()
        model = lesson_of(game, number)
        if model is None:
            self._go.leave()
            return
        from ui.screens.lesson_screen import LessonScreen  # noqa: PLC0415  (see above)

        self.screen = LessonScreen(model, preferences_of(self._program.settings))
        self._go.table_docks.lay_out_rules(game)
        self.screen.table.rule_wanted.connect(self._go.table_docks.open_rule)
        self.screen.leave_wanted.connect(self._go.leave)
        self.screen.skip_wanted.connect(then or self._go.leave)
        self.screen.play_wanted.connect(then or (lambda: self._go.begin(against_bots(game))))
        self.screen.lesson_wanted.connect(lambda number: self.open(game, number, then))
        self._go.pages.show_page(self.screen)

    def drop(self) -> None:
        """Close the lesson, if there is one."""
        if self.screen is not None:
            self._go.pages.drop(self.screen)
            self.screen = None
            self._go.table_docks.hide_table()

    def _answered(self, game: str, then: Callable[[], None]) -> None:
        self._program.save_settings(offered(self._program.settings, game))
        then()
