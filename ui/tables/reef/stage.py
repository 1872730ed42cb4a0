"""The stage of Reef Encounter: all things in their places, the boards as the camera shows them.

The stage shows a scene, its pieces with their highlights, and a `StatusLine`. It reports presses, the thing
under the pointer, and drops; the table asks the models what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem

from app.animals import Animal
from app.games.reef.colours import Standing
from app.games.reef.flight import Flight
from app.games.reef.lights import Light, Shown
from app.games.reef.looks import Fish, Space, Stack
from app.games.reef.picks import Aim, aim_of, index_of, token
from app.games.reef.preview import StatusLine
from app.games.reef.scene import BAG, FISH
from app.games.scene import Kind, Scene, Token, Zone
from ui.art.icon_paths import Icon
from ui.art.letters import letters_of_table
from ui.art.paths import inset
from ui.art.reef.board import ReefShape, space_rect
from ui.kit.motion import Spot
from ui.kit.pieces import Z_DRAGGED, Look, Piece
from ui.kit.renderer import Renderer
from ui.tables.reef import chrome
from ui.tables.reef.camera import STEP, Camera, fitted
from ui.tables.reef.colour_looks import SHAPE, ColoursLook, paint_colours
from ui.tables.reef.dressing import corals, dragged_as, look_of, mark_of, plate_look, printed_rows, zone_of
from ui.tables.reef.layout import ReefLayout, reef_layout
from ui.tables.reef.own_looks import paint_fish, paint_piece
from ui.tables.reef.plate_looks import Links, picture_box
from ui.tables.reef.things import ReefSurface, Sheet, Thing

_ZOOMS: Final = (
    (Icon.ZOOM_OUT, "Zoom out", 1 / STEP),
    (Icon.ZOOM_FIT, "Show all boards", 0.0),
    (Icon.ZOOM_IN, "Zoom in", STEP),
)
_LABELS: Final = ("Tiles", "Cubes", "Consumed")
_COLUMNS: Final = 7
_SPACES: Final = 42
_MIDDLE: Final = 24
"""D4, the extra-growth space of every board."""


class Stage(QObject):
    """Everything on the surface; `animals` are by seat. `pointed` carries a token or None, `dropped` two."""

    pressed = Signal(object)
    pointed = Signal(object)
    dropped = Signal(object, object)
    colours_wanted = Signal()
    """Asks to show or hide the standings of the colours."""

    def __init__(
        self, surface: ReefSurface, renderer: Renderer, *, animals: Sequence[Animal | None], scale: int
    ) -> None:
        super().__init__(surface)
        self.surface, self.renderer = surface, renderer
        self.scene: Scene | None = None
        self.boards: tuple[Zone, ...] = ()
        self.line = StatusLine()
        self.camera = Camera()
        self.things: dict[Token, Thing] = {}
        self.scale = scale
        self._animals, self._seats = tuple(animals), len(animals)
        self.places: ReefLayout = reef_layout(QSizeF(1280, 720), len(animals), scale=scale)
        self._boards: list[Sheet] = []
        self._edges: list[Sheet] = []
        self._to_show: Iterator[Shown] = iter(())
        self._ghost_colour: int | None = None
        self._plates: Mapping[Token, Look] = {}
        self._make_ground()
        self.words = surface.new_piece(5)
        self._fish = surface.new_piece(24)
        self._ghost = surface.new_piece(99, Z_DRAGGED)
        self._ghost.setVisible(False)
        ask = self._make_sign(Icon.EYE, "How the colours stand")
        ask.clicked.connect(self.colours_wanted)
        self._zooms = [ask, *(self._make_zoom(icon, name, factor) for icon, name, factor in _ZOOMS)]
        self.colours = surface.new_piece(6, Z_DRAGGED - 1)
        self.colours.set_button(True)
        self.colours.clicked.connect(self.colours_wanted)
        self.colours.setVisible(False)
        self._standings: tuple[Standing, ...] = ()
        surface.resized.connect(self.resize)
        surface.zoomed.connect(self._wheel)
        surface.pushed.connect(self._push)

    def _make_ground(self) -> None:
        """Make the sea, and the window through which the reef is visible."""
        self._sea = Sheet(self.renderer)
        self._sea.setZValue(-100)
        self.surface.scene().addItem(self._sea)
        self._bag = Sheet(self.renderer)
        self._bag.setZValue(-99)
        self.surface.scene().addItem(self._bag)
        self._window = QGraphicsRectItem()
        self._window.setPen(Qt.PenStyle.NoPen)
        self._window.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self._window.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.surface.scene().addItem(self._window)

    def _make_zoom(self, icon: Icon, name: str, factor: float) -> Piece:
        piece = self._make_sign(icon, name)
        piece.clicked.connect(partial(self.zoom, factor))
        return piece

    def _make_sign(self, icon: Icon, name: str) -> Piece:
        piece = self.surface.new_piece(11)
        piece.name = name
        piece.set_button(True)
        piece.show_look(Look(chrome.paint_zoom, chrome.ZoomLook(icon), corner=0.25), QSizeF(20, 20))
        return piece

    # -- showing -------------------------------------------------------------------------------

    def show(
        self, scene: Scene, pieces: Iterable[Shown], line: StatusLine, *, ghost: int | None, links: Links
    ) -> None:
        """Show a scene; `ghost` is the colour of the tile that a press on a lit space would lay.

        A table's things are made over several turns of the event loop.
        """
        boards = tuple(zone for zone in scene.zones if zone.kind is Kind.GRID)
        is_new = self.scene is None or len(self.boards) != len(boards)
        self.scene, self.boards, self.line = scene, boards, line
        self._plates = {
            token(Aim.PLAYER, plate.seat): plate_look(plate, links, self._animals[plate.seat])
            for plate in scene.plates
        }
        self._to_show, self._ghost_colour = iter(pieces), ghost
        if is_new:
            self._lay_out()
        self._draw_edges()
        self._draw_words()
        self._go_on()

    def _go_on(self) -> None:
        """Show the things that are left, and stop after a new one if this turn has no time for more."""
        for shown in self._to_show:
            if isinstance(shown.piece.look, Fish):
                continue  # drawn by `_draw_words`: it takes no presses
            is_new = shown.at not in self.things
            self._show_thing(shown)
            if is_new and not self.renderer.budget.has_time(self._go_on):
                return

    def _show_thing(self, shown: Shown) -> None:
        thing = self.things.get(shown.at) or self._make_thing(shown.at)
        look = self._plates.get(shown.at) or look_of(shown, self.line, self._ghost_colour)
        thing.name = shown.name
        thing.is_chosen = shown.light is Light.HELD
        thing.picture = look
        if thing.size.isEmpty():
            self._lay_thing(thing)
        else:
            thing.show_look(look, thing.size)
        mark = mark_of(shown, self.line)
        thing.show_mark(mark)
        thing.setZValue(10 if mark is None else 11)  # a mark reaches over the neighbours
        if isinstance(shown.piece.look, Space):
            thing.is_draggable = (
                shown.piece.look.shrimp is not None and shown.piece.look.shrimp == self.viewer
            )

    def show_colours(self, standings: tuple[Standing, ...]) -> None:
        """Lay the standings of the colours over the boards; () shows only the boards."""
        self._standings = standings
        self.colours.setVisible(bool(standings))
        self.colours.name = " ".join(map(str, standings))
        self._lay_colours()

    def _lay_colours(self) -> None:
        if self._standings:
            area = self.places.reef
            wide = min(area.width(), area.height() * SHAPE)
            box = QRectF(0, 0, wide, wide / SHAPE)
            box.moveCenter(area.center())
            self._put(self.colours, box, Look(paint_colours, ColoursLook(self._standings)))

    def tell(self, line: StatusLine) -> None:
        """Show another status line that marks the same things."""
        self.line = line
        self._draw_words()

    def _make_thing(self, target: Token) -> Thing:
        thing = Thing(self.renderer, target, order=zone_of(target))
        is_draggable = dragged_as(target, seat=0) is not None and aim_of(target) is not Aim.SPACE
        thing.set_button(aim_of(target) is not Aim.PLAYER, draggable=is_draggable)
        thing.clicked.connect(partial(self.pressed.emit, target))
        thing.pointed.connect(partial(self._point, target))
        thing.dropped.connect(partial(self._drop, target))
        thing.dragged.connect(partial(self._drag, target))
        thing.pushed.connect(self._push)
        self.surface.add(thing, z=10)
        if aim_of(target) is Aim.SPACE:
            thing.setParentItem(self._window)
        self.things[target] = thing
        return thing

    @property
    def viewer(self) -> int | None:
        """The seat of the viewer; None for a spectator, and before the first scene."""
        fish = None if self.scene is None else self.scene.zone(FISH)
        return None if fish is None else fish.seat

    def fly(self, flight: Flight) -> None:
        """Let a copy of a piece fly from one thing to another."""
        source, to = self.things.get(flight.source), self.things.get(flight.to)
        if source is None or to is None:
            return
        piece = self.surface.new_piece(99, Z_DRAGGED)
        self._dress_ghost(piece, Stack(flight.kind, flight.index, 1))
        piece.setPos(source.scenePos())
        self.surface.send_off(piece, Spot(to.scenePos()))

    # -- what the pointer does -----------------------------------------------------------------

    def _point(self, target: Token, is_on: bool) -> None:
        if is_on and aim_of(target) is Aim.SPACE and self.things[target].has_ring:
            self._look_through(self.camera.showing(self._space_rect(index_of(target)), self.places.reef))
        self.pointed.emit(target if is_on else None)

    def _drag(self, target: Token, at: QPointF) -> None:
        dragged = dragged_as(target, seat=self.viewer or 0)
        if dragged is not None:
            self._dress_ghost(self._ghost, dragged)
            self._ghost.motion.stop()
            self._ghost.setPos(at)
            self._ghost.setVisible(True)

    def _drop(self, target: Token, at: QPointF) -> None:
        self._ghost.setVisible(False)
        below = [item for item in self.surface.scene().items(at) if isinstance(item, Thing)]
        if below and below[0].target != target:
            self.dropped.emit(target, below[0].target)

    def _dress_ghost(self, piece: Piece, one: Stack) -> None:
        side = max(24.0, self._space_side())
        piece.show_look(Look(paint_piece, one, shade=True), QSizeF(side, side))

    # -- zoom and pan --------------------------------------------------------------------------

    def show_board(self, rock: int) -> None:
        """Fill the reef's area with board `rock`, from 0, the focus in its middle; -1 shows all boards."""
        if rock >= len(self.places.boards):
            return
        self._look_through(Camera() if rock < 0 else fitted(self.places.boards[rock], self.places.reef))
        middle = self.things.get(token(Aim.SPACE, rock * _SPACES + _MIDDLE))
        if middle is not None:
            middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom in or out by `factor`; 0 shows all."""
        area = self.places.reef
        self._look_through(self.camera.zoomed(factor, at or area.center(), area) if factor else Camera())

    def _wheel(self, steps: float, at: QPointF) -> None:
        if self.places.reef.contains(at):
            self.zoom(STEP**steps, at)

    def _push(self, way: QPointF) -> None:
        self._look_through(self.camera.panned(way, self.places.reef))

    def _look_through(self, camera: Camera) -> None:
        if camera == self.camera:
            return
        was_zoomed, self.camera = self._is_zoomed, camera
        if self._seats == 3 and was_zoomed != self._is_zoomed:
            self.resize(self.surface.table_size())  # the player's things move, or get their place back
        else:
            self._lay_reef()

    @property
    def _is_zoomed(self) -> bool:
        return self.camera.zoom > 1

    # -- laying out ----------------------------------------------------------------------------

    def resize(self, size: QSizeF) -> None:
        """Adapt to another size of the surface, or another scale of its pieces."""
        if not size.isEmpty():
            kept = self.surface.kept()
            for each in (self.surface.whole_size(), size):  # choices are made without a dock
                self.places = reef_layout(
                    each, self._seats, scale=self.scale, is_zoomed=self._is_zoomed, kept=kept
                )
            self.renderer.write_in(letters_of_table(self.places.unit, self.scale))
            self._lay_out()
            self._draw_words()

    def _lay_out(self) -> None:
        self._draw_sea()
        self._window.setRect(self.places.reef)
        for target, thing in self.things.items():
            if aim_of(target) is not Aim.SPACE:
                self._lay_thing(thing)
        for piece, rect in zip(self._zooms, self.places.zoom, strict=True):
            self._put(piece, rect, piece.look)
        self._lay_colours()
        self._lay_reef()

    def picture_of(self, seat: int) -> QRectF:
        """Return the place of a player's picture; empty before the first scene."""
        if self.scene is None:
            return QRectF()
        return picture_box(self._rect_of(token(Aim.PLAYER, seat)))

    def _rect_of(self, target: Token) -> QRectF:
        """Return the place of a thing that is no space of the reef."""
        places, at = self.places, index_of(target)
        if aim_of(target) is Aim.PLAYER:
            order: list[int] = [plate.seat for plate in self.scene.plates] if self.scene else []
            return places.plates[order.index(at)]
        rows: dict[Aim, tuple[QRectF, ...]] = {
            Aim.SEA: places.seas, Aim.SUPPLY: places.supply, Aim.ALGA: places.algae,
            Aim.TILE: places.stacks[0], Aim.CUBE: places.stacks[1], Aim.FRONT: places.stacks[2],
            Aim.CORAL_TILE: (QRectF(), *places.coral_tiles), Aim.ACTION: (QRectF(), *places.buttons),
            Aim.ALGA_SPACE: (places.alga_space,), Aim.HOME: (places.home,), Aim.UNDO: (places.undo,),
        }  # fmt: skip
        return rows[aim_of(target)][at]

    def _put(self, piece: Piece, rect: QRectF, look: Look | None) -> None:
        if look is not None:
            piece.lay(look, rect)

    def _lay_reef(self) -> None:
        while len(self._boards) < len(self.boards):
            for sheets, z in ((self._boards, 1), (self._edges, 20)):
                sheet = Sheet(self.renderer)
                sheet.setParentItem(self._window)
                sheet.setZValue(z)
                sheets.append(sheet)
        for rock, zone in enumerate(self.boards):
            board = self._board_rect(rock)
            look = chrome.BoardLook(printed_rows(zone), rock + 1)
            is_seen = board.intersects(self.places.reef)
            self._boards[rock].setVisible(is_seen)
            if is_seen:
                self._boards[rock].show(chrome.paint_board, look, board.size(), board.topLeft())
        for target, thing in self.things.items():
            if aim_of(target) is Aim.SPACE:
                self._lay_thing(thing)
        self._draw_edges()

    def _lay_thing(self, thing: Thing) -> None:
        if aim_of(thing.target) is Aim.SPACE:
            seen = self.camera.seen(self._space_rect(index_of(thing.target)), self.places.reef)
            self._put(thing, inset(seen, self._space_side() * 0.03), thing.picture)
        else:
            self._put(thing, self._rect_of(thing.target), thing.picture)

    def _board_rect(self, rock: int) -> QRectF:
        return self.camera.seen(self.places.boards[rock], self.places.reef)

    def _space_rect(self, space: int) -> QRectF:
        """Return the place of a space on the unzoomed reef."""
        rock, at = divmod(space, _SPACES)
        shape = ReefShape(printed_rows(self.boards[rock]) if self.boards else ("#" * 7,) * 6)
        return space_rect(self.places.boards[rock], shape, at % _COLUMNS, at // _COLUMNS)

    def _space_side(self) -> float:
        return self._space_rect(0).width() * self.camera.zoom

    def _draw_edges(self) -> None:
        for rock, (edges, zone) in enumerate(zip(self._edges, self.boards, strict=False)):
            board = self._board_rect(rock)
            edges.setVisible(board.intersects(self.places.reef))
            if not edges.isVisible():
                continue
            edges.show(
                chrome.paint_corals,
                chrome.CoralsLook(printed_rows(zone), corals(zone)),
                board.size(),
                board.topLeft(),
            )

    def _draw_sea(self) -> None:
        places = self.places
        labels = list(zip(_LABELS, places.labels, strict=True))
        if self.scene is not None and (bag := self.scene.zone(BAG)) is not None:
            # a picture of its own: the number changes during the game, and drawing the whole sea takes long
            look = chrome.LabelLook(f"Bag\n{bag.pieces[0].short}", places.unit)
            self._bag.show(chrome.paint_label, look, places.bag.size(), places.bag.topLeft())
        if self.scene is not None and self.viewer is None:
            labels[:3] = [("As a spectator sees it", places.own.adjusted(20, 0, -20, 0))]
        ground = chrome.GroundLook(
            tuple(
                (rect.left(), rect.top(), rect.width(), rect.height()) for rect in (places.sea, places.own)
            ),
            tuple((text, (r.left(), r.top(), r.width(), r.height())) for text, r in labels),
            places.unit,
        )
        self._sea.show(chrome.paint_sea_ground, ground, self.surface.table_size(), QPointF(0, 0))

    def _draw_words(self) -> None:
        if self.scene is None:
            return
        self._draw_sea()
        line, own = self.line, self.scene.zone(FISH)
        self.words.name = line.text
        look = Look(chrome.paint_status_line, chrome.StatusLineLook(line.text, line.is_warning, line.is_call))
        self._put(self.words, self.places.line, look)
        self._fish.setVisible(own is not None)
        if own is not None:
            fish = own.pieces[0]
            self._fish.name = f"{own.title}, {fish.name}"
            self._put(self._fish, self.places.fish, Look(paint_fish, fish.look))
