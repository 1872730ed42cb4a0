"""The table widget of each game; a game without one gets the plain table.

A game's table is imported when it first opens: the lobby has to open within a second.
"""

from __future__ import annotations

import logging

from app.games.catalogue import catalogue
from app.games.entry import loaded
from app.messages import TableInfo
from ui.kit.game_table import GameTable, Preferences
from ui.tables.plain.table import PlainTable

log = logging.getLogger(__name__)


def make_table(info: TableInfo, preferences: Preferences) -> GameTable:
    """Make the table of a game: its own, or the plain one if it has none that can be used."""
    entry = catalogue().named(info.game)
    found = loaded(info.game, entry.table) if entry.table else PlainTable
    if isinstance(found, type) and issubclass(found, GameTable):
        return found(info, preferences)
    log.warning("%s: %s is no table", info.game, entry.table)
    return PlainTable(info, preferences)
