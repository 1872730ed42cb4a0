"""Bots of a game: those that its entry names, or a search that knows nothing but the rules."""

from __future__ import annotations

import time
from functools import partial
from typing import Final, cast

from app.bots.api import BotPolicy, PartlyRandomPolicy
from app.bots.tree import TreeSearch
from app.games.entry import GameEntry, checked_level, loaded
from rules.errors import BadOptions

UNTAUGHT: Final = {
    "easy": partial(TreeSearch, playouts=15, seconds=0.05),
    "normal": partial(TreeSearch, playouts=200, seconds=0.25),
    "hard": partial(TreeSearch, playouts=4000, seconds=1.0),
}
"""Bots of a game whose author gives none. The seconds are of CPU time, because the rules of some games are
slow."""


def policy_of(entry: GameEntry, level: str) -> BotPolicy:
    """Return the policy of a game at a level; raises `BadOptions` for a level that the game lacks.

    If the author gives no bot, or a bot that cannot be loaded, the policy is a search. If the author gives no
    level below normal, an easy bot is the normal one with a random move now and then.
    """
    taught = dict(entry.policies)
    if checked_level(entry, level) == "easy" and taught and level not in taught:
        return PartlyRandomPolicy(policy_of(entry, "normal"))
    made = loaded(entry.rules.key, taught[level]) if level in taught else None
    if made is not None:
        return _policy(made)
    return UNTAUGHT.get(level, UNTAUGHT["normal"])(entry.rules, clock=time.thread_time)


def strongest(entry: GameEntry) -> BotPolicy:
    """Return the strongest bot of a game."""
    return policy_of(entry, entry.levels[-1])


def _policy(made: object) -> BotPolicy:
    """Return a bot from an object: the bot itself, or its class, which takes no arguments."""
    if not hasattr(made, "choose"):
        raise BadOptions(f"{made!r} is no bot: it chooses nothing")
    return cast("BotPolicy", made() if isinstance(made, type) else made)
