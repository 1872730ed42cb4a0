"""Introductions: scripts that fit their rules, and a learner who goes through them."""

from __future__ import annotations

import random

import pytest

from app.games.catalogue import catalogue
from app.games.lesson import Lesson, LessonStep, StackedRng
from app.keep.settings import Settings
from app.messages import Advanced
from app.screens.lesson import LessonModel, is_to_offer, lesson_of, offer_text, offered, taught_games
from rules.api import Moved, Seat
from tests.support.catalogue import GAMES, PLAIN, playing
from tests.support.values import replace

STEPS = range(3, 7)


def asked_for(model: LessonModel) -> list[object]:
    """The legal actions that the lesson accepts now."""
    step = model.lesson.steps[model.at]
    return [action for action in model._local.actions() if step.takes(str(action))]


def go_through(model: LessonModel, rng: random.Random) -> list[Advanced]:
    news = list(model.news())
    while not model.is_done:
        if not model.read_on():
            assert model.choose(rng.choice(asked_for(model))), model.nudge  # type: ignore[arg-type]
        news += model.news()
    return news


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_requested_steps_lead_to_the_end_of_the_introduction(game: str, seed: int) -> None:
    model = lesson_of(game)
    assert model is not None

    news = go_through(model, random.Random(seed))

    assert len(model.lesson.steps) in STEPS
    assert model.text == model.lesson.done and model.place == "Done"
    assert all(isinstance(each.view.seat, int) and each.view.seat == 0 for each in news)
    assert [each.k for each in news] == sorted({each.k for each in news})


@pytest.mark.parametrize("game", GAMES)
def test_each_step_names_the_task_and_is_the_learners_turn(game: str) -> None:
    model = lesson_of(game)
    assert model is not None
    while not model.is_done:
        assert model._local.turn == Seat(0)
        assert model.task.endswith(".") and model.text.endswith((".", ")"))
        assert len(model.text) < 340, model.text
        model.choose(asked_for(model)[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_was_not_asked_for_is_refused_and_the_task_repeated(game: str) -> None:
    model = lesson_of(game)
    assert model is not None
    model.news()
    task = model.task
    other = next(each for each in model._local.actions() if each not in asked_for(model))

    assert not model.choose(other)
    assert (model.at, model.task, model.news()) == (0, f"Not now. {task}", ())

    assert model.choose(asked_for(model)[0])  # type: ignore[arg-type]
    assert "Not now" not in model.task


def test_the_introduction_to_plump_ends_with_12_11_and_0_points() -> None:
    model = lesson_of("plump")
    assert model is not None
    go_through(model, random.Random(1))

    sums = model._local.state.past.sums  # type: ignore[attr-defined]

    assert tuple(sums) == (12, 11, 0)


def test_each_lesson_ends_with_the_expected_cards_points_or_moves() -> None:
    held = {}
    for game in ("cahoots", "kings", "matriculation", "reef"):
        model = lesson_of(game)
        assert model is not None
        go_through(model, random.Random(1))
        held[game] = model._local

    assert len(held["cahoots"].state.hand(Seat(0))) == 2
    assert held["kings"].state.standing().scores[0] == 2
    assert held["matriculation"].state.standing().scores[0] == 36 * 5 + 100
    moves = [each.action for each in held["reef"].events if isinstance(each, Moved)]
    assert str(moves[-1]).startswith("eat ")


def test_after_the_end_no_move_is_accepted() -> None:
    model = lesson_of("plump")
    assert model is not None
    go_through(model, random.Random(1))

    assert not model.choose(model._local.actions()[0])
    assert not model.read_on()
    assert model.task == ""


def test_a_step_without_a_task_is_read() -> None:
    entry = catalogue().named("plump")
    lesson = (
        replace(entry.lesson, steps=(LessonStep("Look at your hand.", then=("bid 0",)),))
        if entry.lesson
        else None
    )
    assert lesson is not None
    model = LessonModel(entry, lesson)

    assert model.reads_on and model.task == ""
    assert not model.choose(model._local.actions()[0])
    assert model.read_on()
    assert model.is_done


def test_a_stacked_deck_begins_with_the_given_cards_and_has_every_card_once() -> None:
    deck = list(range(52))
    StackedRng(((7, 3, 51),), ()).shuffle(deck)

    assert deck[:3] == [7, 3, 51]
    assert sorted(deck) == list(range(52))
    with pytest.raises(ValueError, match="not in list"):
        StackedRng(((99,),), ()).shuffle(list(range(52)))


def test_an_introduction_is_offered_once_if_the_game_has_one() -> None:
    settings = Settings()

    assert is_to_offer(settings, "plump")
    settings = offered(offered(settings, "plump"), "plump")

    assert settings.taught == "plump"
    assert not is_to_offer(settings, "plump")
    assert is_to_offer(settings, "reef")
    assert not is_to_offer(settings, "no-such-game")
    assert dict(taught_games()).keys() == set(GAMES)
    assert "5 steps" in offer_text("plump")


def test_a_game_of_another_package_needs_no_introduction() -> None:
    with playing(*PLAIN):
        assert taught_games() == ()
        assert lesson_of("plump") is None
        assert not is_to_offer(Settings(), "plump")


def test_lessons_with_equal_fields_are_equal() -> None:
    assert Lesson((), (), "") == Lesson((), (), "")
