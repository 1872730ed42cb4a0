"""Pieces beside the rows of Matriculation's table: score sheet, deck, discards, the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.games.matriculation.scene import DECK, DISCARDS
from app.games.matriculation.sheet import MatriculationSheet
from app.games.matriculation.story import Offer, Press
from app.games.narrator import counted
from app.games.scene import Scene, Zone
from ui.art.icon_paths import Icon
from ui.art.marks import Mark
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.art.stylesheet import pixels
from ui.kit.card_table import CardTable
from ui.kit.dressing import Pile, TableButton, TableWords, paint_button, paint_pile, paint_words
from ui.kit.game_table import Preferences
from ui.kit.geometry import CardTableLayout
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HELD, Z_LAID, Look, Piece
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.tables.matriculation.layout import MatriculationPlaces
from ui.tables.matriculation.pieces import Help, SheetLook, paint_help, paint_sheet

PILE_ZONE, BUTTON_ZONE, WORDS_ZONE = 36, 40, 70
_SIGNS = {Press.PLAY: (Icon.TICK, ""), Press.DISCARD: (Icon.REMOVE, "D"), Press.PASS: (Icon.PASS, "N")}


class Side(QObject):
    """Deck, discards and score sheet; `discards` is the piece on which cards are discarded."""

    def __init__(self, table: CardTable) -> None:
        super().__init__(table)
        self._table = table
        self._sheet = table.new_piece(WORDS_ZONE, Z_HELD)
        self._deck = table.new_piece(PILE_ZONE + 1, Z_HELD)
        self._words = table.new_piece(WORDS_ZONE, Z_HELD)
        self.discards = table.new_piece(PILE_ZONE, Z_HELD)
        self.discards.set_button(True)
        self._top: Piece | None = None
        self._count = 0
        self._is_last = False

    def show(
        self,
        scene: Scene,
        sheet: MatriculationSheet,
        spots: MatriculationPlaces,
        *,
        is_last: bool,
        came_from: QPointF,
    ) -> None:
        """Show everything; a new card on the discards comes from `came_from`, and is marked if `is_last`."""
        deck, discards = scene.zone(DECK), scene.zone(DISCARDS)
        if deck is None or discards is None:
            return
        look = (
            Look(paint_pile, Pile(deck.count))
            if deck.count
            else Look(paint_place, PilePlace(PileSign.STOCK, "Empty"))
        )
        self._deck.lay(look, spots.deck, f"Deck: {deck.note}")
        self.discards.show_look(
            Look(paint_place, PilePlace(PileSign.DISCARD, "Discards")), spots.discards.size()
        )
        top = "".join(f", {card.name} on top" for card in discards.pieces)
        self.discards.name = f"Discards: {counted(discards.count, 'card')}{top}"
        self.discards.go(Spot(spots.discards.center()), ms=0)
        self._is_last = is_last
        self._show_top(discards, spots, came_from)
        self.say((f"{deck.count} in the deck", scene.note or f"{discards.count} discarded"))
        self._show_sheet(scene.title, sheet, spots)

    def mark(self, *, is_target: bool) -> None:
        """Mark the discards as a target of the picked card, or remove that mark."""
        self.discards.show_mark(Mark.TARGET if is_target else None)
        if self._top is not None:
            self._top.show_mark(Mark.LAST_MOVE if self._is_last and not is_target else None)

    def say(self, lines: tuple[str, ...]) -> None:
        """Show lines of words below the piles."""
        box = self._table.places.words
        self._words.lay(Look(paint_words, TableWords(lines)), box, ", ".join(lines))

    def _show_top(self, discards: Zone, spots: MatriculationPlaces, came_from: QPointF) -> None:
        if self._top is not None and discards.count != self._count:
            self._table.surface.remove(self._top)
            self._top = None
        self._count = discards.count
        for card in discards.pieces:
            if self._top is None:
                self._top = self._table.new_piece(PILE_ZONE + 1, Z_LAID)
                self._top.setPos(came_from)
            if card.face is not None:
                look = Look(paint_study, study(card.face), shade=True)
                self._top.show_look(look, spots.discards.size())
            self._top.name = f"{card.name} on the discards"
            self._top.go(Spot(spots.discards.center()))

    def _show_sheet(self, title: str, sheet: MatriculationSheet, spots: MatriculationPlaces) -> None:
        look = Look(paint_sheet, SheetLook(title, sheet.latest, sheet.names), corner=0.03)
        self._sheet.lay(look, spots.sheet, f"Score sheet. {sheet.spoken(sheet.latest)}")


class OfferBar(QObject):
    """The buttons beside the hand. `pressed` carries the offer and its button."""

    pressed = Signal(object, object)

    def __init__(self, table: CardTable) -> None:
        super().__init__(table)
        self._table = table
        self.offers: tuple[Offer, ...] = ()
        self._pieces: list[Piece] = []
        self._words = table.new_piece(WORDS_ZONE, Z_HELD)

    @property
    def buttons(self) -> list[Piece]:
        """The buttons in order, one for each offer."""
        return self._pieces[: len(self.offers)]

    def show(self, offers: Sequence[Offer], places: CardTableLayout, *, words: tuple[str, str]) -> None:
        """Show the offers, the lowest always in one place. `words` stand over them if there is room."""
        self.offers = tuple(offers)
        while len(self._pieces) < len(offers):
            self._pieces.append(self._button(len(self._pieces)))
        box, gap = places.buttons, 6 * places.unit
        count = max(2, len(offers))
        high = min(46 * places.unit, (box.height() - gap * (count - 1)) / count)
        for place, piece in enumerate(self._pieces):
            piece.setVisible(place < len(offers))
            if place < len(offers):
                self._show_one(piece, offers[place], QSizeF(round(box.width()), round(high)))
                bottom = box.bottom() - (len(offers) - 1 - place) * (high + gap)
                piece.go(Spot(QPointF(box.center().x(), bottom - high / 2)), ms=0)
        self._explain(words, box.adjusted(0, 0, 0, -(high + gap) * len(offers)))

    def _explain(self, words: tuple[str, str], box: QRectF) -> None:
        self._words.setVisible(bool(self.offers) and box.height() >= 0.3 * box.width())
        if self._words.isVisible():
            self._words.lay(Look(paint_help, Help(*words)), box, ": ".join(words))

    def _show_one(self, piece: Piece, offer: Offer, size: QSizeF) -> None:
        icon, key = _SIGNS[offer.kind]
        is_on = offer.why is None
        button = TableButton(icon, offer.words, key, is_on, tuple(each.words for each in self.offers))
        piece.show_look(Look(paint_button, button, corner=0.24), size)
        piece.name = offer.words if is_on else f"{offer.words}, not possible now"
        piece.about = "" if offer.why is None else offer.why.text
        piece.show_mark(None, dimmed=not is_on)

    def _button(self, place: int) -> Piece:
        piece = self._table.surface.new_button(BUTTON_ZONE)
        piece.clicked.connect(partial(self._press, place))
        return piece

    def _press(self, place: int) -> None:
        if place < len(self.offers):
            self.pressed.emit(self.offers[place], self._pieces[place])


class SheetPage(QWidget):
    """The whole score sheet, for the end of the game."""

    def __init__(self, sheet: MatriculationSheet, preferences: Preferences) -> None:
        super().__init__()
        self._look = SheetLook("Score sheet", sheet.whole, sheet.names)
        self._theme = replace(preferences.theme, letters=preferences.theme.letters.around_a_table)
        lines = min(560, 90 + 35 * len(self._look.lines))
        self.setMinimumSize(pixels(300, preferences.scale / 100), pixels(lines, preferences.scale / 100))
        self.setAccessibleName(f"Score sheet. {sheet.spoken(sheet.whole)}")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        paint_sheet(painter, self.rect().toRectF(), self._look, self._theme)
        painter.end()
