"""Pieces for screen readers: Qt shows a graphics view as one empty canvas, this fills it.

A surface becomes a canvas with its visible pieces as children, in the order of reading, each with
its name and role; a piece that can be pressed is a focusable button.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QAccessibleObject
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView, QWidget

from ui.table.pieces import Piece


@runtime_checkable
class HoldsPieces(Protocol):
    """What a surface is to this module."""

    def pieces(self) -> list[Piece]:
        """The visible pieces in the order of reading."""

    def focused(self) -> Piece | None:
        """The piece that has the keyboard."""


@cache
def install_accessibility() -> None:
    """Make Qt ask here for the accessible side of tables and pieces; once per process."""
    QAccessible.installFactory(_interface)


def tell_focus(piece: Piece) -> None:
    """Let screen readers know that a piece has got the keyboard."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(piece, QAccessible.Event.Focus))


class PieceAccess(QAccessibleObject):
    """A piece: a button if it can be pressed, otherwise text."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece)
        self._piece = piece

    def parent(self) -> QAccessibleInterface:
        view = _view(self._piece)
        if view is None:
            raise AssertionError("a piece on no table is asked for its parent")
        return QAccessible.queryAccessibleInterface(view)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # None is Qt's answer
        return None

    def childCount(self) -> int:  # noqa: N802  (Qt's name)
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802  (Qt's name)
        return -1

    def isValid(self) -> bool:  # noqa: N802  (Qt's name)
        return super().isValid() and _view(self._piece) is not None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Button if self._piece.is_button else QAccessible.Role.StaticText

    def text(self, t: QAccessible.Text) -> str:
        if t == QAccessible.Text.Name:
            return self._piece.name
        return self._piece.about if t == QAccessible.Text.Description else ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if self._piece.is_button:
            state.focusable = True
            state.focused = self._piece.hasFocus()
            state.selected = self._piece.is_chosen
        return state

    def rect(self) -> QRect:
        view = _view(self._piece)
        if view is None:
            return QRect()
        seen = view.viewportTransform().mapRect(self._piece.sceneBoundingRect()).toAlignedRect()
        return QRect(view.viewport().mapToGlobal(seen.topLeft()), seen.size())


class SurfaceAccess(QAccessibleWidget):
    """A table: a canvas whose children are its pieces."""

    def __init__(self, view: QWidget, holder: HoldsPieces) -> None:
        super().__init__(view, QAccessible.Role.Canvas, view.accessibleName())
        self._holder = holder

    def childCount(self) -> int:  # noqa: N802  (Qt's name)
        return len(self._holder.pieces())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # None is Qt's answer
        pieces = self._holder.pieces()
        return QAccessible.queryAccessibleInterface(pieces[index]) if 0 <= index < len(pieces) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802  (Qt's name)
        pieces: list[QObject] = list(self._holder.pieces())
        return pieces.index(child.object()) if child.object() in pieces else -1

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: N802
        piece = self._holder.focused()
        return None if piece is None else QAccessible.queryAccessibleInterface(piece)


def _view(piece: Piece) -> QGraphicsView | None:
    scene = piece.scene()
    views = scene.views() if scene is not None else []
    return views[0] if views else None


def _interface(_key: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt asks with every object's class; the Python side must live as long as the object does."""
    found: QAccessibleInterface
    if isinstance(thing, Piece):
        found = PieceAccess(thing)
    elif isinstance(thing, QGraphicsView) and isinstance(thing, HoldsPieces):
        found = SurfaceAccess(thing, thing)
    else:
        return None
    thing.access = found  # type: ignore[union-attr]
    return found
