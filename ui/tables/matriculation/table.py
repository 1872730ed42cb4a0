"""Matriculation's table: a row of four piles for each player, the score sheet, deck, discards, the hand."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from app.games.matriculation.scene import DISCARDS, TO_DISCARDS
from app.games.matriculation.sheet import MatriculationSheet, score_sheet
from app.games.matriculation.story import (
    TO_PASS,
    UNPICKED,
    MatriculationStory,
    Offer,
    help_words,
    lit_cards,
    matriculation_story,
    offers,
    pile_page,
    places,
)
from app.games.narrator import counted
from app.games.picks import Seen
from app.games.reason import Reason
from app.games.scene import Piece as Card
from app.games.scene import Plate, Token, seat_at, slot_of
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Seat
from rules.matriculation.course import MatriculationPhase
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.art.pieces.backs import paint_back
from ui.kit.card_table import BACK_KEYS
from ui.kit.game_table import Preferences
from ui.kit.geometry import CardTableLayout
from ui.kit.hand import InHand
from ui.kit.overlay import PileView
from ui.kit.pieces import Look, Piece
from ui.kit.plates import PlateLook
from ui.kit.scene_table import SceneTable, by_seat
from ui.kit.standings import Result, Standings, placed
from ui.tables.matriculation.layout import MatriculationPlaces, matriculation_places
from ui.tables.matriculation.row import Row, row_words
from ui.tables.matriculation.side import OfferBar, SheetPage, Side

PILE_ZONE, BUTTON_ZONE, WORDS_ZONE = 36, 40, 70
KEYS: Final[Keys] = (
    ("1 to 8", "pick a card of the hand"),
    ("Arrows, then Enter", "to a player's row, and lay the picked card there"),
    ("The same, with no card picked", "to a pile or the discards, and look through it"),
    ("Enter again", "play the picked card where it belongs"),
    ("D", "discard the picked card"),
    ("N", "pass, once the deck is empty"),
    ("Esc", "put the picked card back"),
)
_OTHERS_MOVES = 1.6
"""Time that another player's move is shown, in moves of a card; the end of a hand is shown much longer."""
_HAND_MOVES = 12.0


