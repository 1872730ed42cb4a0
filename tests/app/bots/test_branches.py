"""Search trees below candidates: every move is tried once, then the moves with the best results."""

from __future__ import annotations

from random import Random

from app.bots.branches import Branch, descend
from app.bots.plump import HARD
from app.bots.tree import Span
from rules.api import Action, Rng, Scratch, Seat, State, View
from tests.support.plump_deal import Deal
from tests.support.values import replace


class Turns(Scratch):
    """Two seats choose by turns among the moves of each turn; the game is over after them."""

    def __init__(self, *turns: list[int], likely: int = 0) -> None:
        self.turns, self.made, self.move = turns, list[int](), likely
        self.turn, self.over = Seat(0), False

    def actions(self) -> list[int]:
        return self.turns[len(self.made)]

    def likely(self, rng: Rng) -> int:
        return self.move

    def play(self, move: int) -> None:
        self.made.append(move)
        self.turn, self.over = Seat(len(self.made) % 2), len(self.made) == len(self.turns)

    def clone(self) -> Turns:
        raise NotImplementedError

    def scores(self) -> tuple[int, ...]:
        raise NotImplementedError

    def action(self, move: int) -> Action:
        raise NotImplementedError

    def state(self) -> State:
        raise NotImplementedError


def descended(branch: Branch, scratch: Turns, *, last: int = 1) -> list[tuple[Branch, Seat]]:
    return descend(branch, scratch, Span(0, 10), Random(1), last)


def test_descents_add_the_likely_move_first_and_then_every_other_move_once() -> None:
    branch, made = Branch(), []
    for _ in range(3):
        scratch = Turns([1, 2, 3], [4, 5], likely=2)
        ((added, seat),) = descended(branch, scratch)
        added.playouts += 1
        made.append(*scratch.made)

        assert seat == 0 and branch.below[made[-1]] is added
    assert made[0] == 2 and sorted(made) == [1, 2, 3]


def test_a_descent_follows_the_move_with_the_best_results_and_adds_a_move_below_it() -> None:
    branch = Branch(below={1: Branch(5, 15, 10.0), 2: Branch(5, 15, 40.0), 3: Branch(5, 15, 20.0)})
    scratch = Turns([1, 2, 3], [4, 5], likely=5)
    path = descended(branch, scratch)

    assert scratch.made == [2, 5]
    assert path == [(branch.below[2], 0), (branch.below[2].below[5], 1)]


def test_a_rarely_tried_move_is_tried_again_despite_worse_results() -> None:
    branch = Branch(below={1: Branch(1, 200, 4.0), 2: Branch(150, 200, 900.0)})
    scratch = Turns([1, 2])
    descended(branch, scratch)

    assert scratch.made == [1]


def test_a_move_counts_as_offered_in_each_descent_in_which_it_is_legal() -> None:
    branch = Branch(below={1: Branch(1, 1, 5.0), 2: Branch(1, 1, 5.0), 3: Branch(1, 1, 5.0)})
    descended(branch, Turns([2, 3]))
    descended(branch, Turns([3, 4]))

    assert {move: below.offered for move, below in branch.below.items()} == {1: 1, 2: 2, 3: 3, 4: 1}


def test_a_forced_move_is_played_without_a_place_in_the_tree() -> None:
    branch, scratch = Branch(), Turns([1], [2, 3], likely=3)
    path = descended(branch, scratch)

    assert scratch.made == [1, 3] and path == [(branch.below[3], 1)]


def test_a_descent_makes_no_move_after_its_last_stage() -> None:
    scratch = Turns([1, 2])

    assert descended(Branch(), scratch, last=0) == [] and scratch.made == []


def test_the_tree_of_a_candidate_counts_every_playout_of_the_candidate() -> None:
    """Others choose after each card of the first seat."""
    deal = Deal("Ah 9h 7s 3s", "2h 3h 4h 5h", "6s 8s 9s 10s", "2c 3c 4c 5c").bid(1, 2, 0, 2)
    view = View(deal.state, Seat(0), deal.known(0))
    baseline = HARD.policy.choose(view, Random(1))
    for with_trees in (True, False):
        searcher = replace(HARD, plan=replace(HARD.plan, worlds=8, with_trees=with_trees))
        for one in searcher.try_candidates(view, baseline, Random(1)):
            tried = sum(below.playouts for below in one.tree.below.values())

            assert tried == (len(one.results) if with_trees else 0)
