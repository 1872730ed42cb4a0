"""Pieces that only the table of Cahoots has: cards with signs for how they match, hands with known cards."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.cahoots.cards import Patron, paint_patron
from ui.art.canvas import design_space, faded, fill, moved, shape, smooth, trace
from ui.art.lettering import LEFT, Scarce, Writing, draw_line
from ui.art.paths import circle, inset, rounded
from ui.art.pieces.backs import paint_back
from ui.art.pieces.card_stock import HEIGHT, WIDTH
from ui.art.pieces.chips import Badge, paint_badge
from ui.art.theme import Theme

SIGNS = {
    "same drinker": "M -7 -6 L 7 -6 L 5 7 L -5 7 Z M 6 -3 C 12 -4 12 5 5.4 4",
    "same number": "M -7 -3.5 L 7 -3.5 M -7 3.5 L 7 3.5",
    "one higher": "M 0 8 L 0 -8 M -6 -2 L 0 -8 L 6 -2",
    "one lower": "M 0 -8 L 0 8 M -6 2 L 0 8 L 6 2",
    "next": "M -8 0 L 8 0 M 2 -6 L 8 0 L 2 6",
    "fits the veto": "M -8 -3 L 6 -3 L 2 -7 M 8 3 L -6 3 L -2 7",
    "vetoed": "M -6 -6 L 6 6 M 6 -6 L -6 6",
    "known to all": "M -9 0 C -4 -8 4 -8 9 0 C 4 8 -4 8 -9 0 Z M -0.5 0 L 0.5 0",
}
"""Paths of the signs that tags of cards in the hand show, and of the eye on cards that everybody knows."""
LEGEND = {
    "same drinker": "same drinker",
    "same number": "same number",
    "one higher": "one higher",
    "one lower": "one lower",
    "next": "may follow in the combo",
    "fits the veto": "only fits the veto: swap",
    "vetoed": "the veto forbids it",
    "known to all": "known to all",
}
"""Words of each sign in the legend."""
_BARRED = "#B3261E"


class TaggedPatron(Struct, frozen=True):
    """A card of the hand with a tag of `SIGNS` or ""; `is_known` adds an eye: everybody knows the card."""

    patron: Patron
    tag: str = ""
    is_known: bool = False


def paint_tagged(painter: QPainter, rect: QRectF, card: TaggedPatron, theme: Theme) -> None:
    """Draw the card with its sign on a disc at the left edge, which a fan leaves visible."""
    paint_patron(painter, rect, card.patron, theme)
    with design_space(painter, rect, width=WIDTH, height=HEIGHT):
        if card.tag:
            colour = _BARRED if card.tag == "vetoed" else theme.plate
            shape(painter, circle(-36, -3, 12.5), colour, edge=theme.mark_rim, width=1)
            trace(painter, circle(-36, -3, 11), "#FFFFFF" if card.tag == "vetoed" else theme.playable, 1.2)
            with moved(painter, -36, -3, size=0.78):
                trace(painter, SIGNS[card.tag], "#FFFFFF", 3.2)
        if card.is_known:
            with moved(painter, -36, 24):
                fill(painter, circle(0, 0, 10), theme.plate)
                trace(painter, "M -7 0 C -3 -6 3 -6 7 0 C 3 6 -3 6 -7 0 Z", "#FFFFFF", 1.6)
                fill(painter, circle(0, 0, 2.4), "#FFFFFF")


class Legend(Struct, frozen=True):
    """The legend of the signs."""


def paint_legend(painter: QPainter, rect: QRectF, _legend: Legend, theme: Theme) -> None:
    """Draw a row for each sign."""
    write = Writing(painter, theme.letters)
    step = min(rect.height() / len(SIGNS), rect.width() / 7.6)
    top = rect.center().y() - step * len(SIGNS) / 2
    for place, (words, sign) in enumerate(SIGNS.items()):
        y = top + step * (place + 0.5)
        with smooth(painter):
            painter.translate(rect.left() + step * 0.6, y)
            painter.scale(step / 27, step / 27)
            colour = _BARRED if words == "vetoed" else theme.plate
            shape(painter, circle(0, 0, 12), colour, edge=theme.plate_line, width=1)
            painter.scale(0.74, 0.74)
            trace(painter, sign, "#FFFFFF", 3.2)
        box = QRectF(rect.left() + step * 1.35, y - step / 2, rect.width() - step * 1.4, step)
        write.line(
            box,
            LEGEND[words],
            theme.plate_muted,
            cap=step * 0.42,
            bold=False,
            align=LEFT,
            shorter=words,
            beside=LEGEND.values(),
        )


class Caption(Struct, frozen=True):
    """Words on the cloth, over as many lines as they need. `shorter` replaces words that do not fit; if
    it does not fit either, nothing is written, because the card below says the same."""

    text: str
    shorter: str = ""


def paint_caption(painter: QPainter, rect: QRectF, caption: Caption, theme: Theme) -> None:
    """Draw the words, centred, as large as fits."""
    write = Writing(painter, theme.letters)
    write.text(
        rect,
        caption.text,
        theme.felt_text,
        cap=min(14.0, rect.height() * 0.3),
        bold=True,
        shorter=caption.shorter,
        scarce=Scarce.LEFT_OUT,
    )


class HeldPatrons(Struct, frozen=True):
    """Another player's hand: a number of cards face down, and face up those that everybody knows."""

    hidden: int
    known: tuple[Patron, ...] = ()


