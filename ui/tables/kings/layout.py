"""Places on the table of Kings, worked out from its size and the scale.

Three sides along the top, a strip across the middle, and below it the player's piles and the hand. In an
upright window the sides are rows, and the hand is below the piles. Each side has four columns: the king, then
houses 1 to 3 in their order away from it. Lengths are device-independent pixels; `unit` is the size of plates
and letters (1.0 in a window of 1280 x 800).
"""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF

from ui.art.paths import inset
from ui.kit.geometry import CARD_SHAPE, GAP, PLATE, READABLE_UNIT, TAG, CardTableLayout, SeatPlace

COLUMNS = 4
TAKES = 19.0
"""Height of the line below a pile that names the cards it takes, at unit 1."""
_BASE = QSizeF(1280, 744)
_MOST, _LEAST = 1.1, 0.6
"""Largest and smallest scale of plates and letters, which share the table with cards."""
_TOP, _STRIP = 0.435, 0.1
"""Greatest shares of the table's height for the opponents and the strip."""
_OWN_PART = 0.44
"""Share of the table's width for the player's side."""
_UPRIGHT_BASE, _ROW = 1000.0, 0.16
"""In an upright window: width of the table at unit 1; share of its height that a row takes."""
_TALLEST = 0.64
"""Greatest height of a side's piles, in the side's widths: a card, and the numbers above it."""
_LOW_LEAST = 340.0
"""Least height of the player's part, at unit 1, if the table has room: the steps of a turn need it."""
_CARD_SHARE = 0.57
"""Share of its column's height that a card takes; the rest is for the numbers above it."""


class SidePlaces(Struct, frozen=True):
    """One seat's part: its plate, the cards it holds, its columns (king, houses 1 to 3), its card size."""

    frame: QRectF
    plate: QRectF
    held: QRectF
    columns: tuple[QRectF, ...]
    card: QSizeF


class KingsPlaces(Struct, frozen=True):
    """All places. `sides` begin with the player's and go clockwise; without a viewer, with seat 0's.
    `message` and `course` are boxes of the strip, `hand` is all the room of the player's cards, `fan` their
    place while no card is lifted; `end` is the button that ends the turn."""

    size: QSizeF
    unit: float
    sides: tuple[SidePlaces, ...]
    stock: QRectF
    discard: QRectF
    message: QRectF
    course: QRectF
    hand: QRectF
    fan: QRectF
    own_card: QSizeF
    end: QRectF
    steps: QRectF

    def as_card_table(self) -> CardTableLayout:
        """Return the places that all card tables share."""
        seats = tuple(SeatPlace(side.plate, QRectF(), side.columns[0].center()) for side in self.sides)
        return CardTableLayout(
            size=self.size,
            unit=self.unit,
            seats=seats,
            middle=self.message,
            hand=self.fan,
            words=self.course,
            buttons=self.end,
            laid=self.sides[0].card,
            own=self.own_card,
        )


def kings_places(size: QSizeF, *, scale: int = 100, is_upright: bool = False) -> KingsPlaces:
    """Return the places on a table of `size`; `scale` in per cent."""
    base = _UPRIGHT_BASE if is_upright else _BASE.width()
    fit = min(size.width() / base, size.height() / _BASE.height())
    unit = max(fit * min(_MOST, max(_LEAST, scale / 100)), min(fit, READABLE_UNIT))
    gap = GAP * unit
    wide = (size.width() - 4 * gap) / 3
    strip = min(size.height() * _STRIP, size.width() * _STRIP)
    if is_upright:
        row = size.height() * _ROW
        top, low, above = 3 * row, size.height() - 3 * row - strip, 0.0
        frames = [QRectF(gap, gap / 2 + at * row, size.width() - 2 * gap, row - gap) for at in range(3)]
        others = [_row_side(frame, unit) for frame in frames]
    else:
        # no higher than piles can be; on a high table the rest of the height is left above and below
        top = min(size.height() * _TOP, (PLATE.height() + TAG + 3 * GAP) * unit + wide * _TALLEST)
        low = min(size.height() - top - strip, max(size.width() * _OWN_PART * _TALLEST, _LOW_LEAST * unit))
        above = (size.height() - top - strip - low) / 2
        frames = [QRectF(gap + at * (wide + gap), above + gap / 2, wide, top - gap / 2) for at in range(3)]
        others = [_top_side(frame, unit) for frame in frames]
    band = QRectF(gap, above + top + gap, size.width() - 2 * gap, strip - gap)
    floor = QRectF(
        gap,
        band.bottom() + gap,
        size.width() - 2 * gap,
        above + top + strip + low - band.bottom() - 1.5 * gap,
    )
    own, hand, end, steps = _own_side(floor, unit, is_upright=is_upright)
    stock, discard, message, course = _strip(band, unit)
    fan = hand.adjusted(0, hand.height() * 0.16, 0, 0)
    high = min(fan.height() * 0.9, hand.width() * 0.42 * CARD_SHAPE)
    card = QSizeF(_even(high / CARD_SHAPE), _even(high))
    fan.setTop(fan.top() + (fan.height() - high * 1.08) / 2)
    return KingsPlaces(
        size=size,
        unit=unit,
        sides=(own, *others),
        stock=stock,
        discard=discard,
        message=message,
        course=course,
        hand=hand,
        fan=fan,
        own_card=card,
        end=end,
        steps=steps,
    )


