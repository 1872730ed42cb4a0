"""Motion of pieces: one animation per piece, restarted for every move."""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QGraphicsObject, QWidget

NEAR = 90.0
"""Pixels: a move up to this length is straight, as when a hand closes up; a longer one is an arc."""
RISE, HIGHEST = 0.14, 42.0
"""Height of an arc: this share of its length, and at most this many pixels."""
NEARER = 0.08
"""Growth of a piece at the top of its arc, where it is nearest to the eye."""


class Spot(Struct, frozen=True):
    """A position of a piece: its middle, its rotation in degrees, its size as a share of its usual size."""

    at: QPointF
    turn: float = 0.0
    size: float = 1.0


def is_seen(widget: QWidget) -> bool:
    """True if some of the widget may be visible: not hidden, its window neither minimised nor covered."""
    window = widget.window()
    handle = window.windowHandle()
    return widget.isVisible() and not window.isMinimized() and (handle is None or handle.isExposed())


class Motion(QObject):
    """The one animation of a piece. With 0 ms, or where nobody sees it, the piece arrives at once.

    A piece that leaves the table has no owner who could remove it later. So an interruption of its way
    removes it: a new goal (`go`), or `finish`.
    """

    def __init__(self, piece: QGraphicsObject) -> None:
        super().__init__(piece)
        self._piece = piece
        self._from = self.target = Spot(piece.pos())
        self._rise = 0.0
        self._gone: Callable[[], None] | None = None
        self._animation: QVariantAnimation | None = None
        """Made at the first move, because few of a reef's two hundred pieces ever move."""

    @property
    def is_moving(self) -> bool:
        animation = self._animation
        return animation is not None and animation.state() == QVariantAnimation.State.Running

    def go(self, spot: Spot, ms: int) -> None:
        """Move the piece to `spot` in `ms`; a piece that is leaving only finishes its way, at once."""
        if self._gone is not None:
            self.finish()
            return
        self._halt()
        piece = self._piece
        self._from = Spot(piece.pos(), piece.rotation(), piece.scale())
        self.target = spot
        """Goal of the piece: its place, once it rests."""
        scene = piece.scene()
        if ms <= 0 or self._from == spot or scene is None or not any(map(is_seen, scene.views())):
            self._arrive()
            return
        if self._animation is None:
            self._animation = self._made()
        way = self.target.at - self._from.at
        length = math.hypot(way.x(), way.y())
        self._rise = min(HIGHEST, RISE * length) if length > NEAR else 0.0
        self._animation.setDuration(ms)
        self._animation.start()

    def leave(self, spot: Spot, ms: int, *, gone: Callable[[], None]) -> None:
        """Move a last time to `spot`, and call `gone` once: on arrival, or at an earlier `go` or `finish`."""
        self.go(spot, ms)
        if self.is_moving:
            self._gone = gone
        else:
            gone()

    def finish(self) -> None:
        """Let a moving piece arrive at once."""
        if self.is_moving:
            self._halt()
            self._arrive()

    def stop(self) -> None:
        """Stop the piece where it is, without calling `gone`: the player drags it, or it is removed."""
        self._halt()
        self._gone = None

    def _halt(self) -> None:
        if self._animation is not None:
            self._animation.stop()

    def _made(self) -> QVariantAnimation:
        animation = QVariantAnimation(self)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.valueChanged.connect(self._step)
        animation.finished.connect(self._arrive)
        return animation

    def _step(self, share: object) -> None:
        done = float(share) if isinstance(share, float) else 0.0
        one, other = self._from, self.target
        above = math.sin(math.pi * done) if self._rise else 0.0
        self._piece.setPos(one.at + (other.at - one.at) * done - QPointF(0, self._rise * above))
        if one.turn != other.turn:
            self._piece.setRotation(one.turn + (other.turn - one.turn) * done)
        if one.size != other.size or self._rise:
            self._piece.setScale((one.size + (other.size - one.size) * done) * (1 + NEARER * above))

    def _arrive(self) -> None:
        self._piece.setPos(self.target.at)
        self._piece.setRotation(self.target.turn)
        self._piece.setScale(self.target.size)
        gone, self._gone = self._gone, None
        if gone is not None:
            gone()
