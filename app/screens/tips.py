"""A short hint at each kind of decision, the first time that it is to be made on this computer."""

from __future__ import annotations

from dataclasses import replace

from app.games.entry import GameEntry
from app.games.lesson import Tip
from app.keep.settings import Settings
from rules.api import View


def tip_for(entry: GameEntry, view: View, settings: Settings) -> Tip | None:
    """The first hint of the game that fits what is to be decided now and was never shown; None otherwise, and
    where the player wants none."""
    if not settings.tips:
        return None
    seen = settings.tips_seen.split()
    offered = [str(action) for action in view.actions()] if entry.tips else []
    for tip in entry.tips:
        if _name(entry, tip) not in seen and any(text.startswith(tip.begins) for text in offered):
            return tip
    return None


def shown(settings: Settings, entry: GameEntry, tip: Tip) -> Settings:
    """The settings once a hint was shown: it is not again."""
    return replace(settings, tips_seen=f"{settings.tips_seen} {_name(entry, tip)}".strip())


def _name(entry: GameEntry, tip: Tip) -> str:
    return f"{entry.rules.key}.{tip.key}"
