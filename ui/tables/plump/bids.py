"""The bids to choose from: discs on a plate above the player's hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal

from app.games.scene import Piece as Bid
from ui.art.marks import Mark
from ui.kit.dressing import BidChip, TableWords, paint_bid, paint_words
from ui.kit.geometry import GAP, CardTableLayout
from ui.kit.motion import Spot
from ui.kit.pieces import Z_BUTTON, Look, Piece
from ui.kit.surface import Surface

BID_ZONE = 10
ASKED = 340.0
"""Width of the question above the discs, even if they are few, at unit 1."""
LEAST = 24
"""Least width of a disc, in pixels, in a single row: smaller ones are hard to hit (WCAG 2.2, target size)."""


class BidRow(QObject):
    """A disc for each bid from 0. A forbidden one can also be pressed (`chosen`): the table then says why."""

    chosen = Signal(int)

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self._plate = surface.new_piece(BID_ZONE - 1, Z_BUTTON - 1)
        self._plate.setVisible(False)
        self._discs: list[Piece] = []
        self._bids: tuple[Bid, ...] = ()

    @property
    def discs(self) -> list[Piece]:
        """The discs in order, as many as there are bids."""
        return self._discs[: len(self._bids)]

    def show(self, bids: Sequence[Bid], places: CardTableLayout, *, beside: QRectF) -> None:
        """Offer these bids above the box `beside`, if that is in the way; no bids hide the row."""
        is_new = bool(bids) and not self._bids
        self._bids = tuple(bids)
        while len(self._discs) < len(bids):
            self._add_disc()
        self._plate.setVisible(bool(bids))
        for place, disc in enumerate(self._discs):
            disc.setVisible(place < len(bids))
        if bids:
            self._lay_out(places, beside)
        if is_new:
            self._surface.offer(self._discs[0])

    def hide(self) -> None:
        """Hide the row."""
        self._bids = ()
        self._plate.setVisible(False)
        for disc in self._discs:
            disc.setVisible(False)

    def pick(self, digit: int) -> None:
        """Focus the bid of a digit; while bid 1 has the focus, 0 means ten."""
        has_one = len(self._bids) > 10 and self._surface.focused() is self._discs[1]
        bid = 10 if digit == 0 and has_one else digit
        if bid < len(self._bids):
            self._discs[bid].setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def picked(self) -> int:
        """The bid that has the focus ring, -1 for none."""
        return next((bid for bid, disc in enumerate(self.discs) if disc.has_ring), -1)

    def _add_disc(self) -> None:
        bid = len(self._discs)
        disc = self._surface.new_button(BID_ZONE)
        disc.clicked.connect(lambda: self.chosen.emit(bid))
        disc.hovered.connect(lambda over: disc.show_mark(Mark.PLAYABLE if over else None))
        self._discs.append(disc)

    def _lay_out(self, places: CardTableLayout, beside: QRectF) -> None:
        box = bid_box(places, len(self._bids))
        unit = places.unit
        if box.intersects(beside):
            box.moveBottom(round(beside.top() - GAP * unit / 2))
        question = TableWords(("How many ticks will you take?",), is_boxed=True, is_above=True)
        self._plate.lay(Look(paint_words, question), box, *question.lines)
        side, columns = disc_size(places, len(self._bids)), _in_a_row(places, len(self._bids))
        step = (box.width() - 16 * unit) / columns
        rows = math.ceil(len(self._bids) / columns)
        for place, bid in enumerate(self._bids):
            disc = self._discs[place]
            disc.name, disc.about = bid.name, bid.why.text if bid.why else ""
            disc.show_look(
                Look(paint_bid, BidChip(place, bid.why is not None), corner=0.5), QSizeF(side, side)
            )
            row, column = divmod(place, columns)
            x = box.left() + 8 * unit + step * (column + 0.5)
            y = box.bottom() - side / 2 - 9 * unit - (rows - 1 - row) * (side + 8 * unit)
            disc.go(Spot(QPointF(x, y)), ms=0)


def disc_size(places: CardTableLayout, bids: int) -> float:
    """Return the width of a disc: large enough for a finger, if there is room."""
    room = places.middle.width() - 16 * places.unit
    return float(round(min(52 * places.unit, room / _in_a_row(places, bids) - 6 * places.unit)))


def bid_box(places: CardTableLayout, bids: int) -> QRectF:
    """Return the box of the row: above the hand, in the middle."""
    unit, middle = places.unit, places.middle
    side, columns = disc_size(places, bids), _in_a_row(places, bids)
    wide = min(middle.width(), max(ASKED * unit, columns * (side + 8 * unit) + 16 * unit))
    high = math.ceil(bids / columns) * (side + 8 * unit) + 40 * unit
    return QRectF(
        round(middle.center().x() - wide / 2), round(middle.bottom() - high), round(wide), round(high)
    )


def _in_a_row(places: CardTableLayout, bids: int) -> int:
    """Return the number of discs in a row: all, or half of them if all would be too small to hit."""
    room = places.middle.width() - 16 * places.unit
    return max(1, bids if room / max(1, bids) - 6 * places.unit >= LEAST else math.ceil(bids / 2))
