"""Reef Encounter on the screen: thin hands for `app.reef_table_model` and its neighbours.

Everything that can be pressed is a `Thing` by its target. After every piece of news, press or
movement of the pointer the model's description is made anew and shown; nothing is decided here.

Keys: 1 to 4 show one board, 0 all, + and - zoom; Ctrl (or Alt) with 1 to 9 and 0 are the ten
actions; arrows and Tab go from thing to thing, Enter and Space press, Escape lets go, Ctrl+Z
takes back.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QVBoxLayout, QWidget

from app.messages import Advanced, TableInfo
from app.reef_choice_model import (
    UNDO,
    Choices,
    Pressed,
    Route,
    Spot,
    Target,
    act,
    choices_of,
    drag,
    kept,
    press,
    step_back,
)
from app.reef_flight_model import Flight, flights, marks
from app.reef_hint_model import Hint, hint_of
from app.reef_model import reef_state
from app.reef_screen_model import Screen
from app.reef_table_model import reef_screen
from app.reef_why_model import WAIT, Why, why_not
from rules.api import View
from rules.reef.position import NONE
from ui.art.icon_paths import Icon
from ui.art.reef_board import ReefShape, space_rect
from ui.table.bubble import Bubble
from ui.table.game_table import GameTable, Manner
from ui.table.motion import Spot as At
from ui.table.pieces import Z_DRAGGED, Look, Piece
from ui.table.reef.camera import STEP, Camera, fitted
from ui.table.reef.chrome import (
    BoardLook,
    CoralsLook,
    GroundLook,
    HintLook,
    ZoomLook,
    paint_board,
    paint_corals,
    paint_hint,
    paint_sea_ground,
    paint_zoom,
)
from ui.table.reef.dressing import DRAGGED, looks, mark_of, zone_of
from ui.table.reef.layout import ReefLayout, reef_layout
from ui.table.reef.own_looks import FishLook, StackLook, paint_fish, paint_piece
from ui.table.reef.score_sheet import ScoreSheet
from ui.table.reef.things import ReefSurface, Sheet, Thing
from ui.table.studio import Studio

_ZOOMS = (
    (Icon.ZOOM_OUT, "Zoom out", 1 / STEP),
    (Icon.ZOOM_FIT, "Show all boards", 0.0),
    (Icon.ZOOM_IN, "Zoom in", STEP),
)
_LABELS = ("Tiles", "Cubes", "Consumed")


class ReefTable(GameTable):
    """The table of Reef Encounter."""

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(info, manner, parent)
        self.names = tuple(guest.nick for guest in info.guests)
        self.studio = Studio(manner, dpr=self.devicePixelRatioF())
        self.surface = ReefSurface(self.studio)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.surface)
        self.setFocusProxy(self.surface)
        self.view: View | None = None
        self.shown: Screen | None = None
        self.choices = Choices()
        self.hold: Route = ()
        self.hint = Hint()
        self.camera = Camera()
        self.things: dict[Target, Thing] = {}
        self.places: ReefLayout = reef_layout(QSizeF(1280, 720), len(info.guests), scale=manner.scale)
        self._pointed: Target | None = None
        self._last: frozenset[Target] = frozenset()
        self._is_sent = False
        self._make_still()
        self.bubble = Bubble(self.surface)
        self.surface.resized.connect(self._resized)
        self.surface.zoomed.connect(self._wheel)
        self.surface.pushed.connect(self._push)
        self.surface.let_go.connect(self.let_go)

    def _make_still(self) -> None:
        """What lies under, over and between the things."""
        self._sea = Sheet(self.studio)
        self._sea.setZValue(-100)
        self.surface.scene().addItem(self._sea)
        self._window = QGraphicsRectItem()
        self._window.setPen(Qt.PenStyle.NoPen)
        self._window.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self._window.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.surface.scene().addItem(self._window)
        self._boards: list[Sheet] = []
        self._edges: list[Sheet] = []
        self._words = Piece(self.studio, order=5)
        self._fish = Piece(self.studio, order=24)
        self._ghost = Piece(self.studio, order=99)
        self._ghost.setVisible(False)
        for piece, z in ((self._words, 0.0), (self._fish, 0.0), (self._ghost, Z_DRAGGED)):
            self.surface.add(piece, z=z)
        self._zooms: list[Piece] = []
        for icon, name, factor in _ZOOMS:
            piece = Piece(self.studio, order=11)
            piece.name = name
            piece.set_button(True)
            piece.clicked.connect(partial(self._zoom_button, factor))
            piece.show_look(Look(paint_zoom, ZoomLook(icon)), QSizeF(20, 20))
            self.surface.add(piece)
            self._zooms.append(piece)

    # -- told by the window --------------------------------------------------------------------

    def show_advanced(self, news: Advanced) -> None:
        before, self.view = self.view, news.view
        self._is_sent = False
        self.choices = choices_of(news.view)
        self.hold = kept(self.choices, self.hold)
        self.bubble.hide()
        under_way: list[Flight] = []
        if before is not None:
            self._last = marks(before, news.view, news.events, self._last)
            if self.studio.motion_ms > 0 and self.isVisible():
                under_way = [flight for event in news.events[-1:] for flight in flights(before, event)]
        self.refresh()
        for flight in under_way:
            self._fly(flight)

    def set_manner(self, manner: Manner) -> None:
        super().set_manner(manner)
        self.studio.set_manner(manner)
        self.surface.redraw()
        self._resized(self.surface.table_size())

    def sheet(self) -> QWidget | None:
        if self.shown is None or not self.shown.scores:
            return None
        return ScoreSheet(self.shown.scores, self.studio.theme, self.manner.scale)

    # -- what the player does ------------------------------------------------------------------

    def press(self, target: Target) -> None:
        """Press a thing: take the next step to an action, or say why not."""
        if self.view is None or target.spot is Spot.PLAYER:
            return
        why = why_not(self.view, self.choices, self.hold, target)
        if why is not None or self._is_sent:
            self._say(why or WAIT, target)
            return
        self._take(press(self.choices, self.hold, target))

    def drop(self, target: Target, at: QPointF) -> None:
        """A thing was dragged to a point of the table."""
        self._ghost.setVisible(False)
        to = self._thing_at(at)
        if self.view is None or to is None or to.target == target:
            return
        pressed = drag(self.choices, target, to.target)
        if pressed.fits and not self._is_sent:
            self._take(pressed)
            return
        why = why_not(self.view, self.choices, (), target) or why_not(
            self.view, self.choices, (target,), to.target
        )
        self._say(why or WAIT, to.target)

    def let_go(self) -> None:
        """Escape: hold one thing less."""
        self.bubble.hide()
        self.hold = step_back(self.choices, self.hold)
        self.refresh()

    def _take(self, pressed: Pressed) -> None:
        self.bubble.hide()
        self.hold = pressed.hold
        if pressed.action is not None:
            self._is_sent = True
            self._pointed = None
        self.refresh()
        if pressed.action is not None:
            self.chosen.emit(pressed.action)

    def _say(self, why: Why, target: Target) -> None:
        over = self.things.get(target, self._words)
        self.bubble.say(why.text, why.rule, over=over, unit=self.places.unit)
        self.why_not.emit(str(why))

    def _point(self, target: Target, is_on: bool) -> None:
        pointed = target if is_on else None
        if pointed != self._pointed and (is_on or self._pointed == target):
            self._pointed = pointed
            self._show_camera_for(target if is_on else None)
            self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        key = event.key()
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        digit = key - Qt.Key.Key_0 if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 else None
        if key == Qt.Key.Key_Escape:
            self.let_go()
        elif held and key == Qt.Key.Key_Z:
            self.press(UNDO)
        elif digit is not None and held:
            self.press(act(digit or 10))
        elif digit is not None and digit <= len(self.places.boards):
            self.show_board(digit - 1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self._zoom_button(1 / STEP if key == Qt.Key.Key_Minus else STEP)
        else:
            super().keyPressEvent(event)

    # -- zoom and pan --------------------------------------------------------------------------

    def show_board(self, rock: int) -> None:
        """Fill the reef's area with one board; all of them for -1."""
        if rock < len(self.places.boards):
            self._look_through(Camera() if rock < 0 else fitted(self.places.boards[rock], self.places.reef))

    def _look_through(self, camera: Camera) -> None:
        if camera != self.camera:
            self.camera = camera
            self._lay_reef()

    def _wheel(self, steps: float, at: QPointF) -> None:
        if self.places.reef.contains(at):
            self._look_through(self.camera.zoomed(STEP**steps, at, self.places.reef))

    def _push(self, way: QPointF) -> None:
        self._look_through(self.camera.panned(way, self.places.reef))

    def _zoom_button(self, factor: float) -> None:
        area = self.places.reef
        self._look_through(self.camera.zoomed(factor, area.center(), area) if factor else Camera())

    def _show_camera_for(self, target: Target | None) -> None:
        """The keyboard has gone to a space that is out of sight."""
        if target is None or target.spot is not Spot.SPACE or not self.things[target].has_ring:
            return
        self._look_through(self.camera.showing(self._space_rect(target.index), self.places.reef))

    # -- showing -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Make the description anew and show it."""
        if self.view is None:
            return
        screen = reef_screen(self.view, self.choices, names=self.names, hold=self.hold, last=self._last)
        is_new = self.shown is None or len(self.shown.reefs) != len(screen.reefs)
        self.shown = screen
        self.hint = hint_of(self.view, self.choices, screen, hold=self.hold, target=self._pointed)
        for place, look in looks(screen, self.hint, self._ghost_colour()):
            thing = self.things.get(place.target) or self._make_thing(place.target)
            thing.name = place.name
            thing.is_chosen = place.light.value == "held"
            thing.setData(0, look)
            if not thing.size.isEmpty():
                thing.show_look(look, thing.size)
            thing.show_mark(mark_of(place, self.hint))
        if is_new or any(thing.size.isEmpty() for thing in self.things.values()):
            self._lay_out()
        self._draw_edges()
        self._draw_words()

    def _ghost_colour(self) -> int | None:
        """The colour of the tile that pressing a lit space would lay."""
        if self.view is None or (self.hold and self.hold[0].spot not in (Spot.TILE, Spot.FRONT)):
            return None
        laying = reef_state(self.view).position.laying
        return None if laying == NONE else laying

    def _make_thing(self, target: Target) -> Thing:
        thing = Thing(self.studio, target, order=zone_of(target))
        thing.set_button(target.spot is not Spot.PLAYER, draggable=target.spot in DRAGGED)
        thing.clicked.connect(partial(self.press, target))
        thing.pointed.connect(partial(self._point, target))
        thing.dropped.connect(partial(self.drop, target))
        thing.dragged.connect(partial(self._drag_ghost, target))
        thing.pushed.connect(self._push)
        self.surface.add(thing, z=10)
        if target.spot is Spot.SPACE:
            thing.setParentItem(self._window)
        self.things[target] = thing
        return thing

    def _drag_ghost(self, target: Target, at: QPointF) -> None:
        kind = "cube" if target.spot is Spot.CUBE else "tile"
        side = self._space_side()
        self._ghost.show_look(
            Look(paint_piece, StackLook(kind, target.index, 1), shade=True), QSizeF(side, side)
        )
        self._ghost.motion.stop()
        self._ghost.setPos(at)
        self._ghost.setVisible(True)

    def _thing_at(self, at: QPointF) -> Thing | None:
        for item in self.surface.scene().items(at):
            if isinstance(item, Thing):
                return item
        return None

    def _fly(self, flight: Flight) -> None:
        source, to = self.things.get(flight.source), self.things.get(flight.to)
        if source is None or to is None:
            return
        side = self._space_side()
        piece = Piece(self.studio, order=99)
        piece.show_look(
            Look(paint_piece, StackLook(flight.kind, flight.index, 1), shade=True), QSizeF(side, side)
        )
        piece.setPos(source.scenePos())
        self.surface.add(piece, z=Z_DRAGGED)
        piece.go(At(to.scenePos()), then=partial(self.surface.remove, piece))

    # -- laying out ----------------------------------------------------------------------------

    def _resized(self, size: QSizeF) -> None:
        if not size.isEmpty():
            self.places = reef_layout(size, len(self.names), scale=self.manner.scale)
            self._lay_out()
            self._draw_words()
            self.bubble.follow(self.places.unit)

    def _lay_out(self) -> None:
        places = self.places
        self._draw_sea()
        self._window.setRect(places.reef)
        for target, thing in self.things.items():
            if target.spot is not Spot.SPACE:
                self._put(thing, self._rect_of(target))
        for piece, rect in zip(self._zooms, places.zoom, strict=True):
            if piece.look is not None:
                self._put(piece, rect, piece.look)
        self._lay_reef()

    def _rect_of(self, target: Target) -> QRectF:
        """Where a thing beside the reef belongs."""
        places, at = self.places, target.index
        if target.spot is Spot.PLAYER:
            order = [plate.seat for plate in self.shown.plates] if self.shown else []
            return places.plates[order.index(at)]
        return {
            Spot.CORAL_TILE: lambda: places.coral_tiles[at - 1], Spot.SEA: lambda: places.seas[at],
            Spot.SUPPLY: lambda: places.supply[at], Spot.ALGA: lambda: places.algae[at],
            Spot.ALGA_SPACE: lambda: places.alga_space, Spot.TILE: lambda: places.stacks[0][at],
            Spot.CUBE: lambda: places.stacks[1][at], Spot.FRONT: lambda: places.stacks[2][at],
            Spot.HOME: lambda: places.home, Spot.ACTION: lambda: places.buttons[at - 1],
            Spot.UNDO: lambda: places.undo,
        }[target.spot]()  # fmt: skip

    def _put(self, thing: Piece, rect: QRectF, look: Look | None = None) -> None:
        shown = look or thing.data(0)
        thing.show_look(shown, QSizeF(round(rect.width()), round(rect.height())))
        thing.go(At(rect.center()), ms=0)

    def _lay_reef(self) -> None:
        """Boards and spaces as the camera sees them."""
        if self.shown is None:
            return
        while len(self._boards) < len(self.shown.reefs):
            for sheets, z in ((self._boards, 1), (self._edges, 20)):
                sheet = Sheet(self.studio)
                sheet.setParentItem(self._window)
                sheet.setZValue(z)
                sheets.append(sheet)
        for rock, reef in enumerate(self.shown.reefs):
            board = self._board_rect(rock)
            self._boards[rock].show(
                paint_board, BoardLook(reef.rows, rock + 1), board.size(), board.topLeft()
            )
            for cell in reef.cells:
                target = cell.place.target
                inset = self._space_side() * 0.03
                rect = self.camera.seen(self._space_rect(target.index), self.places.reef)
                self._put(self.things[target], rect.adjusted(inset, inset, -inset, -inset))
        self._draw_edges()

    def _board_rect(self, rock: int) -> QRectF:
        return self.camera.seen(self.places.boards[rock], self.places.reef)

    def _space_rect(self, space: int) -> QRectF:
        """A space of the unzoomed reef."""
        rock, at = divmod(space, 42)
        shape = ReefShape(self.shown.reefs[rock].rows if self.shown else ("#" * 7,) * 6)
        return space_rect(self.places.boards[rock], shape, at % 7, at // 7)

    def _space_side(self) -> float:
        return self._space_rect(0).width() * self.camera.zoom

    def _draw_edges(self) -> None:
        if self.shown is None or len(self._edges) < len(self.shown.reefs):
            return
        for rock, reef in enumerate(self.shown.reefs):
            corals = tuple(
                (coral.spaces, (coral.badge % 42 % 7, coral.badge % 42 // 7), coral.seat)
                for coral in self.shown.corals
                if coral.rock == rock
            )
            board = self._board_rect(rock)
            self._edges[rock].show(paint_corals, CoralsLook(reef.rows, corals), board.size(), board.topLeft())

    def _draw_sea(self) -> None:
        places = self.places
        boxes = tuple(
            (rect.left(), rect.top(), rect.width(), rect.height()) for rect in (places.sea, places.own)
        )
        labels = [(text, rect) for text, rect in zip(_LABELS, places.labels, strict=True)]
        if self.shown is not None:
            labels.append((f"Bag\n{self.shown.bag}", places.bag))
        look = GroundLook(
            boxes,
            tuple((text, (r.left(), r.top(), r.width(), r.height())) for text, r in labels),
            places.unit,
        )
        self._sea.show(paint_sea_ground, look, self.surface.table_size(), QPointF(0, 0))

    def _draw_words(self) -> None:
        if self.shown is None:
            return
        self._draw_sea()
        self._words.name = self.hint.text
        self._put(
            self._words,
            self.places.hint,
            Look(paint_hint, HintLook(self.hint.text, self.hint.is_warning, self.hint.is_call)),
        )
        own = self.shown.own
        self._fish.setVisible(own is not None)
        if own is not None:
            self._fish.name = f"Your parrotfish, worth {own.points}"
            self._put(
                self._fish,
                self.places.fish,
                Look(paint_fish, FishLook(own.seat, own.fish, own.start, own.points)),
            )
