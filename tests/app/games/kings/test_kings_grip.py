"""What every press on Kings' table does: choose, put, aim, fight, swap, end, and why not."""

from __future__ import annotations

import pytest

from app.games.kings.grip import (
    NO_GRIP,
    Grip,
    Reply,
    aimed,
    foretold,
    kept_grip,
    lit_places,
    offers_of,
    play_card,
    press_card,
    press_confirm,
    press_end,
    press_place,
    prompt,
)
from app.games.kings.screen import KingsScreen, kings_screen
from app.games.kings.story import KING, KingsPlace
from rules.kings.cards import NAMES as FACES
from rules.kings.piles import Side
from tests.support.kings_views import NAMES, RICH, seen, side


def screen(*sides: Side, **changes: object) -> KingsScreen:
    return kings_screen(seen(*(sides or RICH), **changes), NAMES)  # type: ignore[arg-type]


def key(shown: KingsScreen, name: str) -> int:
    return next(card.key for card in shown.hand if FACES[card.face] == name)


def done(reply: Reply) -> str:
    """The action that came of it, with nothing left in the grip."""
    assert reply.grip == NO_GRIP and reply.why is None
    return str(reply.action)


def refused(reply: Reply) -> str:
    """The rule of the reason why not; no action came of it."""
    assert reply.action is None and reply.why is not None
    return reply.why.rule


SHOWN = screen()


# -- cards --------------------------------------------------------------------------------------


def test_a_pressed_card_is_chosen_and_pressed_again_let_go() -> None:
    seven = key(SHOWN, "7h")

    assert press_card(SHOWN, NO_GRIP, seven) == Reply(Grip(card=seven))
    assert press_card(SHOWN, Grip(card=seven), seven) == Reply(NO_GRIP)
    assert press_card(SHOWN, NO_GRIP, 99) == Reply(NO_GRIP)


def test_a_card_that_fits_nowhere_is_not_chosen() -> None:
    shown = screen(side(), hand="9s")

    assert refused(press_card(shown, NO_GRIP, key(shown, "9s"))) == "kings 3.3"


def test_off_turn_no_card_is_chosen() -> None:
    shown = screen(RICH[0], side(spoils="9s"), seat=1)

    assert refused(press_card(shown, NO_GRIP, shown.hand[0].key)) == "kings 3"


@pytest.mark.parametrize(("house", "text"), [(KING, "king 0=7h"), (1, "put 0=7h on 1")])
def test_a_chosen_card_goes_where_it_is_told(house: int, text: str) -> None:
    grip = Grip(card=key(SHOWN, "7h"))

    assert done(press_place(SHOWN, grip, KingsPlace(0, house))) == text


@pytest.mark.parametrize(
    ("place", "rule"),
    [(KingsPlace(0, 2), "kings 4.2"), (KingsPlace(0, 3), "kings 3.3"), (KingsPlace(1, 2), "kings 3.3")],
)
def test_a_chosen_card_stays_chosen_when_it_may_not_go_there(place: KingsPlace, rule: str) -> None:
    grip = Grip(card=key(SHOWN, "7h"))
    reply = press_place(SHOWN, grip, place)

    assert refused(reply) == rule
    assert reply.grip == grip


def test_a_card_with_one_place_is_played_at_once() -> None:
    assert done(play_card(SHOWN, key(SHOWN, "Qb"))) == "put 1=Qb on 3"


def test_a_card_with_several_places_asks_which() -> None:
    reply = play_card(SHOWN, key(SHOWN, "7h"))

    assert reply.grip == Grip(card=key(SHOWN, "7h"))
    assert (
        reply.why is not None
        and reply.why.text == "It fits in several places: to your king pile or to house 1."
    )


def test_a_card_without_a_place_says_why() -> None:
    shown = screen(side(), hand="9s")

    assert refused(play_card(shown, key(shown, "9s"))) == "kings 3.3"
    assert play_card(shown, 99) == Reply(NO_GRIP)


# -- piles --------------------------------------------------------------------------------------


def test_an_own_pile_is_chosen_and_let_go() -> None:
    assert press_place(SHOWN, NO_GRIP, KingsPlace(0, 1)) == Reply(Grip(house=1))
    assert press_place(SHOWN, Grip(house=1), KingsPlace(0, 1)) == Reply(NO_GRIP)


def test_an_attack_is_aimed_first_and_fought_by_the_second_press() -> None:
    aim = press_place(SHOWN, Grip(house=1), KingsPlace(1, 2))

    assert aim == Reply(Grip(house=1, aim=1))
    assert done(press_place(SHOWN, aim.grip, KingsPlace(1, 2))) == "attack 1 at 1"
    assert done(press_confirm(SHOWN, aim.grip)) == "attack 1 at 1"


@pytest.mark.parametrize("house", [KING, 1, 2, 3])
def test_a_seat_is_attacked_wherever_it_is_pressed(house: int) -> None:
    assert press_place(SHOWN, Grip(house=1), KingsPlace(1, house)).grip.aim == 1


def test_another_target_is_aimed_at_instead() -> None:
    shown = screen(*RICH, side(houses="Jd/-/-"))

    assert press_place(shown, Grip(house=1, aim=1), KingsPlace(2, 1)).grip.aim == 2


def test_a_pile_swaps_with_another_house_at_once() -> None:
    assert done(press_place(SHOWN, Grip(house=2), KingsPlace(0, 1))) == "swap 1 2"
    assert done(press_place(SHOWN, Grip(house=1, aim=1), KingsPlace(0, 3))) == "swap 1 3"