class MatriculationTable(SceneTable):
    """Shows the scene (`Seen`) and the last events (`MatriculationStory`); decides nothing."""

    is_one_way = True

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        self.spots: MatriculationPlaces = matriculation_places(QSizeF(1280, 740), len(info.guests))
        super().__init__(info, preferences)
        self.places = self.work_out(QSizeF(1280, 740))
        self.story: MatriculationStory | None = None
        self.rows = [Row(self) for _ in info.guests]
        for seat, row in enumerate(self.rows):
            row.pressed.connect(partial(self._lay_picked, seat_at(Seat(seat))))
            row.looked.connect(lambda pile, seat=seat: self._look_through(f"{pile} {seat}"))
        self.side = Side(self)
        self.side.discards.clicked.connect(self._at_discards)
        self.pile = PileView(self.renderer, lambda face: Look(paint_study, study(face), shade=True), self)
        self.pile.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
        self._open = ""
        self.bar = OfferBar(self)
        self.bar.pressed.connect(self._press)
        self.hand.played.connect(self._played)
        self.hand.picked.connect(self._picked)
        self.surface.keyed.connect(self._key)
        self.arrange()

    def work_out(self, size: QSizeF) -> CardTableLayout:
        self.spots = matriculation_places(
            size,
            len(self.info.guests),
            scale=self.preferences.scale,
            has_hand=self.viewer is not None,
            is_upright=self.is_upright,
        )
        return self.spots.table

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.story
        self.allow_choice()
        self.story = story = matriculation_story(news.view, before, news.events)
        self.shown = story.table(news.view, names_of(self.info))
        self._show(self.shown, story)
        if before is not None and len(story.past) > len(before.past):
            return self.hold_ms(_HAND_MOVES)
        return self.hold_ms(_OTHERS_MOVES) if any(laid.seat != self.viewer for laid in story.laid) else 0

    def arrange(self) -> None:
        for seat, row in enumerate(self.rows):
            row.place(self.spots.rows[self.place(seat)])
        self.hand.source = self.spots.deck.center()
        self.lay_hand(self.places.hand, self.places.own)
        self.pile.fit()
        if self.shown is not None and self.story is not None:
            self._show(self.shown, self.story)

    def show_working(self, working: Working) -> None:
        """Show the progress of the shuffle and the deal below the piles."""
        phases = (MatriculationPhase.SHUFFLE, MatriculationPhase.DEAL)
        if self.shown is None or self.story is None or self.story.state.phase not in phases:
            return
        if working.entries:
            self.side.say((self.shown.scene.note, f"{working.checked} of {working.entries} checked"))

    def sheet(self) -> QWidget | None:
        """Return the result, and every hand with its sums, for the end of the game."""
        outcome = None if self.story is None else self.story.state.outcome()
        if self.shown is None or self.story is None or outcome is None:
            return None
        spoken = [counted(score, "point", none="0") for score in outcome.scores]
        lines = placed(outcome, self.shown.names, list(map(str, outcome.scores)), self.animal, spoken)
        standings = Standings(lines, self.preferences.theme, scale=self.preferences.scale)
        return Result(standings, SheetPage(self._scores(self.shown, self.story), self.preferences))

    def keys(self) -> Keys:
        return (*KEYS, *BACK_KEYS)

    @property
    def next_press(self) -> str:
        card = self.held_card(self.hand.picked_slot)
        if card is not None and self.shown is not None and self.shown.ends(card.at) == (TO_DISCARDS,):
            return "Discard it (D), or choose another card."
        return super().next_press

    def _show(self, table: Seen, story: MatriculationStory) -> None:
        plates = by_seat(table)
        spoken = [row_words(table, plate) for plate in plates]
        self.show_plates(map(self._plate, plates), spoken, [plate.held for plate in plates])
        came_from = self._came_from(story)
        hand = {slot_of(card.at) for card in table.hand}
        for slot in [slot for slot in self.cards if slot not in hand]:
            self.hand.release(slot)
            self.drop_card(slot)
        lit = lit_cards(table)
        self.hand.show(
            [_in_hand(table, card, is_lit=card.at in lit) for card in table.hand],
            is_active=bool(table.routes.whole),
        )
        last = None if story.last is None else story.last.token(table.scene)
        for plate in plates:
            self.rows[plate.seat].show(
                table, plate, last=last, born_at=came_from, discards=self.spots.discards.center()
            )
        scores = self._scores(table, story)
        is_last = last == TO_DISCARDS
        self.side.show(table.scene, scores, self.spots, is_last=is_last, came_from=came_from)
        if self._open and not self.pile.isHidden():
            self.pile.show_page(pile_page(table.scene, self._open))
        self._show_targets()

    def _scores(self, table: Seen, story: MatriculationStory) -> MatriculationSheet:
        return score_sheet(story.lying, story.past, table.names)

    def _came_from(self, story: MatriculationStory) -> QPointF:
        """Return the place that the card just laid came from: a hand; if no card was laid, the deck."""
        if not story.laid:
            return self.spots.deck.center()
        laid = story.laid[-1]
        piece = self.cards.get(laid.slot)
        return self.held_at(laid.seat) if piece is None else piece.pos()

    def _plate(self, plate: Plate) -> PlateLook:
        tag = plate.doing.capitalize()
        if plate.doing and plate.seat == self.viewer:
            tag = "You draw" if plate.doing == "draws" else "You play"
        hours, terms, points = (plate.figure(label) for label in ("hours", "terms", "points"))
        has_meter = hours is None or not self.spots.rows[self.place(plate.seat)].meter.isEmpty()
        return replace(
            self.plate_of(plate),
            score="" if points is None else points.value,
            tag=tag,
            meter=None if has_meter or hours is None else int(hours.value),
            line=str(terms or ""),
        )

    def _show_targets(self) -> None:
        """Mark the targets of the picked card, and name them on the buttons."""
        if self.shown is None:
            return
        card = self.held_card(self.hand.picked_slot)
        ends = () if card is None else self.shown.ends(card.at)
        for seat, row in enumerate(self.rows):
            row.mark(is_target=seat_at(Seat(seat)) in ends)
            pages = {pile: pile_page(self.shown.scene, f"{pile} {seat}") for pile in row.piles}
            row.name_piles(pages, can_look=card is None)
        self.side.mark(is_target=TO_DISCARDS in ends)
        self.bar.show(offers(self.shown, card), self.places, words=help_words(card))

    # -- told by the player --------------------------------------------------------------------

    def _picked(self, _slot: int) -> None:
        self.bubble.hide()
        self._show_targets()

    def _played(self, slot: int, at: QPointF | None) -> None:
        """Play a card to the target it was dragged to, or to the only player it can be played on.

        A card that several players can get, or that can only be discarded, is picked first. If it is picked
        already, or can go nowhere, the table says why it is not played.
        """
        card = self.held_card(slot)
        if self.shown is None or card is None or self.is_choosing:
            self.hand.settle()
            return
        ends = self.shown.ends(card.at)
        plays = [to for to in ends if to != TO_DISCARDS]
        if at is not None:
            to = self._dropped_on(at)
            if to is None:
                self.hand.settle()
            else:
                self.lay(card, to)
        elif len(plays) == 1:
            self.lay(card, plays[0])
        elif ends and self.hand.picked_slot != slot:
            self.hand.pick(slot)  # it has several targets, or can only be discarded
        elif plays:
            self.refuse(Reason(f"Choose who to play {card.name} on."), self.cards[slot])
        elif meant := places(self.shown, card):
            self.lay(card, meant[0])

    def _dropped_on(self, at: QPointF) -> Token | None:
        if self.spots.discards.adjusted(-14, -14, 14, 14).contains(at):
            return TO_DISCARDS
        seats = (Seat(seat) for seat, row in enumerate(self.rows) if row.contains(at))
        return next(map(seat_at, seats), None)

    def _lay_picked(self, to: Token) -> None:
        card = self.held_card(self.hand.picked_slot)
        if self.shown is None or self.is_choosing:
            return
        if card is None:
            grounds = {seat_at(Seat(seat)): row.ground for seat, row in enumerate(self.rows)}
            self.refuse(UNPICKED, grounds.get(to, self.side.discards))
        else:
            self.lay(card, to)

    def _at_discards(self) -> None:
        """Discard the picked card; without one, look through the pile."""
        zone = None if self.shown is None else self.shown.scene.zone(DISCARDS)
        if self.held_card(self.hand.picked_slot) is None and zone is not None and zone.count:
            self._look_through(DISCARDS)
        else:
            self._lay_picked(TO_DISCARDS)

    def _look_through(self, key: str) -> None:
        """Spread out a pile, which everybody may look through at any time."""
        if self.shown is not None:
            self.bubble.hide()
            self._open = key
            self.pile.show_page(pile_page(self.shown.scene, key))

    def _press(self, offer: Offer, button: Piece) -> None:
        """Act on a press of one of the bar's buttons: play the offer, or say why it is not possible."""
        if self.is_choosing:
            return
        if offer.route:
            self.go(offer.route, button)
        elif offer.why is not None:
            self.refuse(offer.why, button)

    def _pass(self) -> None:
        if not self.is_choosing:
            self.go(TO_PASS, self.bar.buttons[0] if self.bar.offers else self.side.discards)

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key == Qt.Key.Key_D:
            self._lay_picked(TO_DISCARDS)
        elif key == Qt.Key.Key_N:
            self._pass()
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)


def _in_hand(table: Seen, card: Card, *, is_lit: bool) -> InHand:
    look = Look(paint_back, None, shade=True)
    if card.face is not None:
        look = Look(paint_study, study(card.face), shade=True)
    spoken = ", ".join(filter(None, (table.spoken(card), card.about)))
    return InHand(slot_of(card.at), look, spoken, about=card.about, is_lit=is_lit)
