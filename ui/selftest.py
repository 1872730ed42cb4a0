"""The window's part of `shoal --selftest`: fonts, tables and pictures, without a screen."""

from __future__ import annotations

import os

from PySide6.QtCore import QRectF, Qt, qVersion
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from app.games.catalogue import own_games
from app.games.entry import loaded
from ui.art.app_icon import icon_image
from ui.art.fonts import register_fonts
from ui.art.theme import LIGHT
from ui.tables.pictures import paint_backs, picture_of

_SIDE = 200


def window() -> str:
    """Load the tables and draw the pictures of our games, `LookupError` if one is missing or empty; return a
    line about Qt, the font and the tables."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(["shoal"])
    family = register_fonts()
    icon_image(_SIDE)
    games = own_games()
    for entry in games:
        table = loaded(entry.rules.key, entry.table)
        if not (isinstance(table, type) and issubclass(table, QWidget)):
            raise LookupError(f"{entry.rules.title}: {entry.table} is missing")
        _draw_picture(entry.rules.key)
    del app
    return f"Qt {qVersion()}, {family}, {len(games)} tables and their pictures"


def _draw_picture(game: str) -> None:
    painted = picture_of(game)
    if painted is paint_backs:
        raise LookupError(f"the picture of {game} is missing")
    image = QImage(_SIDE, _SIDE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    before = image.copy()
    painter = QPainter(image)
    painted(painter, QRectF(0, 0, _SIDE, _SIDE), LIGHT)
    painter.end()
    if image == before:
        raise LookupError(f"the picture of {game} is empty")
