"""The table under the pieces: where the focus goes, which place is free, and what a press says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QCursor
from pytestqt.qtbot import QtBot

from tests.support.table_hands import preferences
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back
from ui.kit.bubble import Bubble, BubbleLook
from ui.kit.motion import Spot
from ui.kit.pieces import Z_DRAGGED, Look, Piece
from ui.kit.renderer import Renderer
from ui.kit.surface import PLATE_ZONE, Surface, area, held, tiles

pytestmark = pytest.mark.usefixtures("unpainted")
LEFT, NONE, CTRL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
)
RIGHT = QPointF(1, 0)
BACK = Look(paint_back, Back.SHOAL)
ROOM = QRectF(10, 20, 300, 200)


@pytest.fixture
def surface(qtbot: QtBot) -> Surface:
    made = Surface(Renderer(preferences()))
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def lay(
    surface: Surface,
    x: float,
    y: float,
    *,
    order: int = 1,
    name: str = "",
    is_button: bool = True,
    size: tuple[float, float] = (20, 20),
    z: float = 0,
) -> Piece:
    piece = Piece(surface.renderer, order=order)
    piece.name = name
    piece.show_look(BACK, QSizeF(*size))
    if is_button:
        piece.set_button(True)
    surface.add(piece, z=z)
    piece.go(Spot(QPointF(x, y)))
    surface.__dict__.setdefault("laid", []).append(piece)  # a scene does not keep its pieces alive
    return piece


@pytest.mark.parametrize(
    ("place", "moved"),
    [
        (QRectF(50, 60, 40, 30), QPointF(50, 60)),
        (QRectF(0, 0, 40, 30), QPointF(10, 20)),
        (QRectF(280, 210, 40, 30), QPointF(270, 190)),
        (QRectF(270, 190, 40, 30), QPointF(270, 190)),
    ],
    ids=["inside", "upper left", "lower right", "just inside"],
)
def test_a_rectangle_is_moved_into_its_room(place: QRectF, moved: QPointF) -> None:
    assert held(place, ROOM) == QRectF(moved, place.size())


def test_candidate_places_reach_from_corner_to_corner_in_twelve_steps() -> None:
    found = [*tiles(QSizeF(60, 80), ROOM)]

    assert len(found) == 13 * 13 and all(each.size() == QSizeF(60, 80) for each in found)
    assert [each.topLeft() for each in (found[0], found[1], found[13], found[-1])] == [
        QPointF(10, 20), QPointF(10, 30), QPointF(30, 20), QPointF(250, 140)
    ]  # fmt: skip
    assert (area(QRectF(0, 0, 3, 4)), area(QRectF(0, 0, -3, -4))) == (12, 0)


def weighed(surface: Surface, *, near: QPointF, besides: float = 0) -> str:
    """Return "on" if the thing at (100, 100) is covered, "off" if the place far away is taken."""
    on, off = QRectF(90, 90, 20, 20), QRectF(500, 300, 20, 20)
    found = surface.freest([on, off], near, besides=lambda place: besides if place == on else 0)
    return "on" if found == on else "off"


@pytest.mark.parametrize(
    ("thing", "taken"),
    [
        ({"is_button": False}, "on"),
        ({"is_button": True}, "off"),
        ({"is_button": False, "order": PLATE_ZONE}, "off"),
        ({"is_button": True, "z": Z_DRAGGED}, "off"),
        ({"is_button": True, "z": Z_DRAGGED + 1}, "on"),
        ({"is_button": True, "size": (240, 80)}, "on"),
        ({"is_button": True, "size": (160, 80)}, "off"),
    ],
    ids=["picture", "button", "plate", "dragged", "above the dragged", "ground", "nearly ground"],
)
def test_a_bubble_keeps_off_plates_and_buttons_and_lies_on_the_ground(
    surface: Surface, thing: dict[str, object], taken: str
) -> None:
    lay(surface, 100, 100, **thing)  # type: ignore[arg-type]

    assert weighed(surface, near=QPointF(100, 100)) == taken


def test_of_two_free_places_the_nearer_is_taken_unless_something_else_is_there(surface: Surface) -> None:
    assert weighed(surface, near=QPointF(110, 110)) == "on"
    assert weighed(surface, near=QPointF(500, 310)) == "off"
    assert weighed(surface, near=QPointF(100, 100), besides=1_000_000) == "off"


def test_pieces_are_read_by_zone_then_by_rows_then_from_the_left(surface: Surface) -> None:
    for name, x, y, order in (
        ("low", 50, 300, 1),
        ("right", 200, 118, 1),
        ("left", 100, 100, 1),
        ("later", 10, 10, 2),
    ):
        lay(surface, x, y, order=order, name=name, is_button=name != "later")
    lay(surface, 5, 5, name="hidden").setVisible(False)

    assert [each.name for each in surface.pieces()] == ["left", "right", "low", "later"]
    assert [each.name for each in surface.buttons()] == ["left", "right", "low"]


@pytest.mark.parametrize(
    ("there", "is_reached"),
    [
        ((300, 200), True),
        ((100, 200), False),
        ((200, 100), False),
        ((200, 300), False),
        ((220, 250), True),
        ((220, 251), False),
        ((220, 150), True),
        ((201, 200), False),
        ((202, 200), True),
    ],
    ids=["ahead", "behind", "above", "below", "aside", "too far aside", "aside above", "here", "next"],
)
def test_an_arrow_key_reaches_pieces_that_lie_ahead(
    surface: Surface, there: tuple[int, int], is_reached: bool
) -> None:
    """At most two and a half times as far to the side as ahead."""
    here, other = lay(surface, 200, 200), lay(surface, *there)
    here.setFocus()
    surface.step_focus(RIGHT)

    assert surface.focused() is (other if is_reached else here)


@pytest.mark.parametrize(
    ("one", "other", "is_first"),
    [
        ((300, 200), (310, 200), True),
        ((300, 240), (370, 200), False),
        ((300, 240), (390, 200), True),
        ((300, 160), (370, 200), False),
    ],
    ids=["nearer", "straight on", "much farther", "above"],
)
def test_an_arrow_key_counts_a_distance_to_the_side_twice(
    surface: Surface, one: tuple[int, int], other: tuple[int, int], is_first: bool
) -> None:
    here, first, second = lay(surface, 200, 200), lay(surface, *one), lay(surface, *other)
    here.setFocus()
    surface.step_focus(RIGHT)

    assert surface.focused() is (first if is_first else second)


def test_the_arrow_keys_go_in_their_four_directions_alone_or_on_the_keypad(
    surface: Surface, qtbot: QtBot
) -> None:
    middle = lay(surface, 200, 200)
    around = {
        Qt.Key.Key_Left: lay(surface, 100, 205),
        Qt.Key.Key_Right: lay(surface, 300, 195),
        Qt.Key.Key_Up: lay(surface, 205, 100),
        Qt.Key.Key_Down: lay(surface, 195, 300),
    }
    for key, there in around.items():
        for modifier, focused in ((NONE, there), (Qt.KeyboardModifier.KeypadModifier, there), (CTRL, middle)):
            middle.setFocus()
            qtbot.keyClick(surface, key, modifier)
            assert surface.focused() is focused
    for key, there in around.items():
        there.setVisible(False)
        middle.setFocus()
        qtbot.keyClick(surface, key)
        assert surface.focused() is middle, "nothing lies there"
        there.setVisible(True)


def test_without_buttons_the_arrows_and_enter_do_nothing(surface: Surface, qtbot: QtBot) -> None:
    lay(surface, 100, 100, is_button=False)
    told: list[tuple[int, str]] = []
    surface.keyed.connect(lambda *each: told.append(each))
    qtbot.keyClick(surface, Qt.Key.Key_Right)
    qtbot.keyClick(surface, Qt.Key.Key_Return)

    assert surface.focused() is None and [key for key, _ in told] == [Qt.Key.Key_Return]


def test_tab_goes_through_the_zones_and_enters_at_either_end(surface: Surface, qtbot: QtBot) -> None:
    zones = [lay(surface, 300 - 50 * order, 100, order=order) for order in (1, 2, 3)]
    lay(surface, 350, 100, order=2)
    surface.setFocus()
    assert surface.hasFocus()
    ways = {Qt.Key.Key_Tab: [], Qt.Key.Key_Backtab: []}  # type: ignore[var-annotated]
    for key, seen in ways.items():
        surface.scene().clearFocus()
        for _ in range(3):
            qtbot.keyClick(surface, key)
            seen.append(surface.focused())

    assert ways == {Qt.Key.Key_Tab: zones, Qt.Key.Key_Backtab: zones[::-1]}


def test_a_piece_gets_the_focus_only_if_the_player_uses_keys_and_no_piece_has_it(
    surface: Surface, qtbot: QtBot
) -> None:
    one, other = lay(surface, 100, 100), lay(surface, 200, 100)
    surface.offer(one)
    assert surface.focused() is None, "the mouse plays"
    qtbot.keyClick(surface, Qt.Key.Key_7)
    surface.offer(one)
    assert surface.focused() is one
    surface.offer(other)
    assert surface.focused() is one, "the player is somewhere already"
    qtbot.mouseClick(surface.viewport(), LEFT, pos=QPoint(400, 300))
    surface.scene().clearFocus()
    surface.offer(other)
    assert surface.focused() is None


def test_backspace_and_undo_take_back_and_no_other_key_does(surface: Surface, qtbot: QtBot) -> None:
    backs: list[int] = []
    surface.back_wanted.connect(lambda: backs.append(1))
    for key, modifier, count in (
        (Qt.Key.Key_Backspace, NONE, 1),
        (Qt.Key.Key_Z, CTRL, 2),
        (Qt.Key.Key_Z, NONE, 2),
        (Qt.Key.Key_Delete, NONE, 2),
    ):
        qtbot.keyClick(surface, key, modifier)
        assert len(backs) == count


def test_a_press_on_a_piece_is_no_press_on_the_ground(surface: Surface, qtbot: QtBot) -> None:
    lay(surface, 100, 100)
    touched: list[QPointF] = []
    ground: list[QPointF] = []
    surface.touched.connect(touched.append)
    surface.ground_clicked.connect(ground.append)
    for at in ((100, 100), (400, 300)):
        qtbot.mouseClick(surface.viewport(), LEFT, pos=surface.mapFromScene(*at))

    assert touched == [QPointF(100, 100), QPointF(400, 300)] and ground == [QPointF(400, 300)]


def test_a_card_can_stop_being_a_button_under_a_pointer_that_has_never_moved(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    QCursor.setPos(surface.viewport().mapToGlobal(QPoint(100, 100)))
    surface.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as Qt does when a window opens under the pointer
    assert surface.viewport().cursor().shape() is Qt.CursorShape.ArrowCursor
    piece.set_button(True)
    assert surface.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor

    piece.set_button(False)

    assert surface.viewport().cursor().shape() is Qt.CursorShape.ArrowCursor


def test_choices_of_the_layout_are_kept_for_one_size_of_the_window(surface: Surface) -> None:
    surface.kept()["rows"] = 3
    assert surface.kept() == {"rows": 3}
    surface.resize(700, 400)
    assert surface.kept() == {}
    surface.kept()["rows"] = 2
    surface.renderer.set_preferences(preferences(scale=150))
    assert surface.kept() == {}


# -- the bubble of a refusal -----------------------------------------------------------------


def told(surface: Surface) -> Piece:
    [found] = [each for each in surface.pieces() if each.order == 90]
    return found


def saying(piece: Piece) -> BubbleLook:
    assert piece.look is not None and isinstance(piece.look.kind, BubbleLook)
    return piece.look.kind


@pytest.mark.parametrize(
    ("x", "tail"), [(300, 0.5), (60, 0.2), (540, 0.8)], ids=["middle", "left edge", "right edge"]
)
def test_a_bubble_stands_over_the_piece_with_its_tail_there(surface: Surface, x: int, tail: float) -> None:
    bubble, piece = Bubble(surface), lay(surface, x, 300, size=(20, 40))
    bubble.say("No.", "plump 2.3", unit=1.0, over=piece)
    shown = told(surface)
    box = shown.sceneBoundingRect()

    assert saying(shown).tail == pytest.approx(tail)
    assert (box.width(), box.height()) == (250, 92)
    assert box.bottom() == pytest.approx(300 - 0.55 * 40, abs=1)
    assert box.left() >= 10 and box.right() <= 590


def test_a_bubble_that_is_not_beside_its_piece_has_no_tail(surface: Surface) -> None:
    bubble, piece = Bubble(surface), lay(surface, 300, 300)
    lay(surface, 300, 250, size=(100, 60))
    bubble.say("No.", "plump 2.3", unit=1.0, over=piece)

    assert saying(told(surface)).tail is None


@pytest.mark.parametrize(
    ("rule", "line", "is_link"),
    [("plump 2.3", "plump 2.3 · F1 opens it", True), ("not possible", "not possible", False)],
)
def test_only_a_rule_is_opened_by_a_click_on_its_bubble(
    surface: Surface, qtbot: QtBot, rule: str, line: str, is_link: bool
) -> None:
    bubble = Bubble(surface)
    wanted: list[str] = []
    bubble.rule_wanted.connect(wanted.append)
    assert bubble.text == ""
    bubble.say("No.", rule, unit=1.0, at=QPointF(300, 200))
    assert (saying(told(surface)).text, saying(told(surface)).rule) == ("No.", line)
    assert bubble.text == f"No. ({rule})"
    qtbot.mouseClick(surface.viewport(), LEFT, pos=surface.mapFromScene(told(surface).pos()))

    assert wanted == ([rule] if is_link else [])
    assert bubble.text == f"No. ({rule})", "a press on the bubble leaves it"
    qtbot.mouseClick(surface.viewport(), LEFT, pos=QPoint(590, 390))
    assert bubble.text == ""


def test_a_bubble_disappears_after_a_time_and_moves_with_its_table(surface: Surface, qtbot: QtBot) -> None:
    bubble = Bubble(surface)
    bubble.follow(1.0)
    assert bubble.text == ""
    bubble.say("No.", "plump 2.3", unit=1.0, over=lay(surface, 300, 300))
    before = told(surface).sceneBoundingRect()
    bubble.follow(0.5)
    after = told(surface).sceneBoundingRect()
    assert (after.width(), after.height()) == (125, 46) and after.bottom() == before.bottom() == 289
    bubble._timer.start(0)
    qtbot.waitUntil(lambda: bubble.text == "")
    assert not bubble._timer.isActive()


def test_a_long_reason_has_a_wide_bubble_within_the_table(surface: Surface) -> None:
    bubble = Bubble(surface)
    bubble.say("You must follow suit. " * 9, "plump 2.4", unit=1.0, at=QPointF(300, 200))

    assert told(surface).size == QSizeF(580, 92)
