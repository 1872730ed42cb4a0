"""The lessons after the introduction: they fit their rules, and ask for the choices of a search."""

from __future__ import annotations

import random
from typing import cast

import pytest

from app.bots.api import Judging
from app.bots.reef import HARD
from app.bots.reef_turns import judged_turn
from app.games.catalogue import catalogue
from app.games.lesson import fits
from app.games.look_back import CERTAIN, LEAST
from app.games.policies import strongest
from app.screens.lesson import LessonModel, lesson_of
from rules.api import Action, Seat, View
from rules.reef.actions import Collect, Eat
from rules.reef.state import ReefState
from tests.support.catalogue import GAMES

COURSES = [(game, number) for game in GAMES for number in range(1, len(catalogue().named(game).lessons))]
FORECAST_ERROR = 1.5
"""Points by which a whole turn may stay behind the best that the search finds: the points that the search
adds belong to another lesson."""
WORDS_A_SECOND, SECONDS_A_PRESS, SECONDS_A_MOVE = 150 / 60, 3.0, 1.5
"""A beginner reads 150 words a minute; a move of another is shown for one and a half seconds at the most."""
WORSE = {
    1: (("introduce 0:F4", "introduce 0:D4"), ("collect O", "collect G"), ("lay W 0:E4", "lay W 0:G5")),
    2: (("lay Y 0:C4", "lay Y 0:E5"), ("collect P", "collect W")),
    3: (
        ("alga g tile 8 pay Y", "alga g space pay Y"),
        ("alga g tile 8 pay Y", "alga p tile 7 pay Y"),
        ("collect G", "collect P"),
    ),
}
"""Steps of each lesson of Reef Encounter, each with a worse one in its place."""


def begun(game: str, number: int) -> LessonModel:
    model = lesson_of(game, number)
    assert model is not None
    return model


def asked_for(model: LessonModel) -> list[Action]:
    step = model.lesson.steps[model.at]
    return [action for action in model._local.actions() if step.takes(str(action))]


def go_through(model: LessonModel) -> LessonModel:
    while not model.is_done:
        assert model.read_on() or model.choose(asked_for(model)[0]), (model.at, model.nudge)
    return model


def learners_turn(number: int, instead: tuple[str, str] = ("", "")) -> list[tuple[View, Action]]:
    """The turn of a lesson of Reef Encounter, with one step in place of another."""
    model, found = begun("reef", number), []
    wanted = [text for step in model.lesson.steps for text in (*step.does[:1], *step.then)]
    for text in wanted:
        offered = model._local.actions()
        is_other = instead[0] != "" and text.startswith(instead[0])
        meant = f"{instead[1]}*" if is_other else text
        action = next(each for each in offered if fits(meant, str(each)))
        found.append((model._local.view(Seat(0)), action))
        model._local.play(action)
        if isinstance(action, Collect):
            break
    return found


def test_reef_encounter_has_a_course_of_four_lessons_and_every_other_game_one() -> None:
    assert {game: len(catalogue().named(game).course) for game in GAMES} == {
        **dict.fromkeys(GAMES, 1), "reef": 4
    }  # fmt: skip


def seconds_of(model: LessonModel) -> float:
    """The time that a beginner takes for a lesson: to read, to find and press each thing, to watch."""
    news, words, presses = len(model.news()), 0, 0
    while not model.is_done:
        words += len(f"{model.text} {model.task}".split())
        if not model.read_on():
            action = asked_for(model)[0]
            presses += max(map(len, model.entry.description.picks(model._local.view(Seat(0)), action)))
            assert model.choose(action)
        presses += 1
        news += len(model.news())
    words += len(model.text.split())
    return words / WORDS_A_SECOND + presses * SECONDS_A_PRESS + news * SECONDS_A_MOVE


@pytest.mark.parametrize(("game", "number"), [*((game, 0) for game in GAMES), *COURSES])
def test_a_lesson_takes_a_beginner_less_than_five_minutes(game: str, number: int) -> None:
    assert 30 < seconds_of(begun(game, number)) < 300


@pytest.mark.parametrize(("game", "number"), COURSES)
def test_a_lesson_can_be_played_to_its_end(game: str, number: int) -> None:
    model = begun(game, number)
    while not model.is_done:
        assert model._local.turn == Seat(0)
        assert len(model.text) < 340 and model.text.endswith((".", ")")), model.text
        assert model.reads_on or (asked_for(model) and model.task.endswith(".")), model.at
        assert model.read_on() or model.choose(asked_for(model)[0]), (model.at, model.nudge)

    assert model.text == model.lesson.done and len(model.text) < 340
    assert model.next == (number + 1 if number < len(catalogue().named(game).course) else None)


@pytest.mark.parametrize(("game", "number"), [each for each in COURSES if each[0] in ("plump", "cahoots")])
def test_the_strongest_bot_begins_with_the_first_step_of_the_lesson(game: str, number: int) -> None:
    model = begun(game, number)
    action = strongest(model.entry).choose(model._local.view(Seat(0)), random.Random(1))

    assert model.lesson.steps[0].takes(str(action))


def test_the_strongest_bot_chooses_the_first_two_steps_of_the_second_lesson() -> None:
    for game in ("matriculation", "kings"):
        model, rng = begun(game, 1), random.Random(1)
        for _ in range(2):
            action = strongest(model.entry).choose(model._local.view(Seat(0)), rng)
            assert model.lesson.steps[model.at].takes(str(action)), (game, str(action))
            model.choose(action)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "reef"])
def test_every_step_of_a_lesson_is_the_choice_of_the_strongest_bot_or_costs_nothing(
    game: str, number: int
) -> None:
    """A step is right if the bot chooses it, or else if a look back finds no loss in it."""
    model, rng = begun(game, number), random.Random(1)
    bot = cast("Judging", strongest(model.entry))
    while not model.is_done:
        view, action = model._local.view(Seat(0)), asked_for(model)[0]
        step = model.lesson.steps[model.at]
        if not step.takes(str(strongest(model.entry).choose(view, rng))):
            ((_, judged),) = bot.judge([(view, action)], rng)
            assert judged.cost <= max(LEAST, CERTAIN * judged.error), (str(action), str(judged.best))
        model.choose(action)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_search_finds_no_better_turn_than_the_lessons(number: int) -> None:
    turn = learners_turn(number)
    ((_, judged),) = judged_turn(turn)
    assert judged.cost < FORECAST_ERROR, str(judged.best)

    for instead in WORSE.get(number, ()):
        ((_, other),) = judged_turn(learners_turn(number, instead))
        assert other.cost > judged.cost + 0.5, instead


def test_the_hard_bot_takes_the_steps_of_the_turn_in_the_second_lesson() -> None:
    wanted = [str(action) for _, action in learners_turn(2)]
    view, _ = learners_turn(2)[0]
    chosen: list[str] = []
    state, rng = view.state, random.Random(1)
    assert isinstance(state, ReefState)
    model = begun("reef", 2)
    for _ in range(len(wanted) - 1):
        action = HARD.choose(model._local.view(Seat(0)), rng)
        chosen.append(str(action))
        model._local.play(action)

    assert sorted(chosen) == sorted(wanted[:-1])


def test_the_last_lesson_begins_with_eating_and_is_won_by_27_to_18() -> None:
    model = begun("reef", 4)
    assert isinstance(HARD.choose(model._local.view(Seat(0)), random.Random(1)), Eat)
    assert model._local.state.standing().scores == (21, 18)
    go_through(model)
    outcome = model._local.outcome

    assert outcome is not None and outcome.scores == (27, 18)
