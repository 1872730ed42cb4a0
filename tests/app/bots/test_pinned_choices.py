"""Choices of bots in kept positions: their play must not change by accident.

After a wanted change write the new words here; `shoal ladder` says whether they are better.
"""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from app.bots.api import Budget
from app.bots.cahoots import CahootsPolicy
from app.bots.kings import HARD as KINGS
from app.bots.plump import HARD as PLUMP
from app.bots.reef_steps import StepSearch, own_position
from app.bots.reef_turns import TurnBeam, judged_turn, next_best
from app.bots.search import Searcher
from app.bots.tree import TreeSearch
from rules.api import Game, View
from rules.driver import LocalTable
from rules.reef.actions import Collect
from rules.reef.game import ReefGame
from rules.reef.pieces.position import ReefPhase
from rules.reef.state import ReefState
from tests.support.catalogue import GAMES
from tests.support.reef import lively
from tests.support.samples import entry_of
from tests.support.values import replace

NO_CLOCK = Budget(inf, lambda: 0.0, 0.0)


def met(game: Game, seats: int, moves: int, seed: int = 1, **options: str) -> View:
    """The view of the seat on turn after some moves of stand-ins, where there is a choice."""
    table = LocalTable(game.start(seats, game.checked_options(seats, options)), seats, Random(seed))
    while table.turn is not None and (moves > 0 or len(table.actions()) < 2):
        table.play(game.stand_in(table.state, table.known[table.turn], table.turn))
        moves -= 1
    assert table.turn is not None
    return table.view(table.turn)


@pytest.mark.parametrize(
    ("key", "seats", "moves", "depth", "advice"),
    [
        ("four", 2, 10, 1000, "drop F 0.4000"),
        ("four", 2, 10, 1, "drop F 0.4000"),
        ("hearts", 3, 20, 1000, "play 44=4d 0.4000"),
        ("duels", 3, 0, 1000, "challenge 1 2=Knight-4 0.2000"),
        ("pig", 2, 4, 1000, "throw 0.7000"),
        ("plump", 4, 6, 1000, "play 5=Jh 0.4000"),
    ],
)
def test_a_search_in_each_game_gives_the_pinned_advice(
    key: str, seats: int, moves: int, depth: int, advice: str
) -> None:
    game = GAMES[key] if key in GAMES else entry_of(key).rules
    found = TreeSearch(game, 10, depth=depth).advise(met(game, seats, moves), Random(1), NO_CLOCK)

    assert f"{found.action} {found.worth:.4f}" == advice
    assert found.reason == "It did best in 10 games played on from here."


@pytest.mark.parametrize(
    ("searcher", "seats", "moves", "results"),
    [
        (
            PLUMP,
            4,
            2,
            [
                "bid 3: 20 4.9 70 14",
                "bid 2: 8 -3.792 0 2",
                "bid 4: 20 5.167 60 14",
                "bid 1: 16 -2 19 5",
                "bid 5: 12 -1.472 8 6",
                "bid 0: 8 -4.083 0 3",
                "bid 6: 4 -5.417 0 0",
                *(f"bid {bid}: 4 -4.5 0 1" for bid in (7, 8, 9, 10)),
            ],
        ),
        (
            PLUMP,
            4,
            11,
            ["play 17=Kc: 8 -3.042 12 2", "play 16=10c: 8 -3.958 12 1", "play 19=6c: 4 -6.667 0 1"],
        ),
        (
            KINGS,
            4,
            30,
            [
                "put 38=6b on 2: 8 -2.292 88 0",
                "put 39=Ab on 3: 8 -2.292 88 0",
                "end 35=9s,38=6b,39=Ab: 4 -2.667 50 0",
            ],
        ),
    ],
)
def test_playouts_give_the_pinned_results(
    searcher: Searcher, seats: int, moves: int, results: list[str]
) -> None:
    """Each candidate with its playouts, its mean lead, its rises in percent and its first places."""
    quick = replace(searcher, plan=replace(searcher.plan, worlds=4, rounds_least=2))
    view = met(searcher.game, seats, moves)
    tried = quick.try_candidates(view, quick.policy.choose(view, Random(1)), Random(1))

    found = []
    for one in tried:
        mean = round(one.mean, 3) + 0  # no -0
        found.append(f"{one.scored.action}: {len(one.results)} {mean:g} {one.paying} {sum(one.firsts)}")
    assert found == results


@pytest.mark.parametrize(
    ("seats", "moves", "options", "steps"),
    [
        (
            2,
            12,
            {},
            ["1830", "237 1830 333 12.862", "alga b space pay Y 12.582 12.862 False", "introduce 0:D6 1.610"],
        ),
        (
            2,
            40,
            {"attack": "strength"},
            ["1824", "389 1824 28 24.630", "move 1:D2 0:E5 24.630 24.630 True", "introduce 0:E5 6.660"],
        ),
        (
            2,
            60,
            {"extra_growth": "off"},
            [
                "447",
                "102 447 28 20.533",
                "alga p tile 9 pay G 20.520 20.533 False",
                "alga b tile 4 pay G 1.895",
            ],
        ),
        (
            3,
            45,
            {},
            ["1843", "277 1843 25 13.496", "alga b space pay Y 12.796 13.496 False", "introduce 1:C2 7.680"],
        ),
    ],
)
def test_a_search_of_a_turn_of_reef_finds_the_pinned_turn(
    seats: int, moves: int, options: dict[str, str], steps: list[str]
) -> None:
    """The step of the normal player, the best turn of a beam with its worth and the number of turns found,
    and the second best step."""
    game, rng = ReefGame(), Random(seats)
    table = LocalTable(game.start(seats, game.checked_options(seats, options)), seats, Random(5))
    while moves > 0 or not (
        isinstance(table.state, ReefState)
        and table.state.position.phase == ReefPhase.TURN
        and not table.state.steps
        and not table.state.position.course.acted
    ):
        assert table.turn is not None
        table.play(lively(table.view(table.turn), rng))
        moves -= 1
    assert table.turn is not None and isinstance(table.state, ReefState)
    view = table.view(table.turn)
    search = StepSearch(own_position(view, table.state.position))
    step = search.step()
    ends = [*TurnBeam(search, 2).ends()]
    best = max(ends, key=lambda end: end.value)
    rival = next_best(search, step, view.actions(), width=1)
    ending = max(
        (action for action in view.actions() if isinstance(action, Collect)),
        key=lambda action: search.ended(action.code),
    )
    ((_, judged),) = judged_turn([(view, ending)], 2)

    assert rival is not None
    assert [
        f"{step}",
        f"{len(ends)} {' '.join(map(str, best.codes))} {best.value:.3f}",
        f"{rival.action} {rival.worth:.3f} {rival.best:.3f} {rival.is_close}",
        f"{judged.best} {judged.cost:.3f}",
    ] == steps


@pytest.mark.parametrize(
    ("moves", "worths"),
    [
        (
            0,
            [
                "place 0=8R 3.000",
                "place 3=10C 2.667",
                "place 6=9D 1.667",
                "place 12=10D 2.000",
                "swap 15=2D -99.057",
                "draw -99.700",
            ],
        ),
        (9, ["place 19=10R 0.500", "swap 7=5T -99.055", "swap 13=1D -99.109", "draw -99.700"]),
        (30, ["swap 24=7T -99.586", "draw -99.700"]),
    ],
)
def test_cards_of_cahoots_have_the_pinned_worths(moves: int, worths: list[str]) -> None:
    scored = CahootsPolicy().score_actions(met(GAMES["cahoots"], 3, moves))

    assert [f"{one.action} {one.worth:.3f}" for one in scored] == worths
