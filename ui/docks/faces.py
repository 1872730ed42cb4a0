"""What somebody says with a picture: its drawing, and how it lies over that player's own for a while."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.art.canvas import shape
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.paths import circle
from ui.art.theme import Theme
from ui.kit.game_table import GameTable

FACES = {
    "cheers": Icon.CHEERS,
    "well-played": Icon.APPLAUSE,
    "laugh": Icon.LAUGH,
    "oops": Icon.OOPS,
    "thinking": Icon.THINKING,
    "hurry": Icon.HURRY,
}
"""By reaction."""
SHOWN_MS = 5000
LEAST = 40
"""Device-independent pixels: smaller than this a face is not read in passing."""
BESIDE = 3
"""So many pixels it reaches towards the name beside the player's picture."""
_LARGER = 1.16
"""So much larger than the picture that it lies over, whose edge would else show around it."""


class Faces(QObject):
    """The faces on one table, a player's at a time: the next one replaces it."""

    def __init__(self, table: GameTable) -> None:
        super().__init__(table)
        self._table = table
        self._faces: dict[int, Face] = {}
        table.installEventFilter(self)

    def tell(self, seat: int, what: str, words: str) -> None:
        """Show a reaction (`net.wire.bodies.REACTIONS`), on a table that shows its players' pictures;
        `words` say the same to whoever hears it."""
        over = self._table.picture_of(seat)
        if over.isEmpty():
            return
        if seat not in self._faces:
            self._faces[seat] = Face(self._table)
        place = _place(over, self._table.rect())
        self._faces[seat].tell(FACES[what], words, place, self._table.manner.theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """On a table of another size everybody sits elsewhere: what was said over the old place is gone."""
        if event.type() == QEvent.Type.Resize:
            for face in self._faces.values():
                face.hide()
        return super().eventFilter(watched, event)


class Face(QWidget):
    """One player's picture of the moment, out of the mouse's way."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._drawn: tuple[Icon, Theme] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self.gone = QTimer(self)
        self.gone.setSingleShot(True)
        self.gone.setInterval(SHOWN_MS)
        self.gone.timeout.connect(self.hide)

    def tell(self, icon: Icon, words: str, place: QRect, theme: Theme) -> None:
        """Show it there, for a while from now."""
        self._drawn = icon, theme
        self.setAccessibleName(words)
        self.setGeometry(place)
        self.show()
        self.raise_()
        self.update()
        self.gone.start()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        if self._drawn is None:
            return
        icon, theme = self._drawn
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self.width() / 2
        shape(painter, circle(half, half, half - 2), theme.paper, edge=theme.selected, width=3)
        inset = self.width() * 0.19
        picture = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        paint_icon_in(painter, picture, IconIn(icon, theme.paper_ink), theme)
        painter.end()


def _place(over: QRectF, room: QRect) -> QRect:
    """Over a player's picture and beyond it to the left, for at the right is the name."""
    side = max(LEAST, round(over.width() * _LARGER))
    x = min(max(0, round(over.right()) + BESIDE - side), room.width() - side)
    y = min(max(0, round(over.center().y() - side / 2)), room.height() - side)
    return QRect(x, y, side, side)
