"""The end of a game or of an evening as a picture to share: the winner, the points, the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QPoint, QSaveFile, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from app.animals import Animal
from app.games.catalogue import game_title
from app.games.narrator import counted, listed
from app.records.evening import Evening
from app.screens.lobby import evening_sheet
from app.screens.table import TableModel
from ui.art.fonts import MONO
from ui.art.theme import Theme
from ui.kit.standings import FACE, Placed, Standings, Winner
from ui.parts import label, pack

WIDE, EDGE, DENSE = 640, 28, 2.0
"""Least width and margin in device-independent pixels, and the picture's pixels for each of these."""


class SharedEnd(Struct, frozen=True):
    """Contents of the picture: the game, the result in a sentence, its lines, and the evening's score. `text`
    is the game's own sheet in a fixed-width font, "" for none."""

    title: str
    result: str
    placed: Sequence[Placed]
    text: str
    evening: str


def shared_end(model: TableModel, placed: Sequence[Placed], evening: str) -> SharedEnd:
    """Return the end of a game for a picture. It names the winner: "You have won" says nothing to others."""
    first = [each.name for each in placed if each.rank == 1]
    result = f"{_have(first)} won." if first else ""
    return SharedEnd(model.title, result, placed, model.sheet_text, evening)


def shared_evening(evening: Evening, animals: Mapping[str, Animal | None]) -> SharedEnd:
    """Return an evening's wins, and the points of each of its games, for a picture; `animals` by name."""
    most = evening.standings[0].wins
    placed = [
        Placed(
            1 + sum(other.wins > each.wins for other in evening.standings),
            seat,
            each.name,
            counted(each.wins, "win", none="0"),
            f"{each.name}, {counted(each.wins, 'win', none='0')}",
            animals.get(each.name),
            each.wins,
        )
        for seat, each in enumerate(evening.standings)
    ]
    first = [each.name for each in placed if each.rank == 1]
    games = counted(evening.games, "game")
    result = f"{_have(first)} won {most} of {games}." if most else f"Bots have won {games}."
    return SharedEnd(f"{game_title(evening.game)} this evening", result, placed, evening_sheet(evening), "")


def _have(names: Sequence[str]) -> str:
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'}"


def write_picture(path: Path, end: SharedEnd, theme: Theme) -> str:
    """Save the picture as a PNG; return a sentence that says where it is, or why it could not be written."""
    file = QSaveFile(str(path))
    is_written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and picture_of(end, theme).save(file, "PNG")
    if not (is_written and file.commit()):
        return f"The picture could not be saved as {path}: {file.errorString()}."
    return f"The picture is saved as {path}."


def picture_of(end: SharedEnd, theme: Theme) -> QPixmap:
    """Draw the whole picture, with `DENSE` times the pixels of a usual screen in each direction."""
    card = QFrame()
    card.setProperty("role", "card")
    words = pack(QVBoxLayout(), None, label(end.title, "aside"), label(end.result, "heading"), None)
    head = pack(QHBoxLayout(), Winner(end.placed, theme, most=FACE * 5 // 4), (words, 1))
    column = QVBoxLayout(card)
    pack(column, head, Standings(end.placed, theme), edges=(EDGE,) * 4, gap=EDGE // 2)
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
