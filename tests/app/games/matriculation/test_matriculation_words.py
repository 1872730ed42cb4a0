"""Matriculation in words: statuses, and the effects of cards."""

from __future__ import annotations

import pytest

from app.games.board import winners
from app.games.matriculation.sheet import terminal_sheet
from app.games.matriculation.words import (
    brings_points,
    card_effect,
    headline,
    matriculation_state,
    matriculation_status,
)
from rules.api import Face, Outcome, Seat, View
from rules.matriculation.cards import FACES, Setback, parse_face
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import OgreRule, Student
from rules.matriculation.state import MatriculationState
from rules.plump.game import PlumpGame
from tests.support.matriculation import Desk, desk, player
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann")
HAND = "6h,car,car-fixed,golden-car"


def seen(table: Desk, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def at(phase: MatriculationPhase, **changes: object) -> View:
    """A view of seat 0 in a phase in which nobody chooses."""
    return View(replace(desk(HAND, "6h").state, phase=phase, **changes), Seat(0), {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (at(MatriculationPhase.ROLL), "The first dealer is being drawn."),
        (
            at(MatriculationPhase.SHUFFLE, hands=3, hand_number=1),
            "The cards of hand 2 of 3 are being shuffled.",
        ),
        (at(MatriculationPhase.DEAL), "The cards are being dealt."),
        (at(MatriculationPhase.DRAW), "You draw a card."),
        (at(MatriculationPhase.DRAW, turn=Seat(1)), "Waiting for Toby to draw."),
        (at(MatriculationPhase.PLAY, turn=Seat(1)), "Waiting for Toby to play."),
        (at(MatriculationPhase.OVER, sheets=((100, 50),)), "The game is over: you win."),
        (at(MatriculationPhase.OVER, sheets=((10, 50),)), "The game is over: Toby wins."),
        (seen(desk(HAND, "6h")), "Your turn: play a card or discard one."),
        (seen(desk(HAND, "6h", deck_left=0)), "Your turn: the deck is empty, play a card or pass."),
        (
            seen(desk(HAND, "6h", players=(player(setbacks="car,probation"), Student()))),
            "Your turn: Car Not Working stops your terms until Car Fixed or Golden Car; "
            "play a card or discard one.",
        ),
        (
            seen(desk(HAND, "6h", players=(player(setbacks="probation"), Student()))),
            "Your turn: on Probation, terms of 9 hours at most; play a card or discard one.",
        ),
    ],
)
def test_the_status_tells_the_player_what_to_do(view: View, status: str) -> None:
    assert matriculation_status(view, NAMES) == status


@pytest.mark.parametrize(
    ("face", "ogre", "effect"),
    [
        ("15h", OgreRule.LASTING, "Brings 15 credit hours."),
        ("car", OgreRule.LASTING, "Played on an opponent: no terms until Car Fixed or Golden Car."),
        (
            "probation",
            OgreRule.LASTING,
            "Played on an opponent: no term above 9 hours until GPA OK or Straight A's.",
        ),
        (
            "ogre",
            OgreRule.LASTING,
            "Played on an opponent: 6 hours fewer until Princess Fiona or Teacher's Pet.",
        ),
        (
            "ogre",
            OgreRule.PER_TERM,
            "Played on an opponent: each term played under it brings 6 hours fewer "
            "until Princess Fiona or Teacher's Pet.",
        ),
        ("fiona", OgreRule.LASTING, "Removes Ogre Prof."),
        (
            "sainthood",
            OgreRule.LASTING,
            "Removes Caught Cheating and keeps it away for the rest of the hand; 100 points.",
        ),
    ],
)
def test_every_kind_of_card_says_what_it_does(face: str, ogre: OgreRule, effect: str) -> None:
    assert card_effect(parse_face(face), ogre) == effect


def test_a_setback_has_a_headline() -> None:
    lasting, per_term = OgreRule
    heads = [headline(setback, lasting) for setback in (Setback.CAR, Setback.PROBATION, Setback.OGRE)]

    assert heads == ["No terms", "Terms up to 9 only", "6 hours fewer"]
    assert headline(Setback.OGRE, per_term) == "New terms -6"


def test_every_card_has_its_own_words() -> None:
    assert len({card_effect(Face(face), OgreRule.LASTING) for face in range(FACES)}) == FACES


def test_winners_are_named_in_words() -> None:
    assert winners(Outcome((5, 5, 1), (1, 1, 3)), NAMES, 0) == "you and Toby win"
    assert winners(Outcome((5, 5, 1), (1, 1, 3)), NAMES, None) == "Lisa and Toby win"
    assert winners(Outcome((5, 6, 1), (2, 1, 3)), NAMES, None) == "Toby wins"


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="another game"):
        matriculation_state(View(PlumpGame().start(3, {}), Seat(0), {}))
    assert isinstance(matriculation_state(at(MatriculationPhase.ROLL)), MatriculationState)


def test_the_terminal_shows_what_the_hand_would_score_now() -> None:
    table = desk(HAND, "6h", players=(player(terms="15h", exceptions="alarm"), player(terms="6h")))

    assert terminal_sheet(table.state, NAMES).splitlines() == [
        "Hand 1, if it ended now:",
        "            Lisa  Toby",
        "Hours         75    30",
        "Exceptions   100     0",
        "Hand 1       175    30",
    ]


@pytest.mark.parametrize(
    ("terms", "move", "is_gain"),
    [
        ("6h", "play 15h", False),
        ("21h,21h,21h,21h,18h,9h", "play 6h", False),
        ("21h,21h,21h,21h,21h", "play 15h", True),
        ("6h", "play golden-car", True),
        ("6h", "play car on 1", False),
        ("6h", "discard golden-car", False),
    ],
)
def test_playing_an_exception_or_completing_a_degree_counts_as_a_gain(
    terms: str, move: str, is_gain: bool
) -> None:
    table = desk("6h,15h,car,golden-car", "6h", players=(player(terms=terms), player()), hands_played=1)
    event = table.action(move)

    assert brings_points(View(table.state.after(event), Seat(1), {}), event) is is_gain
