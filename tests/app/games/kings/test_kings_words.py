"""Kings in words: statuses, log lines, piles, battles."""

from __future__ import annotations

import pytest

from app.games.kings.words import (
    KingsStep,
    battle_words,
    brings,
    card_name,
    end_words,
    king_words,
    kings_state,
    kings_status,
    kings_title,
    left_over,
    named,
    pile_words,
    result_words,
    step_now,
    takes_short,
)
from rules.api import Moved, Seat, View
from rules.kings.cards import parse_cards, parse_face
from rules.kings.course import KingsPhase
from rules.kings.piles import Side, battle
from rules.plump.game import PlumpGame
from tests.support.kings_views import NAMES, RICH, seen, side


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (seen(phase=KingsPhase.ROLL), "The first seat is being drawn."),
        (seen(phase=KingsPhase.SHUFFLE), "Everybody shuffles the cards."),
        (seen(seat=1), "Waiting for Lisa to attack or put cards."),
        (seen(seat=None, organising=True), "Waiting for Lisa to put cards and swap piles."),
        (seen(), "Your turn: put cards down, then end the turn."),
        (seen(hand="9s"), "Your turn: no card fits anywhere; swap piles or end the turn."),
        (seen(*RICH), "Your turn: attack first, or put cards down."),
        (
            seen(side(houses="Jb/-/-"), side(houses="Jc/-/-"), hand="9s"),
            "Your turn: attack, swap piles or end the turn.",
        ),
        (seen(*RICH, organising=True), "Your turn: put cards down, then end the turn."),
        (seen(side(king="2h"), phase=KingsPhase.OVER), "The game is over: you win."),
        (seen(side(), side(king="2s"), phase=KingsPhase.OVER), "The game is over: Toby wins."),
    ],
)
def test_the_status_tells_the_player_what_to_do(view: View, status: str) -> None:
    assert kings_status(view, NAMES) == status


LOSER, ALONE = side(houses="Jh/-/-"), (side(houses="Qs/-/-"),)


@pytest.mark.parametrize(
    ("view", "title", "step"),
    [
        (seen(phase=KingsPhase.ROLL), "The first seat is being drawn", None),
        (seen(phase=KingsPhase.SHUFFLE), "Everybody shuffles the cards", None),
        (seen(phase=KingsPhase.DEAL), "Cards are being dealt", None),
        (seen(phase=KingsPhase.REFILL), "The discards are shuffled into a new stock", None),
        (seen(*RICH), "Attack with your piles, or put cards down", KingsStep.ATTACK),
        (seen(*RICH, organising=True), "Put cards down, swap piles, or end the turn", KingsStep.ORGANISE),
        (seen(), "Put cards down: no attack is possible", KingsStep.ORGANISE),
        (seen(seat=1), "Lisa puts cards and swaps piles", KingsStep.ORGANISE),
        (seen(*ALONE, hand="-"), "Swap piles: no attack is possible", KingsStep.ORGANISE),
        (seen(hand="9c"), "End the turn: nothing else is possible", KingsStep.END),
        (seen(hand="9c", organising=True), "End the turn", KingsStep.END),
        (
            seen(*ALONE, LOSER, hand="-"),
            "Attack with your piles, swap piles, or end the turn",
            KingsStep.ATTACK,
        ),
        (seen(*RICH, seat=1), "Lisa may attack", KingsStep.ATTACK),
        (seen(*ALONE, seat=1), "Lisa puts cards and swaps piles", KingsStep.ORGANISE),
        (seen(*RICH, seat=None, organising=True), "Lisa puts cards and swaps piles", KingsStep.ORGANISE),
        (seen(phase=KingsPhase.OVER), "30 rounds without a card for a king: the fullest king wins", None),
        (seen(phase=KingsPhase.OVER, round=100), "100 rounds are played: the fullest king wins", None),
        (seen(side(), *(Side(left=True),) * 3, phase=KingsPhase.OVER), "Only one player is left", None),
        (
            seen(side(king="2h,3h,4h,5h,6h,7h,8h,9h,10h"), phase=KingsPhase.OVER),
            "A king pile is complete",
            None,
        ),
    ],
)
def test_the_title_names_the_phase_of_the_game(view: View, title: str, step: KingsStep | None) -> None:
    assert (kings_title(view, NAMES), step_now(view)) == (title, step)


def test_the_result_is_described_by_rank() -> None:
    view = seen(side(king="2h"), side(king="2s,3s"), side(king="4d"), phase=KingsPhase.OVER)

    assert result_words(view, NAMES) == (
        "1.  Toby, spades: 2 of 9",
        "2.  Lisa, hearts: 1 of 9",
        "2.  Ann, diamonds: 1 of 9",
        "4.  Bo, clubs: 0 of 9",
    )


