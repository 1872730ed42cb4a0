"""The score sheet of Kings for a terminal: the cards on every king, the most first."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kings.words import king_words
from rules.api import State
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.state import KingsState


def terminal_sheet(state: State, names: Sequence[str]) -> str:
    """Rank everybody as if the game ended now; "" after the end, when the ranks say it all."""
    if not isinstance(state, KingsState):
        raise TypeError("a position of another game")
    if state.phase is KingsPhase.OVER:
        return ""
    full = [-1 if side.left else len(side.king) for side in state.sides]
    order = sorted(range(len(names)), key=lambda seat: (-full[seat], seat))
    lines = [
        "So far (the fullest king pile leads, a complete king pile wins at once):",
        *(
            f"{1 + sum(other > full[seat] for other in full)}. {names[seat]}: "
            f"{'left the table' if state.sides[seat].left else king_words(seat, state.sides[seat])}"
            for seat in order
        ),
        f"Round {state.round} of at most {ROUNDS}. {QUIET_ROUNDS} rounds without a card for any king end "
        f"the game, too; so far: {state.quiet}.",
    ]
    return "\n".join(lines)
