"""Regret of hints and of look backs on fixed positions, beside a search many times as long.

The long search tries all candidates in equally many worlds, with random numbers of its own. The regret of a
hint is the lead of that search's best choice over the one advised, in units of score. Reef Encounter is left
out: its bot says by its own forecast what a turn comes to, and there is no longer search to measure that
against.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean

import pytest

from app.bots.search import SURE, Searcher, ahead
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from rules.api import Action, View
from rules.driver import LocalTable
from tests.support.quick import quick_only
from tests.support.values import replace

SEATS = {"plump": 4, "matriculation": 3, "cahoots": 3, "kings": 4}
LONG = {"plump": 1500, "matriculation": 400, "cahoots": 600, "kings": 150}
"""Worlds of the first round of the long search."""
MEAN_MOST = {"plump": 0.1, "matriculation": 10.0, "cahoots": 0.1, "kings": 0.15}
"""The mean regret of hints that is allowed, in points, points, places and king cards."""
FALSE_MOST = 0.1
"""The share of choices blamed by a look back in which the long search may find no fault."""


@dataclass(frozen=True)
class Asked:
    """One hint: its regret and the standard error; and of a look back at a random choice, the loss that it
    tells and the loss that the long search finds (None where it tells nothing)."""

    regret: float
    error: float
    told: float | None = None
    cost: float | None = None


def turns(key: str, number: int) -> list[View]:
    """Fixed positions in which there is something to search, out of games of normal bots."""
    entry, found, deal = catalogue().named(key), list[View](), 0
    policy, searcher = policy_of(entry, "normal"), searcher_of(key)
    while True:
        table = LocalTable(entry.rules.start(SEATS[key], {}), SEATS[key], Random(f"regret {deal}"))
        rng = Random(deal)
        while (seat := table.turn) is not None:
            view = table.view(seat)
            action = policy.choose(view, rng)
            if not rng.randrange(9) and len(view.actions()) > 1:
                scored = searcher.policy.score_actions(view)
                if len(searcher.plan.rivals(view, scored)) > 1:
                    found.append(view)
                    if len(found) == number:
                        return found
            table.play(action)
        deal += 1


def searcher_of(key: str) -> Searcher:
    searcher = policy_of(catalogue().named(key), "hard")
    assert isinstance(searcher, Searcher)
    return searcher


def long_search(key: str, view: View, action: Action, part: float) -> tuple[float, float]:
    """The lead of the best choice over this one in the long search, with its standard error."""
    searcher = searcher_of(key)
    plan = replace(searcher.plan, worlds=int(LONG[key] * part), rounds_least=1)
    tried = replace(searcher, plan=plan).try_candidates(view, action, Random(7))
    own = next(one for one in tried if one.scored.action == action)
    longest = max(len(one.results) for one in tried)
    best = max((one for one in tried if len(one.results) == longest), key=lambda one: one.mean)
    return ahead(best, own) if best is not own else (0.0, 0.0)


def asked(key: str, view: View, part: float) -> Asked:
    searcher, rng = searcher_of(key), Random(3)
    regret, error = long_search(key, view, searcher.advise(view, rng).action, part)
    some = view.actions()[rng.randrange(len(view.actions()))]
    for _, said in searcher.judge([(view, some)], Random(5)):
        if said.cost > SURE * said.error and said.best != some:
            return Asked(regret, error, said.cost, long_search(key, view, some, part)[0])
    return Asked(regret, error)


SAMPLES = [("plump", 3, 0.1, 4.0), *((key, 300, 1.0, 1.0) for key in SEATS)]
"""Game, positions, the part of the long search, and the factor on the allowed regret: the quick suite
searches little and would notice only a wrong hint."""


@pytest.mark.parametrize(("key", "number", "part", "slack"), quick_only(SAMPLES, SAMPLES[0]))
@pytest.mark.timeout(3600)
def test_hints_cost_little_and_look_backs_rarely_blame_a_good_choice(
    key: str, number: int, part: float, slack: float
) -> None:
    found = [asked(key, view, part) for view in turns(key, number)]
    told = [each for each in found if each.told is not None]

    assert fmean(each.regret for each in found) <= slack * MEAN_MOST[key]
    assert sum((each.cost or 0) <= 0 for each in told) <= FALSE_MOST * len(told)
