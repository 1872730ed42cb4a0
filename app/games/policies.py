"""How bots play a game: by what its entry names, or any legal move."""

from __future__ import annotations

from typing import cast

from app.bots.api import AnyMove, BotPolicy, Slipping
from app.games.entry import GameEntry, loaded
from rules.errors import BadOptions


def policy_of(entry: GameEntry, level: str) -> BotPolicy:
    """The policy of a game at a level; raises `BadOptions` for one that the game does not offer.

    A game that teaches its bots nothing is played by any legal move. Where nothing easier than the normal
    level is taught, an easy bot plays that with a move at random now and then.
    """
    taught = dict(entry.policies)
    if checked_level(entry, level) == "easy" and level not in taught:
        return Slipping(policy_of(entry, "normal"))
    made = loaded(entry.rules.key, taught[level]) if level in taught else None
    return AnyMove() if made is None else _policy(made)


def strongest(entry: GameEntry) -> BotPolicy:
    """The best that a game's bots can do."""
    return policy_of(entry, entry.levels[-1])


def checked_level(entry: GameEntry, level: str | None) -> str:
    """`level`, None for the usual one; raises `BadOptions` if bots of the game are not offered at it."""
    if level is None:
        return entry.usual_level
    if level not in entry.levels:
        there = ", ".join(entry.levels)
        raise BadOptions(f"bots of {entry.rules.title} play at: {there}; not {level!r}")
    return level


def _policy(made: object) -> BotPolicy:
    """A bot: a value that chooses, or its class, which takes no arguments."""
    if not hasattr(made, "choose"):
        raise BadOptions(f"{made!r} is no bot: it chooses nothing")
    return cast("BotPolicy", made() if isinstance(made, type) else made)
