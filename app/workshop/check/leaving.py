"""Checks of games in which seats leave."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from app.workshop.check.journey import thin, turns
from app.workshop.check.speed import check_begins
from app.workshop.check.trail import Trail, demand
from rules.api import Left, Seat, View, refusal

SEEDS = (1, 2, 3)
ENOUGH = 10
"""Turns after departures with which `check_scratch_after` is content; a short game may have none."""


def check_leavers(trail: Trail) -> None:
    """Seats may leave at any time; the game continues without them and ends."""
    often = leaving_chance(trail)
    for seed in SEEDS:
        steps = trail.leavers(seed, often * seed)
        left: list[Seat] = []
        for step in trail.visit(steps):
            if isinstance(step.event, Left):
                left.append(step.event.seat)
                why = refusal(step.state, replace(step.event, why="bored"))
                demand(why, "somebody leaves as 'left' or as 'gone', and nothing else", "'bored' is accepted")
            for seat in left[:-1]:
                demand(refusal(step.state, Left(seat, "left")), f"seat {seat} leaves once", "it leaves again")
            if step.turn is not None:
                demand(step.turn not in left, "a seat that left has no turn", f"seat {step.turn} is on turn")
        last = steps[-1].state.after(steps[-1].event)
        demand(last.outcome() is not None and not last.needs, "an outcome at the end", last.needs)
        for state in [*(step.state for step in trail.visit(thin(steps, 20))), last]:
            again = trail.case.game.parse_state(state.text())
            demand(again == state, "a position that seats have left is read back", again.text())


def check_lonely(trail: Trail) -> None:
    """A game that all but one leave can be sampled and read back at any time."""
    case = trail.case
    for step in trail.visit((*trail.steps()[:12], *thin(trail.steps(), 20))):
        state = step.state
        for seat in range(1, case.seats):
            if state.needs:
                state = state.after(Left(Seat(seat), "gone"))
        same, faces = case.game.sample(View(state, None, {}), Random("lonely"))
        again = case.game.parse_state(state.text())
        demand(same == state, "a sample keeps the position when all but seat 0 have left", same.text())
        demand(again == state, "the position is read back when all but seat 0 have left", again.text())
        held = set(state.hand(Seat(0)))
        demand(
            set(faces) >= held,
            "a sample gives every card in a hand a face",
            f"none for {sorted(held - set(faces))}",
        )


def check_scratch_after(trail: Trail) -> None:
    """A scratch begun after somebody left agrees with the position."""
    often, looked_at = leaving_chance(trail), 0
    for seed in range(4, 20):
        if looked_at >= ENOUGH:
            break
        steps = trail.leavers(seed, often)
        first = next((step.number for step in steps if isinstance(step.event, Left)), len(steps))
        later = turns(steps[first:], ENOUGH)
        looked_at += len(later)
        for step in trail.visit(later):
            check_begins(trail.case.game, step)


def check_over(trail: Trail) -> None:
    """Nobody leaves a game that is over."""
    why = refusal(trail.final(), Left(Seat(0), "left"))
    demand(why, "nobody leaves a game that is over", "seat 0 may")


def leaving_chance(trail: Trail) -> float:
    """Return a chance of leaving at which somebody probably leaves even in a short game."""
    return min(max(0.03, 3 / len(trail.steps())), 0.25)
