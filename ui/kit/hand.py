"""The player's hand: a fan of cards to look at, to pick and to play by mouse or keys.

The first click picks a card (`picked`), which lifts it. A second click, Enter, or a drag out of the fan plays
it (`played`); with `is_quick` the first click does, for games in which most cards can go to only one place.
The table decides what playing does: if there are several places, it waits for a click on one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakSet

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal

from app.games.hand import Sort
from app.games.scene import Piece as Thing
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.kit.dressing import SignButton, paint_sign_button
from ui.kit.geometry import fan_places
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HAND, Look, Piece
from ui.kit.surface import Surface

HAND_ZONE = 20
LIFT = 0.11
"""Rise of a card under the pointer, as a share of its height; a picked card rises twice as much."""
SIDE, LEAST, GAP = 40.0, 34.0, 8.0
NARROW = 300.0
"""In a strip below this width the cards need all of it: the buttons stand above its end."""
NARROW_WINDOW = 850
"""In a window below this width a dock would make the strip narrow, so the buttons stand above it at once."""


class InHand(Struct, frozen=True):
    """A card of the hand: its slot, picture and name; `is_lit` when it may be played now."""

    slot: int
    look: Look
    name: str
    about: str = ""
    is_lit: bool = True


def in_hand(slot: int, look: Look, card: Thing) -> InHand:
    """Return a card of a scene as one of the hand, lit unless the scene has a reason against it."""
    name = card.name if card.why else f"{card.name}, playable"
    return InHand(slot, look, name, about=card.why.text if card.why else "", is_lit=card.why is None)


class Hand(QObject):
    """Shows the hand with pieces from the table's `cards` (by slot); a new card's piece is made at `source`.
    Only while there is something to choose (`is_active`), cards are marked as playable or dimmed."""

    picked = Signal(int)
    played = Signal(int, object)
    hovered = Signal(int, bool)

    def __init__(self, surface: Surface, cards: dict[int, Piece]) -> None:
        super().__init__(surface)
        self._surface, self._all = surface, cards
        self._cards: tuple[InHand, ...] = ()
        self._strip, self._card = QRectF(), QSizeF()
        self._is_active = self._waits = False
        self._wired: WeakSet[Piece] = WeakSet()
        """The pieces whose signals are connected."""
        self.is_quick = False
        self.picked_slot = -1
        self.source = QPointF()

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots in the fan, from the left."""
        return tuple(card.slot for card in self._cards)

    def show(self, cards: Sequence[InHand], *, is_active: bool) -> None:
        """Show these cards, from left to right; `is_active` if there is something to choose."""
        is_active = is_active and not self._waits
        is_new_turn = is_active and not self._is_active
        self._cards, self._is_active = tuple(cards), is_active
        if self.picked_slot not in self.slots:
            self.picked_slot = -1
        for place, card in enumerate(self._cards):
            piece = self._piece(card.slot)
            piece.name, piece.about = card.name, card.about
            piece.setZValue(Z_HAND + place * 0.1)
            piece.show_look(card.look, self._card)
            self._dress(card, piece)
        self._settle()
        lit = [card.slot for card in self._cards if card.is_lit]
        if is_new_turn and lit:
            self._surface.offer(self._all[lit[0]])

    def wait(self) -> None:
        """Highlight no card until `go_on`, because a choice was sent."""
        self._is_active, self._waits = False, True
        for card in self._cards:
            self._dress(card, self._piece(card.slot))

    def go_on(self) -> None:
        """Highlight cards again from the next `show` on: the choice was played or refused."""
        self._waits = False

    def lay_out(self, strip: QRectF, card: QSizeF) -> None:
        """Place the fan, with cards of the given size."""
        self._strip, self._card = strip, card
        for held in self._cards:
            self._piece(held.slot).show_look(held.look, card)
        self._settle(ms=0)

    def pick(self, slot: int) -> None:
        """Lift a card, and put down the card picked before; -1 only puts it down."""
        if slot == self.picked_slot:
            return
        self.picked_slot = slot
        for card in self._cards:
            self._dress(card, self._piece(card.slot))
        self._settle()
        self.picked.emit(slot)

    def pick_nth(self, place: int) -> None:
        """Pick the card at that place, from 0, and give it the focus."""
        if 0 <= place < len(self._cards):
            slot = self._cards[place].slot
            self._piece(slot).setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.pick(slot)

    def settle(self) -> None:
        """Move every card back to its place."""
        self._settle()

    def release(self, slot: int) -> None:
        """Let go of a card that has left the hand: its piece takes no more clicks."""
        piece = self._all.get(slot)
        if piece is not None:
            piece.set_button(False)
            piece.show_mark(None)
            piece.is_chosen = False

    def spot(self, slot: int) -> Spot:
        """Return the present place of a card that is in the hand."""
        places = fan_places(self._strip, len(self._cards), self._card)
        at, turn = places[self.slots.index(slot)]
        rise = self._card.height() * LIFT * 2 if slot == self.picked_slot else 0.0
        return Spot(at - QPointF(0, rise), turn)

    def _piece(self, slot: int) -> Piece:
        piece = self._all.get(slot)
        if piece is None:
            piece = self._all[slot] = self._surface.new_piece(HAND_ZONE, Z_HAND)
            piece.setPos(self.source)
        if piece not in self._wired:  # a card from the table can come to the hand, such as an old veto
            self._wired.add(piece)
            piece.clicked.connect(lambda: self._clicked(slot))
            piece.dropped.connect(lambda at: self._dropped(slot, at))
            piece.hovered.connect(lambda over: self._hover(slot, over))
        return piece

    def _dress(self, card: InHand, piece: Piece) -> None:
        is_picked = card.slot == self.picked_slot
        piece.order = HAND_ZONE
        piece.set_button(True, draggable=True)
        piece.is_chosen = is_picked
        mark = Mark.SELECTED if is_picked else Mark.PLAYABLE if self._is_active and card.is_lit else None
        piece.show_mark(mark, dimmed=self._is_active and not card.is_lit)

    def _settle(self, *, ms: int | None = None) -> None:
        for place, card in enumerate(self._cards):
            piece = self._piece(card.slot)
            piece.setZValue(Z_HAND + place * 0.1)
            piece.go(self.spot(card.slot), ms=ms)

    def _clicked(self, slot: int) -> None:
        """Pick a card at the first click, play it at the second; Enter plays the card with the focus at once.
        A click on a card that may not be played counts as playing it: the table says why it cannot."""
        card = next((card for card in self._cards if card.slot == slot), None)
        if card is None:
            return
        is_refused = self._is_active and not card.is_lit
        is_quick = self.is_quick and self._is_active
        if slot == self.picked_slot or self._all[slot].is_by_key or is_refused or is_quick:
            self.played.emit(slot, None)
        else:
            self.pick(slot)

    def _dropped(self, slot: int, at: QPointF) -> None:
        if slot in self.slots and not self._strip.contains(at):
            self.played.emit(slot, at)
        else:
            self._settle()

    def _hover(self, slot: int, over: bool) -> None:
        if slot not in self.slots:
            return
        self.hovered.emit(slot, over)
        if slot == self.picked_slot:
            return
        spot = self.spot(slot)
        rise = QPointF(0, self._card.height() * LIFT if over else 0)
        self._all[slot].go(Spot(spot.at - rise, spot.turn), ms=min(90, self._surface.renderer.motion_ms))


