"""Reef Encounter: everything that the program reads of it."""

from __future__ import annotations

from app.games.entry import GameEntry
from app.games.reef.words import reef_board, reef_line
from rules.reef.game import ReefGame

REEF = GameEntry(
    ReefGame(),
    blurb="Grow corals, eat the others', and cash in at the right moment.",
    board=reef_board,
    line=reef_line,
    policies=(("normal", "app.bots.reef:ReefPolicy"),),
    picture="ui.tables.reef.picture:paint_reef",
    table="ui.tables.reef.table:ReefTable",
    help="ui.help:reef.md",
)
