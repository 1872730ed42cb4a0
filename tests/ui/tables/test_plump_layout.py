"""Plump's table at every size: nothing overlaps, nothing is outside, everything has a name."""

from __future__ import annotations

import itertools
import random

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.plump.scene import BIDS, DEALING, FOREHEADS, HAND, LAST_TICK, TICK, taker
from app.games.scene import Sign, slot_of
from app.messages import Advanced, StepKind, Working
from app.screens.seats import HERE, MarkKind, SeatMark
from rules.api import Action, Seat, View
from rules.driver import LocalTable
from rules.plump.game import PlumpGame
from tests.gallery_states import plump as states
from tests.support.plump_deal import Deal, started
from tests.support.quick import quick_only
from tests.support.table_hands import Play, key, preferences, seated
from tests.support.written import on_table
from ui.art.marks import Mark
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Preferences
from ui.kit.pieces import Piece
from ui.tables.plump.table import PlumpTable, seat_of

SIZES = ((1024, 640), (1280, 800), (3840, 2160))


class Bots:
    """A game that all seats play at random, for a table that is only looked at."""

    def __init__(self, seats: int, *, length: str = "full", seed: int = 3) -> None:
        self.rng = random.Random(seed)
        self.seats = seats
        self.local = LocalTable(PlumpGame().start(seats, {"length": length}), seats, self.rng)

    def move(self) -> Action:
        actions = self.local.actions()
        action = actions[self.rng.randrange(min(3, len(actions)))]
        self.local.play(action)
        return action

    def news(self, seat: int | None = 0) -> Advanced:
        return Advanced(len(self.local.events), self.local.view(None if seat is None else Seat(seat)), ())


def table_of(
    qtbot: QtBot, bots: Bots, *, size: tuple[int, int] = (1280, 800), scale: int = 100, seat: int | None = 0
) -> PlumpTable:
    info = seated("plump", bots.seats, -1 if seat is None else seat)
    table = PlumpTable(info, preferences(scale=scale))
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    table.show_advanced(bots.news(seat))
    return table


def bounds(piece: Piece) -> QRectF:
    return piece.sceneBoundingRect()


def overlapping(rects: list[QRectF]) -> list[tuple[QRectF, QRectF]]:
    return [
        (one, other)
        for one, other in itertools.combinations(rects, 2)
        if not one.adjusted(1, 1, -1, -1).intersected(other).isEmpty()
    ]


CASES = [
    *itertools.product((2, 4, 7, 10), (80, 100, 200), SIZES[:1]),
    *(
        pytest.param(*each, SIZES[1], marks=pytest.mark.slow)
        for each in itertools.product((2, 4, 7, 10), (80, 100, 200))
    ),
    *((seats, scale, SIZES[2]) for seats, scale in ((4, 100), (10, 200), (2, 80), (7, 100))),
]


@pytest.mark.parametrize(("seats", "scale", "size"), CASES)
def test_bidding_and_playing_fit_at_every_size(
    qtbot: QtBot, seats: int, scale: int, size: tuple[int, int]
) -> None:
    bots = Bots(seats)
    table = table_of(qtbot, bots, size=size, scale=scale)
    seen: set[bool] = set()
    while seen != {True, False}:  # while one bids and while one plays
        bots.move()
        table.show_advanced(bots.news())
        assert table.shown is not None
        is_bidding = bool(table.shown.pieces(BIDS))
        if bots.local.turn == 0 and is_bidding not in seen:
            seen.add(is_bidding)
            check_layout(table)


def check_layout(table: PlumpTable) -> None:
    scene = QRectF(table.surface.sceneRect())
    pieces = table.surface.pieces()
    assert scene.size() == table.surface.table_size()
    outside = [piece.name for piece in pieces if not scene.adjusted(-1, -1, 1, 1).contains(bounds(piece))]
    assert outside == []
    assert overlapping([QRectF(place.plate) for place in table.places.seats]) == []
    laid = [slot_of(card.at) for card in table.shown.pieces(TICK)] if table.shown else []
    plates = [QRectF(place.plate) for place in table.places.seats]
    assert overlapping([*plates, *(bounds(table.cards[slot]) for slot in laid)]) == []
    hand = [bounds(table.cards[slot]) for slot in table.hand.slots]
    assert all(overlapping([card, *plates]) == [] for card in hand)
    assert all(overlapping([card, bounds(disc)]) == [] for card in hand for disc in table.bid_row.discs)
    assert overlapping([bounds(disc) for disc in table.bid_row.discs]) == []


