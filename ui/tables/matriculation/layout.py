"""Places on Matriculation's table: a row for each player, the score sheet beside them, or below in an upright
window.

The rows stand below one another so that a column shows the race; the viewer's is the lowest, next to the
hand. Lengths are device-independent pixels.
"""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF

from ui.kit.geometry import CARD_SHAPE, GAP, HELD, PLATE, READABLE_UNIT, TAG, CardTableLayout, SeatPlace

SHEET, SHEET_LEAST = 250.0, 164.0
"""Width of the score sheet, at unit 1; least width in pixels, for titles beside four columns of figures."""
_MOST = 1.6
"""Largest scale of plates, if the cards leave them room."""
_GIVEN = 0.96
"""Share of their size that cards keep if the scale is above 100 %: the letters need room."""
_BESIDE = 100.0
"""Width of the held cards beside a plate, at unit 1, in a row too low to have them below it."""
_STRIP = 0.27
"""Greatest share of the height for the player's hand, the piles and the buttons."""
_FLAT = 0.4
"""Height of the sheet below the rows, in widths of the table."""
_WIDTHS = 7.3
"""Smallest width of the four piles, in cards: hours 3.4, control 1, probation 1, exceptions 1.9."""


class RowPlaces(Struct, frozen=True):
    """One player's row: its ground, the boxes of its four piles, the size of its cards; `meter` is the box of
    the hours' meter, empty without room."""

    ground: QRectF
    hours: QRectF
    control: QRectF
    probation: QRectF
    exceptions: QRectF
    card: QSizeF
    meter: QRectF

    def term(self, place: int, terms: int) -> QPointF:
        """Return the middle of a term's card; terms are fanned from the left of their box."""
        return _fanned(self.hours, self.card, place, terms, most=0.5)

    def exception(self, place: int, exceptions: int) -> QPointF:
        """Return the middle of an exception's card."""
        return _fanned(self.exceptions, self.card, place, exceptions, most=0.7)


class MatriculationPlaces(Struct, frozen=True):
    """All places. `rows` begin with the viewer's and go clockwise, like the seats of `table`."""

    table: CardTableLayout
    rows: tuple[RowPlaces, ...]
    sheet: QRectF
    deck: QRectF
    discards: QRectF


def matriculation_places(
    size: QSizeF, seats: int, *, scale: int = 100, has_hand: bool = True, is_upright: bool = False
) -> MatriculationPlaces:
    """Return the places of 2 to 4 players; `scale`, of plates and letters, is in per cent."""
    is_upright = is_upright and size.height() > size.width()  # an opened question may leave a low table
    aside = 0.0 if is_upright else SHEET
    fit = min(size.width() / (1030 + aside), size.height() / 740)
    strip = min(size.height() * _STRIP, size.width() * 0.3) * (1 if has_hand else 0.72)
    margin = GAP * fit
    floor = size.height() - strip
    flat = _FLAT * size.width() if is_upright else 0.0
    high = (floor - flat - margin * (seats + 1 + is_upright)) / seats
    growth = min(_MOST, scale / 100)
    usual, _ = _unit(fit, high, math.inf, growth=1.0, aside=aside)
    beside = size.width() - 4 * margin - 34 * fit  # plates, piles and sheet
    room = beside - aside * fit - _left(usual, is_beside=False) - 36 * fit
    card = min(high - 18 * fit, room / _WIDTHS * CARD_SHAPE) * (1 if growth <= 1 else _GIVEN)
    free = beside - 36 * fit - card / CARD_SHAPE * _WIDTHS
    unit, is_beside = _unit(fit, high, free, growth=growth, aside=aside)
    wide = max(SHEET * max(fit, unit), min(SHEET_LEAST, 0.31 * size.width()))
    wide = max(wide, min(SHEET * fit * min(1.8, scale / 100), free - _left(unit, is_beside=is_beside)))
    sheet = QRectF(size.width() - margin - wide, margin, wide, floor - 2 * margin)
    if is_upright:
        sheet = QRectF(margin, floor - margin - flat, size.width() - 2 * margin, flat)
    edge = size.width() if is_upright else sheet.left()
    rows, places = [], []
    for step in range(seats):
        # the viewer's row is the lowest, that of the next player the uppermost
        line = (step - 1) % seats
        ground = QRectF(margin, margin + line * (high + margin), edge - 2 * margin, high)
        plate, held = _plate(ground, unit, has_held=not (has_hand and step == 0), is_beside=is_beside)
        row = _row(ground, ground.left() + _left(unit, is_beside=is_beside), fit)
        rows.append(row)
        places.append(SeatPlace(plate, held, row.hours.center()))
    own = _even_card(min(strip * 0.84, size.height() * 0.3))
    pile = _even_card(strip * 0.62)
    left = QPointF(2.5 * margin, floor + strip * 0.08)
    deck = QRectF(left, pile)
    discards = QRectF(left + QPointF(pile.width() + 2.5 * margin, 0), pile)
    wide = 196 * fit
    buttons = QRectF(size.width() - margin - wide, floor + margin, wide, strip - 2 * margin)
    hand = QRectF(discards.right() + 3 * margin, floor, buttons.left() - discards.right() - 6 * margin, strip)
    words = QRectF(
        deck.left() - margin,
        deck.bottom() + 0.4 * margin,
        discards.right() - deck.left() + 2 * margin,
        size.height() - deck.bottom() - margin,
    )
    middle = QRectF(margin, margin, edge - 2 * margin, floor)
    table = CardTableLayout(
        size=size,
        unit=unit,
        seats=tuple(places),
        middle=middle,
        hand=hand,
        words=words,
        buttons=buttons,
        laid=rows[0].card,
        own=own,
    )
    return MatriculationPlaces(table, tuple(rows), sheet, deck, discards)


