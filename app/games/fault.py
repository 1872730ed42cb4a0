"""The origin of an exception: Shoal, or a game from another package whose code it passed through."""

from __future__ import annotations

import traceback

from app.games.catalogue import catalogue
from app.games.entry import GameEntry

_OURS = frozenset(("app", "net", "rules", "ui"))


def fault_text(why: BaseException) -> str:
    """Return a sentence for the player."""
    entry = _game_of(why)
    if entry is None:
        return f"Something went wrong in Shoal: {why!r}."
    return f"This is a fault of the game {entry.rules.title}, not of Shoal or of a player: {why!r}."


def _game_of(why: BaseException) -> GameEntry | None:
    """Return the game of another package through whose code an exception has passed, or None."""
    frames = (frame for frame, _ in traceback.walk_tb(why.__traceback__))
    passed = {str(frame.f_globals.get("__name__", "")).partition(".")[0] for frame in frames} - _OURS
    return next((entry for entry in catalogue().games.of_packages() if _modules(entry) & passed), None)


def _modules(entry: GameEntry) -> set[str]:
    """Return the top modules that an entry names: of its rules, table, narrator and bots."""
    parts = (type(entry.rules), entry.described and entry.described.scene, entry.narrator)
    named = [str(getattr(part, "__module__", "")) for part in parts if part]
    return {
        name.partition(".")[0].partition(":")[0] for name in (*named, *(bot for _, bot in entry.policies))
    }
