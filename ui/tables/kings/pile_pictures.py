"""Pictures of Kings' piles: a house pile, a king with its cards, a hand, the stock, a side's ground.

A house pile shows its Jack, Queen or Ace whole; the numbers above it show only strips, each with rank and
suit as large as fits, so that a pile can be read from afar. A king pile is the king below nine fields, two to
ten: paper for a card that it has, an outline for one that it lacks.
"""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from rules.kings.cards import NUMBERS_OF_A_SUIT
from ui.art.canvas import faded, fill, pen, shape, smooth, trace
from ui.art.cards.faces import kings_card, kings_king
from ui.art.cards.playing_cards import PlayingCard, paint_card
from ui.art.cards.suits import suit_colour, suit_path
from ui.art.lettering import LEFT, Scarce, Writing, draw_line, line_width
from ui.art.palette import mix
from ui.art.paths import inset, placed, rounded
from ui.art.pieces.backs import paint_back
from ui.art.pieces.chips import Badge, Tone, paint_badge
from ui.art.theme import Theme
from ui.kit.dressing import Pile, paint_pile
from ui.kit.places import PilePlace, PileSign, paint_place

VEIL = 0.45
"""Opacity of the cloth over a planned card, which only this player sees."""
STRIP_SHARE = 0.186
"""Height of a number's strip, as a share of a card's height."""


class HouseLook(Struct, frozen=True):
    """A house, with a pile or empty.

    The numbers stand in `rows` above the card; `takes_share` is the height of the line below it in card
    widths, not in pixels, because a picture may be drawn smaller and enlarged. `foretold` is an attack's
    outcome: `7 : 4` and True if it wins; `key` the key that chooses the pile; `planned` the cards that are
    veiled, because nobody else knows of them yet.
    """

    base: int | None
    numbers: tuple[int, ...]
    score: int
    takes: str
    is_front: bool
    rows: int
    takes_share: float
    key: str = ""
    foretold: tuple[str, bool] | None = None
    planned: tuple[int, ...] = ()


def rows_of(numbers: int, *, room: float, card: QSizeF) -> int:
    """Return the number of rows that number cards take in `room` above a card; they share rows if needed."""
    most = max(1, int(room / (card.height() * STRIP_SHARE)))
    across = math.ceil(numbers / most)
    return math.ceil(numbers / across) if numbers else 0


def house_size(look: HouseLook, card: QSizeF) -> QSizeF:
    """Return the size of the picture, whose height depends on its numbers."""
    above, below = look.rows * card.height() * STRIP_SHARE, look.takes_share * card.width()
    return QSizeF(card.width(), round(above + card.height() + below))


def paint_house(painter: QPainter, rect: QRectF, look: HouseLook, theme: Theme) -> None:
    """Draw the pile, its score, and the line with the cards that it takes."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        high = rect.width() * 1.4
        below = look.takes_share * rect.width()
        takes = QRectF(rect.left(), rect.bottom() - below, rect.width(), below)
        card = QRectF(rect.left(), takes.top() - high, rect.width(), high)
        if look.base is None:
            paint_place(painter, card, PilePlace(PileSign.HOUSE, "J, Q or A"), theme)
        else:
            _numbers(painter, card, look, theme)
            paint_card(painter, card, kings_card(look.base), theme)
            if look.base in look.planned:
                _veil(painter, card, card.width() * 0.07, theme)
            _scores(painter, card, look, theme)
            words = QRectF(
                takes.left(), takes.top() + takes.height() * 0.2, takes.width(), takes.height() * 0.8
            )
            text = f"takes {look.takes}"
            write.line(
                words,
                text,
                theme.felt_text,
                cap=below * 0.42,  # with room for descenders
                bold=False,
                shorter=look.takes,
            )
        if look.key:
            _key_cap(painter, card, look.key, theme)
        if look.foretold is not None:
            text, wins = look.foretold
            pill = QRectF(
                card.left() - 4,
                card.center().y() - card.height() * 0.13,
                card.width() + 8,
                card.height() * 0.26,
            )
            paint_badge(painter, pill, Badge(text, Tone.GOOD if wins else Tone.BAD), theme)


class KingLook(Struct, frozen=True):
    """A seat's king pile: for each of two to ten, True if it is `there`; `planned` are ranks, 0 for two."""

    seat: int
    there: tuple[bool, ...]
    key: str = ""
    planned: frozenset[int] = frozenset()


