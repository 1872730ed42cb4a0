"""Properties of all art: it shows something, keeps within its place, and differs from the other pieces."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.art.drawing import (
    DARK,
    HIGH,
    LIGHT,
    WHOLE,
    Part,
    difference,
    digest,
    draw,
    edge_difference,
    edges,
)
from tests.ui.art.pieces import FAMILIES, Family
from ui.art.palette import ALGAE, FISH, Coral
from ui.art.pieces.players import SEATS, Pennant, paint_pennant
from ui.art.reef.animals import Parrotfish, Shrimp, paint_parrotfish, paint_shrimp
from ui.art.reef.board import Space, paint_space
from ui.art.reef.tiles import paint_alga, paint_alga_sign, paint_larva, paint_polyp

FAMILY_OF_SHRIMPS = tuple(Shrimp(colour, seat + 1) for seat, colour in enumerate(FISH))
FAMILY_OF_FISH = tuple(Parrotfish(colour, seat + 1) for seat, colour in enumerate(FISH))

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH], ids=lambda t: t.name.value)
@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_every_kind_of_piece_has_a_picture_of_its_own(family: Family, theme: object) -> None:
    pictures = {}
    empty = _on_grey(draw(lambda *_: None, None, size=family.size))
    for kind in family.kinds:
        picture = draw(family.paint, kind, size=family.size, theme=theme)  # type: ignore[arg-type]
        pictures[digest(picture)] = picture

    assert len(pictures) == len(family.kinds)
    for picture in pictures.values():
        assert digest(_on_grey(picture)) != digest(empty)


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_nothing_is_drawn_outside_the_place(family: Family) -> None:
    """A pixmap of the piece's size loses nothing; 1.5 px are left to soft edges."""
    width, height = family.size
    image = QImage(width + 40, height + 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    with QPainter(image) as painter:
        for kind in family.kinds[:12]:
            family.paint(painter, QRectF(20, 20, width, height), kind, LIGHT)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(QRectF(18, 18, width + 4, height + 4), QColor(0, 0, 0))

    assert not any(bytes(image.constBits()))


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_a_painter_restores_the_painters_state(family: Family) -> None:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.translate(3, 4)
    before = (painter.transform(), painter.pen(), painter.brush(), painter.opacity(), painter.hasClipping())
    family.paint(painter, QRectF(10, 10, *family.size), family.kinds[-1], LIGHT)
    after = (painter.transform(), painter.pen(), painter.brush(), painter.opacity(), painter.hasClipping())
    painter.end()

    assert after == before


@pytest.mark.parametrize("family", FAMILIES, ids=str)
@pytest.mark.parametrize("side", [3, 9, 17])
def test_a_piece_is_drawn_in_a_tiny_place_without_an_error(family: Family, side: int) -> None:
    draw(family.paint, family.kinds[0], size=(side, side))


MASKS: tuple[tuple[Family, Part, float], ...] = (
    (Family(paint_polyp, tuple(Coral)), (0.18, 0.18, 0.82, 0.82), 0.3),
    (Family(paint_larva, tuple(Coral)), (0.12, 0.34, 0.66, 0.88), 0.3),
    (Family(paint_alga, ALGAE), (0.18, 0.14, 0.82, 0.58), 0.15),
    (Family(paint_alga_sign, ALGAE), (0.2, 0.2, 0.8, 0.8), 0.15),
    (Family(paint_pennant, tuple(Pennant(seat) for seat in range(SEATS))), WHOLE, 0.15),
    (Family(paint_space, tuple(Space)), (0.18, 0.18, 0.82, 0.82), 0.25),
    (Family(paint_shrimp, FAMILY_OF_SHRIMPS), (0.6, 0.37, 0.87, 0.6), 0.2),
    (Family(paint_parrotfish, FAMILY_OF_FISH), (0.64, 0.44, 0.75, 0.56), 0.1),
)


@pytest.mark.parametrize(("family", "part", "least"), MASKS, ids=lambda value: str(value)[:24])
def test_pieces_of_different_colours_also_differ_in_shape(family: Family, part: Part, least: float) -> None:
    """Two pieces of different colour differ also in the edges that remain of them in grey."""
    seen = {
        str(kind): edges(draw(family.paint, kind, size=(192, 192), ground="#2F6777"), part=part)
        for kind in family.kinds
    }
    apart = {(one, other): edge_difference(seen[one], seen[other]) for one, other in combinations(seen, 2)}

    assert {pair: round(found, 3) for pair, found in apart.items() if found < least} == {}


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_at_twice_the_density_the_drawing_is_the_same(family: Family) -> None:
    """Nothing is measured in screen pixels, so a dense screen shows the same, only finer."""
    width, height = family.size
    kind = family.kinds[-1]
    once = draw(family.paint, kind, size=family.size, ground="#808080")
    twice = draw(family.paint, kind, size=family.size, dpr=2.0, ground="#808080")
    reduced = twice.scaled(
        width, height, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    reduced.setDevicePixelRatio(1.0)

    assert difference(once, reduced) < 14


def _on_grey(picture: QImage) -> QImage:
    image = QImage(picture.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    painter.drawImage(0, 0, picture)
    painter.end()
    return image


def test_a_mask_shows_no_colour() -> None:
    """The measure itself: pieces that differ only in colour have the same edges."""
    part: Part = (0.64, 0.44, 0.75, 0.56)
    one, other = (
        draw(paint_parrotfish, Parrotfish(colour, 3), size=(192, 192), ground="#2F6777")
        for colour in FISH[:2]
    )

    assert edge_difference(edges(one, part=part), edges(other, part=part)) < 0.02
    assert digest(one) != digest(other)
