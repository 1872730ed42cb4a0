"""A small picture of every card, piece and mark, kept since somebody last looked at it.

    python -m tests.ui.art.golden --look FILE.png    for eyes: what is kept, and below it what has changed
    python -m tests.ui.art.golden                    after a wanted change: keep what is drawn today

The pictures of a painter stand on one sheet: each kind in the light theme, every fourth half as large in the
dark one and in high contrast. Each is drawn large and reduced to cells, the mean of 12 x 12 pixels, of few
colours: how a machine smooths an edge makes no difference to them. Everything is turned by a millionth
of a degree: letters that are turned are outlines of our own font (`ui.art.lettering`), which Qt fills itself;
upright ones are hinted by each system in its own way.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from math import ceil
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from tests.ui.art.drawing import DARK, HIGH, LIGHT
from tests.ui.art.looks import LOOKS
from tests.ui.art.pieces import FAMILIES, Family
from ui.art.fonts import register_fonts
from ui.art.theme import Theme

FOLDER = Path(__file__).with_name("golden")
EVERY = (*FAMILIES, *LOOKS)
PIXELS = 12
"""The side of a cell in pixels of the large drawing."""
ACROSS, WIDEST = 20, 6.0
"""The length of a half-size picture in cells; the most that a cell is long, in device-independent pixels."""
MARGIN = 3
"""Ground around a picture, in device-independent pixels."""
GROUND = "#808080"
TILT = 1e-6
WIDTH = 720
"""Greatest width of a sheet in cells: thirteen cards stand in a row."""
TURNS = 4
"""One kind in this many is drawn in the dark theme too, and one in high contrast."""
STEADY, SHARE = 13, 1 / 8
"""The most that a cell may differ: an amount (of 255; a step of the few colours is 8), and a share of the
difference among its neighbours, for that is what half a pixel does to an edge."""
_LEVELS = 31
_REDUCED = bytes(round(value * _LEVELS / 255) * 255 // _LEVELS for value in range(256))


@cache
def reduced(
    family: Family,
    kind: Hashable,
    theme: Theme,
    *,
    painter: Callable[[QImage], QPainter] = QPainter,
    finer: float = 1.0,
) -> QImage:
    """Draw a kind and reduce it to cells; `finer` is how many more pixels a cell has."""
    wide, high = _cells(family)
    fine = 2 if theme is LIGHT else 1
    pixels = round(PIXELS * fine * finer)
    image = QImage(wide * pixels, high * pixels, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(pixels / cell(family))
    image.fill(QColor(GROUND))
    with painter(image) as at_work:
        at_work.rotate(TILT)
        family.paint(at_work, QRectF(MARGIN, MARGIN, *family.size), kind, theme)
    few = image.scaled(
        wide * fine,
        high * fine,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    ).convertToFormat(QImage.Format.Format_RGB32)
    colours = bytes(few.constBits()).translate(_REDUCED)
    return QImage(colours, few.width(), few.height(), QImage.Format.Format_RGB32).copy()


def places(family: Family) -> Iterator[tuple[Hashable, Theme, QRect]]:
    """Every kind and theme of a painter, with its place on the sheet."""
    wide, high = _cells(family)
    columns = _columns(family)
    for place, kind in enumerate(family.kinds):
        at = QPoint(place % columns * 3 * wide, place // columns * 2 * high)
        yield kind, LIGHT, QRect(at.x(), at.y(), 2 * wide, 2 * high)
        for row, theme in enumerate((DARK, HIGH)):
            if len(family.kinds) == 1 or place % TURNS == row:
                yield kind, theme, QRect(at.x() + 2 * wide, at.y() + row * high, wide, high)


def sheet(family: Family) -> QImage:
    """The sheet of a painter as it is drawn today."""
    image = QImage(_size(family), QImage.Format.Format_RGB32)
    image.fill(QColor(GROUND))
    with QPainter(image) as painter:
        for kind, theme, place in places(family):
            painter.drawImage(place, reduced(family, kind, theme))
    return image


def kept(family: Family) -> QImage:
    """The sheet that was kept, a null image if there is none."""
    return QImage(str(file_of(family))).convertToFormat(QImage.Format.Format_RGB32)


def file_of(family: Family) -> Path:
    """The file of a painter's sheet: half as large as PNG files would be."""
    return FOLDER / f"{family}.webp"