@pytest.mark.parametrize("seat", quick_only((0, 3, None), 0))
def test_every_piece_has_a_name_and_a_role(qtbot: QtBot, seat: int | None) -> None:
    bots = Bots(4)
    table = table_of(qtbot, bots, seat=seat)
    for _ in range(90):
        if bots.local.turn is None:
            break
        bots.move()
        table.show_advanced(bots.news(seat))
        tree = QAccessible.queryAccessibleInterface(table.surface)
        assert tree is not None
        for place in range(tree.childCount()):
            child = tree.child(place)
            assert child.text(QAccessible.Text.Name), table.surface.pieces()[place].look
            assert child.role() in (QAccessible.Role.Button, QAccessible.Role.StaticText)
            assert not child.rect().isEmpty()


def test_a_game_with_motion_ends_as_one_without(qtbot: QtBot) -> None:
    """Cards in the air when news come are neither lost nor left lying."""
    bots = Bots(3, length="short")
    table = table_of(qtbot, bots)
    table.set_preferences(preferences(motion_ms=4))
    for _ in range(60):
        bots.move()
        table.show_advanced(bots.news())
    qtbot.waitUntil(lambda: table.shown == still_screen(qtbot, bots))
    assert table.shown is not None
    wanted = {slot_of(card.at) for card in (*table.shown.pieces(HAND), *table.shown.pieces(TICK))}
    wanted |= {slot_of(card.at) for card in table.shown.pieces(FOREHEADS)}

    assert set(table.cards) == wanted
    qtbot.waitUntil(lambda: not any(piece.motion.is_moving for piece in table.surface.pieces()))


def still_screen(qtbot: QtBot, bots: Bots) -> object:
    table = table_of(qtbot, bots)
    found = table.shown
    table.close()
    assert found is not None
    return found


def test_a_taken_tick_is_shown_before_it_is_swept_away(qtbot: QtBot) -> None:
    bots = Bots(3)
    table = table_of(qtbot, bots)
    table.set_preferences(preferences(motion_ms=20))
    while table.shown is None or taker(table.shown) is None:
        bots.move()
        table.show_advanced(bots.news())
    taken = table.shown
    bots.move()
    table.show_advanced(bots.news())

    assert table.shown is taken
    best = next(card for card in taken.pieces(TICK) if Sign.BEST in card.signs)
    ribbon = [piece.name for piece in table.surface.pieces() if piece.name.endswith("the tick")]
    who = "You take" if best.seat == 0 else f"{table.info.guests[seat_of(best)].nick} takes"
    assert ribbon == [f"{who} the tick"]
    qtbot.waitUntil(lambda: table.shown is not taken)


@pytest.mark.parametrize("hurried_by", ["key", "cloth"])
def test_a_key_or_a_click_ends_the_wait(qtbot: QtBot, hurried_by: str) -> None:
    bots = Bots(3)
    table = table_of(qtbot, bots)
    table.set_preferences(preferences(motion_ms=10_000))
    while table.shown is None or taker(table.shown) is None:
        bots.move()
        table.show_advanced(bots.news())
    taken = table.shown
    bots.move()
    table.show_advanced(bots.news())
    if hurried_by == "key":
        key(table, Qt.Key.Key_Escape)
    else:
        corner = table.surface.mapFromScene(QPointF(5, table.places.size.height() / 2))
        qtbot.mouseClick(table.surface.viewport(), Qt.MouseButton.LeftButton, pos=corner)

    assert table.shown is not taken


def test_hurrying_shows_many_waiting_positions_at_once(qtbot: QtBot) -> None:
    bots = Bots(3)
    table = table_of(qtbot, bots)
    table.set_preferences(preferences(motion_ms=10_000))
    for _ in range(40):
        bots.move()
        table.show_advanced(bots.news())

    assert len([piece for piece in table.surface.pieces() if piece.name]) > 0
    table.hurry()
    assert table.shown == still_screen(qtbot, bots)


def test_a_key_shows_the_last_tick_and_hides_it_again(qtbot: QtBot) -> None:
    bots = Bots(3)
    table = table_of(qtbot, bots)
    while table.shown is None or not table.shown.pieces(LAST_TICK) or len(table.shown.pieces(TICK)) != 1:
        bots.move()
        table.show_advanced(bots.news())
    now = slot_of(table.shown.pieces(TICK)[0].at)
    last = {slot_of(card.at) for card in table.shown.pieces(LAST_TICK)}
    key(table, Qt.Key.Key_T)
    assert last <= set(table.cards) and now not in table.cards
    key(table, Qt.Key.Key_T)

    assert now in table.cards and not last & set(table.cards)


