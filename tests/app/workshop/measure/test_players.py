"""The stand-ins of our games: stronger than chance, without random numbers; bots play on after leavers."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from app.bots.api import AnyMove
from app.bots.tree import TreeSearch
from app.games.catalogue import catalogue
from app.workshop.check.journey import Case, cases, walk
from app.workshop.measure.players import StandInPolicy, player_of
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Action, Left, Seat, View, seat_on_turn
from rules.errors import BadOptions
from tests.support.catalogue import GAMES

GAMES_PLAYED = {"plump": 6, "matriculation": 20, "cahoots": 10, "kings": 6, "reef": 2}
"""Number of games by game: few, for the difference is large."""


class NoRandom:
    """A source of random numbers that raises if it is used."""

    def randrange(self, stop: int, /) -> int:
        raise AssertionError("a stand-in draws no random number")

    def shuffle(self, x: object, /) -> None:
        raise AssertionError("a stand-in draws no random number")

    def random(self) -> float:
        raise AssertionError("a stand-in draws no random number")


@pytest.mark.parametrize("key", GAMES)
def test_a_stand_in_is_much_better_than_chance(key: str) -> None:
    entry = catalogue().named(key)
    entrants = [Entrant("stand-in", StandInPolicy(entry.rules)), Entrant("random", AnyMove())]
    report = simulate(
        entry.rules,
        entrants,
        seats=entry.seats,
        games=GAMES_PLAYED[key],
        options={},
        seed=7,
        clock=lambda: 0.0,
    )
    stand_in, by_chance = report.lines

    assert stand_in.wins >= 4 * by_chance.wins
    assert stand_in.mean_score > 1.5 * by_chance.mean_score


def test_a_stand_in_can_be_simulated_by_its_name_and_needs_no_dice() -> None:
    for key, game in GAMES.items():
        policy = player_of(catalogue().named(key), "stand-in")
        step = next(step for step in walk(Case(game, game.seats[0], ()), 1) if step.turn is not None)
        view = View(step.state, step.turn, step.known[seat_on_turn(step.state)])

        assert policy.choose(view, NoRandom()) == game.stand_in(step.state, view.known, view.seat)


def test_an_opponent_from_outside_is_called_by_its_kind_and_its_playouts_or_milliseconds() -> None:
    entry = catalogue().named("kings")
    flat, timed = player_of(entry, "flat-200"), player_of(entry, "tree-50ms")
    assert isinstance(flat, TreeSearch) and isinstance(timed, TreeSearch)

    assert (flat.playouts, flat.depth, flat.seconds) == (200, 1, inf)
    assert timed.playouts > 1000 < timed.depth * 2 and (timed.seconds, timed.stages) == (0.05, 16)
    for name in ("tree-0", "tree-", "tree-5s", "flat-1000000000"):
        with pytest.raises(BadOptions, match="bots of Kings have the levels"):
            player_of(entry, name)


def test_no_stand_in_is_asked_off_turn() -> None:
    for game in GAMES.values():
        with pytest.raises(ValueError, match="no turn is due"):
            game.stand_in(game.start(game.seats[0], {}), {}, Seat(0))


@pytest.mark.parametrize(
    "games",
    [[(2, 0.03), (3, 0.1)], pytest.param([(seed, 0.005) for seed in (1, 4, 5)], marks=pytest.mark.slow)],
    ids=["often", "late"],
)
@pytest.mark.parametrize("level", ["normal", "easy", "stand-in"])
@pytest.mark.parametrize("key", GAMES)
def test_bots_play_on_after_others_have_left(key: str, level: str, games: list[tuple[int, float]]) -> None:
    case = next(case for case in cases(GAMES[key]) if case.seats == 4)
    policy, gone = player_of(catalogue().named(key), level), 0

    def choose(view: View, rng: Random) -> Action:
        return policy.choose(view, rng)

    for seed, leaving in games:
        steps = list(walk(case, seed, leaving=leaving, choose=choose))
        gone += sum(isinstance(step.event, Left) for step in steps)

        assert steps[-1].state.after(steps[-1].event).outcome() is not None
    assert gone
