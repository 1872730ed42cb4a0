"""Places on a card table, worked out from its size, its number of seats and the scale.

Lengths are device-independent pixels. One number, `unit`, stands for the size of plates: 1.0 at 100 % on a
table of 1100 x 700, less if the seats lack room. It grows with the scale while the cards keep their size.

Seats stand clockwise around the table: up the left side, along the top, down the right side; the viewer sits
at the bottom.
"""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF

PLATE = QSizeF(196, 66)
"""Size of a plate at unit 1."""
HELD = 56.0
"""Height of the cards that another player holds, at unit 1."""
TAG = 13.0
"""Room above each plate, at unit 1, into which the tag of the seat on turn rises, or a badge."""
GAP = 8.0
WORDS = 50.0
"""Height of the box above the player's plate that tells about the round, at unit 1."""
CARD_SHAPE = 1.4
_BASE = QSizeF(1100, 700)
_SMALLEST = 0.45
READABLE_UNIT = 0.72
"""Below this unit plates shrink only if they have no room: their letters must stay readable."""
_CARD_SHARE = 0.92
"""Share of their room that the cards in the middle take; plates may grow into the rest with the scale."""
_SPREAD = 1.1
"""Usual distance from one laid card to the next, in card widths."""
BESIDE = 5
"""With more columns of laid cards than this, the undealt cards lie in the lower row, not at the side."""
_SHARES = {
    1: (0, 1, 0), 2: (0, 2, 0), 3: (1, 1, 1), 4: (1, 2, 1), 5: (1, 3, 1), 6: (1, 4, 1), 7: (2, 3, 2),
    8: (2, 4, 2), 9: (2, 5, 2),
}  # fmt: skip
"""For each number of other seats: how many stand at the left, at the top and at the right."""


class SeatPlace(Struct, frozen=True):
    """A seat's places: plate, held cards (empty for the player), and the middle of the card that it lays."""

    plate: QRectF
    held: QRectF
    laid: QPointF


class CardTableLayout(Struct, frozen=True):
    """All places. `seats` begin with the bottom seat and go clockwise.

    `laid` is the size of cards in the middle, `own` of those in the hand; `middle` the free cloth; `hand` the
    strip of the player's hand (empty for a spectator); `words` a box at the lower left, above the player's
    plate; `buttons` one at the lower right.
    """

    size: QSizeF
    unit: float
    seats: tuple[SeatPlace, ...]
    middle: QRectF
    hand: QRectF
    words: QRectF
    buttons: QRectF
    laid: QSizeF
    own: QSizeF


def card_table(size: QSizeF, seats: int, *, scale: int = 100, has_hand: bool = True) -> CardTableLayout:
    """Return the places of `seats` (1 to 10) players on a table of `size`.

    `scale` is in per cent; `has_hand` is False for a spectator, whose strip is lower. Plates and letters grow
    with the scale only as far as no card becomes smaller.
    """
    usual = _unit(size, seats, scale=100, has_hand=has_hand)
    wanted = _unit(size, seats, scale=scale, has_hand=has_hand)
    card = _laid_card(_middle(size, seats, usual, has_hand=has_hand), seats) * _CARD_SHARE
    while wanted > usual and _laid_card(_middle(size, seats, wanted, has_hand=has_hand), seats).width() < (
        card.width()
    ):
        wanted = max(usual, wanted * 0.97)
    laid = QSizeF(_even(card.width()), _even(card.width() * CARD_SHAPE))
    return _laid_out(size, seats, wanted, has_hand=has_hand, laid=laid)


def laid_places(middle: QRectF, seats: int, card: QSizeF) -> list[QPointF]:
    """Return the middle of the card laid before each seat, from the bottom clockwise. Cards as small as
    `CardTableLayout.laid` do not cover each other."""
    left, top, right = _SHARES.get(seats - 1, (0, 0, 0))
    columns = laid_columns(seats)
    step = min(card.width() * _SPREAD, (middle.width() - card.width()) / max(1, columns - 1))
    rise = card.height() * 0.52
    centre = middle.center()
    side = step * (columns - 1) / 2
    heights: dict[int, list[float]] = {0: [], 1: [0.0], 2: [rise, -rise]}
    places = [QPointF(centre.x(), centre.y() + rise)]
    places += [QPointF(centre.x() - side, centre.y() + y) for y in heights[left]]
    places += [QPointF(centre.x() + step * (x - (top - 1) / 2), centre.y() - rise) for x in range(top)]
    places += [QPointF(centre.x() + side, centre.y() + y) for y in reversed(heights[right])]
    return places


def fan_places(strip: QRectF, cards: int, card: QSizeF) -> list[tuple[QPointF, float]]:
    """Return middles and rotations (degrees) of a hand's cards, which overlap by a quarter or more."""
    if not cards:
        return []
    step = min(card.width() * 0.72, (strip.width() - card.width() * 1.3) / max(1, cards - 1))
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


def laid_columns(seats: int) -> int:
    """Return the number of cards that `laid_places` lays side by side."""
    left, top, right = _SHARES.get(seats - 1, (0, 0, 0))
    return bool(left) + max(1, top) + bool(right)