def changed(before: QImage, now: QImage) -> list[tuple[int, int]]:
    """The cells in which two pictures of one size differ by more than a machine's way of drawing."""
    old, new = (bytes(image.constBits()) for image in (before, now))
    if old == new:
        return []
    wide, high = before.width(), before.height()
    found = set()
    for at, (was, is_now) in enumerate(zip(old, new, strict=True)):
        if abs(was - is_now) > STEADY:
            y, x = divmod(at // 4, wide)
            around = [
                old[4 * (row * wide + column) + at % 4]
                for row in range(max(0, y - 1), min(high, y + 2))
                for column in range(max(0, x - 1), min(wide, x + 2))
            ]
            if abs(was - is_now) > STEADY + SHARE * (max(around) - min(around)):
                found.add((x, y))
    return sorted(found)


def noticed(family: Family) -> list[str]:
    """The pictures of a painter that differ from the kept ones, in words."""
    before = kept(family)
    if before.size() != _size(family):
        return [f"{family}: other kinds, or none kept"]
    return [
        f"{family} {kind} in {theme.name}: {len(cells)} cells"
        for kind, theme, place in places(family)
        if (cells := changed(before.copy(place), reduced(family, kind, theme)))
    ]


def renew() -> list[str]:
    """Keep the sheets that are drawn differently today; return their names."""
    FOLDER.mkdir(exist_ok=True)
    names = {file_of(family).name for family in EVERY}
    gone = [path for path in FOLDER.iterdir() if path.name not in names]
    for path in gone:
        path.unlink()
    new = [family for family in EVERY if noticed(family)]
    for family in new:
        sheet(family).save(str(file_of(family)), quality=100)  # 100 means without loss
    return [*(path.stem for path in gone), *map(str, new)]


def for_eyes(times: int = 2) -> QImage:
    """All kept sheets one below the other, enlarged; below each that has changed stands today's."""
    rows = []
    for family in EVERY:
        rows.append((str(family), kept(family)))
        if noticed(family):
            rows.append((f"{family}: today", sheet(family)))
    high = sum(times * picture.height() + 24 for _, picture in rows)
    image = QImage(max(times * picture.width() for _, picture in rows) + 8, high, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    with QPainter(image) as painter:
        painter.setFont(QFont(register_fonts(), 9))
        y = 0
        for name, picture in rows:
            painter.drawText(4, y + 16, name)
            painter.drawImage(QRect(4, y + 20, times * picture.width(), times * picture.height()), picture)
            y += times * picture.height() + 24
    return image


def main() -> int:
    """Renew the sheets, or draw them to be looked at."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--look", metavar="FILE", help="write a picture of all sheets and renew none")
    look = parser.parse_args().look
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication(["golden"])
    if look:
        for_eyes().save(look)
    else:
        print("\n".join(renew()) or "nothing has changed")
    app.quit()
    return 0


def cell(family: Family) -> float:
    """The side of a cell of a half-size picture, in device-independent pixels."""
    return min(WIDEST, max(family.size) / ACROSS)


def _cells(family: Family) -> tuple[int, int]:
    """The width and height of a half-size picture, in cells."""
    wide, high = family.size
    return ceil((wide + 2 * MARGIN) / cell(family)), ceil((high + 2 * MARGIN) / cell(family))


def _columns(family: Family) -> int:
    """The number of kinds side by side."""
    return max(1, min(len(family.kinds), WIDTH // (3 * _cells(family)[0])))


def _size(family: Family) -> QSize:
    wide, high = _cells(family)
    columns = _columns(family)
    return QSize(columns * 3 * wide, ceil(len(family.kinds) / columns) * 2 * high)


if __name__ == "__main__":
    sys.exit(main())
