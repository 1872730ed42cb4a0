"""The own hand: a fan of cards to look at, to pick and to play by mouse or keys.

A card is played by a second click on it, by Enter, or by dragging it out of the fan, and by the first
click where it can go only one way and the player wants it so (`is_quick`); what that means is the
table's affair (`played`). Picking (`picked`) lifts the card; a table where a card goes
to one of several places waits for a click there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakSet

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal

from app.games.hand import Sort
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.kit.dressing import SignButton, paint_sign_button
from ui.kit.geometry import fan_places
from ui.kit.motion import Spot
from ui.kit.pieces import Z_BUTTON, Z_HAND, Look, Piece
from ui.kit.surface import Surface

HAND_ZONE = 20
LIFT = 0.11
"""Rise of a card under the pointer, and half the rise of a picked one, in its heights."""
SIDE, LEAST, GAP = 40.0, 34.0, 8.0
NARROW = 300.0
"""A strip that is narrower needs all of it for the cards: the buttons stand above its end."""
NARROW_WINDOW = 850
"""A window that is narrower leaves no more beside a dock."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A card of the hand: its slot, picture and name; `is_lit` when it may be played now."""

    slot: int
    look: Look
    name: str
    about: str = ""
    is_lit: bool = True


class Hand(QObject):
    """Holds pieces out of the table's `cards` (by slot); a card that is not there yet is made at `source`.

    `is_active` says whether anything is to be chosen at all: otherwise no card is dimmed.
    """

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
        """The pieces whose presses are listened to."""
        self.is_quick = False
        self.picked_slot = -1
        self.source = QPointF()

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots in the fan, from the left."""
        return tuple(card.slot for card in self._cards)

    def show(self, cards: Sequence[InHand], *, is_active: bool) -> None:
        """Hold these cards, from left to right."""
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
        """Light nothing until `go_on`: what was chosen is on its way."""
        self._is_active, self._waits = False, True
        for card in self._cards:
            self._dress(card, self._piece(card.slot))

    def go_on(self) -> None:
        """Go on: the choice has come, or was refused: light again what is shown from now on."""
        self._waits = False

    def lay_out(self, strip: QRectF, card: QSizeF) -> None:
        """The fan's place and the size of its cards."""
        self._strip, self._card = strip, card
        for held in self._cards:
            self._piece(held.slot).show_look(held.look, card)
        self._settle(ms=0)

    def pick(self, slot: int) -> None:
        """Lift a card, or none (-1)."""
        if slot == self.picked_slot:
            return
        self.picked_slot = slot
        for card in self._cards:
            self._dress(card, self._piece(card.slot))
        self._settle()
        self.picked.emit(slot)

    def pick_nth(self, place: int) -> None:
        """Pick the card at that place, from 0, and give it the keyboard."""
        if 0 <= place < len(self._cards):
            slot = self._cards[place].slot
            self._piece(slot).setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.pick(slot)

    def settle(self) -> None:
        """Let every card go back to its place."""
        self._settle()

    def release(self, slot: int) -> None:
        """A card has left the hand: its piece takes no more clicks."""
        piece = self._all.get(slot)
        if piece is not None:
            piece.set_button(False)
            piece.show_mark(None)
            piece.is_chosen = False

    def spot(self, slot: int) -> Spot:
        """Return the place of a card of the hand now."""
        places = fan_places(self._strip, len(self._cards), self._card)
        at, turn = places[self.slots.index(slot)]
        rise = self._card.height() * LIFT * 2 if slot == self.picked_slot else 0.0
        return Spot(at - QPointF(0, rise), turn)

    def _piece(self, slot: int) -> Piece:
        piece = self._all.get(slot)
        if piece is None:
            piece = Piece(self._surface.studio, order=HAND_ZONE)
            piece.setPos(self.source)
            self._surface.add(piece, z=Z_HAND)
            self._all[slot] = piece
        if piece not in self._wired:  # one that lay on the table before, as an old veto, comes here, too
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
        """The first click picks, the second plays; Enter plays at once, for the focus has picked.

        A card that may not be played answers the first click, by what the table says to it.
        """
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
        self._all[slot].go(Spot(spot.at - rise, spot.turn), ms=min(90, self._surface.studio.motion_ms))


class HandTools(QObject):
    """The buttons at the right end of the hand's strip: sort it the other way, and take back what was picked
    or done; each there only while it does something."""

    sort_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self.sort, self.back = (self._made(surface, icon) for icon in (Icon.SORT, Icon.UNDO))
        self.above_the_hand = QRectF()
        """Place of the sort button above a narrow strip; empty where it stands at its end."""
        self.width = 0.0
        """Width of the strip that the buttons take."""
        self.sort.clicked.connect(self.sort_wanted)
        self.back.clicked.connect(self.back_wanted)

    def lay_out(self, strip: QRectF, unit: float) -> QRectF:
        """Stand at the end of the strip, or above it; what is left of it for the cards."""
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
        """Show the order that a press would sort by, None where there is no other; what one would take back,
        "" for nothing."""
        self.sort.setVisible(sorts_to is not None)
        if sorts_to is not None:
            self.sort.name = f"Sort the hand by {sorts_to}"
        self.back.setVisible(bool(back))
        self.back.name = back

    def _made(self, surface: Surface, icon: Icon) -> Piece:
        piece = Piece(surface.studio, order=HAND_ZONE + 5)
        surface.add(piece, z=Z_BUTTON)
        piece.set_button(True)
        piece.setVisible(False)
        piece.show_look(Look(paint_sign_button, SignButton(icon), corner=0.24), QSizeF(SIDE, SIDE))
        return piece
