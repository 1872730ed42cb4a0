"""The paragraphs of Cahoots' rules and its numbered test cases."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.api import EVERYONE, Left, Outcome, Roll, Rolled, Seat, Show, Shown, Shuffle, Shuffled, Slot
from rules.cahoots.cards import DECK, NAMES, SUIT_LETTERS, SUITS, TRAITS, parse_face, suit, title, value
from rules.cahoots.course import CahootsPhase, Ends
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import MATCHING, VETOED, Relation, place_refusal, relation
from rules.cahoots.score import standing
from rules.cahoots.state import CahootsState
from rules.driver import LocalTable
from rules.errors import BadOptions
from tests.support.cahoots import cafe

GAME = CahootsGame()


# -- paragraph 1: components ---------------------------------------------------------------------


def test_p1_the_deck_has_six_suits_of_ten_traits() -> None:
    assert len(DECK) == len(set(NAMES)) == 60
    assert Counter(map(suit, DECK)) == dict.fromkeys(range(6), 10)
    assert Counter(map(value, DECK)) == dict.fromkeys(range(1, 11), 6)
    assert len(SUITS) == len(SUIT_LETTERS) == 6 and len(TRAITS) == 10


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("1C", "Chai Guy, WWE Fanatic"),
        ("10R", "Rocco Cocoa, Philosophy Major"),
        ("9T", "Tea Toter, Programmer"),
    ],
)
def test_p1_each_card_has_the_right_drinker_and_trait(name: str, printed: str) -> None:
    assert title(parse_face(name)) == printed


@pytest.mark.parametrize(("seats", "stock"), [(2, 44), (3, 37), (4, 30), (5, 23), (6, 16), (7, 9), (8, 2)])
def test_p1_the_stock_by_number_of_players(seats: int, stock: int) -> None:
    state = LocalTable(GAME.start(seats, {}), seats, Random(1)).state

    assert isinstance(state, CahootsState) and state.stock_end - state.stock == stock
    assert [len(state.hand(Seat(seat))) for seat in range(seats)] == [7] * seats


def test_case_1_nine_players_are_too_many() -> None:
    with pytest.raises(BadOptions):
        GAME.start(9, {})


# -- paragraph 2: setup --------------------------------------------------------------------------


def test_p2_the_hands_are_dealt_first_then_the_main_pile_then_the_veto() -> None:
    state = GAME.start(3, {})
    assert state.needs == (Roll(3, "dealer"),)
    state = state.after(Rolled(1))
    deck = tuple(map(Slot, range(60)))
    assert state.needs == (Shuffle("deck", DECK, (), deck, new_deck=True),)

    state = state.after(Shuffled("deck", deck))

    hands = [tuple(map(Slot, range(place, 21, 3))) for place in range(3)]
    assert state.needs == (
        Show(hands[0], (Seat(1),)),
        Show(hands[1], (Seat(2),)),
        Show(hands[2], (Seat(0),)),
        Show((Slot(21), Slot(22)), EVERYONE),
    )
    for hand, seat in zip(hands, (1, 2, 0), strict=True):
        state = state.after(Shown(hand, (Seat(seat),), None))
    state = state.after(Shown((Slot(21), Slot(22)), EVERYONE, (parse_face("5C"), parse_face("9L"))))
    assert state.turn == 1 and state.phase is CahootsPhase.TURN
    assert [NAMES[face] for face in state.main] == ["5C"]
    assert state.veto is not None and str(state.veto) == "22=9L"


def test_p2_the_dealer_moves_first_then_clockwise() -> None:
    table = LocalTable(GAME.start(3, {"dealer": "2"}), 3, Random(1))
    assert table.turn == 2

    assert cafe("5D,1C", "2D,6C", "6D", "9J").do("place 1C", "place 6C").state.turn == 2


# -- paragraph 3: matches ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "matches"), [*((number, 24) for number in range(2, 10)), (1, 19), (10, 19)]
)
def test_p3_a_card_of_each_value_is_matched_by_the_right_number_of_cards(number: int, matches: int) -> None:
    tops = [face for face in DECK if value(face) == number]

    assert [MATCHING[top].bit_count() for top in tops] == [matches] * 6


@pytest.mark.parametrize(
    ("card", "top", "how"),
    [
        ("1C", "5C", "suit"),
        ("1R", "1J", "value"),
        ("3T", "2C", "up"),
        ("3T", "4L", "down"),
        ("1C", "10D", "none"),
        ("3D", "5C", "none"),
        ("6C", "5C", "up"),
        ("4C", "5C", "down"),
        ("10C", "1C", "suit"),
    ],
)
def test_p3_two_cards_match_by_suit_or_value_or_straight_or_not_at_all(card: str, top: str, how: str) -> None:
    assert relation(parse_face(card), parse_face(top)) is Relation(how)


# -- paragraph 4: the turn -----------------------------------------------------------------------


@pytest.mark.parametrize(("main", "card"), [("5C", "1C"), ("1J", "1R"), ("2C", "3T"), ("4L", "3T")])
def test_cases_2_to_4_matches_by_suit_value_and_straight(main: str, card: str) -> None:
    table = cafe(f"{card},8D", "6D", main=main, veto="9L")

    assert table.why(f"place {card}") == "ok"
    assert NAMES[table.do(f"place {card}").state.main[-1]] == card


def test_case_5_a_suit_match_cannot_be_extended() -> None:
    table = cafe("5C,6D,8D", "1D,2D", main="7C", veto="9L").do("place 5C")

    assert table.state.turn == 1 and table.state.phase is CahootsPhase.TURN


@pytest.mark.parametrize(
    ("card", "why"), [("10C", "veto-value: cahoots 4.2"), ("9T", "veto-suit: cahoots 4.2"), ("9C", "ok")]
)
def test_case_7_the_veto_of_the_write_up(card: str, why: str) -> None:
    assert cafe(f"{card},8L", "1D", main="10D", veto="10T").why(f"place {card}") == why


def test_case_7_cards_added_to_a_combo_ignore_the_veto() -> None:
    table = cafe("9C,8L,7T,2C", "1D", main="10D", veto="10T").do("place 9C", "add 8L")

    assert table.offered() == ["add 7T", "stop"]
    assert [NAMES[face] for face in table.do("add 7T").state.main] == ["10D", "9C", "8L", "7T"]


def test_case_10_a_card_without_a_match_is_refused() -> None:
    assert cafe("1C,2C", "1D", main="10D", veto="9L").why("place 1C") == "no-match: cahoots 3"


def test_case_11_suit_and_straight_counts_as_a_straight() -> None:
    table = cafe("4T,5J,8D", "1D", main="3T", veto="9C").do("place 4T")
    assert table.state.combo is Relation.UP

    assert table.why("add 5J") == "ok"


def test_case_12_a_swap_takes_the_old_veto_into_the_hand_and_everybody_knows_it() -> None:
    table = cafe("10C,8D", "1D", main="5C", veto="10T").do("swap 10C")

    assert table.hand(0) == {"8D", "10T"} and [NAMES[face] for face in table.state.main] == ["5C"]
    assert [str(card) for card in table.state.players[0].known] == ["80=10T"]
    assert str(table.state.veto) == "0=10C" and table.state.turn == 1


@pytest.mark.parametrize(("card", "why"), [("3T", "ok"), ("9D", "ok"), ("5C", "no-match: cahoots 4.4")])
def test_cases_13_and_14_only_a_card_that_matches_may_be_swapped(card: str, why: str) -> None:
    assert cafe(f"{card},1D", "2D", main="7J", veto="10T").why(f"swap {card}") == why


def test_case_15_the_last_card_finishes_and_ends_a_game_of_two() -> None:
    over = cafe("4R", "1D,2D", main="4J", veto="9T").do("place 4R").state

    assert over.finished == (0,) and over.phase is CahootsPhase.OVER
    assert over.outcome() == Outcome((1, 0), (1, 2))


def test_case_15_with_three_players_the_next_active_seat_moves() -> None:
    table = cafe("4R", "4D,2D", "2J,3J", main="4J", veto="9T").do("place 4R")
    assert table.state.turn == 1 and table.state.outcome() is None

    table = table.do("place 4D", "stop")

    assert table.state.turn == 2
    assert table.do("place 3J", "add 2J").state.outcome() == Outcome((2, 0, 1), (1, 3, 2))


def test_case_16_nobody_finishes_by_swapping() -> None:
    table = cafe("10C", "1D", main="5D", veto="10T").do("swap 10C")

    assert table.hand(0) == {"10T"} and table.state.finished == ()


def test_case_17_draws_and_a_placement_are_one_turn() -> None:
    table = cafe("1J,10R", "1D", main="7D", veto="9T", coming="2C,7L").do("draw", "draw")
    assert table.state.turn == 0 and table.offered() == ["place 7L", "swap 10R", "draw"]

    table = table.do("place 7L", "stop")

    assert table.state.turn == 1 and table.state.idle == 0


def test_case_18_the_main_pile_becomes_the_stock() -> None:
    pile = [name for name in NAMES if name[-1] in "CD"] + ["5J"]
    table = cafe("1R,2R", "1T", main=",".join(pile), veto="9L", coming="1C", stock_left=0)
    before = table.state.after(table.action("draw"))
    assert before.needs == (
        Shuffle("deck", tuple(sorted(map(parse_face, pile[:-1]))), (), tuple(map(Slot, range(81, 101)))),
    )

    after = table.do("draw").state

    assert [NAMES[face] for face in after.main] == ["5J"]
    assert after.stock_end - after.stock == 19 and after.turn == 0
    assert after.hand(Seat(0)) == (0, 1, 81)


def test_case_19_only_passing_is_left() -> None:
    table = cafe("1R,2R", "1T", main="5J", veto="9L", stock_left=0)

    assert table.offered() == ["pass"]
    assert table.why("draw") == "no-cards: cahoots 5"


def test_case_21_nobody_may_swap_after_a_placement() -> None:
    table = cafe("5D,9D,2C", "1D", main="5C", veto="9L").do("place 5D")

    assert table.why("swap 9D") == "combo: cahoots 4.3"
    assert table.why("draw") == "stop: cahoots 4.3"
    assert table.why("place 2C") == "combo: cahoots 4.3"


def test_case_22_extending_is_optional() -> None:
    table = cafe("4C,4D,8T", "1D,2D", main="4J", veto="9L").do("place 4C")
    assert table.offered() == ["add 4D", "stop"]

    table = table.do("stop")

    assert table.state.turn == 1 and table.hand(0) == {"4D", "8T"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("pass", "pass: cahoots 4.6"),
        ("stop", "stop: cahoots 4.3"),
        ("add 5D", "no-combo: cahoots 4.3"),
        ("draw", "ok"),
        ("place 5D", "ok"),
    ],
)
def test_p4_an_illegal_call_is_refused_with_its_reason_and_a_legal_one_is_accepted(
    words: str, why: str
) -> None:
    assert cafe("5D,1R", "1D", main="5C", veto="9L").why(words) == why


def test_p4_all_legal_actions_are_offered_in_order() -> None:
    table = cafe("9C,5D,10L,6T", "1D", main="5C", veto="9L")

    assert [str(action) for action in table.state.actions(Seat(0), table.faces)] == [
        "place 0=9C",
        "place 1=5D",
        "place 3=6T",
        "swap 0=9C",
        "swap 2=10L",
        "draw",
    ][1:]


def test_p4_order_matters_in_a_combo() -> None:
    table = cafe("5D,5J,5T", "1D", main="5C", veto="9L")

    assert NAMES[table.do("place 5J", "add 5D", "stop").state.main[-1]] == "5D"
    assert NAMES[table.do("place 5D", "add 5J", "stop").state.main[-1]] == "5J"


def test_p4_a_combo_can_be_as_long_as_the_values_reach() -> None:
    table = cafe("2D,3J,4L,5T,6R,7C,8D,9J,10L,1T", "1D", main="1C", veto="9R")
    table = table.do("place 2D", "add 3J", "add 4L", "add 5T", "add 6R", "add 7C", "add 8D", "add 9J")
    table = table.do("add 10L")

    assert table.state.turn == 1 and table.hand(0) == {"1T"}


def test_p4_drawn_cards_are_seen_by_the_drawer_only() -> None:
    table = cafe("1R", "1D")
    drawing = table.state.after(table.action("draw"))

    assert drawing.needs == (Show((Slot(81),), (Seat(0),)),)
    assert drawing.after(Shown((Slot(81),), (Seat(0),), None)).players[0].known == ()


# -- paragraph 6: the anti-stall rule ------------------------------------------------------------


def swapping(players: int) -> list[str]:
    """A table where players can swap for ever: every hand has two nines."""
    return ["9C,9D", "9J,9T", "9R,10C"][:players]


@pytest.mark.parametrize("players", [2, 3])
def test_p6_two_laps_without_a_placement_freeze_swapping(players: int) -> None:
    table = cafe(*swapping(players), main="1C", veto="9L")
    for turn in range(2 * players):
        assert not table.state.swaps_frozen and table.state.idle == turn
        table = table.do(next(words.removesuffix(" open") for words in table.offered() if "swap" in words))

    assert table.state.swaps_frozen and not any("swap" in words for words in table.offered())
    assert table.why(f"swap {min(table.hand(table.state.turn))}") == "frozen: cahoots 6"


def test_p6_a_playout_counts_turns_without_a_placement_as_the_rules_do() -> None:
    table = cafe("1R,2R", "1T", "1J,2T", main="5J", veto="8L", stock_left=0)
    scratch = CahootsGame().scratch(table.state, table.faces, rng=Random(1))
    for idle in (1, 2):
        (only,) = scratch.actions()
        scratch.play(only)
        table = table.do("pass")

        assert scratch.state() == table.state and table.state.idle == idle


def test_p6_a_placement_ends_the_freeze() -> None:
    table = cafe("9C,1D,5T", "9J,2T", main="1C", veto="9L", idle=4)
    assert table.why("swap 9C") == "frozen: cahoots 6"

    table = table.do("place 1D", "stop")

    assert table.why("swap 9J") == "ok"


def test_p6_with_fewer_players_swapping_freezes_sooner() -> None:
    table = cafe("9C,1D", "9J,2T", "9T,3T", main="1C", veto="9L", idle=4)
    assert not table.state.swaps_frozen

    assert table.state.after(Left(Seat(2), "gone")).swaps_frozen


# -- paragraph 7: the end ------------------------------------------------------------------------


def test_p7_the_option_ends_at_the_first_finisher() -> None:
    over = cafe("4R", "1D,2D", "3D", "1J,2J", main="4J", veto="9T", ends=Ends.FIRST).do("place 4R").state

    assert over.outcome() == Outcome((3, 0, 2, 0), (1, 3, 2, 3))


def test_p7_the_game_ends_when_all_pass_in_succession() -> None:
    table = cafe("1R,2R", "1T", "1J,2T", main="5J", veto="8L", stock_left=0).do("pass", "pass")
    assert table.state.passed == (0, 1) and table.state.outcome() is None

    assert table.do("pass").state.outcome() == Outcome((0, 2, 0), (2, 1, 2))


def test_p7_a_swap_interrupts_the_succession_of_passes() -> None:
    table = cafe("1R,2R", "1T,9D", main="5J", veto="8L", stock_left=0).do("pass", "swap 9D")

    assert table.state.passed == ()


@pytest.mark.parametrize(
    ("finished", "cards", "left", "ranks"),
    [
        ((), (3, 1, 2), (), (3, 1, 2)),
        ((2,), (3, 1, 0), (), (3, 2, 1)),
        ((2, 0), (0, 4, 0), (), (2, 3, 1)),
        ((), (2, 2, 5), (), (1, 1, 3)),
        ((), (1, 5, 7), (0,), (3, 1, 2)),
        ((1,), (1, 0, 7), (0, 2), (2, 1, 2)),
        ((0,), (0, 5, 7), (0,), (1, 2, 3)),
    ],
)
def test_p7_the_players_are_ranked(
    finished: tuple[int, ...], cards: tuple[int, ...], left: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    outcome = standing(
        finished=tuple(map(Seat, finished)), cards=cards, left=[seat in left for seat in range(3)]
    )

    assert outcome.ranks == ranks
    assert outcome.scores == tuple(sum(other > rank for other in ranks) for rank in ranks)


# -- ruling 17: leaving --------------------------------------------------------------------------


def test_p11_at_a_table_of_two_the_leaver_is_last() -> None:
    over = cafe("4R", "1D,2D").state.after(Left(Seat(0), "gone"))

    assert over.outcome() == Outcome((0, 1), (2, 1))


def test_p11_a_leavers_hand_is_buried_with_its_known_cards() -> None:
    table = cafe("10C,8D", "1D", "2D", main="5C", veto="10T").do("swap 10C")
    state = table.state.after(Left(Seat(0), "left"))

    assert state.hand(Seat(0)) == () and [str(card) for card in state.players[0].known] == ["80=10T"]
    assert state.turn == 1 and (state.stock, state.stock_end) == (81, 90)


def test_p11_leaving_in_mid_combo_ends_the_turn() -> None:
    state = cafe("4C,4D", "1D", "2D", main="4J", veto="9L").do("place 4C").state.after(Left(Seat(0), "gone"))

    assert state.turn == 1 and state.phase is CahootsPhase.TURN and state.combo is Relation.NONE


def test_p11_a_player_who_leaves_while_drawing_takes_nothing() -> None:
    table = cafe("4C,4D", "1D", "2D")
    state = table.state.after(table.action("draw")).after(Left(Seat(0), "gone"))

    assert state.stock == 81 and state.phase is CahootsPhase.TURN and state.turn == 1


def test_p11_a_finisher_who_leaves_keeps_the_rank() -> None:
    table = cafe("4R", "4D,2D", "2J,3J", main="4J", veto="9T").do("place 4R")
    state = table.state.after(Left(Seat(0), "left"))
    assert state.turn == 1 and state.outcome() is None

    assert state.after(Left(Seat(1), "gone")).outcome() == Outcome((2, 0, 1), (1, 3, 2))


def test_the_veto_bars_first_cards_of_its_suit_or_value() -> None:
    for veto in DECK:
        barred = {card for card in DECK if VETOED[veto] >> card & 1}
        assert barred == {card for card in DECK if suit(card) == suit(veto) or value(card) == value(veto)}
        for main in DECK[::7]:
            legal = {card for card in DECK if place_refusal(card, main=main, veto=veto) is None}
            assert legal - {main} == {
                card for card in DECK if MATCHING[main] >> card & 1 and card not in barred
            }
