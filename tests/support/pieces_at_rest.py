"""Faults of the pieces of a table that has come to rest, above all a piece without an owner.

Everything on a table belongs to somebody who can move it and take it away: an attribute of the table,
of its parts, or of what those hold. A piece that only the scene knows lies there for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QGraphicsScene

from ui.kit.game_table import GameTable
from ui.kit.pieces import Piece
from ui.kit.surface import Surface

NEAR = 1.0
"""Greatest distance of a piece at rest from its goal, in device-independent pixels."""


def surface_of(table: GameTable) -> Surface:
    """The surface that the table's pieces lie on."""
    return next(each for each in table.children() if isinstance(each, Surface))


def lying(table: GameTable) -> list[Piece]:
    """The pieces in the table's scene, hidden ones too."""
    return [item for item in surface_of(table).scene().items() if isinstance(item, Piece)]


def arrive(table: GameTable) -> None:
    """Let every piece that moves come to the end of its way, as time would."""
    for piece in lying(table):
        for animation in piece.motion.findChildren(QVariantAnimation):
            if animation.state() == QVariantAnimation.State.Running:
                animation.setCurrentTime(animation.totalDuration())


def advance(table: GameTable, share: float) -> None:
    """Let every piece that moves go a part of its way."""
    for piece in lying(table):
        for animation in piece.motion.findChildren(QVariantAnimation):
            if animation.state() == QVariantAnimation.State.Running:
                animation.setCurrentTime(round(animation.totalDuration() * share))


def wrongs(table: GameTable) -> list[str]:
    """The faults of a table's pieces at rest, one line each."""
    here, owned = lying(table), list(_owned(table))
    found = [f"nobody holds {_called(piece)}" for piece in here if not any(piece is its for its in owned)]
    found += [f"{_called(piece)} is held and lies nowhere" for piece in owned if piece.scene() is None]
    for piece in here:
        way = piece.motion.target.at - piece.pos()
        if piece.motion.is_moving or (piece.isVisible() and way.manhattanLength() > NEAR):
            found.append(f"{_called(piece)} is not where it goes")
    return found


def sight(table: GameTable) -> list[str]:
    """The look of all pieces: picture, place, turn, mark and height of each, in order."""
    return sorted(
        f"{piece.zValue():.2f} {piece.name!r} {piece.look} {piece.mark} {piece.size.toTuple()} "
        f"{[round(each) for each in piece.scenePos().toTuple()]} {piece.rotation():.1f} {piece.scale():.2f} "
        f"{'button' if piece.is_button else ''} {'dim' if piece.is_dimmed else ''}"
        for piece in lying(table)
        if piece.isVisible()
    )


def _owned(table: GameTable) -> Iterator[Piece]:
    """The pieces that can be reached from the table other than through its scene."""
    waiting: list[object] = [table]
    met: dict[int, object] = {}
    while waiting:
        each = waiting.pop()
        if id(each) in met:
            continue
        met[id(each)] = each
        if isinstance(each, Piece):
            yield each
        elif isinstance(each, Mapping):
            waiting += chain(each.keys(), each.values())
        elif isinstance(each, list | tuple | set | frozenset):
            waiting += each
        elif type(each).__module__.startswith("ui.") and not isinstance(each, QGraphicsScene):
            waiting += _attributes(each)


def _attributes(thing: object) -> Iterator[object]:
    yield from getattr(thing, "__dict__", {}).values()
    yield from (getattr(thing, name) for name in getattr(thing, "__struct_fields__", ()))
    for each in type(thing).__mro__:
        slots = each.__dict__.get("__slots__", ())
        yield from (getattr(thing, name) for name in slots if hasattr(thing, name))


def _called(piece: Piece) -> str:
    paint = piece.look.paint.__name__ if piece.look is not None else "no picture"
    return f"{piece.name!r} ({paint}) at {piece.pos().toTuple()}"
