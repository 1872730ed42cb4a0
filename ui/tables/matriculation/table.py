"""Matriculation's table: a row of four piles for each player, the score sheet, deck, discards, the hand."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from app.games.board import counted
from app.games.matriculation.desk import DeskScreen
from app.games.matriculation.hand import DISCARDS, UNPICKED, MatriculationHandCard
from app.games.matriculation.piles import pile_page
from app.games.matriculation.screen import (
    MatriculationScreen,
    Offer,
    Pile,
    help_words,
    matriculation_screen,
    offers,
)
from app.games.matriculation.sheet import results
from app.games.reason import Reason
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Seat
from rules.matriculation.actions import MatriculationPass
from rules.matriculation.course import MatriculationPhase
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.art.pieces.backs import paint_back
from ui.art.pieces.meters import hours_meter
from ui.kit.card_table import BACK_KEYS, CardTable
from ui.kit.game_table import Manner
from ui.kit.geometry import CardTableLayout
from ui.kit.hand import InHand
from ui.kit.overlay import PileView
from ui.kit.pieces import Look, Piece
from ui.kit.plates import PlateLook
from ui.kit.standings import Placed, Result, Standings
from ui.tables.matriculation.layout import MatriculationPlaces, matriculation_places
from ui.tables.matriculation.row import Row
from ui.tables.matriculation.side import OfferBar, SheetPage, Side

PILE_ZONE, BUTTON_ZONE, WORDS_ZONE = 36, 40, 70
KEYS: Final[Keys] = (
    ("1 to 8", "pick a card of the hand"),
    ("Arrows, then Enter", "to a player's row, and lay the picked card there"),
    ("The same, with no card picked", "to a pile or the discards, and look through it"),
    ("Enter again", "play the picked card where it belongs"),
    ("D", "discard the picked card"),
    ("N", "pass, once the deck is empty"),
    ("Esc", "let the picked card go"),
)
_OTHERS_MOVES = 1.6
"""How long what somebody else did is looked at, in moves of a card; the end of a hand much longer."""
_HAND_MOVES = 12.0


class MatriculationTable(CardTable):
    """Shows `MatriculationScreen`s. Nothing is decided here: the screen says what is lit and why not."""

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        self.spots: MatriculationPlaces = matriculation_places(QSizeF(1280, 740), len(info.guests))
        super().__init__(info, manner, parent)
        self.places = self.work_out(QSizeF(1280, 740))
        self.shown: MatriculationScreen | None = None
        self.rows = [Row(self) for _ in info.guests]
        for seat, row in enumerate(self.rows):
            row.pressed.connect(partial(self._lay_picked, Seat(seat)))
            row.looked.connect(partial(self._look_through, Seat(seat)))
        self.side = Side(self)
        self.side.discards.clicked.connect(self._at_discards)
        self.pile = PileView(self.studio, lambda face: Look(paint_study, study(face), shade=True), self)
        self.pile.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
        self._open: tuple[Seat, Pile] | None = None
        self.bar = OfferBar(self)
        self.bar.pressed.connect(self._press)
        self.hand.played.connect(self._played)
        self.hand.picked.connect(self._picked)
        self.surface.keyed.connect(self._key)
        self.arrange()

    def work_out(self, size: QSizeF) -> CardTableLayout:
        self.spots = matriculation_places(
            size, len(self.info.guests), scale=self.manner.scale, has_hand=self.viewer is not None
        )
        return self.spots.table

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.shown
        self.chosen_nothing()
        self.shown = screen = matriculation_screen(
            news.view, names_of(self.info), before=before, events=news.events
        )
        self._show(screen)
        if before is not None and len(screen.past) > len(before.past):
            return self.hold_ms(_HAND_MOVES)
        return self.hold_ms(_OTHERS_MOVES) if any(laid.seat != self.viewer for laid in screen.laid) else 0

    def arrange(self) -> None:
        for seat, row in enumerate(self.rows):
            row.place(self.spots.rows[self.place(seat)])
        self.hand.source = self.spots.deck.center()
        self.lay_hand(self.places.hand, self.places.own)
        self.pile.fit()
        if self.shown is not None:
            self._show(self.shown)

    def show_working(self, working: Working) -> None:
        """Say quietly how far the shuffle is."""
        screen = self.shown
        if (
            screen is not None
            and screen.phase in (MatriculationPhase.SHUFFLE, MatriculationPhase.DEAL)
            and working.entries
        ):
            self.side.say((screen.note, f"{working.checked} of {counted(working.entries, 'proof')} checked"))

    def sheet(self) -> QWidget | None:
        """The result, and every hand with its sums, for the end of the game."""
        if self.shown is None or self.shown.outcome is None:
            return None
        theme, scale = self.manner.theme, self.manner.scale
        found = results(self.shown.outcome, self.shown.sheet.names)
        placed = [
            Placed(
                each.rank,
                each.seat,
                each.name,
                str(each.points),
                each.spoken,
                animal=self.animal(each.seat),
            )
            for each in found
        ]
        return Result(Standings(placed, theme, scale=scale), SheetPage(self.shown, self.manner))

    def keys(self) -> Keys:
        return (*KEYS, *BACK_KEYS)

    def _show(self, screen: MatriculationScreen) -> None:
        self.show_plates(
            [self._plate(desk) for desk in screen.desks],
            [desk.spoken for desk in screen.desks],
            [0 if desk.is_viewer else desk.cards for desk in screen.desks],
        )
        came_from = self._came_from(screen)
        hand = {card.slot for card in screen.hand}
        for slot in [slot for slot in self.cards if slot not in hand]:
            self.hand.release(slot)
            self.drop_card(slot)
        self.hand.show(
            [_in_hand(card) for card in screen.hand],
            is_active=screen.is_own_turn
            and screen.phase in (MatriculationPhase.PLAY, MatriculationPhase.DRY),
        )
        for desk in screen.desks:
            self.rows[desk.seat].show(
                desk, last=screen.last, born_at=came_from, discards=self.spots.discards.center()
            )
        self.side.show(screen, self.spots, came_from=came_from)
        if self._open is not None and not self.pile.isHidden():
            self.pile.show_page(pile_page(screen, *self._open))
        self._show_targets()

    def _came_from(self, screen: MatriculationScreen) -> QPointF:
        """Where the card that was laid last was before: in the own hand, or with another player."""
        if not screen.laid:
            return self.spots.deck.center()
        laid = screen.laid[-1]
        piece = self.cards.get(laid.slot)
        return self.held_at(laid.seat) if piece is None else piece.pos()

    def _plate(self, desk: DeskScreen) -> PlateLook:
        tag = "" if not desk.is_turn else desk.doing.capitalize()
        if desk.is_turn and desk.is_viewer:
            tag = "You draw" if desk.doing == "draws" else "You play"
        has_meter = not self.spots.rows[self.place(desk.seat)].meter.isEmpty()
        return PlateLook(
            desk.seat,
            desk.name,
            score=str(desk.total),
            tag=tag,
            is_bot=self.info.guests[desk.seat].bot,
            is_dealer=desk.is_dealer,
            is_gone=desk.is_gone,
            is_leading=desk.is_leading,
            meter=None if has_meter else hours_meter(desk.hours),
            line=counted(len(desk.terms), "term"),
        )

    def _show_targets(self) -> None:
        """Mark where the picked card may be laid, and write it on the buttons."""
        card = self._card(self.hand.picked_slot)
        legal = {choice.where for choice in card.legal} if card is not None else set()
        for seat, row in enumerate(self.rows):
            row.mark(is_target=seat in legal)
            if self.shown is not None:
                pages = {pile: pile_page(self.shown, Seat(seat), pile) for pile in row.piles}
                row.name_piles(pages, can_look=card is None)
        self.side.mark(is_target=DISCARDS in legal)
        if self.shown is not None:
            slot = None if card is None else card.slot
            words = help_words(self.shown, slot)
            self.bar.show(offers(self.shown, slot), self.places, words=words)

    # -- told by the player --------------------------------------------------------------------

    def _card(self, slot: int) -> MatriculationHandCard | None:
        return next((card for card in self.shown.hand if card.slot == slot), None) if self.shown else None

    def _picked(self, _slot: int) -> None:
        self.bubble.hide()
        self._show_targets()

    def _played(self, slot: int, at: QPointF | None) -> None:
        """A second press on a card plays it if there is one place for it; a drag says where to.

        A card that cannot be played is picked by the first press and says why not at the second.
        """
        card = self._card(slot)
        if card is None or self.is_choosing:
            self.hand.settle()
            return
        if at is not None:
            where = self._where(at)
            if where is None:
                self.hand.settle()
            else:
                self._lay(card, where)
            return
        plays = [choice for choice in card.legal if choice.where != DISCARDS]
        if len(plays) == 1:
            self._lay(card, plays[0].where)
        elif plays:
            self._refuse(Reason(f"Choose on whom to play {card.name}."), self.cards[slot])
        elif card.legal and self.hand.picked_slot != slot:
            self.hand.pick(slot)  # it can still be discarded
        else:
            offered = next((choice for choice in card.offered if choice.why is not None), None)
            if offered is not None and offered.why is not None:
                self._refuse(offered.why, self.cards[slot])

    def _where(self, at: QPointF) -> Seat | None:
        if self.spots.discards.adjusted(-14, -14, 14, 14).contains(at):
            return DISCARDS
        return next((Seat(seat) for seat, row in enumerate(self.rows) if row.contains(at)), None)

    def _lay_picked(self, where: Seat) -> None:
        card = self._card(self.hand.picked_slot)
        if self.shown is None or self.is_choosing:
            return
        if card is None:
            place = self.side.discards if where == DISCARDS else self.rows[where].ground
            self._refuse(UNPICKED, place)
        else:
            self._lay(card, where)

    def _at_discards(self) -> None:
        """Discard the picked card; without one, look through the pile."""
        if self._card(self.hand.picked_slot) is None and self.shown is not None and self.shown.discards:
            self._look_through(DISCARDS, Pile.DISCARD)
        else:
            self._lay_picked(DISCARDS)

    def _look_through(self, where: Seat, pile: Pile) -> None:
        """Spread out what lies there; all of it is open to everybody at any time."""
        if self.shown is not None:
            self.bubble.hide()
            self._open = (where, pile)
            self.pile.show_page(pile_page(self.shown, where, pile))

    def _lay(self, card: MatriculationHandCard, where: Seat) -> None:
        choice = card.choice(where)
        if choice is not None and choice.why is None:
            self.hand.pick(-1)
            self.choose(choice.action)
            return
        self.hand.settle()
        if choice is not None and choice.why is not None:
            self._refuse(choice.why, self.cards[card.slot])

    def _press(self, offer: Offer, button: Piece) -> None:
        """A button of the bar was pressed."""
        if self.is_choosing:
            return
        if offer.why is not None:
            self._refuse(offer.why, button)
        elif offer.action is not None:
            self.hand.pick(-1)
            self.choose(offer.action)

    def _pass(self) -> None:
        if self.shown is None or self.is_choosing:
            return
        if self.shown.pass_why is None:
            self.choose(MatriculationPass())
        else:
            self._refuse(self.shown.pass_why, self.bar.buttons[0] if self.bar.offers else self.side.discards)

    def _refuse(self, why: Reason, tried: Piece) -> None:
        self.bubble.say(why.text, why.rule or "how to play", over=tried, unit=self.places.unit)
        self.why_not.emit(str(why))

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key == Qt.Key.Key_D:
            self._lay_picked(DISCARDS)
        elif key == Qt.Key.Key_N:
            self._pass()
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)


def _in_hand(card: MatriculationHandCard) -> InHand:
    look = (
        Look(paint_back, None, shade=True)
        if card.face is None
        else Look(paint_study, study(card.face), shade=True)
    )
    return InHand(card.slot, look, card.spoken, about=card.effect, is_lit=card.is_lit)
