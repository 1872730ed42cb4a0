"""The hard player of Reef Encounter: it searches a turn once, carries it out, and uses no hidden tile."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from app.bots import reef_new_corals, reef_search
from app.bots.api import Budget
from app.bots.reasons.reef import explain_whole_turn
from app.bots.reef import HARD, ReefPolicy
from app.bots.reef_search import whole_turn
from app.bots.reef_steps import StepSearch
from app.bots.reef_turns import TurnBeam
from rules.api import Action, Face, Slot, State, View
from rules.driver import LocalTable
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.boards import space_text
from rules.reef.pieces.facts import COLOURS, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import laying
from tests.support.reef import at, count, lively, make

GAME = ReefGame()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    whole_turn.cache_clear()
    yield
    whole_turn.cache_clear()


def begun(seats: int, seed: int, steps: int, **options: str) -> LocalTable:
    """A game of stand-ins, after `steps` steps or more, at the beginning of a turn."""
    rng = random.Random(seed)
    table = LocalTable(GAME.start(seats, GAME.checked_options(seats, options)), seats, rng)
    while steps > 0 or not is_a_turn_begun(table.state):
        assert table.turn is not None
        table.play(GAME.stand_in(table.state, table.known[table.turn], table.turn))
        steps -= 1
    return table


def is_a_turn_begun(state: State) -> bool:
    """True if a turn is due and has not begun."""
    assert isinstance(state, ReefState)
    course = state.position.course
    return state.position.phase == ReefPhase.TURN and not (state.steps or course.acted or course.ate)


def view_on_turn(table: LocalTable) -> View:
    assert table.turn is not None
    return table.view(table.turn)


def a_turn(table: LocalTable) -> Iterator[tuple[View, Action]]:
    """The steps of one turn of a hard player, each with what it saw."""
    seat = table.turn
    while table.turn == seat:
        view = view_on_turn(table)
        action = HARD.choose(view, random.Random(1))
        yield view, action
        table.play(action)


@pytest.mark.parametrize(
    ("seats", "steps", "options"),
    [
        pytest.param(2, 4, {}, marks=pytest.mark.slow),
        (2, 30, {"extra_growth": "off"}),
        (3, 40, {}),
        (4, 40, {}),
    ],
)
def test_a_searched_turn_ends(seats: int, steps: int, options: dict[str, str]) -> None:
    table = begun(seats, 5, steps, **options)
    *_, (_, last) = a_turn(table)

    assert isinstance(last, a.Collect)


def test_in_the_middle_of_a_turn_the_bot_continues_its_plan() -> None:
    for view, action in a_turn(begun(2, 5, 12)):
        whole_turn.cache_clear()
        assert HARD.choose(view, random.Random(2)) == action


@pytest.mark.parametrize("tries", [0, 1, 2, 4])
def test_a_turn_is_searched_as_long_as_there_is_time(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is time to try `tries` turns, and none is tried after that."""
    counted: list[object] = []
    played_out = reef_search._played_out

    def counting(*words: Any) -> float:
        counted.append(words)
        return played_out(*words)

    monkeypatch.setattr(reef_search, "_played_out", counting)
    view, ticks = view_on_turn(begun(2, 5, 18)), itertools.count()
    advice = HARD.advise(view, random.Random(1), Budget(tries, lambda: float(next(ticks)), 0.0))

    assert advice.action in view.actions()
    assert len(counted) == tries


def test_the_bot_continues_with_a_legal_move_a_turn_that_somebody_else_began() -> None:
    table = begun(2, 5, 40)
    while not isinstance(table.state, ReefState) or not table.state.steps:
        table.play(ReefPolicy().choose(view_on_turn(table), random.Random(1)))
    other = next(
        action for action in table.actions() if isinstance(action, a.PlayCube | a.Introduce | a.Move)
    )
    table.play(other)

    assert HARD.choose(view_on_turn(table), random.Random(1)) in table.actions()


def test_a_coral_is_started_where_it_can_take_tiles() -> None:
    """The first two white tiles gain nothing; they lie away from their colour so that the third gains."""
    play = make("Y: A2!1 B2 C2 C3 D2; G: D4!1 D5 C4 D3 E4", hand={0: "WWWWWWW"}, cubes={0: "WW"})
    search = StepSearch(play.p)
    best = max(TurnBeam(search, reef_search.WIDTH).ends(), key=lambda end: end.value)

    assert a.CUBE in best.codes
    assert best.value > search.ended(search.ending(range(a.COLLECT, a.COLLECT + 5))) + 0.5
    assert sum(best.position.players[0].front) and best.position.players[0].posted


