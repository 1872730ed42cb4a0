"""Replay: a game as a fold over its events, the third driver of a state."""

from __future__ import annotations

from collections.abc import Iterable

from rules.api import EVERYONE, Event, Face, Game, Moved, Options, Shown, Slot, State


def replay(game: Game, seats: int, options: Options, events: Iterable[Event]) -> State:
    """The position after `events`; raises `NotLegal` at the first that the rules refuse."""
    state = game.start(seats, options)
    for event in events:
        state = state.after(event)
    return state


def opened(event: Event) -> tuple[tuple[Slot, Face], ...]:
    """The faces that an event makes public."""
    if isinstance(event, Moved):
        return event.action.opens
    if isinstance(event, Shown) and event.to is EVERYONE and event.faces is not None:
        return tuple(zip(event.slots, event.faces, strict=True))
    return ()
