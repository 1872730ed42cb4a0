"""Where everything lies on a card table, worked out from its size alone.

Lengths are device-independent pixels. One number, `unit`, stands for the size of plates and
letters (1.0 at 100 % in a window of 1280 x 800); it is as large as was asked for and as the seats
leave room. Cards take what remains. Seats stand clockwise around the table: up the left side,
along the top, down the right side; the viewer sits at the bottom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

PLATE = QSizeF(196, 66)
"""A plate at unit 1."""
HELD = 56.0
"""How high the cards are that lie before another's plate, at unit 1."""
TAG = 13.0
"""How far the tag of the seat on turn stands out above its plate, at unit 1."""
GAP = 8.0
CARD_SHAPE = 1.4
_BASE = QSizeF(1280, 800)
_SMALLEST = 0.45
_SHARES = {
    1: (0, 1, 0),
    2: (0, 2, 0),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (1, 3, 1),
    6: (1, 4, 1),
    7: (2, 3, 2),
    8: (2, 4, 2),
    9: (2, 5, 2),
}
"""How many of the others sit left, at the top and right."""


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat's places: its plate, the cards it holds, and the middle of what it lays on the table."""

    plate: QRectF
    held: QRectF
    laid: QPointF


@dataclass(frozen=True, slots=True)
class CardTableLayout:
    """All places. `seats` begin with the bottom seat and go clockwise.

    `laid` is the size of cards in the middle, `own` of those in the hand; `middle` the free cloth;
    `hand` the strip of the own hand; `buttons` the lower right corner beside it.
    """

    size: QSizeF
    unit: float
    seats: tuple[SeatPlace, ...]
    middle: QRectF
    hand: QRectF
    buttons: QRectF
    laid: QSizeF
    own: QSizeF

    def blocks(self) -> list[QRectF]:
        """All that must not overlap: plates, held cards, the hand, the buttons."""
        seats = [rect for place in self.seats for rect in (place.plate, place.held) if not rect.isEmpty()]
        return [*seats, self.hand, self.buttons]


def card_table(size: QSizeF, seats: int, *, scale: int = 100, has_hand: bool = True) -> CardTableLayout:
    """The places of `seats` (1 to 10) players on a table of `size`.

    `scale` in per cent; `has_hand` is False for a spectator, whose strip is then lower.
    """
    fit = min(size.width() / _BASE.width(), size.height() / _BASE.height())
    unit = fit * scale / 100
    while unit > _SMALLEST and not _has_room(size, seats, unit, has_hand=has_hand):
        unit *= 0.97
    return _laid_out(size, seats, max(unit, _SMALLEST), has_hand=has_hand)


def ring(middle: QRectF, seats: int, card: QSizeF) -> list[QPointF]:
    """Middles of cards laid before each seat: on an oval in `middle`, from the bottom clockwise."""
    wide = max(0.0, min(middle.width() - card.width(), seats * card.width() * 0.62 + card.width() * 0.6)) / 2
    high = max(0.0, min(middle.height() - card.height(), card.height() * (1.0 if seats < 5 else 1.16))) / 2
    centre = middle.center()
    places = []
    for step in range(seats):
        turn = _turn(step, seats)
        places.append(QPointF(centre.x() + wide * math.sin(turn), centre.y() + high * math.cos(turn)))
    return places


def fan_places(strip: QRectF, cards: int, card: QSizeF, *, most: float = 0.72) -> list[tuple[QPointF, float]]:
    """Middles and turns (degrees) of a hand's cards in `strip`, overlapping as much as they must."""
    if not cards:
        return []
    step = min(card.width() * most, (strip.width() - card.width() * 1.3) / max(1, cards - 1))
    # the fan bows so far that the lower corners of the outermost cards stay on the table
    bow = max(0.0, strip.bottom() - 4 - strip.top() - GAP - card.height())
    half = (cards - 1) / 2
    bend = min(2.2, math.degrees(2 * bow / max(1.0, step * half * half + card.width() * half)))
    places = []
    for place in range(cards):
        off = place - half
        drop = off * off * step * math.radians(bend) / 2
        y = strip.top() + card.height() / 2 + GAP + drop
        places.append((QPointF(strip.center().x() + off * step, y), off * bend))
    return places


def _turn(step: int, seats: int) -> float:
    """The direction of a seat's card from the middle, 0 downwards, clockwise on the screen."""
    if step == 0 or seats < 2:
        return 0.0
    left, top, right = _SHARES[seats - 1]
    turns = [
        *_spread(left, -math.pi / 2, 0.62),
        *_spread(top, -math.pi, 1.25 if top > 2 else 0.8),
        *_spread(right, -3 * math.pi / 2, 0.62),
    ]
    return turns[step - 1]


def _spread(count: int, middle: float, width: float) -> list[float]:
    if count < 2:
        return [middle] * count
    return [middle + width / 2 * 2 * (0.5 - place / (count - 1)) for place in range(count)]