@pytest.mark.parametrize(("prey", "taker"), [("W", "G"), ("Y", "W")])
def test_a_coral_is_started_beside_tiles_that_it_can_take_and_not_beside_its_own(
    prey: str, taker: str
) -> None:
    """A tile of the taker's own lies at D3, beside some of the prey."""
    play = make(f"{prey}: B2 C2 D2; {taker}: D3", hand={0: f"{taker * 3}PPPOO"}, cubes={0: f"{taker}O"})
    began = [*reef_new_corals.new_corals(StepSearch(play.p), play.p)]
    lain = [codes[1] - a.LAY_SCREEN for _, codes in began]

    near, colour = play.p.rocks.ground.near, COLOURS.index(taker)
    assert {(codes[0], after.players[0].cubes[colour]) for after, codes in began} == {(a.CUBE + colour, 0)}
    assert all(any(at(space) in near[each] for space in ("B2", "C2", "D2")) for each in lain)
    assert not any(at("D3") in near[each] for each in lain)


@pytest.mark.parametrize(
    ("tiles", "hand", "cubes", "beginnings"),
    [
        (  # the more bare spaces lie beside the place the better, and three places are tried
            "Y: B2 C2 D2",
            "WWWPPPOO",
            "WO",
            ["C3 B3 B2 +B3", "E2 E1 D2 +E2", "B3 A3 B2 +B3"],
        ),
        (  # beside two that can be taken first
            "W: C2 D3",
            "GGG",
            "G",
            ["D2 D1 C2 +D2", "C3 B3 C2 +C3", "D4 C4 D3 +D4"],
        ),
        ("W: B2 C2", "GG", "G", []),  # two tiles take nothing
        ("W: B2 C2", "GGG", "W", []),
    ],
)
def test_a_coral_is_begun_where_it_takes_the_most_tiles_and_can_grow(
    tiles: str, hand: str, cubes: str, beginnings: list[str]
) -> None:
    """Each place with the tiles laid from there, and the shrimp at the end."""
    play = make(tiles, hand={0: hand}, cubes={0: cubes})
    found = []
    for after, (_, *codes) in reef_new_corals.new_corals(StepSearch(play.p), play.p):
        assert after.players[0].cubes != play.p.players[0].cubes
        signs = {a.LAY_SCREEN // a.BLOCK: "", a.INTRODUCE // a.BLOCK: "+"}
        found.append(" ".join(signs[code // a.BLOCK] + space_text(code % a.BLOCK)[2:] for code in codes))

    assert found == beginnings


@pytest.mark.parametrize("tiles", ["W: B2 C2", "P: B2 C2", "Y: B2!1"])
def test_no_coral_is_started_where_it_can_take_nothing(tiles: str) -> None:
    """Beside its own colour, beside the one that takes it, or beside a guarded coral."""
    play = make(tiles, hand={0: "WWWW"}, cubes={0: "W"})

    assert not [*reef_new_corals.new_corals(StepSearch(play.p), play.p)]


def test_the_collection_of_the_most_tiles_is_tried_first() -> None:
    play = make(hand={0: "WW"})
    play.p.sea.tiles[12:17] = [1] * 5  # five tiles beside the orange cube, and none beside the others
    (best,), *_ = reef_search._ways_to_end(play.p, 0)

    assert best == a.COLLECT + 2


def test_a_hint_tells_what_a_whole_turn_brings() -> None:
    play = make("Y: A2!1 B2 C2 C3 D2", hand={0: "WWWW"}, cubes={0: "W"})
    lays = [a.LAY_SCREEN + at(space) for space in ("B3", "D3", "C3", "C4")]
    codes = (a.CUBE, *lays, a.INTRODUCE + at("B3"), a.COLLECT)

    assert explain_whole_turn(play.p.clone(), codes) == (
        "The whole turn lays 4 tiles, takes 1 from other corals and guards a coral of 5."
    )
    assert explain_whole_turn(play.p.clone(), codes[:4]) == (
        "To begin with, it lays 3 tiles and takes 1 from other corals."
    )
    assert explain_whole_turn(play.p.clone(), (*codes[:2], a.COLLECT)) == "The whole turn lays 1 tile."
    assert explain_whole_turn(play.p.clone(), codes[:3]) == "To begin with, it lays 2 tiles."
    assert (
        explain_whole_turn(play.p.clone(), codes[:2])
        == explain_whole_turn(play.p.clone(), (a.COLLECT,))
        == ""
    )


def test_a_hint_in_mid_turn_tells_what_the_whole_planned_turn_brings() -> None:
    table, said = begun(2, 5, 20), set[bool]()
    for _ in range(40):
        advice = HARD.advise(view_on_turn(table), random.Random(1))
        said.add("The whole turn lays" in advice.reason)
        if len(said) == 2:
            return
        table.play(advice.action)
    raise AssertionError("it is said always or never")


@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (6, 7, 8))])
def test_a_legal_second_best_action_is_named_even_in_the_middle_of_a_turn(seed: int) -> None:
    """The advice covers a whole turn, from the first cube to the collection; other turns are possible."""
    table, advised, hurried = begun(2, seed, 0), 0, itertools.count().__next__
    for _ in range(7):
        view = view_on_turn(table)
        advice = HARD.advise(view, random.Random(1), Budget(0.0, lambda: float(hurried()), 0.0))
        if len(view.actions()) > 1 and isinstance(view.state, ReefState):
            rival = advice.rival
            assert rival is not None, (str(advice.action), view.state.position.phase)
            assert rival.action in view.actions() and rival.action != advice.action
            advised += bool(view.state.steps)
        table.play(advice.action)

    assert advised > 2, "no turn was looked at in its middle"


def test_hidden_tiles_do_not_change_the_choice() -> None:
    """It makes the same choice in worlds that differ only in hidden tiles."""
    table, rng = begun(3, 3, 6), random.Random(3)
    view = view_on_turn(table)
    choice = HARD.choose(view, random.Random(1))
    for _ in range(2):
        state, faces = GAME.sample(view, rng)
        known = {slot: faces.get(slot, face) for slot, face in view.known.items()}
        whole_turn.cache_clear()

        assert HARD.choose(View(state, view.seat, known), random.Random(1)) == choice


def test_the_hard_bot_plays_the_final_round_as_the_normal_bot_does() -> None:
    for seed in range(40):
        table, rng = begun(2, seed, 0), random.Random(seed)
        while table.turn is not None:
            view = view_on_turn(table)
            assert isinstance(view.state, ReefState)
            if view.state.position.phase == ReefPhase.FINAL:
                assert HARD.choose(view, rng) == ReefPolicy().choose(view, rng)
                return
            table.play(lively(view, rng))
    raise AssertionError("no game came to a final round with somebody in it")


@pytest.mark.parametrize(("seats", "most"), [(2, (12, 13, 5)), (4, (10, 5, 6))])
def test_a_step_of_a_playout_copies_positions_and_judges_tiles_only_a_few_times(
    seats: int, most: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies, tiles judged and effects found in a choice, for each step of its playouts. Judging every space
    took 37 and 22 tiles a step; without the cache, twice as many effects are found."""
    done, steps, play_out = Counter[str](), [], reef_search._played_out

    def counted(owner: Any, name: str) -> None:
        work = getattr(owner, name)

        def working(*given: Any) -> Any:
            done[name] += 1
            return work(*given)

        monkeypatch.setattr(owner, name, working)

    def playing(*given: Any) -> tuple[float, int]:
        result = play_out(*given)
        steps.append(result[1])
        return result

    monkeypatch.setattr(reef_search, "_played_out", playing)
    for owner, name in ((Position, "clone"), (StepSearch, "_laid"), (laying, "effect")):
        counted(owner, name)
    HARD.choose(view_on_turn(begun(seats, 5, 60)), random.Random(1))

    assert sum(steps) > 60
    for name, limit in zip(("clone", "_laid", "effect"), most, strict=True):
        assert 0 < done[name] <= limit * sum(steps), name


def test_after_a_limit_of_steps_no_further_world_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is the same, however long the worlds took and whichever computer thinks."""
    view, played, worlds = view_on_turn(begun(4, 1, 30)), [], []
    play_out, sampled = reef_search._played_out, ReefGame.worlds

    def counted(*given: Any) -> tuple[float, int]:
        played.append(play_out(*given))
        return played[-1]

    def drawing(game: ReefGame, seen: View) -> Any:
        draw = sampled(game, seen)
        return lambda rng: worlds.append(1) or draw(rng)

    monkeypatch.setattr(reef_search, "_played_out", counted)
    monkeypatch.setattr(ReefGame, "worlds", drawing)
    monkeypatch.setattr(reef_search, "STEPS_MOST", 1)
    HARD.choose(view, random.Random(1))
    few = len(played)
    assert len(worlds) == 1 and few > 2 and sum(steps for _, steps in played) >= 1

    whole_turn.cache_clear()
    monkeypatch.setattr(reef_search, "STEPS_MOST", 10_000)
    HARD.choose(view, random.Random(1))
    assert len(worlds) > 2 and len(played) > 2 * few


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ("GGG", "", 3 * (4 + 1 - 1) + 100 - 75),
        ("", "GGGGG", 3 * (1 + 1 - 6) - 100 + 75),
        ("", "G", -100 + 75),
    ],
)
def test_a_turn_that_ends_the_game_is_judged_by_its_points_and_a_quarter_of_the_bonus_for_winning(
    mine: str, theirs: str, result: float
) -> None:
    """Each tile is worth 3 points; the fish has its start tile, and one of the coral of five."""
    play = make("Y: A5!0 B5 C5 D5 E5", fish={0: mine, 1: theirs}, deck=(0, 30))
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(20, 21)
    world = reef_search._opened(play.p, {Slot(20): Face(4), Slot(21): Face(4)})

    assert [player.start for player in world.players] == [NONE, NONE]
    assert reef_search._played_out(world, {}, (a.EAT + at("A5"),), random.Random(1), {}) == (result, 0)


