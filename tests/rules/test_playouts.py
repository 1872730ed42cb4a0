"""Moves of playouts, to the letter, in random positions and in positions of their own.

The bots' published strength was measured with these policies: after a change to one, measure again and put
the new digest here.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from rules.api import Game, Options
from tests.support.catalogue import GAMES

GOLDEN: dict[str, tuple[int, tuple[Options, ...], str]] = {
    "plump": (6, ({}, {"length": "short"}), "687eeb9b368486b6"),
    "matriculation": (8, ({}, {"ogre": "per_term"}), "1772cb13aec69f25"),
    "cahoots": (8, ({},), "85b5f7e25710db6d"),
    "kings": (4, ({},), "ae88ccdc3b3c0add"),
    "reef": (2, ({},), "8d03724543a55bfd"),
}
"""Number of playouts of each game, their options in turn, and the digest of all their likely moves."""


def likely_actions(game: Game, playouts: int, options: tuple[Options, ...]) -> list[str]:
    """The likely move in each position of some playouts, in which every other seat moves at random."""
    told = []
    for seed in range(playouts):
        rng, seats = Random(seed), game.seats[seed % len(game.seats)]
        chosen = game.checked_options(seats, options[seed % len(options)])
        scratch = game.scratch(game.start(seats, chosen), {}, rng=Random(seed))
        while not scratch.over:
            likely = scratch.likely(rng)
            told.append(str(scratch.action(likely)))
            scratch.play(likely if (scratch.turn + seed) % 2 else rng.choice(scratch.actions()))
        told.append(str(scratch.scores()))
    return told


@pytest.mark.parametrize("key", GOLDEN)
def test_a_playout_makes_the_recorded_choices(key: str) -> None:
    playouts, options, digest = GOLDEN[key]
    told = likely_actions(GAMES[key], playouts, options)

    assert sha256("\n".join(told).encode()).hexdigest()[:16] == digest
