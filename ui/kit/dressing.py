"""Small pictures of card tables besides the cards: hands face down, a pile, buttons, words on the cloth."""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import faded, fill, pen, shape, smooth, trace
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEFT, Writing, cap_height, draw_line, line_width, shared_cap, snapped_cap
from ui.art.letters import Letters
from ui.art.paths import circle, inset, polyline, rounded
from ui.art.pieces.backs import paint_back
from ui.art.pieces.card_stock import card_outline
from ui.art.pieces.chips import Badge, paint_badge
from ui.art.theme import Back, Theme


class HeldCards(Struct, frozen=True):
    """Cards held face down, side by side, with their number."""

    count: int
    back: Back | None = None


def paint_held(painter: QPainter, rect: QRectF, held: HeldCards, theme: Theme) -> None:
    """Draw backs in a row, each at least half covered by the next, and their number."""
    if not held.count:
        return
    high = rect.height()
    wide = high / 1.4
    badge = high * 0.42
    room = rect.width() - badge * 1.5
    step = min(wide * 0.42, (room - wide) / max(1, held.count - 1))
    left = rect.center().x() - (wide + step * (held.count - 1) + badge * 1.2) / 2
    for place in range(held.count):
        paint_back(painter, QRectF(left + place * step, rect.top(), wide, high), held.back, theme)
    at = QRectF(
        left + wide + step * (held.count - 1) + badge * 0.2, rect.center().y() - badge / 2, badge, badge
    )
    paint_badge(painter, at, Badge(str(held.count)), theme)


class Pile(Struct, frozen=True):
    """A pile of `count` cards face down, drawn higher if they are many."""

    count: int
    back: Back | None = None


