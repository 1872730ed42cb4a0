"""The end of Reef Encounter: for every player tiles times value, colour by colour, and the sum."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.reef_screen_model import Score
from rules.reef.data import COLOUR_NAMES
from ui.art.faces import coral, parrotfish
from ui.art.felt import Ground, paint_ground
from ui.art.icons import paint_crown
from ui.art.lettering import LEFT, RIGHT, draw_line
from ui.art.reef_animals import paint_parrotfish
from ui.art.reef_tiles import paint_polyp
from ui.art.theme import Theme

ROW = 58
HEAD = 46
WIDTH = 860
CROWNED = 3


class ScoreSheet(QWidget):
    """A row for each player, the best first; the head has what a tile of each colour is worth."""

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
        """The whole sheet."""
        theme = self._theme
        paint_ground(painter, rect, Ground.PLATE, theme)
        row = rect.height() / (len(self._scores) + HEAD / ROW)
        head = QRectF(rect.left(), rect.top(), rect.width(), row * HEAD / ROW)
        columns = _columns(rect)
        for c, (_, value) in enumerate(self._scores[0].parts):
            side = head.height() * 0.66
            at = QRectF(columns[c].left(), head.center().y() - side / 2, side, side)
            paint_polyp(painter, at, coral(c), theme)
            draw_line(
                painter,
                QRectF(at.right() + 4, head.top(), columns[c].width() - side, head.height()),
                f"= {value}",
                theme.plate_text,
                cap=side * 0.4,
                align=LEFT,
            )
        for place, score in enumerate(self._scores):
            line = QRectF(rect.left(), head.bottom() + place * row, rect.width(), row)
            self._draw_row(painter, line, score, columns)

    def _draw_row(self, painter: QPainter, line: QRectF, score: Score, columns: list[QRectF]) -> None:
        theme, high = self._theme, line.height()
        if score.rank <= CROWNED:
            paint_crown(
                painter,
                QRectF(line.left() + high * 0.15, line.top() + high * 0.2, high * 0.6, high * 0.6),
                score.rank,
                theme,
            )
        fish = QRectF(line.left() + high * 0.85, line.top() + high * 0.12, high * 1.15, high * 0.76)
        paint_parrotfish(painter, fish, parrotfish(score.seat), theme)
        name = QRectF(fish.right() + 6, line.top(), columns[0].left() - fish.right() - 12, high)
        if score.ties:
            draw_line(
                painter,
                name.adjusted(0, 0, 0, -high * 0.4),
                score.name,
                theme.plate_text,
                cap=high * 0.2,
                align=LEFT,
            )
            draw_line(
                painter,
                name.adjusted(0, high * 0.5, 0, 0),
                score.ties,
                theme.plate_muted,
                cap=high * 0.13,
                bold=False,
                align=LEFT,
            )
        else:
            draw_line(painter, name, score.name, theme.plate_text, cap=high * 0.23, align=LEFT)
        for (tiles, value), column in zip(score.parts, columns, strict=False):
            text = f"{tiles} × {value} = {tiles * value}" if tiles else "–"
            draw_line(
                painter,
                QRectF(column.left(), line.top(), column.width() - 8, high),
                text,
                theme.plate_text if tiles else theme.plate_muted,
                cap=high * 0.19,
                bold=False,
                align=LEFT,
            )
        draw_line(
            painter,
            QRectF(columns[5].left(), line.top(), columns[5].width() - high * 0.25, high),
            str(score.total),
            theme.selected,
            cap=high * 0.36,
            align=RIGHT,
        )


def score_words(score: Score) -> str:
    """A row in words, for screen readers."""
    parts = [
        f"{tiles} {COLOUR_NAMES[c]} times {value}" for c, (tiles, value) in enumerate(score.parts) if tiles
    ]
    tied = f" (tie broken by {score.ties})" if score.ties else ""
    return f"{score.rank}. {score.name}: {', '.join(parts) or 'nothing'}, together {score.total}{tied}"


def _columns(rect: QRectF) -> list[QRectF]:
    """Five columns for the colours and one for the sum."""
    left = rect.left() + rect.width() * 0.3
    wide = rect.right() - left
    shares = [0.175] * 5 + [0.125]
    found, x = [], left
    for share in shares:
        found.append(QRectF(x, rect.top(), wide * share, rect.height()))
        x += wide * share
    return found
