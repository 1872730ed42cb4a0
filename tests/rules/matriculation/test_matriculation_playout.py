"""Worth of a card in playouts of Matriculation, in tenths of a credit hour."""

from __future__ import annotations

from random import Random

import pytest

from rules.matriculation.cards import NAMES, Setback
from rules.matriculation.game import MatriculationGame
from rules.matriculation.playout import discard_worth, hit_worth, repair_worth, term_worth

CHEATING, CAR, ALARM, PROBATION, OGRE = (1 << setback for setback in Setback)


@pytest.mark.parametrize(
    ("term", "hours", "docked", "worth"),
    [
        ("6h", 0, 0, 60),
        ("21h", 0, 6, 150),
        ("15h", 104, 0, 150),
        ("15h", 105, 0, 10_000),
        ("15h", 110, 6, 90),
        ("15h", 111, 6, 10_000),
    ],
)
def test_a_term_is_worth_its_hours_and_the_degree_more_than_anything(
    term: str, hours: int, docked: int, worth: int
) -> None:
    assert term_worth(NAMES.index(term), hours=hours, docked=docked) == worth


@pytest.mark.parametrize(
    ("setback", "hours", "worth"),
    [
        ("cheating", 0, 190),
        ("car", 0, 190),
        ("alarm", 0, 190),
        ("probation", 0, 120),
        ("ogre", 0, 70),
        ("ogre", 1, 70),
        ("ogre", 6, 75),
        ("cheating", 119, 190 + 99),
    ],
)
def test_a_setback_is_worth_more_against_a_player_who_is_nearer_the_degree(
    setback: str, hours: int, worth: int
) -> None:
    assert hit_worth(NAMES.index(setback), hours=hours, others=1) == worth
    assert hit_worth(NAMES.index(setback), hours=hours, others=3) == worth // 3


@pytest.mark.parametrize(
    ("card", "setbacks", "worth"),
    [
        ("reinstated", CHEATING, 220),
        ("car-fixed", CAR | OGRE, 220),
        ("new-alarm", ALARM, 220),
        ("gpa-ok", PROBATION, 110),
        ("fiona", OGRE, 60),
        ("fiona", CHEATING | PROBATION, 0),
        ("sainthood", 0, 130),
        ("sainthood", CHEATING, 350),
        ("teachers-pet", OGRE, 190),
        ("straight-as", OGRE, 130),
    ],
)
def test_a_fix_or_an_exception_has_the_expected_worth(card: str, setbacks: int, worth: int) -> None:
    assert repair_worth(NAMES.index(card), setbacks) == worth


@pytest.mark.parametrize(
    ("card", "hand", "worth"),
    [
        ("6h", ("6h", "6h"), -64),
        ("21h", ("21h",), -199),
        ("sainthood", ("sainthood",), -10_000),
        ("reinstated", ("reinstated", "fiona"), -100),
        ("reinstated", ("reinstated", "reinstated"), -40),
        ("gpa-ok", ("gpa-ok",), -55),
        ("fiona", ("fiona",), -34),
        ("fiona", ("fiona", "fiona", "fiona"), -18),
        ("cheating", ("cheating", "cheating"), -143),
        ("ogre", ("ogre",), -59),
    ],
)
def test_a_discard_costs_the_worth_of_the_card(card: str, hand: tuple[str, ...], worth: int) -> None:
    faces = [NAMES.index(name) for name in hand]

    assert discard_worth(NAMES.index(card), faces) == worth


def test_a_term_has_no_worth_as_a_setback() -> None:
    with pytest.raises(IndexError):
        hit_worth(NAMES.index("6h"), hours=0, others=1)


def test_a_playout_of_a_long_match_passes_where_it_must() -> None:
    game, rng = MatriculationGame(), Random(0)
    scratch = game.scratch(game.start(2, {"hands": "6"}), {}, rng=rng)
    passed = 0
    while not scratch.over:
        move = scratch.likely(rng)
        passed += scratch.stage >= 2 and str(scratch.action(move)) == "pass"
        scratch.play(move)

    assert passed