@pytest.mark.parametrize(
    ("grip", "place", "rule"),
    [
        (NO_GRIP, KingsPlace(1, 2), "kings 3.2"),
        (NO_GRIP, KingsPlace(0, KING), "kings 4.1"),
        (NO_GRIP, KingsPlace(0, 3), "kings 3.3"),
        (Grip(house=1), KingsPlace(0, KING), "kings 3.3"),
        (Grip(house=1), KingsPlace(2, 1), "kings R6"),
    ],
)
def test_a_press_without_sense_says_what_to_do(grip: Grip, place: KingsPlace, rule: str) -> None:
    reply = press_place(SHOWN, grip, place)

    assert refused(reply) == rule
    assert reply.grip == grip


def test_after_a_put_an_attack_says_that_it_is_too_late() -> None:
    assert refused(press_place(screen(organising=True), Grip(house=1), KingsPlace(1, 2))) == "kings R12"


def test_a_pile_with_nothing_left_to_do_is_not_chosen() -> None:
    assert refused(press_place(screen(organising=True, swaps=10), NO_GRIP, KingsPlace(0, 1))) == "kings R12"


def test_off_turn_and_for_spectators_piles_only_say_why_not() -> None:
    assert refused(press_place(screen(seat=1), NO_GRIP, KingsPlace(1, 2))) == "kings 3"
    assert refused(press_place(screen(seat=None), NO_GRIP, KingsPlace(1, 2))) == ""


def test_nothing_is_fought_that_is_not_aimed() -> None:
    assert refused(press_confirm(SHOWN, Grip(house=1))) == "kings 3.2"


# -- the end of the turn ------------------------------------------------------------------------


def test_the_turn_ends_at_the_second_press_while_a_card_fits_the_own_king() -> None:
    first = press_end(SHOWN, NO_GRIP)

    assert refused(first) == "kings 3.4"
    assert first.grip == Grip(is_ending=True)
    assert done(press_end(SHOWN, first.grip)) == "end 0=7h,1=Qb,2=9s"


def test_without_such_a_card_it_ends_at_once() -> None:
    assert done(press_end(screen(side(), hand="9s"), NO_GRIP)) == "end 0=9s"


def test_off_turn_it_does_not_end() -> None:
    assert refused(press_end(screen(seat=1), NO_GRIP)) == "kings 3"


# -- what is lit and said -----------------------------------------------------------------------


def test_the_places_of_what_is_chosen_are_lit() -> None:
    assert lit_places(SHOWN, Grip(card=key(SHOWN, "7h"))) == {KingsPlace(0, KING), KingsPlace(0, 1)}
    assert lit_places(SHOWN, Grip(house=1)) == {KingsPlace(1, 2), KingsPlace(0, 2), KingsPlace(0, 3)}


def test_without_a_choice_the_piles_that_may_attack_are_lit() -> None:
    assert (
        lit_places(SHOWN, NO_GRIP)
        == lit_places(SHOWN, Grip(is_ending=True))
        == {KingsPlace(0, 1), KingsPlace(0, 2)}
    )
    assert lit_places(screen(organising=True), NO_GRIP) == frozenset()
    assert lit_places(screen(seat=None), NO_GRIP) == frozenset()


def test_attacks_of_the_chosen_pile_are_foretold() -> None:
    assert [fight.brief for fight in foretold(SHOWN, Grip(house=2))] == ["1 : 3"]
    assert foretold(SHOWN, NO_GRIP) == ()
    assert foretold(screen(organising=True), Grip(house=2)) == ()


def test_the_aimed_attack_is_shown() -> None:
    fight = aimed(SHOWN, Grip(house=1, aim=1))

    assert fight is not None and fight.brief == "4 : 3"
    assert aimed(SHOWN, Grip(house=1)) is None


@pytest.mark.parametrize(
    ("grip", "words"),
    [
        (NO_GRIP, ""),
        (Grip(card=99), ""),
        (Grip(card=0), "7 of hearts: to your king pile or to house 1"),
        (Grip(house=1), "House 1: choose whom it attacks, or a house to swap with"),
        (
            Grip(house=1, aim=1),
            "4 against 3: you win 2 of spades and 3 of diamonds, your Queen pile is spent",
        ),
    ],
)
def test_what_to_do_with_the_choice_is_said(grip: Grip, words: str) -> None:
    assert prompt(SHOWN, grip) == words


def test_in_the_organise_phase_a_pile_only_swaps() -> None:
    assert prompt(screen(organising=True), Grip(house=1)) == "House 1: choose a house to swap with"


def test_a_card_that_fits_nowhere_any_more_says_so() -> None:
    shown = screen(side(), hand="9s")

    assert prompt(shown, Grip(card=0)) == "9 of spades: fits nowhere now"


def test_a_grip_without_anything_offers_nothing() -> None:
    assert offers_of(SHOWN, NO_GRIP) == offers_of(SHOWN, Grip(card=99)) == ()
    assert offers_of(screen(seat=None), Grip(house=1)) == ()


# -- when the game goes on ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "grip", "kept"),
    [
        (SHOWN, Grip(card=0), Grip(card=0)),
        (SHOWN, Grip(card=99), NO_GRIP),
        (SHOWN, Grip(house=1, aim=1), Grip(house=1, aim=1)),
        (SHOWN, Grip(house=1, aim=3), Grip(house=1)),
        (SHOWN, Grip(house=3), NO_GRIP),
        (SHOWN, Grip(is_ending=True), NO_GRIP),
        (screen(seat=1), Grip(house=1), NO_GRIP),
        (screen(seat=None), Grip(house=1), NO_GRIP),
    ],
)
def test_the_game_goes_on_and_takes_away_what_is_gone(shown: KingsScreen, grip: Grip, kept: Grip) -> None:
    assert kept_grip(shown, grip) == kept
