"""Plots of the statistics: points by evening as a curve; grids of who beat whom, and of bids."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.records.statistics.sums import Rivals
from app.records.statistics.words import bids_text, curve_text, rivals_text
from ui.art.paths import inset
from ui.art.theme import Theme
from ui.parts import sized

HIGH, DOT, SIDE = 96, 4, 6
ROW, ROW_OF_MANY, FEW, NAME = 34, 26, 7, 120
"""Sizes of a grid at 100 %: height of a row, height if there are more than `FEW` rows, width of a name."""
DARKEST = 0.45
"""Opacity of the accent for the greatest number."""
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class PointsCurve(QWidget):
    """The player's points by evening, from left to right, in numbers for the best and the last evening."""

    def __init__(self, evenings: Sequence[int], theme: Theme) -> None:
        super().__init__()
        self._evenings, self._theme = tuple(evenings), theme
        self.setAccessibleName(curve_text(evenings))
        self.setToolTip(curve_text(evenings))
        self.setFixedHeight(sized(HIGH))

    def places(self) -> list[QPointF]:
        """Return the place of each evening's dot on this widget."""
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
        """Paint the area below the curve, the curve, a dot for each evening, and two numbers."""
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


def rivals_grid(rivals: Rivals, theme: Theme) -> CountGrid:
    """Return a grid with a row for each person: the number of games in which they beat each of the others."""
    return CountGrid(rivals.names, rivals.names, rivals.wins, rivals_text(rivals), theme)


def bids_grid(bids: Sequence[Sequence[int]], theme: Theme) -> CountGrid:
    """Return a grid of rounds: bids as rows, numbers of ticks as columns; exact bids are framed."""
    tricks = [str(each) for each in range(len(bids))]
    spoken, beside = bids_text(bids), [f"Bid {each}" for each in tricks]
    return CountGrid(tricks, beside, bids, spoken, theme, is_framed=True)


class CountGrid(QWidget):
    """Shows numbers in a grid, larger ones in a stronger colour. The diagonal is framed or left empty."""

    def __init__(
        self,
        above: Sequence[str],
        beside: Sequence[str],
        counts: Sequence[Sequence[int]],
        spoken: str,
        theme: Theme,
        *,
        is_framed: bool = False,
    ) -> None:
        super().__init__()
        self._above, self._beside, self._counts = above, beside, counts
        self._theme, self._is_framed = theme, is_framed
        self._row = sized(ROW_OF_MANY if len(beside) > FEW else ROW)
        self.setAccessibleName(spoken)
        self.setToolTip(spoken)
        self.setFixedHeight(self._row * (len(beside) + 1))

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return room for the names at the left, and for at most `FEW` columns."""
        return QSize(sized(NAME) * 2 + sized(ROW) * min(FEW, len(self._above)), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint names at the left and above, and cells with numbers."""
        del event
        theme, row = self._theme, self._row
        most = max((max(each) for each in self._counts), default=0)
        painter = QPainter(self)
        first = min(sized(NAME), self.width() // 4)
        wide = (self.width() - first) / len(self._above)
        metrics = painter.fontMetrics()
        painter.setPen(QColor(theme.text_muted))
        for at, name in enumerate(self._above):
            short = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(wide) - sized(SIDE))
            painter.drawText(QRectF(first + at * wide, 0, wide, row), Qt.AlignmentFlag.AlignCenter, short)
        painter.setPen(QColor(theme.text))
        for at, name in enumerate(self._beside):
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, first - sized(SIDE))
            painter.drawText(QRectF(0, (at + 1) * row, first, row), LEFT, shown)
            for other, count in enumerate(self._counts[at]):
                if other == at and not self._is_framed:
                    continue
                cell = inset(QRectF(first + other * wide, (at + 1) * row, wide, row), 1)
                colour = QColor(theme.accent)
                colour.setAlphaF(DARKEST * count / most if most else 0.0)
                painter.fillRect(cell, QColor(theme.raised))
                painter.fillRect(cell, colour)
                if other == at:
                    painter.drawRect(inset(cell, 0.5))
                if count or not self._is_framed:
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(count))
        painter.end()
