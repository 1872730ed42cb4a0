"""The bubble of a refusal: the reason and the paragraph of the rules, near the piece that was tried."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter

from app.screens.rules import cited
from ui.art.canvas import shape, smooth
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEFT, Writing, line_width
from ui.art.paths import inset, polygon, rounded
from ui.art.theme import Theme
from ui.kit.motion import Spot
from ui.kit.pieces import Z_DRAGGED, Look, Piece
from ui.kit.surface import Surface, held, tiles

SHOWN_MS = 6000


class BubbleLook(Struct, frozen=True):
    """Words of a bubble, the rule small below. `tail` is its place, 0 (left) to 1 (right); None: no tail."""

    text: str
    rule: str
    tail: float | None = 0.5


def paint_bubble(painter: QPainter, rect: QRectF, look: BubbleLook, theme: Theme) -> None:
    """Draw a light bubble; its tail, if any, is at the lower edge."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        tail = rect.height() * 0.14
        body = rect.adjusted(1, 1, -1, -tail)
        outline = rounded(body, body.height() * 0.18)
        if look.tail is not None:
            x = body.left() + body.width() * min(0.9, max(0.1, look.tail))
            outline = outline.united(
                polygon((x - tail, body.bottom() - 1), (x + tail, body.bottom() - 1), (x, rect.bottom()))
            )
        shape(painter, outline, theme.paper, edge=theme.mark_rim, width=1.6)
        high = body.height()
        icon = QRectF(body.left() + high * 0.18, body.center().y() - high * 0.2, high * 0.4, high * 0.4)
        paint_icon_in(painter, icon, IconIn(Icon.VETO, "#9E2A1E"), theme)
        words = QRectF(icon.right() + high * 0.14, body.top() + high * 0.12, 0, high * 0.5)
        words.setRight(body.right() - high * 0.16)
        write.text(words, look.text, theme.paper_ink, cap=high * 0.15, bold=True, align=LEFT)
        low = QRectF(words.left(), body.bottom() - high * 0.3, words.width(), high * 0.13)
        write.line(low, look.rule, theme.paper_muted, bold=False, align=LEFT)


class Bubble(QObject):
    """The one bubble of a table. A click on it asks to read the rule that it cites."""

    rule_wanted = Signal(str)

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self._text = self._rule = ""
        self._over: Piece | None = None
        self._at = QPointF()
        self._piece = surface.new_piece(90, Z_DRAGGED + 10)
        self._piece.setVisible(False)
        self._piece.clicked.connect(self._asked)
        surface.touched.connect(self._touched)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.hide)

    @property
    def text(self) -> str:
        """The reason with the rule in brackets, "" while the bubble is hidden."""
        return self._piece.name if self._piece.isVisible() else ""

    def say(
        self, text: str, rule: str, *, unit: float, over: Piece | None = None, at: QPointF | None = None
    ) -> None:
        """Show the bubble above a piece or a point, or where it covers less, for `SHOWN_MS`."""
        self._text, self._rule, self._over, self._at = text, rule, over, at or QPointF()
        self._place(unit)
        button = Qt.MouseButton.LeftButton if cited(f"({rule})") else Qt.MouseButton.NoButton
        self._piece.setAcceptedMouseButtons(button)
        self._piece.setVisible(True)
        self._timer.start()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._surface, text))

    def follow(self, unit: float) -> None:
        """Place a visible bubble again after a change of the table's size."""
        if self._piece.isVisible():
            self._place(unit)

    def _place(self, unit: float) -> None:
        top = self._at
        if self._over is not None:
            top = self._over.motion.target.at - QPointF(0, self._over.size.height() * 0.55)
        table = self._surface.table_size()
        high = 92 * unit
        wide = min(table.width() - 20, max(250 * unit, line_width(self._text) * high * 0.074 + high))
        size = QSizeF(round(wide), round(high))
        room = inset(QRectF(QPointF(), table), 10)
        above = held(QRectF(top - QPointF(size.width() / 2, size.height()), size), room)
        place = self._surface.freest(chain((above,), tiles(size, room)), top)
        below = f"{self._rule} · F1 opens it" if cited(f"({self._rule})") else self._rule
        tail = 0.5 + (top.x() - above.center().x()) / wide if place == above else None
        look = BubbleLook(self._text, below, tail)
        self._piece.name = f"{self._text} ({self._rule})"
        self._piece.show_look(Look(paint_bubble, look), size)
        self._piece.go(Spot(place.center()), ms=0)

    def _touched(self, at: QPointF) -> None:
        if not self._piece.sceneBoundingRect().contains(at):
            self.hide()

    def _asked(self) -> None:
        self.rule_wanted.emit(self._rule)

    def hide(self) -> None:
        """Hide the bubble."""
        self._timer.stop()
        self._over = None
        self._piece.setVisible(False)
