"""Text on the table: written at the pixels of the screen, in one of few sizes, never squeezed.

Sizes are cap heights (a capital letter's height), because the eye compares those; a line is centred on its
capitals, not on its accents and tails.

Upright letters are written by Qt at whole pixels of the device, hinted, whatever the painter's scale: an
outline ten pixels high, filled at a fraction of a pixel, has stems of one or two pixels by chance. Only large
letters are outlines, and turned ones (in the lower corner of a card).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from functools import cache, partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QTransform

from ui.art.canvas import fill, smooth
from ui.art.fonts import ui_font
from ui.art.letters import READABLE, Letters

_DRAWN_AT = 4096
"""Pixels. FreeType rounds outlines to 1/64, each time another way: at 256, 1 in 10,000 of a width varied."""
_OUTLINED_FROM = 64
"""From this height, in pixels of the device, letters are outlines: Qt itself would draw them as outlines."""
LEFT = Qt.AlignmentFlag.AlignLeft
CENTRE = Qt.AlignmentFlag.AlignHCenter
RIGHT = Qt.AlignmentFlag.AlignRight
LEADING = 1.72
"""Distance from one base line to the next, in cap heights."""
DOTS = "…"
_NUMBER = 3
"""Text of at most this many letters (a number, a rank) may shrink with its place and is never cut."""
_CLEARLY = 1.15
"""Figures that would be more than this many times the largest words are as large as their place allows."""
_HARDLY = 0.7
"""Text of at most `_NUMBER` letters is left out if it has room for less than this share of `READABLE`."""
TALL = 0.66
"""Greatest share of its line's height to which a capital may grow: the rest is for descenders and air."""
_NEARLY = 0.94
"""With `LEFT_OUT`, text that would be smaller than this share of the smallest readable size is left out."""


class Scarce(Enum):
    """Treatment of a line that has no room even in the smallest readable size."""

    CUT = "cut"
    """The line ends in dots."""
    LEFT_OUT = "left out"
    """The line is left out: the picture beside or under it says the same."""


