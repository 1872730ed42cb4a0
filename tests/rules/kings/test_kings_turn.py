"""Paragraphs 2 and 3: the start and a turn: deal, attacks, organising, the end."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import NOTHING_KNOWN, Moved, Seat, Show, Shown, Shuffle, Shuffled, Slot, Turn, refusal
from rules.driver import LocalTable
from rules.kings.actions import Attack, Bank, KingsEnd, Put, Swap
from rules.kings.cards import DECK, cards_text, parse_cards, parse_face
from rules.kings.course import KingsPhase
from rules.kings.piles import HOUSES
from tests.rules.kings.positions import GAME, end_turn, is_over, kings_state, new_table, position, total

# -- 2: setup -----------------------------------------------------------------------------------


def test_2_there_are_always_four_seats() -> None:
    assert list(GAME.seats) == [4]


def test_2_at_the_start_the_table_and_all_hands_are_empty() -> None:
    state = GAME.start(4, {})

    assert state.needs == (Shuffle("stock", DECK, (), tuple(map(Slot, range(96))), new_deck=True),)
    assert all(side.cards() == () for side in state.sides) and state.discard == ()
    assert all(state.hand(Seat(seat)) == () for seat in range(4))


# -- 3.1: the deal ------------------------------------------------------------------------------


def test_case_1_after_the_first_deal_91_cards_are_in_the_stock() -> None:
    state = kings_state(new_table())

    assert len(state.stock) == 91 and state.hand(Seat(0)) == state.hidden == tuple(map(Slot, range(5)))
    assert state.needs == (Turn(Seat(0)),)


def test_3_1_the_five_cards_are_shown_only_to_their_player() -> None:
    shuffled = GAME.start(4, {}).after(Shuffled("stock", tuple(map(Slot, range(96)))))

    assert shuffled.needs == (Show(tuple(map(Slot, range(5))), (Seat(0),)),)
    assert refusal(shuffled, Shown(tuple(map(Slot, range(5))), (Seat(1),), None)) is not None
    assert refusal(shuffled, Shown(tuple(map(Slot, range(4))), (Seat(0),), None)) is not None


def test_3_1_a_stock_of_two_is_dealt_before_the_discard_is_shuffled_for_three_more() -> None:
    state = position(stock=2).end()
    assert state.needs == (Show((Slot(0), Slot(1)), (Seat(1),)),)

    state = state.after(Shown((Slot(0), Slot(1)), (Seat(1),), None))
    fresh = tuple(map(Slot, range(2, 96)))
    assert state.needs == (Shuffle("stock", tuple(sorted(state.discard)), (), fresh),)
    assert len(state.discard) == 94 and state.hidden == (0, 1)

    state = state.after(Shuffled("stock", fresh))
    assert state.discard == () and state.needs == (Show((Slot(2), Slot(3), Slot(4)), (Seat(1),)),)

    state = state.after(Shown((Slot(2), Slot(3), Slot(4)), (Seat(1),), None))
    assert state.needs == (Turn(Seat(1)),) and state.hidden == (0, 1, 2, 3, 4) and total(state) == 96


def test_3_1_an_unrequested_shuffle_is_refused() -> None:
    state = position().state
    into = tuple(map(Slot, range(96)))

    assert refusal(state, Shuffled("stock", into)) is not None
    assert refusal(GAME.start(4, {}), Shuffled("deck", into)) is not None
    assert refusal(GAME.start(4, {}), Shuffled("stock", into[1:])) is not None


# -- 3.2: attacks -------------------------------------------------------------------------------


def test_case_14_the_defender_wins_a_tie() -> None:
    before = position(hearts="-/Jh,3h,5h/-/-/-", spades="-/Ab,2d/-/-/-")
    after = before.do("attack 1 at 1").state

    assert after.sides[0].houses == ((),) * HOUSES
    assert after.sides[1].house(1) == parse_cards("Ab,2d")
    assert after.sides[1].spoils == parse_cards("3h,5h") and after.discard == parse_cards("Jh")
    assert total(after) == 96


def test_3_2_a_winning_attacker_takes_the_number_cards_and_spends_its_pile() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", clubs="-/-/Ab,2d,3c/-/-")
    after = before.do("attack 1 at 3").state

    assert after.sides[0].spoils == parse_cards("2d,3c") and after.sides[0].house(1) == ()
    assert after.sides[3].house(2) == () and after.sides[3].spoils == ()
    assert sorted(after.discard) == sorted(parse_cards("Qh,3h,3b,Ab"))


def test_3_2_spoils_can_be_used_in_the_same_turn() -> None:
    before = position(hearts="-/Qh,3b,3b/-/-/-", clubs="-/Jh,2h/-/-/-")
    after = before.do("attack 1 at 3", "king 2h").state

    assert after.sides[0].king == parse_cards("2h") and after.sides[0].spoils == ()


def test_case_16_the_pile_nearest_the_king_is_attacked() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", spades="-/-/Jb,2b/Jd/-")
    fight = before.state.battle(1, Seat(1))

    assert fight is not None and fight.target_house == 2
    after = before.do("attack 1 at 1").state
    assert after.sides[1].houses == ((), (), parse_cards("Jd"))


def test_case_17_a_seat_without_piles_cannot_be_attacked() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", spades="2s,3s/-/-/-/-")

    assert before.reason("attack 1 at 1") == "kings R6: nothing-to-attack"
    assert before.state.battle(1, Seat(1)) is None


def test_case_18_nobody_attacks_himself() -> None:
    before = position(hearts="-/Qh,3h,3b/Jh/-/-", spades="-/Js/-/-/-")

    assert before.reason("attack 1 at 0") == "kings R8: self-attack"


def test_case_19_an_attack_after_a_placed_card_or_a_swap_is_refused() -> None:
    before = position("Jb,4h", hearts="-/Qh,3h,3b/-/-/-", spades="-/Js/-/-/-")
    assert before.reason("attack 1 at 1") is None

    for action in ("put 0=Jb on 2", "king 1=4h", "swap 1 2"):
        assert before.do(action).reason("attack 1 at 1") == "kings R12: attacks-over"


def test_case_20_a_turn_may_have_two_attacks_with_two_piles() -> None:
    before = position(hearts="-/Qh,3h,3b/Jd,2d/-/-", spades="-/Js/Jc/-/-")
    after = before.do("attack 1 at 1", "attack 2 at 1").state

    assert after.sides[0].houses == after.sides[1].houses == ((), (), ())
    assert not after.organising and total(after) == 96


def test_case_21_a_spent_pile_cannot_attack_again() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", spades="-/Js/Jc/-/-")

    assert before.do("attack 1 at 1").reason("attack 1 at 1") == "kings 3.2: no-pile"
    assert before.reason("attack 3 at 1") == "kings 3.2: no-pile"


def test_3_2_a_seat_that_is_not_there_is_no_target() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", spades="-/Js/Jc/-/-")

    for target in (4, -1, 10**30, True):
        assert before.reason(Attack(1, Seat(target))) == "kings 3.2: no-target"
    for house in (0, 4, -1, True, 10**30):
        assert before.reason(Attack(house, Seat(1))) == "kings 2.1: no-house"


def test_3_2_the_battle_is_reported_before_it_is_fought() -> None:
    before = position(hearts="-/Qh,3h,3b/-/-/-", clubs="-/Ab,2d,3c/-/-/-")
    fight = before.state.battle(1, Seat(3))

    assert fight is not None and fight.wins and (fight.attack, fight.defence) == (4, 3)
    assert cards_text(fight.spoils) == "2d,3c" and cards_text(fight.spent) == "Ab,Qh,3h,3b"
    lost = position(hearts="-/Jh,3h/-/-/-", clubs="-/Ab,2d,3c/-/-/-").state.battle(1, Seat(3))
    assert lost is not None and not lost.wins
    assert cards_text(lost.spoils) == "3h" and cards_text(lost.spent) == "Jh"


# -- 3.3: organising ----------------------------------------------------------------------------


def test_case_2_a_queen_may_go_into_an_empty_slot() -> None:
    after = position("Qs,7h").do("put 0=Qs on 2").state

    assert after.sides[0].house(2) == parse_cards("Qs") and after.hidden == (1,)


def test_case_3_a_jack_may_not_go_on_a_pile() -> None:
    before = position("Jh", hearts="-/-/Qs/-/-")

    assert before.reason("put 0=Jh on 2") == "kings R3: house-taken"


def test_3_3_number_cards_go_on_piles_that_take_them() -> None:
    before = position("3h,4h,4s", hearts="-/Jh/Qb/-/-")
    after = before.do("put 1=4h on 2", "put 0=3h on 1", "put 2=4s on 2").state

    assert after.sides[0].houses == (parse_cards("Jh,3h"), parse_cards("Qb,4h,4s"), ())
    assert after.hidden == () and after.organising


def test_3_3_a_player_may_put_only_cards_of_its_own_hand() -> None:
    before = position("3h,4h", hearts="-/Jh/Qb/-/5h", spades="-/-/-/-/6h")

    assert before.reason("put 7=8h on 1") == "kings 3.3: not-in-hand"
    assert before.reason("put 6h on 1") == "kings 3.3: not-in-hand"
    assert before.reason("put 3h on 1") == "kings 3.3: not-in-hand"
    assert before.reason("put 5h on 1") is None


@pytest.mark.parametrize(
    "action",
    [
        Put(Slot(0), parse_face("4h"), 1),
        Bank(Slot(0), parse_face("4h")),
        KingsEnd(((Slot(0), parse_face("4h")),)),
    ],
)
def test_6_a_face_that_contradicts_the_knowledge_of_the_mover_is_refused(
    action: Put | Bank | KingsEnd,
) -> None:
    before = position("3h", hearts="-/Jh/Qb/-/-")

    assert before.reason(action) == "kings 6: other-face"
    assert refusal(before.state, Moved(Seat(0), action), NOTHING_KNOWN) is None


@pytest.mark.parametrize(
    "action",
    [
        Put(Slot(0), parse_face("5h"), 1),
        Bank(Slot(0), parse_face("5h")),
        KingsEnd(((Slot(0), parse_face("5h")),)),
        Put(Slot(0), parse_face("9d"), 2),
        KingsEnd(((Slot(0), parse_face("9d")),)),
    ],
)
def test_6_an_open_card_is_not_opened_again(action: Put | Bank | KingsEnd) -> None:
    """The position knows nothing of the hand, as at every other peer."""
    state = position("3h", hearts="-/Jh,5h/Qb/-/-", discard="9d").state
    why = refusal(state, Moved(Seat(0), action))

    assert why is not None and why.reason == "other-face"


@pytest.mark.parametrize(
    "action",
    [
        Put(Slot(0), True, 1),
        Put(Slot(0), 60, 1),
        Put(Slot(0), -1, 1),
        Put(Slot(0), None, 1),  # type: ignore[arg-type]
        Put(True, parse_face("3h"), 1),
        Put(Slot(2**70), parse_face("3h"), 1),  # type: ignore[arg-type]
        Put("0", parse_face("3h"), 1),
        Put(Slot(0), parse_face("3h"), 0),
        Put(Slot(0), parse_face("3h"), True),  # type: ignore[arg-type]
        Put(Slot(0), parse_face("3h"), 4),
        Put(Slot(0), parse_face("3h"), "1"),
        Put([], parse_face("3h"), 1),  # type: ignore[arg-type]
        Bank(Slot(0), "3h"),
        Bank(None, 10**40),
        Swap(1.0, 2.0),
        Swap("a", None),
        Attack(None, None),  # type: ignore[arg-type]
        KingsEnd([]),
        KingsEnd(((Slot(0),),)),
        KingsEnd((None,)),
        KingsEnd(((Slot(0), "3h"),)),
        KingsEnd(((Slot(0), 99),)),  # type: ignore[arg-type]
        KingsEnd(((False, parse_face("3h")),)),
        KingsEnd(((Slot(0), True),)),
        KingsEnd(5),
        None,
        "end",
        7,  # type: ignore[arg-type]
    ],
)
def test_a_garbled_action_is_refused(action: object) -> None:
    before = position("3h", hearts="-/Jh/Qb/-/-")

    assert refusal(before.state, Moved(Seat(0), action)) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "event",
    [
        None,
        5,
        "end",
        Shown((), (Seat(0),), None),
        Shown((Slot(0),), None, (parse_face("3h"),)),
        Shuffled("stock", ()),
        Moved(None, KingsEnd()),
        Moved(Seat(0), KingsEnd),
        Shown(None, None, None),  # type: ignore[arg-type]
    ],
)
def test_unrequested_events_are_refused(event: object) -> None:
    for state in (position("3h").state, position("3h").end(), position(stock=0).end(), GAME.start(4, {})):
        assert refusal(state, event) is not None  # type: ignore[arg-type]


def test_case_26_a_pile_may_be_swapped_with_an_empty_slot() -> None:
    after = position(hearts="-/Jh,3h/-/-/-").do("swap 1 3").state

    assert after.sides[0].houses == ((), (), parse_cards("Jh,3h")) and after.swaps == 1


def test_3_3_two_piles_may_be_swapped() -> None:
    after = position(hearts="-/Jh,3h/Qb/-/-").do("swap 1 2").state

    assert after.sides[0].houses == (parse_cards("Qb"), parse_cards("Jh,3h"), ())


@pytest.mark.parametrize("swap", [Swap(1, 1), Swap(2, 1), Swap(0, 1), Swap(1, 4), Swap(True, 2)])
def test_3_3_a_swap_names_two_houses_with_the_lower_first(swap: Swap) -> None:
    assert position(hearts="-/Jh,3h/Qb/-/-").reason(swap) == "kings 2.1: no-house"


# -- 3.4: the end of the turn -------------------------------------------------------------------


def test_case_22_three_cards_left_go_to_the_discard_and_the_next_seat_gets_five() -> None:
    before = position("Qs,7h,2b", discard="9d")
    after = before.end()

    assert cards_text(after.discard) == "9d,Qs,7h,2b" and after.hand(Seat(0)) == ()
    assert after.turn == 1 and after.needs == (Show(tuple(map(Slot, range(3, 8))), (Seat(1),)),)


def test_3_4_spoils_left_in_hand_also_go_to_the_discard() -> None:
    after = position("Qs", hearts="-/-/-/-/2b,2b").end()

    assert cards_text(after.discard) == "Qs,2b,2b" and after.sides[0].spoils == ()


def test_3_4_at_the_end_of_a_turn_the_whole_hand_must_be_shown() -> None:
    before = position("Qs,7h")

    for action in ("end", "end 0=Qs", "end 1=7h", "end 0=Qs,1=7h,2=8h", "end 1=7h,5=8h"):
        assert before.reason(action) == "kings 3.4: wrong-cards"
    assert before.reason("end 0=Qs,1=7h") is None


def test_case_24_without_stock_and_discard_nothing_is_dealt_and_the_turn_goes_on() -> None:
    """All 96 cards lie in piles and spoils of others; the mover has an empty hand."""
    rest = ",".join(name for name in cards_text(DECK).split(",") if name not in ("Jh", "3h"))
    before = position(hearts="-/Jh,3h/-/-/-", clubs=f"-/-/-/-/{rest}")
    assert before.state.stock == range(94, 94) or len(before.state.stock) == 0

    after = before.end()
    assert after.needs == (Turn(Seat(1)),) and after.hidden == () and after.turn == 1
    assert after.actions(Seat(1), {})[-1] == KingsEnd()


def test_case_25_cards_won_in_defence_are_in_the_next_hand() -> None:
    table = LocalTable(position(hearts="-/Jh,3h,5h/-/-/-", spades="-/Ab,2d/-/-/-").state, 4, Random(1))
    table.play(GAME.parse_action("attack 1 at 1"))
    deal(table)
    end_turn(table)
    state = kings_state(table)

    assert state.turn == 1 and len(state.hidden) + len(state.sides[1].spoils) == 7


def deal(table: LocalTable) -> None:
    """Give a table that begins in mid-game the faces of its stock."""
    state = kings_state(table)
    table.faces.update(zip(map(Slot, state.stock), state.unseen(), strict=True))


# -- who, and when ------------------------------------------------------------------------------


def test_3_only_the_seat_on_turn_may_move() -> None:
    before = position("Qs")

    for seat in (1, 2, 3, 4, -1, False, 10**30):
        assert refusal(before.state, Moved(Seat(seat), Swap(1, 2))) is not None
    assert before.state.actions(Seat(1), {}) == () and before.state.hand(Seat(1)) == ()


def test_3_actions_come_in_a_fixed_order() -> None:
    before = position("Jb,4h,4b", hearts="-/Qh,4s/-/-/4b,4b", spades="-/Js/-/-/-", clubs="-/-/Jc/-/-")

    assert before.texts() == [
        "attack 1 at 1",
        "attack 1 at 3",
        "put 0=Jb on 2",
        "put 0=Jb on 3",
        "king 1=4h",
        "put 1=4h on 1",
        "put 2=4b on 1",
        "put 4b on 1",
        "swap 1 2",
        "swap 1 3",
        "swap 2 3",
        "end 0=Jb,1=4h,2=4b",
    ]


def test_3_in_a_finished_game_nobody_is_on_turn() -> None:
    won = position("10h", hearts="2h,3h,4h,5h,6h,7h,8h,9h/-/-/-/-").do("king 0=10h")

    assert is_over(won.state) and won.state.phase is KingsPhase.OVER
    assert refusal(won.state, Moved(Seat(0), Swap(1, 2))) is not None
    assert won.state.actions(Seat(0), won.known) == ()
