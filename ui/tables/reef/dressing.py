"""Pictures of the scene's pieces: a painter for each look."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final

from msgspec.structs import replace

from app.animals import Animal
from app.games.reef.lights import Light, Shown
from app.games.reef.looks import AlgaSpace, Button, CoralTile, Home, LargeSpace, Space, Stack, Supply
from app.games.reef.picks import Aim, aim_of, index_of
from app.games.reef.preview import StatusLine
from app.games.scene import Plate, Token, Zone
from ui.art.marks import Mark
from ui.kit.pieces import Look
from ui.kit.surface import PLATE_ZONE
from ui.tables.reef import sea_looks
from ui.tables.reef.chrome import CoralEdge, Spot
from ui.tables.reef.frames import Lit
from ui.tables.reef.own_looks import paint_home, paint_stack
from ui.tables.reef.plate_looks import Links, ReefPlateLook, paint_action, paint_player
from ui.tables.reef.space_looks import LitSpace, paint_space_look

ROUND = 0.14
_PAINTERS: Final[Mapping[type, tuple[Callable[..., None], float]]] = {
    Space: (paint_space_look, ROUND),
    CoralTile: (sea_looks.paint_coral_tile_look, ROUND),
    LargeSpace: (sea_looks.paint_sea, 0.09),
    Supply: (sea_looks.paint_supply, 0.25),
    AlgaSpace: (sea_looks.paint_alga_space, 0.2),
    Stack: (paint_stack, 0.16),
    Home: (paint_home, ROUND),
    Button: (paint_action, 0.16),
}
"""The painter of each look, and the roundness of its corners."""


def look_of(shown: Shown, line: StatusLine, ghost: int | None) -> Look:
    """Return the picture of a piece; `ghost` is the colour of the tile that a press would lay."""
    look, light = shown.piece.look, shown.light
    paint, corner = _PAINTERS[type(look)]
    lit: Lit[Hashable] | LitSpace | sea_looks.LitCoralTile = Lit(look, light)
    if isinstance(look, Space):
        # Fields that are not painted are cleared: pictures are cached by their looks, and most spaces look
        # alike.
        lit = LitSpace(
            replace(look, sign="#", coral=None),
            light,
            ghost if light is Light.LIT else None,
            shown.is_planned,
            shown.was,
        )
    elif isinstance(look, CoralTile):
        lit = sea_looks.LitCoralTile(look, light, index_of(shown.at) in line.flipped, index_of(shown.at))
    return Look(paint, lit, corner=corner)


def plate_look(plate: Plate, links: Links, animal: Animal | None) -> Look:
    """Return the picture of a player's plate."""
    look = ReefPlateLook(plate, links.troubles.get(plate.seat, ""), bool(links.keys), animal)
    return Look(paint_player, look, corner=ROUND)


def printed_rows(board: Zone) -> tuple[str, ...]:
    """Return the signs printed on a board, row by row; sand is a dot."""
    signs = [piece.look.sign if isinstance(piece.look, Space) else "." for piece in board.pieces]
    return tuple("".join(signs[at : at + board.columns]) for at in range(0, len(signs), board.columns))


def corals(board: Zone) -> tuple[CoralEdge, ...]:
    """Return every coral of two tiles or more, and guarded single tiles.

    A coral's size stands on its last space without a shrimp.
    """
    groups: dict[int, list[tuple[Spot, int | None]]] = {}
    for at, piece in enumerate(board.pieces):
        if isinstance(piece.look, Space) and piece.look.coral is not None:
            spot = (at % board.columns, at // board.columns)
            groups.setdefault(piece.look.coral, []).append((spot, piece.look.shrimp))
    found = []
    for coral in groups.values():
        guard = next((seat for _, seat in coral if seat is not None), None)
        free = [spot for spot, seat in coral if seat is None]
        if len(coral) > 1 or guard is not None:
            found.append((frozenset(spot for spot, _ in coral), (free or [coral[0][0]])[-1], guard))
    return tuple(found)


def mark_of(shown: Shown, line: StatusLine) -> Mark | None:
    """Return the mark around a piece; on a space, marks of a preview replace its own."""
    if aim_of(shown.at) is Aim.SPACE:
        if index_of(shown.at) in line.eaten:
            return Mark.TARGET
        if index_of(shown.at) in line.grown:
            return Mark.PLAYABLE
        if shown.light is Light.HELD:
            return Mark.SELECTED
    return Mark.PLANNED if shown.is_planned else Mark.LAST_MOVE if shown.is_last else None


def zone_of(target: Token) -> int:
    """Return the piece's zone in the order of the Tab key: reef, own things, actions, sea, players."""
    return {
        Aim.SPACE: 10,
        Aim.TILE: 20,
        Aim.CUBE: 21,
        Aim.FRONT: 22,
        Aim.HOME: 23,
        Aim.ACTION: 30,
        Aim.UNDO: 30,
        Aim.CORAL_TILE: 40,
        Aim.SEA: 41,
        Aim.SUPPLY: 42,
        Aim.ALGA: 43,
        Aim.ALGA_SPACE: 43,
        Aim.PLAYER: PLATE_ZONE,
    }[aim_of(target)]


def dragged_as(target: Token, *, seat: int) -> Stack | None:
    """Return the piece that a drag of this thing moves, None if it moves none; a shrimp is that of `seat`."""
    aim = aim_of(target)
    if aim in (Aim.TILE, Aim.FRONT, Aim.CUBE):
        return Stack("cube" if aim is Aim.CUBE else "tile", index_of(target), 1)
    return Stack("shrimp", seat, 1) if aim in (Aim.SPACE, Aim.HOME) else None
