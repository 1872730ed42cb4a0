"""What the strongest bot would do in one's place, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence

from app.bots.api import advice_of
from app.games.entry import GameEntry
from app.games.policies import policy_of
from rules.api import Moved, Rng, View, opened


def hint_text(entry: GameEntry, view: View, names: Sequence[str], rng: Rng) -> str:
    """What to do and why, a sentence each: "You bid 2. You make a bid of 2 in 62 % of 210 deals …".

    The view is of the seat on turn; nothing but it is looked at. It takes up to a second of CPU time.
    """
    if view.seat is None or not view.actions():
        raise ValueError("whoever is not on turn needs no hint")
    advice = advice_of(policy_of(entry, "hard"), view, rng)
    event = Moved(view.seat, advice.action)
    after = View(view.state.after(event), view.seat, {**view.known, **dict(opened(event))})
    told = entry.narrator(view, event, after, names)
    what = told[0] if told else f"“{entry.terminal.word(view, advice.action)}”."
    return f"{what} {advice.reason}".strip()
