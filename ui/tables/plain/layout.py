"""Places of the zones of any game in the middle of the table: in rows, as large as fits.

All lengths of a zone follow from the width of a card, `wide`; the widest card for which every zone has room
is used for all. Lines of words keep their size.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.games.scene import Chip, Kind, Piece, Scene, Zone
from ui.kit.geometry import CARD_SHAPE, HELD, CardTableLayout, laid_columns, laid_places

SPACE = 0.62
"""Width of a grid's space and of a die, in widths of a card."""
SMALL = 0.5
"""Width of the cards of an old trick, in widths of a card."""
STEP, CLOSE = 1.08, 0.42
"""Distance from one card of a row to the next, in widths of a card: the usual and the least."""
IN_A_ROW = 7
"""A row of more cards than this overlaps."""
PILED = 0.14
"""Greatest share of a piled card's height that the next card leaves visible."""
GRID_EDGE, GRID_END = 0.5, 0.18
"""Margins of a grid in spaces: where letters or numbers stand, and at its other edges."""
_GAP = 16.0
_BELOW = 5.0
"""Distance between pieces and the words under them: the reach of marks."""
_LEAST = 22.0


class Block(Struct, frozen=True):
    """A zone to lay out: `many` pieces and `lines` of words under it, `words` pixels wide. An `is_small` zone
    shows an old trick.
    """

    key: str
    kind: Kind
    many: int = 1
    columns: int = 1
    lines: int = 0
    words: float = 0.0
    is_small: bool = False


class Laid(Struct, frozen=True):
    """A zone's place: the box of its pieces, the box of the words under it, the size of a piece, and the
    middles of the pieces, in their order or (`is_by_seat`) clockwise from the seat at the bottom.
    """

    box: QRectF
    words: QRectF
    spots: tuple[QPointF, ...]
    piece: QSizeF
    is_by_seat: bool = False

    def spot(self, place: int, many: int) -> QPointF:
        """Return the middle of a piece of `many`; if the row has room for more, they are centred in it."""
        aside = QPointF()
        if len({spot.y() for spot in self.spots}) == 1 and len(self.spots) > max(1, many):
            aside = (self.spots[1] - self.spots[0]) * ((len(self.spots) - many) / 2)
        return self.spots[min(place, len(self.spots) - 1)] + aside

    def seen(self, place: int, many: int) -> float:
        """Return the share of a piece's width that the next one leaves visible; 0 in a pile."""
        if self.is_by_seat or place >= many - 1 or place + 1 >= len(self.spots):
            return 1.0
        across = (self.spots[place + 1].x() - self.spots[place].x()) / self.piece.width()
        return round(max(0.0, min(1.0, across)), 2)


def room_for(zone: Zone, before: int) -> int:
    """Return the number of pieces to make room for; never less than `before`, so that nothing jumps."""
    return max(len(shown_of(zone)), before, int(zone.kind in (Kind.PILE, Kind.TRICK)))


def shown_of(zone: Zone) -> tuple[Piece, ...]:
    """Return the pieces of a zone that are drawn: its `pieces`; without any, the open cards `below`."""
    return zone.pieces or zone.below


