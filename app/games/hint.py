"""A hint: the strongest bot's choice for the player, with its reason, in words."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import Budget, Rival, advice_of
from app.games.entry import GameEntry
from app.games.policies import strongest
from app.games.scene import Token
from rules.api import Rng, View

FAILED = "There is no hint: the bot has failed."

THINKING_S: Final = 0.6
"""CPU seconds after which the search for a hint stops, once its current step is finished."""

ALONE: Final = "Nothing else is possible."
EVEN: Final = 0.05
"""Difference below which two choices are equally good."""

log = logging.getLogger(__name__)


class Hint(Struct, frozen=True):
    """Advice in words, and the pieces of the advised choice."""

    text: str
    marked: tuple[Token, ...] = ()


def hint_of(
    entry: GameEntry,
    view: View,
    names: Sequence[str],
    rng: Rng,
    *,
    clock: Callable[[], float] = time.thread_time,
) -> Hint:
    """Return the best choice with its reason, and the second best.

    For example "Bid 2: you make a bid of 2 in 62% of 210 deals ...". The bot sees only `view`, which must be
    the view of the seat on turn. The search takes less than a second of CPU time, measured by `clock`. If the
    bot fails, the hint says so.
    """
    if view.seat is None or not view.actions():
        raise ValueError("a seat that is not on turn needs no hint")
    try:
        advice = advice_of(strongest(entry), view, rng, Budget(THINKING_S, clock, clock()))
    # An author's bot runs here: its exceptions must not end the table.
    except Exception:
        log.exception("%s: its bot has failed at a hint", entry.rules.key)
        return Hint(FAILED)
    table = entry.description
    do, why = table.say(view, advice.action, names).do, advice.reason
    if len(view.actions()) == 1:
        why = ALONE
    told = f"{do}: {why[:1].lower()}{why[1:]}" if why else f"{do}."
    routes = table.picks(view, advice.action)
    rival, other = advice.rival, ""
    if rival is not None:
        other = _second(table.say(view, rival.action, names).verb, rival)
    return Hint(f"{told} {other}".strip(), routes[0] if routes else ())


def _second(verb: str, rival: Rival) -> str:
    """Return the second-best choice, with the worth of both."""
    own, best = (
        str(worth) if isinstance(worth, int) else f"{round(worth, 1) + 0.0:.1f}"
        for worth in (rival.worth, rival.best)
    )
    worth = f"both {own}" if own == best else f"{own} instead of {best}"
    is_close = rival.is_close or abs(rival.best - rival.worth) < EVEN
    return f"{'About as good' if is_close else 'The next best'}: {verb} ({worth} {rival.unit})."
