"""The result of a game: its winners, and a line for each player, the best first, whose points count up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEasingCurve, QRectF, QSize, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.animals import Animal
from rules.api import Outcome
from ui.art.canvas import fill
from ui.art.icons import paint_crown
from ui.art.lettering import LEFT, RIGHT, draw_line
from ui.art.paths import inset, rounded
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.stylesheet import pixels
from ui.art.theme import Theme
from ui.parts import AT_TOP, FLUSH, pack, sized, turn

WINNERS = 4
"""Maximum number of winners that are shown with their pictures."""
FACE = 84
GROWING = 5
"""Time in which the points count up, in moves of a card."""


class Placed(Struct, frozen=True):
    """A line of the result. `spoken` is the line as a sentence, `points` the number in `score`."""

    rank: int
    seat: int
    name: str
    score: str
    spoken: str
    animal: Animal | None = None
    points: int = 0


def placed(
    outcome: Outcome,
    names: Sequence[str],
    scores: Sequence[str],
    animal: Callable[[int], Animal | None],
    spoken: Sequence[str] = (),
) -> list[Placed]:
    """Return the lines of a result, the best first, ties in the order of seats; the arguments are by seat.
    `spoken` has the scores in words ("9 points"), if `scores` are shorter."""
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    return [
        Placed(
            outcome.ranks[seat],
            seat,
            names[seat],
            scores[seat],
            ", ".join(filter(None, (f"{outcome.ranks[seat]}. {names[seat]}", (spoken or scores)[seat]))),
            animal(seat),
            outcome.scores[seat],
        )
        for seat in order
    ]


class Winner(QWidget):
    """The winners' pictures under crowns, in a widget at most `most` pixels high."""

    def __init__(self, placed: Sequence[Placed], theme: Theme, *, most: int) -> None:
        super().__init__()
        self._first = [each for each in placed if each.rank == 1][:WINNERS]
        self._theme = theme
        self.setAccessibleName(", ".join(each.spoken for each in self._first))
        side = min(sized(FACE), most * 4 // 5)
        self.setFixedSize(side + (len(self._first) - 1) * side * 3 // 4, side * 5 // 4)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the first winner in front of the others."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.height() * 0.8
        for place, each in reversed(list(enumerate(self._first))):
            face = QRectF(place * side * 0.75, self.height() - side, side, side)
            paint_avatar(painter, face, avatar_of(each.animal, each.seat), self._theme)
            crown = QRectF(face.center().x() - side * 0.29, 0, side * 0.58, side * 0.58)
            paint_crown(painter, crown, 1, self._theme)
        painter.end()


class _Line(QLabel):
    """A player's line: `share` of the points are counted up already, `most` are the best player's points."""

    share = 1.0

    def __init__(self, placed: Placed, theme: Theme, scale: float, most: int) -> None:
        super().__init__()
        self._placed, self._scale, self._most = placed, scale, most
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
        fill(painter, rounded(rect, rect.height() * 0.2), theme.raised)
        grown = max(0.0, placed.points / self._most * self.share) if self._most > 0 else 0.0
        if placed.rank == 1 and self._most <= 0:
            grown = 1.0
        if grown > 0:
            bar = QRectF(
                rect.left(), rect.top(), max(rect.height(), rect.width() * min(1.0, grown)), rect.height()
            )
            fill(painter, rounded(bar, rect.height() * 0.2), theme.accent_soft)
        side = rect.height() * 0.76
        sign = QRectF(rect.left() + side * 0.2, rect.center().y() - side / 2, side, side)
        if placed.rank <= 3:
            paint_crown(painter, inset(sign, 2), placed.rank, theme)
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
        score = placed.score.replace(str(placed.points), str(round(placed.points * self.share)), 1)
        draw_line(painter, right, score, theme.text, cap=cap * 1.1, align=RIGHT, letters=theme.letters)
        painter.end()


class Result(QWidget):
    """The standings and the game's own sheet: side by side, or in a narrow window one over the other. There
    the sheet has its full height, because the caller's scroll area moves both."""

    def __init__(self, standings: Standings, sheet: QWidget) -> None:
        super().__init__()
        self._standings, self._sheet = standings, sheet
        self._least = sheet.minimumHeight()
        self._both = QHBoxLayout(self)
        pack(self._both, (standings, 2), (sheet, 3), edges=FLUSH)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        sheet = max(self._sheet.sizeHint().width(), self._sheet.minimumWidth())
        is_narrow = event.size().width() < self._standings.sizeHint().width() + sheet
        if is_narrow is not (self._both.direction() is QBoxLayout.Direction.TopToBottom):
            turn(self._both, down=is_narrow)
            wanted = self._sheet.sizeHint().height() if is_narrow else 0
            self._sheet.setMinimumHeight(max(wanted, self._least))
            for part, share in ((self._standings, 2), (self._sheet, 3)):
                self._both.setStretchFactor(part, 0 if is_narrow and part is self._standings else share)


class Standings(QFrame):
    """The lines of all players, of which only the points move (`grow`). `scale` in per cent."""

    def __init__(self, placed: Sequence[Placed], theme: Theme, *, scale: int = 100) -> None:
        super().__init__()
        self.setAccessibleName("The result")
        palette = self.palette()
        palette.setColor(self.backgroundRole(), QColor(0, 0, 0, 0))
        self.setPalette(palette)
        most = max((each.points for each in placed), default=0)
        self._lines = [_Line(each, theme, scale / 100, most) for each in placed]
        pack(QVBoxLayout(self), *self._lines, None, edges=FLUSH, gap=2).setAlignment(AT_TOP)
        self._growth = QVariantAnimation(self)
        self._growth.setStartValue(0.0)
        self._growth.setEndValue(1.0)
        self._growth.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._growth.valueChanged.connect(self._grow)

    def grow(self, motion_ms: int) -> None:
        """Count the points up from 0 in `GROWING` times `motion_ms`; 0 shows them at once."""
        if motion_ms > 0:
            self._growth.setDuration(GROWING * motion_ms)
            self._grow(0.0)
            self._growth.start()

    def _grow(self, share: object) -> None:
        for each in self._lines:
            each.share = float(share) if isinstance(share, float) else 1.0
            each.update()
