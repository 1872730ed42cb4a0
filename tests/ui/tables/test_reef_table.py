"""The table of Reef Encounter, played through the widget."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bots.reef import ReefPolicy
from app.games.picks import Routes
from app.games.reef.looks import Space
from app.games.reef.picks import UNDO, Aim, act, aim_of, index_of, token
from app.games.reef.preview import preview
from app.games.reef.scene import BAG
from app.games.reef.sheet import Score, reef_scores
from app.games.scene import Route, Token
from app.messages import Advanced, Guest, TableInfo
from app.screens.seats import HERE, MarkKind, SeatMark
from rules.api import Action, Event, Seat
from rules.driver import LocalTable
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import BOARDS
from tests.support.table_hands import WINDOWS
from ui.art.reef.board import ReefShape, space_rect
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Preferences
from ui.kit.pieces import Piece
from ui.kit.surface import _nearest
from ui.tables.reef.camera import STEP, Camera
from ui.tables.reef.chrome import BoardLook, paint_board
from ui.tables.reef.layout import BOARD_SHAPE, reef_layout
from ui.tables.reef.score_sheet import ScoreSheet
from ui.tables.reef.table import ReefTable
from ui.tables.reef.things import Thing

ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
NAMES = ("Ada", "Bo", "Cy", "Di")
STILL = Preferences(themed(ThemeName.DARK), 100, 0, True)


class Sitting:
    """A widget at a local table; bots play the other seats, and `hand` plays the widget's own."""

    def __init__(self, qtbot: QtBot, *, seats: int = 2, seed: int = 1, size: tuple[int, int] = (1280, 720),
                 options: dict[str, str] | None = None) -> None:  # fmt: skip
        self.rng = random.Random(seed)
        self.game = LocalTable(ReefGame().start(seats, options or {}), seats, self.rng)
        guests = tuple(Guest(name, "words") for name in NAMES[:seats])
        self.table = ReefTable(TableInfo("00", "reef", (), guests, 0), STILL)
        qtbot.addWidget(self.table)
        self.table.resize(*size)
        self.table.show()
        self.table.activateWindow()
        self.table.surface.setFocus()
        QApplication.processEvents()  # the focus has arrived
        self.chosen: list[Action] = []
        self.refused: list[str] = []
        self.table.chosen.connect(self.chosen.append)
        self.table.why_not.connect(self.refused.append)
        self.bot = ReefPolicy()
        self._told = 0
        self.k = 0
        self.tell()

    def tell(self) -> None:
        """Show the table the events since the last time."""
        events: tuple[Event, ...] = tuple(self.game.events[self._told :])
        self._told, self.k = len(self.game.events), self.k + 1
        self.table.show_advanced(Advanced(self.k, self.game.view(Seat(0)), events))

    def others(self) -> None:
        """Let bots play until it is the widget's turn, or the game is over."""
        while self.game.turn not in (None, 0):
            self.game.play(self.bot.choose(self.game.view(self.game.turn), self.rng))
        self.tell()

    def wish(self) -> Action:
        """The choice of a bot in the widget's place."""
        return self.bot.choose(self.game.view(Seat(0)), self.rng)

    def done(self) -> None:
        """Carry out the one action that the widget has chosen."""
        (action,) = self.chosen
        self.chosen.clear()
        self.game.play(action)
        self.tell()

    def until(self, turns: int) -> None:
        """Let bots play the next turns of all seats, and on until it is the widget's turn."""
        for _ in range(turns):
            if self.game.turn is None:
                break
            self.game.play(self.bot.choose(self.game.view(self.game.turn), self.rng))
        self.others()

    def fresh(self) -> None:
        """Let bots play until a turn of the widget's seat begins."""
        while not any(isinstance(action, a.PlayCube) for action in self.game.actions()) or (
            any(isinstance(action, a.Undo) for action in self.game.actions()) or self.game.turn != 0
        ):
            self.until(1)

    def click(self, target: Token) -> None:
        """Click with the left button in the middle of a thing."""
        QTest.mouseClick(self.table.surface.viewport(), Qt.MouseButton.LeftButton, pos=self.at(target))

    def at(self, target: Token) -> QPoint:
        """A point at which a thing is visible."""
        return self.table.surface.mapFromScene(self.table.stage.things[target].scenePos())

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key at the table."""
        QTest.keyClick(self.table.surface, key, held)


def route_to(choices: Routes, action: Action, *, through: Aim | None = None) -> Route:
    """The shortest way to an action, by a thing of the kind `through` if there is such a way."""
    routes = sorted((route for route, each in choices.whole.items() if each == action), key=len)
    if not routes:  # another start tile of the same colour
        routes = sorted((r for r, each in choices.whole.items() if type(each) is type(action)), key=len)
    wanted = [route for route in routes if aim_of(route[0]) is through]
    return (wanted or routes)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_and_first_turn_by_mouse(qtbot: QtBot, seats: int) -> None:
    sitting = Sitting(qtbot, seats=seats)
    for _ in range(6):
        sitting.others()
        for target in route_to(sitting.table.choices, sitting.wish()):
            sitting.click(target)
        sitting.done()

    assert sitting.refused == []


def test_the_first_cubes_are_taken_by_the_large_cubes_in_the_sea(qtbot: QtBot) -> None:
    """The cubes that catch the eye take the click; they are large enough on a small table."""
    sitting = Sitting(qtbot, size=(760, 560))
    sitting.others()
    while not any(isinstance(action, a.TakeCubes) for action in sitting.game.actions()):
        for target in route_to(sitting.table.choices, sitting.wish()):
            sitting.click(target)
        sitting.done()
        sitting.others()
    lit = sitting.table.choices.lit(())
    sizes = [sitting.table.stage.things[target].size for target in lit]
    sitting.click(token(Aim.SEA, 3))
    assert sitting.table.line.text and sitting.chosen == []
    sitting.click(token(Aim.SEA, 1))

    assert [str(action) for action in sitting.chosen] == ["cubes YP"] and sitting.refused == []
    assert {aim_of(target) for target in lit} == {Aim.SEA, Aim.SUPPLY}
    assert all(size.height() >= 24 and size.width() >= 24 for size in sizes)


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("size", WINDOWS)
def test_a_whole_game_with_only_the_mouse(qtbot: QtBot, size: tuple[int, int]) -> None:
    sitting = Sitting(qtbot, seed=9, size=size)
    sitting.others()
    while sitting.game.turn is not None:
        for target in route_to(sitting.table.choices, sitting.wish()):
            sitting.click(target)
        sitting.done()
        sitting.others()
    sheet = sitting.table.sheet()

    assert sitting.refused == []
    assert sheet is not None
    qtbot.addWidget(sheet)
    outcome = sitting.game.outcome
    assert outcome is not None
    assert all(f"together {score}" in sheet.accessibleName() for score in outcome.scores)


@pytest.mark.slow
@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("size", WINDOWS)
def test_a_whole_game_with_only_the_keys(qtbot: QtBot, size: tuple[int, int]) -> None:
    sitting = Sitting(qtbot, seed=10, size=size)
    sitting.others()
    walk = Walk(sitting.table)
    while sitting.game.turn is not None:
        for target in route_to(sitting.table.choices, sitting.wish(), through=Aim.ACTION):
            if aim_of(target) is Aim.ACTION:
                sitting.key(Qt.Key(Qt.Key.Key_0 + index_of(target) % 10))
            elif target not in sitting.table.hold:
                for key in walk.to(target):
                    sitting.key(key)
                sitting.key(Qt.Key.Key_Return)
        sitting.done()
        sitting.others()

    assert sitting.refused == []
    assert sitting.table.shown is not None
    assert sitting.table.view is not None and reef_scores(sitting.table.view, NAMES)


class Walk:
    """The ways that arrow keys lead from piece to piece, found once: the places do not change."""

    def __init__(self, table: ReefTable) -> None:
        self.surface = table.surface
        self.buttons = self.surface.buttons()
        self.found: dict[tuple[Piece, Qt.Key], Piece | None] = {}

    def to(self, target: Token) -> list[Qt.Key]:
        """Press arrow keys from the thing in focus to this one; with no focus the first key only takes it."""
        here = self.surface.focused()
        if here is None:
            QTest.keyClick(self.surface, Qt.Key.Key_Down)
            here = self.surface.focused()
        assert here is not None
        ways: dict[Piece, list[Qt.Key]] = {here: []}
        queue = [here]
        for piece in queue:
            if isinstance(piece, Thing) and piece.target == target:
                return ways[piece]
            for key, step in ARROWS.items():
                if (piece, key) not in self.found:
                    self.found[piece, key] = _nearest(piece, self.buttons, step)
                near = self.found[piece, key]
                if near is not None and near not in ways:
                    ways[near] = [*ways[piece], key]
                    queue.append(near)
        raise AssertionError(f"no arrow leads to {target}")


def test_pressing_what_is_not_possible_says_why(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.fresh()
    sitting.click(act(3))

    assert sitting.chosen == []
    assert sitting.refused == ["Choose Play a cube (2) before a second cube. (reef 4.1b)"]
    assert "Choose Play a cube (2)" in sitting.table.bubble.text
    sitting.key(Qt.Key.Key_Escape)
    assert sitting.table.bubble.text == ""


def test_a_choice_is_sent_only_once_until_the_game_continues(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.fresh()
    for _ in range(2):
        sitting.click(act(10))
        sitting.click(token(Aim.SEA, 0))

    assert list(map(str, sitting.chosen)) == ["collect W"]
    assert set(sitting.refused) == {"It is not your turn. (reef 4.1)"}


def test_escape_and_the_right_button_let_go(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.fresh()
    for let_go in (
        lambda: sitting.key(Qt.Key.Key_Escape),
        lambda: QTest.mouseClick(sitting.table.surface.viewport(), Qt.MouseButton.RightButton),
    ):
        sitting.click(act(10))
        assert sitting.table.hold == (act(10),)
        let_go()
        assert sitting.table.hold == ()


def laying(qtbot: QtBot, seed: int = 1) -> Sitting:
    """A sitting in which tiles of a cube may be laid."""
    sitting = Sitting(qtbot, seed=seed)
    sitting.until(6)
    while not {a.Lay, a.Undo} <= set(map(type, sitting.game.actions())) or sitting.game.turn != 0:
        sitting.until(1)
    return sitting


def test_a_tile_is_dragged_onto_a_space(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    lay = next(action for action in sitting.game.actions() if isinstance(action, a.Lay))
    tile, space = token(Aim.TILE, lay.colour), token(Aim.SPACE, lay.space)
    drag(sitting, tile, space)

    assert sitting.chosen == [lay]
    assert sitting.refused == []


def test_a_tile_dragged_to_where_it_may_not_lie_says_why(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    lay = next(action for action in sitting.game.actions() if isinstance(action, a.Lay))
    drag(sitting, token(Aim.TILE, (lay.colour + 1) % 5), token(Aim.SPACE, lay.space))
    drag(sitting, token(Aim.TILE, lay.colour), token(Aim.SEA, 0))

    assert sitting.chosen == []
    assert len(sitting.refused) == 2


def drag(sitting: Sitting, source: Token, to: Token) -> None:
    """Press on one thing, move to another, let go."""
    viewport = sitting.table.surface.viewport()
    start, end = sitting.at(source), sitting.at(to)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        at = QPointF(start) + QPointF(end - start) * step / 4
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, QPointF(viewport.mapToGlobal(at.toPoint())), Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)


def test_pointing_at_a_space_tells_what_would_come_of_it(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    lay = next(action for action in sitting.game.actions() if isinstance(action, a.Lay))
    thing = sitting.table.stage.things[token(Aim.SPACE, lay.space)]
    thing.hovered.emit(True)
    assert sitting.table.stage.words.name == preview(sitting.game.view(Seat(0)), lay).text
    thing.hovered.emit(False)

    assert sitting.table.stage.words.name == sitting.table.shown.status  # type: ignore[union-attr]


def test_tab_leads_from_the_reef_to_every_group_of_pieces_in_turn(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    met = []
    for _ in range(11):
        sitting.key(Qt.Key.Key_Tab)
        piece = sitting.table.surface.focused()
        met.append("" if piece is None else piece.name)
    kinds = ("on board 1", "the colours", "white tiles", "white cubes", "consumed tiles", "Your screen")
    further = ("Eat a coral", "Coral tile 1", "White space", "cubes in the supply", "Alga space")

    assert all(kind in name for kind, name in zip((*kinds, *further), met, strict=True)), met


def test_the_undo_key_takes_a_step_back(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    sitting.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert list(map(str, sitting.chosen)) == ["undo"]


def test_planned_steps_are_taken_back_even_if_the_rules_allow_no_undo(qtbot: QtBot) -> None:
    sitting, backs = laying(qtbot), []
    sitting.table.back_wanted.connect(lambda: backs.append(True))
    sitting.table.sent = sitting.game.view(Seat(0))
    sitting.click(UNDO)
    sitting.key(Qt.Key.Key_Backspace)

    assert backs == [True, True] and not sitting.chosen


def test_the_standings_of_the_colours_are_shown_on_request(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    plate = sitting.table.stage.colours
    assert not plate.isVisible()
    sitting.key(Qt.Key.Key_V)
    assert plate.isVisible() and plate.name.startswith("White is worth 3")
    sitting.key(Qt.Key.Key_Escape)
    assert not plate.isVisible()


# -- zoom and pan -------------------------------------------------------------------------------


def test_keys_jump_to_boards_and_zoom(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seats=4)
    sitting.until(12)
    stage = sitting.table.stage
    area, ctrl = stage.places.reef, Qt.KeyboardModifier.ControlModifier
    for number in (1, 2, 3, 4):
        sitting.key(Qt.Key(Qt.Key.Key_0 + number), ctrl)
        seen = stage.camera.seen(stage.places.boards[number - 1], area)
        assert area.adjusted(-2, -2, 2, 2).contains(seen)
        assert seen.height() > 0.95 * area.height()
        assert stage.things[token(Aim.SPACE, (number - 1) * 42 + 24)].hasFocus()
    sitting.key(Qt.Key.Key_0, ctrl)
    assert stage.camera == Camera()
    sitting.key(Qt.Key.Key_5, ctrl)
    assert stage.camera == Camera()
    sitting.key(Qt.Key.Key_3, ctrl)
    sitting.key(Qt.Key.Key_Escape)
    assert stage.camera == Camera()
    sitting.key(Qt.Key.Key_Plus)
    assert stage.camera.zoom == pytest.approx(STEP)
    sitting.key(Qt.Key.Key_Minus)
    assert stage.camera.zoom == pytest.approx(1)


def test_the_wheel_zooms_about_the_pointer_and_the_ground_is_pushed(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seats=3)
    sitting.until(9)
    stage = sitting.table.stage
    thing = stage.things[token(Aim.SPACE, 3)]
    before = thing.scenePos()
    for _ in range(3):
        sitting.table.surface.zoomed.emit(1.0, thing.scenePos())
    assert stage.camera.zoom == pytest.approx(STEP**3)
    assert (thing.scenePos() - before).manhattanLength() < 3
    thing.pushed.emit(QPointF(-20, -10))
    assert (thing.scenePos() - before - QPointF(-20, -10)).manhattanLength() < 3
    sitting.table.surface.zoomed.emit(1.0, QPointF(sitting.table.width() - 5, 300))
    assert stage.camera.zoom == pytest.approx(STEP**3)
    stage.zoom(0)
    assert stage.camera == Camera()


def move(sitting: Sitting, start: QPoint, way: QPoint) -> None:
    """Press, move away, let go."""
    viewport = sitting.table.surface.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.5, 1.0):
        at = QPointF(start) + QPointF(way) * share
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, QPointF(viewport.mapToGlobal(at.toPoint())), Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + way)


def test_a_press_on_a_space_or_the_sand_that_moves_away_pans(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seats=4)
    sitting.fresh()
    stage = sitting.table.stage
    stage.show_board(0)
    sand = stage.places.reef.center() + QPointF(0, stage.places.reef.height() / 2 - 6)
    looks = ((piece.at, piece.look) for piece in stage.boards[0].pieces)
    bare = next(at for at, look in looks if isinstance(look, Space) and look.shrimp is None)
    for start in (sitting.at(bare), sitting.table.surface.mapFromScene(sand)):
        before = stage.camera
        move(sitting, start, QPoint(-60, -30))
        assert stage.camera.x > before.x
        assert stage.camera.zoom == before.zoom

    assert sitting.refused == []
    assert sitting.chosen == []


def test_the_wheel_itself_zooms(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.fresh()
    viewport = sitting.table.surface.viewport()
    at = sitting.table.stage.places.reef.center()
    event = QWheelEvent(
        at, QPointF(viewport.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)

    assert sitting.table.stage.camera.zoom == pytest.approx(STEP)


def test_an_own_shrimp_is_dragged_behind_the_screen(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    while not {a.Move, a.PlayCube} <= set(map(type, sitting.game.actions())) or sitting.game.turn != 0:
        sitting.until(1)
    home = next(x for x in sitting.game.actions() if isinstance(x, a.Move) and x.to < 0)
    drag(sitting, token(Aim.SPACE, home.source), token(Aim.HOME))

    assert sitting.chosen == [home]


def test_the_sheet_of_the_end_has_every_sum(qtbot: QtBot) -> None:
    scores = (
        Score(1, "Bo", ((0, 2), (2, 3), (5, 3), (0, 3), (1, 4)), 25, 1, "1 consumed, no cubes"),
        Score(0, "Ada", ((0, 2), (0, 3), (7, 3), (0, 3), (1, 4)), 25, 2, "0 consumed, no cubes"),
        *(Score(seat, f"P{seat}", ((0, 2), (0, 3), (0, 3), (0, 3), (0, 4)), 0, 3, "") for seat in (2, 3)),
    )
    sheet = ScoreSheet(scores, themed(ThemeName.LIGHT), 100)
    qtbot.addWidget(sheet)
    assert sheet.accessibleName().startswith(
        "1. Bo: 2 yellow times 3, 5 orange times 3, 1 grey times 4, together 25 (tie broken by 1 consumed"
    )
    assert "3. P3: nothing, together 0" in sheet.accessibleName()
    sheet.resize(sheet.sizeHint())
    sheet.show()
    drawn = sheet.grab().toImage()
    rows = [{drawn.pixel(x, y) for x in range(0, drawn.width(), 3)} for y in range(0, drawn.height(), 12)]

    assert sum(len(row) > 4 for row in rows) > len(rows) // 2


def test_a_space_out_of_sight_comes_into_it_when_the_keyboard_reaches_it(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seats=4)
    sitting.until(12)
    stage = sitting.table.stage
    stage.show_board(0)
    far = stage.things[max(target for target in stage.things if aim_of(target) is Aim.SPACE)]
    assert not stage.places.reef.contains(far.scenePos())
    far.setFocus(Qt.FocusReason.OtherFocusReason)

    assert stage.places.reef.contains(far.scenePos())


# -- layout and looks ---------------------------------------------------------------------------

SIZES = [
    *((1024, 640), (1280, 800), (3840, 2160), (900, 700), (760, 560), (1500, 640), (1000, 1000)),
    *((900, 1500), (1080, 1840), (700, 720), (2560, 980), (3440, 1340)),
]


@pytest.mark.parametrize("is_zoomed", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_no_pieces_of_the_reef_overlap_or_lie_outside(
    seats: int, size: tuple[int, int], scale: int, *, is_zoomed: bool
) -> None:
    """Zoomed, the boards have all of the reef for themselves."""
    places = reef_layout(QSizeF(*size), seats, scale=scale, is_zoomed=is_zoomed)
    rects = places.pieces()
    if is_zoomed:
        rects = [places.reef, *(rect for rect in rects if rect not in places.boards)]
    whole = QRectF(0, 0, *size).adjusted(-1, -1, 1, 1)

    assert all(whole.contains(rect) for rect in rects)
    assert all(rect.width() > 8 and rect.height() > 8 for rect in rects)
    tight = [rect.adjusted(0.6, 0.6, -0.6, -0.6) for rect in rects]
    for place, one in enumerate(tight):
        assert not any(one.intersects(other) for other in tight[place + 1 :])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_everything_on_the_reef_has_a_shape(seats: int, size: tuple[int, int]) -> None:
    """On an upright table tile fields became capsules 270 pixels high, and boards a fifth of the height."""
    places = reef_layout(QSizeF(*size), seats)
    pressed = [*(rect for row in places.stacks for rect in row), *places.buttons[:9], places.undo]
    boards = sum(rect.width() * rect.height() for rect in places.boards)

    assert all(rect.height() <= 1.4 * rect.width() for rect in pressed)
    assert all(rect.width() <= 6 * rect.height() for rect in pressed)
    assert all(rect.width() / rect.height() == pytest.approx(BOARD_SHAPE, rel=0.02) for rect in places.boards)
    assert boards >= (0.19 if seats == 2 else 0.24) * size[0] * size[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("window", "low"), [((2560, 908), (2208, 409)), ((1920, 815), (1920, 367)), ((3840, 1000), (3840, 409))]
)
def test_on_a_low_table_under_a_question_no_piece_is_wider_than_ten_times_its_height(
    seats: int, window: tuple[int, int], low: tuple[int, int]
) -> None:
    """The supply was 372 x 24, action 10 as broad as the sea."""
    kept: dict[str, int] = {}
    reef_layout(QSizeF(*window), seats, scale=200, kept=kept)
    places = reef_layout(QSizeF(*low), seats, scale=200, kept=kept)
    pressed = [
        *(*places.supply, *places.seas, *places.algae, places.alga_space, places.home, *places.buttons),
        *(rect for row in places.stacks for rect in row),
    ]

    assert all(rect.width() <= 10 * rect.height() for rect in pressed)


def test_coral_tiles_stay_larger_than_their_numbers_on_a_low_upright_table() -> None:
    """In three rows of four they were 16 px high below the boards of three players, under badges of 22."""
    kept: dict[str, int] = {}
    reef_layout(QSizeF(900, 1338), 3, scale=200, kept=kept)
    places = reef_layout(QSizeF(900, 602), 3, scale=200, is_zoomed=True, kept=kept)

    assert min(rect.width() for rect in places.coral_tiles) >= 30


@pytest.mark.parametrize("size", WINDOWS)
def test_three_zoomed_boards_are_not_covered_and_escape_leaves_the_zoom(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    """The tiles of the player's stock were once drawn over them."""
    sitting = Sitting(qtbot, seats=3, size=size)
    sitting.until(6)
    stage = sitting.table.stage

    def over_the_reef() -> list[str]:
        reef = stage.places.reef.adjusted(2, 2, -2, -2)
        own = [each for each in stage.things.values() if aim_of(each.target) is not Aim.SPACE]
        return [each.name for each in own if each.sceneBoundingRect().intersects(reef)]

    assert over_the_reef()  # the player's own things have the place of the fourth board
    sitting.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert stage.camera.zoom > 1 and over_the_reef() == []
    sitting.key(Qt.Key.Key_Escape)

    assert stage.camera == Camera() and over_the_reef()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_spaces_and_buttons_are_large_enough_to_hit(seats: int) -> None:
    places = reef_layout(QSizeF(1024, 640), seats)
    boards = min(places.boards, key=lambda rect: rect.width())

    assert space_rect(boards, ReefShape(("#" * 7,) * 6), 0, 0).width() >= 34
    assert all(rect.width() >= 44 and rect.height() >= 40 for rect in places.buttons)
    assert len(places.buttons) == 10


