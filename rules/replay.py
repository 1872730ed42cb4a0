"""Replay: a game as a fold over its events."""

from __future__ import annotations

from collections.abc import Iterable

from rules.api import Event, Game, Options, State


def replay(game: Game, seats: int, options: Options, events: Iterable[Event]) -> State:
    """The position after `events`; raises `NotLegal` at the first that the rules refuse."""
    state = game.start(seats, options)
    for event in events:
        state = state.after(event)
    return state
