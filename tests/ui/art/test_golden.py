"""Pictures compared with the kept ones: a lost line is noticed, half a pixel is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from app.animals import Animal
from tests.support.values import replace
from tests.ui.art.drawing import HIGH, LIGHT
from tests.ui.art.golden import EVERY, FOLDER, PIXELS, cell, changed, file_of, noticed, reduced
from tests.ui.art.pieces import Family, paint_icon, paint_suit
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.icon_paths import Icon
from ui.art.icons import paint_crown, paint_dealer
from ui.art.palette import Coral
from ui.art.pieces.chips import Badge, Chip, Tone, paint_badge, paint_chip
from ui.art.pieces.players import Avatar, Pennant, paint_avatar, paint_pennant
from ui.art.reef.tiles import paint_larva, paint_polyp
from ui.art.theme import Theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("family", EVERY, ids=str)
def test_each_picture_is_the_kept_one(family: Family) -> None:
    """After a wanted change: `python -m tests.ui.art.golden --look FILE.png`, look, then without --look."""
    assert noticed(family) == []


def test_no_sheet_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(family).name for family in EVERY}


def named(value: object) -> str:
    """Name of a test, from one of its values."""
    return value.name.value if isinstance(value, Theme) else getattr(value, "__name__", str(value))


class Forgetful(QPainter):
    """A QPainter that leaves out the last line of stroke number `lost`: half of a cross, a pip."""

    def __init__(self, image: QImage, lost: int, log: list[int]) -> None:
        super().__init__(image)
        self._lost, self._log = lost, log

    def fillPath(self, path: QPainterPath, brush: Any) -> None:  # noqa: N802  (Qt's name)
        super().fillPath(self._left(path), brush)

    def strokePath(self, path: QPainterPath, pen: QPen) -> None:  # noqa: N802  (Qt's name)
        super().strokePath(self._left(path), pen)

    def _left(self, path: QPainterPath) -> QPainterPath:
        self._log.append(len(self._log))
        return without_last_line(path) if self._log[-1] == self._lost else path


def without_last_line(path: QPainterPath) -> QPainterPath:
    """The path without its last line: all before the last point to which the pen was moved."""
    points = [path.elementAt(at) for at in range(path.elementCount())]
    last = max((at for at, point in enumerate(points) if point.isMoveTo()), default=0)
    rest, at = QPainterPath(), 0
    rest.setFillRule(path.fillRule())
    while at < last:
        if points[at].isMoveTo():
            rest.moveTo(points[at].x, points[at].y)
        elif points[at].isLineTo():
            rest.lineTo(points[at].x, points[at].y)
        else:
            one, other, end = points[at : at + 3]
            rest.cubicTo(one.x, one.y, other.x, other.y, end.x, end.y)
            at += 2
        at += 1
    return rest


def unnoticed_losses(family: Family, kind: object) -> list[int]:
    """Numbers of the strokes whose last line can be lost unnoticed."""
    log: list[int] = []
    whole = reduced(family, kind, LIGHT, painter=partial(Forgetful, lost=-1, log=log))
    return [
        lost
        for lost in range(len(log))
        if not changed(whole, reduced(family, kind, LIGHT, painter=partial(Forgetful, lost=lost, log=[])))
    ]


WITH_LINES: tuple[tuple[Callable[..., None], object], ...] = (
    (paint_suit, Suit.HEARTS),
    (paint_card, PlayingCard(Rank.TEN, Suit.HEARTS)),
    (paint_chip, Chip("3", 1)),
    *((paint_badge, Badge("12", tone)) for tone in Tone if tone is not Tone.PLAIN),
    (paint_dealer, "D"),
    (paint_crown, 1),
    (paint_pennant, Pennant(8)),
    (paint_avatar, Avatar(Animal.CRAB, None)),
    (paint_polyp, Coral.PINK),
    (paint_larva, Coral.WHITE),
    *((paint_icon, icon) for icon in [*Icon][::4]),
)
COVERED = {paint_card: [0]}
"""Strokes that lie below others: the edge of a card."""


@pytest.mark.parametrize(("paint", "kind"), WITH_LINES, ids=named)
def test_a_lost_line_is_noticed(paint: Callable[..., None], kind: Any) -> None:
    family = next(each for each in EVERY if each.paint is paint)

    assert unnoticed_losses(family, kind) == COVERED.get(paint, COVERED.get(kind, []))


def test_a_lost_letter_is_noticed() -> None:
    family = next(each for each in EVERY if each.paint is paint_badge)
    whole, shorter = (reduced(family, Badge(text, Tone.BAD), LIGHT) for text in ("12", "1"))

    assert changed(whole, shorter)


@pytest.mark.parametrize(("family", "theme"), [*zip(EVERY, cycle((LIGHT, HIGH)), strict=False)], ids=named)
def test_half_a_pixel_and_other_edge_smoothing_are_not_noticed(family: Family, theme: Theme) -> None:
    """The other edges are those of a drawing with fewer pixels."""
    half = cell(family) / PIXELS / 2 / (2 if theme is LIGHT else 1)

    def aside(painter: QPainter, rect: QRectF, kind: Any, theme: Theme) -> None:
        family.paint(painter, rect.translated(half, half), kind, theme)

    kind = family.kinds[0]
    moved = reduced(replace(family, paint=aside), kind, theme, finer=0.75)
    assert changed(reduced(family, kind, theme), moved) == []
