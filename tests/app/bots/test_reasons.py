"""Reasons of bots, in positions made for them; those of Reef and Cahoots are in `test_hint.py`."""

from __future__ import annotations

import pytest

from app.bots.api import ScoredAction
from app.bots.reasons import cahoots, kings, matriculation, reef
from app.bots.reasons.plump import explain_bid
from app.bots.search import Candidate
from rules.api import Face, Seat, Slot, View
from rules.matriculation.actions import Discard
from rules.plump.actions import Bid, PlumpPlay
from rules.reef import actions as a
from tests.rules.kings.positions import position
from tests.support.cahoots import cafe
from tests.support.catalogue import GAMES
from tests.support.matriculation import desk, player
from tests.support.reef import at, make


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("attack 1 at 3", "It wins 2 cards, 1 of your suit, and spends a pile worth 4."),
        ("attack 1 at 2", "It wins 1 card, none of your suit, and spends a pile worth 4."),
        ("attack 2 at 3", ""),
        ("king 0=7h", "A card on your king pile is safe, and the first player with nine wins."),
        ("put 1=Jc on 3", "It begins a pile that takes number cards of its suit."),
        ("put 2=Qc on 3", "It begins a pile that takes number cards of any suit, in pairs."),
        ("put 3=Ac on 3", "It begins a pile that takes number cards of any suit, in a run."),
        (
            "put 0=7h on 1",
            "Left in your hand it would be thrown away; here it adds at least 2 to the pile's score.",
        ),
        (
            "put 0=7h on 2",
            "Left in your hand it would be thrown away; here it adds at least 1 to the pile's score.",
        ),
        ("swap 1 2", "Weaker piles belong nearest to your king, where they are attacked first."),
        ("end 0=7h,1=Jc,2=Qc,3=Ac", "Nothing else seems worth more now."),
    ],
)
def test_kings_says_what_an_action_wins_or_saves(action: str, said: str) -> None:
    at = position(
        "7h,Jc,Qc,Ac", hearts="-/Qb,3b,3s/Jb/-/-", clubs="-/As,2h,3d/-/-/-", diamonds="-/Js,5s/-/-/-"
    )
    view = View(at.state, at.state.turn, at.known)

    assert kings.reason(view, at.moved(action).action) == said  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("hours", "target", "said"),
    [
        (("21h", "6h"), 1, "It holds up the player nearest to the degree, with 99 hours to go."),
        (("21h", "6h"), 2, "It holds up an opponent, with 114 hours to go."),
        (
            ("21h,21h,21h,21h,21h,9h", "-"),
            1,
            "It holds up the player nearest to the degree, with 6 hours to go.",
        ),
        (("21h",), 1, "It holds up an opponent, with 99 hours to go."),
    ],
)
def test_matriculation_says_whom_a_setback_holds_up(hours: tuple[str, ...], target: int, said: str) -> None:
    students = (player(terms="21h,21h,21h"), *(player(terms=terms) for terms in hours))
    table = desk("car", *["6h"] * len(hours), players=students)
    view = View(table.state, Seat(0), table.faces)

    assert matriculation.reason(view, table.action(f"play car on {target}").action) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("play 15h", "It brings 15 of the 36 hours that you still need."),
        ("play gpa-ok", "It removes one of your setbacks."),
        (
            "play golden-car",
            "It keeps a setback away from you for the rest of the hand, and scores at the end.",
        ),
        ("discard 15h", "It is the card that you will miss least."),
    ],
)
def test_matriculation_says_what_a_card_is_good_for(action: str, said: str) -> None:
    mine = player(terms="21h,21h,21h,21h", setbacks="probation")
    table = desk("15h,gpa-ok,golden-car", "6h", players=(mine, player()))

    assert matriculation.reason(View(table.state, Seat(0), table.faces), table.action(action).action) == said


@pytest.mark.parametrize(("terms", "hours"), [("21h,21h,21h,21h,21h", 120), ("21h,21h,21h,21h,21h,9h", 129)])
def test_matriculation_says_that_a_term_makes_a_degree(terms: str, hours: int) -> None:
    table = desk("15h", "6h", players=(player(terms=terms), player()))

    assert matriculation.reason(View(table.state, Seat(0), table.faces), table.action("play 15h").action) == (
        f"It makes {hours} hours: a degree."
    )


def test_in_a_view_of_another_game_an_action_gets_no_reason() -> None:
    other = View(GAMES["plump"].start(2, {}), Seat(0), {})

    assert kings.reason(other, Bid(1)) == matriculation.reason(other, Discard(Slot(0), Face(0))) == ""


def test_a_spectator_chooses_nothing_and_reads_no_reason() -> None:
    hand = desk("15h", "6h")
    table = cafe("6C", "8C")
    play = make(hand={0: "W"}, secret={0: (12,)})

    assert matriculation.reason(View(hand.state, None, {}), hand.action("play 15h").action) == ""
    assert cahoots.reason(View(table.state, None, {}), table.action("place 6C").action) == ""
    with pytest.raises(ValueError, match="a spectator has nothing to choose"):
        reef.reason(View(play.state, None, {}), a.TakeCubes(1, 3))


def test_reef_says_how_many_tiles_a_whole_turn_lays_and_takes_from_other_corals() -> None:
    play = make("Y: A2!1 B2 C2 C3 D2", hand={0: "WW"}, front={0: "WW"}, cubes={0: "WW"})
    front, screen = ([kind + at(space) for space in ("B3", "C3")] for kind in (a.LAY_FRONT, a.LAY_SCREEN))

    assert reef.explain_whole_turn(play.p.clone(), (a.CUBE, *front, a.COLLECT)) == (
        "The whole turn lays 2 tiles and takes 1 from other corals."
    )
    assert reef.explain_whole_turn(play.p.clone(), (a.CUBE, *screen, a.CUBE)) == (
        "To begin with, it lays 2 tiles and takes 1 from other corals."
    )
    assert (
        reef.explain_whole_turn(play.p.clone(), (a.CUBE, front[0], a.COLLECT))
        == "The whole turn lays 1 tile."
    )


def tried(action: Bid | PlumpPlay, gains: list[int]) -> Candidate:
    return Candidate(ScoredAction(action, 0.0), 0, [0.0] * len(gains), gains)


@pytest.mark.parametrize(
    ("best", "rival", "said"),
    [
        (
            [0, 0],
            [0, 0],
            "You make your bid in none of 2 deals that fit what you know; this hurts the others most.",
        ),
        (
            [0, 0],
            [11, 0],
            "You make your bid in 0% of 2 deals that fit what you know; with the next best card in 50%.",
        ),
        (
            [11, 0, 0, 0],
            [0, 0],
            "You make your bid in 25% of 4 deals that fit what you know; with the next best card in 0%.",
        ),
    ],
)
def test_plump_says_how_often_the_bid_is_made(best: list[int], rival: list[int], said: str) -> None:
    cards = PlumpPlay(Slot(0), Face(0)), PlumpPlay(Slot(1), Face(1))

    assert explain_bid(tried(cards[0], best), tried(cards[1], rival)) == said
