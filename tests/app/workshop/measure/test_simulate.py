"""Simulations: duplicate deals, shares of wins, the two formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest

from app.bots.api import AnyMove, BotPolicy
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.workshop.measure.players import player_of
from app.workshop.measure.simulate import Entrant, Report, simulate, wilson
from rules.api import Action, Rng, View
from rules.driver import LocalTable
from rules.errors import BadOptions
from rules.plump.game import PlumpGame
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only

GAME = PlumpGame()
SHORT = {"length": "short"}


@dataclass(slots=True)
class Noting:
    """Plays the first action and notes which cards it was dealt."""

    seen: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    def choose(self, view: View, rng: Rng) -> Action:
        assert view.seat is not None
        hand = view.state.hand(view.seat)
        self.seen.append((view.seat, tuple(view.known.get(slot, -1) for slot in hand)))
        return view.actions()[0]


def ticking() -> Callable[[], float]:
    """A clock that advances by a second each time it is read."""
    looks = count()
    return lambda: float(next(looks))


def run(entrants: list[Entrant], *, seats: int = 2, games: int = 4, seed: int = 1) -> Report:
    return simulate(GAME, entrants, seats=seats, games=games, options=SHORT, seed=seed, clock=ticking())


def test_the_same_seed_gives_the_same_report() -> None:
    entrants = [Entrant("a", AnyMove()), Entrant("b", AnyMove())]

    assert run(entrants) == run(entrants)
    assert run(entrants).lines != run(entrants, seed=2).lines


def test_both_bots_get_the_same_cards_in_the_same_seats() -> None:
    one, two = Noting(), Noting()
    run([Entrant("one", one), Entrant("two", two)], games=6)

    assert sorted(one.seen) == sorted(two.seen) and len(one.seen) > 100


def test_games_are_rounded_up_to_whole_deals() -> None:
    report = run([Entrant(name, AnyMove()) for name in "abc"], seats=3, games=4)

    assert (report.deals, report.games) == (2, 6)
    assert [line.seats_played for line in report.lines] == [6, 6, 6]


def test_entrants_of_one_name_share_a_line_and_every_entrant_plays_in_every_seat() -> None:
    report = run([Entrant("a", AnyMove()), Entrant("b", AnyMove())], seats=5, games=2)

    assert [(line.name, line.seats_played) for line in report.lines] == [("a", 5), ("b", 5)]
    assert sum(line.wins for line in report.lines) == pytest.approx(2)
    assert report.chance == 0.2


def test_a_shared_first_place_counts_as_a_share_of_a_win() -> None:
    """A bot plays against itself: whether there is a winner or a tie, wins add up to games."""
    report = run([Entrant("a", Noting())], seats=4, games=10)

    assert report.lines[0].wins == pytest.approx(10)
    assert report.lines[0].share == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 200, 0.1951, 0.3143)],
)
def test_the_wilson_interval_has_the_published_values(
    wins: float, trials: int, low: float, high: float
) -> None:
    assert wilson(wins, trials) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_the_clock_gives_the_times_of_the_report() -> None:
    report = run([Entrant("a", AnyMove())], games=1)

    assert report.lines[0].think_median_ms == 1000 and report.seconds == 2 * report.moves + 1
    assert report.lines[0].score_error is None


def test_the_report_as_json_is_read_back() -> None:
    report = run([Entrant("a", AnyMove()), Entrant("b", AnyMove())])
    read = json.loads(report.json())

    assert read["game"] == "plump" and read["games"] == 4 and read["options"]["length"] == "short"
    assert [line["name"] for line in read["lines"]] == ["a", "b"]
    assert read["lines"][0]["mean_score"] == report.lines[0].mean_score


def test_the_report_as_text_names_everything() -> None:
    lines = run([Entrant("a", AnyMove()), Entrant("longer", AnyMove())]).text().splitlines()

    assert lines[0] == (
        "plump, 2 seats, 4 games (2 deals, every bot once in every seat), seed 1, "
        "lead=left zero=10 length=short revoke=plump"
    )
    assert lines[1].endswith("equals would win 50.0% each")
    assert lines[2].split()[:3] == ["bot", "seats", "wins"]
    assert [line.split()[0] for line in lines[3:]] == ["a", "longer"]
    assert "±" in lines[3] and "%" in lines[3]


def test_what_cannot_be_simulated_is_refused() -> None:
    for entrants, games in (([], 1), ([Entrant("a", AnyMove())], 0)):
        with pytest.raises(ValueError, match="needs a bot and a game"):
            run(entrants, games=games)
    with pytest.raises(BadOptions):
        run([Entrant("a", AnyMove())], seats=11)


CATALOGUE = [(level, key) for level in ("easy", "normal", "hard", "random") for key in sorted(GAMES)]


@pytest.mark.parametrize(
    ("level", "key"), quick_only(CATALOGUE, *(each for each in CATALOGUE if each != ("hard", "reef")))
)
def test_every_bot_of_the_catalogue_plays_legally(key: str, level: str) -> None:
    entry = catalogue().named(key)
    if level not in (*entry.levels, "random"):
        return
    policy: BotPolicy = player_of(entry, level)
    game = GAMES[key]
    seats = game.seats[len(game.seats) // 2]
    table, rng = LocalTable(game.start(seats, {}), seats, Random(4)), Random(4)
    normal = policy_of(entry, "normal")
    for move in range(120):
        if table.turn is None:
            break
        # the hard bot is slow: normal ones play, and it is asked at every 41st move
        asked = policy if level != "hard" or move % 41 == 0 else normal
        action = asked.choose(table.view(table.turn), rng)
        assert action in table.actions()
        table.play(action)


def test_unknown_games_and_levels_are_refused_by_name() -> None:
    with pytest.raises(BadOptions, match="whist"):
        policy_of(catalogue().named("whist"), "normal")
    with pytest.raises(BadOptions, match="grandmaster"):
        policy_of(catalogue().named("plump"), "grandmaster")
