"""Players for measurements: the bots of a game, and standard opponents.

`flat-200` and `tree-200` are opponents from outside, which know nothing but the contract of a game: a flat
Monte Carlo search and an information-set tree search of 200 playouts. With `ms` the number is milliseconds
of CPU time instead; on a busy machine only playouts give comparable results.
"""

from __future__ import annotations

import re
import time
from math import inf
from typing import Final

from msgspec import Struct

from app.bots.api import AnyMove, BotPolicy
from app.bots.tree import DEEP, TreeSearch
from app.games.entry import GameEntry
from app.games.policies import policy_of
from app.workshop.measure.beginner import Beginner
from rules.api import Action, Game, Rng, View

STAGES: Final = {"kings": 16}
"""Turns of a playout of Kings, as its hard bot has: a single turn decides nothing."""
PLAYOUTS_MOST: Final = 1_000_000
SEARCH: Final = re.compile(r"(flat|tree)-([1-9][0-9]{0,5})(ms)?")


class StandInPolicy(Struct, frozen=True):
    """Plays by the stand-in's rule; it needs no random numbers."""

    game: Game

    def choose(self, view: View, rng: Rng) -> Action:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        return self.game.stand_in(view.state, view.known, view.seat)


def player_of(entry: GameEntry, name: str) -> BotPolicy:
    """Return the player of that name; raises `BadOptions` for any other.

    A level of the game's bots; "random": any legal move; "beginner"; "stand-in": the rule of an empty seat;
    "flat-200" or "tree-50ms": a search.
    """
    match name:
        case "random":
            return AnyMove()
        case "beginner":
            return Beginner(entry.rules.key)
        case "stand-in":
            return StandInPolicy(entry.rules)
    if found := SEARCH.fullmatch(name):
        return _search(entry.rules, *found.groups())
    return policy_of(entry, name)


def _search(game: Game, kind: str, number: str, is_time: str | None) -> TreeSearch:
    """Return the search that a name means, such as "flat-200"."""
    return TreeSearch(
        game,
        playouts=PLAYOUTS_MOST if is_time else int(number),
        depth=1 if kind == "flat" else DEEP,
        stages=STAGES.get(game.key, 1),
        seconds=int(number) / 1000 if is_time else inf,
        clock=time.thread_time,
    )
