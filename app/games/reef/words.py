"""The words of Reef Encounter that its scene, its log and its previews share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.board import held_status, winners
from rules.api import Face, Moved, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.boards import COLUMNS, SPACES
from rules.reef.pieces.facts import COLOUR_NAMES, NONE, TOP
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps.eating import smallest
from rules.reef.steps.turn import BEHIND_MOST

WARN_EATEN: Final = 3
"""Corals that a player has eaten when one more ends the game."""
WARN_LOCKED: Final = 9
"""Coral tiles that are locked when one more ends the game."""
_UNDER_WAY: Final = {
    ReefPhase.BOARDS: "The boards are being drawn.",
    ReefPhase.SIDE: "The side of the coral tiles is being drawn.",
    ReefPhase.SPACE: "The first large space is being drawn.",
    ReefPhase.START: "The first player is being drawn.",
    ReefPhase.SHUFFLE: "The bag is being shaken.",
    ReefPhase.DEAL: "The tiles are being dealt.",
    ReefPhase.FETCH: "A tile is being fetched from the bag.",
    ReefPhase.DRAW: "New tiles are being drawn for the open sea.",
    ReefPhase.OPEN: "New tiles are being opened for the open sea.",
    ReefPhase.SCORE: "The parrotfish are being opened.",
}
_WAITING: Final = {
    ReefPhase.FISH: "choose a tile for the parrotfish",
    ReefPhase.CUBES: "take two cubes",
    ReefPhase.TURN: "play",
    ReefPhase.FINAL: "eat a last coral or pass",
}


def tile_name(face: Face) -> str:
    """Return the name of a polyp tile: "yellow"."""
    return COLOUR_NAMES[face]


def reef_status(view: View, names: Sequence[str]) -> str:
    """Return the one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = reef_state(view)
    position = state.position
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    if position.phase in _UNDER_WAY:
        return _UNDER_WAY[position.phase]
    if position.seat != view.seat:
        return f"Waiting for {names[position.seat]} to {_WAITING[position.phase]}."
    return _to_do(position, own_tiles(view))


# -- words for other models ------------------------------------------------------------------


def reef_state(view: View) -> ReefState:
    """Return the position of a game of Reef Encounter."""
    if not isinstance(view.state, ReefState):
        raise TypeError("a view of another game")
    return view.state


def reef_tally(view: View) -> tuple[str, ...]:
    """Return the number of corals that each player has eaten."""
    return tuple(f"{player.eaten} eaten" for player in reef_state(view).position.players)


def short_place(space: int) -> str:
    """Return a space on its own board: "D4"."""
    row, column = divmod(space % SPACES, len(COLUMNS))
    return f"{COLUMNS[column]}{row + 1}"


def counts_words(counts: Sequence[int]) -> str:
    """Return tiles by colour: "2 white, 1 pink"; "no tiles" for none."""
    found = [f"{count} {COLOUR_NAMES[c]}" for c, count in enumerate(counts[:5]) if count]
    return ", ".join(found) or "no tiles"


def a_colour(colour: int) -> str:
    """Return a colour with its article: "a white", "an orange"."""
    name = COLOUR_NAMES[colour]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def by_colour(counts: Sequence[int]) -> tuple[int, ...]:
    """Return one of the position's counts by colour, without the column that only scripts use."""
    return tuple(counts[: len(COLOUR_NAMES)])


def own_tiles(view: View) -> tuple[int, ...]:
    """Return the viewer's own tiles by colour, with start tiles; zeros for a spectator."""
    if view.seat is None:
        return (0,) * 5
    player = reef_state(view).position.players[view.seat]
    counts = list(by_colour(player.hand))
    for number in player.secret:
        face = view.face(Slot(number))
        if face is not None:
            counts[face] += 1
    return tuple(counts)


def own_start(view: View) -> int | None:
    """Return the colour of the viewer's start tile in the parrotfish, while only the viewer knows it."""
    if view.seat is None:
        return None
    start = reef_state(view).position.players[view.seat].start
    return None if start == NONE else view.face(Slot(start))


def beats_words(position: Position, k: int) -> str:
    """Return the words on the coral tile `k` (0-9): "white beats yellow"."""
    side = position.sea.side[k]
    return f"{COLOUR_NAMES[TOP[side][k]]} beats {COLOUR_NAMES[TOP[1 - side][k]]}"


# -- parts -----------------------------------------------------------------------------------


def _to_do(position: Position, behind: Sequence[int]) -> str:
    """Return what to do; `behind` has the tiles behind the player's screen, by colour."""
    if position.phase == ReefPhase.FISH:
        return "Choose a tile for your parrotfish; nobody else sees it before the end."
    if position.phase == ReefPhase.CUBES:
        return "Take two larva cubes from the supply."
    if position.phase == ReefPhase.FINAL:
        return f"Final round: eat one coral of at least {smallest(position)} tiles, or pass."
    if position.course.laying != NONE:
        return _to_lay(position, behind)
    return "Your turn: choose an action; collecting ends the turn."


def _to_lay(position: Position, behind: Sequence[int]) -> str:
    left, colour = BEHIND_MOST - position.course.behind, COLOUR_NAMES[position.course.laying]
    if not left:
        return f"No more {colour} tiles from behind your screen for this cube: take another action."
    left = min(left, behind[position.course.laying])
    if not left:
        return f"You have no {colour} tile behind your screen: take another action."
    most = f"up to {left} more" if left > 1 else "one more"
    return f"Lay {colour} tiles, {most} from behind your screen, or take another action."


def eats_coral(_view: View, event: Moved) -> bool:
    """True if a move has eaten a coral."""
    return isinstance(event.action, a.Eat)
