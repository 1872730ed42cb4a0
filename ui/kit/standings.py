"""The result of a game: crowns, players and scores, the best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.animals import Animal
from rules.api import Outcome
from ui.art.canvas import fill
from ui.art.icons import paint_crown
from ui.art.lettering import LEFT, RIGHT, draw_line
from ui.art.paths import rounded
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.stylesheet import pixels
from ui.art.theme import Theme


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the result: rank from 1, seat, name, score in words, all of it as a sentence, picture."""

    rank: int
    seat: int
    name: str
    score: str
    spoken: str
    animal: Animal | None = None


def placed(
    outcome: Outcome,
    names: Sequence[str],
    scores: Sequence[str],
    animal: Callable[[int], Animal | None],
    said: Sequence[str] = (),
) -> list[Placed]:
    """The lines of a result by the scores of each seat, the best first and ties in the order of seats.

    `said` has the scores in words ("9 points"), where they are painted as less.
    """
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    return [
        Placed(
            outcome.ranks[seat],
            seat,
            names[seat],
            scores[seat],
            ", ".join(filter(None, (f"{outcome.ranks[seat]}. {names[seat]}", (said or scores)[seat]))),
            animal(seat),
        )
        for seat in order
    ]


class _Line(QLabel):
    def __init__(self, placed: Placed, theme: Theme, scale: float) -> None:
        super().__init__()
        self._placed, self._scale = placed, scale
        self._theme = replace(theme, letters=theme.letters.around_a_table)
        self.setAccessibleName(placed.spoken)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(pixels(280, self._scale), pixels(46 if self._placed.rank == 1 else 38, self._scale))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        placed, theme = self._placed, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        fill(
            painter,
            rounded(rect, rect.height() * 0.2),
            theme.raised if placed.rank > 1 else theme.accent_soft,
        )
        side = rect.height() * 0.76
        sign = QRectF(rect.left() + side * 0.2, rect.center().y() - side / 2, side, side)
        if placed.rank <= 3:
            paint_crown(painter, sign.adjusted(2, 2, -2, -2), placed.rank, theme)
        else:
            draw_line(
                painter, sign, str(placed.rank), theme.text_muted, cap=side * 0.42, letters=theme.letters
            )
        face = sign.translated(side * 1.15, 0)
        paint_avatar(painter, face, avatar_of(placed.animal, placed.seat), theme)
        cap = rect.height() * 0.27
        right = QRectF(
            rect.right() - rect.width() * 0.26, rect.top(), rect.width() * 0.26 - side * 0.3, rect.height()
        )
        name = QRectF(
            face.right() + side * 0.25, rect.top(), right.left() - face.right() - side * 0.3, rect.height()
        )
        draw_line(painter, name, placed.name, theme.text, cap=cap, align=LEFT, letters=theme.letters)
        draw_line(painter, right, placed.score, theme.text, cap=cap * 1.1, align=RIGHT, letters=theme.letters)
        painter.end()


class Result(QWidget):
    """The standings and the game's own sheet: side by side, or one over the other where that is narrow.

    There the sheet is as high as it wishes to be: whoever holds both scrolls them, and it need not.
    """

    def __init__(self, standings: Standings, sheet: QWidget) -> None:
        super().__init__()
        self._standings, self._sheet = standings, sheet
        self._least = sheet.minimumHeight()
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.addWidget(standings, 2)
        self._both.addWidget(sheet, 3)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        sheet = max(self._sheet.sizeHint().width(), self._sheet.minimumWidth())
        is_narrow = event.size().width() < self._standings.sizeHint().width() + sheet
        way = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._both.direction() != way:
            self._both.setDirection(way)
            wish = self._sheet.sizeHint().height() if is_narrow else 0
            self._sheet.setMinimumHeight(max(wish, self._least))
            for part, share in ((self._standings, 2), (self._sheet, 3)):
                self._both.setStretchFactor(part, 0 if is_narrow and part is self._standings else share)


class Standings(QFrame):
    """Told once. `scale` in per cent."""

    def __init__(
        self, placed: Sequence[Placed], theme: Theme, *, scale: int = 100, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("The result")
        palette = self.palette()
        palette.setColor(self.backgroundRole(), QColor(0, 0, 0, 0))
        self.setPalette(palette)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        lines.setAlignment(Qt.AlignmentFlag.AlignTop)
        for each in placed:
            lines.addWidget(_Line(each, theme, scale / 100))
        lines.addStretch(1)
