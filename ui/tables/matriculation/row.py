"""One player's row on Matriculation's table: four piles, and what is in the way of the player."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter

from app.games.board import PilePage
from app.games.matriculation.desk import DeskScreen
from app.games.matriculation.screen import Laid, Pile
from app.games.matriculation.words import card_title
from rules.api import Face
from rules.matriculation.cards import Setback, trouble
from rules.matriculation.player import DEGREE
from ui.art.marks import Mark
from ui.art.matriculation.cards import paint_study
from ui.art.matriculation.faces import study
from ui.art.pieces.meters import hours_meter, paint_meter
from ui.art.theme import Theme
from ui.kit.card_table import CardTable
from ui.kit.motion import Spot
from ui.kit.pieces import Z_LAID, Look, Piece
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.tables.matriculation.layout import RowPlaces
from ui.tables.matriculation.pieces import Barrier, RowGround, paint_barrier, paint_row_ground

ROW_ZONE = 30
_FRAMES = (
    (Pile.HOURS, PileSign.HOURS, "Hours"),
    (Pile.CONTROL, PileSign.CONTROL, "Control"),
    (Pile.PROBATION, PileSign.PROBATION, "Probation"),
    (Pile.EXCEPTION, PileSign.EXCEPTION, "Exceptions"),
)


class Row(QObject):
    """Told a desk and where it is; `pressed` when it was chosen as the place for a card, `looked` with
    the `Pile` that is to be looked through."""

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
        self._cards: dict[Hashable, Piece] = {}
        self._barriers: list[Piece] = []

    def place(self, places: RowPlaces) -> None:
        """Where the row lies now."""
        self._places = places

    def show(self, desk: DeskScreen, *, last: Laid | None, born_at: QPointF, discards: QPointF) -> None:
        """The desk as it is. A new card comes from `born_at`, one that is taken off goes to `discards`."""
        places = self._places
        if places is None:
            return
        self.ground.show_look(
            Look(paint_row_ground, RowGround(desk.seat, desk.is_turn, desk.is_gone), corner=0.05),
            _whole(places.ground.size()),
        )
        self.ground.name = f"Place before {desk.spoken}"
        self.ground.go(Spot(places.ground.center()), ms=0)
        self._show_frames(places)
        self._show_meter(desk, places)
        self._show_cards(desk, places, last=last, born_at=born_at, discards=discards)
        self._show_barriers(desk, places)

    def mark(self, *, is_target: bool) -> None:
        """Whether the picked card may be laid here."""
        self.ground.show_mark(Mark.TARGET if is_target else None)

    def name_piles(self, pages: Mapping[Pile, PilePage], *, can_look: bool) -> None:
        """What lies in each pile, in words; while a card is picked the whole row is one place for it."""
        for pile, piece in self.piles.items():
            piece.name = pages[pile].spoken
            piece.about = "look through it" if pages[pile].faces else ""
            piece.set_button(can_look and bool(pages[pile].faces))

    def contains(self, at: QPointF) -> bool:
        """Whether a card let go there is meant for this row."""
        return self._places is not None and self._places.ground.contains(at)

    def _show_frames(self, places: RowPlaces) -> None:
        boxes = {
            Pile.HOURS: QRectF(places.hours.topLeft(), places.card),
            Pile.CONTROL: places.control,
            Pile.PROBATION: places.probation,
            Pile.EXCEPTION: QRectF(places.exceptions.topLeft(), places.card),
        }
        for pile, sign, label in _FRAMES:
            piece = self._frames[pile]
            piece.show_look(Look(paint_place, PilePlace(sign, label)), places.card)
            piece.name = f"place of the pile {label}"
            piece.go(Spot(boxes[pile].center()), ms=0)
        whole = {
            Pile.HOURS: places.hours,
            Pile.CONTROL: places.control,
            Pile.PROBATION: places.probation,
            Pile.EXCEPTION: places.exceptions,
        }
        for pile, piece in self.piles.items():
            piece.show_look(Look(paint_nothing, pile), _whole(whole[pile].size()))
            piece.go(Spot(whole[pile].center()), ms=0)

    def _show_meter(self, desk: DeskScreen, places: RowPlaces) -> None:
        self._meter.setVisible(not places.meter.isEmpty())
        if self._meter.isVisible():
            self._meter.show_look(Look(paint_meter, hours_meter(desk.hours)), _whole(places.meter.size()))
            self._meter.name = f"{desk.hours} of {DEGREE} hours"
            self._meter.go(Spot(places.meter.center()), ms=0)

    def _show_cards(
        self, desk: DeskScreen, places: RowPlaces, *, last: Laid | None, born_at: QPointF, discards: QPointF
    ) -> None:
        wanted = _lying(desk, places)
        for key in [key for key in self._cards if key not in wanted]:
            self._drop(self._cards.pop(key), key, discards)
        marked = _marked(desk, last)
        for order, (key, (face, at)) in enumerate(wanted.items()):
            piece = self._cards.get(key)
            if piece is None:
                piece = self._cards[key] = self._table.new_piece(ROW_ZONE + 5, Z_LAID)
                piece.setPos(born_at)
            piece.show_look(Look(paint_study, study(face), shade=True), places.card)
            piece.name = f"{card_title(face)} before {desk.name}"
            piece.setZValue(Z_LAID + order * 0.05)
            piece.show_mark(Mark.LAST_MOVE if key == marked else None)
            piece.go(Spot(at))

    def _drop(self, piece: Piece, key: Hashable, discards: QPointF) -> None:
        """A setback that is repaired goes to the discards; the piles of a finished hand just vanish."""
        is_repaired = isinstance(key, tuple) and key[0] == "setback"
        self._table.surface.send_off(piece, Spot(discards) if is_repaired else None)

    def _show_barriers(self, desk: DeskScreen, places: RowPlaces) -> None:
        while len(self._barriers) < len(desk.blocks):
            self._barriers.append(self._table.new_piece(ROW_ZONE + 5, Z_LAID + 8))
        high = places.card.height() * min(0.4, 0.78 / max(1, len(desk.blocks)))
        for place, piece in enumerate(self._barriers):
            piece.setVisible(place < len(desk.blocks))
            if place < len(desk.blocks):
                block = desk.blocks[place]
                box = QRectF(
                    places.hours.left() - 3,
                    places.hours.bottom() - high * (len(desk.blocks) - place) + 3,
                    places.hours.width() + 6,
                    high - 2,
                )
                stops = trouble(block.face) not in (Setback.PROBATION, Setback.OGRE)
                barrier = Barrier(block.headline, block.remedy, stops)
                piece.show_look(Look(paint_barrier, barrier, shade=True), _whole(box.size()))
                piece.name = f"{desk.name}: {block.headline.lower()} until {block.remedy}"
                piece.go(Spot(box.center()), ms=0)


def _lying(desk: DeskScreen, places: RowPlaces) -> dict[Hashable, tuple[Face, QPointF]]:
    """Every open card of a desk by a key that stays, with its face and place."""
    hours = len(desk.terms) + (desk.ogre is not None)
    found: dict[Hashable, tuple[Face, QPointF]] = {
        ("term", place): (face, places.term(place, hours)) for place, face in enumerate(desk.terms)
    }
    if desk.ogre is not None:
        found["setback", desk.ogre] = (desk.ogre, places.term(hours - 1, hours))
    if desk.control is not None:
        found["setback", desk.control] = (desk.control, places.control.center())
    if desk.probation is not None:
        found["setback", desk.probation] = (desk.probation, places.probation.center())
    for place, face in enumerate(desk.exceptions):
        found["exception", face] = (face, places.exception(place, len(desk.exceptions)))
    return found


def _marked(desk: DeskScreen, last: Laid | None) -> Hashable:
    """The key of the card that was laid last, if it lies here."""
    if last is None or last.where != desk.seat:
        return None
    if last.pile is Pile.HOURS and last.face != desk.ogre:
        return ("term", len(desk.terms) - 1)
    return ("exception" if last.pile is Pile.EXCEPTION else "setback", last.face)


def paint_nothing(painter: QPainter, rect: QRectF, pile: Pile, theme: Theme) -> None:
    """The place of a whole pile: the cards on it are what is seen."""


def _whole(size: QSizeF) -> QSizeF:
    return QSizeF(round(size.width()), round(size.height()))
