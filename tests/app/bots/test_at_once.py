"""Searches in games where several choose at once: the others' choices are drawn and do not answer ours."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.api import ScoredAction
from app.bots.search import Plan, Searcher
from app.bots.tree import TreeSearch
from rules.api import Action, Known, Rng, Scratch, Seat, State, View
from rules.stepping import SteppingScratch
from tests.support.scissors import SCISSORS, SIGNS, ScissorsGame, SignShown


class Stony(SteppingScratch):
    """A playout in which four in five show a stone."""

    __slots__ = ()

    def likely(self, rng: Rng) -> int:
        return 2 if rng.random() < 0.8 else rng.randrange(3)

    def clone(self) -> Stony:
        return Stony(self._state, self._faces, seats=2, rng=self._rng)


class StonyGame(ScissorsGame):
    """Scissors with `Stony` playouts."""

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        return Stony(state, faces, seats=2, rng=rng)


class Level:
    """A policy that rates all signs alike."""

    def choose(self, view: View, rng: Rng) -> Action:
        return SignShown("stone")

    def score_actions(self, view: View) -> list[ScoredAction]:
        return [ScoredAction(SignShown(sign), 0.0, "") for sign in SIGNS]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_tree_search_finds_the_reply_that_beats_a_fixed_habit_from_every_seat(seat: int) -> None:
    view = View(SCISSORS.start(2, {}), Seat(seat), {})

    found = {str(TreeSearch(StonyGame(), 300).choose(view, Random(seed))) for seed in range(8)}
    assert found == {"paper"}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_searcher_also_finds_the_reply_that_beats_a_fixed_habit(seat: int) -> None:
    view = View(SCISSORS.start(2, {}), Seat(seat), {})
    plan = Plan(lambda _, scored: scored, worlds=60)

    assert str(Searcher(StonyGame(), Level(), plan).choose(view, Random(1))) == "paper"