def _has_room(size: QSizeF, seats: int, unit: float, *, has_hand: bool) -> bool:
    left, top, _ = _SHARES.get(seats - 1, (0, 0, 0))
    block = _block_height(unit)
    margin = GAP * unit
    strip = _strip(size, unit, has_hand=has_hand)
    across = max(top, 3 if left else 1) * (PLATE.width() * unit + margin) + margin
    down = block + margin + left * (block + margin) + strip + margin
    middle = size.height() - block - strip - 3 * margin
    bottom = 2 * (PLATE.width() * unit + margin) + (size.height() * 0.2 if has_hand else PLATE.width() * unit)
    return (
        across <= size.width()
        and down <= size.height()
        and middle >= size.height() * 0.34
        and bottom <= size.width() * 0.72
    )


def _block_height(unit: float) -> float:
    return (TAG + PLATE.height() + 4 + HELD) * unit


def _strip(size: QSizeF, unit: float, *, has_hand: bool) -> float:
    """The height at the bottom that belongs to the viewer."""
    if not has_hand:
        return _block_height(unit)
    return max(size.height() * 0.27, (TAG + PLATE.height() + GAP) * unit)


def _laid_out(size: QSizeF, seats: int, unit: float, *, has_hand: bool) -> CardTableLayout:
    left, top, right = _SHARES.get(seats - 1, (0, 0, 0))
    margin, block, plate = (
        GAP * unit,
        _block_height(unit),
        QSizeF(PLATE.width() * unit, PLATE.height() * unit),
    )
    strip = _strip(size, unit, has_hand=has_hand)
    floor = size.height() - strip
    ceiling = margin + block if top else margin
    # with nobody's plate in the upper corners the side seats may stand as high as the middle asks
    column_top = ceiling if top * (plate.width() + margin) > size.width() - 2 * plate.width() else margin
    if left == 1 or not left:
        column_top = max(column_top, ceiling * 0.6)
    side = plate.width() + 2 * margin if left else margin
    middle = QRectF(side, ceiling + margin, size.width() - 2 * side, floor - ceiling - 2 * margin)
    own = _own_card(size, strip, unit)
    laid = _laid_card(middle, seats)
    laid_at = ring(middle, seats, laid)
    spots = [
        *_column(margin, column_top, floor, count=left, plate=plate, unit=unit, upwards=True),
        *_row(size, top, plate, unit),
        *_column(
            size.width() - margin - plate.width(),
            column_top,
            floor,
            count=right,
            plate=plate,
            unit=unit,
            upwards=False,
        ),
    ]
    places = [_bottom_place(size, plate, strip=strip, unit=unit, laid=laid_at[0], has_hand=has_hand)]
    for spot, at in zip(spots, laid_at[1:], strict=True):
        held = QRectF(spot.left(), spot.bottom() + 4 * unit, plate.width(), HELD * unit)
        places.append(SeatPlace(spot, held, at))
    edge = plate.width() + 3 * margin
    hand = QRectF(edge, floor, size.width() - 2 * edge, strip) if has_hand else QRectF()
    buttons = QRectF(size.width() - margin - plate.width(), floor + margin, plate.width(), strip - 2 * margin)
    return CardTableLayout(size, unit, tuple(places), middle, hand, buttons, laid, own)


def _own_card(size: QSizeF, strip: float, unit: float) -> QSizeF:
    """As high as the strip, with room above for a card that is lifted and below for the fan's bow."""
    high = min(strip * 0.86, size.height() * 0.3)
    return QSizeF(_even(high / CARD_SHAPE), _even(high))


def _laid_card(middle: QRectF, seats: int) -> QSizeF:
    """So large that the cards of all seats find room in the middle."""
    high = min(
        middle.height() * (0.46 if seats < 5 else 0.40), middle.width() * CARD_SHAPE / (2.2 + seats * 0.62)
    )
    return QSizeF(_even(high / CARD_SHAPE), _even(high))


def _even(length: float) -> float:
    return max(2.0, 2.0 * round(length / 2))


def _column(
    x: float, top: float, floor: float, *, count: int, plate: QSizeF, unit: float, upwards: bool
) -> list[QRectF]:
    """Plates one under the other, with room for the cards below each."""
    block = _block_height(unit)
    spare = floor - top - count * block
    gap = spare / (count + 1)
    plates = [
        QRectF(QPointF(x, top + gap + place * (block + gap) + TAG * unit), plate) for place in range(count)
    ]
    return plates[::-1] if upwards else plates


def _row(size: QSizeF, count: int, plate: QSizeF, unit: float) -> list[QRectF]:
    """Plates side by side along the top."""
    if not count:
        return []
    step = min(size.width() / count, plate.width() * (2.3 if count < 3 else 1.7))
    first = size.width() / 2 - step * (count - 1) / 2
    return [
        QRectF(QPointF(first + step * place - plate.width() / 2, (GAP + TAG) * unit), plate)
        for place in range(count)
    ]


def _bottom_place(
    size: QSizeF, plate: QSizeF, *, strip: float, unit: float, laid: QPointF, has_hand: bool
) -> SeatPlace:
    margin = GAP * unit
    if has_hand:
        at = QPointF(margin, size.height() - margin - plate.height())
        return SeatPlace(QRectF(at, plate), QRectF(), laid)
    top = size.height() - strip + TAG * unit
    spot = QRectF(QPointF((size.width() - plate.width()) / 2, top), plate)
    return SeatPlace(spot, QRectF(spot.left(), spot.bottom() + 4 * unit, plate.width(), HELD * unit), laid)
