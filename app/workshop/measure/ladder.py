"""A ladder of strength: each player against the one below it, the same deals from every seat, in Elo.

One of the stronger kind sits among players of the weaker kind. The result is counted in duels: against each
other player it was ahead (1), level (1/2) or behind (0), so that the number of seats does not change the
scale. A deal is played once from every seat, so that the luck of the cards cancels out. It counts as one
observation: the confidence interval is that of the mean over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf, isfinite, log10, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct, to_builtins

from app.bots.api import BotPolicy
from app.workshop.measure.simulate import wilson
from rules.api import Game, Options, Outcome, Seat
from rules.driver import LocalTable

ELO: Final = 400
"""Elo points for odds of ten to one."""
CERTAIN: Final = 3.5
"""Standard errors from even at which a rung is settled: many, because it is tested after every deal."""
DEALS_LEAST: Final = 10


class Climb(Struct, frozen=True):
    """The games for one rung: one `better` among `seats` - 1 of `worse`."""

    game: Game
    better: BotPolicy
    worse: BotPolicy
    seats: int
    options: Options
    seed: int


class DealPlayed(Struct, frozen=True):
    """A deal over all seats: the better player's shares of duels and first places, and think times in ms."""

    duels: float
    firsts: float
    thinking: tuple[float, ...]


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    middle: float
    low: float
    high: float


class Rung(Struct, frozen=True):
    """One rung: how much better `name` is than `below`.

    `duels` and `firsts` are shares (by chance: 1/2, and 1 / seats); `elo` follows from `duels`. Think times
    are milliseconds of CPU time for each choice of the better player.
    """

    name: str
    below: str
    seats: int
    deals: int
    duels: Estimate
    firsts: Estimate
    elo: Estimate
    think_median_ms: float
    think_p95_ms: float


def deals_played(
    climb: Climb, deals: Sequence[int] | range, clock: Callable[[], float]
) -> Iterator[DealPlayed]:
    """Play these deals of a rung, one after another. `clock` gives seconds, for think times only."""
    options = climb.game.checked_options(climb.seats, climb.options)
    for deal in deals:
        thinking: list[float] = []
        duels, firsts = [], []
        for place in range(climb.seats):
            start = climb.game.start(climb.seats, options)
            table = LocalTable(start, climb.seats, Random(f"deal {climb.seed} {deal}"))
            rng = Random(f"ladder {climb.seed} {deal} {place}")
            while (seat := table.turn) is not None:
                view, began = table.view(seat), clock()
                policy = climb.better if seat == place else climb.worse
                action = policy.choose(view, rng)
                if seat == place:
                    thinking.append(1000 * (clock() - began))
                table.play(action)
            if table.outcome is not None:
                duels.append(duels_won(table.outcome, Seat(place)))
                firsts.append(first_place(table.outcome, Seat(place)))
        yield DealPlayed(fmean(duels), fmean(firsts), tuple(thinking))


def duels_won(outcome: Outcome, seat: Seat) -> float:
    """Return the share of the others that a seat beat; a tie counts half."""
    own = outcome.ranks[seat]
    others = [rank for other, rank in enumerate(outcome.ranks) if other != seat]
    return fmean((own < rank) + (own == rank) / 2 for rank in others)


def first_place(outcome: Outcome, seat: Seat) -> float:
    """Return 1 for a first place, a share of it for a tie, otherwise 0."""
    return 1 / outcome.ranks.count(1) if outcome.ranks[seat] == 1 else 0.0


def is_certain(played: Sequence[DealPlayed]) -> bool:
    """True if it is settled who is better: more deals would only narrow the interval."""
    if len(played) < DEALS_LEAST:
        return False
    duels = [deal.duels for deal in played]
    return abs(fmean(duels) - 0.5) > CERTAIN * stdev(duels) / sqrt(len(duels))


def rung(name: str, below: str, *, seats: int, played: Sequence[DealPlayed]) -> Rung:
    """Return the figures of a rung from its deals, at least one."""
    duels = part([deal.duels for deal in played])
    thinking = sorted(ms for deal in played for ms in deal.thinking) or [0.0]
    return Rung(
        name=name,
        below=below,
        seats=seats,
        deals=len(played),
        duels=duels,
        firsts=part([deal.firsts for deal in played]),
        elo=Estimate(elo(duels.middle), elo(duels.low), elo(duels.high)),
        think_median_ms=thinking[len(thinking) // 2],
        think_p95_ms=thinking[int(0.95 * (len(thinking) - 1))],
    )


def part(shares: Sequence[float]) -> Estimate:
    """Return the mean of independent shares, each in 0..1, with Wilson's interval.

    The number of trials is chosen so that chance would spread the shares as far as they are spread. The usual
    interval is too narrow near 0 and 1. Deals that all came out alike count as one trial each.
    """
    mean = fmean(shares)
    error = stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 0.0
    trials = mean * (1 - mean) / (error * error) if error else float(len(shares))
    low, high = wilson(mean * trials, trials) if trials else (0.0, 1.0)
    return Estimate(mean, 0.0 if mean == 0 else low, 1.0 if mean == 1 else high)


def elo(share: float) -> float:
    """Return the Elo difference for a share of duels; infinite for none or all of them."""
    if 0 < share < 1:
        return ELO * log10(share / (1 - share))
    return inf if share else -inf


def rungs_json(rungs: Sequence[Rung]) -> list[dict[str, object]]:
    """Return the ladder for JSON; an infinite number becomes null."""
    return [
        {**to_builtins(each), "elo": {key: _finite(points) for key, points in to_builtins(each.elo).items()}}
        for each in rungs
    ]


def table_text(rungs: Sequence[Rung], *, marked: bool = False) -> str:
    """Return the ladder as text, or with `marked` as a Markdown table."""
    head = ("bot", "among", "games", "won", "Elo above them (95 %)", "think ms (median, 95 %)")
    rows = [head, *(_row(each) for each in rungs)]
    if marked:
        lines = [" | ".join(row) for row in rows]
        return "\n".join(f"| {line} |" for line in (lines[0], " | ".join(["---"] * len(head)), *lines[1:]))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _row(step: Rung) -> tuple[str, ...]:
    firsts = step.firsts
    return (
        step.name,
        f"{step.seats - 1} {step.below}",
        str(step.deals * step.seats),
        f"{firsts.middle:.1%} ({firsts.low:.1%} to {firsts.high:.1%})",
        f"{_points(step.elo.middle)} ({_points(step.elo.low)} to {_points(step.elo.high)})",
        f"{step.think_median_ms:.2f}, {step.think_p95_ms:.2f}",
    )


def _finite(points: float) -> float | None:
    return points if isfinite(points) else None


def _points(points: float) -> str:
    return f"{points:+.0f}" if isfinite(points) else "∞" if points > 0 else "-∞"
