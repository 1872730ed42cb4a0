"""Turning points: a player's choices beside the best that a bot finds with the same knowledge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

from app.bots.api import BotPolicy, JudgedChoice
from app.bots.kings import LOST, KingsPolicy
from app.bots.plump import PlumpPolicy
from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.look_back import GamePlayed, LookBack, TurningPoint, _moments, look_back
from app.games.policies import policy_of
from app.workshop.measure.beginner import Beginner
from rules.api import Action, Moved, Rng, Seat, View, opened
from rules.driver import LocalTable
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.state import KingsState
from rules.plump.actions import Bid
from tests.support.quick import quick_only
from tests.support.scissors import SCISSORS
from tests.support.values import replace

NAMES = ("Ann", "Bo", "Cy", "Di")
BETTER = re.compile(r"(it was [\d.]+ \w+ better to [a-z]+ [^:]+|to [a-z]+ [^:]+ first: that turn is worth)")


class BidsAll:
    """Plays Plump as the normal bot does, and makes the highest bid."""

    def choose(self, view: View, rng: Rng) -> Action:
        bids = [action for action in view.actions() if isinstance(action, Bid)]
        return bids[-1] if bids else PlumpPolicy().choose(view, rng)


class ThinksTwice:
    """Plays Kings as the normal bot does, but first loses an attack where one could be won, and takes that
    back."""

    def choose(self, view: View, rng: Rng) -> Action:
        """The worst of the attacks, its undo, then what the normal bot does."""
        state, policy = view.state, KingsPolicy()
        assert isinstance(state, KingsState)
        if state.steps and not state.undone:
            return KingsUndo()
        attacks = [each for each in policy.score_actions(view) if isinstance(each.action, Attack)]
        if not state.undone and any(each.worth > LOST for each in attacks):
            return min(attacks, key=lambda each: each.worth).action
        return policy.choose(view, rng)


def played(key: str, first: BotPolicy | None = None, *, moves: int = 60) -> GamePlayed:
    """The beginning of a game, with all faces that were opened or that the first seat was shown."""
    entry = catalogue().named(key)
    seats = min(4, entry.rules.seats[-1])
    options = entry.rules.checked_options(seats, {"length": "short"} if key == "plump" else {})
    table, rng = LocalTable(entry.rules.start(seats, options), seats, Random(5)), Random(6)
    others = policy_of(entry, "normal")
    faces = {}
    for _ in range(moves):
        if table.turn is None:
            break
        faces.update(table.known[0])
        policy = first if first is not None and table.turn == 0 else others
        table.play(policy.choose(table.view(table.turn), rng))
    faces.update({slot: face for event in table.events for slot, face in opened(event)})
    return GamePlayed(entry, options, NAMES[:seats], table.events, faces)


def own_turns(game: GamePlayed, at: int) -> int:
    """The turns of the first seat up to event number `at`: its moves without another's between them."""
    movers = [event.seat for event in game.events[: at + 1] if isinstance(event, Moved)]
    return sum(seat == 0 and before != 0 for before, seat in zip([None, *movers], movers, strict=False))


@pytest.mark.parametrize(
    ("key", "moves"),
    quick_only(
        [("plump", 24), ("matriculation", 5), ("cahoots", 12), ("kings", 32), ("reef", 24)],
        *[("plump", 24), ("kings", 32)],
    ),
)
def test_a_look_back_at_a_game_gives_the_same_result_twice(key: str, moves: int) -> None:
    game = played(key, moves=moves)
    heard: list[tuple[int, int]] = []
    found = look_back(game, Seat(0), lambda done, of: heard.append((done, of)))

    assert found == look_back(game, Seat(0)) and found.judged and not found.unseen
    assert heard[-1][0] == heard[-1][1] == len(heard) - 1
    for point in found.turning_points:
        event = game.events[point.at]
        assert isinstance(event, Moved) and event.seat == 0 and point.cost > 0
        assert BETTER.search(point.text), point.text
        assert point.text.startswith("You ") and str(point) == f"Turn {point.turn}: {point.text}"
        assert point.turn == own_turns(game, point.at)
        assert "“" not in point.text, "no word of a terminal: nobody would understand it who hears it"


