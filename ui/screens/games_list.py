"""The games of before: those that can be gone on with, those that are over, and what was put away."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.screens.lobby import past_line, unfinished_line
from app.screens.program import Before
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.parts import button, clear, label, nest, sized, tool

NARROW = 430
SHOWN = 5
"""So many games of before are listed of each kind."""
Verb = tuple[str, Icon, partial[None]]


class GamesList(QWidget):
    """Told the games of a player; tells what the player wants with one of them."""

    resume_wanted = Signal(str)
    delete_wanted = Signal(object)
    """The `Unfinished` game that is to be deleted, after a question."""
    watch_wanted = Signal(str)
    save_wanted = Signal(str)
    away_wanted = Signal(str, bool)
    """A game is to be put away, or to be listed again."""
    look_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._before, self._nick = Before(), ""
        self._shows_away = False
        self._lines: list[QBoxLayout] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(6)
        self._rows.addWidget(label("Looking into the journal…", "muted"))
        self._rows.addStretch(1)

    def tell(self, before: Before, nick: str) -> None:
        """The games of before of a player."""
        self._before, self._nick = before, nick
        clear(self._rows)
        self._lines.clear()
        now, way = int(time.time()), self._shows_away
        for game in [each for each in before.unfinished if each.is_away == way][:SHOWN]:
            if game.is_open:
                shows = ("Show its window", Icon.EYE, partial(self.resume_wanted.emit, game.table))
                self._line(game.table, unfinished_line(game, nick, now=now), shows, may_go=False)
                continue
            self._line(
                game.table,
                unfinished_line(game, nick, now=now),
                (
                    "Take up again" if game.is_adjourned else "Go on",
                    Icon.PLAY,
                    partial(self.resume_wanted.emit, game.table),
                ),
                ("Delete…", Icon.CLOSE, partial(self.delete_wanted.emit, game)),
            )
        for past in [each for each in before.past if each.is_away == way][:SHOWN]:
            self._line(
                past.table,
                past_line(past, nick, now=now),
                ("Look at it", Icon.RECORDS, partial(self.watch_wanted.emit, past.table)),
                ("Save…", Icon.SAVE, partial(self.save_wanted.emit, past.table)),
            )
        self._add_foot()
        self._rows.addStretch(1)

    def set_theme(self, theme: Theme) -> None:
        """Another theme, from the next news on."""
        self._theme = theme

    def _add_foot(self) -> None:
        before = self._before
        away = sum(each.is_away for each in before.unfinished) + sum(each.is_away for each in before.past)
        if before.problem:
            self._rows.addWidget(label(before.problem))
            self._quiet("Look again", Icon.RECORDS, self.look_wanted.emit)
        elif not before.unfinished and not before.past:
            text = "Your games will stand here: those that are over, and those that can be gone on with."
            self._rows.addWidget(label(text, "muted"))
        elif self._shows_away:
            self._rows.addWidget(label("What is put away is removed 30 days later.", "muted"))
            self._quiet("Back to the list", Icon.UNDO, partial(self._show_away, shows=False))
        elif away:
            self._quiet(f"Show what is put away ({away})", Icon.EYE, partial(self._show_away, shows=True))

    def _show_away(self, *, shows: bool) -> None:
        self._shows_away = shows
        self.tell(self._before, self._nick)

    def _quiet(self, text: str, icon: Icon, clicked: Callable[[], object]) -> None:
        made = button(text, clicked, role="quiet", icon=(icon, self._theme))
        self._rows.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)

    def _line(self, table: str, text: str, *verbs: Verb, may_go: bool = True) -> None:
        line, row = QBoxLayout(self._way()), QHBoxLayout()
        line.setSpacing(0)
        line.addWidget(label(text), 1)
        for verb, icon, wanted in verbs:
            made = button(verb, wanted, role="quiet", icon=(icon, self._theme))
            made.setAccessibleName(f"{verb}: {text}")
            row.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        if may_go:
            verb, icon = ("List it again", Icon.UNDO) if self._shows_away else ("Put it away", Icon.EYE_OFF)
            away = tool(verb, icon, self._theme)
            away.setAccessibleName(f"{verb}: {text}")
            away.clicked.connect(partial(self.away_wanted.emit, table, not self._shows_away))
            row.addWidget(away, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        nest(line, row)
        self._lines.append(line)
        nest(self._rows, line)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """What can be done with a game stands beside it, or below it where there is little room."""
        super().resizeEvent(event)
        for each in self._lines:
            each.setDirection(self._way())

    def _way(self) -> QBoxLayout.Direction:
        is_narrow = self.width() < sized(NARROW)
        return QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