def _unit(size: QSizeF, seats: int, *, scale: int, has_hand: bool) -> float:
    fit = min(size.width() / _BASE.width(), size.height() / _BASE.height())
    unit = max(fit * scale / 100, READABLE_UNIT)
    while unit > _SMALLEST and not _has_room(size, seats, unit, has_hand=has_hand):
        unit *= 0.97
    return max(unit, _SMALLEST)


def _middle(size: QSizeF, seats: int, unit: float, *, has_hand: bool) -> QRectF:
    """Return the free cloth between the plates."""
    left, top, _ = _SHARES.get(seats - 1, (0, 0, 0))
    margin = GAP * unit
    floor = size.height() - _strip(size, unit, has_hand=has_hand)
    ceiling = margin + _block_height(unit) if top else margin
    side = PLATE.width() * unit + 2 * margin if left else margin
    return QRectF(side, ceiling + margin, size.width() - 2 * side, floor - ceiling - 2 * margin)


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
        and middle >= size.height() * 0.4
        and bottom <= size.width() * 0.72
    )


def _block_height(unit: float) -> float:
    return (TAG + PLATE.height() + 4 + HELD) * unit


def _strip(size: QSizeF, unit: float, *, has_hand: bool) -> float:
    """Return the height of the strip at the bottom, for the viewer's plate and hand."""
    if not has_hand:
        return _block_height(unit) + GAP * unit
    # the width limits the cards of an upright table: if they were higher, only corners would show in a fan
    return max(
        min(size.height() * 0.27, size.width() * 0.3), (2 * TAG + PLATE.height() + WORDS + 2 * GAP) * unit
    )


def _laid_out(size: QSizeF, seats: int, unit: float, *, has_hand: bool, laid: QSizeF) -> CardTableLayout:
    left, top, right = _SHARES.get(seats - 1, (0, 0, 0))
    margin, block = GAP * unit, _block_height(unit)
    plate = QSizeF(PLATE.width() * unit, PLATE.height() * unit)
    strip = _strip(size, unit, has_hand=has_hand)
    floor, right_edge = size.height() - strip, size.width() - margin - plate.width()
    ceiling = margin + block if top else margin
    # a single plate at a side may stand a little higher than the lower edge of the row at the top
    column_top = ceiling if left > 1 else ceiling * 0.6
    middle = _middle(size, seats, unit, has_hand=has_hand)
    laid_at = laid_places(middle, seats, laid)
    spots = [
        *_column(margin, column_top, floor, count=left, plate=plate, unit=unit)[::-1],
        *_row(size, top, plate, unit),
        *_column(right_edge, column_top, floor, count=right, plate=plate, unit=unit),
    ]
    own_place = _bottom_place(size, plate, strip=strip, unit=unit, laid=laid_at[0], has_hand=has_hand)
    others = [
        SeatPlace(spot, _held_before(spot, unit), at) for spot, at in zip(spots, laid_at[1:], strict=True)
    ]
    edge = plate.width() + 3 * margin
    bottom = size.height() - margin
    words_bottom = own_place.plate.top() - (TAG + GAP) * unit if has_hand else bottom
    return CardTableLayout(
        size=size,
        unit=unit,
        seats=(own_place, *others),
        middle=middle,
        hand=QRectF(edge, floor, size.width() - 2 * edge, strip) if has_hand else QRectF(),
        words=QRectF(margin, words_bottom - WORDS * unit, plate.width() + 2 * margin, WORDS * unit),
        buttons=QRectF(right_edge, floor + margin, plate.width(), strip - 2 * margin),
        laid=laid,
        own=_own_card(size, strip),
    )


def _held_before(plate: QRectF, unit: float) -> QRectF:
    return QRectF(plate.left(), plate.bottom() + 4 * unit, plate.width(), HELD * unit)


def _own_card(size: QSizeF, strip: float) -> QSizeF:
    """Return the size of the player's cards: as high as the strip, less room for a lifted card and the fan's
    bow."""
    high = min(strip * 0.86, size.height() * 0.3)
    return QSizeF(_even(high / CARD_SHAPE), _even(high))


def _laid_card(middle: QRectF, seats: int) -> QSizeF:
    """Return the size of laid cards: the middle has room for two rows of `laid_columns` cards."""
    columns = laid_columns(seats)
    beside = 1.7 if columns <= BESIDE else 0.0  # room for the undealt cards, and as much at the other side
    high = min(middle.height() / 2.16, middle.width() / (columns * _SPREAD + beside) * CARD_SHAPE)
    return QSizeF(_even(high / CARD_SHAPE), _even(high))


def _even(length: float) -> float:
    return max(2.0, 2.0 * round(length / 2))


def _column(x: float, top: float, floor: float, *, count: int, plate: QSizeF, unit: float) -> list[QRectF]:
    """Return plates below each other, with room for the cards under each."""
    block = _block_height(unit)
    gap = (floor - top - count * block) / (count + 1)
    first = top + gap + TAG * unit
    return [QRectF(QPointF(x, first + place * (block + gap)), plate) for place in range(count)]


def _row(size: QSizeF, count: int, plate: QSizeF, unit: float) -> list[QRectF]:
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
    return SeatPlace(spot, _held_before(spot, unit), laid)


def whole(size: QSizeF) -> QSizeF:
    """Round a size to whole pixels, as pictures are drawn."""
    return QSizeF(round(size.width()), round(size.height()))
