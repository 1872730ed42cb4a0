"""Plump's table: cards in the middle by seat, bids to press, ticks against bids on the plates."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from app.games.board import counted
from app.games.hand import Sort
from app.games.plump.screen import (
    BIDDING,
    DEALING,
    PLAYING,
    LaidCard,
    PlumpHandCard,
    PlumpScreen,
    SeatScreen,
    in_order,
    plump_screen,
    rest_moves,
)
from app.games.plump.sheet import PlumpSheet, plump_sheet, standings
from app.messages import Advanced, StepKind, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from ui.art.cards.faces import playing_card
from ui.art.cards.playing_cards import paint_card
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.art.pieces.backs import paint_back
from ui.art.pieces.chips import Chip, paint_chip
from ui.kit.card_table import BACK_KEYS, SORT_KEYS, CardTable
from ui.kit.dressing import (
    Pile,
    Ribbon,
    TableButton,
    TableWords,
    paint_button,
    paint_own_hidden,
    paint_pile,
    paint_ribbon,
    paint_words,
    ribbon_width,
)
from ui.kit.game_table import Manner
from ui.kit.hand import InHand
from ui.kit.motion import Spot
from ui.kit.overlay import Overlay
from ui.kit.pieces import Z_BUTTON, Z_HELD, Z_LAID, Look, Piece
from ui.kit.plates import Pips, PlateLook
from ui.kit.standings import Placed, Result, Standings
from ui.tables.plump.bids import BidRow
from ui.tables.plump.sheet import PlumpSheetView

KEYS: Keys = (
    ("Left, Right", "another card or bid"),
    ("Enter or Space", "play it"),
    ("1 to 9, 0", "pick the bid, or the first to the tenth card"),
    ("T", "the last tick"),
    ("S", "the protocol sheet"),
)
BUTTON_ZONE, WORDS_ZONE = 40, 70
_DECK_STEPS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.SPLIT, StepKind.VOUCH),
    *(StepKind.MIX, StepKind.SHARES),
)


class PlumpTable(CardTable):
    """Shows `PlumpScreen`s. Nothing is decided here: the screen says what is lit, forbidden and why."""

    is_one_way = True
    sorts = (Sort.SUIT, Sort.RANK)

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(info, manner, parent)
        self.shown: PlumpScreen | None = None
        self._taker: int | None = None
        self._shows_last = False
        self._chips: dict[int, Piece] = {}
        self.overlay: Overlay | None = None
        self.sheet_view: PlumpSheetView | None = None
        self._deck = self.new_piece(WORDS_ZONE, Z_HELD)
        self._title = self.new_piece(WORDS_ZONE, Z_HELD)
        self._takes = self.new_piece(WORDS_ZONE, Z_BUTTON)
        self._sheet_button = self._button(self.toggle_sheet)
        self._last_button = self._button(self.toggle_last_tick)
        self.bid_row = BidRow(self.surface)
        self.bid_row.chosen.connect(self._bid)
        self.hand.played.connect(self._play)
        self.surface.keyed.connect(self._key)

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.shown
        self._taker = before.taker if before is not None else None
        self.chosen_nothing()
        self._shows_last = False
        self.shown = plump_screen(news.view, names_of(self.info), before)
        self._show(self.shown)
        return self.hold_ms(rest_moves(before, self.shown))

    def arrange(self) -> None:
        self.surface.show_cloth(self.oval_cloth())
        self.hand.source = self.places.middle.center()
        self.lay_hand(self.places.hand, self.places.own)
        self._place_buttons()
        if self.overlay is not None:
            self.overlay.fit()
        if self.shown is not None:
            self._show(self.shown)

    def show_working(self, working: Working) -> None:
        """Say quietly how far the shuffle is."""
        screen = self.shown
        if screen is None or screen.phase != DEALING or working.step not in _DECK_STEPS:
            return
        done = f"{working.checked} of {counted(working.entries, 'proof')} checked" if working.entries else ""
        self._draw_title(screen.title, done or screen.note)

    def _show(self, screen: PlumpScreen) -> None:
        self.show_plates(
            [self._plate(seat) for seat in screen.seats],
            [seat.spoken for seat in screen.seats],
            [0 if seat.is_viewer else seat.cards for seat in screen.seats],
        )
        self._show_cards(screen)
        self._show_chips(screen)
        self._show_words(screen)
        self.bid_row.show(
            () if self.is_choosing else screen.bids, self.places, beside=self.tools.above_the_hand
        )
        self._place_buttons()
        if self.sheet_view is not None and self.sheet_view.sheet != self._paper(screen):
            self.sheet_view.show_sheet(self._paper(screen))

    def _plate(self, seat: SeatScreen) -> PlateLook:
        guest = self.info.guests[seat.seat]
        tag = (
            ""
            if not seat.is_turn
            else f"You {seat.doing.removeprefix('to ')}"
            if seat.is_viewer
            else seat.doing.capitalize()
        )
        pips = Pips(seat.bid, seat.ticks) if seat.bid is not None else None
        return PlateLook(
            seat.seat,
            seat.name,
            line=seat.score_line if pips is None else "",
            score=str(seat.total),
            tag=tag,
            is_bot=guest.bot,
            is_dealer=seat.is_dealer,
            is_gone=seat.is_gone,
            is_leading=seat.is_leading,
            pips=pips,
            badge=seat.result.words if seat.result else "",
            badge_is_good=not (seat.result and seat.result.is_plump),
        )

    def _show_cards(self, screen: PlumpScreen) -> None:
        tick = screen.last_tick if self._shows_last else screen.tick
        hand = {card.slot for card in screen.hand}
        foreheads = {seat.forehead[0] for seat in screen.seats if seat.forehead and not seat.is_viewer}
        wanted = hand | {card.slot for card in tick} | foreheads
        for slot in [slot for slot in self.cards if slot not in wanted]:
            self.hand.release(slot)
            self.drop_card(slot, to=self._way_out())
        self.hand.show(
            [_in_hand(card) for card in in_order(screen.hand, self.sort)],
            is_active=screen.is_own_turn and screen.phase == PLAYING,
        )
        for seat in screen.seats:
            if seat.forehead is not None and not seat.is_viewer:
                self._lay_forehead(seat, *seat.forehead)
        for place, card in enumerate(tick):
            self._lay(card, place, is_over=screen.taker is not None or self._shows_last)

    def _way_out(self) -> Spot | None:
        """Where the cards of a finished tick go: to whoever took it."""
        return None if self._taker is None else Spot(self.held_at(self._taker), size=0.35)

    def _lay(self, card: LaidCard, place: int, *, is_over: bool) -> None:
        if card.slot in self.cards:
            self.hand.release(card.slot)
        piece = self.card(card.slot, born_at=self.held_at(card.seat))
        self.resize_card(piece, Look(paint_card, playing_card(card.face), shade=True), self.places.laid)
        piece.name = f"{card.name}, by {self.info.guests[card.seat].nick}"
        piece.order = 30
        piece.setZValue(Z_LAID + place * 0.1)
        piece.show_mark(Mark.SELECTED if is_over and card.is_best else None)
        piece.go(Spot(self.places.seats[self.place(card.seat)].laid))

    def _lay_forehead(self, seat: SeatScreen, slot: int, face: int | None) -> None:
        look = (
            Look(paint_back, None, shade=True)
            if face is None
            else Look(paint_card, playing_card(face), shade=True)
        )
        piece = self.card(slot, born_at=self.places.middle.center())
        self.resize_card(piece, look, self.places.laid)
        piece.name = seat.spoken
        piece.setZValue(Z_LAID)
        piece.go(Spot(self.places.seats[self.place(seat.seat)].laid))

    def _show_chips(self, screen: PlumpScreen) -> None:
        """Bids lie as chips before the seats until the first card is played; on the open cards of a
        round of one card."""
        shown = {
            seat.seat: seat.bid for seat in screen.seats if seat.bid is not None and screen.phase == BIDDING
        }
        for seat in [seat for seat in self._chips if seat not in shown]:
            self.surface.remove(self._chips.pop(seat))
        laid = self.places.laid
        side = round(min(64 * self.places.unit, laid.width() * (0.5 if screen.is_forehead else 1.0)))
        aside = QPointF(laid.width() * 0.42, -laid.height() * 0.42) if screen.is_forehead else QPointF()
        for seat, bid in shown.items():
            piece = self._chips.get(seat)
            if piece is None:
                piece = self._chips[seat] = self.new_piece(WORDS_ZONE, Z_BUTTON - 5)
                piece.setPos(self.held_at(seat))
            piece.show_look(
                Look(paint_chip, Chip(str(bid), seat), shade=True, corner=0.5), QSizeF(side, side)
            )
            piece.name = f"{self.info.guests[seat].nick} bids {bid}"
            piece.go(Spot(self.places.seats[self.place(seat)].laid + aside))

    def _show_words(self, screen: PlumpScreen) -> None:
        self._draw_title(screen.title, screen.note)
        self._show_deck(screen)
        if screen.phase == DEALING and not screen.tick:
            self._say_middle((screen.note,))
        elif (self._shows_last or screen.taker is not None) and screen.tick:
            self._say_taker(screen)
        else:
            self._takes.setVisible(False)

    def _draw_title(self, title: str, note: str) -> None:
        box = self.places.words
        size = QSizeF(round(box.width()), round(box.height()))
        self._title.name = ", ".join(part for part in (title, note) if part)
        self._title.show_look(Look(paint_words, TableWords((title, note), is_boxed=True)), size)
        self._title.go(Spot(box.center()), ms=0)

    def _show_deck(self, screen: PlumpScreen) -> None:
        self._deck.setVisible(screen.undealt > 0)
        if self._deck.isVisible():
            box = self._deck_box()
            self._deck.show_look(Look(paint_pile, Pile(screen.undealt)), box.size())
            self._deck.name = f"{screen.undealt} cards are not dealt"
            self._deck.go(Spot(box.center()), ms=0)

    def _say_taker(self, screen: PlumpScreen) -> None:
        """A ribbon across the foot of the card that takes the tick."""
        tick = screen.last_tick if self._shows_last else screen.tick
        taker = next((card.seat for card in tick if card.is_best), None)
        if taker is None:
            return
        who = "You take" if taker == self.viewer else f"{self.info.guests[taker].nick} takes"
        words = "Your last tick" if self._shows_last and taker == self.viewer else f"{who} it"
        laid = self.places.laid
        high = round(max(26 * self.places.unit, laid.height() * 0.16))
        size = QSizeF(max(round(laid.width() * 1.16), ribbon_width(words, high, self.studio.letters)), high)
        self._takes.show_look(Look(paint_ribbon, Ribbon(words), corner=0.3), size)
        self._takes.name = f"{who} the tick"
        at = self.places.seats[self.place(taker)].laid + QPointF(0, laid.height() * 0.36)
        self._takes.go(Spot(at), ms=0)
        self._takes.setVisible(True)

    def _say_middle(self, lines: tuple[str, ...]) -> None:
        unit, middle = self.places.unit, self.places.middle
        shown = tuple(line for line in lines if line)
        size = QSizeF(
            round(min(middle.width() * 0.9, 300 * unit)), round((38 if len(shown) < 2 else 56) * unit)
        )
        self._takes.show_look(Look(paint_words, TableWords(shown, is_boxed=True)), size)
        self._takes.name = ", ".join(shown)
        self._takes.go(Spot(middle.center()), ms=0)
        self._takes.setVisible(True)

    # -- places --------------------------------------------------------------------------------

    def _deck_box(self) -> QRectF:
        """The undealt cards lie beside the tick; where many sit, in the empty lower row."""
        laid, middle = self.places.laid, self.places.middle
        first = min(place.laid.x() for place in self.places.seats) - laid.width() / 2
        wide = min(laid.width() * 0.8, (first - middle.left()) * 0.72)
        at = QPointF(first - wide * 0.7, middle.center().y())
        if wide < 40 * self.places.unit:
            wide = laid.width() * 0.7
            own = self.places.seats[0].laid
            at = QPointF(own.x() - laid.width() * 1.15, own.y())
        return QRectF(round(at.x() - wide / 2), round(at.y() - wide * 0.7), round(wide), round(wide * 1.4))

    def _place_buttons(self) -> None:
        buttons, unit = self.places.buttons, self.places.unit
        high = min(46 * unit, (buttons.height() - 6 * unit) / 2)
        for row, piece in enumerate((self._sheet_button, self._last_button)):
            bottom = buttons.bottom() - (1 - row) * (high + 6 * unit)
            box = QRectF(buttons.left(), bottom - high, buttons.width(), high)
            button = (
                TableButton(Icon.RECORDS, "Protocol", "S")
                if row == 0
                else TableButton(Icon.EYE, "Last tick", "T", self._shows_last)
            )
            piece.show_look(
                Look(paint_button, button, corner=0.24), QSizeF(round(box.width()), round(box.height()))
            )
            piece.name = "Protocol sheet" if row == 0 else "Show the last tick"
            piece.setOpacity(1.0 if row == 0 or (self.shown and self.shown.last_tick) else 0.5)
            piece.go(Spot(box.center()), ms=0)

    def _button(self, press: object) -> Piece:
        piece = self.new_piece(BUTTON_ZONE, Z_BUTTON)
        piece.set_button(True)
        piece.clicked.connect(press)
        return piece

    # -- told by the player --------------------------------------------------------------------

    def toggle_sheet(self) -> None:
        """Show the protocol sheet over the table, or put it away."""
        if self.shown is None:
            return
        if self.overlay is None:
            view = PlumpSheetView(self._paper(self.shown), self.manner.theme, scale=self.manner.scale)
            self.overlay = Overlay("Protocol", view, self.studio.theme, self)
            self.overlay.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
            self.sheet_view = view
        if self.overlay.isHidden():
            self.overlay.bring()
        else:
            self.overlay.put_away()

    def keys(self) -> Keys:
        return (*KEYS, *SORT_KEYS, *BACK_KEYS)

    def sheet(self) -> QWidget | None:
        """The result and the protocol, for the end of the game."""
        if self.shown is None or self.shown.outcome is None:
            return None
        names, theme, scale = names_of(self.info), self.manner.theme, self.manner.scale
        placed = [
            Placed(
                each.rank,
                each.seat,
                each.name,
                str(each.score),
                each.spoken,
                animal=self.animal(each.seat),
            )
            for each in standings(self.shown.outcome, names)
        ]
        paper = PlumpSheetView(self._paper(self.shown), theme, scale=scale)
        return Result(Standings(placed, theme, scale=scale), paper)

    def _paper(self, screen: PlumpScreen) -> PlumpSheet:
        return plump_sheet(screen.sheet, names_of(self.info))

    def toggle_last_tick(self) -> None:
        """Show the tick taken last, or what lies on the table."""
        if self.shown is not None and self.shown.last_tick:
            self._shows_last, self._taker = not self._shows_last, None
            self._show(self.shown)

    def put_down(self) -> None:
        super().put_down()
        self.bid_row.hide()

    def _bid(self, ticks: int) -> None:
        choice = self.shown.bids[ticks] if self.shown is not None and ticks < len(self.shown.bids) else None
        if choice is None or self.is_choosing:
            return
        if choice.why is not None:
            self._refuse(choice.why.text, choice.why.rule, self.bid_row.discs[ticks])
            return
        self.choose(choice.action)

    def _play(self, slot: int, _at: QPointF | None) -> None:
        card = next((card for card in self.shown.hand if card.slot == slot), None) if self.shown else None
        if card is None or self.is_choosing:
            self.hand.settle()
            return
        if card.why is not None or card.action is None:
            self.hand.settle()
            if card.why is not None:
                self._refuse(card.why.text, card.why.rule, self.cards[slot])
            return
        self.hand.pick(-1)
        self.cards[slot].go(Spot(self.places.seats[0].laid))
        self.choose(card.action)

    def _refuse(self, text: str, rule: str, tried: Piece) -> None:
        self.bubble.say(text, rule, over=tried, unit=self.places.unit)
        self.why_not.emit(text)

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key == Qt.Key.Key_T:
            self.toggle_last_tick()
        elif key == Qt.Key.Key_S:
            self.toggle_sheet()
        elif key == Qt.Key.Key_Escape:
            self.hand.pick(-1)
            self.hurry()
        elif text.isdigit() and self.shown is not None:
            if self.shown.bids:
                self.bid_row.pick(int(text))
            else:
                self.hand.pick_nth((int(text) - 1) % 10)


def _in_hand(card: PlumpHandCard) -> InHand:
    look = (
        Look(paint_own_hidden, None, shade=True)
        if card.face is None
        else Look(paint_card, playing_card(card.face), shade=True)
    )
    name = f"{card.name}, playable" if card.is_lit else card.name
    return InHand(card.slot, look, name, about=card.why.text if card.why else "", is_lit=card.is_lit)