def _top_side(frame: QRectF, unit: float) -> SidePlaces:
    gap = GAP * unit
    inner = frame.adjusted(gap * 0.7, 0, -gap * 0.7, -gap * 0.7)
    plate = QRectF(inner.left(), frame.top() + (TAG + 2) * unit, PLATE.width() * unit, PLATE.height() * unit)
    plate.setWidth(min(plate.width(), inner.width() * 0.56))
    held = QRectF(plate.right() + gap, plate.top(), inner.right() - plate.right() - gap, plate.height())
    body = QRectF(inner.left(), plate.bottom() + gap, inner.width(), inner.bottom() - plate.bottom() - gap)
    return _side(frame, plate, held, body, unit)


def _row_side(frame: QRectF, unit: float) -> SidePlaces:
    """Return a side as a row: the plate and the held cards left of the piles."""
    gap = GAP * unit
    inner = inset(frame, gap * 0.7)
    wide, high = PLATE.width() * unit, PLATE.height() * unit
    plate = QRectF(inner.left(), inner.top() + TAG * unit, wide, high)
    held = QRectF(plate.left(), plate.bottom() + gap, wide, min(high, inner.bottom() - plate.bottom() - gap))
    body = QRectF(
        plate.right() + 2 * gap, inner.top(), inner.right() - plate.right() - 2 * gap, inner.height()
    )
    return _side(frame, plate, held, body, unit)


def _own_side(floor: QRectF, unit: float, *, is_upright: bool) -> tuple[SidePlaces, QRectF, QRectF, QRectF]:
    """Return the player's side at the left (its plate at the right), the hand beside it (in an upright window
    below it), and at the right the button that ends the turn and the steps of the turn."""
    gap = GAP * unit
    wide = PLATE.width() * unit
    frame = QRectF(floor.left(), floor.top(), floor.width() * _OWN_PART, floor.height())
    if is_upright:
        frame.setWidth(floor.width() - wide - gap)
        frame.setHeight(floor.height() * 0.54)
    column = QRectF(floor.right() - wide, floor.top(), wide, floor.height())
    plate = QRectF(column.left(), column.bottom() - PLATE.height() * unit, wide, PLATE.height() * unit)
    end = QRectF(column.left(), column.top(), wide, 92 * unit)
    top, bottom = end.bottom() + gap, plate.top() - TAG * unit - gap
    steps = QRectF(column.left(), top, wide, max(0.0, bottom - top))
    hand = QRectF(frame.right() + gap, floor.top(), column.left() - frame.right() - 2 * gap, floor.height())
    if is_upright:
        hand = QRectF(
            frame.left(), frame.bottom() + gap, frame.width(), floor.bottom() - frame.bottom() - gap
        )
    body = inset(frame, gap * 0.8)
    return _side(frame, plate, QRectF(), body, unit), hand, end, steps


def _side(frame: QRectF, plate: QRectF, held: QRectF, body: QRectF, unit: float) -> SidePlaces:
    gap = GAP * unit
    wide = (body.width() - (COLUMNS - 1) * gap * 1.4) / COLUMNS
    columns = tuple(
        QRectF(body.left() + at * (wide + gap * 1.4), body.top(), wide, body.height())
        for at in range(COLUMNS)
    )
    high = min((body.height() - TAKES * unit) * _CARD_SHARE, wide * CARD_SHAPE)
    return SidePlaces(frame, plate, held, columns, QSizeF(_even(high / CARD_SHAPE), _even(high)))


def _strip(band: QRectF, unit: float) -> tuple[QRectF, QRectF, QRectF, QRectF]:
    gap = GAP * unit
    wide = band.height() / CARD_SHAPE
    # letters have a smallest size, however flat or narrow the table is
    stock = QRectF(band.left(), band.top(), wide + max(58 * unit, 0.055 * band.width(), 36), band.height())
    named = max(80 * unit, 0.08 * band.width(), 50)
    discard = QRectF(stock.right() + gap, band.top(), wide + named, band.height())
    told = max(246 * unit, 0.21 * band.width(), min(126, 0.25 * band.width()))
    course = QRectF(band.right() - told, band.top(), told, band.height())
    message = QRectF(QPointF(discard.right() + gap, band.top()), QPointF(course.left() - gap, band.bottom()))
    return stock, discard, message, course


def _even(length: float) -> float:
    return max(2.0, 2.0 * round(length / 2))
