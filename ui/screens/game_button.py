"""A large button with a picture of a game."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.screens.lobby import Offer
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.canvas import kept
from ui.art.fonts import ui_font
from ui.art.letters import Letters
from ui.art.paths import inset, rounded
from ui.art.stylesheet import pixels
from ui.art.theme import Theme
from ui.tables.pictures import Picture, picture_of

RADIUS = 12.0
FULL = 168
"""Least width of the button, at 100 %, except on a low page."""
LOW, PICTURE = (226, 74), 70
"""Least size of the button and width of its picture on a low page, at 100 %."""
WORDS = 124
"""Height of the words below the picture on other pages, at 100 %."""


class GameButton(QAbstractButton):
    """Shows a picture of the game's pieces, and below it title, blurb and number of players. On a low page it
    shows only title and number, beside a small picture."""

    considered = Signal()
    """The pointer moves over the button, or the focus is on it."""

    def __init__(self, offer: Offer, theme: Theme, scale: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer = offer
        self._theme = theme
        self._scale = scale / 100
        self._is_low = False
        self.is_held = False
        """True to leave out the picture."""
        self._picture = QPixmap()
        self._pictured: object = None
        self.setText(offer.title)
        self.setAccessibleName(f"Play {offer.title} against bots")
        self.setAccessibleDescription(f"{offer.blurb} {offer.players}.")
        self.setToolTip(f"Play {offer.title} against {offer.usual_seats - 1} bots")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_look(self, theme: Theme, scale: int) -> None:
        """Switch to another theme or size."""
        self._theme, self._scale = theme, scale / 100
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Emit `considered` on focus and when the pointer moves here, not if the button appears below it."""
        if event.type() in (QEvent.Type.HoverMove, QEvent.Type.FocusIn):
            self.considered.emit()
        return super().event(event)

    def set_low(self, *, is_low: bool) -> None:
        """Switch to the form for a low page, or back."""
        if is_low != self._is_low:
            self._is_low = is_low
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the size that shows the whole title and blurb; on a low page the least size."""
        return self.minimumSizeHint() if self._is_low else self._sized(214, 250)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the least size."""
        return self._sized(*LOW) if self._is_low else self._sized(FULL, 238)

    def _sized(self, wide: float, high: float) -> QSize:
        return QSize(pixels(wide, self._scale), pixels(high, self._scale))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint panel, picture, words and focus ring."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = inset(QRectF(self.rect()), 2)
        body = rounded(box, RADIUS)
        raised = self.underMouse() or self.isDown() or self.isChecked()
        painter.fillPath(body, QColor(theme.accent_soft if raised else theme.surface))
        picture = QRectF(box.left(), box.top(), box.width(), box.height() - pixels(WORDS, self._scale))
        if self._is_low:
            picture = QRectF(box.left(), box.top(), pixels(PICTURE, self._scale), box.height())
        with kept(painter):
            painter.setClipPath(body)
            if not self.is_held:
                painter.drawPixmap(picture.topLeft(), self._drawn(picture.size().toSize()))
        if self._is_low:
            self._few_words(painter, box.adjusted(picture.width() + 10, 0, -8, 0))
        else:
            self._words(painter, box.adjusted(14, picture.height() + 10, -14, -10))
        edge = theme.focus if self.hasFocus() else theme.accent if self.isChecked() else theme.border
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(edge), 3.0 if self.hasFocus() or self.isChecked() else 1.2))
        painter.drawPath(body)
        painter.end()

    def _drawn(self, size: QSize) -> QPixmap:
        """Return the picture, cached, because the mouse makes the button repaint often."""
        pixels = PixelSize(size.width(), size.height(), self.devicePixelRatioF())
        if self._pictured != (pixels, self._theme):
            self._pictured = pixels, self._theme
            self._picture = draw_pixmap(paint_in, picture_of(self.offer.key), self._theme, size=pixels)
        return self._picture

    def _words(self, painter: QPainter, box: QRectF) -> None:
        theme, wrap = self._theme, int(Qt.TextFlag.TextWordWrap)
        high = pixels(24, self._scale)
        painter.setFont(_fitting(self.text(), theme.letters, box.width()))
        painter.setPen(QColor(theme.text))
        line = QRectF(box.left(), box.top(), box.width(), high)
        painter.drawText(line, int(Qt.TextFlag.TextSingleLine), self.text())
        small: QFont = ui_font(round(self._theme.letters.small))
        painter.setFont(small)
        painter.setPen(QColor(theme.text_muted))
        painter.drawText(box.adjusted(0, high + 2, 0, -pixels(18, self._scale)), wrap, self.offer.blurb)
        painter.setPen(QColor(theme.link))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignBottom), self.offer.players)

    def _few_words(self, painter: QPainter, box: QRectF) -> None:
        theme, line = self._theme, int(Qt.TextFlag.TextSingleLine | Qt.AlignmentFlag.AlignVCenter)
        half = box.height() / 2
        painter.setFont(_fitting(self.text(), theme.letters, box.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(box.adjusted(0, 6, 0, -half), line, self.text())
        painter.setFont(ui_font(round(theme.letters.small)))
        painter.setPen(QColor(theme.link))
        painter.drawText(box.adjusted(0, half, 0, -6), line, self.offer.players)


def paint_in(painter: QPainter, place: QRectF, paint: Picture, theme: Theme) -> None:
    """Draw a game's picture, clipped to its place."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(place)
    paint(painter, place, theme)


def _fitting(text: str, letters: Letters, wide: float) -> QFont:
    """Return a bold font, in the largest size in which the text fits this width, or else in the smallest."""
    fonts = [ui_font(round(size), bold=True) for size in reversed(letters.all)]
    return next((each for each in fonts if QFontMetricsF(each).horizontalAdvance(text) <= wide), fonts[-1])
