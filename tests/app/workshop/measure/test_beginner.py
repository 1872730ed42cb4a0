"""The beginner's rules: legal, sensible, and well above any legal move."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from app.bots.api import AnyMove
from app.workshop.measure.beginner import RULES, Beginner
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Seat, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from tests.support.catalogue import GAMES
from tests.support.plump_deal import Deal
from tests.support.reef import make


def test_every_game_of_ours_has_one() -> None:
    assert set(RULES) == set(GAMES)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_it_beats_any_legal_move(key: str) -> None:
    ticks = count()
    report = simulate(
        GAMES[key],
        [Entrant("beginner", Beginner(key)), Entrant("random", AnyMove())],
        seats=4 if key in ("kings", "plump") else 2,
        games={"plump": 16, "kings": 2, "reef": 2}.get(key, 8),
        options={},
        seed=1,
        clock=lambda: float(next(ticks)),
    )
    beginner, random = report.lines

    assert beginner.share > random.share


def test_it_bids_its_aces_and_kings() -> None:
    deal = Deal("Ah 2h Ks 3s", "3h 4h 5h 6h", "6s 7s 8s 9s", "2c 3c 4c 5c")
    view = View(deal.state, Seat(0), deal.known(0))

    assert Beginner("plump").choose(view, Random(1)) == Bid(2)


@pytest.mark.parametrize(
    ("tiles", "does"),
    [
        ("Y: A3!0 B3 C3 B2 C2 D2; G: D5!0 E5 F5 D6 E6 F6 E4", "eat 0:D5"),  # six tiles, and seven
        ("Y: A3!0 B3 C3 B2 C2; W: D5 E5", "cube Y"),  # five are too few to eat
    ],
)
def test_in_the_reef_it_does_more_for_the_larger_coral(tiles: str, does: str) -> None:
    play = make(tiles, hand={0: "WYY"}, cubes={0: "WY"})

    assert str(Beginner("reef").choose(View(play.state, Seat(0), {}), Random(1))) == does


def test_another_game_is_played_by_any_legal_move() -> None:
    deal = Deal("Ah 2h Ks 3s", "3h 4h 5h 6h", "6s 7s 8s 9s", "2c 3c 4c 5c")
    view = View(deal.state, Seat(0), deal.known(0))

    assert {str(Beginner("ludo").choose(view, Random(seed))) for seed in range(40)} == {
        f"bid {ticks}" for ticks in range(5)
    }


@pytest.mark.parametrize("key", ["plump", "reef"])  # the rules of the others look at no hand
def test_a_spectator_has_no_choice(key: str) -> None:
    rules = GAMES[key]
    local = LocalTable(rules.start(4, rules.checked_options(4, {})), 4, Random(1))
    assert local.turn is not None
    action = local.view(local.turn).actions()[0]

    with pytest.raises(ValueError, match="turn"):
        RULES[key](View(local.view(local.turn).state, None, {}), action)