def paint_king(painter: QPainter, rect: QRectF, look: KingLook, theme: Theme) -> None:
    """Draw the king, nine fields above it, and the number of cards."""
    with smooth(painter):
        high = rect.width() * 1.4
        card = QRectF(rect.left(), rect.bottom() - high, rect.width(), high)
        king = kings_king(look.seat)
        paint_card(painter, card, king, theme)
        gap = rect.width() * 0.035
        wide = (rect.width() - 2 * gap) / 3
        field = QRectF(0, 0, wide, min((rect.height() - high - 3 * gap) / 3, wide * 1.3))
        top = card.top() - 3 * (field.height() + gap)
        for rank in range(NUMBERS_OF_A_SUIT):
            across, down = rank % 3 * (wide + gap), rank // 3 * (field.height() + gap)
            box = field.translated(rect.left() + across, top + down)
            _field(painter, box, str(rank + 2), king, theme, is_there=look.there[rank])
            if rank in look.planned:
                _veil(painter, box, min(box.width(), box.height()) * 0.18, theme)
        side = rect.width() * 0.34
        count = Badge(f"{sum(look.there)}/{NUMBERS_OF_A_SUIT}", Tone.PLAIN)
        corner = QRectF(card.center().x() - side, card.bottom() - side * 0.95, side * 2, side * 0.9)
        paint_badge(painter, corner, count, theme)
        if look.key:
            _key_cap(painter, card, look.key, theme)


class HeldLook(Struct, frozen=True):
    """Another player's cards: a number of them face down, and the open ones."""

    hidden: int
    spoils: tuple[int, ...]


def paint_held_cards(painter: QPainter, rect: QRectF, look: HeldLook, theme: Theme) -> None:
    """Draw backs, then the open cards, each covering a fifth of the one before, or more if they must."""
    count = look.hidden + len(look.spoils)
    if not count:
        return
    high = rect.height() * 0.92
    wide = high / 1.4
    step = min(wide * 0.8, (rect.width() - wide) / max(1, count - 1))
    for at in range(count):
        card = QRectF(rect.left() + at * step, rect.top() + rect.height() * 0.04, wide, high)
        if at < look.hidden:
            paint_back(painter, card, None, theme)
        else:
            paint_card(painter, card, kings_card(look.spoils[at - look.hidden]), theme)


class CountedPile(Struct, frozen=True):
    """The stock or the discards: the number of cards and, of discards, the top card if any."""

    title: str
    count: int
    top: int | None = None


