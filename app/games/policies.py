"""How bots play a game: by what its entry names, or any legal move."""

from __future__ import annotations

from typing import cast

from app.bots.api import LEVELS, AnyMove, Easygoing, Policy
from app.bots.stand_in import StandIn
from app.games.entry import GameEntry, loaded
from rules.errors import BadOptions


def policy_of(entry: GameEntry, level: str) -> Policy:
    """The policy of a game at a level; raises `BadOptions` for another one.

    Two more are known that nobody is offered as an opponent: "random", and "stand-in" for the rule by
    which an empty seat is played.

    A game that teaches its bots nothing is played by any legal move; one that teaches them only the
    normal level is played at the easy one with a move at random now and then.
    """
    if level == "random":
        return AnyMove()
    if level == "stand-in":
        return StandIn(entry.rules)
    if level not in LEVELS:
        raise BadOptions(f"bots play at: {', '.join(LEVELS)}; not {level!r}")
    taught = dict(entry.policies)
    if level == "easy" and level not in taught:
        return Easygoing(policy_of(entry, "normal"))
    made = loaded(entry, taught[level]) if level in taught else None
    return AnyMove() if made is None else _called(made)


def _called(policy: object) -> Policy:
    """A policy out of its class, which takes no arguments."""
    if not isinstance(policy, type) or not hasattr(policy, "choose"):
        raise BadOptions(f"{policy!r} is no class of bots")
    return cast("Policy", policy())
