"""The local driver: chance from the generator handed in, each seat its own knowledge."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import EVERYONE, Moved, Rolled, Seat, Shown, Shuffled, opened
from rules.driver import LocalTable
from rules.errors import NotLegal
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame

GAME = PlumpGame()


def table(seats: int = 4, seed: int = 1) -> LocalTable:
    return LocalTable(GAME.start(seats, {}), seats, Random(seed))


def played(seats: int, seed: int) -> LocalTable:
    rng, found = Random(seed), table(seats, seed)
    while found.turn is not None:
        found.play(rng.choice(found.actions()))
    return found


def test_the_driver_stops_where_a_seat_must_choose() -> None:
    found = table()

    assert found.turn is not None and found.outcome is None
    assert isinstance(found.events[0], Rolled) and isinstance(found.events[1], Shuffled)
    assert [event.to for event in found.events[2:] if isinstance(event, Shown)] == [(0,), (1,), (2,), (3,)]


def test_the_driver_plays_the_same_game_for_the_same_seed() -> None:
    assert played(3, 7).events == played(3, 7).events
    assert played(3, 7).events != played(3, 8).events


def test_a_finished_game_has_an_outcome_and_offers_no_actions() -> None:
    found = played(2, 3)

    assert found.turn is None and found.outcome is not None and found.actions() == ()
    with pytest.raises(ValueError, match="over"):
        found.play(Bid(0))


def test_a_seat_knows_its_own_cards_and_a_spectator_none() -> None:
    found = table()

    for seat in map(Seat, range(4)):
        assert set(found.view(seat).known) == set(found.state.hand(seat))
    assert found.view(None).known == {} and found.view(None).actions() == ()


def test_everybody_knows_an_opened_card() -> None:
    found = table()
    while not isinstance(found.actions()[0], PlumpPlay):
        found.play(found.actions()[0])
    mover = found.turn
    found.play(found.actions()[0])

    event = found.events[-1]
    assert isinstance(event, Moved) and event.seat == mover
    for slot, face in opened(event):
        assert all(found.view(seat).face(slot) == face for seat in (None, *map(Seat, range(4))))


def test_a_spectator_knows_no_card_of_a_new_deck() -> None:
    found, rng = table(), Random(2)
    while len([event for event in found.events if isinstance(event, Shuffled)]) < 2:
        found.play(rng.choice(found.actions()))

    assert found.view(None).known == {}
    assert sorted(found.faces) == list(range(52, 104))
    assert sorted(found.faces.values()) == list(range(52))


def test_a_play_that_the_known_hand_of_the_mover_forbids_is_refused() -> None:
    found, rng = table(seed=5), Random(5)
    for _ in range(400):
        view = found.view(found.turn)
        offered = found.actions()
        for slot in found.state.hand(found.turn or Seat(0)):
            face = view.face(slot)
            if (
                isinstance(offered[0], PlumpPlay)
                and face is not None
                and PlumpPlay(slot, face) not in offered
            ):
                with pytest.raises(NotLegal) as caught:
                    found.play(PlumpPlay(slot, face))
                assert caught.value.reason == "follow-suit"
                return
        found.play(rng.choice(offered))
    raise AssertionError("nobody ever had to follow suit")


def test_a_public_show_gives_its_faces() -> None:
    shows = [event for event in played(3, 1).events if isinstance(event, Shown)]

    assert all((event.faces is not None) == (event.to is EVERYONE) for event in shows)
    assert sum(event.to is EVERYONE for event in shows) == 3


def test_leaving_is_an_event_and_the_game_goes_on() -> None:
    found = table(3)
    found.leave(Seat(1), "gone")

    assert found.turn in (0, 2) and found.outcome is None
    found.leave(Seat(0), "left")
    assert found.turn is None and found.outcome is not None