def draw_line(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    cap: float | None = None,
    bold: bool = True,
    align: Qt.AlignmentFlag = CENTRE,
    scarce: Scarce = Scarce.CUT,
    shorter: str = "",
    letters: Letters | None = None,
    beside: Iterable[str] = (),
) -> None:
    """Write one line in `box`; only a figure in the smallest readable size may reach beyond its sides.

    `cap` is the wanted cap height (the box's height if None). With `letters`, words take the nearest of its
    sizes in which they fit, and in which the words `beside` fit into boxes as wide. Without `letters`, as on
    the faces of cards, any size will do. A line that is too long becomes smaller, down to the smallest; then
    `shorter` replaces it, if given; then it is cut or left out. Figures may be larger than words, up to the
    size of their box.
    """
    least = least_cap(painter, letters)
    if shorter and line_width(text, bold=bold) * least > box.width():
        text = shorter
    natural = line_width(text, bold=bold)
    cap = cap or box.height()
    if natural <= 0 or box.width() <= 0 or not abs(painter.deviceTransform().determinant()) > 0:
        return  # nothing to write, or a picture of less than a pixel
    fitting = box.width() / natural
    height = min(cap, box.height())
    if letters is not None and not (_is_figure(text) and height > _caps(painter, letters)[-1] * _CLEARLY):
        lines = (text, *beside)
        height = shared_cap(
            painter, lines, box.width(), cap=cap, letters=letters, bold=bold, room=box.height()
        )
    elif len(text) > _NUMBER and scarce is Scarce.CUT:
        height = max(least, min(height, fitting))
    else:
        height = min(height, fitting)
    if len(text) <= _NUMBER:
        height = min(height, fitting)
        if letters is not None or scarce is Scarce.LEFT_OUT:
            readable = least_cap(painter)
            if height < readable * _HARDLY:
                return
            height = max(height, readable)
    elif scarce is Scarce.LEFT_OUT and (height > fitting or height < least_cap(painter) * _NEARLY):
        return
    elif fitting < height:
        text = _cut(text, box.width() / height, bold)
    _write(painter, box, text, colour, height=height, bold=bold, align=align)


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    cap: float,
    bold: bool = False,
    align: Qt.AlignmentFlag = CENTRE,
    scarce: Scarce = Scarce.CUT,
    shorter: str = "",
    letters: Letters | None = None,
) -> None:
    """Write words over as many lines as they need, capitals about `cap` high, centred vertically in `box`.

    The text becomes smaller until it fits, down to the smallest of `letters`, or to `READABLE`; if even that
    has no room, `shorter` replaces it, if given; else it is cut or left out. A line break in `text` is kept.
    """
    least = least_cap(painter, letters)
    full = cap = max(cap if letters is None else snapped_cap(painter, cap, letters, room=box.height()), least)
    while True:
        lines = wrapped(text, box.width() / cap, bold=bold)
        tall = cap * (1 + LEADING * (len(lines) - 1))
        fits = tall <= box.height() and all(
            line_width(line, bold=bold) * cap <= box.width() for line in lines
        )
        smaller = cap * 0.94
        if letters is not None:
            smaller = max((each for each in _caps(painter, letters) if each < cap), default=0.0)
        if fits:
            break
        if smaller < least:
            if not shorter:
                break
            text, shorter, smaller = shorter, "", full
        cap = smaller
    if not fits:
        if scarce is Scarce.LEFT_OUT:
            return
        most = max(1, int((box.height() / cap - 1) / LEADING) + 1)
        if len(lines) > most:
            lines = [*lines[: most - 1], lines[most - 1] + DOTS]
        tall = cap * (1 + LEADING * (len(lines) - 1))
    top = box.center().y() - tall / 2
    for row, line in enumerate(lines):
        place = QRectF(box.left(), top + row * LEADING * cap, box.width(), cap)
        draw_line(
            painter, place, line, colour, cap=cap, bold=bold, align=align, scarce=scarce, letters=letters
        )


class Writing:
    """Writes on one picture, with `line` and `text`, in the sizes of its letters."""

    def __init__(self, painter: QPainter, letters: Letters) -> None:
        self.line = partial(draw_line, painter, letters=letters)
        self.text = partial(draw_text, painter, letters=letters)


def line_width(text: str, *, bold: bool = True) -> float:
    """Return the natural width of a line, in cap heights."""
    return _letters(text, bold)[1]


def wrapped(text: str, width: float, *, bold: bool) -> list[str]:
    """Break words into lines of a width, in cap heights; their own line breaks are kept."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and line_width(longer, bold=bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def cap_height(pixels: float) -> float:
    """Return the cap height of a font size, both in device-independent pixels."""
    return pixels * _font(bold=False)[1] / _DRAWN_AT


def least_cap(painter: QPainter, letters: Letters | None = None) -> float:
    """Return the cap height, in the painter's units, of the smallest of `letters`; of `READABLE` if None."""
    return _cap_of(painter, READABLE if letters is None else letters.small)


def snapped_cap(painter: QPainter, cap: float, letters: Letters, *, room: float = math.inf) -> float:
    """Return the cap height of the size in `letters` nearest to `cap` within `room`, or of a larger one if
    their `growth` allows it. A `cap` that is itself one of the sizes does not grow again."""
    sizes = _caps(painter, letters)
    nearest = min(sizes, key=lambda each: abs(each - min(cap, room)))
    if any(math.isclose(cap, each) for each in sizes):
        return nearest
    grown = min(cap * letters.growth, room * TALL)
    return max([nearest, *(each for each in sizes if each <= grown)])


