"""The words of every action of Reef Encounter, and the text to type for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from app.games.reef.words import a_colour, reef_state, short_place
from app.games.scene import Said
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.boards import SPACES, space_name
from rules.reef.pieces.facts import ALGA_NAMES, COLOUR_NAMES, COLOURS, NONE

LEGEND: Final = (
    "cubes WO         take a white and an orange cube    fish W   feed a white tile",
    "cube W           play a white cube          lay W D5   a white tile onto D5",
    "lay W D5 front   a consumed tile            1:D5       D5 on board 1",
    "introduce C4     a shrimp onto C4           eat C4     the coral there",
    "move C4 D5       a shrimp                   move C4 home   behind the screen",
    "trade cube W     a cube for a tile     trade tile W   a consumed tile for a cube",
    "alga b tile 6 pay O   a consumed orange tile for a blue cylinder on coral tile 6",
    "alga b space pay O    the same, onto the alga space",
    "collect W        take everything on the white space; your turn is over",
    "undo             take back the last step    pass       eat no last coral",
    "on 1:DEF2 G3     D2, E2, F2 or G3 on board 1, in place of ..",
    "W white   Y yellow   O orange   P pink   G grey   : bare rock   * growth space",
    "W2 on a map: a white tile, on it a shrimp of player 2; elsewhere: 2 white tiles",
    "W3[Y2]: in the sea, white is worth 3; on its space its cube and 2 yellow tiles",
    "1WYg: coral tile 1, white beats yellow, its large alga is green; !: locked",
    "home: shrimps behind the screen   front: consumed   fish W?: fed at the start",
)


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """Return the words of an action, and its text for typing: boards count from 1, slots are colours."""
    del names
    return Said(_do(view, action), _typed(view, action))


def attempts(view: View) -> Iterable[Action]:
    """Yield undo, pass, actions with a space or a colour, and moves of the player's shrimps to spaces."""
    position = reef_state(view).position
    posted = () if view.seat is None else position.players[view.seat].posted
    yield from (a.Undo(), a.Pass())
    for space in range(position.ground.size):
        yield from (a.Eat(space), a.Introduce(space))
        yield from (a.Move(start, space) for start in posted)
        yield from (a.Lay(colour, space, a.Source.SCREEN) for colour in range(len(COLOURS)))
    for colour in range(len(COLOURS)):
        yield from (a.PlayCube(colour), a.BuyCube(colour), a.BuyTile(colour), a.Collect(colour))


def _typed(view: View, action: Action) -> str:
    match action:
        case a.FeedStart(slot):
            face = view.face(slot)
            return f"fish {'?' if face is None else COLOURS[face]}"
        case a.Lay(colour, space, source):
            front = " front" if source is a.Source.FRONT else ""
            return f"lay {COLOURS[colour]} {_place(space)}{front}"
        case a.Move(source, to):
            return f"move {_place(source)} {'home' if to == NONE else _place(to)}"
        case a.Eat(space):
            return f"eat {_place(space)}"
        case a.Introduce(space):
            return f"introduce {_place(space)}"
        case _:
            return str(action)


def _place(space: int) -> str:
    return f"{space // SPACES + 1}:{short_place(space)}"


def _do(view: View, action: Action) -> str:
    match action:
        case a.FeedStart(slot):
            face = view.face(slot)
            words = f"Put {'an unseen' if face is None else a_colour(face)} tile into your parrotfish"
        case a.Lay(colour, space, source):
            tile = f"a consumed {COLOUR_NAMES[colour]}" if source is a.Source.FRONT else a_colour(colour)
            words = f"Lay {tile} tile on {space_name(space)}"
        case a.Move(start, to):
            where = "behind the screen" if to == NONE else f"to {space_name(to)}"
            words = f"Move the shrimp on {space_name(start)} {where}"
        case a.PlayAlga(alga, target, pay):
            where = f"coral tile {target}" if target else "the alga space"
            paid = f"a consumed {COLOUR_NAMES[pay]} tile"
            words = f"Choose Tile to alga with {paid}, a {ALGA_NAMES[alga]} cylinder and {where}"
        case a.Eat(space):
            words = f"Eat the coral at {space_name(space)}"
        case a.Introduce(space):
            words = f"Place a new shrimp on {space_name(space)}"
        case _:
            words = _exchange(action)
    return words


def _exchange(action: Action) -> str:
    match action:
        case a.TakeCubes(first, second) if first == second:
            words = f"Take two {COLOUR_NAMES[first]} cubes from the supply"
        case a.TakeCubes(first, second):
            words = f"Take {a_colour(first)} cube and {a_colour(second)} cube from the supply"
        case a.PlayCube(colour):
            words = f"Play {a_colour(colour)} cube"
        case a.BuyCube(colour):
            words = f"Choose Tile to cube with a consumed {COLOUR_NAMES[colour]} tile"
        case a.BuyTile(colour):
            words = f"Choose Cube to tile with {a_colour(colour)} cube"
        case a.Collect(space):
            words = f"Collect from the {COLOUR_NAMES[space]} space"
        case a.Pass():
            words = "Pass"
        case _:
            words = "Take back the last step"
    return words
