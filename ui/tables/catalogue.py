"""Which widget is the table of which game; any other game is played on the table of text.

A game's table is imported when the first one is laid: the lobby has to be there within a second.
"""

from __future__ import annotations

from collections.abc import Callable

from app.messages import TableInfo
from ui.kit.game_table import GameTable, MakeTable, Manner
from ui.tables.plain.table import TextTable


def make_table(info: TableInfo, manner: Manner) -> GameTable:
    """The table for a game."""
    maker = TABLES[info.game]() if info.game in TABLES else TextTable
    return maker(info, manner)


def _cahoots() -> MakeTable:
    from ui.tables.cahoots.table import CahootsTable  # noqa: PLC0415  (see above)

    return CahootsTable


def _kings() -> MakeTable:
    from ui.tables.kings import KingsTable  # noqa: PLC0415

    return KingsTable


def _matriculation() -> MakeTable:
    from ui.tables.matriculation.table import MatriculationTable  # noqa: PLC0415

    return MatriculationTable


def _plump() -> MakeTable:
    from ui.tables.plump.table import PlumpTable  # noqa: PLC0415

    return PlumpTable


def _reef() -> MakeTable:
    from ui.tables.reef.table import ReefTable  # noqa: PLC0415

    return ReefTable


TABLES: dict[str, Callable[[], MakeTable]] = {
    "cahoots": _cahoots,
    "kings": _kings,
    "matriculation": _matriculation,
    "plump": _plump,
    "reef": _reef,
}
