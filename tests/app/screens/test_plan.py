"""A turn of several steps: planned in private, taken back step by step, sent together, or dropped."""

from __future__ import annotations

from random import Random

import pytest

from app.messages import Advanced, Choose, Refused
from app.screens.plan import DROPPED, Plan, foreseen, goes_on
from app.screens.table import TableModel
from rules.api import Action, Left, Moved, Seat, Shuffled, Turn, View
from rules.cahoots.actions import CahootsPlay
from rules.driver import LocalTable
from rules.kings.actions import KingsEnd, KingsUndo, Put
from rules.plump.actions import PlumpPlay
from rules.reef.actions import Lay, PlayCube
from tests.support.passing import PASSING
from tests.support.values import replace
from tests.support.window import Story


class Planner:
    """A player of Kings on turn, with a card to put down."""

    def __init__(self) -> None:
        self.story = Story("kings", 4)
        self.model = TableModel(self.story.info)
        self.model.take(self.story.started)
        self.told(self.story.until_own_turn())
        while not self.puts:
            self.story.step()
            self.told(self.story.until_own_turn())
        self.orders: list[Choose] = []

    @property
    def puts(self) -> list[Put]:
        view = self.model.view
        return [] if view is None else [action for action in view.actions() if isinstance(action, Put)]

    @property
    def end(self) -> Action:
        assert self.model.view is not None
        return next(action for action in self.model.view.actions() if isinstance(action, KingsEnd))

    def told(self, news: Advanced) -> Advanced:
        shown = self.model.hear(news)
        if order := self.model.next_order(news.k):
            self.orders.append(order)
        self.model.take(news)
        return shown


@pytest.fixture
def planner() -> Planner:
    return Planner()


def test_nothing_is_sent_before_the_turn_ends(planner: Planner) -> None:
    model, k = planner.model, planner.model.k
    put = planner.puts[0]
    shown, order = model.choose(put)

    assert order is None
    assert shown is not None and shown.k == k and shown.events == (Moved(Seat(0), put),)
    assert model.is_our_turn and model.plan.steps == (put,)
    assert model.view is not None and put not in model.view.actions()
    assert model.status.happened == "Only you see this step until you end your turn."
    assert model.latest is not None and put in model.latest.view.actions()

    end = planner.end
    shown, first = model.choose(end)
    assert first == Choose(k, put) and not model.is_our_turn
    assert shown is not None and shown.events == (Moved(Seat(0), end),)


def test_the_steps_go_out_one_by_one_and_the_table_never_goes_back(planner: Planner) -> None:
    model, local = planner.model, planner.story.local
    put = planner.puts[0]
    model.choose(put)
    end = planner.end
    shown, _ = model.choose(end)
    local.play(put)
    heard = planner.told(planner.story.news())

    assert shown is not None
    assert planner.orders == [Choose(model.k, end)] and model.is_on_its_way
    assert (heard.view.state, heard.events) == (shown.view.state, ()), "the table has shown it"
    local.play(end)
    ended = planner.story.news()
    assert planner.told(ended) == replace(ended, events=ended.events[1:]), "its own move is on it already"
    assert model.plan.shown == model.plan.going == () and not model.is_on_its_way


def test_steps_are_taken_back_the_last_one_first_and_reveal_nothing(planner: Planner) -> None:
    model = planner.model
    before = model.view
    model.choose(planner.puts[0])
    shown, _ = model.choose(KingsUndo())

    assert shown is not None and before is not None
    assert shown.view.state == before.state and model.plan.shown == model.plan.going == ()
    model.choose(planner.puts[0])
    back = model.take_back()
    assert back is not None and back.view.state == before.state
    assert model.take_back() is None


def test_a_refused_step_takes_the_plan_with_it(planner: Planner) -> None:
    model = planner.model
    model.choose(planner.puts[0])
    model.choose(planner.end)
    said = model.take(Refused("not-now", "", "Not now."))

    assert said == "Not now." and model.plan.shown == model.plan.going == () and model.is_our_turn


def test_news_that_makes_the_plan_impossible_drops_it_and_says_so(planner: Planner) -> None:
    model, local = planner.model, planner.story.local
    model.choose(planner.puts[0])
    local.leave(Seat(0), "gone")
    shown = planner.told(planner.story.news())

    assert model.plan.shown == model.plan.going == () and model.status.text == DROPPED
    assert shown.view.state == local.state


def test_news_that_leaves_the_plan_possible_keeps_it(planner: Planner) -> None:
    model, put = planner.model, planner.puts[0]
    planned, _ = model.choose(put)
    assert model.latest is not None and planned is not None
    shown = planner.told(Advanced(model.k + 1, model.latest.view, ()))

    assert model.plan.steps == (put,) and shown.view == planned.view


def test_a_choice_that_ends_the_turn_goes_out_at_once() -> None:
    story = Story()
    model = TableModel(story.info)
    model.take(story.started)
    model.take(story.until_own_turn())
    bid = story.local.actions()[0]

    shown, order = model.choose(bid)
    assert order == Choose(story.k, bid)
    assert shown is not None and shown.events == (Moved(Seat(0), bid),)


@pytest.mark.parametrize(("game", "step"), [("reef", PlayCube), ("cahoots", CahootsPlay)])
def test_steps_of_other_games_are_also_planned_and_taken_back(game: str, step: type[Action]) -> None:
    story = Story(game, 4)
    model = TableModel(story.info)
    model.take(story.started)
    planned: Advanced | None = None
    while planned is None:
        model.plan.drop()
        model.take(model.hear(story.until_own_turn()))
        before = model.view
        steps = [action for action in story.local.actions() if isinstance(action, step)]
        shown, order = model.choose(steps[0]) if steps else (None, None)
        if order is None:
            planned = shown
        if planned is None:
            story.step()
    back = model.take_back()

    assert before is not None and back is not None and back.view.state == before.state
    assert planned.view.state != before.state


