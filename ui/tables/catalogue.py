"""The table widget of each game; any other game is played on the plain one.

A game's table is imported when the first one is laid: the lobby has to be there within a second.
"""

from __future__ import annotations

import logging

from app.games.catalogue import catalogue
from app.games.entry import loaded
from app.messages import TableInfo
from ui.kit.game_table import GameTable, Manner
from ui.tables.plain.table import PlainTable

log = logging.getLogger(__name__)


def make_table(info: TableInfo, manner: Manner) -> GameTable:
    """The table for a game: its own, or the plain one where it has none that can be used."""
    entry = catalogue().named(info.game)
    found = loaded(info.game, entry.table) if entry.table else PlainTable
    if isinstance(found, type) and issubclass(found, GameTable):
        return found(info, manner)
    log.warning("%s: %s is no table", info.game, entry.table)
    return PlainTable(info, manner)
