"""From the screen's description to pictures: the look of everything that can be pressed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.animals import Animal
from app.games.reef.hint import Hint
from app.games.reef.parts import Button, Light, Own, ReefPlace, ReefScreen, Stack
from app.games.reef.picks import Aim, aim_of, index_of
from app.games.scene import Token
from rules.reef.pieces.facts import COLOUR_NAMES
from ui.art.marks import Mark
from ui.kit.pieces import Look
from ui.tables.reef.own_looks import HomeLook, StackLook, paint_home, paint_stack
from ui.tables.reef.plate_looks import ButtonLook, ReefPlateLook, paint_action, paint_player
from ui.tables.reef.sea_looks import (
    AlgaSpaceLook,
    CoralTileLook,
    SeaLook,
    SupplyLook,
    paint_alga_space,
    paint_coral_tile_look,
    paint_sea,
    paint_supply,
)
from ui.tables.reef.space_looks import SpaceLook, paint_space_look

ROUND = 0.14


def looks(
    screen: ReefScreen, hint: Hint, ghost: int | None, animals: Sequence[Animal | None]
) -> Iterator[tuple[ReefPlace, Look]]:
    """Every place with its picture; `ghost` is the colour of a tile that would be laid, `animals` by seat."""
    for plate in screen.plates:
        yield (
            plate.place,
            Look(
                paint_player,
                ReefPlateLook(
                    seat=plate.seat,
                    name=plate.name,
                    is_turn=plate.is_turn,
                    has_left=plate.has_left,
                    eaten=plate.eaten,
                    home=plate.home,
                    front=plate.front,
                    tiles=plate.tiles,
                    cubes=plate.cubes,
                    fish=plate.fish,
                    trouble=plate.trouble,
                    is_split=bool(plate.keys),
                    animal=animals[plate.seat],
                ),
                corner=ROUND,
            ),
        )
    for reef in screen.reefs:
        for cell in reef.cells:
            shown = ghost if cell.place.light is Light.LIT else None
            yield (
                cell.place,
                Look(
                    paint_space_look,
                    SpaceLook(cell.tile, cell.shrimp, cell.is_protected, cell.place.light, shown),
                    corner=ROUND,
                ),
            )
    for tile in screen.coral_tiles:
        yield (
            tile.place,
            Look(
                paint_coral_tile_look,
                CoralTileLook(
                    strong=tile.strong,
                    weak=tile.weak,
                    large=tile.large,
                    small=tile.small,
                    lock=tile.lock,
                    starfish=tile.starfish,
                    number=index_of(tile.place.target),
                    light=tile.place.light,
                    turns=index_of(tile.place.target) in hint.flipped,
                ),
                corner=ROUND,
            ),
        )
    for sea in screen.seas:
        yield (
            sea.place,
            Look(
                paint_sea,
                SeaLook(sea.colour, sea.value, sea.has_cube, sea.tiles, sea.place.light),
                corner=0.09,
            ),
        )
        yield (
            sea.supply,
            Look(
                paint_supply,
                SupplyLook(sea.colour, sea.cubes_left, sea.reserve, sea.supply.light),
                corner=0.25,
            ),
        )
    yield (
        screen.alga_space,
        Look(paint_alga_space, AlgaSpaceLook(screen.alga, screen.alga_space.light), corner=0.2),
    )
    yield from _stacks("alga", screen.algae)
    yield from _own(screen)
    for button in (*screen.buttons, screen.undo):
        yield button.place, _button(button)


def mark_of(place: ReefPlace, hint: Hint) -> Mark | None:
    """The mark around a place; what a preview is about goes before what was there."""
    if aim_of(place.target) is Aim.SPACE:
        if index_of(place.target) in hint.eaten:
            return Mark.TARGET
        if index_of(place.target) in hint.grown:
            return Mark.PLAYABLE
        if place.light is Light.HELD:
            return Mark.SELECTED
    return Mark.LAST_MOVE if place.last else None


def _own(screen: ReefScreen) -> Iterator[tuple[ReefPlace, Look]]:
    own = screen.own
    if own is None:
        return
    yield from _stacks("tile", own.tiles)
    yield from _stacks("cube", own.cubes)
    yield from _stacks("tile", own.front)
    yield (
        own.home.place,
        Look(paint_home, HomeLook(own.seat, own.home.count, own.home.place.light), corner=ROUND),
    )


def _stacks(kind: str, stacks: tuple[Stack, ...]) -> Iterator[tuple[ReefPlace, Look]]:
    for stack in stacks:
        yield (
            stack.place,
            Look(
                paint_stack,
                StackLook(kind, index_of(stack.place.target), stack.count, stack.place.light),
                corner=0.16,
            ),
        )


def _button(button: Button) -> Look:
    return Look(
        paint_action,
        ButtonLook(button.number, button.label, button.is_enabled, button.place.light),
        corner=0.16,
    )


def zone_of(target: Token) -> int:
    """The order of the zones for the Tab key: reef, own things, actions, sea, players."""
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
        Aim.PLAYER: 50,
    }[aim_of(target)]


def dragged_as(target: Token, *, seat: int) -> tuple[str, int] | None:
    """What is seen under the pointer while a thing is dragged: a kind of piece and its colour or `seat`."""
    if aim_of(target) in (Aim.TILE, Aim.FRONT):
        return "tile", index_of(target)
    if aim_of(target) is Aim.CUBE:
        return "cube", index_of(target)
    return ("shrimp", seat) if aim_of(target) in (Aim.SPACE, Aim.HOME) else None


def fish_words(own: Own) -> str:
    """The parrotfish for a screen reader."""
    held = [f"{count} {COLOUR_NAMES[c]}" for c, count in enumerate(own.fish) if count]
    if own.start is not None:
        held.append(f"{COLOUR_NAMES[own.start]} from the start, which only you know")
    return f"Your parrotfish, worth {own.points}: {', '.join(held) or 'empty'}"