def test_an_absurd_bid_is_the_worst_turning_point() -> None:
    game = played("plump", BidsAll(), moves=60)
    found = look_back(game, Seat(0))

    assert found.worst is not None and isinstance(game.events[found.worst.at].action, Bid)  # type: ignore[union-attr]
    assert "points in all" in found.summary
    assert found.worst.text.startswith("You bid ") and "deals that fit what you knew" in found.worst.text


def test_a_step_that_was_taken_back_does_not_count_as_a_choice() -> None:
    game = played("kings", ThinksTwice(), moves=110)
    undone = {at for at, event in enumerate(game.events) if "undo" in str(getattr(event, "action", ""))}
    found = look_back(game, Seat(0))

    assert len(undone) > 3 and found.judged
    assert not undone & {point.at + step for point in found.turning_points for step in (0, 1)}


def test_a_beginners_bid_that_was_too_low_is_found() -> None:
    """The bid is not absurd, so it takes some deals to tell it from bad luck."""
    game = played("plump", Beginner("plump"), moves=100)
    found = look_back(game, Seat(0))

    assert any(point.text.startswith("You bid ") for point in found.turning_points)


def test_hidden_cards_do_not_change_a_look_back() -> None:
    """The player who looks back knows the others' cards; a choice is judged by what was visible then."""
    game = played("plump", BidsAll(), moves=30)
    own = {slot for at, view in _views(game) for slot in view.state.hand(Seat(0))}
    blind = replace(game, faces={slot: face for slot, face in game.faces.items() if slot in own})

    assert look_back(blind, Seat(0)).worst == look_back(game, Seat(0)).worst


def test_an_unknown_hand_is_not_judged() -> None:
    game = played("matriculation")
    found = look_back(replace(game, faces={}), Seat(0))

    assert found.turning_points == () and found.judged == 0 and found.unseen > 3
    assert found.summary.endswith("could not be judged: this computer does not know the hand.")


def test_a_look_back_at_a_game_without_bots_has_nothing_to_judge() -> None:
    game = played("cahoots")
    untaught = replace(game, entry=replace(game.entry, policies=()))

    assert look_back(untaught, Seat(0)).summary == ("There was no choice that a bot could judge.")


def test_the_summary_counts_the_mistakes() -> None:
    points = (TurningPoint(3, 2.0, "a"), TurningPoint(9, 0.5, "b"))

    assert LookBack(points, 8, 1).summary == (
        "Choices judged: 8. 2 of them cost more than chance explains, 2.5 points in all. 1 choice "
        "could not be judged: this computer does not know the hand."
    )
    assert LookBack((), 8, 0, is_forecast=True).summary == (
        "Turns judged: 8. By a bot's forecast, none of them cost anything."
    )
    assert LookBack(points, 8, 0).worst == points[0] and LookBack((), 1, 0).worst is None


def test_in_a_simultaneous_choice_each_seat_is_judged_by_its_view_before_the_choice() -> None:
    table = LocalTable(SCISSORS.start(3, {}), 3, Random(1))
    for _ in range(3):
        table.play(table.actions()[0])
    game = GamePlayed(GameEntry(SCISSORS), {}, NAMES[:3], table.events, {})

    assert {view.state.text() for _, view, _ in _moments(game, Seat(2))} == {"scissors - - -"}


class Judge:
    """Judges every choice of a turn alike, and remembers what it was asked."""

    unit = "point"

    def __init__(
        self, cost: float = 9.0, *, error: float = 0.0, deals: int = 1, until: str = "to the end"
    ) -> None:
        self.cost, self.error, self.deals, self.until = cost, error, deals, until
        self.asked: list[list[str]] = []
        self.dice: list[int] = []

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, JudgedChoice]]:
        self.asked.append([str(action).split(" ")[0] for _, action in turn])
        self.dice.append(rng.randrange(1 << 30))
        return [
            (
                number,
                JudgedChoice(
                    next(each for each in view.actions() if each != action), self.cost, self.error, self.deals
                ),
            )
            for number, (view, action) in enumerate(turn)
        ]


