"""One player's row on Matriculation's table: four piles, and the setbacks in the player's way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter

from app.games.board import PilePage, piece_words, plate_words
from app.games.matriculation.scene import CONTROL, EXCEPTIONS, HOURS, PROBATION, SETBACK
from app.games.matriculation.words import headline, matriculation_state, repairs
from app.games.picks import Seen
from app.games.scene import Piece as Card
from app.games.scene import Plate, Sign, Token
from rules.matriculation.cards import Setback, trouble
from ui.art.marks import Mark
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.art.pieces.meters import paint_meter
from ui.art.theme import Theme
from ui.kit.card_table import CardTable
from ui.kit.motion import Spot
from ui.kit.pieces import Z_LAID, Look, Piece
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.tables.matriculation.layout import RowPlaces
from ui.tables.matriculation.pieces import Barrier, RowGround, paint_barrier, paint_row_ground

ROW_ZONE = 30
_FRAMES = (
    (HOURS, PileSign.HOURS, "Hours"),
    (CONTROL, PileSign.CONTROL, "Control"),
    (PROBATION, PileSign.PROBATION, "Probation"),
    (EXCEPTIONS, PileSign.EXCEPTION, "Exceptions"),
)
_LABELS = tuple(label for _, _, label in _FRAMES)


class Row(QObject):
    """Shows a player's piles and setbacks; emits `pressed` at a press on its ground, the target of a card,
    and `looked` with a pile to look through."""

    pressed = Signal()
    looked = Signal(object)

    def __init__(self, table: CardTable) -> None:
        super().__init__(table)
        self._table = table
        self._places: RowPlaces | None = None
        self.ground = table.new_piece(ROW_ZONE, 1.0)
        self.ground.set_button(True)
        self.ground.clicked.connect(self.pressed)
        self._frames = {pile: table.new_piece(ROW_ZONE + 5, 2.0) for pile, _, _ in _FRAMES}
        self.piles = {pile: table.new_piece(ROW_ZONE + 5, 2.5) for pile, _, _ in _FRAMES}
        for pile, piece in self.piles.items():
            piece.clicked.connect(partial(self.looked.emit, pile))
        self._meter = table.new_piece(ROW_ZONE + 5, 2.0)
        self._cards: dict[Token, Piece] = {}
        self._barriers: list[Piece] = []

    def place(self, places: RowPlaces) -> None:
        """Place the row."""
        self._places = places

    def show(
        self, table: Seen, plate: Plate, *, last: Token | None, born_at: QPointF, discards: QPointF
    ) -> None:
        """Show the row. New cards come from `born_at`, removed ones go to `discards`; `last` gets a mark."""
        places = self._places
        if places is None:
            return
        ground = RowGround(plate.seat, Sign.TURN in plate.signs, Sign.GONE in plate.signs)
        name = f"In front of {row_words(table, plate)}"
        self.ground.lay(Look(paint_row_ground, ground, corner=0.05), places.ground, name)
        self._show_frames(places)
        self._show_meter(plate, places)
        lying = _lying(table, plate, places)
        for at in [at for at in self._cards if at not in lying]:
            self._table.surface.send_off(self._cards.pop(at), Spot(discards))
        who = "you" if plate.seat == table.view.seat else plate.name
        for order, (card, spot) in enumerate(lying.values()):
            piece = self._show_card(card, places.card, born_at)
            piece.name = f"{card.name} in front of {who}"
            piece.setZValue(Z_LAID + order * 0.05)
            piece.show_mark(Mark.LAST_MOVE if card.at == last else None)
            piece.go(Spot(spot))
        self._show_barriers(table, plate, places)

    def mark(self, *, is_target: bool) -> None:
        """Mark the row as a target of the picked card, or remove that mark."""
        self.ground.show_mark(Mark.TARGET if is_target else None)

    def name_piles(self, pages: Mapping[str, PilePage], *, can_look: bool) -> None:
        """Name each pile's cards for screen readers; if `can_look`, a press on a pile looks through it."""
        for pile, piece in self.piles.items():
            piece.name = pages[pile].spoken
            piece.about = "look through it" if pages[pile].faces else ""
            piece.set_button(can_look and bool(pages[pile].faces))

    def contains(self, at: QPointF) -> bool:
        """True if a card dropped at this point is meant for this row."""
        return self._places is not None and self._places.ground.contains(at)

    def _show_frames(self, places: RowPlaces) -> None:
        boxes = {
            HOURS: QRectF(places.hours.topLeft(), places.card),
            CONTROL: places.control,
            PROBATION: places.probation,
            EXCEPTIONS: QRectF(places.exceptions.topLeft(), places.card),
        }
        for pile, sign, label in _FRAMES:
            look = Look(paint_place, PilePlace(sign, label, beside=_LABELS))
            self._frames[pile].lay(look, boxes[pile], f"place of the {label} pile")
        piles = {
            HOURS: places.hours,
            CONTROL: places.control,
            PROBATION: places.probation,
            EXCEPTIONS: places.exceptions,
        }
        for pile, piece in self.piles.items():
            piece.lay(Look(paint_nothing, pile), piles[pile])

    def _show_meter(self, plate: Plate, places: RowPlaces) -> None:
        hours = plate.figure("hours")
        self._meter.setVisible(hours is not None and not places.meter.isEmpty())
        if hours is not None and self._meter.isVisible():
            look = Look(paint_meter, int(hours.value))
            self._meter.lay(look, places.meter, str(hours))

    def _show_card(self, card: Card, size: QSizeF, born_at: QPointF) -> Piece:
        """Return the piece of a card; a new one is made at `born_at`."""
        piece = self._cards.get(card.at)
        if piece is None:
            piece = self._cards[card.at] = self._table.new_piece(ROW_ZONE + 5, Z_LAID)
            piece.setPos(born_at)
        if card.face is not None:
            piece.show_look(Look(paint_study, study(card.face), shade=True), size)
        return piece

    def _show_barriers(self, table: Seen, plate: Plate, places: RowPlaces) -> None:
        setbacks = [trouble(card.face) for card in _setbacks(table, plate) if card.face is not None]
        while len(self._barriers) < len(setbacks):
            self._barriers.append(self._table.new_piece(ROW_ZONE + 5, Z_LAID + 8))
        high = places.card.height() * min(0.4, 0.78 / max(1, len(setbacks)))
        for place, piece in enumerate(self._barriers):
            piece.setVisible(place < len(setbacks))
            if place < len(setbacks):
                setback = setbacks[place]
                top = places.hours.bottom() - high * (len(setbacks) - place) + 3
                box = QRectF(places.hours.left() - 3, top, places.hours.width() + 6, high - 2)
                words = headline(setback, matriculation_state(table.view).ogre)
                stops = setback not in (Setback.PROBATION, Setback.OGRE)
                barrier = Barrier(words, repairs(setback), stops)
                name = f"{plate.name}: {words.lower()} until {repairs(setback)}"
                piece.lay(Look(paint_barrier, barrier, shade=True), box, name)


