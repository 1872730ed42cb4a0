"""The searcher: it improves a policy, is repeatable, uses no hidden card, and ends in time."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from app.bots.api import Budget, ScoredAction
from app.bots.kings import HARD as KINGS
from app.bots.kings import PLACES_TRIED, worth_a_search
from app.bots.plump import HARD, PlumpPolicy
from app.bots.search import ROUNDS_FOR_ADVICE, WORLDS_LEAST, Searcher, best_of, is_close, lead_of
from rules.api import Action, Rng, Scratch, Seat, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.plump.game import PlumpGame
from tests.rules.kings.positions import position
from tests.support.catalogue import GAMES
from tests.support.plump_deal import Deal
from tests.support.values import replace

GAME = PlumpGame()
QUICK = replace(HARD, plan=replace(HARD.plan, worlds=8))
HANDS = ("Ah Kh As Ks", "2h 3h 4h 5h", "6s 7s 8s 9s", "2c 3c 4c 5c")


def own_view(deal: Deal, seat: int = 0) -> View:
    return View(deal.state, Seat(seat), deal.known(seat))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Silly:
    """A policy that rates actions as the normal player does, and then takes the first."""

    def choose(self, view: View, rng: Rng) -> Action:
        return view.actions()[0]

    def score_actions(self, view: View) -> list[ScoredAction]:
        return PlumpPolicy().score_actions(view)


def test_a_search_finds_moves_that_a_silly_policy_misses() -> None:
    deal = Deal(*HANDS)
    searcher = Searcher(GAME, Silly(), QUICK.plan)
    found = searcher.choose(own_view(deal), Random(1))

    assert isinstance(found, Bid)
    assert found.ticks >= 2


def test_without_certainty_the_choice_of_the_policy_is_kept() -> None:
    plan = replace(QUICK.plan, certainty=1e9)
    deal = Deal(*HANDS)

    assert Searcher(GAME, Silly(), plan).choose(own_view(deal), Random(1)) == Bid(0)


def test_a_trusted_policy_chooses_itself_while_the_advice_names_a_certainly_better_choice() -> None:
    searcher = Searcher(GAME, Silly(), replace(QUICK.plan, trusts=lambda view: True))
    view = own_view(Deal(*HANDS))
    advice = searcher.advise(view, Random(1))

    assert searcher.choose(view, Random(1)) == Bid(0)
    assert isinstance(advice.action, Bid) and advice.action.ticks >= 2
    assert " deals" in advice.reason


def test_the_search_for_advice_continues_until_it_is_certain_and_names_the_best_result() -> None:
    """A hand of middling cards: of two bids neither is clearly better."""
    view = own_view(Deal("Ah 9h 7s 3s", "2h 3h 4h 5h", "6s 8s 9s 10s", "2c 3c 4c 5c"))
    thorough, rounds = QUICK._for_advice(), []
    for seed in (1, 6):
        baseline = QUICK.policy.choose(view, rng := Random(seed))
        tried = thorough.try_candidates(view, baseline, rng)
        rounds.append(max(len(one.results) for one in tried) // thorough.plan.worlds)
        own, rival = (one for one in tried if len(one.results) == rounds[-1] * thorough.plan.worlds)

        assert rounds[-1] == ROUNDS_FOR_ADVICE or not is_close(own, rival)
        advice = QUICK.advise(view, Random(seed))
        assert advice.action == max(own, rival, key=lambda one: one.mean).scored.action
    assert min(rounds) < max(rounds), rounds


def test_two_candidates_are_tried_in_as_many_worlds_as_the_last_two_of_many() -> None:
    searcher = replace(QUICK, plan=replace(QUICK.plan, rivals=best_of(2), rounds_least=3))
    view = own_view(Deal(*HANDS))
    found = searcher.try_candidates(view, QUICK.policy.choose(view, Random(1)), Random(1))

    assert [len(one.results) for one in found] == [24, 24]


def test_the_same_numbers_give_the_same_choice() -> None:
    deal = Deal(*HANDS)

    assert QUICK.choose(own_view(deal), Random(5)) == QUICK.choose(own_view(deal), Random(5))


def test_hidden_cards_do_not_change_the_choice() -> None:
    """Two deals that differ only in the others' cards get the same choice."""
    other = ("Ah Kh As Ks", "6s 7s 2c 3c", "2h 3h 8s 9s", "4h 5h 4c 5c")
    choices = {
        QUICK.choose(own_view(Deal(*hands)), Random(seed)) for hands in (HANDS, other) for seed in (3,)
    }

    assert len(choices) == 1


