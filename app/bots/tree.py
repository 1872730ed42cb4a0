"""A search that knows nothing but the contract of a game, so it plays any game, also an author's own.

An information-set tree search (Cowling, Powley and Whitehouse 2012). Each playout begins in a new world
that fits what the seat knows. It descends one tree for all worlds along choices that are legal in this one,
adds at most one choice to it, and is played on by `Scratch.likely`. Choices are taken by UCB1, counted among
the playouts in which they were legal. With a tree of one move it is a flat Monte Carlo search. Only at the
root are others' simultaneous choices drawn by `Scratch.likely`. Further down they are taken from the tree, so
later choosers there answer choices that they could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Final

from msgspec import Struct, field

from app.bots.api import Budget, ScoredAction
from rules.api import Action, Game, Outcome, Rng, Scratch, Seat, View, choosers

EXPLORE: Final = 0.7
"""Weight of exploration in UCB1, for results in 0..1."""
DEEP: Final = 1000
"""Default for the maximum depth of a tree, in choices; real depths stay far below."""
MOVES_MOST: Final = 2000
"""Moves below the tree after which a playout ends: random play never ends some games."""


class _Node(Struct):
    """A choice in the tree: its playouts, the descents in which it was legal, and the results. `place` sums
    the shares of the others that the mover beat, `lead` its leads in score."""

    playouts: int = 0
    offered: int = 0
    place: float = 0.0
    lead: float = 0.0
    below: dict[Action, _Node] = field(default_factory=dict)


class Span(Struct):
    """The range of leads met so far: it sets the scale of this game's points."""

    low: float = inf
    high: float = -inf

    def add(self, lead: float) -> None:
        """Count a lead."""
        self.low, self.high = min(self.low, lead), max(self.high, lead)

    def part(self, lead: float) -> float:
        """Return a lead as a fraction of the range; 0.5 before two leads differ."""
        return (lead - self.low) / (self.high - self.low) if self.high > self.low else 0.5


class TreeSearch(Struct, frozen=True):
    """A player of any game. It thinks for `playouts` or for `seconds` of `clock`, whichever ends first. The
    tree is at most `depth` deep; a playout ends after `stages` rounds (`Scratch.stage`), or with the game."""

    game: Game
    playouts: int
    depth: int = DEEP
    stages: int = 1
    seconds: float = inf
    clock: Callable[[], float] = field(default=lambda: 0.0)

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the choice that was tried most often."""
        return self.advise(view, rng, Budget(self.seconds, self.clock, self.clock())).action

    def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
        """Return the choice that was tried most often, with its share of the playouts as worth. `budget`
        replaces `seconds`; at least one playout is run."""
        actions = view.actions()
        if len(actions) == 1:
            return ScoredAction(actions[0], 0.0, "There is no other choice.")
        root, span, at_once = _Node(), Span(), [seat == view.seat for seat in choosers(view.state)]
        worlds, playout_rng, done = self.game.worlds(view), Random(), 0
        while done < self.playouts and not (done and budget.is_spent()):
            state, faces = worlds(rng)
            playout_rng.seed(rng.randrange(1 << 48))
            scratch = self.game.scratch(state, faces, rng=playout_rng)
            self._play_out(root, span, scratch, playout_rng, at_once)
            done += 1
        best = max(actions, key=lambda action: _rank(root.below.get(action)))
        node = root.below[best]
        return ScoredAction(best, node.playouts / done, f"It did best in {done} games played on from here.")

    def _play_out(
        self, root: _Node, span: Span, scratch: Scratch, rng: Random, at_once: Sequence[bool]
    ) -> None:
        """Run one playout and add its result to all choices in the tree that led to it. Simultaneous choices
        come first; only the searcher's own is chosen in the tree."""
        last, moves, node, path = scratch.stage + self.stages, 0, root, list[tuple[_Node, Seat]]()
        size = len(root.below)
        for is_own in at_once:
            if is_own:
                move, node = _taken(root, scratch, span, rng)
                path.append((node, scratch.turn))
            scratch.play(move if is_own else scratch.likely(rng))
        is_new = len(root.below) > size
        while not is_new and len(path) < self.depth and not scratch.over and scratch.stage < last:
            if len(offered := scratch.actions()) == 1:
                scratch.play(offered[0])  # forced moves need no place in the tree
                continue
            size = len(node.below)
            move, below = _taken(node, scratch, span, rng)
            path.append((below, scratch.turn))
            scratch.play(move)
            is_new = len(node.below) > size
            node = below
        while not scratch.over and scratch.stage < last and moves < MOVES_MOST:
            scratch.play(scratch.likely(rng))
            moves += 1
        standing = scratch.state().standing()
        for below, seat in path:
            place, lead = result_of(standing, seat)
            span.add(lead)
            below.playouts += 1
            below.place += place
            below.lead += lead


def _taken(node: _Node, scratch: Scratch, span: Span, rng: Random) -> tuple[int, _Node]:
    """Return a move and its node: an untried one at random, otherwise the most promising."""
    offered = [(scratch.action(move), move) for move in scratch.actions()]
    if new := [(action, move) for action, move in offered if action not in node.below]:
        action, move = new[rng.randrange(len(new))]
        node.below[action] = below = _Node(offered=1)
        return move, below
    promised = []
    for action, move in offered:
        below = node.below[action]
        below.offered += 1
        spread = sqrt(log(below.offered) / below.playouts)
        promised.append((_worth(below, span) + EXPLORE * spread, move, below))
    return max(promised, key=lambda each: each[0])[1:]


def _worth(node: _Node, span: Span) -> float:
    """Return the worth of a node: half place, half lead, each in 0..1."""
    return (node.place / node.playouts + span.part(node.lead / node.playouts)) / 2


def _rank(node: _Node | None) -> tuple[int, float]:
    return (0, 0.0) if node is None else (node.playouts, node.place)


def result_of(standing: Outcome, seat: Seat) -> tuple[float, float]:
    """Return the share of the others that a seat beats, and its lead in score over their mean. In games where
    the lower score is ahead, a low score is a lead."""
    own, rank = standing.scores[seat], standing.ranks[seat]
    others = [other for other in range(len(standing.scores)) if other != seat]
    place = sum((standing.ranks[other] > rank) + (standing.ranks[other] == rank) / 2 for other in others)
    lead = own - sum(standing.scores[other] for other in others) / len(others)
    best, worst = (standing.scores[standing.ranks.index(at(standing.ranks))] for at in (min, max))
    return place / len(others), lead if best >= worst else -lead