def test_the_sheet_opens_closes_and_gives_the_keys_back(qtbot: QtBot) -> None:
    bots = Bots(3)
    table = table_of(qtbot, bots)
    table.surface.setFocus()
    key(table, Qt.Key.Key_S)
    panel = table.overlay
    assert panel is not None and panel.isVisible() and panel.accessibleName() == "Scores"
    qtbot.keyClick(panel, Qt.Key.Key_Escape)

    assert not panel.isVisible() and table.window().focusWidget() is table.surface
    table.toggle_sheet()
    assert panel.isVisible()
    table.resize(1024, 640)
    assert table.rect().contains(panel.geometry())
    panel.close_button.click()
    assert not panel.isVisible()


def test_below_the_sums_of_the_sheet_there_is_nothing(qtbot: QtBot) -> None:
    """Neither cells nor an empty end of the column of row titles."""
    table = states.sheet_open(preferences())
    qtbot.addWidget(table)
    table.show()
    assert isinstance(table, PlumpTable) and table.sheet_view is not None
    paper = table.sheet_view
    shown, lowest = paper.grab().toImage(), paper.height() - 1
    sums = paper.horizontalHeader().height() + paper.verticalHeader().length()
    right = shown.pixelColor(paper.width() // 2, lowest)
    beside = [shown.pixelColor(x, lowest) for x in range(paper.verticalHeader().width())]

    assert sums < lowest
    assert {each.name() for each in beside} == {right.name()}


def test_the_sheet_follows_the_game(qtbot: QtBot) -> None:
    bots = Bots(3, length="short")
    table = table_of(qtbot, bots)
    table.toggle_sheet()
    view = table.sheet_view
    assert view is not None and view.sheet.last_line == 0
    while not bots.local.view(None).state.outcome() and view.sheet.last_line < 2:
        bots.move()
        table.show_advanced(bots.news())

    assert view.sheet.last_line == 2
    assert any(cell.points or cell.is_plump for cell in view.sheet.lines[0].cells)


def test_the_end_has_a_result_and_a_sheet(qtbot: QtBot) -> None:
    bots = Bots(3, length="short")
    table = table_of(qtbot, bots)
    assert table.sheet() is None
    while bots.local.turn is not None:
        bots.move()
    table.show_advanced(bots.news())
    paper = table.sheet()

    assert paper is not None
    qtbot.addWidget(paper)
    paper.show()
    assert not paper.grab().isNull()


def test_a_lost_link_is_on_the_plate_until_it_is_back(qtbot: QtBot) -> None:
    table = table_of(qtbot, Bots(3))
    before = table.surface.grab().toImage()
    table.show_mark(1, SeatMark(MarkKind.AWAY, "away, 0:08"))
    lost = table.surface.grab().toImage()
    assert table._plates[1].name.endswith("away, 0:08")
    table.show_mark(1, HERE)

    assert lost != before
    assert table.surface.grab().toImage() == before


def test_a_player_who_left_stays_on_the_table_marked(qtbot: QtBot) -> None:
    bots = Bots(4)
    bots.local.leave(Seat(2), "left")
    table = table_of(qtbot, bots)
    plate = next(piece for piece in table.surface.pieces() if piece.name.startswith("Stephen"))

    assert "has left" in plate.name


def test_the_shuffle_is_reported_quietly(qtbot: QtBot) -> None:
    table = PlumpTable(seated("plump", 4), preferences())
    qtbot.addWidget(table)
    table.resize(1280, 800)
    table.show()
    table.show_working(Working(StepKind.MIX, (), (), 1, 4, 10))
    table.show_advanced(Advanced(1, View(started(4), Seat(0), {}), ()))
    assert table.shown is not None and table.shown.note in DEALING
    table.show_working(Working(StepKind.MIX, (), (), 3, 4, 12))

    assert any("3 of 4 checked" in piece.name for piece in table.surface.pieces())
    table.show_working(Working(StepKind.MIX, (), (), 1, 1, 12))
    assert any("1 of 1 checked" in piece.name for piece in table.surface.pieces())
    table.show_working(Working(StepKind.MIX, (), (), 3, 4, 12))
    table.show_working(Working(StepKind.MOVE, (1,), (), 0, 0, 12))
    assert any("3 of 4 checked" in piece.name for piece in table.surface.pieces())


@pytest.mark.parametrize("name", list(ThemeName))
def test_a_change_of_theme_redraws_all(qtbot: QtBot, name: ThemeName) -> None:
    bots = Bots(4)
    table = table_of(qtbot, bots)
    table.set_preferences(Preferences(themed(name), 120, 0, four_colours=False))
    fresh = PlumpTable(seated("plump", 4), Preferences(themed(name), 120, 0, four_colours=False))
    qtbot.addWidget(fresh)
    fresh.resize(1280, 800)
    fresh.show()
    fresh.show_advanced(bots.news())

    assert table.surface.grab().toImage() == fresh.surface.grab().toImage()


def test_a_choice_that_is_on_its_way_cannot_be_made_again_until_it_is_refused(qtbot: QtBot) -> None:
    """The others may be slow, or away for long; resizing the window changes nothing about that."""
    table = PlumpTable(seated("plump", 2), preferences())
    qtbot.addWidget(table)
    play = Play(
        table, LocalTable(PlumpGame().start(2, {}), 2, random.Random(5)), lambda local: local.actions()[0]
    )
    play.show()
    table.chosen.disconnect()
    assert table.shown is not None
    table.bid_row.chosen.emit(0)
    table.resize(900, 700)
    table.show()
    assert table.is_choosing and table.bid_row.discs == []
    table.show_refused()

    assert len(table.bid_row.discs) == len(table.shown.pieces(BIDS))


def test_a_card_that_is_on_its_way_leaves_nothing_lit_in_the_hand(qtbot: QtBot) -> None:
    table = states.tick(preferences())
    assert isinstance(table, PlumpTable)
    qtbot.addWidget(table)
    table.resize(1280, 800)
    table.show()
    lit = [slot for slot in table.hand.slots if table.cards[slot].mark is Mark.PLAYABLE]
    assert lit
    table.hand.played.emit(lit[0], None)
    for size in ((1280, 800), (900, 700)):
        table.resize(*size)
        QApplication.processEvents()
        assert [slot for slot in table.hand.slots if table.cards[slot].mark is Mark.PLAYABLE] == []
    table.show_refused()

    assert [slot for slot in table.hand.slots if table.cards[slot].mark is Mark.PLAYABLE] == lit


def test_a_round_of_one_card_opens_where_the_cards_lay(qtbot: QtBot) -> None:
    table = PlumpTable(seated("plump", 3), preferences())
    qtbot.addWidget(table)
    table.resize(1280, 800)
    table.show()
    deal = Deal("7h", "As", "3h", dealer=2)
    table.show_advanced(Advanced(1, View(deal.state, Seat(0), deal.known(0)), ()))
    own = deal.state.hand(Seat(0))[0]
    looks = {slot: piece.look for slot, piece in table.cards.items()}
    places = {slot: piece.pos() for slot, piece in table.cards.items() if slot != own}
    deal.bid(0, 1, 1).reveal()
    table.show_advanced(Advanced(2, View(deal.state, Seat(0), deal.faces), ()))

    assert table.shown is not None and taker(table.shown) == 0
    assert {slot: table.cards[slot].pos() for slot in places} == places
    assert {slot for slot, look in looks.items() if table.cards[slot].look != look} == {own}
    assert (table.cards[own].pos() - table.places.seats[0].laid).manhattanLength() < 1


def test_a_tick_goes_to_the_player_who_took_it(qtbot: QtBot) -> None:
    """Even if the next card has already been played and it is another player's turn."""
    bots = Bots(4)
    table = table_of(qtbot, bots)
    while table.shown is None or taker(table.shown) in (None, 0):
        bots.move()
        table.show_advanced(bots.news())
    best, slots = taker(table.shown), [slot_of(card.at) for card in table.shown.pieces(TICK)]
    assert best is not None
    pieces = [table.cards[slot] for slot in slots]
    table.set_preferences(preferences(motion_ms=10_000))
    bots.move()
    table.show_advanced(bots.news())
    table.hurry()

    assert not set(slots) & set(table.cards)
    assert [piece.motion.target.at for piece in pieces] == [table.held_at(best)] * 4


@pytest.mark.parametrize("scale", [80, 100, 200])
@pytest.mark.parametrize("size", [(800, 541), (1004, 741), (1004, 841), (1280, 740), (2560, 1380)])
def test_the_question_for_a_bid_is_on_one_line_however_few_bids_there_are(
    qtbot: QtBot, size: tuple[int, int], scale: int
) -> None:
    """This also holds beside the log."""
    table = states.bidding_few(preferences(scale=scale))
    assert isinstance(table, PlumpTable)
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    asked = [each.text for each in on_table(table.surface, table) if "ticks will" in each.text]

    assert asked == ["How many ticks will you take?"]
