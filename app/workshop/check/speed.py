"""Checks of the fast path: a scratch leads to the same results as the positions."""

from __future__ import annotations

from random import Random

from app.workshop.check.journey import JourneyStep, turns
from app.workshop.check.secrets import texts
from app.workshop.check.trail import Broken, Trail, demand
from rules.api import Game
from rules.driver import LocalTable


def check_side_by_side(trail: Trail) -> None:
    """Scratch and positions offer the same actions and reach the same results, move by move to the end."""
    choice = Random("side by side")
    case = trail.case
    table = LocalTable(case.start(), case.seats, Random("deal"))
    scratch = case.game.scratch(case.start(), {}, rng=Random("deal"))
    moves = 0
    while table.turn is not None:
        if scratch.over or scratch.turn != table.turn:
            raise Broken(f"seat {table.turn} is on turn {_here(moves, table)}", "not so")
        offered, actions = scratch.actions(), table.actions()
        found = tuple(scratch.action(move) for move in offered)
        if found != actions:
            raise Broken(f"a scratch offers {texts(actions)} {_here(moves, table)}", texts(found))
        place = choice.randrange(len(actions))
        scratch.play(offered[place])
        table.play(actions[place])
        moves += 1
        if moves % 7 == 0:
            reached = scratch.state()
            if reached != table.state:
                raise Broken(f"a scratch is {_here(moves, table)}", reached.text())
            scratch = scratch.clone()
    outcome = table.outcome
    demand(scratch.over, "a scratch is over when the game is", "it goes on")
    if outcome is not None:
        demand(
            scratch.scores() == outcome.scores, f"a scratch has the scores {outcome.scores}", scratch.scores()
        )
    demand(
        scratch.state() == table.state, f"a scratch ends at {table.state.text()!r}", scratch.state().text()
    )


def check_begun_anywhere(trail: Trail) -> None:
    """A scratch begun at any position equals that position."""
    for step in trail.visit(turns(trail.steps(), 15)):
        check_begins(trail.case.game, step)


def check_begins(game: Game, step: JourneyStep) -> None:
    """Check that a scratch begun at a step has the position and the actions of that step."""
    scratch = game.scratch(step.state, step.faces, rng=Random("begun anywhere"))
    demand(scratch.turn == step.turn, f"a scratch has seat {step.turn} on turn", f"seat {scratch.turn}")
    demand(
        scratch.state() == step.state, "a scratch is at the position it was made of", scratch.state().text()
    )
    if step.turn is not None:
        offered = step.state.actions(step.turn, step.known[step.turn])
        found = tuple(scratch.action(move) for move in scratch.actions())
        demand(found == offered, f"a scratch offers {texts(offered)}", texts(found))


def check_clone(trail: Trail) -> None:
    """A clone plays on by itself, and its original stays as it was."""
    rng = Random("clone")
    steps = turns(trail.steps(), 3)
    for step in trail.visit(steps[1:2] or steps[:1]):
        scratch = trail.case.game.scratch(step.state, step.faces, rng=rng)
        before, clone = scratch.state().text(), scratch.clone()
        offered, scores = tuple(scratch.actions()), scratch.scores()
        for _ in range(60):
            if not clone.over:
                clone.play(rng.choice(clone.actions()))
        demand(
            scratch.state().text() == before, "a clone's moves never change a scratch", scratch.state().text()
        )
        demand(
            tuple(scratch.actions()) == offered and scratch.scores() == scores and scratch.turn == step.turn,
            "turn, actions and scores do not change while a clone plays",
            "they change",
        )
        demand(clone.state().text() != before, "moves change a clone's position", "they do not")


def _here(moves: int, table: LocalTable) -> str:
    """Describe the place in a game; only for failures, since writing a position is slower than a move."""
    return f"after {moves} moves, in {table.state.text()!r}"
