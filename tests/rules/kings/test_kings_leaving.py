"""Ruling 22: a seat leaves; nothing is lost and nothing of its keys is needed again."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Left, Rolled, Seat, Show, Shuffle, Shuffled, Turn, refusal
from rules.driver import LocalTable
from rules.kings.cards import DECK, cards_text
from rules.kings.course import KingsPhase
from rules.kings.state import KingsState
from tests.rules.kings.positions import GAME, end_turn, kings_state, new_table, position, total


def left(state: KingsState, *seats: int) -> KingsState:
    for seat in seats:
        state = state.after(Left(Seat(seat), "gone"))
        assert total(state) == 96
    return state


def test_10_the_open_cards_of_a_leaver_go_to_the_discard() -> None:
    before = position("7d", discard="9d", spades="2s,3s/Jb,4b/-/Qh/10b,10b").state
    after = left(before, 1)

    assert cards_text(after.discard) == "9d,2s,3s,Jb,4b,Qh,10b,10b"
    assert after.sides[1].cards() == () and after.sides[1].left and after.seats_in == (0, 2, 3)


def test_10_all_hidden_cards_are_shuffled_again_under_new_keys() -> None:
    before = position("7d,8d", discard="9d", spades="2s/-/-/-/-").state
    after = left(before, 1)
    need = after.needs[0]

    assert isinstance(need, Shuffle) and need.new_deck and need.slots == ()
    assert need.faces == before.unseen() and len(need.faces) == 96 - 2
    assert min(need.into) >= before.fresh


def test_10_the_mover_is_dealt_as_many_cards_as_it_had_and_goes_on() -> None:
    before = position("7d,8d", organising="yes", swaps=1, spades="2s/-/-/-/-").state
    after = left(before, 1)
    after = after.after(Shuffled("stock", after.needs[0].into))  # type: ignore[union-attr]

    assert isinstance(after.needs[0], Show) and after.needs[0].to == (0,) and len(after.needs[0].slots) == 2
    table = LocalTable(left(before, 1), 4, Random(1))
    assert table.turn == 0 and len(kings_state(table).hidden) == 2
    assert kings_state(table).organising and kings_state(table).swaps == 1


def test_10_when_the_mover_leaves_the_next_seat_is_dealt_five() -> None:
    table = new_table()
    table.play(table.actions()[0])
    table.leave(Seat(0), "left")
    state = kings_state(table)

    assert table.turn == 1 and len(state.hidden) == 5 and not state.organising and total(state) == 96
    assert [type(event).__name__ for event in table.events[-3:]] == ["Left", "Shuffled", "Shown"]


def test_10_turns_skip_a_seat_that_has_left() -> None:
    table = new_table()
    for seat in (1, 3):
        table.leave(Seat(seat), "left")
    order = []
    for _ in range(4):
        order.append(table.turn)
        end_turn(table)

    assert order == [0, 2, 0, 2] and kings_state(table).round == 3


def test_10_the_last_seat_left_has_won() -> None:
    before = position("7d", hearts="2h/-/-/-/-", diamonds="2d,3d/-/-/-/-").state
    over = left(before, 1, 2, 3)
    outcome = over.outcome()

    assert over.phase is KingsPhase.OVER and over.needs == ()
    assert outcome is not None and outcome.ranks == (1, 2, 2, 2) and outcome.scores == (1, 0, 0, 0)
    assert GAME.parse_state(over.text()) == over


def test_10_the_last_seat_left_wins_even_with_an_empty_king_pile() -> None:
    outcome = left(position(hearts="2h/-/-/-/-").state, 0, 1, 3).outcome()

    assert outcome is not None and outcome.ranks == (2, 2, 1, 2)


def test_10_a_seat_that_has_left_ranks_behind_those_that_stayed() -> None:
    over = left(position("10h", hearts="2h,3h,4h,5h,6h,7h,8h,9h/-/-/-/-", spades="2s/-/-/-/-").state, 2)
    table = LocalTable(over, 4, Random(1))
    state = kings_state(table)
    assert len(state.hidden) == 1

    while table.turn is not None:
        end_turn(table)
    outcome = table.outcome
    assert outcome is not None and outcome.ranks == (1, 2, 4, 3)


@pytest.mark.parametrize("phase", ["roll", "shuffle", "deal", "refill", "play"])
def test_10_a_seat_may_leave_in_every_phase(phase: str) -> None:
    start = GAME.start(4, {"first": "random"})
    rolled = start.after(Rolled(2))
    states = {
        "roll": start,
        "shuffle": rolled,
        "deal": rolled.after(Shuffled("stock", rolled.needs[0].into)),  # type: ignore[union-attr]
        "refill": position("7d", stock=0).end(),
        "play": position("7d", stock=0).state,
    }
    for seat in range(4):
        state = states[phase]
        assert state.phase == phase
        after = left(state, seat)
        table = LocalTable(after, 4, Random(1))

        assert table.turn is not None and table.turn != seat and total(kings_state(table)) == 96
        assert isinstance(table.state.needs[0], Turn)
        assert GAME.parse_state(after.text()) == after


def test_10_the_first_seat_is_drawn_among_the_seats_that_have_not_left() -> None:
    after = left(GAME.start(4, {"first": "random"}), 0)

    assert after.needs[0].sides == 3  # type: ignore[union-attr]
    assert after.after(Rolled(0)).turn == 1 and refusal(after, Rolled(3)) is not None


def test_10_leaving_twice_or_without_a_seat_or_a_reason_is_refused() -> None:
    state = left(position("7d").state, 1)

    for seat in (1, 4, -1, True, 10**30, None):
        assert refusal(state, Left(seat, "left")) is not None  # type: ignore[arg-type]
    for why in ("bored", "", None, 1):
        assert refusal(state, Left(Seat(0), why)) is not None  # type: ignore[arg-type]


def test_10_the_last_round_may_end_with_a_leaver() -> None:
    over = left(position("7d", turn=3, round=100, hearts="2h/-/-/-/-").state, 3)
    outcome = over.outcome()

    assert over.phase is KingsPhase.OVER and outcome is not None and outcome.ranks == (1, 2, 2, 4)


def test_10_nobody_can_attack_a_seat_that_has_left() -> None:
    state = left(position(hearts="-/Qh,2h/-/-/-", spades="-/Js/-/-/-", clubs="-/Jc/-/-/-").state, 1)
    table = LocalTable(state, 4, Random(1))
    texts = [str(action) for action in table.actions()]

    assert "attack 1 at 3" in texts and "attack 1 at 1" not in texts
    why = refusal(table.state, position().moved("attack 1 at 1"))
    assert why is not None and why.reason == "no-target"


def test_10_without_hidden_cards_nothing_is_shuffled() -> None:
    rest = ",".join(name for name in cards_text(DECK).split(",") if name not in ("Jh", "3h"))
    state = position(hearts="-/Jh,3h/-/-/-", clubs=f"-/-/-/-/{rest}").state

    assert isinstance(left(state, 1).needs[0], Turn)
    assert left(state, 0).phase is KingsPhase.REFILL
