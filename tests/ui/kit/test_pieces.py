"""Pieces: pictures, marks, clicks, moves, and names for screen readers."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import QAbstractAnimation, QPointF, QSizeF, Qt, QTimer
from PySide6.QtGui import QAccessible, QPainter
from pytestqt.qtbot import QtBot

from tests.support.table_hands import preferences
from ui.art.marks import MARGIN, Mark
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back, Deck, ThemeName, themed
from ui.kit.game_table import Preferences
from ui.kit.motion import Spot
from ui.kit.pieces import Look, Piece
from ui.kit.renderer import Renderer
from ui.kit.surface import Surface

BACK = Look(paint_back, Back.SHOAL, shade=True)


@pytest.fixture
def surface(qtbot: QtBot) -> Surface:
    made = Surface(Renderer(preferences()))
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def lay(surface: Surface, x: float, y: float, *, order: int = 1, name: str = "a card") -> Piece:
    piece = Piece(surface.renderer, order=order)
    piece.name = name
    piece.show_look(BACK, QSizeF(60, 84))
    piece.set_button(True, draggable=True)
    surface.add(piece)
    piece.go(Spot(QPointF(x, y)))
    return piece


def test_a_turned_picture_is_as_smooth_as_with_antialiasing(surface: Surface) -> None:
    lay(surface, 200, 200).setRotation(11)
    drawn = surface.grab().toImage()
    surface.setRenderHint(QPainter.RenderHint.Antialiasing)
    smooth = surface.grab().toImage()
    at = [(x, y) for x in range(130, 270) for y in range(130, 270)]
    ways = [(drawn.pixelColor(x, y).lightness() - smooth.pixelColor(x, y).lightness()) for x, y in at]

    assert len({drawn.pixelColor(x, y).rgb() for x, y in at}) > 20  # there is something to be seen
    assert max(map(abs, ways)) <= 12


def test_a_pictures_size_has_room_for_shadow_and_marks(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    pixmap = surface.renderer.pixmap(paint_back, Back.SHOAL, QSizeF(60 + 2 * MARGIN, 84 + 2 * MARGIN))

    assert piece.boundingRect().size() == QSizeF(60, 84)
    assert pixmap.width() == 60 + 2 * MARGIN


def test_a_larger_table_has_thicker_lines_and_the_same_size(surface: Surface) -> None:
    usual = surface.renderer.pixmap(paint_back, Back.SHOAL, QSizeF(90, 126))
    surface.renderer.stretch = 1.5
    stretched = surface.renderer.pixmap(paint_back, Back.SHOAL, QSizeF(90, 126))

    assert stretched.deviceIndependentSize() == usual.deviceIndependentSize()
    assert stretched.toImage() != usual.toImage()


@pytest.mark.parametrize("mark", list(Mark))
def test_every_mark_is_visible(surface: Surface, mark: Mark) -> None:
    piece = lay(surface, 100, 100)
    before = surface.grab().toImage()
    piece.show_mark(mark)

    assert surface.grab().toImage() != before
    piece.show_mark(None)
    assert surface.grab().toImage() == before


def test_a_piece_dimmed_without_a_mark_is_dark(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    before = surface.grab().toImage()
    piece.show_mark(None, dimmed=True)

    assert surface.grab().toImage() != before


def test_a_piece_that_is_not_turned_lies_on_whole_pixels(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    piece.go(Spot(QPointF(100.37, 101.61)))

    assert piece.pos() == QPointF(100, 102)


def test_a_moved_piece_takes_its_time_and_ends_at_its_place(qtbot: QtBot, surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    piece.go(Spot(QPointF(300, 200), turn=10, size=0.5), ms=30)

    assert piece.motion.is_moving and piece.pos() == QPointF(100, 100)
    qtbot.waitUntil(lambda: not piece.motion.is_moving)
    assert (piece.pos(), piece.rotation(), piece.scale()) == (QPointF(300, 200), 10, 0.5)


def test_a_piece_that_is_redirected_arrives_at_its_last_place(qtbot: QtBot, surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    piece.go(Spot(QPointF(300, 200)), ms=30)
    piece.go(Spot(QPointF(50, 50)), ms=30)
    qtbot.waitUntil(lambda: not piece.motion.is_moving)

    assert piece.pos() == QPointF(50, 50)


def test_without_motion_a_piece_is_at_its_place_at_once(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    piece.go(Spot(QPointF(300, 200)))

    assert piece.pos() == QPointF(300, 200) and not piece.motion.is_moving


@pytest.mark.parametrize("suspend", [Surface.hide, Surface.showMinimized])
def test_an_invisible_piece_moves_at_once(surface: Surface, suspend: Callable[[Surface], None]) -> None:
    piece, other = lay(surface, 100, 100), lay(surface, 200, 100)
    suspend(surface)
    piece.go(Spot(QPointF(300, 200)), ms=100_000)
    surface.send_off(other, Spot(QPointF(300, 200)), ms=100_000)

    assert piece.pos() == QPointF(300, 200) and not piece.motion.is_moving and other.scene() is None
    assert not any(timer.isActive() for timer in surface.findChildren(QTimer))
    assert not any(each.state() for each in surface.scene().findChildren(QAbstractAnimation))


def test_a_piece_that_is_sent_off_is_gone_when_it_arrives(qtbot: QtBot, surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    surface.send_off(piece, Spot(QPointF(300, 200)), ms=30)

    assert piece.scene() is not None and not piece.is_button
    qtbot.waitUntil(lambda: not surface.pieces())


@pytest.mark.parametrize(
    "interrupt",
    [
        lambda surface, piece: surface.settle(),
        lambda surface, piece: surface.resize(500, 300),
        lambda surface, piece: surface.tell_size(),
        lambda surface, piece: piece.go(Spot(QPointF(50, 50))),
        lambda surface, piece: piece.go(piece.motion.target, ms=0),
        lambda surface, piece: surface.remove(piece),
    ],
    ids=["settled", "resized", "laid out", "sent elsewhere", "put there", "removed"],
)
def test_a_piece_that_is_sent_off_is_gone_even_after_an_interruption(
    surface: Surface, interrupt: Callable[[Surface, Piece], None]
) -> None:
    piece = lay(surface, 100, 100)
    surface.send_off(piece, Spot(QPointF(300, 200)), ms=100_000)
    assert piece.motion.is_moving and piece.scene() is not None
    interrupt(surface, piece)

    assert piece.scene() is None and surface.pieces() == []


@pytest.mark.parametrize("to", [None, Spot(QPointF(300, 200))])
def test_without_motion_a_piece_that_is_sent_off_is_gone_at_once(surface: Surface, to: Spot | None) -> None:
    piece = lay(surface, 100, 100)
    surface.send_off(piece, to)

    assert piece.scene() is None


def test_arrows_go_to_the_nearest_in_their_direction(qtbot: QtBot, surface: Surface) -> None:
    left, middle, right = (lay(surface, x, 100) for x in (100, 200, 300))
    below = lay(surface, 210, 250)
    surface.setFocus()
    seen = []
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
    ):
        qtbot.keyClick(surface, key)
        seen.append(surface.focused())

    assert seen == [left, middle, right, right, middle, below, middle]
    assert middle.has_ring and not left.has_ring


def test_tab_goes_from_zone_to_zone_and_out(qtbot: QtBot, surface: Surface) -> None:
    first, second = lay(surface, 100, 100, order=1), lay(surface, 200, 100, order=2)
    surface.setFocus()
    qtbot.keyClick(surface, Qt.Key.Key_Tab)
    assert surface.focused() is first
    qtbot.keyClick(surface, Qt.Key.Key_Tab)
    assert surface.focused() is second
    qtbot.keyClick(surface, Qt.Key.Key_Backtab)
    assert surface.focused() is first
    qtbot.keyClick(surface, Qt.Key.Key_Backtab)

    assert surface.focused() is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_and_space_press(qtbot: QtBot, surface: Surface, key: Qt.Key) -> None:
    piece = lay(surface, 100, 100)
    surface.setFocus()
    qtbot.keyClick(surface, Qt.Key.Key_Right)
    with qtbot.waitSignal(piece.clicked):
        qtbot.keyClick(surface, key)


def test_other_keys_are_passed_on(qtbot: QtBot, surface: Surface) -> None:
    with qtbot.waitSignal(surface.keyed) as told:
        qtbot.keyClick(surface, Qt.Key.Key_7)

    assert told.args == [int(Qt.Key.Key_7), "7"]


def test_a_click_on_the_cloth_is_reported(qtbot: QtBot, surface: Surface) -> None:
    lay(surface, 100, 100)
    with qtbot.waitSignal(surface.ground_clicked) as told:
        qtbot.mouseClick(surface.viewport(), Qt.MouseButton.LeftButton, pos=surface.mapFromScene(400, 300))

    assert told.args == [QPointF(400, 300)]


def test_a_press_that_ends_elsewhere_is_not_a_click(qtbot: QtBot, surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    piece.is_draggable = False
    with qtbot.assertNotEmitted(piece.clicked):
        qtbot.mousePress(surface.viewport(), Qt.MouseButton.LeftButton, pos=surface.mapFromScene(100, 100))
        qtbot.mouseRelease(surface.viewport(), Qt.MouseButton.LeftButton, pos=surface.mapFromScene(300, 300))


def test_screen_readers_see_names_roles_and_places(surface: Surface) -> None:
    cards = [lay(surface, 100 + 80 * place, 100, name=f"card {place}") for place in range(3)]
    words = lay(surface, 200, 300, order=5, name="Toby, to play")
    words.set_button(False)
    tree = QAccessible.queryAccessibleInterface(surface)

    assert tree is not None and tree.role() == QAccessible.Role.Canvas
    assert tree.text(QAccessible.Text.Name) == "Table"
    children = [tree.child(place) for place in range(tree.childCount())]
    assert [child.text(QAccessible.Text.Name) for child in children] == [
        "card 0",
        "card 1",
        "card 2",
        "Toby, to play",
    ]
    assert [child.role() for child in children] == [QAccessible.Role.Button] * 3 + [
        QAccessible.Role.StaticText
    ]
    assert all(child.parent().object() is surface for child in children)
    assert [tree.indexOfChild(child) for child in children] == [0, 1, 2, 3]
    shown = children[0].rect()
    assert shown.size().toSizeF() == cards[0].size
    assert children[0].state().focusable and not children[3].state().focusable
    cards[0].about = "It may be played."
    words_of = [children[0].text(each) for each in (QAccessible.Text.Description, QAccessible.Text.Value)]
    assert words_of == ["It may be played.", ""]
    assert children[0].childCount() == 0 and children[0].indexOfChild(tree) == -1


def test_the_accessible_tree_follows_the_focus_and_forgets_a_removed_piece(surface: Surface) -> None:
    piece = lay(surface, 100, 100)
    QAccessible.setActive(True)
    try:
        surface.setFocus()
        surface.step_focus(QPointF(1, 0))
        tree = QAccessible.queryAccessibleInterface(surface)
        assert tree is not None and tree.focusChild() is not None
        assert tree.focusChild().object() is piece
        assert tree.child(7) is None and tree.childCount() == 1
        surface.remove(piece)
        del piece
        gc.collect()

        assert tree.childCount() == 0
    finally:
        QAccessible.setActive(False)


def test_a_two_colour_theme_draws_two_colours() -> None:
    two = Renderer(Preferences(themed(ThemeName.DARK), 100, 0, four_colours=False))

    assert two.theme.deck is Deck.TWO and two.theme.hearts == two.theme.diamonds
    two.set_preferences(preferences())
    assert two.theme.deck is Deck.FOUR


def test_a_denser_screen_draws_more_pixels() -> None:
    renderer = Renderer(preferences(), dpr=2.0)
    pixmap = renderer.pixmap(paint_back, Back.SHOAL, QSizeF(50, 70))

    assert (pixmap.width(), pixmap.devicePixelRatio()) == (100, 2.0)
    assert renderer.snapped(QPointF(0.3, 0.6)) == QPointF(0.5, 0.5)


def test_a_long_move_is_an_arc_and_a_short_one_is_straight(surface: Surface) -> None:
    """Halfway it is above the straight line and nearer to the eye; at its ends it is neither."""
    far, near = lay(surface, 100, 300), lay(surface, 100, 200)
    far.go(Spot(QPointF(500, 300)), ms=1000)
    near.go(Spot(QPointF(160, 200)), ms=1000)
    for piece in (far, near):
        assert piece.motion._animation is not None
        piece.motion._animation.setCurrentTime(200)

    assert far.pos().y() < 290 and far.scale() > 1.01
    assert near.pos().y() == 200 and near.scale() == 1.0
    far.motion.finish()
    assert far.pos() == QPointF(500, 300) and far.scale() == 1.0
