"""Which widget is the table of which game; any other game is played on the table of text."""

from __future__ import annotations

from app.messages import TableInfo
from ui.table.cahoots import CahootsTable
from ui.table.game_table import GameTable, MakeTable, Manner
from ui.table.kings import KingsTable
from ui.table.matriculation import MatriculationTable
from ui.table.plump import PlumpTable
from ui.table.reef.table import ReefTable
from ui.table.text_table import TextTable

TABLES: dict[str, MakeTable] = {
    "cahoots": CahootsTable,
    "kings": KingsTable,
    "matriculation": MatriculationTable,
    "plump": PlumpTable,
    "reef": ReefTable,
}


def make_table(info: TableInfo, manner: Manner) -> GameTable:
    """The table for a game."""
    return TABLES.get(info.game, TextTable)(info, manner)
