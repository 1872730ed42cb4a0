"""The table of Coffeehouse Cahoots: piles and combo in the middle, a hand that shows what matches."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from app.games.board import counted
from app.games.cahoots.hand import CahootsHandCard, Where, in_order
from app.games.cahoots.screen import (
    CahootsScreen,
    CallOffer,
    SeatScreen,
    cahoots_screen,
    hint,
    place_word,
    results,
)
from app.games.hand import Sort
from app.games.reason import Reason
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Slot
from rules.cahoots.course import CahootsPhase
from ui.art.cahoots.faces import patron
from ui.kit.card_table import BACK_KEYS, SORT_KEYS, CardTable
from ui.kit.game_table import Manner
from ui.kit.hand import InHand
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HELD, Look, Piece
from ui.kit.plates import PlateLook
from ui.kit.standings import Placed, Standings
from ui.tables.cahoots.middle import Middle
from ui.tables.cahoots.pieces import HeldPatrons, TaggedPatron, paint_held_patrons, paint_tagged

KEYS: Final[Keys] = (
    ("1 to 9, 0", "pick a card of the hand"),
    ("M", "lay the picked card on the main pile"),
    ("V", "swap the picked card for the veto"),
    ("Enter again", "lay the picked card where it fits, if there is one place"),
    ("D", "draw a card"),
    ("S", "stop the combo"),
    ("N", "pass, when nothing can be drawn"),
    ("Esc", "let the picked card go"),
)
_COMBO_MOVES = 1.6
"""How long a card that somebody else laid is looked at, in moves of a card."""
HELD_ZONE = 61


class CahootsTable(CardTable):
    """Shows `CahootsScreen`s. Nothing is decided here: the screen says what is lit, offered and why not."""

    sorts = (Sort.RANK, Sort.SUIT)

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(info, manner, parent)
        self.shown: CahootsScreen | None = None
        self._hands = [self.new_piece(HELD_ZONE, Z_HELD) for _ in info.guests]
        self.middle = Middle(self)
        self.middle.pressed.connect(self._lay_picked)
        self.middle.called.connect(self._call)
        self.hand.played.connect(self._played)
        self.hand.picked.connect(self._picked)
        self.hand.hovered.connect(self._hovered)
        self.surface.keyed.connect(self._key)
        self.arrange()

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.shown
        self.chosen_nothing()
        self.shown = screen = cahoots_screen(
            news.view, names_of(self.info), before=before, events=news.events
        )
        self._show(screen)
        if screen.sends is not None:
            self.choose(screen.sends)
        others = [laid for laid in screen.laid if laid.seat != self.viewer]
        return self.hold_ms(_COMBO_MOVES) if others else 0

    def arrange(self) -> None:
        self.middle.lay_out(self.places, has_hand=self.viewer is not None)
        self.hand.source = self.middle.stock_at
        self.lay_hand(self.places.hand, self.places.own)
        if self.shown is not None:
            self._show(self.shown)

    def show_working(self, working: Working) -> None:
        """Say quietly how far a shuffle is."""
        screen = self.shown
        if (
            screen is not None
            and screen.phase in (CahootsPhase.SHUFFLE, CahootsPhase.DEAL, CahootsPhase.RECYCLE)
            and working.entries
        ):
            self.middle.say(
                f"{screen.note}: {working.checked} of {counted(working.entries, 'proof')} checked"
            )

    def sheet(self) -> QWidget | None:
        """The places, for the end of the game."""
        if self.shown is None or self.shown.outcome is None:
            return None
        placed = [
            Placed(each.rank, each.seat, each.name, each.words, each.spoken, animal=self.animal(each.seat))
            for each in results(self.shown)
        ]
        return Standings(placed, self.manner.theme, scale=self.manner.scale)

    def keys(self) -> Keys:
        return (*KEYS, *SORT_KEYS, *BACK_KEYS)

    def _show(self, screen: CahootsScreen) -> None:
        self.show_plates(
            [self._plate(seat) for seat in screen.seats],
            [seat.spoken for seat in screen.seats],
            [0] * len(screen.seats),
        )
        self._show_hands(screen)
        self._sweep(screen)
        self._show_hand(screen)
        self.middle.show(screen)
        self._show_targets()

    def _plate(self, seat: SeatScreen) -> PlateLook:
        tag = _tag(seat)
        badge = place_word(seat.place) if seat.place is not None else ""
        return PlateLook(
            seat.seat,
            seat.name,
            line=seat.line,
            tag=tag,
            is_bot=self.info.guests[seat.seat].bot,
            is_dealer=seat.is_dealer,
            is_gone=seat.is_gone,
            badge=badge,
            is_leading=seat.place == 1,
        )

    def _show_hands(self, screen: CahootsScreen) -> None:
        for seat in screen.seats:
            piece, box = self._hands[seat.seat], self.places.seats[self.place(seat.seat)].held
            known = tuple(patron(face) for _, face in seat.known)
            piece.setVisible(bool(seat.cards) and not box.isEmpty() and not seat.is_viewer)
            if piece.isVisible():
                look = Look(paint_held_patrons, HeldPatrons(seat.cards - len(known), known))
                piece.show_look(look, box.size().toSize().toSizeF())
                piece.name = f"cards of {seat.spoken}"
                piece.go(Spot(box.center()), ms=0)

    def _sweep(self, screen: CahootsScreen) -> None:
        """Take cards away that lie nowhere any more; an old veto goes to the hand that took it."""
        combo = {card.slot for card in screen.combo.cards} if screen.combo else set()
        wanted = {card.slot for card in screen.hand} | combo
        if screen.state.veto is not None:
            wanted.add(screen.state.veto.slot)
        takers = {slot: seat.seat for seat in screen.seats for slot, _ in seat.known}
        for slot in [slot for slot in self.cards if slot not in wanted]:
            self.hand.release(slot)
            taker = takers.get(Slot(slot))
            self.drop_card(slot, to=None if taker is None else Spot(self.held_at(taker), size=0.4))

    def _show_hand(self, screen: CahootsScreen) -> None:
        picked = next((card for card in screen.hand if card.slot == self.hand.picked_slot), None)
        following = picked.next if picked is not None else ()
        self.hand.show(
            [_in_hand(card, is_next=card.slot in following) for card in in_order(screen.hand, self.sort)],
            is_active=screen.is_own_turn and screen.phase in (CahootsPhase.TURN, CahootsPhase.COMBO),
        )

    def _show_targets(self) -> None:
        """Mark the piles that the picked card may be laid on, and say what it would be."""
        screen = self.shown
        if screen is None:
            return
        card = self._card(self.hand.picked_slot)
        legal = [choice.where for choice in card.legal] if card is not None else []
        self.middle.mark(legal)
        self.middle.say(hint(screen, card.slot if card is not None else None))

    # -- told by the player --------------------------------------------------------------------

    def _card(self, slot: int) -> CahootsHandCard | None:
        return next((card for card in self.shown.hand if card.slot == slot), None) if self.shown else None

    def _picked(self, _slot: int) -> None:
        self.bubble.hide()
        if self.shown is not None:
            self._show_hand(self.shown)
            self._show_targets()

    def _hovered(self, slot: int, over: bool) -> None:
        """Say what the card under the pointer would do, unless one is picked."""
        if self.shown is not None and self._card(self.hand.picked_slot) is None:
            self.middle.say(hint(self.shown, Slot(slot) if over else None))

    def _played(self, slot: int, at: QPointF | None) -> None:
        """A second press on a card plays it if there is one way to; a drag says where to."""
        card = self._card(slot)
        if card is None or self.is_choosing:
            self.hand.settle()
            return
        if at is not None:
            where = self.middle.where(at)
            if where is None:
                self.hand.settle()
                return
            self._lay(card, where)
        elif len(card.legal) > 1:
            self._refuse(
                Reason(f"Lay {card.name} on the main pile (M), or swap it for the veto (V)?"),
                self.cards[slot],
            )
        else:
            self._lay(card, card.legal[0].where if card.legal else Where.MAIN)

    def _lay_picked(self, where: Where) -> None:
        card = self._card(self.hand.picked_slot)
        if self.shown is None or self.is_choosing:
            return
        if card is None:
            self._refuse(Reason("Choose a card of your hand first, then the pile."), self.middle.pile(where))
        else:
            self._lay(card, where)

    def _lay(self, card: CahootsHandCard, where: Where) -> None:
        choice = card.choice(where)
        if choice is None or choice.why is not None:
            self.hand.settle()
            if choice is not None and choice.why is not None:
                self._refuse(choice.why, self.cards[card.slot])
            return
        self.hand.pick(-1)
        self.choose(choice.action)

    def _call(self, call: CallOffer) -> None:
        if self.is_choosing:
            return
        if call.why is not None:
            self._refuse(call.why, self.middle.button(call))
        else:
            self.choose(call.action)

    def _refuse(self, why: Reason, tried: Piece) -> None:
        self.bubble.say(why.text, why.rule or "how to play", over=tried, unit=self.places.unit)
        self.why_not.emit(str(why))

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        calls = {Qt.Key.Key_D: "draw", Qt.Key.Key_S: "stop", Qt.Key.Key_N: "pass"}
        if key in calls and self.shown is not None:
            for call in self.shown.calls:
                if str(call.action) == calls[Qt.Key(key)]:
                    self._call(call)
        elif key in (Qt.Key.Key_M, Qt.Key.Key_V):
            self._lay_picked(Where.MAIN if key == Qt.Key.Key_M else Where.VETO)
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)


def _tag(seat: SeatScreen) -> str:
    """What the plate's tab says while it is that seat's turn."""
    if not seat.is_viewer:
        return seat.doing.capitalize()
    return {"": "", "to play": "You play", "combo": "Your combo"}.get(seat.doing, "You draw")


def _in_hand(card: CahootsHandCard, *, is_next: bool) -> InHand:
    if card.face is None:
        return InHand(card.slot, Look(paint_held_patrons, HeldPatrons(1)), card.name, is_lit=False)
    tag = "next" if is_next else card.tag
    look = Look(paint_tagged, TaggedPatron(patron(card.face), tag, card.is_known), shade=True)
    return InHand(card.slot, look, card.spoken, about=card.about, is_lit=bool(card.legal))
