"""Pictures of the statistics: points by evening as a curve, who came before whom as a grid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.records.statistics.sums import Rivals
from app.records.statistics.words import curve_text, rivals_text
from ui.art.theme import Theme
from ui.parts import sized

HIGH, DOT, SIDE = 96, 4, 6
ROW, NAME = 34, 120
"""Of the grid, at 100 %: the height of a row, and the width of a name."""
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class PointsCurve(QWidget):
    """The own points by evening, from the left to the right; the best evening and the last one say theirs."""

    def __init__(self, evenings: Sequence[int], theme: Theme) -> None:
        super().__init__()
        self._evenings, self._theme = tuple(evenings), theme
        self.setAccessibleName(curve_text(evenings))
        self.setToolTip(curve_text(evenings))
        self.setFixedHeight(sized(HIGH))

    def places(self) -> list[QPointF]:
        """Return the place of each evening's point."""
        low, high = min(0, *self._evenings), max(1, *self._evenings)
        line = self.fontMetrics().height()
        room = QRectF(self.rect()).adjusted(sized(SIDE), line + sized(DOT), -sized(SIDE), -sized(SIDE))
        room.setRight(room.right() - self.fontMetrics().horizontalAdvance("0000"))
        step = room.width() / max(1, len(self._evenings) - 1)
        return [
            QPointF(room.left() + at * step, room.bottom() - (each - low) / (high - low) * room.height())
            for at, each in enumerate(self._evenings)
        ]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """The area below the curve, the curve, a dot an evening, and two numbers."""
        del event
        places, theme, foot = self.places(), self._theme, self.height() - sized(SIDE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent_soft))
        ends = [QPointF(places[-1].x(), foot), QPointF(places[0].x(), foot)]
        painter.drawPolygon(QPolygonF([*places, *ends]))
        painter.setPen(QPen(QColor(theme.accent), sized(2)))
        painter.drawPolyline(QPolygonF(places))
        painter.setBrush(QColor(theme.accent))
        for each in places:
            painter.drawEllipse(each, sized(DOT) / 2, sized(DOT) / 2)
        painter.setPen(QColor(theme.text))
        best, last = self._evenings.index(max(self._evenings)), len(self._evenings) - 1
        for at in {best, last}:
            words = str(self._evenings[at])
            wide = painter.fontMetrics().horizontalAdvance(words)
            x = min(max(0.0, places[at].x() - wide / 2), self.width() - wide)
            painter.drawText(QPointF(x, places[at].y() - sized(DOT)), words)
        painter.end()


class RivalsGrid(QWidget):
    """A row for each person: in how many games it came before each of the others, the more the darker."""

    def __init__(self, rivals: Rivals, theme: Theme) -> None:
        super().__init__()
        self._rivals, self._theme = rivals, theme
        self.setAccessibleName(rivals_text(rivals))
        self.setToolTip(rivals_text(rivals))
        self.setFixedHeight(sized(ROW) * (len(rivals.names) + 1))

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Room for the names, and a cell each."""
        return QSize(sized(NAME) * 2 + sized(ROW) * len(self._rivals.names), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Names at the left and above, cells with numbers."""
        del event
        names, theme = self._rivals.names, self._theme
        most = max((max(row) for row in self._rivals.wins), default=0)
        painter = QPainter(self)
        first, row = min(sized(NAME), self.width() // 4), sized(ROW)
        wide = (self.width() - first) / len(names)
        metrics = painter.fontMetrics()
        for at, name in enumerate(names):
            above = QRectF(first + at * wide, 0, wide, row)
            short = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(wide) - sized(SIDE))
            painter.setPen(QColor(theme.text_muted))
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, short)
            beside = QRectF(0, (at + 1) * row, first, row)
            painter.setPen(QColor(theme.text))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, first - sized(SIDE))
            painter.drawText(beside, LEFT, shown)
            for other, wins in enumerate(self._rivals.wins[at]):
                cell = QRectF(first + other * wide, (at + 1) * row, wide, row).adjusted(1, 1, -1, -1)
                if other == at:
                    continue
                colour = QColor(theme.accent)
                colour.setAlphaF(0.45 * wins / most if most else 0.0)
                painter.fillRect(cell, QColor(theme.raised))
                painter.fillRect(cell, colour)
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(wins))
        painter.end()
