"""Plump's table, played by mouse only and by keys only, with everything on it."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from app.games.plump.scene import BIDS, FOREHEADS, HAND, TICK, taker
from app.games.scene import slot_of
from app.messages import Advanced
from rules.api import Action, Moved, Seat, Slot, View
from rules.cards import CARD_TEXT
from rules.driver import LocalTable
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from tests.support.plump_deal import Deal
from tests.support.table_hands import WINDOWS, Play, click, drag, key, preferences, seated
from tests.support.values import replace
from ui.tables.plump.table import PlumpTable

pytestmark = pytest.mark.usefixtures("sketched")


def first_choice(local: LocalTable) -> Action:
    return local.actions()[0]


@pytest.fixture(params=WINDOWS)
def played(qtbot: QtBot, request: pytest.FixtureRequest) -> Play:
    return start(qtbot, seats=3, options={"length": "short"}, size=request.param)


def start(
    qtbot: QtBot, *, seats: int, options: dict[str, str], seed: int = 7, size: tuple[int, int] = (1280, 800)
) -> Play:
    table = PlumpTable(seated("plump", seats), preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    local = LocalTable(PlumpGame().start(seats, options), seats, random.Random(seed))
    play = Play(table, local, first_choice)
    play.show()
    return play


def plump_table(play: Play) -> PlumpTable:
    assert isinstance(play.table, PlumpTable)
    return play.table


def lit(table: PlumpTable) -> int:
    """The slot of the first card that may be played."""
    assert table.shown is not None
    return next(slot_of(card.at) for card in table.shown.pieces(HAND) if card.why is None)


def allowed_bid(table: PlumpTable) -> int:
    assert table.shown is not None
    return next(int(bid.short) for bid in table.shown.pieces(BIDS) if bid.why is None)


def test_a_whole_game_with_only_the_mouse(played: Play) -> None:
    table = plump_table(played)
    while played.local.turn is not None:
        assert table.shown is not None
        if table.shown.pieces(BIDS):
            click(table, table.bid_row.discs[allowed_bid(table)], (0, 0))
        else:
            slot = lit(table)
            click(table, table.cards[slot])
            click(table, table.cards[slot])

    assert played.local.outcome is not None
    assert len([action for action in played.chosen if isinstance(action, Bid)]) == 11
    assert table.shown is not None and table.sheet() is not None and played.local.outcome is not None


def test_a_whole_game_with_only_the_keys(played: Play) -> None:
    table = plump_table(played)
    table.surface.setFocus()
    while played.local.turn is not None:
        assert table.shown is not None
        before = len(played.chosen)
        if table.shown.pieces(BIDS):
            key(table, Qt.Key(Qt.Key.Key_0 + allowed_bid(table)), Qt.Key.Key_Return)
        else:
            place = table.hand.slots.index(lit(table))
            key(table, Qt.Key(Qt.Key.Key_1 + place), Qt.Key.Key_Space)

        assert len(played.chosen) == before + 1

    assert played.local.outcome is not None


def test_arrows_walk_through_hand_and_bids(played: Play) -> None:
    table = plump_table(played)
    table.surface.setFocus()
    key(table, Qt.Key.Key_Tab)
    first = table.surface.focused()
    assert table.next_press == "Press Enter to bid 0."
    key(table, Qt.Key.Key_Right)
    assert table.next_press == "Press Enter to bid 1."

    assert first is table.bid_row.discs[0]
    assert table.surface.focused() is table.bid_row.discs[1]
    key(table, Qt.Key.Key_Down)
    assert table.surface.focused() in table.cards.values()


def test_a_card_dragged_to_the_middle_is_played(played: Play) -> None:
    table = plump_table(played)
    click(table, table.bid_row.discs[allowed_bid(table)], (0, 0))
    slot = lit(table)
    drag(table, table.cards[slot], table.places.middle.center())

    assert isinstance(played.chosen[-1], PlumpPlay)
    assert played.chosen[-1].slot == slot


def test_a_card_dropped_in_the_hand_returns_to_its_place(played: Play) -> None:
    table = plump_table(played)
    click(table, table.bid_row.discs[allowed_bid(table)], (0, 0))
    slot = lit(table)
    home = table.hand.spot(slot).at
    drag(table, table.cards[slot], home + QPointF(60, 20))

    assert len(played.chosen) == 1
    assert (table.cards[slot].pos() - home).manhattanLength() < 1


def test_the_forbidden_bid_says_why_not(qtbot: QtBot) -> None:
    play = start(qtbot, seats=2, options={"length": "short"}, seed=1)
    table = plump_table(play)
    while table.shown is None or not any(bid.why for bid in table.shown.pieces(BIDS)):
        step(table)
    forbidden = next(bid for bid in table.shown.pieces(BIDS) if bid.why is not None)
    before = len(play.chosen)
    with qtbot.waitSignal(table.why_not) as told:
        click(table, table.bid_row.discs[int(forbidden.short)], (0, 0))

    assert told.args is not None and "must not add up" in told.args[0]
    assert "plump 2.3" in table.bubble.text
    assert len(play.chosen) == before

    click(table, table.bid_row.discs[allowed_bid(table)], (0, 0))

    assert table.bubble.text == ""


def test_an_illegal_card_says_why_not(qtbot: QtBot) -> None:
    play = start(qtbot, seats=4, options={"length": "full"}, seed=3)
    table = plump_table(play)
    while (
        table.shown is None
        or not table.shown.pieces(TICK)
        or taker(table.shown) is not None
        or all(card.why is None for card in table.shown.pieces(HAND))
    ):
        step(table)
    slot = next(slot_of(card.at) for card in table.shown.pieces(HAND) if card.why is not None)
    with qtbot.waitSignal(table.why_not) as told:
        drag(table, table.cards[slot], table.places.middle.center())

    assert told.args is not None and told.args[0].startswith("You must follow suit")
    assert "plump 2.4" in table.bubble.text
    key(table, Qt.Key.Key_Escape)
    assert table.bubble.text == ""


def step(table: PlumpTable) -> None:
    """Make the first legal choice through the table's own signals."""
    assert table.shown is not None
    if table.shown.pieces(BIDS):
        table.bid_row.chosen.emit(allowed_bid(table))
    else:
        table.hand.played.emit(lit(table), None)


