"""Paragraph 7: the rulings, one test each; 21 is the project's own."""

from __future__ import annotations

from random import Random

from rules.api import NOTHING_KNOWN, Roll, Rolled, Seat, Show, Shuffle, Turn, refusal
from rules.driver import LocalTable
from rules.kings.actions import KingsEnd
from rules.kings.cards import DECK, cards_text, parse_cards, parse_face
from rules.kings.course import KingsPhase
from rules.kings.legal import SWAPS
from rules.kings.piles import house_refusal
from tests.rules.kings.positions import GAME, end_turn, kings_state, new_table, position, total


def test_r1_hearts_begins_and_turns_go_round() -> None:
    table = new_table()
    order = []
    for _ in range(9):
        order.append(table.turn)
        end_turn(table)

    assert order == [0, 1, 2, 3, 0, 1, 2, 3, 0]


def test_r1_a_table_option_draws_the_first_seat_by_lot() -> None:
    start = GAME.start(4, {"first": "random"})
    assert start.needs == (Roll(4, "first"),)

    for seat in range(4):
        rolled = start.after(Rolled(seat))
        assert rolled.first == rolled.turn == seat and isinstance(rolled.needs[0], Shuffle)
    for value in (-1, 4, 10**30, True, 1.0, None):
        assert refusal(start, Rolled(value)) is not None  # type: ignore[arg-type]
    assert refusal(GAME.start(4, {}), Rolled(0)) is not None
    assert len({new_table(seed, "random").turn for seed in range(30)}) == 4


def test_r2_at_first_only_the_four_kings_are_on_the_table() -> None:
    assert (
        kings_state(new_table())
        .text()
        .endswith("discard=- hearts=-/-/-/-/- spades=-/-/-/-/- diamonds=-/-/-/-/- clubs=-/-/-/-/-")
    )


def test_r3_any_special_card_starts_a_pile_even_a_blank_one() -> None:
    before = position("Jb,Qb,Ab")
    after = before.do("put 0=Jb on 3", "put 1=Qb on 1", "put 2=Ab on 2").state

    assert after.sides[0].houses == (parse_cards("Qb"), parse_cards("Ab"), parse_cards("Jb"))


def test_r4_the_winning_pile_goes_to_the_discard() -> None:
    after = position(hearts="-/Qh,3b,3b/-/-/-", clubs="-/Jh,2h/-/-/-").do("attack 1 at 3").state

    assert after.sides[0].house(1) == () and cards_text(after.discard) == "Jh,Qh,3b,3b"


def test_r5_a_turn_may_have_as_many_attacks_as_piles() -> None:
    before = position(hearts="-/Qh,3b,3b/Qd,4b,4b/Qs,5b,5b/-", clubs="-/Jh/Jd/Js/-")
    after = before.do("attack 3 at 3", "attack 1 at 3", "attack 2 at 3").state

    assert after.sides[0].houses == after.sides[3].houses == ((), (), ()) and len(after.discard) == 12


def test_r6_an_attack_on_a_seat_without_piles_is_illegal_and_no_card_is_lost() -> None:
    before = position(hearts="-/Qh,3b,3b/-/-/-")

    assert before.reason("attack 1 at 2") == "kings R6: nothing-to-attack" and total(before.state) == 96


def test_r7_a_king_pile_is_never_a_target() -> None:
    before = position(hearts="-/Qh,3b,3b/-/-/-", spades="2s,3s,4s/-/-/-/-")

    assert not any(text.startswith("attack") for text in before.texts())


def test_r8_an_attack_on_oneself_is_illegal() -> None:
    before = position(hearts="-/Qh,3b,3b/Jh/-/-")

    assert before.reason("attack 1 at 0") == "kings R8: self-attack"


def test_r9_a_pile_without_cards_may_attack_and_loses() -> None:
    before = position(hearts="-/Qh/-/-/-", spades="-/Js/-/-/-")
    after = before.do("attack 1 at 1").state

    assert after.sides[0].house(1) == () and after.sides[1].house(1) == parse_cards("Js")
    assert cards_text(after.discard) == "Qh" and after.sides[1].spoils == ()


def test_r10_a_queen_with_a_lone_card_takes_no_third_card_of_a_finished_rank() -> None:
    why = house_refusal(parse_cards("Qb,2s,2b,5h"), parse_face("2h"))

    assert why is not None and why.rule == "kings R10"


def test_r11_swaps_with_empty_slots_are_legal() -> None:
    assert position().reason("swap 2 3") is None
    assert position(hearts="-/Jh/-/-/-").do("swap 1 2").state.sides[0].house(2) == parse_cards("Jh")


def test_r12_an_attack_after_organising_is_illegal() -> None:
    before = position(hearts="-/Qh,3b,3b/-/-/-", spades="-/Js/-/-/-", organising="yes")

    assert before.reason("attack 1 at 1") == "kings R12: attacks-over"
    assert not any(text.startswith("attack") for text in before.texts())


