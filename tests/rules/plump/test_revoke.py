"""Plump, paragraph 5.2 and ruling 13: not following suit is proven by a later card."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Left, Moved, Seat, Shuffle, refusal
from rules.cards import SUITS, card
from rules.plump.actions import PlumpPlay
from rules.plump.past import Revoke
from rules.plump.sheet import score_sheet, sheet_text
from tests.support.plump_deal import GAME, Deal
from tests.support.values import replace

HEARTS = SUITS.index("h")
HANDS = ("Ah Kh 2c 3c 4c", "2h 9h 4s 5c 6c", "3h 6h 7c 8c 9c", "5h 7h 10c Jc Qc")


def to_the_lie(**options: str) -> Deal:
    """Play until seat 1, in tick 2, plays the four of spades on hearts with the nine of hearts in hand."""
    deal = Deal(*HANDS, options=options).bid(2, 0, 1, 3)
    return deal.play("Ah", "2h", "3h", "5h", "Kh").cheat("4s").play("6h", "7h")


def to_the_proof(**options: str) -> Deal:
    """Play until seat 1, in tick 5, plays that nine."""
    deal = to_the_lie(**options).play("2c", "5c", "7c", "10c", "Jc", "3c", "6c", "8c", "Qc", "4c")
    return deal.cheat("9h")


def test_rule_7_an_off_suit_card_is_recorded_as_a_claim_since_its_tick() -> None:
    deal = to_the_lie()

    assert deal.part.void_since[1][HEARTS] == 2
    assert sum(map(sum, deal.part.void_since)) == 2
    assert deal.state.audit() == ()


def test_case_21_a_later_card_of_the_suit_proves_the_revoke_to_every_peer() -> None:
    deal = to_the_proof()
    (fault,) = deal.state.audit()

    assert fault.seat == 1 and fault.rule == "plump 2.4"
    assert "hearts in tick 2" in fault.text and "hearts in tick 5" in fault.text
    assert deal.part.void_since[1][HEARTS] == 0
    assert GAME.parse_state(deal.state.text()) == deal.state


def test_ruling_13_the_offender_scores_a_plump_and_the_others_stand() -> None:
    state = to_the_proof().play("9c").state
    row = state.past.rows[-1]

    assert row.bids == (2, 0, 1, 3) and row.ticks == (2, 0, 0, 3) and row.revoked == (1,)
    assert row.scores(state.past.setting) == (12, 0, 0, 13)  # seat 1 would have made its zero
    assert state.past.revokes == (Revoke(Seat(1), 5, HEARTS, 2, 5),)
    assert len(state.audit()) == 1 and state.outcome() is None
    assert isinstance(state.needs[0], Shuffle)
    assert GAME.parse_state(state.text()) == state


def test_ruling_13_the_sheet_marks_the_revoke() -> None:
    sheet = score_sheet(to_the_proof().play("9c").state)

    assert [cell.is_revoked for cell in sheet.rows[5].cells] == [False, True, False, False]
    assert sheet_text(sheet, "ABCD").splitlines()[6].split() == ["5", "12", "●", "●", "13"]


def test_ruling_13_option_stop_ends_the_game_with_the_offender_last() -> None:
    state = to_the_proof(revoke="stop").state
    outcome = state.outcome()

    assert outcome is not None and not state.needs
    assert outcome.scores == state.past.sums and outcome.ranks == (3, 4, 1, 1)  # rows of `filler` before
    assert len(state.past.rows) == 5
    assert len(state.audit()) == 1
    assert GAME.parse_state(state.text()) == state
    assert refusal(state, Left(Seat(0), "left")) is not None


def test_ruling_13_without_the_option_the_game_goes_on() -> None:
    assert to_the_proof().state.turn == 2


def test_the_first_tick_in_which_a_player_was_void_is_remembered() -> None:
    deal = Deal("Ah Kh Qh", "2s 3s 4s", "3h 6h 7h", "5h 8h 9h").bid(0, 0, 0, 0)
    deal.play("Ah", "2s", "3h", "5h", "Kh", "3s", "6h", "8h")

    assert deal.part.void_since[1][HEARTS] == 1


def test_option_stop_on_the_last_card_of_a_round_writes_no_row() -> None:
    deal = Deal("Ah 2c", "2h 3c", "3h 4c", "Jc 4h", options={"revoke": "stop"}).bid(0, 0, 0, 0)
    deal.play("Ah", "2h", "3h").cheat("Jc").play("2c", "3c", "4c")
    scratch = GAME.scratch(deal.state, deal.faces, rng=Random(1))
    scratch.play(card("4h"))
    rows = len(deal.state.past.rows)
    deal.cheat("4h")

    assert len(deal.state.past.rows) == rows and deal.state.outcome() is not None
    assert scratch.over and scratch.state() == deal.state and scratch.scores() == deal.state.past.sums


def test_a_second_lie_is_a_second_fault() -> None:
    deal = Deal("Ah Kh Qh Jh 2c", "2h 9h 4s 5s 6c", "3h 6h 7c 8c 9c", "5h 7h 10c Jc Qc").bid(0, 0, 0, 0)
    deal.play("Ah").cheat("4s").play("3h", "5h", "Kh").cheat("2h").play("6h", "7h")
    deal.play("Qh").cheat("5s").play("7c", "10c").play("Jh").cheat("9h")

    assert deal.part.revokes == (Revoke(Seat(1), 5, HEARTS, 1, 2), Revoke(Seat(1), 5, HEARTS, 3, 4))
    assert deal.part.void_since[1] == [0, 0, 0, 0]


def test_leading_the_suit_later_also_proves_a_revoke() -> None:
    deal = Deal("Ah Kc", "2h Ac", "3h 4c", "5h 6c").bid(0, 0, 0, 0)
    deal.play("Ah").cheat("Ac").play("3h", "5h", "Kc").cheat("2h")

    assert [revoke.proven for revoke in deal.part.revokes] == [2]
    assert deal.part.void_since[1] == [0, 0, 0, 2]


def test_an_honest_void_is_never_a_fault() -> None:
    deal = Deal("Ah Kh", "2s 3s", "3h 4h", "5h 6h").bid(0, 0, 0, 0)
    deal.play("Ah", "2s", "3h", "5h", "Kh", "3s", "4h", "6h")

    assert deal.state.audit() == ()
    assert deal.state.past.rows[-1].revoked == ()


def test_ruling_13_the_log_keeps_a_revoke_of_a_round_that_became_void() -> None:
    state = to_the_proof().state.after(Left(Seat(3), "gone"))

    assert len(state.audit()) == 1 and state.past.revokes[0].seat == 1
    assert GAME.parse_state(state.text()) == state


@pytest.mark.parametrize("options", [{}, {"revoke": "stop"}])
def test_the_fast_path_notices_a_revoke(options: dict[str, str]) -> None:
    deal = to_the_lie(**options)
    scratch = GAME.scratch(deal.state, deal.faces, rng=Random(1))
    for text in ["2c", "5c", "7c", "10c", "Jc", "3c", "6c", "8c", "Qc", "4c", "9h"]:
        assert card(text) in scratch.actions()
        scratch.play(card(text))

    assert scratch.state() == to_the_proof(**options).state
    assert scratch.over == bool(options)
    if not scratch.over:
        scratch.play(card("9c"))
        assert scratch.scores() == to_the_proof().play("9c").state.past.sums
    assert scratch.clone().scores() == scratch.scores()


def test_the_fast_path_keeps_what_was_proven_before_it_began() -> None:
    deal = to_the_proof()
    scratch = GAME.scratch(deal.state, deal.faces, rng=Random(1))
    scratch.play(card("9c"))

    assert scratch.scores() == to_the_proof().play("9c").state.past.sums


def test_a_claim_is_always_about_the_suit_led() -> None:
    deal = Deal(*HANDS).bid(2, 0, 1, 3).play("Ah", "2h", "3h", "5h", "2c")
    event = Moved(Seat(1), PlumpPlay(deal.slot("4s"), card("4s")))

    assert refusal(deal.state, event) is None
    after = deal.state.after(event)
    assert after.part is not None and after.part.void_since[1] == [0, 0, 0, 2]
    assert replace(after, part=deal.part) == deal.state
