"""How strong the bots are said to be: gates that a change of a bot must not fall below."""

from __future__ import annotations

import pytest

from app.bots.measure.beginner import Beginner
from app.bots.measure.ladder import Climb, DealPlayed, deals_played, is_certain, rung
from app.games.catalogue import catalogue
from app.games.policies import policy_of

DEALS = {"plump": 60, "matriculation": 600, "cahoots": 400, "kings": 40, "reef": 20}
"""At most so many, each once from every seat: it ends as soon as it is certain who is better."""


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(DEALS))
def test_the_normal_bot_is_certainly_better_than_somebody_who_has_just_read_the_rules(key: str) -> None:
    entry = catalogue().named(key)
    climb = Climb(
        entry.rules,
        better=policy_of(entry, "normal"),
        worse=Beginner(key),
        seats=entry.seats,
        options={},
        seed=1,
    )
    played: list[DealPlayed] = []
    for deal in deals_played(climb, range(DEALS[key]), lambda: 0.0):
        played.append(deal)
        if is_certain(played):
            break

    assert rung("normal", "beginner", seats=entry.seats, played=played).elo.low > 0
