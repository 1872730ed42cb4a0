"""The effect of every press on Kings' table: choose, put, aim, fight, swap, end, and the refusals."""

from __future__ import annotations

import pytest

from app.games.kings.presses import Presses, Reply, presses_of
from app.games.kings.scene import CONFIRM, END, HAND, KING, UNDO, pile_at
from app.games.scene import Open, Route, Token, card_at
from rules.api import Slot
from rules.kings.cards import parse_face
from rules.kings.piles import Side
from tests.support.kings_views import NAMES, RICH, seen, side

SEVEN, QUEEN = card_at(Slot(0)), card_at(Slot(1))
PILE, PLAIN, EMPTY, OWN_KING = pile_at(0, 1), pile_at(0, 2), pile_at(0, 3), pile_at(0, KING)
FRONT = pile_at(1, 2)


def at(*sides: Side, **changes: object) -> Presses:
    return presses_of(seen(*(sides or RICH), **changes), NAMES)  # type: ignore[arg-type]


NOW = at()


def held(now: Presses, name: str) -> Token:
    return next(card.at for card in now.scene.pieces(HAND) if card.look == Open(parse_face(name)))


def done(reply: Reply) -> str:
    """The action that the presses led to, after which nothing is held any more."""
    assert reply.hold == () and reply.why is None
    return str(reply.action)


def refused(reply: Reply) -> str:
    """The rule that the refusal cites; the presses led to no action."""
    assert reply.action is None and reply.why is not None
    return reply.why.rule


# -- cards --------------------------------------------------------------------------------------


def test_a_press_chooses_a_card_and_a_second_press_lets_it_go() -> None:
    assert NOW.press((), SEVEN) == Reply((SEVEN,))
    assert NOW.press((SEVEN,), SEVEN) == Reply()
    assert NOW.press((SEVEN,), QUEEN) == NOW.press((PILE,), QUEEN) == Reply((QUEEN,))
    assert NOW.press((), "card:99") == Reply()


def test_a_card_that_fits_nowhere_is_not_chosen() -> None:
    now = at(side(), hand="9s")

    assert refused(now.press((), SEVEN)) == refused(now.play((), SEVEN)) == "kings 3.3"


def test_a_player_who_is_not_to_move_chooses_no_card() -> None:
    now = at(RICH[0], side(spoils="9s"), seat=1)

    assert refused(now.press((), held(now, "9s"))) == refused(now.play((), held(now, "9s"))) == "kings 3"


@pytest.mark.parametrize(("house", "text"), [(KING, "king 0=7h"), (1, "put 0=7h on 1")])
def test_a_chosen_card_goes_to_the_pressed_place(house: int, text: str) -> None:
    assert done(NOW.press((SEVEN,), pile_at(0, house))) == text


def test_an_open_card_also_goes_to_the_pressed_place() -> None:
    assert done(NOW.press((held(NOW, "5h"),), OWN_KING)) == "king 5h"
    assert refused(NOW.press((held(NOW, "5h"),), PLAIN)) == "kings 4.2"


@pytest.mark.parametrize(
    ("place", "rule"), [(PLAIN, "kings 4.2"), (EMPTY, "kings 3.3"), (FRONT, "kings 3.3")]
)
def test_a_chosen_card_stays_chosen_when_it_may_not_go_there(place: Token, rule: str) -> None:
    reply = NOW.press((SEVEN,), place)

    assert (refused(reply), reply.hold) == (rule, (SEVEN,))


def test_a_card_with_one_place_is_played_at_once() -> None:
    assert done(NOW.play((), QUEEN)) == "put 1=Qb on 3"


def test_a_card_with_several_places_asks_which() -> None:
    assert NOW.play((), SEVEN) == Reply((SEVEN,))
    reply = NOW.play((SEVEN,), SEVEN)

    assert reply.hold == (SEVEN,)
    assert reply.why is not None
    assert reply.why.text == "It fits in several places: to your king pile (K) or to house 1 (A)."


# -- piles --------------------------------------------------------------------------------------


def test_a_pile_of_the_player_is_chosen_and_let_go() -> None:
    assert NOW.press((), PILE) == Reply((PILE,))
    assert NOW.press((PILE,), PILE) == NOW.press((PILE, FRONT), PILE) == Reply()


def test_an_attack_is_aimed_first_and_fought_by_the_second_press() -> None:
    aim = NOW.press((PILE,), FRONT)

    assert aim == Reply((PILE, FRONT))
    assert done(NOW.press(aim.hold, FRONT)) == done(NOW.press(aim.hold, CONFIRM)) == "attack 1 at 1"


@pytest.mark.parametrize("house", [KING, 1, 2, 3])
def test_a_seat_is_attacked_wherever_it_is_pressed(house: int) -> None:
    assert NOW.press((PILE,), pile_at(1, house)).hold == (PILE, FRONT)


def test_pressing_another_target_aims_at_it_instead() -> None:
    now = at(*RICH, side(houses="Jd/-/-"))

    assert now.press((PILE, FRONT), pile_at(2, 1)) == Reply((PILE, pile_at(2, 1)))


def test_a_pile_swaps_with_another_house_at_once() -> None:
    assert done(NOW.press((PLAIN,), PILE)) == "swap 1 2"
    assert done(NOW.press((PILE, FRONT), EMPTY)) == "swap 1 3"


@pytest.mark.parametrize(
    ("hold", "place", "rule"),
    [
        ((), FRONT, "kings 3.2"),
        ((), OWN_KING, "kings 4.1"),
        ((), EMPTY, "kings 3.3"),
        ((PILE,), OWN_KING, "kings 3.3"),
        ((PILE,), pile_at(2, 1), "kings R6"),
        ((PILE, FRONT), pile_at(2, 1), "kings R6"),
    ],
)
def test_a_press_without_a_meaning_keeps_the_hold_and_cites_a_rule(
    hold: Route, place: Token, rule: str
) -> None:
    reply = NOW.press(hold, place)

    assert (refused(reply), reply.hold) == (rule, hold)


