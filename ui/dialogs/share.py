"""The end of a game as a picture to share: the winner, the points, the game's own sheet, the evening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QSaveFile, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from ui.art.fonts import MONO
from ui.art.theme import Theme
from ui.kit.standings import FACE, Placed, Standings, Winner
from ui.parts import label, nest

WIDE, EDGE, DENSE = 640, 28, 2.0
"""Least width and edge in device-independent pixels, and how many pixels of the picture each of them has."""


@dataclass(frozen=True, slots=True)
class SharedEnd:
    """Contents of the picture: the game, the result in a sentence, its lines, the game's own sheet in lines
    of letters as wide as one another ("" for none), and the evening's score."""

    title: str
    result: str
    placed: Sequence[Placed]
    text: str
    evening: str


def write_picture(path: Path, end: SharedEnd, theme: Theme) -> str:
    """Save it as a PNG; says where it is, or that it could not be written."""
    file = QSaveFile(str(path))
    is_written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and picture_of(end, theme).save(file, "PNG")
    if not (is_written and file.commit()):
        return f"The picture could not be saved as {path}: {file.errorString()}."
    return f"The picture is saved as {path}."


def picture_of(end: SharedEnd, theme: Theme) -> QPixmap:
    """The whole of it, twice as dense as a usual screen."""
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
    column.setSpacing(EDGE // 2)
    head, words = QHBoxLayout(), QVBoxLayout()
    words.addStretch(1)
    words.addWidget(label(end.title, "aside"))
    words.addWidget(label(end.result, "heading"))
    words.addStretch(1)
    head.addWidget(Winner(end.placed, theme, most=FACE * 5 // 4))
    nest(head, words, 1)
    nest(column, head)
    column.addWidget(Standings(end.placed, theme))
    if end.text:
        sheet = label(end.text, wraps=False)
        sheet.setStyleSheet(f"font-family: '{MONO}';")
        column.addWidget(sheet)
    if end.evening:
        column.addWidget(label(end.evening, "aside"))
    column.addWidget(label("Played with Shoal", "muted"), 0, Qt.AlignmentFlag.AlignRight)
    card.ensurePolished()
    wide = max(WIDE, card.sizeHint().width())
    card.resize(wide, max(card.heightForWidth(wide), card.sizeHint().height()))
    picture = QPixmap(card.size() * DENSE)
    picture.setDevicePixelRatio(DENSE)
    picture.fill(theme.surface)
    card.render(picture, QPoint(0, 0))
    return picture
