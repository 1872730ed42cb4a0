"""Pieces for screen readers, to which Qt shows a graphics view as one empty canvas.

A surface becomes a canvas with its visible pieces as children, in the order of reading, each with its name
and role; a piece that can be pressed is a focusable button.
"""

from __future__ import annotations

import weakref
from functools import cache
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QAccessibleObject
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView, QWidget

from ui.kit.pieces import Piece


@runtime_checkable
class HoldsPieces(Protocol):
    """The part of `Surface` that this module uses; `ui.kit.surface` imports this module."""

    def pieces(self) -> list[Piece]:
        """Return the visible pieces in the order of reading."""

    def focused(self) -> Piece | None:
        """Return the piece that has the focus, if any."""


@cache
def install_accessibility() -> None:
    """Register our accessible interfaces of tables and pieces with Qt, once per process."""
    QAccessible.installFactory(_interface)


def tell_focus(piece: Piece) -> None:
    """Tell screen readers that a piece has got the focus."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(piece, QAccessible.Event.Focus))


class PieceAccess(QAccessibleObject):
    """A piece: a button if it can be pressed, otherwise text. Does not keep the piece alive."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece)
        self._piece = weakref.ref(piece)

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]  # None is Qt's answer
        view = _view(self._piece())
        return None if view is None else QAccessible.queryAccessibleInterface(view)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # None is Qt's answer
        return None

    def childCount(self) -> int:  # noqa: N802  (Qt's name)
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802  (Qt's name)
        return -1

    def isValid(self) -> bool:  # noqa: N802  (Qt's name)
        return super().isValid() and _view(self._piece()) is not None

    def role(self) -> QAccessible.Role:
        piece = self._piece()
        is_button = piece is not None and piece.is_button
        return QAccessible.Role.Button if is_button else QAccessible.Role.StaticText

    def text(self, t: QAccessible.Text) -> str:
        piece = self._piece()
        if piece is None:
            return ""
        if t == QAccessible.Text.Name:
            return piece.name
        return piece.about if t == QAccessible.Text.Description else ""

    def state(self) -> QAccessible.State:
        state, piece = QAccessible.State(), self._piece()
        if piece is not None and piece.is_button:
            state.focusable = True
            state.focused = piece.hasFocus()
            state.selected = piece.is_chosen
        return state

    def rect(self) -> QRect:
        piece = self._piece()
        view = _view(piece)
        if piece is None or view is None:
            return QRect()
        seen = view.viewportTransform().mapRect(piece.sceneBoundingRect()).toAlignedRect()
        return QRect(view.viewport().mapToGlobal(seen.topLeft()), seen.size())


class SurfaceAccess(QAccessibleWidget):
    """A table: a canvas whose children are its pieces. Does not keep the table alive."""

    def __init__(self, view: QWidget, holder: HoldsPieces) -> None:
        super().__init__(view, QAccessible.Role.Canvas, view.accessibleName())
        self._holder = weakref.ref(holder)

    def _pieces(self) -> list[Piece]:
        holder = self._holder()
        return [] if holder is None else holder.pieces()

    def childCount(self) -> int:  # noqa: N802  (Qt's name)
        return len(self._pieces())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # None is Qt's answer
        pieces = self._pieces()
        return QAccessible.queryAccessibleInterface(pieces[index]) if 0 <= index < len(pieces) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802  (Qt's name)
        pieces: list[QObject] = list(self._pieces())
        return pieces.index(child.object()) if child.object() in pieces else -1

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: N802
        holder = self._holder()
        piece = None if holder is None else holder.focused()
        return None if piece is None else QAccessible.queryAccessibleInterface(piece)


def _view(piece: Piece | None) -> QGraphicsView | None:
    scene = None if piece is None else piece.scene()
    views = scene.views() if scene is not None else []
    return views[0] if views else None


def _interface(_key: str, thing: QObject) -> QAccessibleInterface | None:
    """Return the interface of a surface or piece. Qt asks once, and keeps the answer while that lives."""
    if isinstance(thing, Piece):
        return PieceAccess(thing)
    if isinstance(thing, QGraphicsView) and isinstance(thing, HoldsPieces):
        return SurfaceAccess(thing, thing)
    return None
