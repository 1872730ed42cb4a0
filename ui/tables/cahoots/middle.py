"""The middle of the table of Cahoots: stock, main pile with its combo, veto, and the buttons of the calls."""

from __future__ import annotations

from collections.abc import Container
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal

from app.games.cahoots.scene import MAIN, STOCK, VETO
from app.games.cahoots.story import CahootsStory, refusal
from app.games.cahoots.words import card_name
from app.games.narrator import counted
from app.games.picks import Seen
from app.games.scene import Sign, choice_at, slot_of
from rules.cahoots.actions import DRAW, PASS, STOP, Say
from ui.art.cahoots.cards import paint_patron
from ui.art.cahoots.faces import patron
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.kit.card_table import CardTable
from ui.kit.dressing import Pile, TableButton, TableWords, paint_button, paint_pile, paint_words
from ui.kit.geometry import CARD_SHAPE, TAG, CardTableLayout
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HELD, Z_LAID, Look, Piece
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.tables.cahoots import pieces

PILE_ZONE, CALL_ZONE, WORDS_ZONE = 30, 40, 70
CALLS = {DRAW: (Icon.DRAW_CARD, "D"), STOP: (Icon.TICK, "S"), PASS: (Icon.PASS, "N")}
"""The calls in the order of their buttons, each with its picture and its key."""


