"""Plump's table as a frozen description: every phase, every reason, every word."""

from __future__ import annotations

import random

import pytest

from app.games.plump.screen import (
    BIDDING,
    DEALING,
    DRAWING,
    OPENING,
    OVER,
    PLAYING,
    PlumpScreen,
    plump_screen,
    rest_moves,
)
from rules.api import Left, Seat, Shuffle, Shuffled, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.plump.game import PlumpGame
from rules.plump.past import Past
from rules.plump.state import PlumpState
from tests.support.plump_deal import Deal, before_round, setting, started

NAMES = ("Ada", "Bob", "Cy", "Di")
THREE = ("2h 3h 4s", "Ah 5s 6s", "7h 8h 9c", "10c Jc Qh")


def screen_of(deal: Deal, seat: int | None = 0, before: PlumpScreen | None = None) -> PlumpScreen:
    known = {} if seat is None else deal.known(seat)
    return plump_screen(View(deal.state, None if seat is None else Seat(seat), known), NAMES, before)


def looked_at(state: PlumpState, seat: int | None = 0) -> PlumpScreen:
    return plump_screen(View(state, None if seat is None else Seat(seat), {}), NAMES)


def test_before_the_first_dealer_is_known() -> None:
    state = PlumpGame().start(4, {})
    assert isinstance(state, PlumpState)
    screen = looked_at(state)

    assert (screen.phase, screen.title, screen.note) == (
        DRAWING,
        "22 rounds",
        "The first dealer is being drawn",
    )
    assert screen.hand == () and screen.tick == () and screen.outcome is None


def test_while_everybody_shuffles() -> None:
    screen = looked_at(started(4))

    assert (screen.phase, screen.note) == (DEALING, "Everybody shuffles the deck")
    assert screen.title == "Round 1 of 22  ·  10 cards"
    assert screen.undealt == 0 and not screen.is_own_turn


def test_cards_are_dealt_after_the_shuffle() -> None:
    state = started(4)
    need = state.needs[0]
    assert isinstance(need, Shuffle)
    screen = looked_at(state.after(Shuffled(need.pile, need.into)))

    assert (screen.phase, screen.note, screen.undealt) == (DEALING, "The cards are being dealt", 12)
    assert [seat.cards for seat in screen.seats] == [10, 10, 10, 10]


def test_bids_on_offer_only_on_the_own_turn() -> None:
    deal = Deal(*THREE)

    assert [bid.ticks for bid in screen_of(deal).bids] == [0, 1, 2, 3]
    assert screen_of(deal, 1).bids == () and screen_of(deal, None).bids == ()
    assert screen_of(deal).phase == BIDDING
    assert screen_of(deal).seats[0].doing == "to bid"
    assert screen_of(deal).bids[2].action == Bid(2)
    assert screen_of(deal).bids[2].name == "bid 2, worth 12 points"
    assert screen_of(deal).undealt == 40


def test_the_hook_is_greyed_and_explained() -> None:
    screen = screen_of(Deal(*THREE).bid(1, 0, 1), 3)
    why = screen.bids[1].why

    assert [bid.ticks for bid in screen.bids if bid.why is None] == [0, 2, 3]
    assert why is not None and why.rule == "plump 2.3" and "must not add up" in why.text
    assert screen.bids[1].name == "bid 1, not allowed"
    assert screen.note == "2 of 3 bid so far"


def test_a_bid_of_nothing_is_worth_what_was_agreed() -> None:
    deal = Deal(*THREE, options={"zero": "5"})

    assert screen_of(deal).bids[0].name == "bid 0, worth 5 points"


def test_the_hand_is_sorted_and_lit_by_the_rules() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0).play("2h")
    screen = screen_of(deal, 1)

    assert [card.name for card in screen.hand] == ["5 of spades", "6 of spades", "ace of hearts"]
    assert [card.is_lit for card in screen.hand] == [False, False, True]
    why = screen.hand[0].why
    assert why is not None and why.rule == "plump 2.4" and why.text.startswith("You must follow suit")
    assert screen.note == "hearts led  ·  1 too few bid"
    assert screen.is_own_turn


def test_nothing_is_lit_off_the_own_turn() -> None:
    screen = screen_of(Deal(*THREE).bid(1, 0, 1, 0), 2)

    assert all(card.why is not None and card.why.text == "It is not your turn." for card in screen.hand)
    assert screen.phase == PLAYING and screen.note == "1 too few bid"


def test_more_bids_than_ticks() -> None:
    assert screen_of(Deal(*THREE).bid(2, 2, 1, 1)).note == "3 too many bid"


def test_a_hand_stays_sorted_as_it_was_dealt() -> None:
    """Without its last heart the spades and clubs would change places."""
    deal = Deal("2h 3s 4c", "Ah 5s 6s", "7h 8h 9c", "10h Jc Qh").bid(0, 0, 0, 0)
    first = screen_of(deal)
    deal.play("2h", "Ah", "7h", "10h")
    alone, kept = screen_of(deal), screen_of(deal, before=first)

    assert [card.name for card in first.hand] == ["3 of spades", "2 of hearts", "4 of clubs"]
    assert kept.suits == first.suits
    assert [card.name for card in kept.hand] == ["3 of spades", "4 of clubs"]
    assert alone.suits != first.suits


def test_a_finished_tick_stays_until_the_next_card_is_led() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0).play("2h", "Ah", "7h", "Qh")
    screen = screen_of(deal, 1)

    assert screen.taker == 1
    assert [(card.name, card.is_best) for card in screen.tick] == [
        ("2 of hearts", False),
        ("ace of hearts", True),
        ("7 of hearts", False),
        ("queen of hearts", False),
    ]
    deal.play("5s")
    after = screen_of(deal, 1)
    assert (after.taker, len(after.tick)) == (None, 1)
    assert [card.slot for card in after.last_tick] == [card.slot for card in screen.tick]


