"""Reef Encounter: everything that the program reads of it."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.entry import GameEntry
from app.games.reef.terminal import REEF_TERMINAL
from app.games.reef.words import reef_board, reef_line
from rules.api import Event, View
from rules.reef.game import ReefGame


def _narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Every event by itself, as yet."""
    line = reef_line(event, names)
    return (f"{line}.",) if line else ()


REEF = GameEntry(
    ReefGame(),
    blurb="Grow corals, eat the others', and cash in at the right moment.",
    board=reef_board,
    narrator=_narrator,
    at_terminal=REEF_TERMINAL,
    policies=(("normal", "app.bots.reef:ReefPolicy"),),
    picture="ui.tables.reef.picture:paint_reef",
    table="ui.tables.reef.table:ReefTable",
    help="rules.reef:RULES.md",
)
