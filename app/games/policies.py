"""How bots play a game: by what its entry names, or any legal move."""

from __future__ import annotations

from typing import cast

from app.bots.api import LEVELS, AnyMove, BotPolicy, Slipping
from app.bots.measure.beginner import Beginner
from app.bots.measure.stand_in import StandInPolicy
from app.games.entry import GameEntry, loaded
from rules.errors import BadOptions


def levels_of(entry: GameEntry) -> tuple[str, ...]:
    """The levels that the bots of a game are offered at, from the weakest on.

    What its entry teaches, in its order, after "easy" where only "normal" is taught (that, with slips). A
    game that teaches nothing has "normal" alone: any legal move.
    """
    taught = tuple(level for level, _ in entry.policies)
    if not taught:
        return ("normal",)
    return ("easy", *taught) if taught[0] == "normal" else taught


def policy_of(entry: GameEntry, level: str) -> BotPolicy:
    """The policy of a game at a level; raises `BadOptions` for another one.

    Three more are known that nobody is offered as an opponent: "random", "beginner" for somebody who has
    just read the rules, and "stand-in" for the rule by which an empty seat is played.

    A game that teaches its bots nothing is played by any legal move. Where only the normal level is
    taught, an easy bot plays that with a move at random now and then, and a hard one just that.
    """
    if level == "random":
        return AnyMove()
    if level == "beginner":
        return Beginner(entry.rules.key)
    if level == "stand-in":
        return StandInPolicy(entry.rules)
    if level not in LEVELS:
        raise BadOptions(f"bots play at: {', '.join(LEVELS)}; not {level!r}")
    taught = dict(entry.policies)
    if level not in taught and level != "normal":
        normal = policy_of(entry, "normal")
        return Slipping(normal) if level == "easy" else normal
    made = loaded(entry, taught[level]) if level in taught else None
    return AnyMove() if made is None else _policy(made)


def _policy(made: object) -> BotPolicy:
    """A bot: a value that chooses, or its class, which takes no arguments."""
    if not hasattr(made, "choose"):
        raise BadOptions(f"{made!r} is no bot: it chooses nothing")
    return cast("BotPolicy", made() if isinstance(made, type) else made)