def test_what_others_do_comes_one_by_one_and_a_taken_tick_longest() -> None:
    deal = Deal(*THREE)
    rests = []
    screen = screen_of(deal)
    for step in (
        lambda: deal.bid(1),
        lambda: deal.bid(0),
        lambda: deal.bid(1),
        lambda: deal.bid(0),
        lambda: deal.play("2h"),
        lambda: deal.play("Ah"),
        lambda: deal.play("7h"),
        lambda: deal.play("Qh"),
        lambda: deal.play("5s"),
    ):
        step()
        now = screen_of(deal, before=screen)
        rests.append(rest_moves(screen, now))
        screen = now

    assert rests == [0.0, 2.0, 2.0, 2.0, 0.0, 1.3, 1.3, 6.0, 1.3]
    assert rest_moves(None, screen) == 0.0 == rest_moves(screen, screen)


def test_a_round_of_one_card_is_looked_at_longest() -> None:
    deal = Deal("7h", "As", "3h", "Jd", dealer=3).bid(0, 1, 0, 1)
    before = screen_of(deal)
    deal.reveal()

    assert rest_moves(before, screen_of(deal)) == 9.0


def test_the_result_of_a_round_stays_until_the_next_shuffle() -> None:
    deal = (
        Deal("2h 3h", "4h 5h", "6h 7h", "8h 9h")
        .bid(0, 0, 0, 1)
        .play("2h", "4h", "6h", "8h")
        .play("9h", "3h", "5h", "7h")
    )
    screen = screen_of(deal)

    assert screen.phase == DEALING and screen.taker == 3
    assert [seat.result.words if seat.result else "" for seat in screen.seats] == [
        "+10",
        "+10",
        "+10",
        "plump",
    ]
    assert screen.seats[3].score_line == "bid 1, took 2"
    assert screen.seats[3].spoken.startswith("Di, bid 1, took 2, plump, ")
    assert screen.seats[0].spoken.startswith("Ada (you), bid 0, took 0, dealer, +10, ")


def test_in_a_one_card_round_one_sees_all_but_the_own_card() -> None:
    deal = Deal("7h", "As", "3h", "Jd")
    screen = screen_of(deal)

    assert screen.is_forehead
    assert [(card.face, card.is_lit) for card in screen.hand] == [(None, False)]
    assert screen.hand[0].why is not None and screen.hand[0].why.rule == "plump R9"
    assert screen.seats[0].forehead is not None and screen.seats[0].forehead[1] is None
    assert screen.seats[1].forehead == (deal.slot("As"), deal.faces[deal.slot("As")])
    assert screen.seats[1].spoken == "Bob, no bid yet, has the ace of spades, 90 points"
    assert "an unknown card" in screen.seats[0].spoken
    assert all(seat.cards == 0 for seat in screen.seats)
    assert screen.title.endswith("1 card")
    assert screen.note == "0 of 1 bid  ·  your card is hidden"
    assert screen_of(deal, None).note == "0 of 1 bid so far"


def test_the_one_card_round_opens_by_itself() -> None:
    deal = Deal("7h", "As", "3h", "Jd", dealer=3).bid(0, 1, 0, 1)
    assert screen_of(deal).phase == OPENING
    deal.reveal()
    screen = screen_of(deal)

    assert screen.taker == 0 and len(screen.tick) == 4


def test_a_spectator_sees_backs_and_no_hand() -> None:
    screen = screen_of(Deal(*THREE).bid(0), None)

    assert screen.hand == () and screen.suits == ()
    assert [seat.is_viewer for seat in screen.seats] == [False] * 4
    assert [seat.cards for seat in screen.seats] == [3] * 4


def test_who_left_is_said() -> None:
    state = before_round(0).after(Left(Seat(2), "left"))
    seat = looked_at(state).seats[2]

    assert seat.is_gone and seat.score_line == "has left"
    assert seat.spoken == "Cy, has left, 0 points"


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (0, "Ada (you), to bid, no bid yet, 3 cards, 0 points"),
        (3, "Di, no bid yet, dealer, 3 cards, 0 points"),
    ],
)
def test_a_plate_as_a_sentence(seat: int, words: str) -> None:
    deal = Deal(*THREE)
    state = PlumpState(Past(setting(4), deal.state.past.first_dealer, deals=7), deal.state.part)
    screen = plump_screen(View(state, Seat(0), deal.known(0)), NAMES)

    assert screen.seats[seat].spoken == words


@pytest.mark.parametrize("seats", [2, 3, pytest.param(7, marks=pytest.mark.slow), 10])
def test_a_whole_game_is_always_described(seats: int) -> None:
    """Every position of a game has a screen for everybody, and ends with the outcome on it."""
    rng = random.Random(seats)
    table = LocalTable(PlumpGame().start(seats, {"length": "short"}), seats, rng)
    names = tuple("ABCDEFGHIJ"[:seats])
    before = None
    while table.turn is not None:
        for viewer in (None, Seat(0), table.turn):
            screen = plump_screen(table.view(viewer), names)
            lit = [card.action for card in screen.hand if card.is_lit]
            offered = [bid.action for bid in screen.bids if bid.why is None]
            assert {*map(str, offered), *map(str, lit)} == set(map(str, table.view(viewer).actions()))
        before = plump_screen(table.view(Seat(0)), names, before)
        table.play(table.actions()[rng.randrange(len(table.actions()))])
    end = plump_screen(table.view(Seat(0)), names, before)

    assert end.phase == OVER and end.outcome == table.outcome
    assert end.title == "The game is over" and end.note == ""
    assert end.taker is not None and len(end.tick) == seats
    assert end.sheet.totals == end.outcome.scores
