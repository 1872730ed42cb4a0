"""A score sheet as a PDF, for the printer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QFont, QFontMetricsF, QPageLayout, QPageSize, QPainter, QPdfWriter

MARGIN_MM = 18
LARGEST, SMALLEST = 11.0, 5.0
"""Of the letters, in points: a wide sheet has smaller ones."""


def write_sheet(path: Path, title: str, text: str) -> str:
    """Write it on as many pages of A4 as it needs; says where it is, or that it could not be written."""
    try:
        path.write_bytes(_made(title, text))
    except OSError as why:
        return f"The sheet could not be saved as {path}: {why.strerror}."
    return f"The sheet is saved as {path}."


def _made(title: str, text: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM), QPageLayout.Unit.Millimeter)
    writer.setTitle(title)
    painter = QPainter(writer)
    _write(painter, writer, title, text.splitlines())
    painter.end()
    return bytes(buffer.data().data())


def _write(painter: QPainter, writer: QPdfWriter, title: str, lines: list[str]) -> None:
    head = QFont()
    head.setPointSizeF(LARGEST + 4)
    head.setBold(True)
    body = QFont("monospace")
    body.setStyleHint(QFont.StyleHint.Monospace)
    points = LARGEST
    body.setPointSizeF(points)
    longest = max(lines, key=len, default="")
    while points > SMALLEST and QFontMetricsF(body, writer).horizontalAdvance(longest) > writer.width():
        points -= 0.5
        body.setPointSizeF(points)
    painter.setFont(head)
    y = QFontMetricsF(head, writer).ascent()
    painter.drawText(0, round(y), title)
    painter.setFont(body)
    step = QFontMetricsF(body, writer).lineSpacing()
    y += 2 * step
    for line in lines:
        if y > writer.height():
            writer.newPage()
            y = step
        painter.drawText(0, round(y), line)
        y += step