def test_hidden_tiles_lie_open_in_a_world_that_is_played_out() -> None:
    play = make(hand={0: "W", 1: "P"}, secret={0: (5, 6), 1: (7,)})
    play.starts(20, 21)
    faces = dict(zip(map(Slot, (5, 6, 7, 20, 21)), map(Face, (1, 1, 3, 0, 2)), strict=True))
    world = reef_search._opened(play.p, faces)

    assert [player.hand[:5] for player in world.players] == [[1, 2, 0, 0, 0], [0, 0, 0, 2, 0]]
    assert [player.fish[:5] for player in world.players] == [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0]]
    assert [player.secret for player in world.players] == [(), ()]


@pytest.mark.parametrize(
    ("tiles", "hand", "cubes", "steps"), [("Y: C3", "W", "", 2), ("Y: A5 B5 C5 D5; P: C6", "YY", "Y", 8)]
)
def test_a_turn_that_is_impossible_in_a_world_is_replaced_by_one_of_the_normal_bot(
    tiles: str, hand: str, cubes: str, steps: int
) -> None:
    """The end of that turn does not count as that of the next one."""
    world = make(tiles, hand={0: hand, 1: "P"}, cubes={0: cubes}).p
    taken, first = (a.LAY_SCREEN + at("C3"), a.COLLECT), (StepSearch(world).step(),)
    result = reef_search._played_out(world, {}, taken, random.Random(1), {})

    assert result[1] == steps
    assert reef_search._played_out(world, {}, first, random.Random(1), {}) == (result[0], steps - 1)


