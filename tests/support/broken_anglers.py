"""Anglers with broken parts, for tests of the checks that find them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from anglers import GAME, AnglersGame, AnglersState

from app.workshop.check.journey import Case
from rules.api import Game, Known, Scratch

CASE = Case(GAME, 3, (("cards", "3"),))


def game(state: type[AnglersState] = AnglersState, **fields: object) -> Game:
    """Anglers with other positions, or with other methods."""

    def start(self: AnglersGame, seats: int, options: dict[str, str]) -> AnglersState:
        first = AnglersGame.start(self, seats, options)
        return state(first.size, first.hands, first.caught, first.first)

    return type("Broken", (AnglersGame,), {"start": start, **fields})()


def state(**fields: object) -> type[AnglersState]:
    """A subclass of `AnglersState` in which `fields` replace attributes and methods."""
    return type("BrokenState", (AnglersState,), {"__slots__": (), **fields})


def scratched(make: Callable[..., Scratch]) -> Game:
    def scratch(self: AnglersGame, state: AnglersState, faces: Known, *, rng: Random) -> Scratch:
        return make(state, faces, seats=len(state.hands), rng=rng)

    return game(scratch=scratch)
