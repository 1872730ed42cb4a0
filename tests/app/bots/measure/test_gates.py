"""How strong the bots are said to be: gates that a change of a bot must not fall below."""

from __future__ import annotations

import pytest

from app.bots.measure.beginner import Beginner
from app.bots.measure.ladder import Climb, DealPlayed, deals_played, is_certain, rung
from app.games.catalogue import catalogue
from app.games.policies import policy_of

GATES = (
    *(("plump", 2, 80), ("plump", 3, 40), ("plump", 4, 80)),
    *(("matriculation", 2, 300), ("matriculation", 3, 300), ("matriculation", 4, 400)),
    *(("cahoots", 2, 300), ("cahoots", 3, 100), ("cahoots", 4, 60)),
    ("kings", 4, 40),
    *(("reef", 2, 20), ("reef", 4, 20)),
)
"""Seats, and at most how many deals, each once from every seat: it ends as soon as it is certain."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats", "deals"), GATES)
def test_the_normal_bot_is_certainly_better_than_somebody_who_has_just_read_the_rules(
    key: str, seats: int, deals: int
) -> None:
    entry = catalogue().named(key)
    climb = Climb(
        entry.rules,
        better=policy_of(entry, "normal"),
        worse=Beginner(key),
        seats=seats,
        options={},
        seed=1,
    )
    played: list[DealPlayed] = []
    for deal in deals_played(climb, range(deals), lambda: 0.0):
        played.append(deal)
        if is_certain(played):
            break

    assert rung("normal", "beginner", seats=seats, played=played).elo.low > 0