def test_a_card_that_wins_a_trick_ends_the_turn_and_is_sent_at_once() -> None:
    """The winning card is sent at once, and does not wait in a plan until the next one is led."""
    story = Story("plump", 2)
    model = TableModel(story.info)
    model.take(story.started)
    won = 0
    while won < 2:
        model.take(model.hear(story.until_own_turn()))
        for card in story.local.actions():
            after = story.local.state.after(Moved(Seat(0), card))
            if isinstance(card, PlumpPlay) and after.needs == (Turn(Seat(0)),):
                assert model.choose(card)[1] is not None and model.plan.steps == ()
                won += 1
                break
        story.step()


def test_a_plan_foresees_no_action_of_another_seat(planner: Planner) -> None:
    view = planner.model.view
    assert view is not None and goes_on(view) and foreseen(view, ()) is view
    ended = foreseen(view, (planner.end,))

    assert ended is not None and not goes_on(ended)
    assert foreseen(ended, (planner.end,)) is None
    assert foreseen(View(view.state, None, {}), (planner.end,)) is None
    assert not isinstance(planner.story.local.events[-1], Left)


def test_sent_steps_stay_on_the_table_until_they_are_refused() -> None:
    story = Story()
    model = TableModel(story.info)
    model.take(story.started)
    model.take(story.until_own_turn())
    assert model.view is not None
    before, bid = model.view.state, story.local.actions()[0]
    shown, _ = model.choose(bid)
    assert shown is not None and model.view.state == shown.view.state == before.after(Moved(Seat(0), bid))
    assert model.latest is not None and model.latest.view.state == before and not model.is_our_turn

    model.take(Refused("late", "", "The time was over."))
    assert model.view.state == before and model.is_our_turn and model.status.text == "The time was over."


def test_a_move_that_is_made_for_this_seat_replaces_the_move_that_the_seat_has_sent() -> None:
    story = Story()
    model = TableModel(story.info)
    model.take(story.started)
    model.take(story.until_own_turn())
    bid, other = story.local.actions()[:2]
    model.choose(bid)
    story.local.play(other)
    news = story.news()
    shown = model.hear(news)
    model.take(news)

    assert shown.view.state == story.local.state and model.plan.shown == model.plan.going == ()
    assert (model.status.text, model.status.happened) == (DROPPED, model.log[-1].text)


def test_a_start_tile_that_is_laid_in_a_plan_is_neither_sent_nor_lost() -> None:
    """The rules forbid taking back a step that opens a tile; a planned step has opened nothing yet."""
    story = Story("reef", 2)
    model = TableModel(story.info)
    model.take(story.started)
    while True:
        model.take(model.hear(story.until_own_turn()))
        view = model.view
        assert view is not None
        cubes = [each for each in view.actions() if isinstance(each, PlayCube)]
        for cube in cubes:
            assert model.choose(cube)[1] is None and model.view is not None
            tiles = [each for each in model.view.actions() if isinstance(each, Lay) and each.opens]
            if tiles:
                assert model.choose(tiles[0])[1] is None, "nothing goes out"
                assert model.take_back() is not None and model.plan.steps == (cube,)
                assert model.view is not None and tiles[0] in model.view.actions()
                return
            model.take_back()
        story.step()


def test_an_order_of_cards_is_sent_at_once_and_confirmed_once_the_cards_are_laid() -> None:
    """The game tells only that cards were laid, and nothing of their order."""
    local = LocalTable(PASSING.start(2, {}), 2, Random(1))
    view, action = local.view(Seat(0)), local.actions()[0]
    plan = Plan(lambda _: True, lambda _: False)
    assert plan.take(view, action) == () and plan.going == (action,)
    before = len(local.events)
    local.play(action)
    shown, events, is_kept = plan.hear(local.view(Seat(0)), local.events[before:])

    assert (plan.going, is_kept, shown.state) == ((), True, local.state)
    assert [type(event) for event in events] == [Shuffled]


def test_the_same_action_of_another_seat_does_not_confirm_our_own() -> None:
    """Two who choose at once may choose the same."""
    story = Story()
    view = story.until_own_turn().view
    bid = story.local.actions()[0]
    plan = Plan(lambda _: False, lambda _: False)
    plan.take(view, bid)
    theirs = Moved(Seat(1), bid)
    shown, events, is_kept = plan.hear(view, (theirs,))

    assert (plan.going, plan.shown, is_kept) == ((bid,), (bid,), True)
    assert shown.state == view.state.after(Moved(Seat(0), bid)) and events == ()
    assert plan.hear(view, (Moved(Seat(0), bid),)) == (view, (), True), "our own is on the table already"
    assert plan.hear(view, (theirs,)) == (view, (theirs,), True), "without a plan all is shown"


def test_laid_cards_confirm_one_sent_order_and_no_later_step() -> None:
    local = LocalTable(PASSING.start(2, {}), 2, Random(1))
    action = local.actions()[0]
    before = len(local.events)
    plan = Plan(lambda _: True, lambda _: False, going=(action, action))
    local.play(action)
    plan.hear(local.view(Seat(0)), local.events[before:])

    assert plan.going == (action,)
