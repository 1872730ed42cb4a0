"""A replay: the fold over the events of a game."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Event, Moved, Rolled, Seat
from rules.driver import LocalTable
from rules.errors import BadOptions, NotLegal
from rules.plump.actions import Bid
from rules.plump.game import PlumpGame
from rules.replay import replay

GAME = PlumpGame()
SHORT = {"length": "short"}


def recorded() -> tuple[list[Event], LocalTable]:
    table, rng = LocalTable(GAME.start(3, SHORT), 3, Random(1)), Random(1)
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
    return table.events, table


def test_a_replay_gives_the_same_position_at_every_event() -> None:
    events, table = recorded()

    assert replay(GAME, 3, SHORT, events) == table.state
    assert replay(GAME, 3, SHORT, []) == GAME.start(3, SHORT)
    assert replay(GAME, 3, SHORT, events[:1]).needs == GAME.start(3, SHORT).after(events[0]).needs


def test_a_replay_stops_at_the_first_illegal_event() -> None:
    events, _ = recorded()
    for wrong in ([*events, Rolled(0)], [Moved(Seat(0), Bid(0)), *events], events[1:]):
        with pytest.raises(NotLegal):
            replay(GAME, 3, SHORT, wrong)


def test_a_replay_needs_the_options_of_the_game() -> None:
    events, _ = recorded()
    with pytest.raises(NotLegal):
        replay(GAME, 3, {}, events)
    with pytest.raises(BadOptions):
        replay(GAME, 3, {"length": "endless"}, events)
