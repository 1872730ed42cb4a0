"""Reactions as pictures: each lies over the picture of the player who reacts, for `SHOWN_MS`."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.art.canvas import shape
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.paths import circle, inset
from ui.art.theme import Theme

FACES = {
    "cheers": Icon.CHEERS,
    "well-played": Icon.APPLAUSE,
    "laugh": Icon.LAUGH,
    "oops": Icon.OOPS,
    "thinking": Icon.THINKING,
    "hurry": Icon.HURRY,
    "again": Icon.AGAIN,
}
"""Icons of the reactions, by their names in `net.wire.bodies.REACTIONS`."""
SHOWN_MS = 5000


class Face(QWidget):
    """The picture of one reaction; the mouse passes through it."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._drawn: tuple[Icon, Theme] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self.gone = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self.gone.timeout.connect(self.hide)

    def tell(self, icon: Icon, words: str, place: QRect, theme: Theme) -> None:
        """Show a reaction at a place for `SHOWN_MS`; `words` are for screen readers."""
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
        picture = inset(QRectF(self.rect()), self.width() * 0.19)
        paint_icon_in(painter, picture, IconIn(icon, theme.paper_ink), theme)
        painter.end()
