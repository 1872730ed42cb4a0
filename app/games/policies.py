"""Bots of a game: by what its entry names, or by a search that knows nothing but the rules."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, cast

from app.bots.api import BotPolicy, Slipping
from app.bots.tree import TreeSearch
from app.games.entry import GameEntry, checked_level, loaded
from rules.errors import BadOptions

UNTAUGHT: Final = {
    "easy": partial(TreeSearch, playouts=15, seconds=0.05),
    "normal": partial(TreeSearch, playouts=200, seconds=0.25),
    "hard": partial(TreeSearch, playouts=4000, seconds=1.0),
}
"""Bots of a game whose author gives none. The seconds are of CPU time: the rules of some games are slow."""


def policy_of(entry: GameEntry, level: str) -> BotPolicy:
    """The policy of a game at a level; raises `BadOptions` for one that the game does not offer.

    Where the author gives no bot, or one that cannot be loaded, it is a search. Where nothing easier than the
    normal level is taught, an easy bot plays that with a move at random now and then.
    """
    taught = dict(entry.policies)
    if checked_level(entry, level) == "easy" and taught and level not in taught:
        return Slipping(policy_of(entry, "normal"))
    made = loaded(entry.rules.key, taught[level]) if level in taught else None
    if made is not None:
        return _policy(made)
    return UNTAUGHT.get(level, UNTAUGHT["normal"])(entry.rules, clock=time.thread_time)


def strongest(entry: GameEntry) -> BotPolicy:
    """The best that a game's bots can do."""
    return policy_of(entry, entry.levels[-1])


def _policy(made: object) -> BotPolicy:
    """A bot: a value that chooses, or its class, which takes no arguments."""
    if not hasattr(made, "choose"):
        raise BadOptions(f"{made!r} is no bot: it chooses nothing")
    return cast("BotPolicy", made() if isinstance(made, type) else made)
