"""Strength of the bots: limits below which a changed bot must not fall."""

from __future__ import annotations

import pytest

from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.workshop.measure.ladder import Climb, DealPlayed, deals_played, is_certain, rung

BEGINNER = (
    *(("plump", 2, 80), ("plump", 3, 40), ("plump", 4, 80)),
    *(("matriculation", 2, 300), ("matriculation", 3, 300), ("matriculation", 4, 400)),
    *(("cahoots", 2, 300), ("cahoots", 3, 100), ("cahoots", 4, 60)),
    ("kings", 4, 40),
    *(("reef", 2, 20), ("reef", 4, 20)),
)
RANDOM = (
    *(("plump", 2, 90), ("plump", 3, 20), ("plump", 4, 20)),
    *(("matriculation", 2, 20), ("matriculation", 3, 20), ("matriculation", 4, 20)),
    *(("cahoots", 2, 20), ("cahoots", 3, 20), ("cahoots", 4, 20)),
    *(("kings", 4, 20), ("reef", 2, 20), ("reef", 3, 20)),
)
ABOVE_BEGINNERS = (
    *(("plump", 3, 300), ("plump", 4, 80)),
    *(("matriculation", 3, 350), ("matriculation", 4, 600)),
)
EASY = (
    *(("plump", 2, 500), ("plump", 3, 40), ("plump", 4, 40)),
    *(("matriculation", 2, 300), ("matriculation", 3, 700), ("matriculation", 4, 600)),
    *(("cahoots", 2, 5500), ("cahoots", 3, 750), ("cahoots", 4, 760)),
    *(("kings", 4, 160), ("reef", 2, 20), ("reef", 3, 20)),
)
NORMAL = (
    *(("plump", 2, 20), ("plump", 3, 20), ("plump", 4, 20)),
    *(("matriculation", 2, 300), ("matriculation", 3, 300)),
    *(("cahoots", 2, 20), ("cahoots", 3, 60), ("cahoots", 4, 100)),
    ("kings", 4, 30),
    ("reef", 2, 20),
    *(("reef", 3, 3), ("reef", 4, 12)),
)
STEPS = {
    ("random", "beginner"): RANDOM,
    ("beginner", "easy"): ABOVE_BEGINNERS,
    ("beginner", "normal"): BEGINNER,
    ("easy", "normal"): EASY,
    ("normal", "hard"): NORMAL,
}
GATES = [(worse, better, *each) for (worse, better), gates in STEPS.items() for each in gates]
"""Two levels, the game, seats, and at most how many deals, each once from every seat: it ends as soon as it
is certain."""


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("worse", "better", "key", "seats", "deals"), GATES)
def test_each_level_is_certainly_better_than_the_one_below(
    worse: str, better: str, key: str, seats: int, deals: int
) -> None:
    entry = catalogue().named(key)
    climb = Climb(
        entry.rules,
        better=policy_of(entry, better),
        worse=policy_of(entry, worse),
        seats=seats,
        options={},
        seed=1,
    )
    played: list[DealPlayed] = []
    for deal in deals_played(climb, range(deals), lambda: 0.0):
        played.append(deal)
        if is_certain(played):
            break

    assert rung(better, worse, seats=seats, played=played).elo.low > 0