def row_words(table: Seen, plate: Plate) -> str:
    """Return a player's row for screen readers: state, setbacks and exceptions."""
    cards = (*_setbacks(table, plate), *_cards(table, plate, EXCEPTIONS))
    return ", ".join((plate_words(plate, table.view.seat), *(piece_words(card, {}, None) for card in cards)))


def _cards(table: Seen, plate: Plate, pile: str) -> tuple[Card, ...]:
    zone = table.scene.zone(f"{pile} {plate.seat}")
    return () if zone is None else zone.whole


def _setbacks(table: Seen, plate: Plate) -> tuple[Card, ...]:
    """Return setbacks in a player's way: those on control and probation, and the Ogre Prof on the hours."""
    lying = (card for pile in (CONTROL, PROBATION, HOURS) for card in _cards(table, plate, pile))
    return tuple(card for card in lying if card.at.startswith(SETBACK))


def _lying(table: Seen, plate: Plate, places: RowPlaces) -> dict[Token, tuple[Card, QPointF]]:
    """Return every open card in front of a player, with its place."""
    hours, exceptions = _cards(table, plate, HOURS), _cards(table, plate, EXCEPTIONS)
    found = [(card, places.term(place, len(hours))) for place, card in enumerate(hours)]
    found += [(card, places.control.center()) for card in _cards(table, plate, CONTROL)]
    found += [(card, places.probation.center()) for card in _cards(table, plate, PROBATION)]
    found += [(card, places.exception(place, len(exceptions))) for place, card in enumerate(exceptions)]
    return {card.at: (card, spot) for card, spot in found}


def paint_nothing(painter: QPainter, rect: QRectF, pile: str, theme: Theme) -> None:
    """Paint nothing: this piece only takes the presses on a pile, whose cards are pieces of their own."""
