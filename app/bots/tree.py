"""A search that knows nothing but the contract of a game: it plays any game, ours or a stranger's.

An information-set tree search (Cowling, Powley and Whitehouse 2012): each playout begins in a new world that
fits what the seat knows, goes down one tree for all worlds among the choices that are legal in this one, adds
a choice to it, and is played on by `Scratch.likely`. A choice is taken as often as it promises, by UCB1
among the playouts in which it was legal. With a tree of one move it is a flat Monte Carlo.

What others choose at the same time as the player is drawn anew in each playout by `Scratch.likely`: a tree
would let those who come later in it answer to what they cannot see. So it does for such choices further down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Final

from app.bots.api import Budget, Weighed
from rules.api import Action, Game, Outcome, Rng, Scratch, Seat, View, choosers

EXPLORE: Final = 0.7
"""Preference for a choice that was tried seldom, in parts of the best result."""
DEEP: Final = 1000
"""Moves that a tree remembers: more than are ever looked at."""
MOVES_MOST: Final = 2000
"""Moves after which a playout ends where it stands: play by chance alone ends some games never."""


@dataclass(slots=True)
class _Node:
    """A choice in the tree: the playouts through it, those in which it was legal, and what came of it.

    `place` sums up the parts of the others that the mover came before, `lead` its leads in score.
    """

    playouts: int = 0
    offered: int = 0
    place: float = 0.0
    lead: float = 0.0
    below: dict[Action, _Node] = field(default_factory=dict)


@dataclass(slots=True)
class _Span:
    """The leads that were met so far: what is a lot of points in this game."""

    low: float = inf
    high: float = -inf

    def part(self, lead: float) -> float:
        """A lead as a part of the span."""
        return (lead - self.low) / (self.high - self.low) if self.high > self.low else 0.5


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """A player of any game.

    `playouts` and `seconds` by `clock` are how long it thinks, whichever is spent first. The tree remembers
    `depth` moves; a playout ends when `stages` (`Scratch.stage`) have gone by, or with the game.
    """

    game: Game
    playouts: int
    depth: int = DEEP
    stages: int = 1
    seconds: float = inf
    clock: Callable[[], float] = field(default=lambda: 0.0, compare=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """The choice that was tried most often."""
        return self.advise(view, rng, Budget(self.seconds, self.clock, self.clock())).action

    def advise(self, view: View, rng: Rng, budget: Budget) -> Weighed:
        """Choose within another budget, with what came of it in words."""
        actions = view.actions()
        if len(actions) == 1:
            return Weighed(actions[0], 0.0, "There is no other choice.")
        root, span, at_once = _Node(), _Span(), [seat == view.seat for seat in choosers(view.state)]
        worlds, dice, done = self.game.worlds(view), Random(), 0
        while done < self.playouts and not (done and budget.is_spent()):
            state, faces = worlds(rng)
            dice.seed(rng.randrange(1 << 48))
            scratch = self.game.scratch(state, faces, rng=dice)
            self._play_out(root, span, scratch, dice, at_once)
            done += 1
        best = max(actions, key=lambda action: _rank(root.below.get(action)))
        node = root.below[best]
        return Weighed(best, node.playouts / done, f"It came out best in {done} games played on from here.")

    def _play_out(
        self, root: _Node, span: _Span, scratch: Scratch, dice: Random, at_once: Sequence[bool]
    ) -> None:
        """One playout, whose result is added to all choices in the tree that led to it. First comes what is
        chosen at once, the searcher's own by the tree."""
        last, moves, node, path = scratch.stage + self.stages, 0, root, list[tuple[_Node, Seat]]()
        size = len(root.below)
        for is_own in at_once:
            if is_own:
                move, node = _taken(root, scratch, span, dice)
                path.append((node, scratch.turn))
            scratch.play(move if is_own else scratch.likely(dice))
        is_new = len(root.below) > size
        while not is_new and len(path) < self.depth and not scratch.over and scratch.stage < last:
            if len(offered := scratch.actions()) == 1:
                scratch.play(offered[0])  # the tree need not remember what is forced
                continue
            size = len(node.below)
            move, below = _taken(node, scratch, span, dice)
            path.append((below, scratch.turn))
            scratch.play(move)
            is_new = len(node.below) > size
            node = below
        while not scratch.over and scratch.stage < last and moves < MOVES_MOST:
            scratch.play(scratch.likely(dice))
            moves += 1
        standing = scratch.state().standing()
        for below, seat in path:
            place, lead = result_of(standing, seat)
            span.low, span.high = min(span.low, lead), max(span.high, lead)
            below.playouts += 1
            below.place += place
            below.lead += lead


def _taken(node: _Node, scratch: Scratch, span: _Span, dice: Random) -> tuple[int, _Node]:
    """A move with its node: one that was never tried, by lot, or the one that promises most."""
    offered = [(scratch.action(move), move) for move in scratch.actions()]
    if new := [(action, move) for action, move in offered if action not in node.below]:
        action, move = new[dice.randrange(len(new))]
        node.below[action] = below = _Node(offered=1)
        return move, below
    promised = []
    for action, move in offered:
        below = node.below[action]
        below.offered += 1
        spread = sqrt(log(below.offered) / below.playouts)
        promised.append((_worth(below, span) + EXPLORE * spread, move, below))
    return max(promised, key=lambda each: each[0])[1:]


def _worth(node: _Node, span: _Span) -> float:
    """Half of it the place, half the lead, each in 0..1."""
    return (node.place / node.playouts + span.part(node.lead / node.playouts)) / 2


def _rank(node: _Node | None) -> tuple[int, float]:
    return (0, 0.0) if node is None else (node.playouts, node.place)


def result_of(standing: Outcome, seat: Seat) -> tuple[float, float]:
    """The part of the others that a seat is before, and its lead in score over their mean.

    Where those with the lower scores are first, a low score is a lead.
    """
    own, rank = standing.scores[seat], standing.ranks[seat]
    others = [other for other in range(len(standing.scores)) if other != seat]
    place = sum((standing.ranks[other] > rank) + (standing.ranks[other] == rank) / 2 for other in others)
    lead = own - sum(standing.scores[other] for other in others) / len(others)
    best, worst = (standing.scores[standing.ranks.index(at(standing.ranks))] for at in (min, max))
    return place / len(others), lead if best >= worst else -lead
