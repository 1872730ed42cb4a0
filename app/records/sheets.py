"""How a finished (or running) game is summed up in a terminal, by the game."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Game, State
from rules.plump.sheet import protocol
from rules.plump.sheet import sheet_text as plump_sheet_text
from rules.plump.state import PlumpState


def sheet_text(game: Game, state: State, names: Sequence[str]) -> str:
    """The protocol sheet of a game that has one, then ranks and scores."""
    lines = [plump_sheet_text(protocol(state), names)] if isinstance(state, PlumpState) else []
    outcome = state.outcome()
    if outcome is None:
        return "\n".join([*lines, f"The game of {game.title} is not over."])
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    lines += [f"{outcome.ranks[seat]}. {names[seat]} ({outcome.scores[seat]})" for seat in order]
    return "\n".join(lines)