@pytest.mark.parametrize(
    ("pile", "words"),
    [
        ("-", "empty, takes a Jack, Queen or Ace"),
        ("Jh,3h", "Jack of hearts pile with the 3 of hearts, worth 1, takes hearts"),
        ("Jb", "blank Jack pile without numbers, worth 0, takes blank numbers"),
        ("Qs", "Queen pile without numbers, worth 0, takes any number"),
        ("Qs,5h", "Queen pile with the 5 of hearts, worth 2, takes only a second 5"),
        ("Qs,5h,5b", "Queen pile with the 5 of hearts and a blank 5, worth 4, takes any number"),
        ("Ad", "Ace pile without numbers, worth 0, takes any number"),
        ("Ad,2h,3s", "Ace pile with the 2 of hearts and 3 of spades, worth 3, takes 4"),
        ("Ad,7h,8s", "Ace pile with the 7 of hearts and 8 of spades, worth 2, takes 6 or 9"),
        (
            "Ab,2h,3h,4h,5h,6h,7h,8h,9h,10h",
            "Ace pile with the 2, 3, 4, 5, 6, 7, 8, 9 and 10 of hearts, worth 10, takes nothing more",
        ),
    ],
)
def test_the_words_of_a_pile_tell_its_worth_and_which_cards_it_takes(pile: str, words: str) -> None:
    assert pile_words(parse_cards(pile)) == words


@pytest.mark.parametrize(
    ("pile", "words"),
    [
        ("Jh,3h", "hearts"),
        ("Jb", "blanks"),
        ("Qs", "numbers"),
        ("Qs,5h", "only a 5"),
        ("Qs,8h", "only an 8"),
        ("Ad,7h,8s", "6 or 9"),
        ("Ab,2h,3h,4h,5h,6h,7h,8h,9h,10h", "nothing"),
    ],
)
def test_the_line_below_a_pile_names_only_the_cards_that_it_takes(pile: str, words: str) -> None:
    assert takes_short(parse_cards(pile)) == words


@pytest.mark.parametrize(
    ("king", "words"),
    [
        ("-", "king of spades has 0 of 9, missing 2 3 4 5 6 7 8 9 10"),
        ("7s,2s", "king of spades has 2 of 9, missing 3 4 5 6 8 9 10"),
        ("2s,3s,4s,5s,6s,7s,8s,9s,10s", "king of spades complete"),
    ],
)
def test_a_king_pile_says_what_is_missing(king: str, words: str) -> None:
    assert king_words(1, side(king=king)) == words


@pytest.mark.parametrize(
    ("own", "target", "words"),
    [
        ("Qs,3h,3b", "Jc,4c", "4 against 1: you win the 4 of clubs, your Queen pile is spent"),
        ("Qs,3h", "Jc", "2 against 0: you win no cards, your Queen pile is spent"),
        (
            "Jh,3h,5h",
            "Ad,2d",
            "2 against 2: a tie goes to the defender, you lose your Jack of hearts pile, Toby wins the 3 "
            "and 5 of hearts",
        ),
        ("Jh", "Ad,2d", "0 against 2: you lose your Jack of hearts pile, Toby wins no cards"),
    ],
)
def test_an_attack_tells_its_outcome_before_it_is_done(own: str, target: str, words: str) -> None:
    mine = side(houses=f"{own}/-/-")
    fight = battle(mine, 1, side(houses=f"-/{target}/-"))

    assert fight is not None
    assert battle_words(fight, mine.house(1), "Toby") == words


def test_cards_are_described_and_shortened() -> None:
    assert card_name(parse_face("Qh")) == "Queen of hearts"
    assert card_name(parse_face("10b")) == "blank 10"
    assert named(parse_cards("Ab,9s,5h,7h,2b,2b")) == (
        "the 5 and 7 of hearts, 9 of spades, two blank 2s and a blank Ace"
    )


def test_the_end_of_a_turn_says_what_is_thrown_away() -> None:
    assert (
        end_words(left_over(seen(*RICH)))
        == "End the turn (thrown away: the 5 and 7 of hearts, 9 of spades, a blank 5 and a blank Queen)"
    )
    assert end_words(left_over(seen(hand="-"))) == "End the turn (nothing thrown away)"
    assert left_over(seen(*RICH, seat=1)) == ()


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="another game"):
        kings_state(View(PlumpGame().start(3, {}), Seat(0), {}))


@pytest.mark.parametrize(
    ("other", "won"), [("Jc", "no cards"), ("Jc,4c", "the 4 of clubs"), ("Jc,4c,6c", "the 4 and 6 of clubs")]
)
def test_the_spoils_of_a_planned_attack_are_described(other: str, won: str) -> None:
    sent = seen(side(houses="-/Qs,3h,3b,4h,4b/-"), side(houses=f"-/-/{other}"), hand="-")
    attack = next(each for each in sent.actions() if str(each) == "attack 2 at 1")
    planned = View(sent.state.after(Moved(Seat(0), attack)), sent.seat, sent.known)

    assert brings(sent, planned) == f"house 2 is empty, you win {won}"


def test_changes_by_planned_steps_are_described() -> None:
    sent, planned = seen(*RICH), seen(*RICH)
    for text in ("attack 1 at 1", "put 1=Qb on 1", "king 5h", "put 2=9s on 1"):
        action = next(each for each in planned.actions() if str(each) == text)
        planned = View(planned.state.after(Moved(Seat(0), action)), planned.seat, planned.known)

    assert brings(sent, sent) == "" == brings(sent, seen(seat=None))
    assert brings(sent, planned) == (
        "your king 2 → 3 of 9, house 1 worth 4 → 2, you win the 2 of spades and 3 of diamonds"
    )
