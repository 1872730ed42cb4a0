"""Search trees below candidates: after a candidate, all seats choose the moves with the best results so far.

An information-set tree search as in `tree`, but its keys are the move numbers of `Scratch`. A number can mean
the same in all worlds, for example the face of a card, while an action also names the slot: so the worlds
share far more of a tree. At a node without moves, `Scratch.likely` is tried first.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from msgspec import Struct, field

from app.bots.tree import EXPLORE, Span
from rules.api import Scratch, Seat


class Branch(Struct):
    """A move in the tree: playouts with it, descents in which it was legal, sum of its mover's leads."""

    playouts: int = 0
    offered: int = 0
    lead: float = 0.0
    below: dict[int, Branch] = field(default_factory=dict)

    def promise(self, span: Span) -> float:
        """Return the UCB1 value of a move that has playouts."""
        return span.part(self.lead / self.playouts) + EXPLORE * sqrt(log(self.offered) / self.playouts)


def descend(
    branch: Branch, scratch: Scratch, span: Span, rng: Random, last: int
) -> list[tuple[Branch, Seat]]:
    """Play moves down the tree until one is added, the game is over or stage `last` is reached. Return the
    branches taken, each with the seat that chose it."""
    path: list[tuple[Branch, Seat]] = []
    is_new = False
    while not is_new and not scratch.over and scratch.stage < last:
        moves, below = scratch.actions(), branch.below
        if len(moves) == 1:
            scratch.play(moves[0])  # forced moves need no place in the tree
            continue
        untried = [move for move in moves if move not in below]
        if is_new := bool(untried):
            likely = scratch.likely(rng)
            move = likely if likely in untried else untried[rng.randrange(len(untried))]
            below[move] = Branch()
        for each in moves:
            if each in below:
                below[each].offered += 1
        if not is_new:
            move = max(moves, key=lambda each: below[each].promise(span))
        branch = below[move]
        path.append((branch, scratch.turn))
        scratch.play(move)
    return path