def stepped() -> GamePlayed:
    """Kings, whose players take back two of four steps in each of their turns."""
    entry = catalogue().named("kings")
    options = entry.rules.checked_options(4, {})
    table = LocalTable(entry.rules.start(4, options), 4, Random(5))
    faces, plan, mover = {}, [""], None
    while len(table.events) < 36:
        faces.update(table.known[0])
        if table.turn != mover:
            plan, mover = ["step", "undo", "step", "step", "undo"], table.turn
        wanted = {"step": (Put, Bank, Swap), "undo": (KingsUndo,), "": (KingsEnd,)}[
            plan.pop(0) if plan else ""
        ]
        table.play(next(each for each in table.actions() if isinstance(each, wanted)))
    faces.update({slot: face for event in table.events for slot, face in opened(event)})
    return GamePlayed(entry, options, NAMES, table.events, faces)


def judged(game: GamePlayed, judge: Judge, monkeypatch: pytest.MonkeyPatch) -> LookBack:
    monkeypatch.setattr("app.games.look_back.strongest", lambda entry: judge)
    return look_back(game, Seat(0))


def test_a_turn_is_judged_as_a_whole_without_the_steps_that_were_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, judge = stepped(), Judge()
    found = judged(game, judge, monkeypatch)

    assert judge.asked == [["swap", "end"], ["put", "end"]]
    assert [point.turn for point in found.turning_points] == [1, 1, 2, 2]
    assert [
        str(getattr(game.events[each.at], "action", "")).split(" ")[0] for each in found.turning_points
    ] == [*judge.asked[0], *judge.asked[1]]
    assert found.judged == 4 and found.unseen == 0 and not found.is_forecast
    assert judge.dice == [Random(each.at).randrange(1 << 30) for each in found.turning_points[::2]]
    own = [at for at, event in enumerate(game.events) if isinstance(event, Moved) and event.seat == 0]
    once = judged(replace(game, events=game.events[: own[1] + 1]), Judge(), monkeypatch)
    assert once == LookBack((), 0, 0), "its only step was taken back"


def test_a_turn_with_an_unknown_hand_is_left_out_and_the_next_one_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, judge = stepped(), Judge()
    later = {slot: face for slot, face in game.faces.items() if slot >= 20}
    found = judged(replace(game, faces=later), judge, monkeypatch)

    assert judge.asked == [["put", "end"]] and [each.turn for each in found.turning_points] == [2, 2]
    assert found.unseen > 1


@pytest.mark.parametrize(
    ("judge", "is_reported"),
    [
        (Judge(0.05), False),
        (Judge(0.06), True),
        (Judge(0.3, error=0.1), False),
        (Judge(0.31, error=0.1), True),
        (Judge(0.5, error=9.0, deals=0, until=""), False),
        (Judge(0.51, error=9.0, deals=0, until=""), True),
    ],
)
def test_only_a_choice_that_costs_more_than_chance_or_the_forecasts_error_is_reported(
    judge: Judge, is_reported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = judged(stepped(), judge, monkeypatch)

    assert bool(found.turning_points) is is_reported and found.judged == 4
    assert found.is_forecast is (judge.until == "")
    if is_reported:
        assert ("By a bot's forecast" in found.turning_points[0].text) is found.is_forecast


def test_the_best_choice_is_not_reported_whatever_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    game, judge = stepped(), Judge()
    monkeypatch.setattr(
        judge,
        "judge",
        lambda turn, rng: [(at, JudgedChoice(action, 9.0)) for at, (_, action) in enumerate(turn)],
    )

    assert judged(game, judge, monkeypatch).turning_points == ()


def _views(game: GamePlayed) -> list[tuple[int, View]]:
    state, found = game.entry.rules.start(len(game.names), game.options), []
    for at, event in enumerate(game.events):
        found.append((at, View(state, Seat(0), {})))
        state = state.after(event)
    return found