def lay_out(
    blocks: Sequence[Block], room: QRectF, *, seats: int, line: float, most: float
) -> dict[str, Laid]:
    """Return the places of `blocks` in `room`, by their keys; `line` is the height of a line of words, `most`
    the greatest width of a card."""
    wide = most
    while wide > _LEAST and not _fits(blocks, room, seats=seats, line=line, wide=wide):
        wide *= 0.96
    wide = max(2.0, 2.0 * (wide // 2))
    zones: dict[str, Laid] = {}
    shelves = _shelves(blocks, room.width(), seats=seats, line=line, wide=wide)
    heights = [max((size.height() for _, size in shelf), default=0.0) for shelf in shelves]
    gap = max(0.0, room.height() - sum(heights)) / (len(shelves) + 1)
    top = room.top() + gap
    for shelf, high in zip(shelves, heights, strict=True):
        order = _largest_amid(shelf)
        spare = room.width() - sum(size.width() for _, size in order)
        between = min(max(0.0, spare) / (len(order) + 1), 2 * _GAP)
        across = sum(size.width() for _, size in order) + between * (len(order) - 1)
        left = room.center().x() - _to_middle_of_largest(order, between)
        left = max(room.left(), min(left, room.right() - across))
        for block, size in order:
            box = QRectF(left, top + (high - size.height()) / 2, size.width(), size.height())
            zones[block.key] = _laid(block, box, seats=seats, line=line, wide=wide)
            left += size.width() + between
        top += high + gap
    return zones


def without_held(places: CardTableLayout) -> CardTableLayout:
    """Return the places of a table where nobody holds a card: the middle gets the room kept for them."""
    free = (HELD + 4) * places.unit
    own, *others = places.seats
    own = replace(own, plate=own.plate.translated(0, free), held=QRectF())
    is_open_above = all(seat.plate.top() < places.middle.top() for seat in others)
    middle = places.middle.adjusted(0, -free if is_open_above else 0, 0, free)
    return replace(places, seats=(own, *(replace(seat, held=QRectF()) for seat in others)), middle=middle)


def laid_with(zone: Zone, scene: Scene) -> str:
    """Return the key of the zone in whose place this zone lies: its own, but for chips the first trick's."""
    if is_of_chips(zone):
        return next(each.key for each in scene.zones if each.kind is Kind.TRICK)
    return zone.key


def is_of_chips(zone: Zone) -> bool:
    """True if this zone holds chips, which lie in front of the seats."""
    return (
        zone.kind is Kind.TRICK
        and bool(zone.pieces)
        and all(isinstance(each.look, Chip) for each in zone.pieces)
    )


def _fits(blocks: Sequence[Block], room: QRectF, *, seats: int, line: float, wide: float) -> bool:
    shelves = _shelves(blocks, room.width(), seats=seats, line=line, wide=wide)
    high = sum(max(size.height() for _, size in shelf) for shelf in shelves)
    across = max((sum(size.width() + _GAP for _, size in shelf) for shelf in shelves), default=0.0)
    return high + _GAP * (len(shelves) - 1) <= room.height() and across <= room.width() + _GAP


def _shelves(
    blocks: Sequence[Block], across: float, *, seats: int, line: float, wide: float
) -> list[list[tuple[Block, QSizeF]]]:
    shelves: list[list[tuple[Block, QSizeF]]] = []
    left = 0.0
    for block in blocks:
        size = _size(block, seats=seats, line=line, wide=wide)
        if not shelves or size.width() > left:
            shelves.append([])
            left = across
        shelves[-1].append((block, size))
        left -= size.width() + _GAP
    return shelves


def _largest_amid(shelf: Sequence[tuple[Block, QSizeF]]) -> list[tuple[Block, QSizeF]]:
    """Return the zones of a row, with the largest one in its middle."""
    largest = max(shelf, key=lambda each: each[1].width() * each[1].height())
    others = [each for each in shelf if each is not largest]
    half = (len(others) + 1) // 2
    return [*others[:half], largest, *others[half:]]


def _to_middle_of_largest(order: Sequence[tuple[Block, QSizeF]], between: float) -> float:
    """Return the distance from a row's left end to the middle of its largest zone: the table's middle."""
    widths = [size.width() for _, size in order]
    if len(order) % 2 == 0 and len(set(widths)) == 1:
        return (sum(widths) + between * (len(widths) - 1)) / 2
    at = len(order) // 2
    return sum(widths[:at]) + between * at + widths[at] / 2


def _size(block: Block, *, seats: int, line: float, wide: float) -> QSizeF:
    """Return the size of a zone with the words under it."""
    inner = _inner(block, seats=seats, wide=wide)
    return QSizeF(max(inner.width(), block.words), inner.height() + block.lines * line + _BELOW)


def _inner(block: Block, *, seats: int, wide: float) -> QSizeF:
    high = wide * CARD_SHAPE
    if block.kind is Kind.TRICK and not block.is_small:
        return QSizeF(wide * (1 + 1.12 * (max(2, laid_columns(seats)) - 1)), high * 2.08)
    if block.kind is Kind.GRID:
        space, rows = wide * SPACE, -(-block.many // block.columns)
        edge = GRID_EDGE + GRID_END
        return QSizeF(space * (block.columns + edge), space * (rows + edge))
    if block.kind is Kind.PILE:
        return QSizeF(wide, high * (1 + _piled(block.many) * (block.many - 1)))
    if block.kind is Kind.DICE:
        return QSizeF(wide * SPACE * (STEP * (block.many - 1) + 1), wide * SPACE)
    if block.kind is Kind.FACTS:
        return QSizeF(0, 0)
    size = QSizeF(wide, high) * (SMALL if block.is_small else 1)
    return QSizeF(size.width() * (1 + _step(block) * (block.many - 1)), size.height())


def _piled(many: int) -> float:
    return min(PILED, 0.5 / max(1, many - 1))


def _step(block: Block) -> float:
    """Return the distance from one card to the next, in widths."""
    most = IN_A_ROW * STEP
    if block.is_small:
        return CLOSE
    return STEP if block.many <= IN_A_ROW else max(CLOSE, most / block.many)


def _laid(block: Block, box: QRectF, *, seats: int, line: float, wide: float) -> Laid:
    inner = _inner(block, seats=seats, wide=wide)
    place = QRectF(box.center().x() - inner.width() / 2, box.top(), inner.width(), max(inner.height(), 0.0))
    words = QRectF(box.left(), place.bottom() + _BELOW, box.width(), block.lines * line)
    card = QSizeF(wide, round(wide * CARD_SHAPE))
    space = QSizeF(round(wide * SPACE), round(wide * SPACE))
    if block.kind is Kind.TRICK and not block.is_small:
        return Laid(place, words, tuple(laid_places(place, seats, card)), card, is_by_seat=True)
    if block.kind is Kind.GRID:
        first = place.topLeft() + QPointF(wide * SPACE, wide * SPACE) * (GRID_EDGE + 0.5)
        step = wide * SPACE
        spots = tuple(
            first + QPointF(step * (at % block.columns), step * (at // block.columns))
            for at in range(block.many)
        )
        return Laid(place, words, spots, QSizeF(round(step * 0.88), round(step * 0.88)))
    if block.kind is Kind.PILE:
        first = place.topLeft() + QPointF(card.width(), card.height()) / 2
        step = card.height() * _piled(block.many)
        return Laid(place, words, tuple(first + QPointF(0, step * at) for at in range(block.many)), card)
    size = space if block.kind is Kind.DICE else card * SMALL if block.is_small else card
    across = size.width() * (STEP if block.kind is Kind.DICE else _step(block))
    left = place.left() + size.width() / 2
    spots = tuple(QPointF(left + across * at, place.top() + size.height() / 2) for at in range(block.many))
    return Laid(place, words, spots, QSizeF(round(size.width()), round(size.height())))
