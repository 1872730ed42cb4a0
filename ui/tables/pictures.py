"""The picture of each game in the lobby; a game without one gets three card backs."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.games.catalogue import catalogue
from app.games.entry import loaded
from ui.art.pieces.backs import paint_back
from ui.art.pieces.fan import paint_card_fan
from ui.art.theme import Theme

Picture = Callable[[QPainter, QRectF, Theme], None]
"""`picture(painter, rect, theme)` paints a game's pieces, ground included, within `rect`."""


def picture_of(game: str) -> Picture:
    """Return the painter of a game's picture."""
    named = catalogue().games.cover(game).picture
    found = loaded(game, named) if named else None
    return cast("Picture", found) if callable(found) else paint_backs


def paint_backs(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw three cards, face down."""
    paint_card_fan(painter, rect, theme, paint_back, (None, None, None))
