"""Plump's table: cards in the middle by seat, bids to press, ticks against bids on the plates."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from app.games.board import plate_words
from app.games.hand import Sort, place_in_hand, suits_by_turns
from app.games.narrator import counted
from app.games.picks import routes_of
from app.games.plump.scene import (
    BIDS,
    CHIPS,
    DEALING,
    DECK,
    FOREHEADS,
    HAND,
    LAST_TICK,
    NO_BID,
    PLUMP_TABLE,
    PLUMPED,
    TICK,
    plump_scene,
    rest_moves,
    taker,
)
from app.games.plump.sheet import PlumpSheet, plump_sheet
from app.games.plump.words import plump_state
from app.games.scene import Open, Plate, Scene, Sign, Token, card_at, slot_of
from app.games.scene import Piece as Thing
from app.messages import Advanced, StepKind, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Action, Seat, Slot, View
from rules.cards import RANK
from rules.plump.sheet import score_sheet
from ui.art.cards.faces import playing_card
from ui.art.cards.playing_cards import paint_card
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.art.pieces.chips import Chip, paint_chip
from ui.kit import dressing
from ui.kit.card_table import BACK_KEYS, SORT_KEYS, CardTable
from ui.kit.game_table import Preferences
from ui.kit.geometry import BESIDE, laid_columns
from ui.kit.hand import in_hand
from ui.kit.motion import Spot
from ui.kit.overlay import Overlay
from ui.kit.pieces import Z_BUTTON, Z_HELD, Z_LAID, Look, Piece
from ui.kit.plates import Pips, PlateLook
from ui.kit.standings import Result, Standings, placed
from ui.tables.plump.bids import BidRow
from ui.tables.plump.sheet import PlumpSheetView

KEYS: Keys = (
    ("Left, Right", "another card or bid"),
    ("Enter or Space", "play it"),
    ("1 to 9, 0", "pick the bid, or the first to the tenth card"),
    ("T", "the last tick"),
    ("S", "the score sheet"),
)
BUTTON_ZONE, WORDS_ZONE = 40, 70
_DECK_STEPS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.SPLIT, StepKind.VOUCH),
    *(StepKind.MIX, StepKind.SHARES),
)


class PlumpTable(CardTable):
    """Shows the scenes of Plump, which say which cards and bids are lit or forbidden, and why."""

    is_one_way = True
    sorts = (Sort.SUIT, Sort.RANK)

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.shown: Scene | None = None
        self._view: View | None = None
        self._suits: tuple[int, ...] = ()
        """Order of suits in the hand: set when it is dealt, and kept when a suit runs out."""
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
        self.surface.scene().focusItemChanged.connect(self._focus_moved)

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.shown
        self._taker = None if before is None else taker(before)
        self.allow_choice()
        self._shows_last = False
        self._view, self.shown = news.view, plump_scene(news.view, names_of(self.info))
        was = () if before is None else before.pieces(HAND)
        hand = self.shown.pieces(HAND)
        if not {card.at for card in hand} <= {card.at for card in was} or not self._suits:
            self._suits = suits_by_turns(card.look.face for card in hand if isinstance(card.look, Open))
        self._show(self.shown)
        return self.hold_ms(rest_moves(before, self.shown, news.view.seat))

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
        """Show the progress of the shuffle and the deal in the box of the round's words."""
        scene = self.shown
        if scene is None or scene.note not in DEALING or working.step not in _DECK_STEPS:
            return
        done = f"{working.checked} of {working.entries} checked" if working.entries else ""
        self._draw_title(scene.title, done or scene.note)

    def _show(self, scene: Scene) -> None:
        plates = sorted(scene.plates, key=lambda plate: plate.seat)
        spoken = [plate_words(plate, self.viewer) for plate in plates]
        self.show_plates(map(self._plate, plates), spoken, [plate.held for plate in plates])
        self._show_cards(scene)
        self._show_chips(scene)
        self._show_words(scene)
        self.bid_row.show(
            () if self.is_choosing else scene.pieces(BIDS), self.places, beside=self.tools.above_the_hand
        )
        self._place_buttons()
        if self.sheet_view is not None and self.sheet_view.sheet != self._paper():
            self.sheet_view.show_sheet(self._paper())

    def _plate(self, plate: Plate) -> PlateLook:
        bid, ticks, total = (figure.value for figure in plate.figures)
        is_gone, no_bid = Sign.GONE in plate.signs, str(plate.figures[0])
        has_pips = bid != NO_BID and not is_gone
        verb = plate.doing.removeprefix("to ")
        return replace(
            self.plate_of(plate),
            line="" if has_pips else str(Sign.GONE) if is_gone else no_bid,
            score=total,
            tag=plate.doing and (f"You {verb}" if plate.seat == self.viewer else plate.doing.capitalize()),
            pips=Pips(int(bid), int(ticks)) if has_pips else None,
            badge=plate.badge,
            badge_is_good=plate.badge != PLUMPED,
        )

    def _tick(self, scene: Scene) -> tuple[Thing, ...]:
        """Return the cards in the middle: the present tick, or the last one if the player asks for it."""
        return self._last_tick(scene) if self._shows_last else scene.pieces(TICK)

    def _last_tick(self, scene: Scene) -> tuple[Thing, ...]:
        return scene.pieces(LAST_TICK) or (() if taker(scene) is None else scene.pieces(TICK))

    def _show_cards(self, scene: Scene) -> None:
        tick, foreheads, hand = self._tick(scene), scene.pieces(FOREHEADS), self._hand(scene)
        wanted = {card.at for card in (*tick, *foreheads, *hand)}
        for slot in [slot for slot in self.cards if card_at(Slot(slot)) not in wanted]:
            self.hand.release(slot)
            self.drop_card(slot, to=self._way_out())
        shown = [in_hand(slot_of(card.at), _look(card), card) for card in hand]
        self.hand.show(shown, is_active=any(card.is_lit for card in shown))
        for card in foreheads:
            self._lay_forehead(card)
        for place, card in enumerate(tick):
            self._lay(card, place, is_over=taker(scene) is not None or self._shows_last)

    def _hand(self, scene: Scene) -> list[Thing]:
        """Return the hand in the chosen order: by suit, or by rank with the suits in that same order."""
        cards = scene.pieces(HAND)
        seen = [(card, card.look.face) for card in cards if isinstance(card.look, Open)]
        seen.sort(key=lambda each: place_in_hand(each[1], self._suits))
        if self.sort is Sort.RANK:
            seen.sort(key=lambda each: RANK[each[1]])
        return [*(card for card, _ in seen), *(card for card in cards if not isinstance(card.look, Open))]

    def _way_out(self) -> Spot | None:
        """Return the goal of a finished tick's cards: the seat that took it; None if that is not known."""
        return None if self._taker is None else Spot(self.held_at(self._taker), size=0.35)

    def _lay(self, card: Thing, place: int, *, is_over: bool) -> None:
        slot, seat = slot_of(card.at), seat_of(card)
        if slot in self.cards:
            self.hand.release(slot)
        piece = self.card(slot, born_at=self.held_at(seat))
        self.resize_card(piece, _look(card), self.places.laid)
        piece.name = f"{card.name}, by {self.info.guests[seat].nick}"
        piece.order = 30
        piece.setZValue(Z_LAID + place * 0.1)
        piece.show_mark(Mark.SELECTED if is_over and Sign.BEST in card.signs else None)
        piece.go(Spot(self.places.seats[self.place(seat)].laid))

    def _lay_forehead(self, card: Thing) -> None:
        seat = seat_of(card)
        piece = self.card(slot_of(card.at), born_at=self.places.middle.center())
        self.resize_card(piece, _look(card), self.places.laid)
        piece.name = f"{self.info.guests[seat].nick}: {card.name}"
        piece.setZValue(Z_LAID)
        piece.go(Spot(self.places.seats[self.place(seat)].laid))

    def _show_chips(self, scene: Scene) -> None:
        """Show bids as chips while players bid: in front of the seats, or in a round of one card on the
        corners of the cards."""
        shown = {seat_of(chip): chip for chip in scene.pieces(CHIPS)}
        for seat in [seat for seat in self._chips if seat not in shown]:
            self.surface.remove(self._chips.pop(seat))
        laid = self.places.laid
        on_cards = scene.zone(FOREHEADS) is not None
        side = round(min(64 * self.places.unit, laid.width() * (0.5 if on_cards else 1.0)))
        aside = QPointF(laid.width() * 0.42, -laid.height() * 0.42) if on_cards else QPointF()
        for seat, chip in shown.items():
            piece = self._chips.get(seat)
            if piece is None:
                piece = self._chips[seat] = self.new_piece(WORDS_ZONE, Z_BUTTON - 5)
                piece.setPos(self.held_at(seat))
            look = Look(paint_chip, Chip(chip.short, seat), shade=True, corner=0.5)
            piece.show_look(look, QSizeF(side, side))
            piece.name = f"{self.info.guests[seat].nick} bids {chip.short}"
            piece.go(Spot(self.places.seats[self.place(seat)].laid + aside))

    def _show_words(self, scene: Scene) -> None:
        self._draw_title(scene.title, scene.note)
        self._show_deck(scene)
        tick = scene.pieces(TICK)
        if scene.note in DEALING and not tick:
            self._say_middle((scene.note,))
        elif (self._shows_last or taker(scene) is not None) and tick:
            self._say_taker(scene)
        else:
            self._takes.setVisible(False)

    def _draw_title(self, title: str, note: str) -> None:
        look = Look(dressing.paint_words, dressing.TableWords((title, note), is_boxed=True))
        self._title.lay(look, self.places.words, ", ".join(filter(None, (title, note))))

    def _show_deck(self, scene: Scene) -> None:
        deck = scene.zone(DECK)
        self._deck.setVisible(deck is not None)
        if deck is not None:
            look = Look(dressing.paint_pile, dressing.Pile(deck.count))
            self._deck.lay(look, self._deck_box(), f"{deck.note} are not dealt")

    def _say_taker(self, scene: Scene) -> None:
        """Put a ribbon across the foot of the card that takes the tick."""
        seat = next((card.seat for card in self._tick(scene) if Sign.BEST in card.signs), None)
        if seat is None:
            return
        who = "You take" if seat == self.viewer else f"{self.info.guests[seat].nick} takes"
        words = "Your last tick" if self._shows_last and seat == self.viewer else f"{who} it"
        laid = self.places.laid
        high = round(max(26 * self.places.unit, laid.height() * 0.16))
        size = QSizeF(
            max(round(laid.width() * 1.16), dressing.ribbon_width(words, high, self.renderer.letters)), high
        )
        self._takes.show_look(Look(dressing.paint_ribbon, dressing.Ribbon(words), corner=0.3), size)
        self._takes.name = f"{who} the tick"
        at = self.places.seats[self.place(seat)].laid + QPointF(0, laid.height() * 0.36)
        self._takes.go(Spot(at), ms=0)
        self._takes.setVisible(True)

    def _say_middle(self, lines: tuple[str, ...]) -> None:
        unit, middle = self.places.unit, self.places.middle
        shown = tuple(line for line in lines if line)
        size = QSizeF(
            round(min(middle.width() * 0.9, 300 * unit)), round((38 if len(shown) < 2 else 56) * unit)
        )
        self._takes.show_look(Look(dressing.paint_words, dressing.TableWords(shown, is_boxed=True)), size)
        self._takes.name = ", ".join(shown)
        self._takes.go(Spot(middle.center()), ms=0)
        self._takes.setVisible(True)

    # -- places --------------------------------------------------------------------------------

    def _deck_box(self) -> QRectF:
        """Return the place of the undealt cards: beside the tick, or with many players in the lower row."""
        laid, middle = self.places.laid, self.places.middle
        if laid_columns(len(self.places.seats)) > BESIDE:
            wide = laid.width() * 0.7
            own = self.places.seats[0].laid
            at = QPointF(own.x() - laid.width() * 1.15, own.y())
        else:
            first = min(place.laid.x() for place in self.places.seats) - laid.width() / 2
            wide = min(laid.width() * 0.8, (first - middle.left()) * 0.72)
            at = QPointF(first - wide * 0.7, middle.center().y())
        return QRectF(round(at.x() - wide / 2), round(at.y() - wide * 0.7), round(wide), round(wide * 1.4))

    def _place_buttons(self) -> None:
        buttons, unit = self.places.buttons, self.places.unit
        high = min(46 * unit, (buttons.height() - 6 * unit) / 2)
        for row, piece in enumerate((self._sheet_button, self._last_button)):
            bottom = buttons.bottom() - (1 - row) * (high + 6 * unit)
            box = QRectF(buttons.left(), bottom - high, buttons.width(), high)
            button = (
                dressing.TableButton(Icon.RECORDS, "Scores", "S")
                if row == 0
                else dressing.TableButton(Icon.EYE, "Last tick", "T", self._shows_last)
            )
            name = "Score sheet" if row == 0 else "Show the last tick"
            piece.lay(Look(dressing.paint_button, button, corner=0.24), box, name)
            piece.setOpacity(1.0 if row == 0 or (self.shown and self._last_tick(self.shown)) else 0.5)

    def _button(self, press: object) -> Piece:
        piece = self.surface.new_button(BUTTON_ZONE)
        piece.setVisible(True)
        piece.clicked.connect(press)
        return piece

    # -- told by the player --------------------------------------------------------------------

    def toggle_sheet(self) -> None:
        """Show the score sheet over the table, or hide it."""
        if self.shown is None:
            return
        if self.overlay is None:
            view = PlumpSheetView(self._paper(), self.preferences.theme, scale=self.preferences.scale)
            self.overlay = Overlay("Scores", view, self.renderer.theme, self)
            self.overlay.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
            self.sheet_view = view
        if self.overlay.isHidden():
            self.overlay.open()
        else:
            self.overlay.dismiss()

    def keys(self) -> Keys:
        return (*KEYS, *SORT_KEYS, *BACK_KEYS)

    def sheet(self) -> QWidget | None:
        """Return the result and the score sheet, for the end of the game."""
        outcome = None if self._view is None else self._view.state.outcome()
        if outcome is None:
            return None
        names, theme, scale = names_of(self.info), self.preferences.theme, self.preferences.scale
        spoken = [counted(score, "point", none="0") for score in outcome.scores]
        lines = placed(outcome, names, list(map(str, outcome.scores)), self.animal, spoken)
        paper = PlumpSheetView(self._paper(), theme, scale=scale)
        return Result(Standings(lines, theme, scale=scale), paper)

    def _paper(self) -> PlumpSheet:
        if self._view is None:
            raise RuntimeError("no position has come yet")
        return plump_sheet(score_sheet(plump_state(self._view)), names_of(self.info))

    def toggle_last_tick(self) -> None:
        """Switch between the last tick and the cards on the table."""
        if self.shown is not None and self._last_tick(self.shown):
            self._shows_last, self._taker = not self._shows_last, None
            self._show(self.shown)

    def piece_at(self, at: Token) -> Piece | None:
        bids = () if self.shown is None else self.shown.pieces(BIDS)
        shown = zip((bid.at for bid in bids), self.bid_row.discs, strict=False)
        return dict(shown).get(at) or super().piece_at(at)

    def put_down(self) -> None:
        super().put_down()
        self.bid_row.hide()

    @property
    def next_press(self) -> str:
        if (bid := self.bid_row.picked) >= 0:
            return f"Press Enter to bid {bid}."
        hand, picked = (
            () if self.shown is None else self.shown.pieces(HAND),
            card_at(Slot(self.hand.picked_slot)),
        )
        can_play = any(card.at == picked and card.why is None for card in hand) and not self.is_choosing
        return "Press it again to play it." if can_play else ""

    def _focus_moved(self, *_items: object) -> None:
        """Ask for Enter if a bid has the focus."""
        self.ask(self.next_press)

    def _bid(self, ticks: int) -> None:
        bids = () if self.shown is None else self.shown.pieces(BIDS)
        if ticks >= len(bids) or self.is_choosing:
            return
        if (action := self._pressed(bids[ticks], self.bid_row.discs[ticks])) is not None:
            self.choose(action)

    def _play(self, slot: int, _at: QPointF | None) -> None:
        hand = () if self.shown is None else self.shown.pieces(HAND)
        card = next((card for card in hand if slot_of(card.at) == slot), None)
        self.hand.settle()
        if card is None or self.is_choosing:
            return
        if (action := self._pressed(card, self.cards[slot])) is not None:
            self.choose(action)

    def _pressed(self, pressed: Thing, tried: Piece) -> Action | None:
        """Return the action of one press; if there is none, show the reason, if known, and return None."""
        action = None if self._view is None else routes_of(PLUMP_TABLE, self._view).whole.get((pressed.at,))
        if action is None and pressed.why is not None:
            self._refuse(pressed.why.text, pressed.why.rule, tried)
        return action

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
            if self.shown.pieces(BIDS):
                self.bid_row.pick(int(text))
            else:
                self.hand.pick_nth((int(text) - 1) % 10)


def seat_of(card: Thing) -> Seat:
    """Return the seat that a card or chip lies in front of; ValueError if there is none."""
    if card.seat is None:
        raise ValueError(f"{card.name} lies before nobody")
    return card.seat


def _look(card: Thing) -> Look:
    """Return the look of a card: face up if the viewer knows it, else (on the forehead) a question mark."""
    if isinstance(card.look, Open):
        return Look(paint_card, playing_card(card.look.face), shade=True)
    return Look(dressing.paint_own_hidden, None, shade=True)