@pytest.mark.parametrize("name", sorted(BOARDS))
@pytest.mark.parametrize("wide", [301.0, 316.66, 380.4])
def test_the_island_shows_between_two_spaces_of_rock(qtbot: QtBot, name: str, wide: float) -> None:
    """Between two spaces of rock the island shows, at any size."""
    theme = themed(ThemeName.LIGHT)
    rect = QRectF(0, 0, wide, wide / BOARD_SHAPE)
    image = QImage(round(rect.width()), round(rect.height()), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_board(painter, rect, BoardLook(BOARDS[name], 1), theme)
    painter.end()
    shape = ReefShape(BOARDS[name])
    sand = QColor(theme.sand).lightness()
    for row, letters in enumerate(BOARDS[name]):
        for column in range(6):
            if "." not in letters[column : column + 2]:
                cell = space_rect(rect, shape, column, row)
                seen = image.pixelColor(int(cell.right()), int(cell.center().y()))
                assert seen.lightness() < sand - 60, f"{name} {column} {row}"


def test_other_preferences_redraw_everything(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    before = sitting.table.grab().toImage()
    sitting.table.set_preferences(Preferences(themed(ThemeName.HIGH_CONTRAST), 125, 0, True))

    assert sitting.table.grab().toImage() != before
    assert sitting.table.stage.scale == 125


def test_pieces_fly_when_there_is_motion_and_are_gone_afterwards(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    sitting.table.set_preferences(Preferences(themed(ThemeName.DARK), 100, 1, True))
    for target in route_to(sitting.table.choices, sitting.wish()):
        sitting.click(target)
    before = len(sitting.table.surface.pieces())
    sitting.done()
    flying = sitting.table.surface.pieces()
    assert len(flying) > before

    qtbot.waitUntil(lambda: len(sitting.table.surface.pieces()) == before)


def test_a_spectator_sees_no_hand_and_may_press_nothing(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.fresh()
    watched = ReefTable(sitting.table.info, STILL)
    qtbot.addWidget(watched)
    watched.resize(1280, 720)
    watched.show()
    refused: list[str] = []
    watched.why_not.connect(refused.append)
    watched.show_advanced(Advanced(1, sitting.game.view(None), ()))
    watched.press(act(10))

    assert not any(aim_of(target) is Aim.TILE for target in watched.stage.things)
    assert refused == ["Spectators do not play."]


# -- for screen readers -------------------------------------------------------------------------


def test_everything_has_a_name_and_a_role(qtbot: QtBot) -> None:
    sitting = laying(qtbot)
    canvas = QAccessible.queryAccessibleInterface(sitting.table.surface)
    names = []
    for index in range(canvas.childCount()):
        child = canvas.child(index)
        assert child.role() in (QAccessible.Role.Button, QAccessible.Role.StaticText)
        names.append(child.text(QAccessible.Text.Name))

    assert canvas.role() == QAccessible.Role.Canvas
    assert all(names)
    assert len(set(names)) == len(names)
    spaces = [name for name in names if " on board " in name]
    assert len(spaces) >= 66
    for wanted in ("0, Collect", "Undo", "Zoom in", "Show all boards", "Your parrotfish, worth"):
        assert any(name.startswith(wanted) for name in names), wanted


def test_the_number_on_an_action_is_its_key(qtbot: QtBot) -> None:
    """The introduction said "Press 2, Play a cube", and key 2 showed board 2."""
    sitting = Sitting(qtbot)
    sitting.fresh()
    sitting.key(Qt.Key.Key_0)
    assert sitting.table.hold == (act(10),)
    sitting.key(Qt.Key.Key_2)

    assert sitting.table.hold[0] == act(2)


def test_the_key_sheet_has_the_keys(qtbot: QtBot) -> None:
    keys = dict(Sitting(qtbot).table.keys())

    assert {"1 to 9, 0", "Ctrl+1 to Ctrl+4", "Ctrl+0", "Backspace or Ctrl+Z", "Esc"} <= set(keys)


def test_a_lost_link_is_shown_on_the_plate(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    plate = sitting.table.stage.things[token(Aim.PLAYER, 1)]
    sitting.table.show_mark(1, SeatMark(MarkKind.AWAY, "away, 0:07"))
    assert plate.name.endswith("away, 0:07")
    sitting.table.show_mark(1, HERE)
    assert "away" not in plate.name


def test_other_keys_are_left_to_the_window(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier)
    sitting.table.keyPressEvent(event)

    assert not event.isAccepted()


def test_presses_before_the_first_position_do_nothing(qtbot: QtBot) -> None:
    table = ReefTable(TableInfo("00", "reef", (), (Guest("Ada", ""), Guest("Bo", "")), 0), STILL)
    qtbot.addWidget(table)
    table.press(act(1))
    table.drop(act(1), act(2))
    table.let_go()

    assert table.sheet() is None
    assert table.stage.things == {}


def test_the_whole_sea_is_not_redrawn_for_the_number_of_tiles_in_the_bag(qtbot: QtBot) -> None:
    """Redrawing took a tenth of a second at each refill of the open sea, and each number of tiles kept its
    own picture of the whole table."""
    sitting = Sitting(qtbot)
    stage = sitting.table.stage
    bag, sea, label = in_bag(sitting), stage._sea.pixmap().cacheKey(), stage._bag.pixmap().cacheKey()

    while in_bag(sitting) == bag:
        sitting.until(1)

    assert stage._sea.pixmap().cacheKey() == sea
    assert stage._bag.pixmap().cacheKey() != label


def in_bag(sitting: Sitting) -> str:
    """The tiles in the bag, as the table writes them."""
    shown = sitting.table.shown
    assert shown is not None
    return shown.pieces(BAG)[0].short
