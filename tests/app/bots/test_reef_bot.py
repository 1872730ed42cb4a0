"""The heuristic player of Reef Encounter."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from app.bots.reef import ReefPolicy
from app.bots.reef_steps import StepSearch, own_position
from app.bots.reef_worth import worth
from rules.api import Action, Face, Rng, Seat, Slot, View
from rules.driver import LocalTable
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.position import End, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import laying, turn
from rules.reef.steps.refill import take_space
from tests.support.quick import quick_only
from tests.support.reef import lively, make

GAME = ReefGame()
SMALL_STEPS_MOST = 1200


class Chance:
    """A player that takes a legal action at random."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[rng.randrange(len(actions))]


def game(players: list[ReefPolicy | Chance], seed: int, **options: str) -> LocalTable:
    """A whole game; fails if it does not end."""
    rng = random.Random(seed)
    table = LocalTable(GAME.start(len(players), options), len(players), rng)
    for _ in range(SMALL_STEPS_MOST):
        if table.turn is None:
            return table
        table.play(players[table.turn].choose(table.view(table.turn), rng))
    raise AssertionError("the game does not end")


def lower_bound(wins: float, games: int) -> float:
    """The low end of Wilson's 95 % interval for a share of wins."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    return (middle - z * sqrt(share * (1 - share) / games + z * z / (4 * games**2))) / (1 + z * z / games)


@pytest.mark.parametrize(
    ("seats", "seed", "turns"),
    quick_only([(2, 1, 12), (3, 2, 12), (4, 3, 60), (4, 4, 60)], (2, 1, 12), (3, 2, 12)),
)
def test_trying_a_turn_in_place_gives_the_same_result_as_on_a_copy(seats: int, seed: int, turns: int) -> None:
    """Tiles, shrimps and ends of turns are tried; the position is afterwards as it was, its corals too."""
    rng, tried = random.Random(seed), Counter[str]()
    table = LocalTable(GAME.start(seats, {}), seats, rng)
    while table.turn is not None and turns:
        view = table.view(table.turn)
        assert isinstance(view.state, ReefState)
        if view.state.position.phase == ReefPhase.TURN:
            search = StepSearch(own_position(view, view.state.position))
            now = search.now
            before = now.packed(), str(now.rocks.coral), str(now.rocks.size), str(now.rocks.guard)
            for code in turn.codes(now, {}):
                after = now.clone()
                if code < a.CUBE:
                    take_space(after, code - a.COLLECT)
                    value = search.ended(code)
                elif code >= a.INTRODUCE:
                    turn.play(after, code)
                    value = search._standing(code)
                elif code >= a.LAY_SCREEN:
                    turn.play(after, code)
                    value = search._laid(
                        now, code - code % a.BLOCK, laying.effect(now, code % a.BLOCK), search._outlook
                    )[0]
                else:
                    continue
                tried[str(code // a.BLOCK)] += 1
                assert value == worth(after, now.seat), code
            assert before == (now.packed(), str(now.rocks.coral), str(now.rocks.size), str(now.rocks.guard))
        chosen = rng.choice(view.actions())
        turns -= isinstance(chosen, a.Collect)
        table.play(chosen)
    assert min(tried[kind] for kind in ("0", "4", "7")) > 20, tried


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"extra_growth": "off"}),
        (3, {"attack": "strength", "boards": "house"}),
        pytest.param(4, {}, marks=pytest.mark.slow),
    ],
)
def test_a_game_of_bots_ends_by_the_rules(seats: int, options: dict[str, str]) -> None:
    table = game([ReefPolicy()] * seats, seats, **options)
    assert isinstance(table.state, ReefState)
    outcome = table.outcome

    assert outcome is not None
    assert max(outcome.scores) > 10
    assert table.state.position.end in (End.SHRIMPS, End.LOCKED, End.SUPPLY, End.CLOSED)


def beaten(games: int, seats: int) -> float:
    """Number of games that the heuristic player wins against random players, seats rotated."""
    wins = 0.0
    for seed in range(games):
        players: list[ReefPolicy | Chance] = [Chance()] * seats
        players[seed % seats] = ReefPolicy()
        outcome = game(players, seed).outcome
        assert outcome is not None
        wins += (outcome.ranks[seed % seats] == 1) / outcome.ranks.count(1)
    return wins


def test_the_bot_beats_random_play() -> None:
    assert beaten(6, 2) == 6


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bot_beats_random_play_in_two_hundred_games(seats: int) -> None:
    assert lower_bound(beaten(200, seats), 200) > 0.9


def test_the_same_view_gives_the_same_choice_for_any_random_numbers() -> None:
    rng = random.Random(5)
    table = LocalTable(GAME.start(2, {}), 2, rng)
    while table.turn is not None:
        view = table.view(table.turn)
        if len(table.events) % 4 == 0:
            assert ReefPolicy().choose(view, random.Random(1)) == ReefPolicy().choose(view, random.Random(2))
        table.play(lively(view, rng))


def test_hidden_tiles_do_not_change_the_choice() -> None:
    """It makes the same choice in worlds that differ only in hidden tiles."""
    rng = random.Random(3)
    table = LocalTable(GAME.start(3, {}), 3, rng)
    for step in range(60):
        assert table.turn is not None
        view = table.view(table.turn)
        choice = ReefPolicy().choose(view, random.Random(1))
        if step % 6 == 0:
            state, faces = GAME.sample(view, rng)
            known = {slot: faces.get(slot, face) for slot, face in view.known.items()}
            assert ReefPolicy().choose(View(state, view.seat, known), random.Random(1)) == choice
        table.play(choice)


def test_the_bot_feeds_a_large_coral_in_time() -> None:
    play = make("Y: A5!0 B5 C5 D5 E5 F5 G5 A4 A3 B3; P: C6")

    assert str(ReefPolicy().choose(View(play.state, Seat(0), {}), random.Random(1))) == "eat 0:A5"


def test_the_bot_eats_in_the_final_round() -> None:
    six, seven = "P: 1:A6!1 1:B6 1:C6 1:D6 1:E6 1:F6", "O: 1:D1!1 1:E1 1:F1 1:D2 1:E2 1:F2 1:C2"
    play = make(f"Y: A5!0 B5 C5 D5 E5; {six}; {seven}")
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(20, 21).do("eat 0:A5")

    assert play.p.phase is ReefPhase.FINAL
    view = View(play.state, Seat(1), {Slot(21): Face(0)})
    assert str(ReefPolicy().choose(view, random.Random(1))) == "eat 1:D1"


def test_the_bot_guards_a_coral_that_it_has_grown() -> None:
    play = make("Y: A5 B5 C5 D5; P: C6", hand={0: "YY"}, cubes={0: "Y"})
    texts = []
    for _ in range(6):
        action = ReefPolicy().choose(View(play.state, Seat(0), {}), random.Random(1))
        texts.append(str(action).split(" ")[0])
        if texts[-1] == "collect":
            break
        play.do(str(action))

    assert texts[-1] == "collect"
    assert {"cube", "lay", "introduce"} <= set(texts)


def test_the_bot_never_leaves_a_shrimp_on_bare_rock() -> None:
    play = make("Y: C3; #: D4!0")
    action = ReefPolicy().choose(View(play.state, Seat(0), {}), random.Random(1))

    assert str(action).startswith("move 0:D4")


def test_a_bot_has_no_choice_for_a_spectator() -> None:
    with pytest.raises(ValueError, match="not a position"):
        ReefPolicy().choose(View(make().state, None, {}), random.Random(1))
