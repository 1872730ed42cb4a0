"""Reasons in Reef Encounter: corals, and who eats them."""

from __future__ import annotations

from collections.abc import Sequence

from app.bots.reasons.played import many
from rules.api import Action, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, COLOUR_NAMES, NONE
from rules.reef.pieces.position import Position
from rules.reef.state import ReefState
from rules.reef.steps import turn
from rules.reef.steps.eating import smallest


def reason(view: View, action: Action) -> str:
    """Return a sentence on the tiles eaten, laid, guarded or collected, or on another step; "" for none."""
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
            text = "You can then lay tiles of its colour."
        case a.Collect():
            tiles = state.position.sea.count(action.space)
            text = f"It brings a cube and {many(tiles, 'tile')}, and ends your turn."
        case _:
            text = _other(view, state.position, action)
    return text


def _other(view: View, position: Position, action: Action) -> str:
    """Return the reason for an action of the set-up, a cube bought, or a cylinder; "" for any other."""
    match action:
        case a.FeedStart(slot):
            return _fed(view, slot)
        case a.TakeCubes():
            return _cubes(view, action)
        case a.BuyCube():
            return "You can then lay tiles of its colour, in this turn or a later one."
        case a.PlayAlga():
            return _alga(position, action)
    return ""


def explain_whole_turn(now: Position, codes: Sequence[int]) -> str:
    """Return a sentence on the result of the remaining steps of a turn; "" if they lay too few tiles to say
    more than the first step. They are played on `now`, which changes and has the mover's tiles open."""
    is_whole = bool(codes) and a.COLLECT <= codes[-1] < a.CUBE
    me, laid, taken, guarded = now.seat, 0, 0, NONE
    for code in codes[:-1] if is_whole else codes:
        held = sum(now.players[me].front)
        turn.play(now, code)
        if a.LAY_SCREEN <= code < a.INTRODUCE:
            laid += 1
            taken += sum(now.players[me].front) - held + (code // a.BLOCK == a.LAY_FRONT // a.BLOCK)
        elif a.INTRODUCE <= code < a.FISH:
            guarded = code % a.BLOCK
    if laid < 1 + (not is_whole):
        return ""
    done = [f"lays {many(laid, 'tile')}"]
    if taken:
        done.append(f"takes {taken} from other corals")
    if guarded != NONE and now.rocks.shrimp[guarded] == me:
        done.append(f"guards a coral of {now.rocks.size[now.rocks.coral[guarded]]}")
    said = f"{', '.join(done[:-1])} and {done[-1]}" if done[1:] else done[0]
    return f"The whole turn {said}." if is_whole else f"To begin with, it {said}."


def _meal(position: Position, space: int) -> str:
    colour, size = position.rocks.tile[space], position.rocks.size[position.rocks.coral[space]]
    kept, value = size - smallest(position) + 1, position.sea.values()[colour]
    return f"Of its {many(size, 'tile')} your parrotfish keeps {kept}, now worth {value} each."


def _fed(view: View, slot: Slot) -> str:
    face = view.face(slot)
    if face is None:
        return ""
    same = _held(view).count(face)
    least = "your only" if same == 1 else f"one of your {same}"
    return f"It is {least} {COLOUR_NAMES[face]} tile{'' if same == 1 else 's'}: you would lay it last."


def _cubes(view: View, action: a.TakeCubes) -> str:
    colours = dict.fromkeys((action.first, action.second))
    told = " and ".join(many(_held(view).count(colour), f"{COLOUR_NAMES[colour]} tile") for colour in colours)
    return f"You hold {told} to lay with these cubes."


def _alga(position: Position, action: a.PlayAlga) -> str:
    was, now = position.sea.values(), position.clone()
    turn.play(now, action.code)
    rises = [
        f"{COLOUR_NAMES[c]} is worth {new} instead of {old}"
        for c, (old, new) in enumerate(zip(was, now.sea.values(), strict=True))
        if new > old
    ]
    locked = "The tile will stay as it is now." if action.target else ""
    return f"Then {' and '.join(rises)}." if rises else locked


def _held(view: View) -> list[int | None]:
    """Return the colours of the viewer's tiles in the set-up, without the one in its parrotfish."""
    state = view.state
    if not isinstance(state, ReefState) or view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    return [view.face(Slot(slot)) for slot in state.position.players[view.seat].secret]


def _lay(position: Position, lay: a.Lay) -> str:
    rocks = position.rocks
    if rocks.tile[lay.space] != BARE:
        return "It replaces another coral's tile, which you consume."
    beside = any(rocks.tile[near] == lay.colour for near in rocks.ground.near[lay.space])
    return "It makes a coral larger." if beside else "It begins a coral."
