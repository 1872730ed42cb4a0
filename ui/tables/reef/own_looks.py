"""Pictures of the player's own things: stacks of pieces, shrimps behind the game's screen, the parrotfish."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.games.reef.lights import Light
from app.games.reef.looks import Fish, Home, Stack
from ui.art.canvas import smooth, trace
from ui.art.lettering import LEFT, Writing, least_cap
from ui.art.paths import inset, rounded
from ui.art.pieces.chips import Badge, paint_badge
from ui.art.reef.animals import paint_parrotfish, paint_shrimp
from ui.art.reef.faces import alga, coral, parrotfish, shrimp
from ui.art.reef.tiles import paint_alga, paint_larva, paint_polyp
from ui.art.theme import Theme
from ui.tables.reef.frames import Lit, panel


def paint_stack(painter: QPainter, rect: QRectF, lit: Lit[Stack], theme: Theme) -> None:
    """Draw the piece, faint if there is none, a second one behind it if there are more, and the count."""
    look = lit.look
    with smooth(painter):
        panel(painter, rect, lit.light, theme, radius=rect.height() * 0.16, faint=True)
        side = min(rect.height() * 0.84, rect.width() * 0.84)
        shift = side * 0.07 if look.count > 1 else 0.0
        room = rect.width() - side - rect.height() * 0.08
        aside = min(room / 2, side * 0.2)
        at = QRectF(rect.center().x() - side / 2 - aside, rect.center().y() - side / 2, side, side)
        high = max(side * 0.46, least_cap(painter) * 2.05)  # a badge is twice as high as its figure
        if high > side * 0.7:  # the badge would hide the piece, so it goes below, if there is room
            at.translate(0, -min(high, rect.height() - side) / 2)
        if not look.count:
            painter.setOpacity(0.22)
        body = at.adjusted(0, shift, -shift, 0)
        if shift:
            paint_piece(painter, body.translated(shift, -shift), look, theme)
        paint_piece(painter, body, look, theme)
        painter.setOpacity(1)
        if look.count:
            wide = high * (1.0 if look.count < 10 else 1.3)
            x = min(rect.right() - wide - 1, at.right() - wide * 0.45)
            y = at.bottom() - high * 0.92 if high <= side * 0.7 else min(at.bottom(), rect.bottom() - high)
            paint_badge(painter, QRectF(x, y, wide, high), Badge(str(look.count)), theme)


def paint_piece(painter: QPainter, rect: QRectF, look: Stack, theme: Theme) -> None:
    """Draw one piece by itself, for a drag or a flight."""
    if look.kind == "alga":
        paint_alga(painter, rect, alga(look.index), theme)
    elif look.kind == "cube":
        paint_larva(painter, rect, coral(look.index), theme)
    elif look.kind == "shrimp":
        paint_shrimp(painter, rect, shrimp(look.index), theme)
    else:
        paint_polyp(painter, rect, coral(look.index), theme)


def paint_home(painter: QPainter, rect: QRectF, lit: Lit[Home], theme: Theme) -> None:
    """Draw four places, with the shrimps that are still behind the screen."""
    look = lit.look
    with smooth(painter):
        panel(painter, rect, lit.light, theme, radius=min(rect.height(), rect.width()) * 0.14)
        columns = 4 if rect.width() > 2.2 * rect.height() else 2
        rows = 4 // columns
        side = min(rect.width() * 0.94 / columns, rect.height() * 0.92 / rows)
        left = rect.center().x() - side * columns / 2
        top = rect.center().y() - side * rows / 2
        for place in range(4):
            at = QRectF(left + place % columns * side, top + place // columns * side, side, side)
            painter.setOpacity(1 if place < look.count else 0.16)
            paint_shrimp(painter, inset(at, side * 0.06), shrimp(look.seat), theme)


def paint_fish(painter: QPainter, rect: QRectF, look: Fish, theme: Theme) -> None:
    """Draw the fish with its points and the tiles that it has eaten."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        panel(painter, rect, Light.NONE, theme, radius=min(rect.height(), rect.width()) * 0.12)
        high = rect.height() * 0.54
        wide = min(rect.width() * 0.5, high * 1.6)
        fish = QRectF(rect.left() + rect.width() * 0.02, rect.top() + rect.height() * 0.02, wide, high)
        paint_parrotfish(painter, fish, parrotfish(look.seat), theme)
        words = QRectF(rect.left() + wide + rect.width() * 0.04, rect.top(), rect.width() * 0.94 - wide, high)
        points = "1 point" if look.points == 1 else f"{look.points} points"
        write.line(words, points, theme.plate_text, cap=high * 0.3, shorter=str(look.points))
        held = [
            (c, count + (look.start == c), look.start == c)
            for c, count in enumerate(look.tiles)
            if count or look.start == c
        ]
        low = QRectF(
            rect.left() + rect.width() * 0.03,
            rect.top() + high,
            rect.width() * 0.94,
            rect.height() * 0.97 - high,
        )
        if not held:
            write.line(low, "nothing eaten", theme.plate_muted, cap=low.height() * 0.3, bold=False)
            return
        slot = min(low.width() / len(held), low.height() * 2.1)
        side = min(low.height() * 0.8, slot * 0.55)
        for place, (c, count, secret) in enumerate(held):
            at = QRectF(low.left() + place * slot, low.center().y() - side / 2, side, side)
            paint_polyp(painter, at, coral(c), theme)
            if secret:
                trace(painter, rounded(at, side * 0.2), theme.selected, side * 0.09)
            beside = QRectF(at.right() + side * 0.12, at.top(), slot - side * 1.2, side)
            write.line(beside, f"×{count}", theme.plate_text, cap=side * 0.4, align=LEFT)
