"""The table of Coffeehouse Cahoots: piles and combo in the middle, a hand that shows what matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from app.games.board import plate_words
from app.games.cahoots.scene import CAHOOTS_TABLE, KNOWN, MAIN, PLACE, STOCK, TOP, VETO, no_choice
from app.games.cahoots.sheet import endings
from app.games.cahoots.story import CahootsStory, cahoots_story, following, hint, refusal
from app.games.cahoots.words import cahoots_state
from app.games.hand import Sort
from app.games.narrator import listed
from app.games.picks import Seen, seen
from app.games.reason import Reason
from app.games.scene import Piece as Card
from app.games.scene import Plate, Route, Sign, Token, card_at, choice_at, slot_of
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Seat, Slot
from rules.cahoots.actions import DRAW, PASS, STOP, Say
from rules.cahoots.cards import SUIT_LETTERS, suit
from rules.cahoots.course import CahootsPhase
from ui.art.cahoots.faces import patron
from ui.kit.card_table import BACK_KEYS, SORT_KEYS
from ui.kit.game_table import Preferences
from ui.kit.hand import InHand
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HELD, Look, Piece
from ui.kit.plates import PlateLook
from ui.kit.scene_table import SceneTable, by_seat
from ui.kit.standings import Standings, placed
from ui.tables.cahoots.middle import Middle
from ui.tables.cahoots.pieces import HeldPatrons, TaggedPatron, paint_held_patrons, paint_tagged

KEYS: Final[Keys] = (
    ("1 to 9, 0", "pick a card of the hand"),
    ("M", "lay the picked card on the main pile"),
    ("V", "swap the picked card for the veto"),
    ("Enter again", "lay the picked card, if it fits in only one place"),
    ("D", "draw a card"),
    ("S", "stop the combo"),
    ("N", "pass, when nothing can be drawn"),
    ("Esc", "put the picked card back"),
)
_COMBO_MOVES = 1.6
"""Time that a card laid by another player is shown, in moves of a card."""
HELD_ZONE = 61
_CALL_KEYS = {Qt.Key.Key_D: DRAW, Qt.Key.Key_S: STOP, Qt.Key.Key_N: PASS}


class CahootsTable(SceneTable):
    """Shows the scene (`Seen`) and the last events (`CahootsStory`). By itself it only stops a combo that
    cannot grow (`no_choice`)."""

    sorts = (Sort.RANK, Sort.SUIT)

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.story: CahootsStory | None = None
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
        self.allow_choice()
        self.shown = seen(CAHOOTS_TABLE, news.view, names_of(self.info))
        self.story = cahoots_story(cahoots_state(news.view), self.story, news.events)
        self._show(self.shown, self.story)
        if (action := no_choice(news.view)) is not None:
            self.choose(action)
        others = [laid for laid in self.story.laid if laid.seat != self.viewer]
        return self.hold_ms(_COMBO_MOVES) if others else 0

    def arrange(self) -> None:
        self.middle.lay_out(self.places, has_hand=self.viewer is not None)
        self.hand.source = self.middle.stock_at
        self.lay_hand(self.places.hand, self.places.own)
        if self.shown is not None and self.story is not None:
            self._show(self.shown, self.story)

    def show_working(self, working: Working) -> None:
        """Show the progress of the shuffle and the deal above the piles."""
        phases = (CahootsPhase.SHUFFLE, CahootsPhase.DEAL, CahootsPhase.RECYCLE)
        if self.shown is None or self.story is None or self.story.state.phase not in phases:
            return
        if working.entries:
            self.middle.say(f"{self.shown.scene.note}: {working.checked} of {working.entries} checked")

    def sheet(self) -> QWidget | None:
        """Return the ranking, for the end of the game."""
        outcome = None if self.story is None else self.story.state.outcome()
        if self.shown is None or outcome is None:
            return None
        lines = placed(outcome, self.shown.names, endings(self.shown.scene), self.animal)
        return Standings(lines, self.preferences.theme, scale=self.preferences.scale)

    def piece_at(self, at: Token) -> Piece | None:
        for pile, piece in self.middle.piles.items():
            if at == self._token(pile):
                return piece
        return self.middle.stock if at == STOCK else super().piece_at(at)

    def keys(self) -> Keys:
        return (*KEYS, *SORT_KEYS, *BACK_KEYS)

    def _show(self, table: Seen, story: CahootsStory) -> None:
        plates = by_seat(table)
        spoken = [plate_words(plate, table.view.seat) for plate in plates]
        self.show_plates(map(self._plate, plates), spoken, [0] * len(plates))
        self._show_hands(table, plates)
        self._show_hand(table, story)
        self.middle.show(table, story)
        self._sweep(table, story)
        self._show_targets(table, story)

    def _plate(self, plate: Plate) -> PlateLook:
        place = plate.figure(PLACE)
        return replace(
            self.plate_of(plate),
            line=plate.told[0] if plate.told else str(Sign.GONE),
            tag=_tag(plate, is_viewer=plate.seat == self.viewer),
            badge="" if place is None else place.value,
            is_leading=place is not None and place.value == "1st",
        )

    def _show_hands(self, table: Seen, plates: Sequence[Plate]) -> None:
        for plate in plates:
            piece, box = self._hands[plate.seat], self.places.seats[self.place(plate.seat)].held
            zone = table.scene.zone(f"{KNOWN} {plate.seat}")
            cards = () if zone is None else zone.pieces
            known = tuple(patron(card.face) for card in cards if card.face is not None)
            has_cards = bool(plate.held or known)
            piece.setVisible(has_cards and not box.isEmpty() and plate.seat != self.viewer)
            if piece.isVisible():
                look = Look(paint_held_patrons, HeldPatrons(plate.held, known))
                piece.show_look(look, box.size().toSize().toSizeF())
                everybody = f"; everybody knows {listed([card.name for card in cards])}" if cards else ""
                piece.name = f"cards of {plate_words(plate, table.view.seat)}{everybody}"
                piece.go(Spot(box.center()), ms=0)

    def _sweep(self, table: Seen, story: CahootsStory) -> None:
        """Remove cards that have left the piles: an old veto goes to the hand that took it, a finished combo
        as a whole onto the main pile."""
        wanted = {slot_of(card.at) for card in table.hand}
        wanted |= {card.slot for card in story.combo.cards} if story.combo else set()
        takers: dict[int, Seat] = {}
        for zone in table.scene.zones:
            if zone.key == VETO:
                wanted.add(slot_of(zone.pieces[0].at))
            elif zone.key.startswith(KNOWN) and zone.seat is not None:
                takers.update(dict.fromkeys((slot_of(card.at) for card in zone.pieces), zone.seat))
        for slot in [slot for slot in self.cards if slot not in wanted]:
            self.hand.release(slot)
            taker = takers.get(slot)
            to = Spot(self.middle.main_at) if taker is None else Spot(self.held_at(taker), size=0.4)
            self.drop_card(slot, to=to)

    def _show_hand(self, table: Seen, story: CahootsStory) -> None:
        picked = self.held_card(self.hand.picked_slot)
        next_ones = () if picked is None else following(table, story, picked)
        self.hand.show(
            [_in_hand(table, card, is_next=card in next_ones) for card in _in_order(table.hand, self.sort)],
            is_active=bool(table.routes.whole),
        )

    def _show_targets(self, table: Seen, story: CahootsStory) -> None:
        """Mark the piles that the picked card may be laid on, and say what it would do there."""
        picked = self.held_card(self.hand.picked_slot)
        ends = () if picked is None else table.ends(picked.at)
        self.middle.mark([pile for pile in (MAIN, VETO) if self._token(pile) in ends])
        self.middle.say(hint(table, story, None if picked is None else picked.at))

    # -- told by the player --------------------------------------------------------------------

    def _token(self, pile: str) -> Token:
        """Return the token of a pile as a target for a card."""
        zone = None if self.shown is None or pile == MAIN else self.shown.scene.zone(VETO)
        return TOP if zone is None else zone.pieces[0].at

    def _picked(self, _slot: int) -> None:
        self.bubble.hide()
        if self.shown is not None and self.story is not None:
            self._show_hand(self.shown, self.story)
            self._show_targets(self.shown, self.story)

    def _hovered(self, slot: int, over: bool) -> None:
        """Say what the card under the pointer would do, unless a card is picked."""
        if (
            self.shown is not None
            and self.story is not None
            and self.held_card(self.hand.picked_slot) is None
        ):
            self.middle.say(hint(self.shown, self.story, card_at(Slot(slot)) if over else None))

    def _played(self, slot: int, at: QPointF | None) -> None:
        """Play a card to the pile it was dragged to, or to its only pile; with two piles, pick it or ask."""
        card = self.held_card(slot)
        if self.shown is None or card is None or self.is_choosing:
            self.hand.settle()
            return
        ends = self.shown.ends(card.at)
        if at is not None:
            pile = self.middle.pile_at(at)
            if pile is None:
                self.hand.settle()
                return
            self.lay(card, self._token(pile))
        elif len(ends) > 1 and self.hand.picked_slot != slot:
            self.hand.pick(slot)
        elif len(ends) > 1:
            self.refuse(
                Reason(f"Lay {card.name} on the main pile (M), or swap it for the veto (V)?"),
                self.cards[slot],
            )
        else:
            self.lay(card, ends[0] if ends else TOP)

    def why_nowhere(self, table: Seen, route: Route) -> Reason | None:
        return refusal(table, route)

    def _lay_picked(self, pile: str) -> None:
        card = self.held_card(self.hand.picked_slot)
        if self.shown is None or self.is_choosing:
            return
        if card is None:
            self.refuse(Reason("Choose a card from your hand first, then the pile."), self.middle.piles[pile])
        else:
            self.lay(card, self._token(pile))

    def _call(self, call: Say) -> None:
        if not self.is_choosing:
            self.go((choice_at(call),), self.middle.buttons[call])

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key in _CALL_KEYS:
            self._call(_CALL_KEYS[Qt.Key(key)])
        elif key in (Qt.Key.Key_M, Qt.Key.Key_V):
            self._lay_picked(MAIN if key == Qt.Key.Key_M else VETO)
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)


def _tag(plate: Plate, *, is_viewer: bool) -> str:
    """Return the words of the plate's tab while it is that seat's turn."""
    if not is_viewer:
        return plate.doing.capitalize()
    return {"": "", "to play": "You play", "combo": "Your combo"}.get(plate.doing, "You draw")


def _in_order(hand: Sequence[Card], sort: Sort | None) -> Sequence[Card]:
    """Return the hand in the chosen order: by number, as in the scene, or by drinker and then by number."""
    if sort is not Sort.SUIT:
        return hand
    return sorted(hand, key=lambda card: len(SUIT_LETTERS) if card.face is None else suit(card.face))


def _in_hand(table: Seen, card: Card, *, is_next: bool) -> InHand:
    slot, spoken = slot_of(card.at), table.spoken(card)
    if card.face is None:
        return InHand(slot, Look(paint_held_patrons, HeldPatrons(1)), spoken, is_lit=False)
    tagged = TaggedPatron(patron(card.face), "next" if is_next else card.tag, Sign.KNOWN in card.signs)
    return InHand(
        slot,
        Look(paint_tagged, tagged, shade=True),
        spoken,
        about=card.about,
        is_lit=bool(table.ends(card.at)),
    )
