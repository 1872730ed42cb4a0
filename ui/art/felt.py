"""Backgrounds of tables: cloth, the sea of the reef, and the plates of players."""

from __future__ import annotations

import math
from array import array
from enum import StrEnum
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QRadialGradient

from ui.art.canvas import faded, fill, kept, smooth, trace
from ui.art.paths import inset, rounded
from ui.art.theme import Theme


class Ground(StrEnum):
    """Kind of background."""

    CLOTH = "cloth"
    SEA = "sea"
    PLATE = "plate"
    PLATE_ACTIVE = "plate_active"


_GRAIN = 96


def paint_ground(painter: QPainter, rect: QRectF, ground: Ground, theme: Theme) -> None:
    """Fill `rect`: cloth and sea to the edge, plates with round corners. PLATE_ACTIVE is the plate of the
    player to move: a thicker edge in the colour `selected`."""
    with smooth(painter):
        if ground in (Ground.PLATE, Ground.PLATE_ACTIVE):
            _plate(painter, rect, theme, active=ground is Ground.PLATE_ACTIVE)
        else:
            _cloth(painter, rect, ground, theme)


def _cloth(painter: QPainter, rect: QRectF, ground: Ground, theme: Theme) -> None:
    middle, edge = (theme.felt, theme.felt_edge) if ground is Ground.CLOTH else (theme.sea, theme.sea_deep)
    glow = QRadialGradient(
        QPointF(rect.center().x(), rect.top() + rect.height() * 0.42),
        math.hypot(rect.width(), rect.height()) * 0.56,
    )
    glow.setColorAt(0, middle)
    glow.setColorAt(0.45, middle)
    glow.setColorAt(1, edge)
    painter.fillRect(rect, QBrush(glow))
    if theme.is_high_contrast:
        return
    if ground is Ground.CLOTH:
        painter.fillRect(rect, QBrush(_grain()))
    else:
        _swell(painter, rect, theme)


def _plate(painter: QPainter, rect: QRectF, theme: Theme, *, active: bool) -> None:
    width = 3.0 if active else 1.5 if theme.is_high_contrast else 1.0
    body = inset(rect, width / 2)
    path = rounded(body, min(10.0, rect.height() * 0.2))
    fill(painter, path, theme.plate)
    trace(painter, path, theme.selected if active else theme.plate_line, width)


def _swell(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw long faint waves over the whole sea: one wave is drawn, the others are copies of its picture."""
    step, high = 46.0, 24.0
    scale = painter.deviceTransform().m11()
    wide = rect.width() + 220
    wave, x = QPainterPath(QPointF(0, high / 2)), 0.0
    while x < wide:
        wave.cubicTo(x + 20, high / 2 - 9, x + 40, high / 2 - 9, x + 60, high / 2)
        wave.cubicTo(x + 80, high / 2 + 9, x + 100, high / 2 + 9, x + 120, high / 2)
        x += 120
    drawn = QImage(round(wide * scale), round(high * scale), QImage.Format.Format_ARGB32_Premultiplied)
    drawn.setDevicePixelRatio(scale)
    drawn.fill(Qt.GlobalColor.transparent)
    with QPainter(drawn) as at_once:
        at_once.setRenderHint(QPainter.RenderHint.Antialiasing)
        trace(at_once, wave, faded(theme.sea_line, 0.16), 2)
    with kept(painter):
        painter.setClipRect(rect)
        for row in range(int(rect.height() / step) + 2):
            left, y = rect.left() - 40 + (row % 2) * 30, rect.top() + row * step + 20
            painter.drawImage(QPointF(left, y - high / 2), drawn)


@cache
def _grain() -> QImage:
    """Return the nap of the cloth: faint specks from a fixed sequence, so that every picture is the same."""
    light, dark = QColor(255, 255, 255, 9).rgba(), QColor(0, 0, 0, 13).rgba()
    specks, number = array("I"), 20_011
    for _ in range(_GRAIN * _GRAIN):
        number = (number * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        speck = number >> 24
        specks.append(light if speck < 36 else dark if speck > 92 else 0)
    return QImage(specks.tobytes(), _GRAIN, _GRAIN, QImage.Format.Format_ARGB32).copy()
