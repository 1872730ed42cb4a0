"""The screen of a lesson: the teacher's words above, and the game's own table below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.messages import Advanced
from app.screens.lesson import LessonModel
from rules.api import Action
from ui.art.icon_paths import Icon
from ui.kit.game_table import Preferences
from ui.parts import FLUSH, announce, button, defer, hold, label, pack, renew_icons, show_text, turn
from ui.tables.catalogue import make_table

TEXT_PART, END_PART = 0.12, 0.3
"""Greatest share of the window's height for the words, during the lesson and at its end; more words scroll.
Two lines, and the height of the buttons beside them, are always allowed."""
BUTTONS_PART = 0.45
"""Greatest share of the screen's width for the buttons in a row; wider ones stand in a column."""
EDGE, GAP = 16, 16
SPACING = 2
"""Pixels between the words and the task."""


class LessonScreen(QWidget):
    """Shows a `LessonModel` and lets it be played. Words wait until the table has reached their position."""

    leave_wanted = Signal()
    skip_wanted = Signal()
    """Asks to skip the rest, for the game that the lesson was opened for or the lobby."""
    play_wanted = Signal()
    lesson_wanted = Signal(int)
    """Asks for a lesson of the game, by its number: this one again, or the next."""

    def __init__(self, model: LessonModel, preferences: Preferences) -> None:
        super().__init__()
        self.model = model
        self._preferences = preferences
        self._awaited: Advanced | None = None
        self._said = ""
        self.table = make_table(model.info, preferences)
        self.table.chosen.connect(self._chosen)
        self.table.why_not.connect(self._why_not)
        self.table.presented.connect(self._presented)
        pack(QVBoxLayout(self), self._plate(), (self.table, 1), edges=FLUSH, gap=0)
        self._show_news()
        defer(self, self.table.setFocus)

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply changed settings."""
        self._preferences = preferences
        self.table.set_preferences(preferences)
        renew_icons(self, preferences.theme)
        self._fit()

    def _plate(self) -> QWidget:
        plate, theme = QFrame(), self._preferences.theme
        plate.setObjectName("bar")
        plate.setAccessibleName(f"{self.model.title}: introduction")
        self.place = label("", "aside", wraps=False)
        self.text = label("", selectable=True)
        self.text.setAccessibleName("The introduction")
        self.task = label("", "heading")
        self.task.setAccessibleName("Your task")
        self._scrolled = _ScrolledText(self.text, [step.text for step in self.model.lesson.steps])
        self.on = button("Continue", self._read_on, role="primary", icon=(Icon.STEP, theme))
        self.play = button("Play it", self.play_wanted.emit, role="primary")
        self.play.setAccessibleName(f"Play {self.model.title}")
        self.again = button("Again", lambda: self._go_to(self.model.number))
        self.next = button(
            "Next", lambda: self._go_to(self.model.next or 0), tip="The next lesson of this game"
        )
        self.skip = button("Skip", self._skip)
        self._presses = pack(QHBoxLayout(), self.on, self.play, self.next, self.again, self.skip)
        self._buttons = pack(QVBoxLayout(), self.place, self._presses, None)
        words = pack(QVBoxLayout(), self._scrolled, self.task, None, gap=SPACING)
        pack(QHBoxLayout(plate), (words, 1), self._buttons, edges=(EDGE, 8, EDGE, 8), gap=GAP)
        return plate

    def _go_to(self, number: int) -> None:
        self.lesson_wanted.emit(number)

    @Slot(object)
    def _chosen(self, action: Action) -> None:
        """Take the learner's choice; ignore a move that the table makes by itself before the latest news."""
        if self._awaited is None:
            defer(self, lambda: self._take(action))

    def _take(self, action: Action) -> None:
        if self.model.choose(action):
            self._show_news()
        else:
            self.table.show_refused()
            self._tell()

    def _why_not(self, text: str) -> None:
        self.model.nudge = text
        self._tell()

    def _skip(self) -> None:
        (self.leave_wanted if self.model.is_done else self.skip_wanted).emit()

    def _read_on(self) -> None:
        if self.model.read_on():
            self._show_news()
            self.table.setFocus()

    def _show_news(self) -> None:
        news = self.model.news()
        self._awaited = news[-1] if news else None
        if self._awaited is None:
            self._tell()
        for each in news:
            self.table.show_advanced(each)

    @Slot(object)
    def _presented(self, news: Advanced) -> None:
        if news is self._awaited:
            self._awaited = None
            self._tell()

    def _tell(self) -> None:
        model = self.model
        self.place.setText(f"{model.lesson.title}: {model.place}" if model.number else model.place)
        self.text.setText(model.text)
        show_text(self.task, model.task)
        self.on.setVisible(model.reads_on)
        for each in (self.play, self.again):
            each.setVisible(model.is_done)
        self.next.setVisible(model.is_done and model.next is not None)
        self.skip.setText("Lobby" if model.is_done else "Skip")
        self._scrolled.part = END_PART if model.is_done else TEXT_PART
        self._fit()
        if model.said != self._said:
            self._said = model.said
            announce(self, model.said)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Give the words the height that they need now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for is_down in (False, True):
            turn(self._presses, down=is_down)
            self._buttons.invalidate()  # else it keeps the size that it had in the other direction
            if self._buttons.sizeHint().width() <= BUTTONS_PART * self.width():
                break
        # as high as the longest task, so that the table keeps its place from step to step
        tasks = () if self.model.is_done else [f"Not now. {step.task}" for step in self.model.lesson.steps]
        wide = (
            self.width() - 2 * EDGE - GAP - self._buttons.sizeHint().width()
        )  # the words get this width only with the next layout
        tallest = max((_height(self.task, each, wide) for each in tasks), default=-SPACING)
        self.task.setMinimumHeight(max(0, tallest))
        self._scrolled.room = self._buttons.sizeHint().height() - tallest - SPACING
        self._scrolled.fit()


def _height(words: QLabel, text: str, wide: int) -> int:
    """Return the height of a text that is wrapped at this width in a label's font."""
    box = QRect(0, 0, max(1, wide), 100_000)
    return words.fontMetrics().boundingRect(box, Qt.TextFlag.TextWordWrap, text).height()


class _ScrolledText(QScrollArea):
    """Shows a label with room for the longest of `texts`, up to the share `part` of the window's height."""

    def __init__(self, words: QLabel, texts: Sequence[str]) -> None:
        super().__init__()
        self._words, self._texts = words, tuple(texts)
        self.part = TEXT_PART
        self.room = 0
        """Height of the buttons beside the words, less that of the task: the words may always fill it."""
        self.setAccessibleName(words.accessibleName())
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        hold(self, words)

    def fit(self) -> None:
        """Set the height that the longest text (at the end, the text shown) needs, within the room."""
        line = self._words.fontMetrics().lineSpacing()
        most = max(2 * line, round(self.window().height() * self.part), self.room)
        whole = most // line * line  # whole lines: none is cut in half
        needed = self._words.heightForWidth(self.viewport().width())
        if self.part != END_PART:  # by its own width: the viewport's is not set yet
            needed = max(_height(self._words, each, self.width()) for each in self._texts)
        self.setFixedHeight(min(needed, whole))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the usual least height, and any width."""
        return QSize(0, super().minimumSizeHint().height())