def test_nothing_can_be_chosen_twice(qtbot: QtBot) -> None:
    """Until the table has heard that a choice was taken, it accepts no other."""
    table = PlumpTable(seated("plump", 2), preferences())
    qtbot.addWidget(table)
    local = LocalTable(PlumpGame().start(2, {}), 2, random.Random(5))
    play = Play(table, local, first_choice)
    play.show()
    table.chosen.disconnect()
    told: list[Action] = []
    table.chosen.connect(told.append)
    for _ in range(3):
        table.bid_row.chosen.emit(allowed_bid(table))

    assert len(told) == 1
    assert Moved(play.seat, told[0])


def to_play(qtbot: QtBot, *, seats: int = 4, seed: int = 3, some_dark: bool = False) -> Play:
    """A game at the player's turn to play a card; with `some_dark`, one where not all cards are allowed."""
    play = start(qtbot, seats=seats, options={"length": "full"}, seed=seed)
    table = plump_table(play)
    while (
        table.shown is None
        or table.shown.pieces(BIDS)
        or (some_dark and all(card.why is None for card in table.shown.pieces(HAND)))
    ):
        step(table)
    return play


def test_a_picked_card_is_played_by_a_click_in_the_middle(qtbot: QtBot) -> None:
    play = to_play(qtbot)
    table = plump_table(play)
    slot, before = lit(table), len(play.chosen)
    click(table, table.cards[slot])
    assert table.hand.picked_slot == slot and len(play.chosen) == before
    assert table.cards[slot].is_chosen
    middle = table.surface.mapFromScene(table.places.middle.bottomRight() - QPointF(30, 30))
    qtbot.mouseClick(table.surface.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert isinstance(play.chosen[before], PlumpPlay)
    assert play.chosen[before].slot == slot


def test_one_click_plays_a_card_if_the_player_wants_that(qtbot: QtBot) -> None:
    play = to_play(qtbot, some_dark=True)
    table = plump_table(play)
    table.set_preferences(replace(table.preferences, one_click=True))
    dark = (
        next(slot_of(card.at) for card in table.shown.pieces(HAND) if card.why is not None)
        if table.shown
        else -1
    )
    slot, before = lit(table), len(play.chosen)
    click(table, table.cards[dark])
    assert len(play.chosen) == before and table.bubble.text
    click(table, table.cards[slot])

    assert isinstance(play.chosen[before], PlumpPlay)
    assert play.chosen[before].slot == slot


def test_no_click_plays_a_card_while_another_has_the_turn(qtbot: QtBot) -> None:
    play = to_play(qtbot)
    table = plump_table(play)
    table.set_preferences(replace(table.preferences, one_click=True))
    table.hand.wait()
    slot, before = lit(table), len(play.chosen)
    click(table, table.cards[slot])

    assert len(play.chosen) == before and table.hand.picked_slot == slot


def test_escape_puts_a_picked_card_back(qtbot: QtBot) -> None:
    table = plump_table(to_play(qtbot))
    slot = lit(table)
    home = table.cards[slot].pos()
    click(table, table.cards[slot])
    assert table.cards[slot].pos().y() < home.y()
    key(table, Qt.Key.Key_Escape)

    assert table.hand.picked_slot == -1
    assert (table.cards[slot].pos() - home).manhattanLength() < 1


def test_the_next_press_is_described_for_a_card_that_can_be_played(qtbot: QtBot) -> None:
    table = plump_table(to_play(qtbot, some_dark=True))
    told: list[str] = []
    table.asks.connect(told.append)
    assert table.shown is not None and table.next_press == ""
    dark = next(slot_of(card.at) for card in table.shown.pieces(HAND) if card.why is not None)
    for slot in (lit(table), dark, lit(table), -1, lit(table)):
        table.hand.pick(slot)
    table.chosen.disconnect()
    click(table, table.cards[lit(table)])

    assert told == ["Press it again to play it.", ""] * 3


def test_a_card_under_the_pointer_rises(qtbot: QtBot) -> None:
    table = plump_table(to_play(qtbot))
    slot = lit(table)
    home = table.cards[slot].pos()
    table.cards[slot].hovered.emit(True)
    assert table.cards[slot].pos().y() < home.y()
    table.cards[slot].hovered.emit(False)

    assert (table.cards[slot].pos() - home).manhattanLength() < 1


def test_a_card_that_may_not_be_played_says_why_at_the_first_click(qtbot: QtBot) -> None:
    table = plump_table(to_play(qtbot, some_dark=True))
    assert table.shown is not None
    dark = next(slot_of(card.at) for card in table.shown.pieces(HAND) if card.why is not None)
    with qtbot.waitSignal(table.why_not):
        click(table, table.cards[dark])

    assert table.hand.picked_slot == -1


def test_the_players_hidden_card_says_why_it_cannot_be_played(qtbot: QtBot) -> None:
    table = plump_table(start(qtbot, seats=3, options={"length": "short"}))
    while table.shown is None or not table.shown.pieces(FOREHEADS):
        step(table)
    slot = slot_of(table.shown.pieces(HAND)[0].at)
    click(table, table.cards[slot])
    with qtbot.waitSignal(table.why_not) as told:
        click(table, table.cards[slot])

    assert told.args is not None and "cards open after the bids" in told.args[0]


def test_the_keys_1_and_0_bid_ten(qtbot: QtBot) -> None:
    table = plump_table(start(qtbot, seats=4, options={"length": "full"}))
    table.surface.setFocus()
    key(table, Qt.Key.Key_1, Qt.Key.Key_0)
    assert table.surface.focused() is table.bid_row.discs[10]
    key(table, Qt.Key.Key_0)

    assert table.surface.focused() is table.bid_row.discs[0]


def test_a_player_who_plays_by_keys_gets_the_focus_on_a_choice(qtbot: QtBot) -> None:
    play = start(qtbot, seats=4, options={"length": "full"})
    table = plump_table(play)
    table.surface.setFocus()
    key(table, Qt.Key(Qt.Key.Key_0 + allowed_bid(table)), Qt.Key.Key_Return)

    assert table.surface.focused() is table.cards[lit(table)]
    key(table, Qt.Key.Key_Return)
    assert isinstance(play.chosen[-1], PlumpPlay)


def test_a_player_who_plays_by_mouse_sees_no_focus_ring(qtbot: QtBot) -> None:
    table = plump_table(start(qtbot, seats=4, options={"length": "full"}))
    click(table, table.bid_row.discs[allowed_bid(table)], (0, 0))

    assert not any(piece.has_ring for piece in table.surface.pieces())


def test_a_hand_stays_sorted_as_it_was_dealt(qtbot: QtBot) -> None:
    """Without its last heart the spades and clubs would change places."""
    table = PlumpTable(seated("plump", 4), preferences())
    qtbot.addWidget(table)
    deal = Deal("2h 3s 4c", "Ah 5s 6s", "7h 8h 9c", "10h Jc Qh").bid(0, 0, 0, 0)

    def hand() -> list[str]:
        table.show_advanced(Advanced(1, View(deal.state, Seat(0), deal.known(0)), ()))
        return [CARD_TEXT[deal.faces[Slot(slot)]] for slot in table.hand.slots]

    assert hand() == ["3s", "2h", "4c"]
    deal.play("2h", "Ah", "7h", "10h")
    assert hand() == ["3s", "4c"]
