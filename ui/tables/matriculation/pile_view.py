"""A pile of Matriculation's table, spread out over the table to be looked through."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, QSizeF, Signal
from PySide6.QtGui import QColor, QIcon, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from app.games.matriculation.piles import PilePage
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.kit.geometry import CARD_SHAPE
from ui.kit.overlay import Overlay
from ui.kit.pieces import Look, paint_look
from ui.kit.studio import Studio
from ui.parts import sized

_CARD = QSize(104, round(104 * CARD_SHAPE))
_NAME = QSize(128, 72)
"""The room of a card's name below it."""
_COLUMNS_MOST = 6
_ROWS_MOST = 3


class _Cards(QListWidget):
    """The cards side by side; the arrow keys go through them."""

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        columns = min(_COLUMNS_MOST, max(3, self.count()))
        rows = min(_ROWS_MOST, max(1, -(-self.count() // columns)))
        return QSize(columns * self.gridSize().width() + 28, rows * self.gridSize().height() + 12)


class PileView(QWidget):
    """Covers the table while it is open. Escape, its button and a press beside it close it."""

    closed = Signal()

    def __init__(self, studio: Studio, parent: QWidget) -> None:
        super().__init__(parent)
        self._studio = studio
        self.cards = _Cards()
        self.cards.setViewMode(QListView.ViewMode.IconMode)
        self.cards.setMovement(QListView.Movement.Static)
        self.cards.setResizeMode(QListView.ResizeMode.Adjust)
        self.cards.setWordWrap(True)
        self.overlay = Overlay("", self.cards, studio.theme, self)
        self.overlay.closed.connect(self._closed)
        self.hide()

    def show_page(self, page: PilePage) -> None:
        """Spread out a pile; one that is open already is shown as it has become."""
        self.overlay.heading.setText(page.title)
        room = QSize(sized(_NAME.width()), _CARD.height() + sized(_NAME.height()))
        self.cards.setIconSize(_CARD)
        self.cards.setGridSize(room)
        self.overlay.setAccessibleName(page.title)
        self.cards.setAccessibleName(page.spoken)
        chosen = max(0, self.cards.currentRow())
        self.cards.clear()
        for face, words in zip(page.faces, page.lines, strict=True):
            look = Look(paint_study, study(face), shade=True)
            picture = self._studio.pixmap(paint_look, look, QSizeF(_CARD))
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # chosen by a frame and its words, not by a tint
            item = QListWidgetItem(icon, words)
            item.setSizeHint(room)  # as large as the grid: otherwise Qt gives the name one line
            self.cards.addItem(item)
        self.cards.setCurrentRow(min(chosen, self.cards.count() - 1))
        self.fit()
        if self.isHidden():
            self.show()
            self.raise_()
            self.overlay.bring()

    def fit(self) -> None:
        """Cover the whole of the table."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
            self.overlay.fit()

    def put_away(self) -> None:
        """Close it."""
        self.overlay.put_away()

    def is_beside(self, at: QPoint) -> bool:
        """Whether a place of the table is beside what is spread out."""
        return not self.overlay.geometry().contains(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """A press beside the cards closes them."""
        if self.is_beside(event.position().toPoint()):
            self.put_away()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """The table behind it steps back."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110))
        painter.end()

    def _closed(self) -> None:
        self.hide()
        self.closed.emit()
