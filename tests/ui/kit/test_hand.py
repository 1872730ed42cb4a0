"""The hand by itself: which card is lit, lifted, picked and played, and where the buttons beside it stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from pytestqt.qtbot import QtBot

from app.games.hand import Sort
from tests.support.table_hands import preferences, spot
from ui.art.marks import Mark
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back
from ui.kit.geometry import fan_places
from ui.kit.hand import HAND_ZONE, Hand, HandTools, InHand
from ui.kit.pieces import Z_HAND, Look, Piece
from ui.kit.renderer import Renderer
from ui.kit.surface import Surface

pytestmark = pytest.mark.usefixtures("unpainted")
LEFT = Qt.MouseButton.LeftButton
BACK = Look(paint_back, Back.SHOAL)
STRIP, CARD = QRectF(100, 380, 800, 216), QSizeF(100, 140)
SLOTS = (7, 0, 5)
"""Slots from the left; 0 is one like any other."""


class Held:
    """A hand on a surface, and what it has told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.surface = Surface(Renderer(preferences()))
        qtbot.addWidget(self.surface)
        self.surface.resize(1000, 600)
        self.surface.show()
        self.pieces: dict[int, Piece] = {}
        self.hand = Hand(self.surface, self.pieces)
        self.hand.source = QPointF(500, 50)
        self.qtbot = qtbot
        self.told: list[tuple[object, ...]] = []
        self.hand.picked.connect(lambda slot: self.told.append(("picked", slot)))
        self.hand.played.connect(lambda slot, at: self.told.append(("played", slot, at)))
        self.hand.hovered.connect(lambda slot, over: self.told.append(("hovered", slot, over)))
        self.hand.lay_out(STRIP, CARD)

    def show(self, *, lit: tuple[int, ...] = SLOTS, is_active: bool = True) -> None:
        cards = [InHand(slot, BACK, f"card {slot}", f"about {slot}", slot in lit) for slot in SLOTS]
        self.hand.show(cards, is_active=is_active)

    def click(self, slot: int) -> None:
        view = self.surface.viewport()
        self.qtbot.mouseClick(view, LEFT, pos=spot(self.surface, self.pieces[slot]))

    @property
    def looks(self) -> list[tuple[Mark | None, bool, bool]]:
        """For each card: its mark, whether it is dark, and whether it is held."""
        found = [self.pieces[slot] for slot in SLOTS]
        return [(each.mark, each.is_dimmed, each.is_chosen) for each in found]

    @property
    def rises(self) -> list[float]:
        """The height of each card above its place."""
        places = fan_places(STRIP, len(SLOTS), CARD)
        ends = [self.pieces[slot].motion.target.at for slot in SLOTS]
        return [round(at.y() - end.y()) for (at, _), end in zip(places, ends, strict=True)]


@pytest.fixture
def held(qtbot: QtBot) -> Held:
    return Held(qtbot)


LIT, DARK, PLAIN = (Mark.PLAYABLE, False, False), (None, True, False), (None, False, False)


def test_cards_are_lit_or_dark_only_while_there_is_something_to_choose(held: Held) -> None:
    held.show(lit=(0,))
    assert held.looks == [DARK, LIT, DARK]
    held.show(lit=(0,), is_active=False)
    assert held.looks == [PLAIN] * 3
    assert held.hand.slots == SLOTS
    assert [(held.pieces[slot].name, held.pieces[slot].about) for slot in SLOTS] == [
        (f"card {slot}", f"about {slot}") for slot in SLOTS
    ]
    assert {held.pieces[slot].order for slot in SLOTS} == {HAND_ZONE}
    heights = [held.pieces[slot].zValue() for slot in SLOTS]
    assert heights == pytest.approx([Z_HAND, Z_HAND + 0.1, Z_HAND + 0.2])
    assert all(held.pieces[slot].is_button and held.pieces[slot].is_draggable for slot in SLOTS)


def test_after_a_choice_no_card_is_lit_until_the_game_has_answered(held: Held) -> None:
    held.show()
    held.hand.wait()
    assert held.looks == [PLAIN] * 3
    held.show()
    assert held.looks == [PLAIN] * 3, "news that came meanwhile"
    held.hand.go_on()
    held.show()
    assert held.looks == [LIT] * 3


def test_the_held_card_stands_higher(held: Held) -> None:
    held.show()
    held.hand.pick(0)
    assert held.looks == [LIT, (Mark.SELECTED, False, True), LIT]
    assert held.rises == [0, 31, 0]
    held.hand.pick(5)
    held.hand.pick(5)
    assert held.rises == [0, 0, 31]
    held.hand.pick(-1)

    assert held.rises == [0, 0, 0] and held.looks == [LIT] * 3
    assert held.told == [("picked", 0), ("picked", 5), ("picked", -1)]


def test_a_held_card_that_leaves_the_hand_is_let_go(held: Held) -> None:
    held.show()
    held.hand.pick(0)
    held.show(is_active=False)
    assert held.hand.picked_slot == 0
    held.hand.show([InHand(5, BACK, "card 5")], is_active=True)
    assert held.hand.picked_slot == -1
    gone = held.pieces[0]
    held.hand.release(0)
    held.hand.release(99)
    assert not gone.is_button and gone.mark is None and not gone.is_chosen


@pytest.mark.parametrize(("place", "picked"), [(-1, -1), (0, 7), (1, 0), (2, 5), (3, -1)])
def test_a_number_key_holds_that_card(held: Held, place: int, picked: int) -> None:
    held.show()
    held.hand.pick_nth(place)

    assert held.hand.picked_slot == picked
    assert held.surface.focused() is held.pieces.get(picked)


