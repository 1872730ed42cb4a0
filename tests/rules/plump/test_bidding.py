"""Plump, paragraph 2.3: bids and the hook."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import Left, Moved, Rolled, Seat, Turn, refusal
from rules.cards import card
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.playout import likely_only_bid
from tests.support.plump_deal import Deal

TEN = (
    "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh",
    "2s 3s 4s 5s 6s 7s 8s 9s 10s Js",
    "2d 3d 4d 5d 6d 7d 8d 9d 10d Jd",
    "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc",
)
THREE = ("2h 3h 4h", "2s 3s 4s", "2d 3d 4d", "2c 3c 4c")
ONE = ("7h", "As", "3h", "Jh")


def numbers(*wanted: int) -> list[str]:
    return [str(number) for number in wanted]


def test_rule_2_3_and_ruling_1_bids_go_clockwise_from_the_dealers_left_to_the_dealer() -> None:
    deal = Deal(*TEN, dealer=1)
    asked = []
    for bid in (0, 0, 0, 0):
        asked.append(deal.turn)
        deal.bid(bid)

    assert asked == [2, 3, 0, 1]


def test_ruling_10_everybody_sees_the_bids_in_their_order() -> None:
    deal = Deal(*TEN).bid(4, 0)

    assert deal.part.bids == (4, 0)
    assert [deal.part.bid_of(Seat(seat)) for seat in range(4)] == [4, 0, None, None]
    assert deal.state.needs == (Turn(Seat(2)),)


def test_case_2_with_ten_cards_after_bids_of_1_3_2_anything_but_4_is_allowed() -> None:
    deal = Deal(*TEN).bid(1, 3, 2)

    assert deal.turn == 3 and deal.part.hook == 4
    assert deal.offered() == numbers(0, 1, 2, 3, 5, 6, 7, 8, 9, 10)
    why = refusal(deal.state, Moved(Seat(3), Bid(4)))
    assert why is not None and why.reason == "hook" and why.rule == "plump 2.3"


def test_case_3_with_three_cards_after_bids_of_2_2_1_the_dealer_is_free() -> None:
    deal = Deal(*THREE).bid(2, 2, 1)

    assert deal.part.hook is None and deal.offered() == numbers(0, 1, 2, 3)


def test_case_4_and_ruling_8_with_one_card_after_bids_of_0_0_0_only_0_is_allowed() -> None:
    assert Deal(*ONE).bid(0, 0, 0).offered() == numbers(0)


def test_case_5_and_ruling_8_with_one_card_after_bids_of_1_0_0_only_1_is_allowed() -> None:
    assert Deal(*ONE).bid(1, 0, 0).offered() == numbers(1)


def test_ruling_8_with_one_card_after_bids_above_one_the_dealer_is_free() -> None:
    assert Deal(*ONE).bid(1, 1, 0).offered() == numbers(0, 1)


@pytest.mark.parametrize("before", [(), (10,), (3, 7), (10, 10)])
def test_case_6_a_bidder_before_the_last_is_never_restricted(before: tuple[int, ...]) -> None:
    deal = Deal(*TEN).bid(*before)

    assert deal.part.hook is None and deal.offered() == numbers(*range(11))


@pytest.mark.parametrize("bid", [-1, 11, 99, 2**70, -(2**70)])
def test_case_7_a_bid_beyond_the_cards_is_illegal(bid: int) -> None:
    why = refusal(Deal(*TEN).state, Moved(Seat(0), Bid(bid)))

    assert why is not None and why.reason == "bid-range" and "0 to 10" in why.text


@given(st.integers(2, 10), st.data())
def test_rule_2_3_there_is_always_a_legal_bid(cards: int, draw: st.DataObject) -> None:
    deal = Deal(*(" ".join(hand.split()[:cards]) for hand in TEN))
    deal.bid(*(draw.draw(st.integers(0, cards)) for _ in range(3)))
    offered = deal.offered()
    deal.bid(int(draw.draw(st.sampled_from(offered))))

    assert len(offered) >= cards
    assert sum(deal.part.bids) != cards


def test_rule_2_3_nobody_bids_out_of_turn_or_plays_instead() -> None:
    deal = Deal(*TEN).bid(1)
    card_too_soon = PlumpPlay(deal.slot("2s"), deal.faces[deal.slot("2s")])
    wrong = {
        "not-your-turn": Moved(Seat(0), Bid(1)),
        "wrong-step": Moved(Seat(1), card_too_soon),
        "unasked": Rolled(1),
    }

    for reason, event in wrong.items():
        why = refusal(deal.state, event)
        assert why is not None and why.reason == reason
    assert deal.state.actions(Seat(0), deal.known(0)) == ()
    assert refusal(deal.state, Left(Seat(2), "gone")) is None


def test_a_two_in_the_hand_of_another_counts_like_any_other_card() -> None:
    twos = [card(text) for text in ("2c", "2d", "2h", "2s")]

    assert [likely_only_bid(twos[:held], (0, 1)) for held in (2, 3)] == [0, 1]
    assert [likely_only_bid(twos[-held:], (0, 1)) for held in (2, 3)] == [0, 1]
    assert likely_only_bid(twos[:3], (0,)) == 0 and likely_only_bid(twos[:2], (1,)) == 1
