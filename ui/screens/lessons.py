"""The introductions in the window: offered once for each game, opened from the lobby at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from app.screens.lesson import is_to_offer, lesson_of, offer_text, offered
from app.screens.lobby import game_title
from app.screens.program import Program
from ui.kit.game_table import Manner
from ui.screens.beside import Beside

if TYPE_CHECKING:  # imported when one is shown: the window opens the sooner
    from ui.screens.lesson_screen import LessonScreen

Ask: TypeAlias = Callable[[str, str, Callable[[], None], Callable[[], None]], None]
"""Asks under a title, in words, whether an introduction is wanted, and calls one of the two."""


class Lessons(QObject):
    """Shows at most one introduction, on a page of the window."""

    left = Signal()
    play_wanted = Signal(str)

    def __init__(
        self,
        program: Program,
        pages: QStackedWidget,
        beside: Callable[[], Beside],
        *,
        manner: Callable[[], Manner],
        offer: Ask,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.screen: LessonScreen | None = None
        self._program, self._pages, self._beside = program, pages, beside
        self._manner, self._offer = manner, offer

    def before(self, game: str, then: Callable[[], None]) -> None:
        """Ask the introduction to a game that is opened for the first time; otherwise, or when it is not
        wanted, go on with `then`."""
        if not is_to_offer(self._program.settings, game):
            then()
            return
        self._offer(
            game_title(game),
            offer_text(game),
            lambda: self._answered(game, lambda: self.open(game)),
            lambda: self._answered(game, then),
        )

    def open(self, game: str) -> None:
        """Begin the introduction to a game, instead of another one."""
        self.drop()
        model = lesson_of(game)
        if model is None:
            self.left.emit()
            return
        from ui.screens.lesson_screen import LessonScreen  # noqa: PLC0415  (see above)

        self.screen = LessonScreen(model, self._manner())
        self._beside().lay_out_rules(game)
        self.screen.table.rule_wanted.connect(self._beside().open_rule)
        self.screen.leave_wanted.connect(self.left)
        self.screen.play_wanted.connect(self.play_wanted)
        self.screen.again_wanted.connect(self.open)
        self._pages.addWidget(self.screen)
        self._pages.setCurrentWidget(self.screen)

    def drop(self) -> None:
        """Put the introduction away."""
        if self.screen is not None:
            self._pages.removeWidget(self.screen)
            self.screen.deleteLater()
            self.screen = None
            self._beside().hide_table()

    def _answered(self, game: str, then: Callable[[], None]) -> None:
        self._program.save_settings(offered(self._program.settings, game))
        then()
