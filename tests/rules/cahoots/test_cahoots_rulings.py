"""The rulings of Cahoots, by their number."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rules.api import Outcome, Roll, Rolled, Seat
from rules.cahoots.cards import DECK, parse_face, parse_names, value
from rules.cahoots.course import CahootsPhase
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import Relation, add_refusal, followers, next_value, place_refusal, relation
from rules.cahoots.state import CahootsState
from rules.driver import LocalTable
from rules.errors import BadOptions
from tests.support.cahoots import cafe

GAME = CahootsGame()


@pytest.mark.parametrize("card", ["3T", "10C", "9D"])
def test_r1_the_veto_does_not_restrict_swaps(card: str) -> None:
    assert cafe(f"{card},1D", "2D", main="5C", veto="10T").why(f"swap {card}") == "ok"


@pytest.mark.parametrize(
    ("first", "then", "why"),
    [
        ("4C", "5C", "combo-value: cahoots R2"),
        ("4C", "3C", "combo-value: cahoots R2"),
        ("4C", "4D", "ok"),
        ("5C", "5D", "combo-value: cahoots R2"),
        ("5C", "6D", "ok"),
        ("3C", "3D", "combo-value: cahoots R2"),
        ("3C", "2D", "ok"),
    ],
)
def test_r2_a_combo_of_one_value_cannot_go_on_as_a_straight_nor_a_straight_as_one_value(
    first: str, then: str, why: str
) -> None:
    table = cafe(f"{first},{then},8D", "1D", main="4J", veto="9L").do(f"place {first}")

    assert table.why(f"add {then}") == why


@pytest.mark.parametrize(("first", "then"), [("5C", "4D"), ("3C", "4D"), ("5C", "7D"), ("3C", "1D")])
def test_r3_a_straight_keeps_its_direction_and_skips_nothing(first: str, then: str) -> None:
    table = cafe(f"{first},{then},8D", "1D", main="4J", veto="9L").do(f"place {first}")

    assert table.why(f"add {then}") == "combo-value: cahoots R3"


def test_r4_suit_and_straight_counts_as_a_straight() -> None:
    table = cafe("5J,6C,8D", "1D", main="4J", veto="9L").do("place 5J")

    assert table.state.combo is Relation.UP and table.why("add 6C") == "ok"


def test_r4_no_card_is_suit_and_value_at_once() -> None:
    assert all(
        relation(card, top) is not Relation.SUIT or value(card) != value(top)
        for card in DECK
        for top in DECK
        if card != top
    )


@pytest.mark.parametrize(("main", "card"), [("10J", "1D"), ("1J", "10D")])
def test_r5_values_do_not_wrap_around(main: str, card: str) -> None:
    assert cafe(f"{card},8D", "1R", main=main, veto="5L").why(f"place {card}") == "no-match: cahoots 3"


@pytest.mark.parametrize(("main", "card", "follower"), [("9J", "10D", "1C"), ("2J", "1D", "10C")])
def test_r5_a_combo_ends_at_the_end_of_the_values(main: str, card: str, follower: str) -> None:
    table = cafe(f"{card},{follower},8D", "1R,2R", main=main, veto="5L").do(f"place {card}")
    assert table.state.turn == 1 and table.state.phase is CahootsPhase.TURN

    why = add_refusal(
        parse_face(follower), kind=relation(parse_face(card), parse_face(main)), top=parse_face(card)
    )
    assert why is not None and why.rule == "cahoots R5"


def test_r6_suit_matches_cannot_be_extended() -> None:
    assert cafe("9J,9D,10J", "1R,2R", main="4J", veto="5L").do("place 9J").state.turn == 1

    why = add_refusal(parse_face("10J"), kind=Relation.SUIT, top=parse_face("9J"))
    assert why is not None and why.rule == "cahoots R6"


def test_r7_only_one_card_is_swapped() -> None:
    table = cafe("9C,9D", "1R,2R", main="1J", veto="9L").do("swap 9C")

    assert table.state.turn == 1 and table.hand(0) == {"9D", "9L"}


def test_r8_drawing_is_allowed_with_a_match_in_hand() -> None:
    assert cafe("5D,1R", "1D", main="5C", veto="9L").why("draw") == "ok"


@pytest.mark.parametrize("then", ["place 5D", "swap 9D", "draw"])
def test_r9_and_r10_after_a_draw_the_turn_goes_on(then: str) -> None:
    table = cafe("1R,9D", "1D", main="5C", veto="9L", coming="5D,2T").do("draw")
    assert table.state.turn == 0

    assert table.why(then) == "ok"


def test_r11_the_first_cards_stay_as_dealt() -> None:
    """A veto that forbids the whole first main pile is possible and stays."""
    clashing = 0
    for seed in range(40):
        state = LocalTable(GAME.start(2, {}), 2, Random(seed)).state
        assert isinstance(state, CahootsState) and state.veto is not None
        assert (state.veto.slot, len(state.main)) == (15, 1)
        clashing += relation(state.veto.face, state.main[0]) is Relation.SUIT

    assert clashing > 0


@pytest.mark.parametrize(("main", "offered"), [("5C,2J,5J", "draw"), ("2J,5J", "draw"), ("5J", "pass")])
def test_r12_an_empty_stock_is_renewed_or_the_player_passes(main: str, offered: str) -> None:
    assert cafe("1R,2R", "1T", main=main, veto="8L", stock_left=0).offered() == [offered]


def test_r13_players_who_would_swap_for_ever_must_place() -> None:
    """While cards can be drawn, at most two laps pass without a placement."""
    for seed in range(20):
        table = LocalTable(GAME.start(2, {}), 2, Random(seed))
        longest = 0
        for _ in range(200):
            swaps = [action for action in table.actions() if str(action).startswith("swap")]
            if table.turn is None or str(table.actions()[0]) == "pass":
                break
            table.play((swaps or table.actions())[0])
            assert isinstance(table.state, CahootsState)
            longest = max(longest, table.state.idle)

        assert longest <= 4


def test_r14_the_last_holder_is_last() -> None:
    table = cafe("4R", "4D", "2J", main="4J", veto="9T").do("place 4R", "place 4D")

    assert table.state.outcome() == Outcome((2, 1, 0), (1, 2, 3))


def test_r15_the_dealer_is_drawn_by_a_roll() -> None:
    state = GAME.start(4, {})
    assert state.needs == (Roll(4, "dealer"),)

    assert state.after(Rolled(3)).dealer == 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r15_a_table_option_can_name_the_dealer(seat: int) -> None:
    table = LocalTable(GAME.start(3, {"dealer": str(seat)}), 3, Random(1))

    assert table.turn == seat


def test_r15_a_dealer_without_a_seat_is_refused() -> None:
    with pytest.raises(BadOptions, match="the dealer's seat is not one of"):
        GAME.start(3, {"dealer": "3"})


def test_r16_a_combo_stops_when_the_hand_is_empty() -> None:
    table = cafe("4C,4D", "1D,2D", "1J,2J", main="4J", veto="9L").do("place 4C", "add 4D")

    assert table.state.finished == (Seat(0),) and table.state.turn == 1


# -- what the window asks while a combo is built ---------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("4C", None),
        ("4C,4D,4T", None),
        ("5C,6D,7T", None),
        ("3C,2D,1T", None),
        ("8J", None),
        ("8J,8C", "cahoots R6"),
        ("5C,6D,5T", "cahoots R3"),
        ("4C,5D", "cahoots R2"),
        ("1C", "cahoots 3"),
        ("4L,4C", "cahoots 4.2"),
        ("9J,10J", "cahoots 4.2"),
        ("3C,2D,1T,10R", "cahoots R5"),
    ],
)
def test_a_combo_is_refused_by_the_first_card_that_does_not_follow(cards: str, why: str | None) -> None:
    main, faces = parse_face("4J"), parse_names(cards)
    refused = [place_refusal(face, main=main, veto=parse_face("9L")) for face in faces[:1]]
    refused += [add_refusal(card, kind=relation(faces[0], main), top=top) for top, card in pairwise(faces)]

    assert next((refusal.rule for refusal in refused if refusal is not None), None) == why


@pytest.mark.parametrize(
    ("card", "found"), [("4C", "4D,4R"), ("5C", "6D"), ("3C", "2T,2D"), ("8J", "-"), ("1C", "-")]
)
def test_followers_are_the_cards_of_the_hand_that_could_follow(card: str, found: str) -> None:
    hand = parse_names("4C,4D,4R,6D,2T,2D,8J,5C,3C,9J,1C")

    assert followers(parse_face(card), main=parse_face("4J"), hand=hand) == parse_names(found)


def test_each_kind_of_combo_allows_only_its_next_value() -> None:
    top = parse_face("4J")

    assert [next_value(kind, top) for kind in Relation] == [None, None, 4, 5, 3]
    assert next_value(Relation.UP, parse_face("10J")) is None
    assert next_value(Relation.DOWN, parse_face("1J")) is None
