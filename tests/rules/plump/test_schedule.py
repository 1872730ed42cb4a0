"""Plump, paragraph 1: components, players, schedule; and who deals (2.1)."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Roll, Rolled, Seat, Show, Shown, Shuffle, Shuffled, Slot
from rules.cards import PACK
from rules.driver import LocalTable
from rules.errors import BadOptions, BadText
from rules.plump.course import bidding_order, most_cards, schedule
from rules.plump.game import PlumpGame
from tests.support.plump_deal import GAME, before_round, started


@pytest.mark.parametrize(
    ("seats", "rounds", "most"),
    [
        (2, 20, 10),
        (3, 21, 10),
        (4, 22, 10),
        (5, 23, 10),
        (6, 20, 8),
        (7, 19, 7),
        (8, 18, 6),
        (9, 17, 5),
        (10, 18, 5),
    ],
)
def test_rule_1_and_case_1_the_number_of_seats_gives_the_rounds_and_their_cards(
    seats: int, rounds: int, most: int
) -> None:
    found = schedule(seats)

    assert len(found) == rounds == 2 * (most - 1) + seats
    assert found[0] == found[-1] == max(found) == most == most_cards(seats)
    assert found.count(1) == seats and found == found[::-1]
    assert all(cards * seats <= 52 for cards in found)


def test_rule_1_four_players_have_these_rounds() -> None:
    assert schedule(4) == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


@pytest.mark.parametrize("seats", range(2, 11))
def test_rule_1_a_short_game_starts_at_five(seats: int) -> None:
    assert schedule(seats, short=True) == (5, 4, 3, 2, *(1,) * seats, 2, 3, 4, 5)


def test_rule_1_the_game_has_two_to_ten_seats() -> None:
    assert list(PlumpGame.seats) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    for seats in (0, 1, 11, -2):
        with pytest.raises(BadOptions):
            GAME.start(seats, {})


def test_rule_1_the_pack_has_52_cards_with_the_ace_high_and_no_trump() -> None:
    (need,) = started(4).needs

    assert isinstance(need, Shuffle)
    assert need.faces == PACK and need.slots == () and need.new_deck and len(need.into) == 52


def test_case_24_with_six_players_a_nine_card_round_is_refused() -> None:
    assert max(schedule(6)) == 8
    text = before_round(1, seats=6).text()
    assert GAME.parse_state(text).text() == text
    with pytest.raises(BadText):
        GAME.parse_state(text.replace("rows=8:0/8", "rows=9:0/9"))


def test_rule_2_1_the_dealer_moves_on_by_one_seat_a_round() -> None:
    rounds = len(schedule(4))
    dealers = [bidding_order(4, first_dealer=Seat(2), round_index=index)[-1] for index in range(rounds)]

    assert dealers == [(2 + index) % 4 for index in range(rounds)]


@pytest.mark.parametrize("seats", range(2, 11))
def test_rule_2_1_everybody_deals_exactly_one_one_tick_round(seats: int) -> None:
    dealers = [
        bidding_order(seats, first_dealer=Seat(1), round_index=index)[-1]
        for index, cards in enumerate(schedule(seats))
        if cards == 1
    ]

    assert sorted(dealers) == list(range(seats))


def test_ruling_11_the_first_dealer_is_rolled_by_all() -> None:
    state = GAME.start(5, {})

    assert state.needs == (Roll(5, "dealer"),)
    for value in range(5):
        after = state.after(Rolled(value))
        assert after.text() != state.text() and f"first={value}" in after.text()


def test_ruling_14_the_place_of_a_dealer_who_left_is_taken_by_the_next_seat() -> None:
    assert bidding_order(4, first_dealer=Seat(1), round_index=1, gone=(Seat(2),)) == (0, 1, 3)


@pytest.mark.parametrize("index", [0, 5, 21])
def test_rule_2_2_each_round_has_a_fresh_shuffle_in_new_slots(index: int) -> None:
    (need,) = before_round(index).needs

    assert isinstance(need, Shuffle)
    assert need.pile == "deck" and need.into == tuple(range(52 * index, 52 * index + 52))


def test_rule_2_2_and_ruling_12_each_seat_is_shown_only_its_own_cards() -> None:
    state = before_round(2)  # 8 cards
    (need,) = state.needs
    assert isinstance(need, Shuffle)
    dealt = state.after(Shuffled(need.pile, need.into))

    assert dealt.needs == tuple(
        Show(tuple(map(Slot, range(104 + 8 * seat, 112 + 8 * seat))), (Seat(seat),)) for seat in range(4)
    )
    assert [dealt.hand(Seat(seat))[0] for seat in range(4)] == [104, 112, 120, 128]


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_ruling_12_in_a_whole_game_no_undealt_card_is_ever_shown(seats: int) -> None:
    table, rng = LocalTable(GAME.start(seats, {}), seats, Random(seats)), Random(3)
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
    shown = {slot for event in table.events if isinstance(event, Shown) for slot in event.slots}

    assert shown == {
        52 * index + i for index, cards in enumerate(schedule(seats)) for i in range(cards * seats)
    }


def test_every_round_but_the_last_names_the_next_deck() -> None:
    last = len(schedule(4)) - 1

    assert [before_round(index).next_deck() for index in (0, last - 1, last)] == [PACK, PACK, ()]
