"""The search that knows only the contract: it sees a threat, keeps to its view, and beats any legal move."""

from __future__ import annotations

from itertools import count
from math import inf
from random import Random

import pytest

from app.bots.api import AnyMove, Budget
from app.bots.tree import TreeSearch, result_of
from app.games.policies import UNTAUGHT
from app.workshop.measure.ladder import Climb, DealPlayed, deals_played, is_certain, rung
from rules.api import Outcome, Seat, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.plump.game import PlumpGame
from tests.support.plump_deal import Deal
from tests.support.quick import quick_only
from tests.support.samples import entry_of
from tests.support.values import replace

HANDS = ("Ah Kh As Ks", "2h 3h 4h 5h", "6s 7s 8s 9s", "2c 3c 4c 5c")
PLUMP = TreeSearch(PlumpGame(), 150)


def own_view(deal: Deal, seat: int = 0) -> View:
    return View(deal.state, Seat(seat), deal.known(seat))


@pytest.mark.parametrize("depth", [1, 1000])
def test_the_tree_search_bids_the_ticks_that_its_cards_take(depth: int) -> None:
    found = TreeSearch(PlumpGame(), 150, depth=depth).choose(own_view(Deal(*HANDS)), Random(1))

    assert isinstance(found, Bid) and found.ticks >= 2


@pytest.mark.parametrize("drops", ["ABABAB", "ADADA"], ids=["wins", "blocks"])
def test_the_tree_search_wins_or_blocks_with_the_fourth_piece_of_a_column(drops: str) -> None:
    game = entry_of("four").rules
    table = LocalTable(game.start(2, {}), 2, Random(1))
    for column in drops:
        table.play(game.parse_action(f"drop {column}"))
    assert table.turn is not None

    assert str(TreeSearch(game, 40).choose(table.view(table.turn), Random(1))) == "drop A"


def test_hidden_cards_do_not_change_the_choice() -> None:
    other = ("Ah Kh As Ks", "6s 7s 2c 3c", "2h 3h 8s 9s", "4h 5h 4c 5c")
    advice = [
        PLUMP.advise(own_view(Deal(*hands)), Random(3), Budget(1, lambda: 0.0, 0.0))
        for hands in (HANDS, other)
    ]

    assert advice[0] == advice[1]


def test_a_forced_move_needs_no_search() -> None:
    view = own_view(Deal("Ah 2s", "3h 4s", "5h 6s", "7h 8s").bid(0, 0, 0, 1).play("Ah"), 1)
    (only,) = view.actions()

    class Untouched(Random):
        def randrange(self, *_: int) -> int:  # type: ignore[override]
            raise AssertionError("there is nothing to draw for")

    assert PLUMP.choose(view, Untouched()) == only


def test_the_tree_search_ends_when_its_time_is_spent() -> None:
    """The clock advances by a second each time it is read."""
    timed = TreeSearch(PlumpGame(), 10_000, seconds=5, clock=count().__next__)
    drawn = []

    class Counting(Random):
        def randrange(self, *numbers: int) -> int:  # type: ignore[override]
            drawn.append(numbers)
            return super().randrange(*numbers)

    timed.choose(own_view(Deal(*HANDS)), Counting(1))

    assert drawn.count((1 << 48,)) == 5


def test_in_a_game_where_low_scores_win_a_low_score_counts_as_a_lead() -> None:
    high, low = Outcome((10, 0, 2), (1, 3, 2)), Outcome((10, 0, 2), (3, 1, 2))

    assert [result_of(high, Seat(seat)) for seat in range(3)] == [(1, 9), (0, -6), (0.5, -3)]
    assert [result_of(low, Seat(seat)) for seat in range(3)] == [(0, -9), (1, 6), (0.5, 3)]


BESIDE_RANDOM = (
    ("four", 2, 20, {}),
    ("pig", 2, 60, {}),
    ("duels", 3, 80, {}),
    ("anglers", 3, 80, {}),
    ("hearts", 3, 30, {"deals": "1"}),
)
BESIDE_EASY = (("four", 2, 20, {}), ("hearts", 3, 60, {"deals": "1"}))
"""Games in which a longer search was shown to be better; in the others there is too little to think about."""


@pytest.mark.parametrize(("key", "seats", "deals", "options"), quick_only(BESIDE_RANDOM, BESIDE_RANDOM[2]))
def test_an_easy_bot_without_code_of_its_own_beats_random_play(
    key: str, seats: int, deals: int, options: dict[str, str]
) -> None:
    assert least_share(key, seats, options, better="easy", worse="", deals=deals) > 0.5


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("key", "seats", "deals", "options"), BESIDE_EASY)
def test_a_normal_bot_without_code_of_its_own_beats_an_easy_one(
    key: str, seats: int, deals: int, options: dict[str, str]
) -> None:
    assert least_share(key, seats, options, better="normal", worse="easy", deals=deals) > 0.5


def least_share(
    key: str, seats: int, options: dict[str, str], *, better: str, worse: str, deals: int
) -> float:
    """The low end of the part of duels that a level wins among others; both think as long as they like."""
    game = entry_of(key).rules
    policies = [
        replace(UNTAUGHT[level](game), seconds=inf) if level else AnyMove() for level in (better, worse)
    ]
    climb = Climb(game, *policies, seats, options, seed=1)
    played: list[DealPlayed] = []
    for deal in deals_played(climb, range(deals), lambda: 0.0):
        played.append(deal)
        if is_certain(played):
            break
    return rung(better, worse, seats=seats, played=played).duels.low
