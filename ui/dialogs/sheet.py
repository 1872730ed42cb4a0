"""A score sheet as a PDF to print: the result above, the game's own sheet on ruled lines below."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

from app.screens.status import Standing
from ui.art.fonts import FAMILY, MONO

MARGIN_MM = 18
LARGEST, SMALLEST = 13.0, 5.0
"""Font sizes of the sheet in points: a wide sheet gets a smaller font."""
TITLE, FIRST, OTHERS, NOTE = 24.0, 15.0, 12.0, 10.0
"""Font sizes in points: the game, the winners, the others, and notes."""
RESULT = 0.6
"""Share of the page's width for the line from a rank to its score."""
RULE = "#B8BCC2"
LEADING = 1.35


class PrintedSheet(Struct, frozen=True):
    """Contents of the page: the game, a note on it ("" for none), the players by rank, and the sheet. `text`
    is the sheet in a fixed-width font, "" if the game has none."""

    title: str
    note: str
    standings: tuple[Standing, ...]
    text: str


def write_sheet(path: Path, sheet: PrintedSheet) -> str:
    """Write the PDF, on as many pages of A4 as it needs; return where it is, or why it was not written."""
    try:
        path.write_bytes(_made(sheet))
    except OSError as why:
        return f"The sheet could not be saved as {path}: {why.strerror}."
    return f"The sheet is saved as {path}."


def _made(sheet: PrintedSheet) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM), QPageLayout.Unit.Millimeter)
    writer.setTitle(f"{sheet.title}: {', '.join(each.name for each in sheet.standings)}")
    paper = _Paper(writer)
    paper.line(sheet.title, _words(TITLE, bold=True))
    paper.words(sheet.note, _words(NOTE))
    paper.leave(_words(OTHERS))
    for each in sheet.standings:
        font = _words(FIRST, bold=True) if each.rank == 1 else _words(OTHERS)
        paper.line(f"{each.rank}.  {each.name}", font, at_right=each.score, wide=RESULT)
    paper.leave(_words(OTHERS))
    lines = sheet.text.splitlines()
    body, wide = _letters(lines, writer)
    for line in lines:
        paper.line(line, body, wide=max(RESULT, wide))
    paper.painter.end()
    return bytes(buffer.data().data())


class _Paper:
    """Pages that are written from the top; `line` begins a new one when a page is full."""

    def __init__(self, writer: QPdfWriter) -> None:
        self._writer = writer
        self.painter = QPainter(writer)
        self._y = 0.0

    def leave(self, font: QFont) -> None:
        """Leave a line empty, except at the top of a page."""
        if self._y:
            self._y += QFontMetricsF(font, self._writer).height()

    def words(self, text: str, font: QFont) -> None:
        """Write words over as many lines as they need on this page."""
        wrap = Qt.TextFlag.TextWordWrap
        self.painter.setFont(font)
        room = QRectF(0, self._y, self._writer.width(), self._writer.height())
        self.painter.drawText(room, wrap, text)
        self._y += self.painter.boundingRect(room, wrap, text).height()

    def line(self, text: str, font: QFont, *, at_right: str = "", wide: float = 0.0) -> None:
        """Write a line above a rule, `wide` as a share of the page (0: none), with `at_right` at its end."""
        sizes = QFontMetricsF(font, self._writer)
        high, end = sizes.height() * LEADING, self._writer.width() * wide
        if self._y + high > self._writer.height():
            self._writer.newPage()
            self._y = 0.0
        base = round(self._y + (high - sizes.height()) / 2 + sizes.ascent())
        self.painter.setFont(font)
        self.painter.setPen(QColor("black"))
        self.painter.drawText(0, base, text)
        self.painter.drawText(round(end - sizes.horizontalAdvance(at_right)), base, at_right)
        self._y += high
        if wide:
            self.painter.setPen(QPen(QColor(RULE), self._writer.resolution() / 150))
            self.painter.drawLine(QLineF(0, self._y, end, self._y))


def _words(points: float, *, bold: bool = False) -> QFont:
    font = QFont(FAMILY)
    font.setPointSizeF(points)
    font.setBold(bold)
    return font


def _letters(lines: list[str], writer: QPdfWriter) -> tuple[QFont, float]:
    """Return the largest font in which the longest line fits, else the smallest, and that line's share."""
    font = QFont(MONO)
    longest, points = max(lines, key=len, default=""), LARGEST
    while True:
        font.setPointSizeF(points)
        wide = QFontMetricsF(font, writer).horizontalAdvance(longest) / writer.width()
        if wide <= 1 or points <= SMALLEST:
            return font, wide
        points -= 0.5
