"""The scoreboard on a projector: tables with their scores, free players, next games, winners.

It is painted as one picture that scales with the window, so that it can be read from five metres away. It
only shows the page it is given; nothing on it can be pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.screens.scoreboard import ScoreboardPage, ScoreboardSeat, ScoreboardTable
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.canvas import kept
from ui.art.fonts import ui_font
from ui.art.paths import rounded
from ui.art.theme import Theme
from ui.screens.full_screen import FullScreen
from ui.screens.game_button import paint_in
from ui.tables.pictures import picture_of

EDGE, GAP = 0.04, 0.024
"""Shares of the window's height: the margin around everything, and the gap between cards."""
HEAD = 0.058
BODY = tuple(part / 1000 for part in range(44, 18, -2))
"""Font sizes below the head, as shares of the window's height. The largest in which all fits is used."""
SMALL = 0.8
SIDE = 0.3
"""Share of the width for the column of free players, next games and winners."""
BAND, ROW, LINE = 2.8, 1.6, 1.35
"""Heights, in font sizes: a table's head with its picture, a seat, a line."""
FREE = "a free seat"
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ScoreboardWindow(FullScreen):
    """Paints a `ScoreboardPage` on a full screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = ScoreboardPage("")
        self._pictures: dict[tuple[str, int], QPixmap] = {}
        self.setWindowTitle("All tables – Shoal")
        self.setObjectName("scoreboard")
        self.setAccessibleName("All tables")

    def tell(self, page: ScoreboardPage) -> None:
        """Show another page."""
        if page != self._page:
            self._page = page
            self.setAccessibleDescription("\n".join(_spoken(page)))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint head, tables and the column beside them."""
        page, theme, high = self._page, self._theme, float(self.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.window))
        edge = high * EDGE
        box = QRectF(self.rect()).adjusted(edge, edge * 0.6, -edge, -edge)
        head = QRectF(box.left(), box.top(), box.width(), high * HEAD * 1.5)
        self._write(painter, head, page.head, _font(high * HEAD, bold=True), theme.text)
        box.setTop(head.bottom() + high * GAP / 2)
        sections = [
            ("Free", page.free),
            ("Next round", [f"{place}  {names}" for place, names in enumerate(page.next_round, start=1)]),
            ("Won this evening", [f"{name}: {count}" for name, count in page.winners]),
        ]
        sections = [each for each in sections if each[1]]
        side = QRectF(box.right() - box.width() * SIDE, box.top(), box.width() * SIDE, box.height())
        if sections:
            box.setRight(side.left() - high * GAP)
        cells = _cells(box, len(page.tables), high * GAP)
        body = (
            next((each for each in BODY if self._fits(each * high, cells, side, sections)), BODY[-1]) * high
        )
        self._aside(painter, side, sections, body)
        foot = " · ".join(filter(None, (page.more, page.hint)))
        if foot:
            line = QRectF(box.left(), box.bottom() - body * SMALL * LINE, box.width(), body * SMALL * LINE)
            self._write(painter, line, foot, _font(body * SMALL), theme.text_muted)
            box.setBottom(line.top() - high * GAP / 2)
            cells = _cells(box, len(page.tables), high * GAP)
        for cell, table in zip(cells, page.tables, strict=True):
            self._table(painter, cell, table, body)
        painter.end()

    def _fits(
        self,
        body: float,
        cells: Sequence[QRectF],
        side: QRectF,
        sections: Sequence[tuple[str, Sequence[str]]],
    ) -> bool:
        """True if every word of the tables and sections fits at the font size `body`, in pixels."""
        plain, bold = QFontMetricsF(_font(body)), QFontMetricsF(_font(body, bold=True))
        for cell, table in zip(cells, self._page.tables, strict=True):
            if cell.height() < body * (BAND + ROW * (len(table.seats) + 0.5)):
                return False
            if bold.horizontalAdvance(table.title) > cell.width() - body * (BAND + 1.5):
                return False
            words = (f"{seat.name or FREE}   {seat.score}" for seat in table.seats)
            if any(bold.horizontalAdvance(each) > cell.width() - 1.5 * body for each in words):
                return False
        parts = [part for _, every in sections for part in _wrapped_all(every, plain, side.width())]
        return all(plain.horizontalAdvance(part) <= side.width() for part in parts)

    def _table(self, painter: QPainter, box: QRectF, table: ScoreboardTable, body: float) -> None:
        theme, band = self._theme, body * BAND
        card = QRectF(box.left(), box.top(), box.width(), band + body * ROW * (len(table.seats) + 0.5))
        shape = rounded(card, body * 0.5)
        painter.fillPath(shape, QColor(theme.surface))
        picture = QRectF(card.left(), card.top(), band, band)
        with kept(painter):
            painter.setClipPath(shape)
            painter.drawPixmap(picture.topLeft(), self._drawn(table.game, round(band)))
        inside = card.adjusted(body * 0.6, 0, -body * 0.6, 0)
        words = QRectF(picture.right() + body * 0.6, card.top() + band * 0.1, 0, band * 0.45)
        words.setRight(inside.right())
        self._write(painter, words, table.title, _font(body, bold=True), theme.text)
        words.translate(0, band * 0.4)
        self._write(painter, words, table.state, _font(body * SMALL), theme.text_muted)
        for place, seat in enumerate(table.seats):
            top = card.top() + band + body * ROW * (place + 0.25)
            self._seat(painter, QRectF(inside.left(), top, inside.width(), body * ROW), seat, body)

    def _drawn(self, game: str, size: int) -> QPixmap:
        """Return the picture of a game, cached for later pages."""
        if (game, size) not in self._pictures:
            pixels = PixelSize(size, size, self.devicePixelRatioF())
            paint = picture_of(game)
            self._pictures[game, size] = draw_pixmap(paint_in, paint, self._theme, size=pixels)
        return self._pictures[game, size]

    @staticmethod
    def _write(
        painter: QPainter, box: QRectF, text: str, font: QFont, colour: str, *, flags: int = LEFT
    ) -> None:
        """Write a line, cut with an ellipsis if it has no room."""
        painter.setFont(font)
        painter.setPen(QColor(colour))
        fitting = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, flags, fitting)

    def _seat(self, painter: QPainter, at: QRectF, seat: ScoreboardSeat, body: float) -> None:
        theme = self._theme
        font = _font(body, bold=seat.is_first)
        colour = theme.accent if seat.is_first else theme.text
        self._write(painter, at, seat.score, font, colour, flags=RIGHT)
        room = QRectF(at)
        room.setRight(at.right() - QFontMetricsF(font).horizontalAdvance(seat.score))
        name, shade = (seat.name, colour) if seat.name else (FREE, theme.text_muted)
        self._write(painter, room, name, font, shade)

    def _aside(
        self, painter: QPainter, box: QRectF, sections: Sequence[tuple[str, Sequence[str]]], body: float
    ) -> None:
        """Paint sections below one another. Short ones are whole; the others share the remaining height."""
        theme, line, head, gap = self._theme, body * LINE, body * 1.7, body * 0.6
        font, bold = _font(body), _font(body, bold=True)
        room = int((box.height() - len(sections) * (head + gap)) / line)
        texts = {title: _wrapped_all(every, QFontMetricsF(font), box.width()) for title, every in sections}
        shares = {}
        for left, title in enumerate(sorted(texts, key=lambda each: len(texts[each]))):
            shares[title] = min(len(texts[title]), max(1, room // (len(texts) - left)))
            room -= shares[title]
        top = box.top()
        for title, lines in texts.items():
            self._write(painter, QRectF(box.left(), top, box.width(), head), title, bold, theme.link)
            top += head
            shown = lines[: shares[title]]
            if len(lines) > len(shown):
                shown[-1:] = ["and others"]
            for text in shown:
                self._write(painter, QRectF(box.left(), top, box.width(), line), text, font, theme.text)
                top += line
            top += gap


def _cells(box: QRectF, count: int, gap: float) -> list[QRectF]:
    """Return places for `count` tables, in one to four columns."""
    if not count:
        return []
    columns = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 9 else 4
    rows = ceil(count / columns)
    wide = (box.width() - gap * (columns - 1)) / columns
    high = (box.height() - gap * (rows - 1)) / rows
    return [
        QRectF(box.left() + at % columns * (wide + gap), box.top() + at // columns * (high + gap), wide, high)
        for at in range(count)
    ]


def _font(high: float, *, bold: bool = False) -> QFont:
    return ui_font(max(8, round(high)), bold=bold)


def _wrapped_all(texts: Sequence[str], metrics: QFontMetricsF, wide: float) -> list[str]:
    """Break texts at each " · " into lines of at most this width, if possible; indent continued lines."""
    lines: list[str] = []
    for text in texts:
        first, *more = text.split(" · ")
        lines.append(first)
        for word in more:
            longer = f"{lines[-1]} · {word}"
            if metrics.horizontalAdvance(longer) > wide:
                lines.append(f"    {word}")
            else:
                lines[-1] = longer
    return lines


def _spoken(page: ScoreboardPage) -> list[str]:
    """Return the lines of the page for a screen reader."""
    out = [page.head]
    for table in page.tables:
        seats = ", ".join(f"{seat.name or FREE} {seat.score}".strip() for seat in table.seats)
        out.append(f"{table.title}, {table.state}: {seats}")
    out += [f"Free: {', '.join(page.free)}"] if page.free else []
    out += [f"Next round: {'; '.join(page.next_round)}"] if page.next_round else []
    out += [f"Won: {', '.join(f'{name} {count}' for name, count in page.winners)}"] if page.winners else []
    return [*out, *filter(None, (page.more, page.hint))]
