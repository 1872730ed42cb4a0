"""Reef Encounter: corals, and who eats them."""

from __future__ import annotations

from app.bots.reasons.played import many
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE
from rules.reef.pieces.position import Position
from rules.reef.state import ReefState
from rules.reef.steps.eating import smallest


def reason(view: View, action: Action) -> str:
    """Tiles eaten, grown, guarded, collected."""
    state = view.state
    if not isinstance(state, ReefState):
        return ""
    text = ""
    match action:
        case a.Eat():
            text = _meal(state.position, action.space)
        case a.Lay():
            text = _lay(state.position, action)
        case a.Introduce():
            size = state.position.rocks.size[state.position.rocks.coral[action.space]]
            text = f"It guards a coral of {many(size, 'tile')}."
        case a.PlayCube():
            text = "Tiles of its colour can be laid then."
        case a.Collect():
            tiles = state.position.sea.count(action.space)
            text = f"It brings a cube and {many(tiles, 'tile')}, and ends your turn."
    return text


def _meal(position: Position, space: int) -> str:
    colour, size = position.rocks.tile[space], position.rocks.size[position.rocks.coral[space]]
    kept, value = size - smallest(position) + 1, position.sea.values()[colour]
    return f"Of its {many(size, 'tile')} your parrotfish keeps {kept}, as things are worth {value} each."


def _lay(position: Position, lay: a.Lay) -> str:
    rocks = position.rocks
    if rocks.tile[lay.space] != BARE:
        return "It takes the place of another coral's tile, which you consume."
    beside = any(rocks.tile[near] == lay.colour for near in rocks.ground.near[lay.space])
    return "It makes a coral larger." if beside else "It begins a coral."