def test_r13_discards_lie_open_in_the_order_they_came() -> None:
    after = position("Qs,2b", discard="9d,10b").end()

    assert after.discard == parse_cards("9d,10b,Qs,2b")


def test_r14_the_stock_is_finished_before_the_discard_is_shuffled() -> None:
    state = position(stock=4).end()

    assert (
        state.phase is KingsPhase.DEAL and isinstance(state.needs[0], Show) and len(state.needs[0].slots) == 4
    )


def test_r14_a_stock_of_five_is_dealt_without_a_shuffle() -> None:
    state = position(stock=5).end()
    assert len(state.stock) == 5

    table = LocalTable(position(stock=5).state, 4, Random(1))
    table.faces.update(zip(kings_state(table).stock, kings_state(table).unseen(), strict=True))  # type: ignore[arg-type]
    end_turn(table)
    assert [type(event).__name__ for event in table.events] == ["Moved", "Shown"]
    assert table.turn == 1 and len(kings_state(table).stock) == 0


def test_r15_when_stock_and_discard_are_empty_only_the_remaining_cards_are_dealt() -> None:
    rest = [name for name in cards_text(DECK).split(",") if name not in ("Jh", "3h", "Qs", "9c")]
    before = position("Qs,9c", hearts="-/Jh,3h/-/-/-", clubs=f"-/-/-/-/{','.join(rest)}")
    state = before.end()
    assert state.phase is KingsPhase.REFILL and len(state.discard) == 2

    need = state.needs[0]
    assert isinstance(need, Shuffle) and cards_text(need.faces) == "Qs,9c"
    table = LocalTable(state, 4, Random(1))
    assert table.turn == 1 and len(kings_state(table).hidden) == 2 and total(kings_state(table)) == 96


def test_r16_nine_number_cards_on_the_king_win_and_an_ace_does_not_count() -> None:
    before = position("10h,Ah", hearts="2h,3h,4h,5h,6h,7h,8h,9h/-/-/-/-")

    assert before.reason("king 1=Ah") == "kings 4.1: king-suit"
    assert before.do("king 0=10h").state.outcome() is not None


def test_r17_an_ace_does_not_go_on_a_pile_and_a_two_counts_one_more_only_on_an_ace() -> None:
    before = position("Ah,2d", hearts="-/Ab,2h/Jd/-/-")

    assert before.reason("put 0=Ah on 1") == "kings R3: house-taken"
    battle = position(hearts="-/Jd,2d/-/-/-", spades="-/As,2s/-/-/-").state.battle(1, Seat(1))
    assert battle is not None and (battle.attack, battle.defence) == (1, 2)


def test_r18_spoils_stay_in_hand_open_until_the_next_end_of_turn() -> None:
    table = LocalTable(position(hearts="-/Jh,3h,5h/-/-/-", diamonds="-/Ab,2d/-/-/-").state, 4, Random(3))
    table.faces.update(zip(kings_state(table).stock, kings_state(table).unseen(), strict=True))  # type: ignore[arg-type]
    table.play(GAME.parse_action("attack 1 at 2"))
    for _ in range(2):
        end_turn(table)
        assert kings_state(table).sides[2].spoils == parse_cards("3h,5h")
    assert table.turn == 2

    end_turn(table)
    assert kings_state(table).sides[2].spoils == ()
    assert cards_text(kings_state(table).discard).endswith("3h,5h")


def test_r19_seats_of_bots_are_seats_like_any_other() -> None:
    assert list(GAME.seats) == [4] and {option.key for option in GAME.options} == {"first"}


def test_r20_an_endless_game_is_ended() -> None:
    """Every seat discards its hand in each turn: the game ends after 30 rounds of four turns."""
    table, turns = new_table(), 0
    while table.turn is not None:
        end_turn(table)
        turns += 1

    assert turns == 120 and table.outcome is not None and table.outcome.ranks == (1, 1, 1, 1)


def test_r21_swaps_in_a_turn_are_limited() -> None:
    before = position(hearts="-/Jh/-/-/-", swaps=SWAPS, organising="yes")

    assert before.reason("swap 1 2") == "kings R21: swaps-over"
    assert before.texts() == ["end"]
    assert position(swaps=SWAPS - 1, organising="yes").reason("swap 1 2") is None
    assert before.state.after(before.moved(KingsEnd())).swaps == 0


def test_13_a_player_learns_where_each_card_may_go_and_why_not_elsewhere() -> None:
    """Questions of a window: which places take a card, and why the others do not."""
    before = position("4h", hearts="-/Js/-/Qb,4s/-")

    assert before.reason("put 0=4h on 1") == "kings 4.2: jack-suit"
    assert before.reason("put 0=4h on 2") == "kings 3.3: empty-house"
    assert before.reason("put 0=4h on 3") is None and before.reason("king 0=4h") is None
    assert isinstance(before.state.needs[0], Turn) and before.known != NOTHING_KNOWN
