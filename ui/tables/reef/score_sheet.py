"""The score sheet of Reef Encounter: for every player tiles times value, by colour, and the sum."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.games.reef.sheet import Score
from rules.reef.pieces.facts import COLOUR_NAMES
from ui.art.canvas import smooth
from ui.art.felt import Ground, paint_ground
from ui.art.icons import paint_crown
from ui.art.lettering import LEFT, RIGHT, Writing
from ui.art.reef.animals import paint_parrotfish
from ui.art.reef.faces import coral, parrotfish
from ui.art.reef.tiles import paint_polyp
from ui.art.theme import Theme

ROW = 58
HEAD = 46
WIDTH = 900
CROWNED = 3


class ScoreSheet(QWidget):
    """A row for each player, the best first; the header has the value of a tile of each colour."""

    def __init__(self, scores: tuple[Score, ...], theme: Theme, scale: int) -> None:
        super().__init__()
        self._scores, self._theme, self._unit = scores, theme, scale / 100
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(". ".join(map(score_words, scores)))

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(round(WIDTH * self._unit), round((HEAD + ROW * len(self._scores)) * self._unit))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        painter = QPainter(self)
        self.draw(painter, QRectF(self.rect()))
        painter.end()

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Draw the whole sheet in the middle of `rect`, as large as fits."""
        theme, high = self._theme, HEAD + ROW * len(self._scores)
        write = Writing(painter, theme.letters)
        paint_ground(painter, rect, Ground.PLATE, theme)
        unit = min(rect.width() / WIDTH, rect.height() / high)
        row = min(ROW * 1.6, (rect.height() / unit - HEAD) / len(self._scores))
        sheet = QRectF(0, 0, WIDTH, HEAD + row * len(self._scores))
        with smooth(painter):
            painter.translate(rect.center() - sheet.center() * unit)
            painter.scale(unit, unit)
            columns = _columns(sheet)
            for c, (_, value) in enumerate(self._scores[0].parts):
                side = HEAD * 0.66
                at = QRectF(columns[c].left(), (HEAD - side) / 2, side, side)
                paint_polyp(painter, at, coral(c), theme)
                box = QRectF(at.right() + 4, 0, columns[c].width() - side, HEAD)
                write.line(box, f"= {value}", theme.plate_text, cap=side * 0.4, align=LEFT)
            for place, score in enumerate(self._scores):
                self._draw_row(
                    painter, QRectF(0, HEAD + (place + 0.5) * row - ROW / 2, WIDTH, ROW), score, columns
                )

    def _draw_row(self, painter: QPainter, line: QRectF, score: Score, columns: list[QRectF]) -> None:
        theme, high = self._theme, line.height()
        write = Writing(painter, theme.letters)
        if score.rank <= CROWNED:
            crown = QRectF(line.left() + high * 0.15, line.top() + high * 0.2, high * 0.6, high * 0.6)
            paint_crown(painter, crown, score.rank, theme)
        fish = QRectF(line.left() + high * 0.85, line.top() + high * 0.12, high * 1.15, high * 0.76)
        paint_parrotfish(painter, fish, parrotfish(score.seat), theme)
        name = QRectF(fish.right() + 6, line.top(), columns[0].left() - fish.right() - 12, high)
        upper = 0.3 if score.ties else 0.0
        write.line(
            name.adjusted(0, 0, 0, -high * upper), score.name, theme.plate_text, cap=high * 0.23, align=LEFT
        )
        if score.ties:
            low = QRectF(
                name.left(), line.bottom() - high * 0.34, columns[5].left() - name.left(), high * 0.22
            )
            words = f"tied; {score.ties}"
            write.line(low, words, theme.plate_muted, cap=high * 0.16, bold=False, align=LEFT)
        for (tiles, value), column in zip(score.parts, columns, strict=False):
            text, sum_alone = (
                (f"{tiles} × {value} = {tiles * value}", f"= {tiles * value}") if tiles else ("–", "")
            )
            box = QRectF(column.left(), line.top(), column.width() - 8, high * (1 - upper))
            ink = theme.plate_text if tiles else theme.plate_muted
            write.line(box, text, ink, cap=high * 0.2, bold=False, align=LEFT, shorter=sum_alone)
        total = QRectF(columns[5].left(), line.top(), columns[5].width() - high * 0.25, high)
        write.line(total, str(score.total), theme.selected, cap=high * 0.36, align=RIGHT)


def score_words(score: Score) -> str:
    """Return a row in words, for screen readers."""
    parts = [
        f"{tiles} {COLOUR_NAMES[c]} times {value}" for c, (tiles, value) in enumerate(score.parts) if tiles
    ]
    tied = f" (tie broken by {score.ties})" if score.ties else ""
    return f"{score.rank}. {score.name}: {', '.join(parts) or 'nothing'}, together {score.total}{tied}"


def _columns(rect: QRectF) -> list[QRectF]:
    """Return five columns for the colours and one for the sum."""
    left = rect.left() + rect.width() * 0.29
    wide = rect.right() - left
    shares = [0.175] * 5 + [0.125]
    found, x = [], left
    for share in shares:
        found.append(QRectF(x, rect.top(), wide * share, rect.height()))
        x += wide * share
    return found