def test_a_second_click_plays_what_the_first_has_picked(held: Held) -> None:
    held.show()
    held.click(0)
    assert held.told[-1] == ("picked", 0)
    held.click(0)
    assert held.told[-1] == ("played", 0, None)


@pytest.mark.parametrize(
    ("lit", "is_active", "is_quick", "told"),
    [
        (SLOTS, True, False, ("picked", 0)),
        (SLOTS, True, True, ("played", 0, None)),
        (SLOTS, False, True, ("picked", 0)),
        ((7,), True, False, ("played", 0, None)),
        ((7,), False, False, ("picked", 0)),
    ],
    ids=["usual", "quick", "quick, not on turn", "refused", "not on turn"],
)
def test_one_click_plays_a_quick_card_or_asks_why_it_cannot_be_played(
    held: Held, lit: tuple[int, ...], is_active: bool, is_quick: bool, told: tuple[object, ...]
) -> None:
    held.hand.is_quick = is_quick
    held.show(lit=lit, is_active=is_active)
    held.click(0)

    assert [each for each in held.told if each[0] != "hovered"] == [told]


def test_a_card_is_played_by_dropping_it_outside_the_hand(held: Held) -> None:
    held.show()
    piece = held.pieces[0]
    piece.setPos(QPointF(500, 200))
    piece.dropped.emit(QPointF(500, 500))
    assert held.told == [] and held.rises == [0, 0, 0]
    piece.dropped.emit(QPointF(500, 200))
    assert held.told == [("played", 0, QPointF(500, 200))]
    held.hand.show([InHand(5, BACK, "card 5")], is_active=True)
    piece.dropped.emit(QPointF(500, 200))
    assert len(held.told) == 1, "it is no longer in the hand"


def test_the_card_under_the_pointer_rises_unless_it_is_held(held: Held) -> None:
    held.show()
    for over, rise in ((True, 15), (False, 0)):
        held.pieces[0].hovered.emit(over)
        assert held.rises == [0, rise, 0] and held.told[-1] == ("hovered", 0, over)
    held.hand.pick(0)
    held.pieces[0].hovered.emit(False)
    assert held.rises == [0, 31, 0]
    told = len(held.told)
    held.hand.show([InHand(5, BACK, "card 5")], is_active=True)
    held.pieces[0].hovered.emit(True)
    assert len(held.told) == told


def test_at_a_new_turn_the_first_card_that_can_be_played_gets_the_focus(held: Held) -> None:
    held.surface.is_by_keys = True
    held.show(is_active=False)
    assert held.surface.focused() is None
    held.show(lit=())
    held.show(lit=(0, 5))
    assert held.surface.focused() is None, "it was the player's turn already"
    held.show(is_active=False)
    held.show(lit=(0, 5))
    assert held.surface.focused() is held.pieces[0]


TOOLS = QRectF(100, 400, 600, 180)


def tools(surface: Surface) -> HandTools:
    made = HandTools(surface)
    made.show(sorts_to=Sort.RANK, back="Take back")
    return made


def corner(piece: Piece) -> tuple[float, float, float]:
    """The right lower corner of a button, and its size."""
    box = QRectF(piece.motion.target.at - QPointF(piece.size.width(), piece.size.height()) / 2, piece.size)
    assert box.width() == box.height()
    return box.right(), box.bottom(), box.width()


@pytest.mark.parametrize(
    ("unit", "side", "gap"), [(1.0, 40, 8), (0.5, 34, 4), (2.0, 80, 16)], ids=["usual", "small", "large"]
)
def test_the_buttons_stand_above_one_another_at_the_end_of_the_hand(
    held: Held, unit: float, side: int, gap: int
) -> None:
    made = tools(held.surface)
    left = made.lay_out(TOOLS, unit)

    assert left == QRectF(100, 400, 600 - side - gap, 180)
    assert corner(made.sort) == (700, 580 - gap, side)
    assert corner(made.back) == (700, 580 - gap - side - gap, side)
    assert made.above_the_hand.isEmpty() and made.width == side + gap


@pytest.mark.parametrize(
    ("window", "wide", "is_narrow"),
    [(1000, 300, False), (1000, 299, True), (850, 600, False), (849, 600, True)],
)
def test_without_room_beside_the_hand_its_buttons_stand_above_it(
    held: Held, window: int, wide: int, is_narrow: bool
) -> None:
    held.surface.resize(window, 600)
    made = tools(held.surface)
    strip = QRectF(100, 400, wide, 180)
    left = made.lay_out(strip, 1.0)
    if not is_narrow:
        assert left.width() == wide - 48
        return

    assert left == strip and made.width == 0
    assert corner(made.sort) == (strip.right(), 400, 40)
    assert corner(made.back) == (strip.right() - 48, 400, 40)
    assert made.above_the_hand == QRectF(strip.right() - 40, 360, 40, 40)


def test_a_button_of_the_hand_is_visible_only_while_it_does_something(held: Held) -> None:
    made = HandTools(held.surface)
    assert not made.sort.isVisible() and not made.back.isVisible()
    made.show(sorts_to=Sort.RANK, back="")
    assert (made.sort.isVisible(), made.sort.name, made.back.isVisible()) == (
        True,
        "Sort the hand by rank",
        False,
    )
    made.show(sorts_to=None, back="Take back your last step")
    assert (made.sort.isVisible(), made.back.isVisible(), made.back.name) == (
        False, True, "Take back your last step"
    )  # fmt: skip
    assert made.sort.is_button and made.back.is_button
    assert made.sort.order == made.back.order == HAND_ZONE + 5
