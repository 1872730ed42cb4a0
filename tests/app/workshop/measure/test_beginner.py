"""The beginner's rules: legal, sensible, and well above any legal move."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from app.bots.api import AnyMove
from app.workshop.measure.beginner import RULES, Beginner
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Face, Seat, Slot, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.reef.actions import TakeCubes
from tests.rules.kings.positions import position
from tests.support.cahoots import cafe
from tests.support.catalogue import GAMES
from tests.support.matriculation import desk, player
from tests.support.plump_deal import Deal
from tests.support.reef import make


def test_every_game_of_ours_has_beginners_rules() -> None:
    assert set(RULES) == set(GAMES)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_beginner_beats_random_moves(key: str) -> None:
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


def test_the_beginner_bids_its_aces_and_kings() -> None:
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
def test_in_reef_the_beginner_does_more_for_the_larger_coral(tiles: str, does: str) -> None:
    play = make(tiles, hand={0: "WYY"}, cubes={0: "WY"})

    assert str(Beginner("reef").choose(View(play.state, Seat(0), {}), Random(1))) == does


def test_in_another_game_the_beginner_makes_any_legal_move() -> None:
    deal = Deal("Ah 2h Ks 3s", "3h 4h 5h 6h", "6s 7s 8s 9s", "2c 3c 4c 5c")
    view = View(deal.state, Seat(0), deal.known(0))

    assert {str(Beginner("ludo").choose(view, Random(seed))) for seed in range(40)} == {
        f"bid {ticks}" for ticks in range(5)
    }


@pytest.mark.parametrize("key", ["plump", "reef"])  # the rules of the others look at no hand
def test_the_beginner_has_no_choice_for_a_spectator(key: str) -> None:
    rules = GAMES[key]
    local = LocalTable(rules.start(4, rules.checked_options(4, {})), 4, Random(1))
    assert local.turn is not None
    action = local.view(local.turn).actions()[0]

    with pytest.raises(ValueError, match="not a position"):
        RULES[key](View(local.view(local.turn).state, None, {}), action)


def ranked(key: str, view: View) -> dict[int, list[str]]:
    """The actions by their worth, the best first; of many alike only the number."""
    found: dict[int, list[str]] = {}
    for action in view.actions():
        found.setdefault(RULES[key](view, action), []).append(str(action))
    return {
        worth: texts if len(texts) < 5 else [f"{len(texts)} actions"]
        for worth, texts in sorted(found.items(), reverse=True)
    }


@pytest.mark.parametrize(
    ("bids", "played", "expected"),
    [
        ("", "", {0: ["bid 1"], -1: ["bid 0", "bid 2"]}),
        ("0 0 1 0", "", {0: ["play 417=2h"], -12: ["play 416=Ah"]}),
        ("1 0 1 1", "", {112: ["play 416=Ah"], 100: ["play 417=2h"]}),
        ("0 0 1 0", "2h 3h", {110: ["play 420=Qh"]}),
        ("0 0 0 0", "2h 3h", {-10: ["play 420=Qh"]}),
        ("0 0 0 1", "2h 3h Qh", {-3: ["play 422=5h"]}),
        ("0 0 0 0", "2h 3h Qh", {103: ["play 422=5h"]}),
    ],
)
def test_in_plump_the_beginner_wins_high_while_it_wants_ticks_and_else_throws_high(
    bids: str, played: str, expected: dict[int, list[str]]
) -> None:
    deal = Deal("Ah 2h", "3h 9s", "Qh 4s", "5h 6s").bid(*map(int, bids.split())).play(*played.split())

    assert ranked("plump", View(deal.state, deal.turn, deal.known(deal.turn))) == expected


def test_in_matriculation_the_beginner_repairs_then_studies_then_sets_back() -> None:
    table = desk("6h,15h,gpa-ok,car,sainthood", "6h", players=(player(setbacks="probation"), player()))
    hand = table.state.hand(Seat(0))
    view = View(table.state, Seat(0), {slot: table.faces[slot] for slot in hand})

    assert ranked("matriculation", view) == {
        200: ["play 2=gpa-ok", "play 4=sainthood"],
        106: ["play 0=6h"],
        100: ["play 3=car on 1"],
        -6: ["discard 0=6h"],
        -15: ["discard 1=15h"],
        -50: ["discard 2=gpa-ok", "discard 3=car", "discard 4=sainthood"],
    }
    dry = desk("car-fixed", "6h", deck_left=0)
    assert ranked("matriculation", View(dry.state, Seat(0), dict(dry.faces))) == {-100: ["pass"]}


def test_in_cahoots_the_beginner_places_before_it_draws_and_draws_before_it_swaps() -> None:
    table = cafe("5C,6D,7L", "6D", main="4J", veto="9L")

    assert ranked("cahoots", View(table.state, Seat(0), dict(table.faces))) == {
        2: ["place 0=5C"],
        1: ["draw"],
        0: ["swap 2=7L"],
    }


def test_in_kings_the_beginner_wins_then_banks_then_puts_then_ends() -> None:
    at = position("7h,3s", hearts="-/Qb,3b,3s/Jb/-/-", clubs="-/Jh,2h/-/-/-")

    assert ranked("kings", View(at.state, at.state.turn, at.known)) == {
        3: ["attack 1 at 3"],
        2: ["king 0=7h"],
        1: ["put 0=7h on 1", "put 1=3s on 1"],
        0: ["end 0=7h,1=3s"],
        -1: ["swap 1 2", "swap 1 3", "swap 2 3"],
        -2: ["attack 2 at 3"],
    }


def test_in_reef_the_beginner_eats_lays_guards_plays_cubes_and_collects() -> None:
    tiles = "Y: A3!0 B3 C3 B2 C2 D2; G: D5!0 E5 F5 D6 E6 F6 E4; W: A5 B5; O: F2"
    play = make(tiles, hand={0: "WYYY"}, cubes={0: "WYG"}, front={0: "G"})
    play.p.sea.tiles[6:9] = [1, 1, 1]  # on the yellow space
    others = {100: ["collect W", "collect O", "collect P", "collect G"], -2: ["127 actions"]}

    assert ranked("reef", View(play.state, Seat(0), {})) == {
        907: ["eat 0:D5"],
        906: ["eat 0:A3"],
        603: ["cube Y"],
        601: ["cube W", "cube G"],
        103: ["collect Y"],
        **others,
    }
    play.do("cube Y")
    assert ranked("reef", View(play.state, Seat(0), {})) == {
        802: ["lay Y 0:A2 from screen", "lay Y 0:D3 from screen"],
        801: [f"lay Y 0:{space} from screen" for space in ("D1", "E2", "A4", "C4")],
        601: ["cube W", "cube G"],
        103: ["collect Y"],
        **others,
        -1: ["44 actions"],
    }


def test_in_reef_the_beginner_guards_three_tiles_and_leaves_bare_rock() -> None:
    play = make("Y: A3 B3 C3; #: D4!0; W: A5 B5", hand={0: "W"})
    found = ranked("reef", View(play.state, Seat(0), {}))

    assert found[703] == [f"introduce 0:{space}" for space in ("A3", "B3", "C3")]
    assert found[650] == ["move 0:D4 home"]
    assert found[-1] == ["introduce 0:A5", "introduce 0:B5"]


def test_in_reef_the_beginner_takes_cubes_of_the_colours_that_it_holds() -> None:
    """Start tiles count, and two cubes of one colour are worth less."""
    play = make(hand={0: "WWY"}, secret={0: (5,)})
    view = View(play.state, Seat(0), {Slot(5): Face(3)})
    worths = {
        (first, second): RULES["reef"](view, TakeCubes(first, second))
        for first, second in ((0, 0), (0, 1), (1, 3), (2, 4))
    }

    assert worths == {(0, 0): 2 + 2 - 5, (0, 1): 2 + 1, (1, 3): 1 + 1, (2, 4): 0}
