"""The whole hall on a projector: every table with its scores, who is free, who plays next, who has won.

Painted as one picture in sizes that follow from the wall's own, so that it can be read from five metres
whatever the screen. It is told a page and shows it; nothing on it can be pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.screens.hall import HallPage, HallSeat, HallTable
from ui.art.canvas import kept
from ui.art.fonts import ui_font
from ui.art.paths import rounded
from ui.art.theme import Theme
from ui.screens.wall import Wall
from ui.tables.pictures import picture_of

EDGE, GAP = 0.04, 0.024
"""Of the wall's height: around everything, and between cards."""
HEAD, LINE, SMALL = 0.058, 0.036, 0.03
"""Sizes of letters."""
SIDE = 0.3
"""The part of the width that who is free, plays next and has won takes."""
BAND = 0.105
"""The height of a table's head with the picture of its game."""
ROW_MOST = 0.066
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class HallWall(Wall):
    """A window of its own over the whole of a screen. `closed` when it is put away (Esc, F11)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = HallPage("")
        self.setWindowTitle("The hall – Shoal")
        self.setObjectName("hall")
        self.setAccessibleName("The hall")

    def tell(self, page: HallPage) -> None:
        """The hall as it is now."""
        if page != self._page:
            self._page = page
            self.setAccessibleDescription("\n".join(_spoken(page)))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Head, tables, and what stands beside them."""
        page, theme, high = self._page, self._theme, float(self.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.window))
        edge = high * EDGE
        box = QRectF(self.rect()).adjusted(edge, edge * 0.6, -edge, -edge)
        head = QRectF(box.left(), box.top(), box.width(), high * HEAD * 1.5)
        _write(painter, head, page.head, _font(high * HEAD, bold=True), theme.text)
        box.setTop(head.bottom() + high * GAP / 2)
        sections = [
            ("Free", page.free),
            ("Next round", [f"{place}  {names}" for place, names in enumerate(page.next_round, start=1)]),
            ("Won this evening", [f"{name}: {count}" for name, count in page.winners]),
        ]
        if any(lines for _, lines in sections):
            side = QRectF(box.right() - box.width() * SIDE, box.top(), box.width() * SIDE, box.height())
            box.setRight(side.left() - high * GAP)
            self._aside(painter, side, [each for each in sections if each[1]])
        foot = " · ".join(filter(None, (page.more, page.hint)))
        if foot:
            line = QRectF(box.left(), box.bottom() - high * SMALL * 1.4, box.width(), high * SMALL * 1.4)
            _write(painter, line, foot, _font(high * SMALL), theme.text_muted)
            box.setBottom(line.top() - high * GAP / 2)
        self._tables(painter, box, page.tables)
        painter.end()

    def _tables(self, painter: QPainter, box: QRectF, tables: Sequence[HallTable]) -> None:
        if not tables:
            return
        columns = 1 if len(tables) == 1 else 2 if len(tables) <= 4 else 3 if len(tables) <= 9 else 4
        rows, gap = ceil(len(tables) / columns), self.height() * GAP
        wide = (box.width() - gap * (columns - 1)) / columns
        high = (box.height() - gap * (rows - 1)) / rows
        for place, table in enumerate(tables):
            left = box.left() + (place % columns) * (wide + gap)
            top = box.top() + (place // columns) * (high + gap)
            self._table(painter, QRectF(left, top, wide, high), table)

    def _table(self, painter: QPainter, box: QRectF, table: HallTable) -> None:
        theme, high = self._theme, self.height()
        band = min(high * BAND, box.height() * 0.3)
        need = band + high * GAP + ROW_MOST * high * len(table.seats)
        card = QRectF(box.left(), box.top(), box.width(), min(box.height(), need))
        body = rounded(card, high * 0.018)
        painter.fillPath(body, QColor(theme.surface))
        picture = QRectF(card.left(), card.top(), band * 1.5, band)
        with kept(painter):
            painter.setClipPath(body)
            painter.setClipRect(picture, Qt.ClipOperation.IntersectClip)
            picture_of(table.game)(painter, picture, theme)
        inside = card.adjusted(high * 0.02, 0, -high * 0.02, -high * GAP / 2)
        words = QRectF(picture.right() + high * 0.02, card.top() + band * 0.12, 0, band * 0.5)
        words.setRight(inside.right())
        _write(painter, words, table.title, _fitting(table.title, band * 0.42, words.width()), theme.text)
        words.moveTop(words.bottom() - band * 0.06)
        words.setHeight(band * 0.36)
        _write(painter, words, table.state, _font(band * 0.28), theme.text_muted)
        room = inside.bottom() - card.top() - band
        row = min(room / max(1, len(table.seats)), high * ROW_MOST)
        for place, seat in enumerate(table.seats):
            at = QRectF(inside.left(), card.top() + band + high * GAP / 4 + place * row, inside.width(), row)
            self._seat(painter, at, seat)

    def _seat(self, painter: QPainter, at: QRectF, seat: HallSeat) -> None:
        theme = self._theme
        font = _font(at.height() * 0.62, bold=seat.is_first)
        colour = theme.accent if seat.is_first else theme.text
        _write(painter, at, seat.score, font, colour, flags=RIGHT)
        room = QRectF(at)
        room.setRight(at.right() - QFontMetricsF(font).horizontalAdvance(seat.score) - at.height() * 0.4)
        name, shade = (seat.name, colour) if seat.name else ("a free seat", theme.text_muted)
        _write(painter, room, name, font, shade)

    def _aside(self, painter: QPainter, box: QRectF, sections: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Sections below one another, each with as many lines as its share of the height holds."""
        theme, high = self._theme, self.height()
        line, head = high * LINE * 1.35, high * LINE * 1.7
        font, title_font = _font(high * LINE), _font(high * LINE, bold=True)
        room = int((box.height() - len(sections) * (head + high * GAP)) / line)
        texts = {
            title: [part for text in every for part in _wrapped(text, font, box.width())]
            for title, every in sections
        }
        shares = {}
        for left, title in enumerate(sorted(texts, key=lambda each: len(texts[each]))):
            shares[title] = min(len(texts[title]), max(1, room // (len(texts) - left)))
            room -= shares[title]
        top = box.top()
        for title, lines in texts.items():
            _write(painter, QRectF(box.left(), top, box.width(), head), title, title_font, theme.link)
            top += head
            shown = lines[: shares[title]]
            if len(lines) > len(shown):
                shown[-1:] = ["…"]
            for text in shown:
                _write(painter, QRectF(box.left(), top, box.width(), line), text, font, theme.text)
                top += line
            top += high * GAP


def _font(high: float, *, bold: bool = False) -> QFont:
    return ui_font(max(8, round(high)), bold=bold)


def _fitting(text: str, high: float, wide: float) -> QFont:
    """Bold, as high as that, or smaller where the text would not fit."""
    fits = min(1.0, wide / max(1.0, QFontMetricsF(_font(high, bold=True)).horizontalAdvance(text)))
    return _font(high * max(0.5, fits * 0.98), bold=True)


def _wrapped(text: str, font: QFont, wide: float) -> list[str]:
    """The lines of a row of names; what does not fit goes below, indented."""
    metrics, lines = QFontMetricsF(font), [""]
    for word in text.split(" · "):
        longer = f"{lines[-1]} · {word}" if lines[-1].strip() else f"{lines[-1]}{word}"
        if lines[-1].strip() and metrics.horizontalAdvance(longer) > wide:
            lines.append(f"    {word}")
        else:
            lines[-1] = longer
    return lines


def _write(painter: QPainter, box: QRectF, text: str, font: QFont, colour: str, *, flags: int = LEFT) -> None:
    """A line, cut with an ellipsis where it has no room."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    fitting = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, flags, fitting)


def _spoken(page: HallPage) -> list[str]:
    """The page for a screen reader."""
    out = [page.head]
    for table in page.tables:
        seats = ", ".join(f"{seat.name or 'a free seat'} {seat.score}".strip() for seat in table.seats)
        out.append(f"{table.title}, {table.state}: {seats}")
    out += [f"Free: {', '.join(page.free)}"] if page.free else []
    out += [f"Next round: {'; '.join(page.next_round)}"] if page.next_round else []
    out += [f"Won: {', '.join(f'{name} {count}' for name, count in page.winners)}"] if page.winners else []
    return [*out, *filter(None, (page.more, page.hint))]
