"""A panel over the table, for the score sheet and open piles: a title, the contents, a button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.games.board import PilePage
from rules.api import Face
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.kit.geometry import CARD_SHAPE
from ui.kit.pieces import Look, paint_look
from ui.kit.renderer import Renderer
from ui.parts import nest, sized

_MARGIN = 16
_CARD = QSize(104, round(104 * CARD_SHAPE))
_NAME = QSize(128, 72)
"""Room for a card's name below the card."""
_COLUMNS_MOST = 6
_ROWS_MOST = 3


class Overlay(QFrame):
    """A panel in the middle of its parent, never larger; Escape, S (which opens Plump's sheet) and the button
    close it. The owner calls `fit` after a change of the parent's size."""

    closed = Signal()

    def __init__(self, title: str, content: QWidget, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAutoFillBackground(True)
        self.setAccessibleName(title)
        self._content, self._table = content, parent
        self.heading = QLabel(title)
        self.heading.setProperty("role", "heading")
        self.heading.setWordWrap(True)
        self.close_button = QPushButton("Close")
        self.close_button.setIcon(qt_icon(Icon.CLOSE, theme))
        self.close_button.setIconSize(QSize(18, 18))
        self.close_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.close_button.clicked.connect(self.dismiss)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.close_button)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(_MARGIN, _MARGIN // 2, _MARGIN, _MARGIN)
        nest(inside, head)
        inside.addWidget(content, 1)
        self.hide()

    def fit(self) -> None:
        """Take the size that the contents want, within the parent."""
        room = self._table.size() - QSize(2 * _MARGIN, 2 * _MARGIN)
        wanted = self._content.sizeHint() + QSize(
            2 * _MARGIN + 4, 2 * _MARGIN + self.close_button.sizeHint().height()
        )
        size = wanted.boundedTo(room).expandedTo(QSize(min(320, room.width()), min(200, room.height())))
        parent = self._table.size()
        self.resize(size)
        self.move((parent.width() - size.width()) // 2, (parent.height() - size.height()) // 2)

    def open(self) -> None:
        """Show the panel and give it the focus."""
        self.fit()
        self.show()
        self.raise_()
        self._content.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close the panel and emit `closed`, unless it is closed already."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_S):
            self.dismiss()
        else:
            super().keyPressEvent(event)


class _Cards(QListWidget):
    """Cards side by side; the arrow keys go through them."""

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        columns = min(_COLUMNS_MOST, max(3, self.count()))
        rows = min(_ROWS_MOST, max(1, -(-self.count() // columns)))
        return QSize(columns * self.gridSize().width() + 28, rows * self.gridSize().height() + 12)


class PileView(QWidget):
    """An open pile, spread out over the table; `picture` gives the look of a card. Covers the table while it
    is open. Escape, its button and a press beside it close it."""

    closed = Signal()

    def __init__(self, renderer: Renderer, picture: Callable[[Face], Look], parent: QWidget) -> None:
        super().__init__(parent)
        self._renderer = renderer
        self._picture = picture
        self.cards = _Cards()
        self.cards.setViewMode(QListView.ViewMode.IconMode)
        self.cards.setMovement(QListView.Movement.Static)
        self.cards.setResizeMode(QListView.ResizeMode.Adjust)
        self.cards.setWordWrap(True)
        self.overlay = Overlay("", self.cards, renderer.theme, self)
        self.overlay.closed.connect(self._closed)
        self.hide()

    def show_page(self, page: PilePage) -> None:
        """Spread out a pile, or update the one that is open."""
        self.overlay.heading.setText(page.title)
        room = QSize(sized(_NAME.width()), _CARD.height() + sized(_NAME.height()))
        self.cards.setIconSize(_CARD)
        self.cards.setGridSize(room)
        self.overlay.setAccessibleName(page.title)
        self.cards.setAccessibleName(page.spoken)
        chosen = max(0, self.cards.currentRow())
        self.cards.clear()
        for face, words in zip(page.faces, page.lines, strict=True):
            picture = self._renderer.pixmap(paint_look, self._picture(face), QSizeF(_CARD))
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # A frame shows the choice, not a tint.
            item = QListWidgetItem(icon, words)
            item.setSizeHint(room)  # as large as the grid: otherwise Qt gives the name one line
            self.cards.addItem(item)
        self.cards.setCurrentRow(min(chosen, self.cards.count() - 1))
        self.fit()
        if self.isHidden():
            self.show()
            self.raise_()
            self.overlay.open()

    def fit(self) -> None:
        """Cover the whole table."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
            self.overlay.fit()

    def dismiss(self) -> None:
        """Close the pile."""
        self.overlay.dismiss()

    def is_beside(self, at: QPoint) -> bool:
        """True if a point is outside the panel with the cards."""
        return not self.overlay.geometry().contains(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """Close the pile at a press beside it."""
        if self.is_beside(event.position().toPoint()):
            self.dismiss()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Dim the table behind the cards."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110))
        painter.end()

    def _closed(self) -> None:
        self.hide()
        self.closed.emit()
