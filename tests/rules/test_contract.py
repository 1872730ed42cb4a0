"""The contract battery: what every game of ours must pass (rules/api.py).

A new game needs its golden files (perft counts, order of actions, one whole game):
`python -m tests.support.golden KEY` writes them, and the reader of the change looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.__main__ import main
from app.games.check.battery import CHECKS, run_check
from app.games.check.journey import Case, journey
from rules.api import View
from rules.errors import BadText
from tests.support.catalogue import GAMES
from tests.support.games import CASES


@pytest.fixture(params=CASES, ids=str, scope="module")
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    """One case after another, each with all checks: a long game takes hundreds of megabytes."""
    yield request.param
    journey.cache_clear()


@pytest.mark.parametrize("name", CHECKS)
def test_a_game_keeps_the_contract(name: str, case: Case) -> None:
    assert run_check(name, case) is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hash_order_decides_nothing(key: str) -> None:
    assert main(["check-game", key, "--check", "hash-order"]) == 0


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_position_of_another_game_is_not_taken(key: str) -> None:
    for other, game in GAMES.items():
        state = game.start(game.seats[0], {})
        if other != key:
            with pytest.raises(TypeError, match=GAMES[key].title):
                GAMES[key].scratch(state, {}, rng=Random(1))
            with pytest.raises(TypeError, match=GAMES[key].title):
                GAMES[key].sample(View(state, None, {}), Random(1))


@pytest.mark.parametrize("key", sorted(GAMES))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=60))
def test_any_text_at_all_is_refused_by_name(key: str, text: str) -> None:
    game = GAMES[key]
    with suppress(BadText):
        assert game.parse_state(text) is None
    for parse in (game.parse_action, game.parse_face):
        with suppress(BadText):
            assert parse(text) is not None
