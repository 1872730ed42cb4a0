"""The contract battery, which every game of ours must pass (rules/api.py).

A new game needs its golden files (perft counts, order of actions, one whole game):
`python -m tests.support.golden KEY` writes them, and the reader of the change looks at them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.workshop.check.battery import CHECKS, run_check
from app.workshop.check.hashes import difference
from app.workshop.check.journey import Case, journey
from rules.api import View
from rules.errors import BadText
from tests.support.catalogue import GAMES
from tests.support.games import CASES, FEW

SUBJECTS = list(dict.fromkeys(check.__module__ for check in CHECKS.values()))
TRIED = [pytest.param(case, marks=() if case in FEW else pytest.mark.slow, id=str(case)) for case in CASES]


@pytest.fixture(params=TRIED, scope="module")
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    """One case after another, each with all checks, which go through the same recorded game."""
    yield request.param
    journey.cache_clear()


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.rpartition(".")[2])
def test_a_game_keeps_the_contract(subject: str, case: Case) -> None:
    names = [name for name, check in CHECKS.items() if check.__module__ == subject]

    assert [found for name in names if (found := run_check(name, case))] == []


def test_the_quick_cases_cover_all_options_and_the_smallest_and_largest_table() -> None:
    for game in GAMES.values():
        few = [case for case in FEW if case.game is game]
        tried = {case.seats for case in few}, {choice for case in few for choice in case.options}

        assert tried[0] >= {game.seats[0], game.seats[-1]}
        assert tried[1] == {choice for case in CASES if case.game is game for choice in case.options}


def test_the_order_of_hashes_changes_nothing_in_a_game() -> None:
    tellers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.games"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for seed in ("0", "4242")
    ]
    one, other = (teller.communicate()[0].splitlines() for teller in tellers)

    assert len(one) > 1000 and difference(one, other, seed=1) is None


def test_a_position_of_another_game_is_refused() -> None:
    for key, game in GAMES.items():
        state = game.start(game.seats[0], {})
        for other in GAMES.keys() - {key}:
            with pytest.raises(TypeError, match=GAMES[other].title):
                GAMES[other].scratch(state, {}, rng=Random(1))
            with pytest.raises(TypeError, match=GAMES[other].title):
                GAMES[other].sample(View(state, None, {}), Random(1))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_bad_text_error(text: str) -> None:
    for game in GAMES.values():
        with suppress(BadText):
            assert game.parse_state(text) is None
        for parse in (game.parse_action, game.parse_face):
            with suppress(BadText):
                assert parse(text) is not None
