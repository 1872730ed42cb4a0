"""A line of chat as a bubble on the table, for players with the chat closed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from ui.art.canvas import shape
from ui.art.paths import inset, polygon, rounded
from ui.art.theme import Theme
from ui.parts import sized

WIDEST, MOST = 300, 0.45
"""Greatest width of the words at 100 %, and as a share of the table's width."""
LONGEST = 160
"""Longest text in characters; a longer line can be read in the chat."""
PAD, TAIL = 10, 12
ROUND = 12
SHOWN_MS, PER_LETTER_MS = 4000, 45
"""Milliseconds that a bubble stays: to look up, and for each character of the line."""


def shortened(text: str) -> str:
    """Return a line as one paragraph for a bubble, cut between words if it is longer than `LONGEST`."""
    words = " ".join(text.split())
    if len(words) <= LONGEST:
        return words
    return words[:LONGEST].rsplit(" ", 1)[0] + " …"


class Speech(QWidget):
    """One person's bubble, through which the mouse passes. A new line replaces the old one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = QTextDocument(self)
        self._words.setDocumentMargin(0)
        self._theme: Theme | None = None
        self._tip: QPointF | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self.gone = QTimer(self, singleShot=True)
        self.gone.timeout.connect(self.hide)

    def say(self, name: str, text: str, theme: Theme) -> None:
        """Set the line and start the bubble's time; `stand` shows it."""
        self._theme = theme
        self.setAccessibleName(f"{name}: {text}")
        self._words.clear()
        self._words.setDefaultFont(self.font())
        pen, plain, bold = QTextCursor(self._words), QTextCharFormat(), QTextCharFormat()
        plain.setForeground(QColor(theme.paper_ink))
        bold.setForeground(QColor(theme.paper_muted))
        bold.setFontWeight(QFont.Weight.Bold)
        pen.insertText(f"{name}\n", bold)
        pen.insertText(shortened(text), plain)
        self.gone.start(SHOWN_MS + PER_LETTER_MS * len(text))

    def best_size(self, room: QRect) -> QSize:
        """Return the size of the bubble over a table of this size, with room for a tail on all sides."""
        self._words.setTextWidth(min(sized(WIDEST), room.width() * MOST))
        self._words.setTextWidth(self._words.idealWidth())
        size = self._words.size()
        edge = 2 * (PAD + TAIL)
        return QSize(round(size.width()) + edge + 1, round(size.height()) + edge)

    def stand(self, place: QRect, tip: QPointF | None) -> None:
        """Show the bubble at a place, with a tail towards `tip` if given; both are on the parent widget."""
        self.setGeometry(place)
        self._tip = None if tip is None else tip - QPointF(place.topLeft())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the bubble, its tail and its words."""
        del event
        if self._theme is None:
            return
        body = inset(QRectF(self.rect()), TAIL)
        outline = rounded(body, ROUND)
        if self._tip is not None:
            outline = outline.united(polygon(*_tail(body, self._tip)))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape(painter, outline, self._theme.paper, edge=self._theme.selected, width=2)
        painter.translate(body.topLeft() + QPointF(PAD, PAD))
        self._words.drawContents(painter)
        painter.end()


def _tail(body: QRectF, tip: QPointF) -> tuple[tuple[float, float], ...]:
    """Return a small triangle at the edge of `body` that points up, down, left or right, towards `tip`."""
    x = min(max(tip.x(), body.left() + ROUND + TAIL), body.right() - ROUND - TAIL)
    y = min(max(tip.y(), body.top() + ROUND), body.bottom() - ROUND)
    half = TAIL * 0.7
    if tip.y() < body.top() or tip.y() > body.bottom():
        edge, way = (body.top() + 1, -TAIL) if tip.y() < body.top() else (body.bottom() - 1, TAIL)
        return (x - half, edge), (x + half, edge), (x, edge + way)
    edge, way = (body.left() + 1, -TAIL) if tip.x() < body.left() else (body.right() - 1, TAIL)
    return (edge, y - half), (edge, y + half), (edge + way, y)