class Middle(QObject):
    """Shows the piles and calls; reports a pressed pile (`pressed`: `MAIN` or `VETO`) or call (`called`)."""

    pressed = Signal(object)
    called = Signal(object)

    def __init__(self, table: CardTable) -> None:
        super().__init__(table)
        self._table = table
        self._card = QSizeF(10, 14)
        self._field = self._veto_box = self._stock_box = self._words_box = QRectF()
        self._sizes: tuple[QRectF, ...] = ()
        self._unit = 1.0
        self.piles = {MAIN: self._pile(MAIN), VETO: self._pile(VETO)}
        self.stock = table.new_piece(PILE_ZONE, Z_HELD)
        self.stock.clicked.connect(partial(self.called.emit, DRAW))
        self._base = table.new_piece(PILE_ZONE + 1, Z_LAID)
        self._coming = table.new_piece(PILE_ZONE + 1, Z_LAID)
        self._words = table.new_piece(WORDS_ZONE, Z_HELD)
        self._stock_words = table.new_piece(WORDS_ZONE, Z_HELD)
        self._rule = table.new_piece(WORDS_ZONE, Z_LAID + 5)
        self._legend = table.new_piece(WORDS_ZONE, Z_HELD)
        self._frost = table.new_piece(WORDS_ZONE, Z_LAID + 6)
        self.buttons = {call: self._button(call) for call in CALLS}

    @property
    def stock_at(self) -> QPointF:
        """The place from which cards are drawn."""
        return self._stock_box.center()

    # -- places --------------------------------------------------------------------------------

    def lay_out(self, places: CardTableLayout, *, has_hand: bool) -> None:
        """Divide the middle: the stock at the left, the veto at the right, the combo between them."""
        unit, room = places.unit, places.middle.adjusted(12, 8, -12, -10)
        head, gap = min(50 * unit, room.height() * 0.16), 20 * unit
        frame = min(46 * unit, room.height() * 0.13)
        high = min(room.height() - head - frame - 2, (room.width() - 2 * gap) / 4.9 * CARD_SHAPE)
        self._card = card = QSizeF(2 * round(high / CARD_SHAPE / 2), 2 * round(high / 2))
        small = QSizeF(card.width() * 0.62, card.height() * 0.62)
        veto = QSizeF(card.width() * 1.18, card.height() + frame)
        wide = min(room.width() - small.width() - veto.width() - 2 * gap, card.width() * 4.4)
        left = room.center().x() - (small.width() + wide + veto.width() + 2 * gap) / 2
        top = room.center().y() - (head + veto.height()) / 2 + head
        self._field = QRectF(left + small.width() + gap, top, wide, veto.height())
        self._veto_box = QRectF(self._field.right() + gap, top, veto.width(), veto.height())
        self._stock_box = _centred(QPointF(left + small.width() / 2, top + veto.height() / 2), small)
        self._words_box = QRectF(left, top - head, self._field.right() - left, head - 4 * unit)
        self._unit = unit
        self._lay_buttons(places)
        self._legend_box = self._free_corner(places) if has_hand else QRectF()
        self._show_legend()

    def _free_corner(self, places: CardTableLayout) -> QRectF:
        """Return the place of the legend at the left edge: in the upper corner or above the player's plate,
        wherever there was more height when the choice was made (`Surface.kept`)."""
        own, unit = places.seats[0].plate, places.unit
        stock = self._stock_box.adjusted(0, 0, 0, 48 * unit)
        others = [
            box for seat in places.seats[1:] for box in (seat.plate.adjusted(0, -TAG * unit, 0, 0), seat.held)
        ]
        beside = [box for box in (*others, stock, self._words_box) if box.left() < own.right() + 6]
        wanted = 24 * unit * len(pieces.SIGNS)
        floor = min([own.top(), *(box.top() for box in beside)]) - 12 * unit
        bottom = own.top() - 24 * unit
        top = max([bottom - wanted, *(box.bottom() + 8 * unit for box in beside)])
        upper = QRectF(own.left(), 12 * unit, own.width(), min(wanted, floor - 12 * unit))
        lower = QRectF(own.left(), top, own.width(), bottom - top)
        kept = self._table.surface.kept()
        return upper if kept.setdefault("legend above", upper.height() > lower.height()) else lower

    @property
    def main_at(self) -> QPointF:
        """Place of the main pile's top card, on which a combo begins."""
        return self._base.motion.target.at

    def pile_at(self, at: QPointF) -> str | None:
        """Return the pile on which a card is dropped at this point; None if there is none."""
        if self._veto_box.adjusted(-10, -10, 10, 10).contains(at):
            return VETO
        return MAIN if self._field.adjusted(-10, -10, 10, 10).contains(at) else None

    # -- showing -------------------------------------------------------------------------------

    def show(self, table: Seen, story: CahootsStory) -> None:
        """Show stock, main pile, veto and calls."""
        self._show_main(table, story)
        self._show_veto(table, story)
        self._show_stock(table)
        self._show_calls(table)

    def mark(self, legal: Container[str]) -> None:
        """Mark the piles that the picked card may be laid on, and no others."""
        for pile, piece in self.piles.items():
            piece.show_mark(Mark.TARGET if pile in legal else None)

    def say(self, text: str) -> None:
        """Show a line above the piles; "" hides it."""
        self._words.setVisible(bool(text))
        if text:
            self._words.lay(Look(paint_words, TableWords((text,))), self._words_box, text)

    def _show_main(self, table: Seen, story: CahootsStory) -> None:
        zone, pile = table.scene.zone(MAIN), self.piles[MAIN]
        self._base.setVisible(zone is not None)
        self._coming.setVisible(False)
        title = f"Main pile{self._key(table, 'M')}"
        title += "" if zone is None else f": match {zone.pieces[0].name}"
        name = f"{title}, {counted(0 if zone is None else zone.count, 'card')}"
        pile.lay(Look(pieces.paint_field, pieces.Field(title), corner=0.06), self._field, name)
        if zone is None or (top := zone.pieces[0].face) is None:
            return
        combo, coming = story.combo, story.coming
        cards = combo.cards if combo is not None else ()
        spots = self._row(1 + len(cards) + bool(coming), has_coming=bool(coming))
        base = combo.base if combo is not None else top
        self._base.show_look(Look(paint_patron, patron(base), shade=True), self._card)
        self._base.name = card_name(base) if not cards else f"{card_name(base)}, covered"
        self._base.go(Spot(spots[0]))
        for place, card in enumerate(cards):
            if card.slot in self._table.cards:
                self._table.hand.release(card.slot)
            piece = self._table.card(
                card.slot, born_at=self._table.held_at(combo.seat) if combo else QPointF()
            )
            self._table.resize_card(piece, Look(paint_patron, patron(card.face), shade=True), self._card)
            piece.name, piece.order = card_name(card.face), PILE_ZONE + 1
            piece.setZValue(Z_LAID + 0.1 * (place + 1))
            is_new = place == len(cards) - 1
            piece.show_mark(Mark.LAST_MOVE if is_new else None)
            piece.go(Spot(spots[1 + place]))
        if coming:
            self._coming.show_look(Look(pieces.paint_coming, pieces.Coming(coming)), self._card)
            self._coming.name = f"next in the combo: {coming}"
            self._coming.setVisible(True)
            self._coming.go(Spot(spots[-1]), ms=0)

    def _key(self, table: Seen, key: str) -> str:
        """Return the key of a pile, to follow its name; "" for a viewer without cards."""
        return f" ({key})" if table.hand else ""

    def _row(self, count: int, *, has_coming: bool) -> list[QPointF]:
        """Return the middles of `count` cards side by side in the field; the next card's is last, apart."""
        room = self._field.width() - 24 * self._unit - self._card.width()
        wide = self._card.width()
        last = min(wide * 1.04, room * 0.6) if has_coming else 0.0
        covered = count - 1 - has_coming
        step = min(wide * 0.66, (room - last) / max(1, covered))
        y = self._field.bottom() - 9 * self._unit - self._card.height() / 2
        first = self._field.center().x() - (step * covered + last) / 2
        spots = [QPointF(first + step * place, y) for place in range(covered + 1)]
        return [*spots, spots[-1] + QPointF(last, 0)] if has_coming else spots

    def _show_veto(self, table: Seen, story: CahootsStory) -> None:
        zone, pile = table.scene.zone(VETO), self.piles[VETO]
        is_frozen = zone is not None and Sign.LOCKED in zone.pieces[0].signs
        self._rule.setVisible(zone is not None)
        self._frost.setVisible(is_frozen)
        pile.lay(Look(paint_place, PilePlace(PileSign.VETO)), self._veto_box, "Place of the veto")
        if zone is None or (face := zone.pieces[0].face) is None:
            return
        veto = zone.pieces[0]
        head = f"Veto{self._key(table, 'V')}: "
        pile.name = f"{head}{veto.name}; {zone.note}{'; swapping is frozen' if is_frozen else ''}"
        slot = slot_of(veto.at)
        laid = next((laid.seat for laid in story.laid if laid.slot == slot), None)
        self._table.hand.release(slot)
        piece = self._table.card(
            slot, born_at=self._table.held_at(laid) if laid is not None else self.stock_at
        )
        size = QSizeF(2 * round(self._veto_box.width() * 0.39), 2 * round(self._veto_box.height() * 0.39))
        self._table.resize_card(piece, Look(paint_patron, patron(face), shade=True), size)
        piece.name, piece.order = veto.name, PILE_ZONE + 1
        piece.setZValue(Z_LAID)
        piece.show_mark(Mark.LAST_MOVE if laid is not None else None)
        piece.go(Spot(self._veto_box.center()))
        self._show_rule(f"{head}{zone.note}", zone.note, is_frozen=is_frozen)

    def _show_rule(self, rule: str, shorter: str, *, is_frozen: bool) -> None:
        # wider than the veto by no more than the margin of the middle: a plate may stand beside it
        box = QRectF(self._veto_box.left() - 10, self._words_box.top(), self._veto_box.width() + 20, 0)
        box.setHeight(self._words_box.height())
        caption = pieces.Caption(rule, shorter.replace("do not begin with", "not"))
        self._rule.lay(Look(pieces.paint_caption, caption), box, rule)
        if is_frozen:
            size = QSizeF(round(self._veto_box.width()), round(40 * self._unit))
            self._frost.show_look(Look(pieces.paint_ribbon, "Swaps frozen"), size)
            self._frost.name = "Swaps are frozen"
            self._frost.go(Spot(self._veto_box.center()), ms=0)

    def _show_legend(self) -> None:
        """Show the meaning of the signs on the player's cards, if there is room."""
        box = self._legend_box
        self._legend.setVisible(box.height() >= 14 * len(pieces.SIGNS))
        if self._legend.isVisible():
            name = f"Signs on your cards: {', '.join(pieces.SIGNS)}"
            self._legend.lay(Look(pieces.paint_legend, pieces.Legend()), box, name)

    def _show_stock(self, table: Seen) -> None:
        zone = table.scene.zone(STOCK)
        left = 0 if zone is None else zone.count
        look = Look(paint_pile, Pile(left)) if left else Look(paint_place, PilePlace(PileSign.STOCK))
        order = ": draw a card" if (STOCK,) in table.routes.whole else ""
        self.stock.lay(look, self._stock_box, f"Stock, {counted(left, 'card')}{order}")
        self.stock.set_button(_calls_at_all(table))
        box = QRectF(0, 0, self._stock_box.width() + 20 * self._unit, 36 * self._unit)
        box.moveCenter(QPointF(self._stock_box.center().x(), self._stock_box.bottom() + 22 * self._unit))
        words = TableWords((f"{left} left",))
        self._stock_words.lay(Look(paint_words, words), box, f"{counted(left, 'card')} in the stock")

    def _show_calls(self, table: Seen) -> None:
        names = {call: table.told.say(table.view, call, table.names).do for call in CALLS}
        for (call, piece), box in zip(self.buttons.items(), self._sizes, strict=True):
            piece.setVisible(_calls_at_all(table))
            if piece.isVisible():
                icon, key = CALLS[call]
                is_on = (choice_at(call),) in table.routes.whole
                button = TableButton(icon, names[call], key, is_on, tuple(names.values()))
                name = names[call] if is_on else f"{names[call]}, not possible now"
                piece.lay(Look(paint_button, button, corner=0.24), box, name)
                why = None if is_on else refusal(table, (choice_at(call),))
                piece.about = "" if why is None else why.text
                piece.show_mark(Mark.PLAYABLE if is_on and call == STOP else None, dimmed=not is_on)

    def _lay_buttons(self, places: CardTableLayout) -> None:
        box, gap = places.buttons, 8 * places.unit
        high = min(50 * places.unit, (box.height() - 2 * gap) / 3)
        bottom = box.bottom() - 3 * high - 2 * gap
        self._sizes = tuple(
            QRectF(box.left(), bottom + place * (high + gap), box.width(), high) for place in range(3)
        )

    # -- pieces --------------------------------------------------------------------------------

    def _pile(self, pile: str) -> Piece:
        piece = self._table.new_piece(PILE_ZONE, Z_HELD)
        piece.set_button(True)
        piece.clicked.connect(partial(self.pressed.emit, pile))
        return piece

    def _button(self, call: Say) -> Piece:
        piece = self._table.surface.new_button(CALL_ZONE)
        piece.clicked.connect(partial(self.called.emit, call))
        return piece


def _calls_at_all(table: Seen) -> bool:
    """True if the viewer has cards left and the veto pile exists: then calls are possible."""
    return bool(table.hand) and table.scene.zone(VETO) is not None


def _centred(at: QPointF, size: QSizeF) -> QRectF:
    return QRectF(at.x() - size.width() / 2, at.y() - size.height() / 2, size.width(), size.height())
