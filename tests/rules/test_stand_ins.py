"""Moves of stand-ins, to the letter: every peer's program plays an empty seat by the same rule.

A program that changes the rule of a stand-in no longer agrees with the others about what an absent
player did. So a change here is a change of the rules, with a version of its own.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from random import Random
from typing import cast

import pytest

from rules.api import Game, Known, Seat
from rules.cahoots.game import CahootsGame
from rules.cahoots.stand_in import stand_in as cahoots_stand_in
from rules.driver import LocalTable
from rules.kings.game import KingsGame
from rules.kings.stand_in import stand_in as kings_stand_in
from rules.matriculation.cards import Setback
from rules.matriculation.game import MatriculationGame
from rules.matriculation.stand_in import stand_in as matriculation_stand_in
from rules.plump.game import PlumpGame
from rules.plump.stand_in import stand_in as plump_stand_in
from rules.reef.game import ReefGame
from rules.reef.stand_in import stand_in as reef_stand_in

GOLDEN = {
    "plump": (PlumpGame(), plump_stand_in, 6, "243bdf608904aa33"),
    "matriculation": (MatriculationGame(), matriculation_stand_in, 6, "3cf6c15d6da3b22a"),
    "cahoots": (CahootsGame(), cahoots_stand_in, 8, "ce4fe1d6ccab41d6"),
    "kings": (KingsGame(), kings_stand_in, 4, "4cbf65f3fc6b7c7f"),
    "reef": (ReefGame(), reef_stand_in, 2, "bc044e4b24042c64"),
}
"""Rules of each game, its stand-in, the number of games, and the digest of all its choices."""

WEIGHTS = {
    "plump": {"SURE": 1000},
    "matriculation": {
        "DEGREE_WORTH": 1000,
        "FREED": {Setback.PROBATION: 11, Setback.OGRE: 6},
        "FREED_CONTROL": 30,
        "HIT": {Setback.PROBATION: 12, Setback.OGRE: 7},
        "HIT_CONTROL": 19,
        "IMMUNE": 13,
        "SPARE_FIX": (9, 4, 1),
    },
    "cahoots": {"SWAP_AT": 3},
    "kings": {"OWN_CARD": 200, "ANY_CARD": 5, "BEATEN": 6, "SPENT": 10, "PATIENCE": 4},
    "reef": {"RIPE": 8, "LATE": 40, "WORTH_GUARDING": 3, "WORTH_A_CUBE": 3},
}
"""Weights in each game's stand-in. Programs with other weights would soon disagree."""


def choices(game: Game, stand_in: object, games: int) -> str:
    """The stand-in's choice in each position of some games, half of whose moves it plays itself."""
    told = []
    for seed in range(games):
        rng, seats = Random(seed), game.seats[seed % len(game.seats)]
        table = LocalTable(game.start(seats, game.checked_options(seats, {})), seats, rng)
        while table.turn is not None:
            known: Known = table.known[table.turn]
            choice = cast("type", stand_in)(table.state, known)  # each knows only its own state
            told.append(str(choice))
            is_its_own = (table.turn + seed) % 2 == 0
            table.play(choice if is_its_own else rng.choice(table.actions()))
    return sha256("\n".join(told).encode()).hexdigest()[:16]


@pytest.mark.parametrize("key", GOLDEN)
def test_a_stand_in_makes_the_recorded_choices(key: str) -> None:
    game, stand_in, games, digest = GOLDEN[key]

    assert choices(game, stand_in, games) == digest


@pytest.mark.parametrize("key", WEIGHTS)
def test_a_stand_in_has_the_expected_weights(key: str) -> None:
    module = import_module(f"rules.{key}.stand_in")

    assert {name: vars(module)[name] for name in WEIGHTS[key]} == WEIGHTS[key]


def test_each_game_plays_the_stand_in_of_its_module() -> None:
    for game, stand_in, _, _ in GOLDEN.values():
        seats = game.seats[0]
        table = LocalTable(game.start(seats, game.checked_options(seats, {})), seats, Random(1))
        seat = cast("Seat", table.turn)

        assert game.stand_in(table.state, table.known[seat], seat) == stand_in(table.state, table.known[seat])  # type: ignore[operator]
