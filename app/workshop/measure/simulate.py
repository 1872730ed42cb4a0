"""Games between bots in one process: the strength of the bots and the speed of the rules.

Duplicate: every deal is played once per seating, with all bots moved on by one seat, so that
each bot gets the same cards as the others. Deals and bots draw from separate streams of random numbers; both
follow from the seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import ceil, sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import Final

from msgspec import Struct, to_builtins

from app.bots.api import BotPolicy
from rules.api import Game, Options, Outcome
from rules.driver import LocalTable

Z95: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Entrant(Struct, frozen=True):
    """A bot under a name in the report. Entrants with the same name share a line."""

    name: str
    policy: BotPolicy


class StrengthLine(Struct, frozen=True):
    """The result of one name.

    `seats_played` counts a game once per seat of that name; a shared first place counts as a fraction. The
    interval is Wilson's, over seats played. `score_error` is the standard error of the mean score over
    deals (None for a single deal). Think times are milliseconds per decision.
    """

    name: str
    seats_played: int
    wins: float
    share: float
    low: float
    high: float
    mean_score: float
    score_error: float | None
    think_median_ms: float
    think_p95_ms: float


class Report(Struct, frozen=True):
    """A whole simulation. `chance`: share of wins if all were equal; `seconds`: wall time."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    deals: int
    games: int
    moves: int
    seconds: float
    chance: float
    lines: tuple[StrengthLine, ...]

    def json(self) -> str:
        """Return the report as one JSON object."""
        return json.dumps(to_builtins(self))

    def text(self) -> str:
        """Return the report as text."""
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        deals = f"{self.deals} deal{'' if self.deals == 1 else 's'}, every bot once in every seat"
        head = (
            f"{self.game}, {self.seats} seats, {self.games} games ({deals}), "
            f"seed {self.seed}{', ' if options else ''}{options}\n"
            f"{self.moves} moves in {self.seconds:.1f} s; equals would win {self.chance:.1%} each"
        )
        table = [
            ("bot", "seats", "wins", "95 %", "mean score", "think ms (median, 95 %)"),
            *(_words(line) for line in self.lines),
        ]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        rows = (
            "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        )
        return "\n".join((head, *rows))


class _Tally:
    """Counts for one name while the games run."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.scores: list[float] = []  # mean per deal
        self.deal: list[int] = []  # of the deal in progress
        self.thinking: list[float] = []


def simulate(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    seats: int,
    games: int,
    options: Options,
    seed: int,
    clock: Callable[[], float],
) -> Report:
    """Play `games` games, rounded up to whole deals; raises `BadOptions` for seats or options not offered.

    Entrants take the seats in turn, starting over if there are more seats than entrants. `clock` gives
    seconds, for the report's times only.
    """
    if not entrants or games < 1:
        raise ValueError("a simulation needs a bot and a game")
    chosen = game.checked_options(seats, options)
    tallies = {entrant.name: _Tally() for entrant in entrants}
    deals, began, moves = ceil(games / len(entrants)), clock(), 0
    for deal in range(deals):
        for turned in range(len(entrants)):
            seated = [entrants[(seat + turned) % len(entrants)] for seat in range(seats)]
            table = LocalTable(game.start(seats, chosen), seats, Random(f"deal {seed} {deal}"))
            moves += _play(table, seated, Random(f"bots {seed} {deal} {turned}"), tallies, clock)
            if table.outcome is not None:
                _count(table.outcome, seated, tallies)
        for tally in tallies.values():
            tally.scores.append(fmean(tally.deal))
            tally.deal.clear()
    lines = tuple(_line(name, tally) for name, tally in tallies.items())
    return Report(
        game=game.key,
        seats=seats,
        options=chosen,
        seed=seed,
        deals=deals,
        games=deals * len(entrants),
        moves=moves,
        seconds=clock() - began,
        chance=1 / seats,
        lines=lines,
    )


def wilson(wins: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share of wins."""
    share, square = wins / trials, Z95 * Z95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = Z95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _play(
    table: LocalTable,
    seated: Sequence[Entrant],
    rng: Random,
    tallies: dict[str, _Tally],
    clock: Callable[[], float],
) -> int:
    """Play a game to its end; return the number of moves."""
    moves = 0
    while (seat := table.turn) is not None:
        view, began = table.view(seat), clock()
        action = seated[seat].policy.choose(view, rng)
        tallies[seated[seat].name].thinking.append(clock() - began)
        table.play(action)
        moves += 1
    return moves


def _count(outcome: Outcome, seated: Sequence[Entrant], tallies: dict[str, _Tally]) -> None:
    first = outcome.ranks.count(1)
    for entrant, score, rank in zip(seated, outcome.scores, outcome.ranks, strict=True):
        tally = tallies[entrant.name]
        tally.seats += 1
        tally.wins += 1 / first if rank == 1 else 0
        tally.deal.append(score)


def _line(name: str, tally: _Tally) -> StrengthLine:
    low, high = wilson(tally.wins, tally.seats)
    error = stdev(tally.scores) / sqrt(len(tally.scores)) if len(tally.scores) > 1 else None
    thinking = sorted(1000 * seconds for seconds in tally.thinking) or [0.0]
    return StrengthLine(
        name=name,
        seats_played=tally.seats,
        wins=tally.wins,
        share=tally.wins / tally.seats,
        low=low,
        high=high,
        mean_score=fmean(tally.scores),
        score_error=error,
        think_median_ms=median(thinking),
        think_p95_ms=thinking[int(0.95 * (len(thinking) - 1))],
    )


def _words(line: StrengthLine) -> tuple[str, ...]:
    error = "" if line.score_error is None else f" ± {line.score_error:.1f}"
    return (
        line.name,
        str(line.seats_played),
        f"{line.share:.1%}",
        f"{line.low:.1%} to {line.high:.1%}",
        f"{line.mean_score:.1f}{error}",
        f"{line.think_median_ms:.2f}, {line.think_p95_ms:.2f}",
    )
