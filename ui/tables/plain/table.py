"""A table for any game: the board in words, and a button for every legal action."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.games.board import BoardZone
from app.games.catalogue import catalogue
from app.messages import Advanced, TableInfo
from rules.api import Action
from ui.art.felt import Ground, paint_ground
from ui.kit.game_table import GameTable, Manner
from ui.parts import card, clear, fill_with, label
from ui.tables.plain.flow import FlowLayout


class TextTable(GameTable):
    """Zones as plates on the cloth; the choices as a field of buttons below them."""

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(info, manner, parent)
        self._names = tuple(guest.nick for guest in info.guests)
        self._entry = catalogue().named(info.game)
        self._zones = QVBoxLayout()
        self._zones.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._choices = FlowLayout(gap=8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(_scrolled(self._zones, "The board in words"), 3)
        layout.addWidget(_scrolled(self._choices, "What you can do"), 2)

    def show_advanced(self, news: Advanced) -> None:
        """Show the whole view anew."""
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        clear(self._zones)
        clear(self._choices)
        for zone in self._entry.describe(news.view, self._names).zones:
            self._zones.addWidget(self._plate(zone))
        first: QPushButton | None = None
        for action in news.view.actions():
            made = self._choice(action)
            first = first or made
            self._choices.addWidget(made)
        if first is not None and had_focus:
            first.setFocus()
        self.presented.emit(news)

    def show_refused(self) -> None:
        for each in self.choices():
            each.setEnabled(True)

    def choices(self) -> list[QPushButton]:
        """The buttons of the legal actions, in the rules' order."""
        found = [self._choices.itemAt(at).widget() for at in range(self._choices.count())]
        return [each for each in found if isinstance(each, QPushButton)]

    def choose(self, action: Action) -> None:
        for each in self.choices():
            each.setEnabled(False)
        self.chosen.emit(action)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """The cloth."""
        painter = QPainter(self)
        paint_ground(painter, QRectF(self.rect()), Ground.CLOTH, self.manner.theme)
        painter.end()

    def set_manner(self, manner: Manner) -> None:
        """Another theme: another cloth."""
        super().set_manner(manner)
        self.update()

    def _choice(self, action: Action) -> QPushButton:
        made = QPushButton(str(action))
        made.setAccessibleName(f"Choose: {action}")
        made.clicked.connect(partial(self.choose, action))
        return made

    def _plate(self, zone: BoardZone) -> QWidget:
        row = QHBoxLayout()
        title = label(zone.title, "muted", wraps=False)
        title.setMinimumWidth(130)
        pieces = label(" · ".join(piece.name for piece in zone.pieces) or "nothing", selectable=True)
        row.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(pieces, 1)
        plate = card(row, "plate")
        row.setContentsMargins(14, 8, 14, 8)
        plate.setAccessibleName(f"{zone.title}: {_text(pieces)}")
        return plate


def _text(pieces: QLabel) -> str:
    return pieces.text()


def _scrolled(layout: QVBoxLayout | FlowLayout, name: str) -> QScrollArea:
    area, inside = QScrollArea(), QWidget()
    fill_with(inside, layout)
    area.setWidget(inside)
    inside.setAutoFillBackground(False)
    area.setWidgetResizable(True)
    area.viewport().setAutoFillBackground(False)
    area.setAccessibleName(name)
    return area