def paint_counted(painter: QPainter, rect: QRectF, look: CountedPile, theme: Theme) -> None:
    """Draw the pile with its name and number beside it."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        card = QRectF(rect.left(), rect.top(), rect.height() / 1.4, rect.height())
        if look.top is not None:
            paint_card(painter, card, kings_card(look.top), theme)
        elif look.count:
            paint_pile(painter, card, Pile(look.count), theme)
        else:
            paint_place(painter, card, PilePlace(PileSign.PLAIN), theme)
        words = QRectF(
            card.right() + rect.height() * 0.08, rect.top(), rect.right() - card.right() - 6, rect.height()
        )
        upper = words.adjusted(0, rect.height() * 0.12, 0, -rect.height() * 0.42)
        write.line(upper, str(look.count), theme.felt_text, cap=rect.height() * 0.24, align=LEFT)
        lower = words.adjusted(0, rect.height() * 0.56, 0, -rect.height() * 0.14)
        write.line(lower, look.title, theme.felt_text, cap=rect.height() * 0.13, bold=False, align=LEFT)


class FrameLook(Struct, frozen=True):
    """The ground of a side; `is_turn` gives it a golden edge, `is_gone` makes it fainter."""

    is_turn: bool
    is_gone: bool


def paint_frame(painter: QPainter, rect: QRectF, look: FrameLook, theme: Theme) -> None:
    """Draw a faint field that shows which piles belong together."""
    with smooth(painter):
        body = rounded(inset(rect, 1), 12)
        fill(painter, body, faded(theme.felt_edge, 0.25 if look.is_gone else 0.55))
        colour = theme.selected if look.is_turn else faded(theme.felt_line, 0.4)
        trace(painter, body, colour, 2.4 if look.is_turn else 1.0)


# -- parts --------------------------------------------------------------------------------------


def _numbers(painter: QPainter, card: QRectF, look: HouseLook, theme: Theme) -> None:
    if not look.rows:
        return
    rows, step = look.rows, card.height() * STRIP_SHARE
    across = math.ceil(len(look.numbers) / rows)
    left_over = len(look.numbers) - across * (rows - 1)
    for at, face in enumerate(look.numbers):
        row = 0 if at < left_over else 1 + (at - left_over) // across
        beside, column = (left_over, at) if not row else (across, (at - left_over) % across)
        wide = card.width() / beside
        top = card.top() - (rows - row) * step
        strip = QRectF(card.left() + column * wide, top, wide, step + card.height() * 0.1)
        paint_strip(painter, strip, kings_card(face), step, theme)
        if face in look.planned:
            _veil(painter, strip, step * 0.26, theme)


def paint_strip(painter: QPainter, strip: QRectF, card: PlayingCard, step: float, theme: Theme) -> None:
    """Draw the upper edge of a card, with its rank and suit large."""
    write = Writing(painter, theme.letters)
    edge = rounded(strip.adjusted(0.5, 0.5, -0.5, 0), step * 0.26)
    shape(painter, edge, theme.paper, edge=theme.paper_edge, width=1.0)
    colour, cap = suit_colour(card.suit, theme), step * 0.62
    letters = card.rank.letters
    sign = cap * 1.12
    width = line_width(letters) * cap
    room = strip.width() - step * 0.3
    shrink = min(1.0, room / (width + sign * 1.2))
    left = strip.left() + step * 0.26 if shrink == 1.0 else strip.left() + step * 0.15
    middle = strip.top() + step * 0.52
    write.line(
        QRectF(left, middle - cap / 2, width * shrink, cap), letters, colour, cap=cap * shrink, align=LEFT
    )
    at = left + (width + sign * 0.7) * shrink
    fill(painter, placed(suit_path(card.suit), at, middle, size=sign * shrink), colour)


def _veil(painter: QPainter, rect: QRectF, radius: float, theme: Theme) -> None:
    """Draw a veil of cloth over a planned card, which only this player sees."""
    fill(painter, rounded(rect, radius), faded(theme.felt, VEIL))


def _scores(painter: QPainter, card: QRectF, look: HouseLook, theme: Theme) -> None:
    write = Writing(painter, theme.letters)
    side = card.width() * 0.4
    corner = QRectF(card.right() - side * 0.96, card.bottom() - side * 0.96, side, side)
    paint_badge(painter, corner, Badge(str(look.score)), theme)
    if look.is_front:
        pill = QRectF(
            card.left() - card.width() * 0.03, card.bottom() - side * 0.62, card.width() * 0.62, side * 0.54
        )
        shape(painter, rounded(pill, pill.height() / 2), theme.selected, edge=theme.mark_rim, width=1.2)
        words = pill.adjusted(pill.height() * 0.12, 0, -pill.height() * 0.12, 0)
        write.line(words, "front", theme.mark_rim, cap=pill.height() * 0.44, scarce=Scarce.LEFT_OUT)


def _field(
    painter: QPainter, field: QRectF, text: str, king: PlayingCard, theme: Theme, *, is_there: bool
) -> None:
    write = Writing(painter, theme.letters)
    radius = min(field.width(), field.height()) * 0.18
    box = inset(field, field.width() * 0.12, field.height() * 0.2)
    cap = min(field.height() * 0.5, field.width() * 0.5)
    if is_there:
        shape(painter, rounded(field, radius), theme.paper, edge=theme.paper_edge, width=1.0)
        write.line(box, text, suit_colour(king.suit, theme), cap=cap)
        return
    dashes = pen(faded(theme.felt_line, 0.9), 1.3)
    dashes.setDashPattern([2.6, 2.2])
    painter.strokePath(rounded(inset(field, 1), radius), dashes)
    write.line(box, text, mix(theme.felt, theme.felt_text, 0.72), cap=cap * 0.86, bold=False)


def _key_cap(painter: QPainter, card: QRectF, key: str, theme: Theme) -> None:
    side = card.width() * 0.2
    cap = QRectF(card.right() - side * 1.25, card.top() + side * 0.3, side, side)
    shape(painter, rounded(cap, side * 0.22), faded(theme.plate, 0.9), edge=theme.plate_muted, width=1.0)
    draw_line(painter, cap, key, theme.plate_text, cap=side * 0.5, letters=theme.letters)
