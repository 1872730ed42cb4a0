"""Kings' table as a frozen screen: sides, hand, offers with reasons, the story, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.kings.offer import Offer
from app.games.kings.screen import KingsScreen, kings_screen, result_words, winner_words
from app.games.kings.step import KingsStep
from app.games.kings.story import KING, KingsPlace
from rules.kings.cards import NAMES as FACES
from rules.kings.cards import parse_cards
from rules.kings.course import KingsPhase
from rules.kings.piles import Side
from tests.support.kings_views import NAMES, RICH, seen, side

LOSER = side(houses="Jh/-/-")
ALONE = (side(houses="Qs/-/-"),)
RIVALS = (*ALONE, LOSER)


def screen(*sides: Side, **changes: object) -> KingsScreen:
    return kings_screen(seen(*sides, **changes), NAMES)  # type: ignore[arg-type]


def offer(offers: tuple[Offer, ...], text: str) -> Offer:
    return next(each for each in offers if str(each.action) == text)


# -- what everybody sees ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "title", "step"),
    [
        ({"phase": KingsPhase.ROLL}, "The first seat is being drawn", None),
        ({"phase": KingsPhase.SHUFFLE}, "Everybody shuffles the cards", None),
        ({"phase": KingsPhase.DEAL}, "Cards are being dealt", None),
        ({"phase": KingsPhase.REFILL}, "The discards are shuffled into a new stock", None),
        ({}, "Attack with your piles, or put cards down", KingsStep.ATTACK),
        ({"organising": True}, "Put cards down, swap piles, or end the turn", KingsStep.ORGANISE),
        ({"hand": "-", "sides": ALONE}, "Swap piles: no attack is possible", KingsStep.ORGANISE),
        ({"hand": "9c", "sides": ()}, "End the turn: nothing else is possible", KingsStep.END),
        ({"hand": "9c", "sides": (), "organising": True}, "End the turn", KingsStep.END),
        (
            {"hand": "-", "sides": RIVALS},
            "Attack with your piles, swap piles, or end the turn",
            KingsStep.ATTACK,
        ),
        ({"seat": 1}, "Lisa may attack", KingsStep.ATTACK),
        ({"seat": 1, "sides": ALONE}, "Lisa puts cards and swaps piles", KingsStep.ORGANISE),
        ({"seat": None, "organising": True}, "Lisa puts cards and swaps piles", KingsStep.ORGANISE),
        ({"phase": KingsPhase.OVER}, "30 rounds without a card for a king: the fullest king wins", None),
        ({"phase": KingsPhase.OVER, "round": 100}, "100 rounds are played: the fullest king wins", None),
        (
            {"phase": KingsPhase.OVER, "sides": (side(), *(Side(left=True),) * 3)},
            "Only one player is left",
            None,
        ),
    ],
)
def test_the_title_says_where_the_game_is(
    changes: dict[str, object], title: str, step: KingsStep | None
) -> None:
    shown = screen(*changes.pop("sides", RICH), **changes)  # type: ignore[misc]

    assert (shown.title, shown.step) == (title, step)


def test_without_a_possible_attack_the_title_says_so() -> None:
    shown = screen()

    assert (shown.title, shown.step) == ("Put cards down: no attack is possible", KingsStep.ORGANISE)
    assert screen(seat=1).step is KingsStep.ORGANISE


def test_a_complete_king_is_named_as_the_end() -> None:
    shown = screen(side(king="2h,3h,4h,5h,6h,7h,8h,9h,10h"), phase=KingsPhase.OVER)

    assert shown.title == "A king pile is complete"


def test_stock_discard_and_the_stall_are_counted() -> None:
    shown = screen(round=9, gained=4, discard=parse_cards("2h,Ac"))

    assert (shown.stock, shown.discard, FACES[shown.discard_top or 0]) == (93, 2, "Ac")
    assert shown.course == ("Round 9 of 100 at most", "4 of 30 rounds without gain")
    assert screen().discard_top is None


def test_a_side_has_its_king_its_houses_and_what_is_in_hand() -> None:
    own, toby, ann, _ = screen(*RICH, Side(left=True)).sides

    assert (own.name, own.suit, own.is_viewer, own.is_turn, own.doing) == (
        "Lisa",
        "hearts",
        True,
        True,
        "may attack",
    )
    assert (own.king.count, own.king.missing) == (2, 7)
    assert own.king.there == (True, False, False, False, False, False, False, False, True)
    assert (own.is_leading, toby.is_leading) == (True, False)
    assert (own.hidden, toby.hidden) == (3, 0)
    assert [house.score for house in own.houses] == [4, 1, -1]
    assert [house.is_front for house in own.houses] == [True, False, False]
    assert [house.is_front for house in toby.houses] == [False, True, False]
    assert [house.takes for house in own.houses] == ["numbers", "blanks", "a Jack, Queen or Ace"]
    assert own.houses[2].base is None
    assert (
        toby.houses[1].name
        == "Toby's house 2: Ace pile with 2 of spades and 3 of diamonds, worth 3, takes 4, attacked first"
    )
    assert own.houses[0].name.startswith("Your house 1: Queen pile with 3 of hearts and blank 3")
    assert own.spoken == (
        "Lisa (you), hearts, may attack, king of hearts has 2 of 9, missing 3 4 5 6 7 8 9, "
        "3 hidden cards, open in hand: 5 of hearts and blank 5"
    )
    assert (ann.is_gone, ann.line, ann.spoken) == (True, "has left", "Ann, diamonds, has left")


def test_numbers_lie_in_their_order_whatever_order_they_came_in() -> None:
    shown = screen(side(houses="Qs,9h,2b,9b,2d/-/-"))

    assert [FACES[face] for face in shown.sides[0].houses[0].numbers] == ["2d", "2b", "9h", "9b"]


@pytest.mark.parametrize(
    ("changes", "doing"),
    [
        ({"organising": True}, "puts cards"),
        ({"phase": KingsPhase.DEAL}, "is dealt cards"),
        ({"phase": KingsPhase.OVER}, ""),
        ({"phase": KingsPhase.ROLL}, ""),
    ],
)
def test_the_plate_says_what_the_mover_does(changes: dict[str, object], doing: str) -> None:
    assert screen(**changes).sides[0].doing == doing


def test_nobody_leads_before_the_first_card_of_a_king() -> None:
    assert not any(each.is_leading for each in screen().sides)


# -- the hand -----------------------------------------------------------------------------------


def test_cards_for_the_own_king_come_first_then_the_special_ones() -> None:
    shown = screen(*RICH)

    assert [FACES[card.face] for card in shown.hand] == ["5h", "7h", "Qb", "5b", "9s"]
    assert [card.is_open for card in shown.hand] == [True, False, False, True, False]
    assert [card.name for card in shown.hand][:2] == ["5 of hearts, open", "7 of hearts"]
    assert all(card.is_lit for card in shown.hand)


def test_equal_cards_of_the_spoils_have_keys_of_their_own() -> None:
    shown = screen(side(spoils="5b,5b,5b"), hand="-")
    keys = [card.key for card in shown.hand]

    assert len(set(keys)) == 3
    assert all(key < -1 and (card := shown.card(key)) is not None and card.key == key for key in keys)
    assert shown.card(99) is None


def test_every_place_of_a_card_has_its_action_or_its_reason() -> None:
    card = next(card for card in screen(*RICH).hand if FACES[card.face] == "9s")

    assert [(each.to.house, each.words) for each in card.offers] == [
        (KING, "to your king pile"),
        (1, "to house 1"),
        (2, "to house 2"),
        (3, "to house 3"),
    ]
    assert [None if each.why is None else each.why.rule for each in card.offers] == [
        "kings 4.1",
        None,
        "kings 4.2",
        "kings 3.3",
    ]
    assert str(card.offers[1].action) == "put 2=9s on 1"


def test_spoils_are_played_without_a_slot() -> None:
    card = screen(*RICH).hand[0]

    assert str(card.offers[0].action) == "king 5h"


def test_a_card_that_fits_nowhere_says_what_becomes_of_it() -> None:
    card = screen(hand="9s").hand[0]

    assert not card.is_lit
    assert card.why is not None and "thrown away" in card.why.text


def test_off_turn_the_own_spoils_are_shown_and_wait() -> None:
    view = seen(RICH[0], side(spoils="9d"), seat=1)
    (card,) = kings_screen(view, NAMES).hand

    assert (card.is_open, card.is_lit) == (True, False)
    assert card.why is not None and card.why.text == "It is not your turn."


def test_at_the_end_nobody_holds_anything() -> None:
    assert screen(*RICH, phase=KingsPhase.OVER).hand == ()


def test_a_spectator_holds_nothing_and_may_nothing() -> None:
    shown = screen(*RICH, seat=None)

    assert shown.hand == () and shown.viewer is None and not shown.is_own_turn
    assert not any(house.offers for each in shown.sides for house in each.houses)
    assert shown.end.why is not None and shown.end.why.text == "Spectators do not play."
    assert shown.sides[0].hidden == 3


# -- attacks, swaps, the end --------------------------------------------------------------------


def test_an_own_pile_offers_every_attack_with_its_outcome() -> None:
    house = screen(*RICH, LOSER).sides[0].houses[0]
    attack = offer(house.offers, "attack 1 at 1")

    assert (attack.to, attack.words, attack.why) == (KingsPlace(1, 2), "attack Toby", None)
    assert attack.fight is not None
    assert (attack.fight.brief, attack.fight.wins) == ("4 : 3", True)
    assert [FACES[face] for face in attack.fight.spoils] == ["2s", "3d"]
    assert attack.fight.own == KingsPlace(0, 1) and attack.fight.target == KingsPlace(1, 2)
    assert (
        attack.fight.words == "4 against 3: you win 2 of spades and 3 of diamonds, your Queen pile is spent"
    )


def test_whoever_has_no_house_pile_cannot_be_attacked() -> None:
    attack = offer(screen(*RICH).sides[0].houses[0].offers, "attack 1 at 3")

    assert attack.why is not None and attack.why.rule == "kings R6"
    assert attack.fight is None and attack.to == KingsPlace(3, 1)


def test_after_a_card_was_put_attacks_say_why_not() -> None:
    house = screen(*RICH, organising=True).sides[0].houses[0]

    assert offer(house.offers, "attack 1 at 1").why is not None
    assert offer(house.offers, "swap 1 2").why is None
    assert house.why is None


def test_when_nothing_can_be_done_with_a_pile_it_says_why() -> None:
    house = screen(*RICH, organising=True, swaps=10).sides[0].houses[0]
    elsewhere = kings_screen(seen(*RICH, seat=1), NAMES).sides[1].houses[1]

    assert house.why is not None and house.why.rule == "kings R12"
    assert elsewhere.why is not None and elsewhere.why.text == "It is not your turn."


def test_a_house_is_found_by_its_place() -> None:
    shown = screen(*RICH)

    assert shown.house(KingsPlace(1, 3)) is shown.sides[1].houses[2]


def test_the_end_of_the_turn_names_what_it_throws_away_and_warns() -> None:
    end = screen(*RICH).end

    assert [FACES[face] for face in end.faces] == ["7h", "Qb", "9s", "5h", "5b"]
    assert str(end.action) == "end 0=7h,1=Qb,2=9s"
    assert end.why is None
    assert end.warning is not None
    assert (
        end.warning.text == "5 and 7 of hearts still fit your king. Press again to end the turn all the same."
    )


def test_the_end_warns_of_one_card_in_the_singular_and_of_none_not_at_all() -> None:
    warning = screen(hand="7h").end.warning

    assert warning is not None and warning.text.startswith("7 of hearts still fits your king.")
    assert screen(hand="7s").end.warning is None


def test_off_turn_the_end_says_why_not() -> None:
    end = kings_screen(seen(*RICH, seat=1), NAMES).end

    assert end.faces == () and end.why is not None and end.why.text == "It is not your turn."


# -- the end ------------------------------------------------------------------------------------


def test_the_result_is_told_by_rank() -> None:
    shown = screen(side(king="2h"), side(king="2s,3s"), side(king="4d"), phase=KingsPhase.OVER)

    assert result_words(shown) == (
        "1.  Toby, spades: 2 of 9",
        "2.  Lisa, hearts: 1 of 9",
        "2.  Ann, diamonds: 1 of 9",
        "4.  Bo, clubs: 0 of 9",
    )
    assert [each.rank for each in shown.sides] == [2, 1, 2, 4]


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ((side(king="2h"),), "You win"),
        ((side(), side(king="2s")), "Toby wins"),
        ((side(king="2h"), side(king="2s")), "You and Toby share the win"),
    ],
)
def test_the_winner_is_said(sides: tuple[Side, ...], words: str) -> None:
    assert winner_words(screen(*sides, phase=KingsPhase.OVER)) == words
    assert winner_words(screen(*sides)) == ""


def test_there_is_no_result_before_the_end() -> None:
    assert result_words(screen()) == ()
    assert screen().sides[0].rank is None


def test_a_screen_is_a_value() -> None:
    shown = screen(*RICH)

    assert replace(shown, title="x") != shown
    assert kings_screen(shown.view, NAMES) == shown