def _unit(fit: float, high: float, room: float, *, growth: float, aside: float) -> tuple[float, bool]:
    """Return the unit of plates in rows of height `high`, and True if the held cards lie beside the plates.

    The held cards lie below the plates, unless the plates can be larger with the cards beside them. `room` is
    the width for plates and sheet together; a sheet beside the rows (`aside` wide, at unit 1) grows with the
    plates.
    """
    wanted = max(fit * growth, min(fit, READABLE_UNIT))
    low = high - 12 * fit

    def within(wide: float) -> float:
        both = room / (wide + aside)
        return both if both >= fit else (room - aside * fit) / wide

    below = min(wanted, low / (PLATE.height() + TAG + HELD + 6))
    below = max(min(below, within(_left(1, is_beside=False))), min(below, fit))
    beside = min(wanted, low / (PLATE.height() + TAG + 6), within(_left(1, is_beside=True)))
    return (beside, True) if beside > below else (below, False)


def _left(unit: float, *, is_beside: bool) -> float:
    """Return the width of a plate, its held cards beside it, and the margin before it."""
    return (PLATE.width() + 15 + (_BESIDE if is_beside else 0)) * unit


def _plate(ground: QRectF, unit: float, *, has_held: bool, is_beside: bool) -> tuple[QRectF, QRectF]:
    """Return a plate at the left of its row, held cards under or beside it, centred in height."""
    wide, high = PLATE.width() * unit, PLATE.height() * unit
    if is_beside:
        plate = QRectF(ground.left() + 15 * unit, ground.center().y() + (TAG * unit - high) / 2, wide, high)
        held = QRectF(plate.right() + 6 * unit, plate.top(), (_BESIDE - 6) * unit, high)
        return plate, held if has_held else QRectF()
    block = (TAG + 2) * unit + high + ((HELD + 4) * unit if has_held else 0)
    top = ground.center().y() - block / 2 + (TAG + 2) * unit
    plate = QRectF(ground.left() + 15 * unit, top, wide, high)
    held = QRectF(plate.left(), plate.bottom() + 4 * unit, wide, HELD * unit) if has_held else QRectF()
    return plate, held


def _row(ground: QRectF, left: float, fit: float) -> RowPlaces:
    """Return the piles of a row, right of `left`."""
    pad, gap = 9 * fit, 12 * fit
    left += 16 * fit
    room = ground.right() - 2 * pad - left
    card = _even_card(min(ground.height() - 2 * pad, (room - 3 * gap) / _WIDTHS * CARD_SHAPE))
    spare = ground.height() - 2 * pad - card.height()
    meter = QRectF()
    top = ground.top() + pad + spare / 2
    if spare >= 40 * fit:
        meter = QRectF(left, ground.top() + pad, room, min(34 * fit, spare - 8 * fit))
        top = meter.bottom() + (ground.bottom() - pad - meter.bottom() - card.height()) / 2
    wide = card.width()
    exceptions = QRectF(ground.right() - 1.5 * pad - 1.9 * wide, top, 1.9 * wide, card.height())
    probation = QRectF(exceptions.left() - gap - wide, top, wide, card.height())
    control = QRectF(probation.left() - gap - wide, top, wide, card.height())
    hours = QRectF(left, top, control.left() - gap - left, card.height())
    return RowPlaces(
        ground=ground,
        hours=hours,
        control=control,
        probation=probation,
        exceptions=exceptions,
        card=card,
        meter=meter,
    )


def _fanned(box: QRectF, card: QSizeF, place: int, count: int, *, most: float) -> QPointF:
    step = min(card.width() * most, (box.width() - card.width()) / max(1, count - 1))
    return QPointF(box.left() + card.width() / 2 + step * place, box.center().y())


def _even_card(high: float) -> QSizeF:
    return QSizeF(max(2.0, 2.0 * round(high / CARD_SHAPE / 2)), max(2.0, 2.0 * round(high / 2)))
