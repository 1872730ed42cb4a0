"""A short tip at each kind of decision, when it comes up for the first time on this computer."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.entry import GameEntry
from app.games.lesson import Tip
from app.keep.settings import Settings
from rules.api import View


def tip_for(entry: GameEntry, view: View, settings: Settings) -> Tip | None:
    """Return the first unseen tip that fits the decision now; None if there is none, or none is wanted."""
    if not settings.tips:
        return None
    seen = settings.tips_seen.split()
    offered = [str(action) for action in view.actions()] if entry.tips else []
    for tip in entry.tips:
        if _name(entry, tip) not in seen and any(text.startswith(tip.begins) for text in offered):
            return tip
    return None


def shown(settings: Settings, entry: GameEntry, tip: Tip) -> Settings:
    """Note that a tip was shown."""
    return replace(settings, tips_seen=f"{settings.tips_seen} {_name(entry, tip)}".strip())


def _name(entry: GameEntry, tip: Tip) -> str:
    return f"{entry.rules.key}.{tip.key}"