@pytest.mark.parametrize(
    ("codes", "public", "planned"),
    [
        ((a.CUBE, a.LAY_SCREEN + 3, a.LAY_SCREEN + 4, a.COLLECT), "WW", 4),
        ((a.CUBE, a.LAY_SCREEN + 3, a.LAY_SCREEN + 4, a.COLLECT), "WY", 3),
        ((a.CUBE, a.LAY_SCREEN + 3, a.LAY_SCREEN + 4, a.COLLECT), "", 2),
        ((a.CUBE + 4, a.LAY_SCREEN + 3, a.COLLECT + 4), "GWW", 3),
        ((a.CUBE, a.LAY_FRONT + 3, a.COLLECT), "", 3),
        ((a.CUBE, a.INTRODUCE + 3, a.LAY_FRONT, a.COLLECT), "", 4),
        ((a.BUY_CUBE, a.BUY_CUBE + 4, a.COLLECT), "", 3),
        ((a.BUY_TILE, a.COLLECT), "", 1),
        ((a.BUY_TILE + 4, a.COLLECT), "", 1),
        ((a.CUBE + 1, a.CUBE, a.LAY_SCREEN, a.COLLECT), "Y", 3),
    ],
)
def test_a_plan_ends_at_the_first_tile_that_it_opens(
    codes: tuple[int, ...], public: str, planned: int
) -> None:
    assert reef_search._planned(codes, count(public)) == codes[:planned]


def test_a_turn_of_the_normal_bot_is_a_list_of_steps_with_one_collection_at_the_end() -> None:
    play = make("Y: A5 B5 C5 D5; P: C6", hand={0: "YY"}, cubes={0: "Y"})
    *steps, end = reef_search._normal_turn(play.p)

    assert a.CUBE + 1 in steps and end in range(a.COLLECT, a.COLLECT + 5)
    assert not set(steps) & set(range(a.COLLECT, a.CUBE))