def paint_held_patrons(painter: QPainter, rect: QRectF, held: HeldPatrons, theme: Theme) -> None:
    """Draw cards in a row that overlap, the known ones less than the others; their number at the end."""
    total = held.hidden + len(held.known)
    if not total:
        return
    high = rect.height()
    wide, badge = high / 1.4, high * 0.42
    room = rect.width() - badge * 1.3 - wide
    steps = [min(wide * 0.3, room / max(1, total))] * held.hidden
    left_over = room - sum(steps)
    steps += [min(wide * 0.78, left_over / len(held.known))] * len(held.known) if held.known else []
    x = rect.center().x() - (sum(steps[:-1]) + wide + badge * 1.3) / 2
    for place, step in enumerate(steps):
        box = QRectF(x, rect.top(), wide, high)
        if place < held.hidden:
            paint_back(painter, box, None, theme)
        else:
            paint_patron(painter, box, held.known[place - held.hidden], theme)
        x += step
    x += wide - steps[-1]
    corner = QRectF(x + badge * 0.2, rect.center().y() - badge / 2, badge, badge)
    paint_badge(painter, corner, Badge(str(total)), theme)


class Field(Struct, frozen=True):
    """The marked place of a combo on the cloth, with a title."""

    title: str


def paint_field(painter: QPainter, rect: QRectF, field: Field, theme: Theme) -> None:
    """Draw a faint round-cornered field with its title at the upper edge."""
    with smooth(painter):
        body = rounded(inset(rect, 1), 14)
        fill(painter, body, faded(theme.felt_edge, 0.4))
        trace(painter, body, faded(theme.felt_line, 0.55), 1.6)
        high = rect.height()
        title = QRectF(rect.left() + 14, rect.top() + high * 0.035, rect.width() - 28, high * 0.045)
        short = field.title.partition(":")[0]
        draw_line(painter, title, field.title, theme.felt_text, shorter=short, letters=theme.letters)


def paint_ribbon(painter: QPainter, rect: QRectF, words: str, theme: Theme) -> None:
    """Draw a red band with words as large as fits, to lie across something forbidden."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        body = rounded(inset(rect, 1), min(8.0, rect.height() * 0.3))
        shape(painter, body, _BARRED, edge="#FFFFFF", width=1.4)
        write.text(inset(rect, 8, 3), words, "#FFFFFF", cap=rect.height() * 0.34, bold=True)


class Coming(Struct, frozen=True):
    """The place of the next card of a combo; `text` says which cards fit."""

    text: str


def paint_coming(painter: QPainter, rect: QRectF, coming: Coming, theme: Theme) -> None:
    """Draw a bright frame with the words in it."""
    write = Writing(painter, theme.letters)
    with design_space(painter, rect, width=WIDTH, height=HEIGHT):
        frame = rounded(QRectF(-47, -67, 94, 134), 6)
        fill(painter, frame, faded(theme.felt_edge, 0.6))
        trace(painter, frame, theme.playable, 2.4)
        write.text(QRectF(-42, -40, 84, 80), coming.text, theme.felt_text, cap=13, bold=True)