def test_an_attack_after_a_put_is_refused_as_too_late() -> None:
    assert refused(at(organising=True).press((PILE,), FRONT)) == "kings R12"


def test_a_pile_that_may_only_attack_says_why_it_does_not_swap() -> None:
    now = at(swaps=10)

    assert refused(now.press((PILE,), EMPTY)) == "kings R21"
    assert now.press((PILE,), FRONT).hold == (PILE, FRONT)


def test_a_pile_with_nothing_left_to_do_is_not_chosen() -> None:
    now = at(organising=True, swaps=10)

    assert refused(now.press((), PILE)) == "kings R12"
    assert refused(now.press((), EMPTY)) == "kings 3.3"


def test_off_turn_and_for_spectators_every_press_is_refused() -> None:
    for token in (PILE, FRONT, END, UNDO):
        assert refused(at(seat=1).press((), token)) == "kings 3"
        assert refused(at(seat=None).press((), token)) == ""


def test_no_battle_is_fought_without_an_aimed_attack() -> None:
    assert NOW.press((PILE,), CONFIRM) == Reply((PILE,))


# -- the end of the turn ------------------------------------------------------------------------


def test_the_turn_ends_at_the_second_press_while_a_card_fits_the_players_king() -> None:
    first = NOW.press((), END)

    assert first.hold == (END,) and refused(first) == "kings 3.4"
    assert first.why is not None and first.why.text == (
        "The 5 and 7 of hearts still fit your king. Press again to end the turn anyway."
    )
    assert done(NOW.press((END,), END)) == "end 0=7h,1=Qb,2=9s"
    assert NOW.prompt((END,)) == ""


def test_one_card_for_the_players_king_is_described_in_the_singular() -> None:
    why = at(side(), hand="7h").press((), END).why

    assert why is not None and why.text.startswith("The 7 of hearts still fits your king.")


def test_ending_a_turn_with_a_number_card_that_fits_a_house_is_also_asked_about_once() -> None:
    first = at(side(houses="As,8h/-/-"), hand="9s,Jb").press((), END)

    assert first.hold == (END,) and first.why is not None
    assert first.why.text.startswith("The 9 of spades still fits a pile of yours.")


def test_without_a_card_for_the_players_king_the_turn_ends_at_once() -> None:
    assert done(at(side(), hand="9s").press((), END)) == "end 0=9s"


def test_another_press_cancels_the_end_of_the_turn() -> None:
    assert NOW.press((END,), PILE) == Reply((PILE,))
    assert NOW.press((END,), FRONT).hold == ()


def test_with_nothing_to_take_back_undo_is_refused_with_its_rule() -> None:
    assert refused(NOW.press((), UNDO)) == "kings R25"


# -- what is lit and said -----------------------------------------------------------------------


def test_the_places_for_the_chosen_card_are_lit() -> None:
    assert NOW.lit((SEVEN,)) == {OWN_KING, PILE}
    assert NOW.lit((PILE,)) == NOW.lit((PILE, FRONT)) == {FRONT, PLAIN, EMPTY}


def test_with_nothing_chosen_the_piles_that_may_attack_are_lit() -> None:
    assert NOW.lit(()) == NOW.lit((END,)) == {PILE, PLAIN}
    assert at(organising=True).lit(()) == at(seat=None).lit(()) == frozenset()


def test_the_outcome_of_each_attack_of_the_chosen_pile_is_shown_beforehand() -> None:
    [fight] = NOW.fights((PLAIN,))

    assert (fight.brief, fight.own, fight.target, fight.winner, fight.loser) == (
        "1 : 3",
        PLAIN,
        FRONT,
        1,
        PLAIN,
    )
    assert NOW.fights(()) == NOW.fights((SEVEN,)) == at(organising=True).fights((PLAIN,)) == ()


def test_the_aimed_attack_is_shown() -> None:
    fight = NOW.aimed((PILE, FRONT))

    assert fight is not None and (fight.brief, fight.winner, fight.loser) == ("4 : 3", 0, FRONT)
    assert NOW.aimed((PILE,)) is None


@pytest.mark.parametrize(
    ("hold", "words"),
    [
        ((), ""),
        ((SEVEN,), "7 of hearts: to your king pile (K) or to house 1 (A)"),
        ((PILE,), "House 1: choose whom it attacks, or a house to swap with"),
        ((PILE, FRONT), "4 against 3: you win the 2 of spades and 3 of diamonds, your Queen pile is spent"),
    ],
)
def test_the_next_press_with_the_chosen_card_is_described(hold: Route, words: str) -> None:
    assert NOW.prompt(hold) == words


def test_in_the_organise_phase_a_chosen_pile_is_offered_only_swaps() -> None:
    assert at(organising=True).prompt((PILE,)) == "House 1: choose a house to swap with"


# -- when the game goes on ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "hold", "kept"),
    [
        (NOW, (SEVEN,), (SEVEN,)),
        (NOW, ("card:99",), ()),
        (NOW, (PILE, FRONT), (PILE, FRONT)),
        (NOW, (PILE, pile_at(3, 1)), (PILE,)),
        (NOW, (EMPTY,), ()),
        (NOW, (END,), ()),
        (at(seat=1), (PILE,), ()),
        (at(seat=None), (PILE,), ()),
    ],
)
def test_a_chosen_card_that_is_gone_is_let_go(now: Presses, hold: Route, kept: Route) -> None:
    assert now.kept(hold) == kept
