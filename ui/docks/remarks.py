"""Talk on the table: a reaction lies over the speaker's picture, a line of chat is a bubble beside it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Slot
from PySide6.QtWidgets import QWidget

from ui.docks.faces import FACES, Face
from ui.docks.speech import Speech
from ui.kit.game_table import GameTable
from ui.kit.surface import Surface, held, tiles
from ui.parts import defer

LEAST = 40
"""Smallest face, in device-independent pixels, that can be read at a glance."""
BESIDE = 3
"""Pixels by which a face extends over the right edge of the player's picture, towards the name."""
_LARGER = 1.16
"""Size of a face as a multiple of the picture below it, whose edge must not show."""
EDGE = 8
PRECIOUS = 100_000
"""Weight of each pixel of a picture that a bubble covers: a hundred times a button's (`Surface.freest`)."""
NOBODY = -1
"""The seat of all spectators, who share one bubble at the upper edge of the table."""


class Remarks(QObject):
    """The reactions and bubbles over one table, one of each for a player: a new one replaces the old. They
    lie on `over`, so that the end panel, which covers the table after a game, does not hide them."""

    def __init__(self, table: GameTable, over: QWidget | None = None) -> None:
        super().__init__(table)
        self._table = table
        self._over = over or table
        self._faces: dict[int, Face] = {}
        self._speeches: dict[int, Speech] = {}
        table.installEventFilter(self)
        [self._surface] = table.findChildren(Surface)
        self._surface.touched.connect(self._hush)

    def show_face(self, seat: int, what: str, words: str) -> None:
        """Show a reaction (`FACES`) on the player's picture, if any; `words` are for screen readers."""
        over = self._table.picture_of(seat)
        if over.isEmpty():
            return
        if seat not in self._faces:
            self._faces[seat] = Face(self._over)
        place = _face_place(over, self._table.rect()).translated(self._corner)
        self._faces[seat].tell(FACES[what], words, place, self._table.preferences.theme)

    def say(self, seat: int, name: str, text: str) -> None:
        """Show a line of chat at the speaker's picture; without a picture, at the upper edge of the table."""
        if seat not in self._speeches:
            self._speeches[seat] = Speech(self._over)
        self._speeches[seat].say(name, text, self._table.preferences.theme)
        self._stand(seat, self._speeches[seat])

    def _stand(self, seat: int, speech: Speech) -> None:
        table = self._table
        size = speech.best_size(table.rect())
        at = QRectF() if seat == NOBODY else table.picture_of(seat)
        places = _corners(size, table.rect()) if at.isEmpty() else _beside(at.toRect(), size, table.rect())
        others = [
            each.geometry().translated(-self._corner)
            for each in self._speeches.values()
            if each.isVisible() and each is not speech
        ]
        pictures = [table.picture_of(seat).toRect() for seat in range(len(table.info.guests))]
        hand = table.rect().adjusted(0, table.hand_top(), 0, 0)

        def covered(place: QRectF) -> float:
            box = place.toRect()
            return PRECIOUS * _shared(box, pictures) + _shared(box, [*others, hand])

        near = at.center() if not at.isEmpty() else QPointF(table.rect().topRight())
        place = self._surface.freest(map(QRectF, places), near, besides=covered).toRect()
        tip = None if at.isEmpty() else at.center() + QPointF(self._corner)
        speech.stand(place.translated(self._corner), tip)

    @property
    def _corner(self) -> QPoint:
        return self._table.mapTo(self._over, QPoint(0, 0)) if self._over is not self._table else QPoint(0, 0)

    @Slot()
    def _hush(self) -> None:
        for speech in self._speeches.values():
            speech.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Hide faces and move bubbles after a change of the table's size, which moves the pictures."""
        if watched is self._table and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            for face in self._faces.values():
                face.hide()
            defer(self, self._stand_again)  # after the table has placed its seats
        return super().eventFilter(watched, event)

    def _stand_again(self) -> None:
        for seat, speech in self._speeches.items():
            if speech.isVisible():
                self._stand(seat, speech)


def _shared(place: QRect, others: list[QRect]) -> int:
    """Return the area of a place that others cover, in pixels; where several cover it, it counts for each."""
    found = [place.intersected(each) for each in others]
    return sum(each.width() * each.height() for each in found if not each.isEmpty())


def _corners(size: QSize, room: QRect) -> Iterator[QRect]:
    """Yield places at the upper edge of a table, for people without a picture on it."""
    right = room.right() - size.width() - EDGE
    for x in (right, EDGE, right // 2):
        yield QRect(QPoint(x, room.top() + EDGE), size)


def _beside(at: QRect, size: QSize, room: QRect) -> Iterator[QRect]:
    """Yield places within the room: several on each side of a picture, then others near it."""
    wide, high, middle = size.width(), size.height(), at.center()
    for quarters in (1, 2, 3, 0, 4):
        across, down = middle.x() - wide * quarters // 4, middle.y() - high * quarters // 4
        for x, y in (
            (across, at.bottom()),
            (across, at.top() - high),
            (at.right(), down),
            (at.left() - wide, down),
        ):
            yield held(QRectF(x, y, wide, high), QRectF(room)).toRect()
    for tile in tiles(QSizeF(size), QRectF(room)):
        if (tile.center() - middle).manhattanLength() < wide + high:
            yield tile.toRect()


def _face_place(over: QRectF, room: QRect) -> QRect:
    """Return the place of a reaction: over the player's picture, and to its left, away from the name."""
    side = max(LEAST, round(over.width() * _LARGER))
    x = min(max(0, round(over.right()) + BESIDE - side), room.width() - side)
    y = min(max(0, round(over.center().y() - side / 2)), room.height() - side)
    return QRect(x, y, side, side)