def test_a_forced_move_needs_no_search() -> None:
    deal = Deal("Ah 2s", "3h 4s", "5h 6s", "7h 8s").bid(0, 0, 0, 1).play("Ah")
    view = own_view(deal, 1)
    (only,) = view.actions()

    class Untouched(Random):
        def randrange(self, *_: int) -> int:  # type: ignore[override]
            raise AssertionError("there is nothing to draw for")

    assert QUICK.choose(view, Untouched()) == only


def test_a_search_ends_when_its_time_is_spent() -> None:
    """The clock advances by a second each time it is read."""
    deal = Deal(*HANDS)
    view = own_view(deal)
    baseline, ticks = QUICK.policy.choose(view, Random(1)), itertools.count()
    found = QUICK.try_candidates(
        view, baseline, Random(1), Budget(3, lambda: float(next(ticks)), float(next(ticks)))
    )

    assert {len(each.results) for each in found} == {WORLDS_LEAST}
    assert {len(each.results) for each in QUICK.try_candidates(view, baseline, Random(1))} != {WORLDS_LEAST}


def test_advice_is_given_even_without_any_time() -> None:
    view = own_view(Deal(*HANDS))
    advice = QUICK.advise(view, Random(1), Budget(0, lambda: 1.0, 0.0))

    assert advice.action in view.actions() and f"{WORLDS_LEAST} deals" in advice.reason


def test_in_kings_a_search_tries_attacks_that_can_win_or_else_places_for_cards() -> None:
    table, rng, seen = LocalTable(GAMES["kings"].start(4, {}), 4, Random(3)), Random(3), Counter[str]()
    for _ in range(400):
        if table.turn is None:
            break
        view = table.view(table.turn)
        scored = KINGS.policy.score_actions(view)
        kinds = Counter(type(one.action).__name__ for one in worth_a_search(view, scored))
        attacks = kinds.pop("Attack", 0)

        assert (
            sum(kinds.values()) == 1 if attacks else kinds == {} or (kinds["Put"] and kinds["KingsEnd"] == 1)
        )
        assert kinds["Put"] <= PLACES_TRIED and not (kinds["Bank"] and not attacks)
        seen.update(["attacks"] * bool(attacks) + ["places"] * (not attacks and bool(kinds)))
        table.play(KINGS.policy.choose(view, rng))
    assert seen["attacks"] > 5 and seen["places"] > 50


def test_in_kings_a_search_lays_out_no_card_that_would_make_another_player_win() -> None:
    """Spades lack only their nine, and have a pile that wins what lies before hearts."""
    spades = "2s,3s,4s,5s,6s,7s,8s,10s/Qb,3b,3c,4b,4c/-/-/-"
    at = position("9s", hearts="-/Qd/-/-/-", spades=spades, organising="yes")
    view = View(at.state, at.state.turn, at.known)

    assert str(KINGS.policy.choose(view, Random(1))) == "put 0=9s on 1"
    assert str(KINGS.choose(view, Random(1))) == "end 0=9s"


@pytest.mark.parametrize("key", ["plump", "kings", "matriculation", "cahoots"])
def test_playouts_take_legal_moves_and_end(key: str) -> None:
    game = GAMES[key]
    seats = game.seats[-1] if key == "plump" else game.seats[0]
    table = LocalTable(game.start(seats, {}), seats, Random(2))
    assert table.turn is not None
    view = table.view(table.turn)
    state, faces = game.worlds(view)(Random(4))
    scratch: Scratch = game.scratch(state, faces, rng=Random(6))
    rng, stage = Random(7), scratch.stage
    for _ in range(20_000):
        if scratch.over:
            break
        move = scratch.likely(rng)

        assert move in scratch.actions()
        assert scratch.stage >= stage
        stage = scratch.stage
        scratch.play(move)
    assert scratch.over


def test_results_are_compared_with_those_of_the_other_players() -> None:
    class Ended(Scratch):
        def scores(self) -> tuple[int, ...]:
            return (10, 4, 2)

    Ended.__abstractmethods__ = frozenset()
    assert lead_of(Ended(), Seat(0)) == 7
    assert lead_of(Ended(), Seat(2)) == -5
