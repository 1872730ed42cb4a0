"""Players in a measurement: the bots of a game, and others that stand beside them.

`flat-200` and `tree-200` are opponents from outside: searches that know nothing but the contract of a game, a
flat Monte Carlo and an information-set tree search of so many playouts. With `ms` behind the number it is
milliseconds of CPU time instead: on a busy machine the playouts can be compared, the milliseconds hardly.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from math import inf
from typing import Final

from app.bots.api import AnyMove, BotPolicy
from app.bots.tree import DEEP, TreeSearch
from app.games.entry import GameEntry
from app.games.policies import policy_of
from app.workshop.measure.beginner import Beginner
from rules.api import Action, Game, Rng, View

STAGES: Final = {"kings": 16}
"""Turns of a playout of Kings, as many as of its hard bot: a turn alone decides nothing."""
PLAYOUTS_MOST: Final = 1_000_000
SEARCH: Final = re.compile(r"(flat|tree)-([1-9][0-9]{0,5})(ms)?")


@dataclass(frozen=True, slots=True)
class StandInPolicy:
    """Plays by the rule by which an empty seat is played. It throws no dice."""

    game: Game

    def choose(self, view: View, rng: Rng) -> Action:
        if view.seat is None:
            raise ValueError("a spectator chooses nothing")
        return self.game.stand_in(view.state, view.known, view.seat)


def player_of(entry: GameEntry, name: str) -> BotPolicy:
    """A bot of one of the game's levels, or "random" for any legal move, "beginner" for somebody who has just
    read the rules, "stand-in" for the rule of an empty seat, "flat-200" or "tree-50ms" for a search; raises
    `BadOptions` for another name."""
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
    """An opponent from outside."""
    return TreeSearch(
        game,
        playouts=PLAYOUTS_MOST if is_time else int(number),
        depth=1 if kind == "flat" else DEEP,
        stages=STAGES.get(game.key, 1),
        seconds=int(number) / 1000 if is_time else inf,
        clock=time.thread_time,
    )
