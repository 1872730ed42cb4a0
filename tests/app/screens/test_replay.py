"""Stepping through a record: stops, perspectives, visible cards."""

from __future__ import annotations

from random import Random

import pytest

from app.records.recording import Recording
from app.screens.replay import ReplayModel
from app.screens.table import LogLine
from rules.api import Moved
from tests.support.catalogue import GAMES
from tests.support.window import Story


def recording(game: str = "plump") -> Recording:
    story = Story(game, options={"length": "short"} if game == "plump" else None)
    story.to_the_end()
    return story.recording()


@pytest.fixture(scope="module")
def short() -> Recording:
    return recording()


def test_a_replay_starts_before_the_first_event(short: Recording) -> None:
    model = ReplayModel(short)

    assert (model.at, model.stop, model.stops[0]) == (0, 0, 0)
    assert model.lines[0].text == "The game begins."
    assert len(model.lines) == len(model.rows)
    assert sorted(set(model.rows)) == list(range(len(model.stops)))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_stepped_through_to_its_end(game: str) -> None:
    model = ReplayModel(recording(game))
    for stop in range(len(model.stops)):
        news = model.go(stop)

        assert model.stop == stop
        assert news.view.actions() == ()
    assert model.view.state.outcome() is not None


def test_a_single_step_tells_what_happened_and_a_jump_does_not(short: Recording) -> None:
    model = ReplayModel(short)

    assert len(model.go(1).events) == model.stops[1]
    assert model.go(9).events == ()
    assert model.go(8).events == ()
    assert len(model.go(9).events) == model.stops[9] - model.stops[8]
    assert model.go(9).k == short.events[model.stops[9] - 1][0]


def test_the_last_stop_before_an_event_can_be_found(short: Recording) -> None:
    model = ReplayModel(short)
    for event in range(len(short.events)):
        stop = model.before(event)

        assert model.stops[stop] <= event < [*model.stops, len(short.events) + 1][stop + 1]


@pytest.mark.parametrize(("stop", "there"), [(-5, 0), (10**6, -1)])
def test_a_replay_cannot_go_beyond_the_beginning_or_the_end_of_the_game(
    short: Recording, stop: int, there: int
) -> None:
    model = ReplayModel(short)
    model.go(stop)

    assert model.at == model.stops[there]


def test_a_replay_can_show_all_cards(short: Recording) -> None:
    model = ReplayModel(short)
    model.go(6)
    view = model.view

    assert all(view.face(slot) is not None for seat in range(4) for slot in view.state.hand(seat))


def test_a_seat_sees_only_its_own_hand(short: Recording) -> None:
    model = ReplayModel(short, seat=2)
    model.go(6)
    view = model.view

    assert view.seat == model.info.seat == 2
    assert view.state.hand(2)
    assert all(view.face(slot) is not None for slot in view.state.hand(2))
    assert all(view.face(slot) is None for seat in (0, 1, 3) for slot in view.state.hand(seat))


def test_everybody_sees_open_cards(short: Recording) -> None:
    model = ReplayModel(short, seat=1)
    at = next(
        number
        for number, (_, event) in enumerate(short.events, start=1)
        if isinstance(event, Moved) and event.action.opens
    )
    model.go(model.stops.index(at))
    _, event = short.events[at - 1]

    assert isinstance(event, Moved)
    assert event.action.opens
    assert all(model.view.face(slot) == face for slot, face in event.action.opens)


def test_the_log_never_tells_more_than_what_is_shown(short: Recording) -> None:
    model = ReplayModel(short)
    for stop in range(len(model.stops)):
        model.go(stop)

        assert model.rows[model.row] == stop
        assert model.row + 1 == len(model.rows) or model.rows[model.row + 1] == stop + 1


def test_the_log_is_written_from_the_chosen_perspective(short: Recording) -> None:
    model = ReplayModel(short)
    model.go(5)
    spectator = [line.text for line in model.lines]
    model.look_as(0)
    own = [line.text for line in model.lines]

    assert any(text.startswith("Lisa ") for text in spectator)
    assert not any(text.startswith("Lisa ") for text in own)
    assert any(text.startswith("You ") for text in own)
    assert [line.k for line in model.lines][-1] == short.events[-1][0]


def test_perspectives_promise_no_cards_that_lie_face_down(short: Recording) -> None:
    found = ReplayModel(short).perspectives

    assert found[:2] == (("As a spectator sees it", None), ("As Lisa saw it", 0))
    assert not any("All" in title for title, _ in found)


def test_a_record_that_ends_without_a_move_has_a_last_stop(short: Recording) -> None:
    quiet = next(at for at in range(3, len(short.events)) if not isinstance(short.events[at - 1][1], Moved))
    cut = Recording(short.info, short.events[:quiet], short.proofs)
    model = ReplayModel(cut)

    assert model.stops[-1] == quiet


def test_an_invalid_record_is_not_shown() -> None:
    bad = Recording(None, problem="at height 3: a signature is wrong", blamed="Toby")

    assert bad.verdict == "This record fails the check: at height 3: a signature is wrong. Toby signed it."
    with pytest.raises(ValueError, match="cannot be shown"):
        ReplayModel(bad)


def test_a_valid_record_tells_the_number_of_its_proofs() -> None:
    assert "31 proofs hold" in Recording(None, proofs=31).verdict
    assert Recording(None, problem="cut off").verdict == "This record fails the check: cut off."


def test_a_game_can_be_played_on_until_the_seats_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr("app.screens.replay.practice", lambda game, seat, turn, rng: begun.append(turn))
    story = Story(options={"length": "short"})
    story.to_the_end()
    model = ReplayModel(story.recording())
    model.look_as(0)
    turns = [
        at
        for at, (_, event) in enumerate(model.recording.events)
        if isinstance(event, Moved) and event.seat == 0
    ]
    last = max(stop for stop, at in enumerate(model.stops) if at <= turns[-1])
    model.go(last)
    assert model.may_play_on
    model.practice(model.at, Random(1))
    model.practice(0, Random(1))
    assert begun == [turns[-1], turns[0]]
    model.go(len(model.stops) - 1)

    assert not model.may_play_on and model.practice(len(model.recording.events), Random(1)) is None
    model.look_as(None)
    assert not model.may_play_on and model.practice(0, Random(1)) is None
    assert (model.lines[0], model.stops[0], model.rows[0]) == (LogLine("The game begins.", 0), 0, 0)