class HandTools(QObject):
    """The buttons beside the hand: sort, and take back. Each is visible only while it has an effect."""

    sort_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self.sort, self.back = (self._made(surface, icon) for icon in (Icon.SORT, Icon.UNDO))
        self.above_the_hand = QRectF()
        """Place of the first button above a narrow strip; empty where the buttons stand at its end."""
        self.width = 0.0
        """Width that the buttons take from the strip."""
        self.sort.clicked.connect(self.sort_wanted)
        self.back.clicked.connect(self.back_wanted)

    def lay_out(self, strip: QRectF, unit: float) -> QRectF:
        """Place the buttons at the end of the strip, or above it; return the part left for the cards."""
        side, kept = round(max(SIDE * unit, LEAST)), self._surface.kept()
        is_narrow = strip.width() < NARROW or self._surface.window().width() < NARROW_WINDOW
        is_narrow = bool(kept.setdefault("tools above the hand", is_narrow))
        for row, piece in enumerate((self.sort, self.back)):
            if piece.look is not None:
                piece.show_look(piece.look, QSizeF(side, side))
            away = row * (side + GAP * unit)
            corner = QPointF(strip.right() - side / 2, strip.bottom() - GAP * unit - side / 2)
            above = QPointF(strip.right() - side / 2 - away, strip.top() - side / 2)
            piece.go(Spot(above if is_narrow else corner - QPointF(0, away)), ms=0)
        first = QRectF(strip.right() - side, strip.top() - side, side, side)
        self.above_the_hand = first if is_narrow else QRectF()
        self.width = 0.0 if is_narrow else side + GAP * unit
        return strip.adjusted(0, 0, -self.width, 0)

    def show(self, *, sorts_to: Sort | None, back: str) -> None:
        """Show the button that sorts by `sorts_to`, and the undo button `back`; None and "" hide them."""
        self.sort.setVisible(sorts_to is not None)
        if sorts_to is not None:
            self.sort.name = f"Sort the hand by {sorts_to}"
        self.back.setVisible(bool(back))
        self.back.name = back

    def _made(self, surface: Surface, icon: Icon) -> Piece:
        piece = surface.new_button(HAND_ZONE + 5)
        piece.show_look(Look(paint_sign_button, SignButton(icon), corner=0.24), QSizeF(SIDE, SIDE))
        return piece
