"""What the strongest bot would do in one's place, and why, in words."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from app.bots.api import Budget, advice_of
from app.games.entry import GameEntry
from app.games.policies import strongest
from rules.api import Moved, Rng, View, opened

FAILED = "The bot that was asked has failed: there is no hint."

THINKING_S: Final = 0.6
"""CPU time after which a hint is what has been found till then; what was begun is ended first."""

log = logging.getLogger(__name__)


def hint_text(
    entry: GameEntry,
    view: View,
    names: Sequence[str],
    rng: Rng,
    *,
    clock: Callable[[], float] = time.thread_time,
) -> str:
    """What to do and why, a sentence each: "You bid 2. You make a bid of 2 in 62 % of 210 deals …".

    The view is of the seat on turn; nothing but it is looked at. It takes less than a second of CPU time, by
    `clock`. Where a stranger's bot fails, that is said instead.
    """
    if view.seat is None or not view.actions():
        raise ValueError("whoever is not on turn needs no hint")
    try:
        advice = advice_of(strongest(entry), view, rng, Budget(THINKING_S, clock, clock()))
    # A bot of somebody else's game runs here: whatever it raises is no reason to leave the table.
    except Exception:
        log.exception("%s: its bot has failed at a hint", entry.rules.key)
        return FAILED
    event = Moved(view.seat, advice.action)
    after = View(view.state.after(event), view.seat, {**view.known, **dict(opened(event))})
    told = entry.story(view, event, after, names)
    what = told[0] if told else f"“{entry.terminal.word(view, advice.action)}”."
    return f"{what} {advice.reason}".strip()
