"""Matriculation's table: a row of four piles for each player, the score sheet, deck, discards, the hand."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.board_model import counted
from app.keys_model import Keys
from app.matriculation_model import card_title
from app.matriculation_sheet_model import results
from app.matriculation_table_model import (
    DISCARDS,
    Choice,
    DeskScreen,
    HandCard,
    MatriculationScreen,
    matriculation_screen,
)
from app.messages import Advanced, TableInfo, Working
from app.reason_model import Reason
from app.seats_model import names_of
from rules.api import Action, Seat
from rules.matriculation.actions import Discard, Pass
from rules.matriculation.course import Phase
from ui.art.backs import Back, paint_back
from ui.art.faces import study
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.art.matriculation import paint_study
from ui.art.meters import hours_meter
from ui.art.places import PileSign, Place, paint_place
from ui.table.card_table import CardTable
from ui.table.dressing import Pile, TableButton, Words, paint_button, paint_pile, paint_words
from ui.table.game_table import Manner
from ui.table.geometry import CardTableLayout
from ui.table.hand import InHand
from ui.table.matriculation_pieces import SheetLook, paint_sheet
from ui.table.matriculation_places import MatriculationPlaces, matriculation_places
from ui.table.matriculation_row import Row
from ui.table.motion import Spot
from ui.table.pieces import Z_BUTTON, Z_HELD, Z_LAID, Look, Piece
from ui.table.plates import PlateLook
from ui.table.standings import Placed, Standings

PILE_ZONE, BUTTON_ZONE, WORDS_ZONE = 36, 40, 70
KEYS: Final[Keys] = (
    ("1 to 8", "pick a card of the hand"),
    ("Arrows, then Enter", "to a player's row, and lay the picked card there"),
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
        self._is_choosing = False
        self.rows = [Row(self) for _ in info.guests]
        for seat, row in enumerate(self.rows):
            row.pressed.connect(partial(self._lay_picked, Seat(seat)))
        self._sheet = self.new_piece(WORDS_ZONE, Z_HELD)
        self._deck = self.new_piece(PILE_ZONE + 1, Z_HELD)
        self._words = self.new_piece(WORDS_ZONE, Z_HELD)
        self.discards = self.new_piece(PILE_ZONE, Z_HELD)
        self.discards.set_button(True)
        self.discards.clicked.connect(partial(self._lay_picked, DISCARDS))
        self._top: Piece | None = None
        self._top_count = 0
        self.buttons = [self._button(place) for place in range(5)]
        self._offers: tuple[tuple[str, Choice | None], ...] = ()
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
        before, self._is_choosing = self.shown, False
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
        self.hand.lay_out(self.places.hand, self.places.own)
        if self.shown is not None:
            self._show(self.shown)
            for piece in self.surface.pieces():
                piece.go(piece.motion.target, ms=0)

    def show_working(self, working: Working) -> None:
        """Say quietly how far the shuffle is."""
        screen = self.shown
        if screen is not None and screen.phase in (Phase.SHUFFLE, Phase.DEAL) and working.entries:
            self._say((screen.note, f"{working.checked} of {working.entries} proofs checked"))

    def sheet(self) -> QWidget | None:
        """The result, and every hand with its sums, for the end of the game."""
        if self.shown is None or self.shown.outcome is None:
            return None
        theme, scale = self.studio.theme, self.manner.scale
        found = results(self.shown.outcome, self.shown.sheet.names)
        placed = [Placed(each.rank, each.seat, each.name, str(each.points), each.spoken) for each in found]
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Standings(placed, theme, scale=scale), 2)
        row.addWidget(SheetPage(self.shown, self.manner), 3)
        return both

    def keys(self) -> Keys:
        return KEYS

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
            is_active=screen.is_own_turn and screen.phase in (Phase.PLAY, Phase.DRY),
        )
        for desk in screen.desks:
            self.rows[desk.seat].show(
                desk, last=screen.last, born_at=came_from, discards=self.spots.discards.center()
            )
        self._show_piles(screen, came_from)
        self._show_sheet(screen)
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

    def _show_piles(self, screen: MatriculationScreen, came_from: QPointF) -> None:
        self._deck.show_look(
            Look(paint_pile, Pile(screen.deck_left))
            if screen.deck_left
            else Look(paint_place, Place(PileSign.STOCK, "Empty")),
            self.spots.deck.size(),
        )
        self._deck.name = f"Deck: {counted(screen.deck_left, 'card')}"
        self._deck.go(Spot(self.spots.deck.center()), ms=0)
        self.discards.show_look(
            Look(paint_place, Place(PileSign.DISCARD, "Discards")), self.spots.discards.size()
        )
        top = f", {card_title(screen.discards[-1])} on top" if screen.discards else ""
        self.discards.name = f"Discards: {counted(len(screen.discards), 'card')}{top}"
        self.discards.go(Spot(self.spots.discards.center()), ms=0)
        self._show_top(screen, came_from)
        self._say((f"{screen.deck_left} in the deck", screen.note or f"{len(screen.discards)} discarded"))

    def _show_top(self, screen: MatriculationScreen, came_from: QPointF) -> None:
        if self._top is not None and len(screen.discards) != self._top_count:
            self.surface.remove(self._top)
            self._top = None
        self._top_count = len(screen.discards)
        if not screen.discards:
            return
        if self._top is None:
            self._top = self.new_piece(PILE_ZONE + 1, Z_LAID)
            self._top.setPos(came_from)
        self._top.show_look(
            Look(paint_study, study(screen.discards[-1]), shade=True), self.spots.discards.size()
        )
        self._top.name = f"{card_title(screen.discards[-1])} on the discards"
        is_last = screen.last is not None and screen.last.where == DISCARDS
        self._top.show_mark(Mark.LAST_MOVE if is_last else None)
        self._top.go(Spot(self.spots.discards.center()))

    def _say(self, lines: tuple[str, ...]) -> None:
        box = self.places.words
        self._words.show_look(Look(paint_words, Words(lines)), _whole(box.size()))
        self._words.name = ", ".join(lines)
        self._words.go(Spot(box.center()), ms=0)

    def _show_sheet(self, screen: MatriculationScreen) -> None:
        lines = screen.sheet.latest
        self._sheet.show_look(
            Look(paint_sheet, SheetLook(screen.title, lines, screen.sheet.names), corner=0.03),
            _whole(self.spots.sheet.size()),
        )
        self._sheet.name = f"Score sheet. {screen.sheet.spoken(lines)}"
        self._sheet.go(Spot(self.spots.sheet.center()), ms=0)

    def _show_targets(self) -> None:
        """Mark where the picked card may be laid, and write it on the buttons."""
        card = self._card(self.hand.picked_slot)
        legal = {choice.where for choice in card.legal} if card is not None else set()
        for seat, row in enumerate(self.rows):
            row.mark(is_target=seat in legal)
        mark = Mark.TARGET if DISCARDS in legal else None
        self.discards.show_mark(mark)
        if self._top is not None and mark is not None:
            self._top.show_mark(None)
        self._show_buttons(card)

    def _show_buttons(self, card: HandCard | None) -> None:
        screen = self.shown
        if screen is None or screen.own_seat is None or not screen.state.hand(screen.own_seat):
            self._offers = ()
        else:
            self._offers = _offers(screen, card)
        box, unit = self.places.buttons, self.places.unit
        gap = 6 * unit
        count = max(2, len(self._offers))
        high = min(46 * unit, (box.height() - gap * (count - 1)) / count)
        for place, piece in enumerate(self.buttons):
            piece.setVisible(place < len(self._offers))
            if place < len(self._offers):
                words, choice = self._offers[place]
                is_on = (choice is not None and choice.why is None) or (
                    choice is None and screen is not None and words == "Pass" and screen.pass_why is None
                )
                self._show_button(piece, words, is_on=is_on)
                bottom = box.bottom() - (len(self._offers) - 1 - place) * (high + gap)
                if piece.look is not None:
                    piece.show_look(piece.look, QSizeF(round(box.width()), round(high)))
                piece.go(Spot(QPointF(box.center().x(), bottom - high / 2)), ms=0)

    def _show_button(self, piece: Piece, words: str, *, is_on: bool) -> None:
        icon, key = (
            (Icon.PASS, "N")
            if words == "Pass"
            else (Icon.REMOVE, "D")
            if words == "Discard"
            else (Icon.TICK, "")
        )
        piece.show_look(Look(paint_button, TableButton(icon, words, key, is_on), corner=0.24), QSizeF(10, 10))
        piece.name = words if is_on else f"{words}, not now"
        piece.show_mark(None, dimmed=not is_on)

    def _button(self, place: int) -> Piece:
        piece = self.new_piece(BUTTON_ZONE, Z_BUTTON)
        piece.set_button(True)
        piece.setVisible(False)
        piece.clicked.connect(partial(self._press, place))
        return piece

    # -- told by the player --------------------------------------------------------------------

    def _card(self, slot: int) -> HandCard | None:
        return next((card for card in self.shown.hand if card.slot == slot), None) if self.shown else None

    def _picked(self, _slot: int) -> None:
        self.bubble.hide()
        self._show_targets()

    def _played(self, slot: int, at: QPointF | None) -> None:
        """A second press on a card plays it if there is one place for it; a drag says where to."""
        card = self._card(slot)
        if card is None or self._is_choosing:
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
        if self.shown is None or self._is_choosing:
            return
        if card is None:
            place = self.discards if where == DISCARDS else self.rows[where].ground
            self._refuse(Reason("Choose a card of your hand first, then its place."), place)
        else:
            self._lay(card, where)

    def _lay(self, card: HandCard, where: Seat) -> None:
        choice = card.choice(where)
        if choice is not None and choice.why is None:
            self.hand.pick(-1)
            self._choose(choice.action)
            return
        self.hand.settle()
        if choice is not None and choice.why is not None:
            self._refuse(choice.why, self.cards[card.slot])

    def _press(self, place: int) -> None:
        if place >= len(self._offers) or self._is_choosing:
            return
        words, choice = self._offers[place]
        at = self.buttons[place]
        if choice is not None and choice.why is None:
            self._lay_picked(choice.where)
        elif choice is not None and choice.why is not None:
            self._refuse(choice.why, at)
        elif words == "Pass":
            self._pass(at)
        else:
            self._refuse(Reason("Choose a card of your hand first."), at)

    def _pass(self, at: Piece) -> None:
        if self.shown is None or self._is_choosing:
            return
        if self.shown.pass_why is None:
            self._choose(Pass())
        else:
            self._refuse(self.shown.pass_why, at)

    def _choose(self, action: Action) -> None:
        self._is_choosing = True
        self.chosen.emit(action)

    def _refuse(self, why: Reason, tried: Piece) -> None:
        self.bubble.say(why.text, why.rule or "how to play", over=tried, unit=self.places.unit)
        self.why_not.emit(str(why))

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key == Qt.Key.Key_D:
            self._lay_picked(DISCARDS)
        elif key == Qt.Key.Key_N:
            self._pass(self.buttons[0] if self._offers else self.discards)
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)


class SheetPage(QWidget):
    """The whole score sheet for the end of the game."""

    def __init__(self, screen: MatriculationScreen, manner: Manner) -> None:
        super().__init__()
        self._look = SheetLook("Score sheet", screen.sheet.whole, screen.sheet.names)
        self._theme = manner.theme
        self.setMinimumHeight(min(520, 90 + 30 * len(self._look.lines)))
        self.setAccessibleName(f"Score sheet. {screen.sheet.spoken(screen.sheet.whole)}")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        paint_sheet(painter, self.rect().toRectF(), self._look, self._theme)
        painter.end()


def _offers(screen: MatriculationScreen, card: HandCard | None) -> tuple[tuple[str, Choice | None], ...]:
    """What the buttons say: the places for the picked card, and the discard; without a deck the pass."""
    last: tuple[str, Choice | None] = ("Discard", card.choice(DISCARDS) if card is not None else None)
    if not screen.deck_left and screen.phase is not Phase.PLAY:
        last = ("Pass", None)
    if card is None:
        return (("Play", None), last)
    plays = [choice for choice in card.offered if not isinstance(choice.action, Discard)]
    return (
        *(
            (
                choice.words.capitalize()
                if choice.where == screen.own_seat
                else f"Play on {screen.desks[choice.where].name}",
                choice,
            )
            for choice in plays
        ),
        last,
    )


def _in_hand(card: HandCard) -> InHand:
    look = (
        Look(paint_back, Back.SHOAL, shade=True)
        if card.face is None
        else Look(paint_study, study(card.face), shade=True)
    )
    return InHand(card.slot, look, card.spoken, about=card.effect, is_lit=card.is_lit)


def _whole(size: QSizeF) -> QSizeF:
    return QSizeF(round(size.width()), round(size.height()))