def paint_pile(painter: QPainter, rect: QRectF, pile: Pile, theme: Theme) -> None:
    """Draw a pile within `rect`: the top card leaves room for the edges of those below."""
    if not pile.count:
        return
    layers = min(7, 1 + pile.count // 7)
    shift = rect.height() * 0.012
    card = QRectF(rect.left(), rect.top(), rect.width() - shift * 7, rect.height() - shift * 7)
    with smooth(painter):
        for layer in range(layers, 0, -1):
            edge = card_outline(card.translated(shift * layer, shift * layer))
            shape(painter, edge, theme.paper_shade, edge=theme.paper_edge, width=0.8)
        paint_back(painter, card, pile.back, theme)


def paint_own_hidden(painter: QPainter, rect: QRectF, back: Back | None, theme: Theme) -> None:
    """Draw the viewer's own card on the forehead, which only the others see: a back with a question mark."""
    paint_back(painter, rect, back, theme)
    side = rect.width() * 0.5
    with smooth(painter):
        at = rect.center()
        shape(painter, circle(at.x(), at.y(), side / 2), theme.paper, edge=theme.gold_deep, width=side * 0.05)
        box = QRectF(at.x() - side / 2, at.y() - side * 0.29, side, side * 0.58)
        draw_line(painter, box, "?", theme.paper_ink, letters=theme.letters)


class TableButton(Struct, frozen=True):
    """A button on the cloth: an icon, a word, and the key on the keyboard that presses it. `beside` are the
    words of the buttons next to it, so that all use one font size; `is_down` highlights it."""

    icon: Icon
    label: str
    key: str = ""
    is_down: bool = False
    beside: tuple[str, ...] = ()


def paint_button(painter: QPainter, rect: QRectF, button: TableButton, theme: Theme) -> None:
    """Draw a plate with the icon, the word and the key."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        high = rect.height()
        body = rounded(inset(rect, 1), high * 0.24)
        colour = theme.felt_edge if not button.is_down else theme.plate
        shape(
            painter, body, colour, edge=theme.felt_line if not button.is_down else theme.selected, width=1.4
        )
        part = min(high, rect.width() * 0.27)  # leaves the words more than half of a narrow button
        side = part * 0.5
        icon = QRectF(rect.left() + part * 0.28, rect.center().y() - side / 2, side, side)
        paint_icon_in(painter, icon, IconIn(button.icon, theme.felt_text), theme)
        right = rect.right() - part * 0.25
        cap = QRectF(right - side, rect.center().y() - part * 0.26, side, part * 0.52)
        if button.key:
            trace(painter, rounded(cap, part * 0.1), faded(theme.felt_text, 0.75), 1.2)
            write.line(cap, button.key, theme.felt_text, cap=part * 0.24)
        if button.key or button.beside:
            right = cap.left() - part * 0.15
        box = QRectF(icon.right() + part * 0.2, rect.top(), right - icon.right() - part * 0.2, high)
        first = button.label.partition(" ")[0]
        size = high * 0.26
        write.line(
            box, button.label, theme.felt_text, cap=size, align=LEFT, shorter=first, beside=button.beside
        )


class SignButton(Struct, frozen=True):
    """A square button on the cloth with only an icon."""

    icon: Icon


def paint_sign_button(painter: QPainter, rect: QRectF, button: SignButton, theme: Theme) -> None:
    """Draw a plate with the icon."""
    with smooth(painter):
        side = rect.height()
        body = rounded(inset(rect, 1), side * 0.24)
        shape(painter, body, theme.felt_edge, edge=theme.felt_line, width=1.4)
        inner = inset(rect, side * 0.24)
        paint_icon_in(painter, inner, IconIn(button.icon, theme.felt_text), theme)


class TableWords(Struct, frozen=True):
    """Lines on the cloth: the first large, the others smaller. `is_boxed` lays a plate under them; `is_above`
    leaves the lower part of the plate free."""

    lines: tuple[str, ...]
    is_boxed: bool = False
    is_above: bool = False


def paint_words(painter: QPainter, rect: QRectF, words: TableWords, theme: Theme) -> None:
    """Draw the lines, centred, as large as fits."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        if words.is_boxed:
            radius = rect.height() * (0.14 if words.is_above else 0.24)
            body = rounded(inset(rect, 0.5), radius)
            shape(painter, body, faded(theme.plate, 0.86), edge=theme.plate_line, width=1)
        margin = min(rect.height(), rect.width() * 0.4) * 0.14
        inner = rect.adjusted(margin, 0, -margin, 0)
        rows = len([line for line in words.lines if line])
        if words.is_above:
            inner.setHeight(rect.height() * 0.4)
        if rows == 1:
            cap = inner.height() * 0.34
            write.text(inner, words.lines[0], theme.felt_text, cap=cap, bold=True)
            return
        top = QRectF(inner.left(), inner.top() + rect.height() * 0.06, inner.width(), rect.height() * 0.44)
        first, *others = words.lines
        most = rect.height() * 0.27
        cap = shared_cap(painter, [first], inner.width(), cap=most, letters=theme.letters, room=top.height())
        write.line(top, first, theme.felt_text, cap=cap, shorter=_shorter(first))
        low = QRectF(inner.left(), top.bottom(), inner.width(), rect.height() * 0.44)
        cap = min(cap, snapped_cap(painter, rect.height() * 0.2, theme.letters, room=low.height()))
        if rows == 2:
            short = _shorter(others[0])
            write.line(low, others[0], theme.plate_muted, cap=cap, bold=False, shorter=short)
        else:
            write.text(low, "\n".join(others), theme.plate_muted, cap=cap)


def _shorter(line: str) -> str:
    """Return the first part of a line, for a plate without room for all (its accessible name has all)."""
    return line.partition("  ·  ")[0].partition("; ")[0]


class Ribbon(Struct, frozen=True):
    """Words on gold, laid across a card."""

    words: str


def ribbon_width(words: str, high: float, letters: Letters) -> int:
    """Return the width of a ribbon of height `high` that shows all its words."""
    return math.ceil(line_width(words) * cap_height(letters.small) * 1.02 + high * 0.8)


def paint_ribbon(painter: QPainter, rect: QRectF, ribbon: Ribbon, theme: Theme) -> None:
    """Draw a golden band with a dark edge."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        body = rounded(inset(rect, 1), rect.height() * 0.3)
        shape(painter, body, theme.selected, edge=theme.mark_rim, width=1.6)
        inner = rect.adjusted(rect.height() * 0.35, 0, -rect.height() * 0.35, 0)
        write.line(inner, ribbon.words, theme.mark_rim, cap=rect.height() * 0.38)


class BidChip(Struct, frozen=True):
    """A bid to choose: its number, and True if it is forbidden."""

    ticks: int
    is_forbidden: bool = False


def paint_bid(painter: QPainter, rect: QRectF, bid: BidChip, theme: Theme) -> None:
    """Draw an ivory disc with the number; a forbidden bid is a dashed grey ring with a no-entry sign."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        at, radius = rect.center(), min(rect.width(), rect.height()) / 2
        if bid.is_forbidden:
            dashes = pen(theme.plate_muted, radius * 0.06)
            dashes.setDashPattern([2.4, 2.2])
            painter.strokePath(circle(at.x(), at.y(), radius * 0.92), dashes)
            box = rect.adjusted(radius * 0.4, 0, -radius * 0.4, 0)
            write.line(box, str(bid.ticks), theme.plate_muted, cap=radius * 0.66)
            _no_entry(painter, QPointF(at.x() + radius * 0.66, at.y() - radius * 0.66), radius * 0.34)
            return
        fill(painter, circle(at.x(), at.y() + radius * 0.05, radius * 0.95), theme.mark_rim)
        disc = circle(at.x(), at.y() - radius * 0.02, radius * 0.92)
        shape(painter, disc, theme.paper, edge=theme.gold_deep, width=radius * 0.05)
        trace(painter, circle(at.x(), at.y() - radius * 0.02, radius * 0.77), theme.gold, radius * 0.055)
        box = rect.adjusted(radius * 0.42, 0, -radius * 0.42, 0).translated(0, -radius * 0.02)
        write.line(box, str(bid.ticks), theme.paper_ink, cap=radius * 0.74)


def _no_entry(painter: QPainter, at: QPointF, radius: float) -> None:
    shape(painter, circle(at.x(), at.y(), radius), "#9E2A1E", edge="#FFFFFF", width=radius * 0.18)
    bar = polyline((at.x() - radius * 0.5, at.y()), (at.x() + radius * 0.5, at.y()))
    trace(painter, bar, "#FFFFFF", radius * 0.34)