def shared_cap(
    painter: QPainter,
    texts: Iterable[str],
    width: float,
    *,
    cap: float,
    letters: Letters,
    bold: bool = True,
    room: float = math.inf,
) -> float:
    """Return one cap height for lines that stand together: the largest size up to `snapped_cap` in which all
    fit into `width`, or else the smallest."""
    widest = max((line_width(text, bold=bold) for text in texts), default=0.0)
    most = snapped_cap(painter, cap, letters, room=room)
    sizes = [each for each in _caps(painter, letters) if each <= most]
    return max((each for each in sizes if each * widest <= width), default=min(sizes))


def _caps(painter: QPainter, letters: Letters) -> tuple[float, ...]:
    return tuple(_cap_of(painter, size) for size in letters.all)


def _cap_of(painter: QPainter, pixels: float) -> float:
    """Return the cap height, in the painter's units, of a font size in device-independent pixels."""
    device = painter.deviceTransform()
    scale = abs(device.determinant()) ** 0.5 / _dpr(painter)
    return cap_height(pixels) / scale if scale else 0.0


def _is_figure(text: str) -> bool:
    """True for a number, rank or key, which may shrink: short without small letters, or without letters."""
    is_short = len(text) <= _NUMBER and not any(each.islower() for each in text)
    return is_short or not any(each.isalpha() for each in text)


def _write(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    height: float,
    bold: bool,
    align: Qt.AlignmentFlag,
) -> None:
    """Write a line that fits, its capitals centred vertically in the box."""
    letters, natural, bearing = _letters(text, bold)
    device = painter.deviceTransform()
    size = height * device.m11() * _DRAWN_AT / _font(bold=bold)[1]
    is_upright = device.m11() > 0 and device.m11() == device.m22() and not device.m12() and not device.m21()
    is_text = is_upright and size < _OUTLINED_FROM
    whole_size = max(1, int(size + 0.25))
    if is_text and natural * height * whole_size / size > box.width():
        whole_size = max(1, int(size + 0.05))  # the smallest readable size may come to 8.99
    if is_text:
        height *= whole_size / size
    spare = box.width() - natural * height
    left = box.left() + (0 if align == LEFT else spare if align == RIGHT else spare / 2)
    baseline = box.center().y() + height / 2
    with smooth(painter):
        if not is_text:
            fill(painter, QTransform(height, 0, 0, height, left, baseline).map(letters), colour)
            return
        at = device.map(QPointF(left - bearing * height, baseline))
        whole = QTransform.fromTranslate(round(at.x()), round(at.y()))
        beyond = painter.worldTransform().inverted()[0] * device  # the device's own scale and place
        painter.setWorldTransform(whole * beyond.inverted()[0])
        painter.setFont(_screen_font(whole_size, bold=bold))
        painter.setPen(QColor(colour))
        painter.drawText(QPointF(0, 0), text)


def _dpr(painter: QPainter) -> float:
    device = painter.device()
    return device.devicePixelRatioF() if device is not None else 1.0


def _cut(text: str, width: float, bold: bool) -> str:
    """Cut a line to `width` (in cap heights) and end it in dots."""
    kept_letters = text
    while kept_letters and line_width(kept_letters.rstrip() + DOTS, bold=bold) > width:
        kept_letters = kept_letters[:-1]
    return kept_letters.rstrip() + DOTS


@cache
def _font(*, bold: bool) -> tuple[QFont, float]:
    font = ui_font(_DRAWN_AT, bold=bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font, QFontMetricsF(font).capHeight()


@cache
def _screen_font(pixels: int, *, bold: bool) -> QFont:
    """Return a font that is hinted only vertically, so that letters keep their widths and distances."""
    font = ui_font(pixels, bold=bold)
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return font


@cache
def _letters(text: str, bold: bool) -> tuple[QPainterPath, float, float]:
    """Return the outline of words at cap height 1 from (0, 0) on the base line, its width, its bearing."""
    font, cap = _font(bold=bold)
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, text)
    bounds = path.boundingRect()
    scale = 1 / cap
    outline = QTransform(scale, 0, 0, scale, -bounds.left() * scale, 0).map(path)
    return outline, bounds.width() * scale, bounds.left() * scale
