"""A large button with a picture of a game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.screens.lobby import Offer
from ui.art.cahoots.cards import Drinker, Patron, paint_patron
from ui.art.canvas import kept
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.felt import Ground, paint_ground
from ui.art.fonts import ui_font
from ui.art.matriculation.cards import Study, paint_study
from ui.art.palette import ALGAE, FISH, Coral
from ui.art.paths import rounded
from ui.art.reef.animals import Shrimp, paint_shrimp
from ui.art.reef.tiles import paint_alga, paint_larva, paint_polyp
from ui.art.stylesheet import pixels
from ui.art.theme import Theme

Picture = Callable[[QPainter, QRectF, Theme], None]
RADIUS = 12.0


class GameButton(QAbstractButton):
    """Title, blurb and number of players below a picture of the game's pieces."""

    def __init__(self, offer: Offer, theme: Theme, scale: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer = offer
        self._theme = theme
        self._scale = scale / 100
        self.setText(offer.title)
        self.setAccessibleName(f"Play {offer.title} against bots")
        self.setAccessibleDescription(f"{offer.blurb} {offer.players}.")
        self.setToolTip(f"Play {offer.title} against {offer.usual_seats - 1} bots")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_look(self, theme: Theme, scale: int) -> None:
        """Another theme or size."""
        self._theme, self._scale = theme, scale / 100
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Wide enough for the title, high enough for the blurb."""
        return QSize(pixels(214, self._scale), pixels(250, self._scale))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Not narrower than this, whatever else there is."""
        return QSize(pixels(168, self._scale), pixels(238, self._scale))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Panel, picture, words, ring of the focus."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        body = rounded(box, RADIUS)
        raised = self.underMouse() or self.isDown()
        painter.fillPath(body, QColor(theme.accent_soft if raised else theme.surface))
        picture = QRectF(box.left(), box.top(), box.width(), box.height() - pixels(124, self._scale))
        with kept(painter):
            painter.setClipPath(body)
            ground = Ground.SEA if self.offer.key == "reef" else Ground.CLOTH
            painter.setClipRect(picture, Qt.ClipOperation.IntersectClip)
            paint_ground(painter, picture, ground, theme)
            PICTURES[self.offer.key](painter, picture, theme)
        self._words(painter, box.adjusted(14, picture.height() + 10, -14, -10))
        focused = self.hasFocus()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.focus if focused else theme.border), 3.0 if focused else 1.2))
        painter.drawPath(body)
        painter.end()

    def _words(self, painter: QPainter, box: QRectF) -> None:
        theme, wrap = self._theme, int(Qt.TextFlag.TextWordWrap)
        high = pixels(24, self._scale)
        painter.setFont(_fitting(self.text(), pixels(17, self._scale), box.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(box.left(), box.top(), box.width(), high), self.text())
        small: QFont = ui_font(pixels(12.5, self._scale))
        painter.setFont(small)
        painter.setPen(QColor(theme.text_muted))
        painter.drawText(box.adjusted(0, high + 2, 0, -pixels(18, self._scale)), wrap, self.offer.blurb)
        painter.setPen(QColor(theme.link))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignBottom), self.offer.players)


def _fitting(text: str, size: int, wide: float) -> QFont:
    """Inter, bold, of that size or as much smaller as a narrow button makes it."""
    font = ui_font(size, bold=True)
    needed = QFontMetricsF(font).horizontalAdvance(text)
    return font if needed <= wide else ui_font(int(size * wide / needed), bold=True)


def _fan(painter: QPainter, rect: QRectF, draw: tuple[Callable[[QRectF], None], ...]) -> None:
    """Cards in a fan about the middle of the picture."""
    high = min(rect.height() * 0.82, rect.width() * 0.5)
    wide = high / 1.4
    middle = (len(draw) - 1) / 2
    for place, each in enumerate(draw):
        with kept(painter):
            painter.translate(
                QPointF(
                    rect.center().x() + (place - middle) * wide * 0.62,
                    rect.center().y() + 8 + abs(place - middle) ** 2 * 5,
                )
            )
            painter.rotate((place - middle) * 9)
            each(QRectF(-wide / 2, -high / 2, wide, high))


def _plump(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    cards = (
        PlayingCard(Rank.TEN, Suit.HEARTS),
        PlayingCard(Rank.QUEEN, Suit.SPADES),
        PlayingCard(Rank.ACE, Suit.DIAMONDS),
    )
    _fan(
        painter,
        rect,
        tuple(
            lambda at, card=card: paint_card(painter, at, card, theme)  # type: ignore[misc]
            for card in cards
        ),
    )


def _kings(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    cards = tuple(PlayingCard(Rank.KING, suit) for suit in (Suit.HEARTS, Suit.SPADES, Suit.CLUBS))
    _fan(
        painter,
        rect,
        tuple(
            lambda at, card=card: paint_card(painter, at, card, theme)  # type: ignore[misc]
            for card in cards
        ),
    )


def _matriculation(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    studies = tuple(Study)
    shown = (studies[0], studies[len(studies) // 2], studies[-1])
    _fan(
        painter,
        rect,
        tuple(
            lambda at, each=each: paint_study(painter, at, each, theme)  # type: ignore[misc]
            for each in shown
        ),
    )


def _cahoots(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    patrons = (Patron(Drinker.ROCCO_COCOA, 7), Patron(Drinker.TEA_TOTER, 10), Patron(tuple(Drinker)[-1], 3))
    _fan(
        painter,
        rect,
        tuple(
            lambda at, each=each: paint_patron(painter, at, each, theme)  # type: ignore[misc]
            for each in patrons
        ),
    )


def _reef(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    side = min(rect.height() * 0.4, rect.width() * 0.27)
    left, top = rect.center().x() - side * 1.55, rect.center().y() - side * 1.02
    for place, coral in enumerate((Coral.PINK, Coral.PINK, Coral.YELLOW, Coral.ORANGE)):
        at = QRectF(left + place % 2 * side, top + place // 2 * side, side - 3, side - 3)
        paint_polyp(painter, at, coral, theme)
    paint_shrimp(
        painter,
        QRectF(left + side * 0.35, top + side * 0.3, side * 1.3, side * 1.3),
        Shrimp(FISH[0], 1),
        theme,
    )
    paint_larva(painter, QRectF(left + side * 2.2, top, side * 0.9, side * 0.9), Coral.WHITE, theme)
    paint_alga(painter, QRectF(left + side * 2.2, top + side * 1.1, side * 0.9, side * 0.9), ALGAE[1], theme)


PICTURES: dict[str, Picture] = {
    "plump": _plump,
    "matriculation": _matriculation,
    "cahoots": _cahoots,
    "kings": _kings,
    "reef": _reef,
}
