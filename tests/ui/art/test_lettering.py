"""Letters never leave their box, and our font is really there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFontDatabase, QFontInfo, QImage, QPainter

from ui.art.fonts import FAMILY, register_fonts, ui_font
from ui.art.lettering import (
    LEFT,
    RIGHT,
    Scarce,
    draw_line,
    draw_text,
    least_cap,
    line_width,
    shared_cap,
    snapped_cap,
)
from ui.art.letters import READABLE, USUAL

pytestmark = pytest.mark.usefixtures("qapp")
WORDS = ("A", "10", "Q", "Bulletproof Alarm Clock", "Wrzuć na stos odrzuconych", "Å", "gjpqy", "1115")


def ink(image: QImage) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the written letters."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    rows = [bytes(alpha.constScanLine(y))[: image.width()] for y in range(image.height())]
    dots = [(x, y) for y, row in enumerate(rows) if max(row) > 40 for x, dot in enumerate(row) if dot > 40]
    if not dots:
        return None
    return min(x for x, _ in dots), min(y for _, y in dots), max(x for x, _ in dots), max(y for _, y in dots)


def blank() -> QImage:
    image = QImage(200, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    return image


@pytest.mark.parametrize("text", WORDS)
@pytest.mark.parametrize("width", [20, 60, 160])
def test_a_line_of_text_stays_within_its_box(text: str, width: int) -> None:
    image = blank()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_line(painter, QRectF(20, 25, width, 30), text, "#000000")
    painter.end()
    found = ink(image)

    assert found is not None
    assert found[0] >= 19
    assert found[2] <= 20 + width


def test_capitals_have_the_requested_height_and_are_centred() -> None:
    image = blank()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_line(painter, QRectF(0, 20, 200, 40), "H", "#000000", cap=30)
    painter.end()

    found = ink(image)
    assert found is not None
    assert found[1] == pytest.approx(25, abs=1)
    assert found[3] == pytest.approx(54, abs=1)


def test_a_line_is_aligned_as_requested() -> None:
    ends = {}
    for align in (LEFT, RIGHT):
        image = blank()
        painter = QPainter(image)
        draw_line(painter, QRectF(10, 20, 180, 20), "H", "#000000", align=align)
        painter.end()
        ends[align] = ink(image)

    assert ends[LEFT] is not None
    assert ends[RIGHT] is not None
    assert ends[LEFT][0] == pytest.approx(10, abs=1)
    assert ends[RIGHT][2] == pytest.approx(189, abs=1)


@pytest.mark.parametrize(
    "text", ["No term above 9 hours until GPA OK", "one\ntwo\nthree", "Donaudampfschifffahrt"]
)
def test_words_wrap_and_shrink_until_they_fit(text: str) -> None:
    image = blank()
    painter = QPainter(image)
    draw_text(painter, QRectF(30, 20, 70, 36), text, "#000000", cap=14)
    painter.end()

    found = ink(image)
    assert found is not None
    assert found[0] >= 29
    assert found[2] <= 101
    assert found[1] >= 15
    assert found[3] <= 62


def test_a_shorter_text_replaces_one_that_has_no_room() -> None:
    long = "Collect hours of terms, and hold the others up with setbacks."
    images = []
    for text, shorter in ((long, "Collect hours."), ("Collect hours.", ""), ("Collect", long)):
        images.append(blank())
        painter = QPainter(images[-1])
        draw_text(painter, QRectF(10, 20, 80, 20), text, "#000000", cap=9, shorter=shorter)
        painter.end()

    assert images[0] == images[1]
    assert images[2] != images[0] and ink(images[2]) is not None


SMALL = READABLE * 0.727


def test_lines_that_stand_together_share_the_size_at_which_the_widest_fits() -> None:
    image = blank()
    painter = QPainter(image)
    words = ("Pass", "Stop the combo")
    large, least = snapped_cap(painter, 99, USUAL), least_cap(painter, USUAL)

    def shared(width: float) -> float:
        return shared_cap(painter, words, width, cap=99, letters=USUAL)

    wide, narrow = (line_width(words[1]) * each for each in (large, least))
    assert least < large
    assert (shared(wide + 1), shared(narrow + 1), shared(narrow - 9)) == (large, least, least)
    assert least <= shared(wide - 1) < large
    painter.end()


@pytest.mark.parametrize(("width", "is_cut"), [(200, False), (52, True)])
def test_small_letters_stay_readable_and_are_cut_instead(width: int, *, is_cut: bool) -> None:
    """Letters are never smaller than `READABLE`: a text without room ends in dots."""
    image = blank()
    painter = QPainter(image)
    draw_line(painter, QRectF(0, 20, width, 20), "HHHHHHHHHHHH", "#000000", cap=3)
    painter.end()

    found = ink(image)
    assert found is not None
    assert found[3] - found[1] + 1 == pytest.approx(SMALL, abs=1.5)
    assert (found[2] < 60) == is_cut


@pytest.mark.parametrize(("width", "is_there"), [(200, True), (30, False)])
def test_words_that_a_picture_also_shows_are_left_out_when_unreadable(width: int, *, is_there: bool) -> None:
    image = blank()
    painter = QPainter(image)
    draw_line(painter, QRectF(0, 20, width, 20), "Java Joe", "#000000", cap=8, scarce=Scarce.LEFT_OUT)
    painter.end()

    assert (ink(image) is not None) == is_there


@pytest.mark.parametrize("x", [10.0, 10.3, 10.5, 10.8])
def test_the_stems_of_letters_look_alike_wherever_the_line_begins(x: float) -> None:
    """Small letters are hinted at whole pixels: each of a row of stems has the same ink."""
    image = blank()
    painter = QPainter(image)
    painter.translate(x, 0.4)
    painter.scale(0.5, 0.5)
    draw_line(painter, QRectF(0, 40, 300, 20), "llllllll", "#000000", cap=18, bold=False, align=LEFT)
    painter.end()

    at = blank()
    painter = QPainter(at)
    painter.translate(round(x), 0)
    draw_line(painter, QRectF(0, 20, 150, 10), "llllllll", "#000000", cap=9, bold=False, align=LEFT)
    painter.end()
    assert abs((ink(image) or (0, 0, 0, 0))[0] - (ink(at) or (0, 0, 0, 0))[0]) <= 1
    assert image.copy(ink_box(image)) == at.copy(ink_box(at))


def ink_box(image: QImage) -> QRect:
    left, top, right, bottom = ink(image) or (0, 0, 0, 0)
    return QRect(left, top, right - left + 1, bottom - top + 1)


def test_an_empty_text_writes_nothing() -> None:
    image = blank()
    painter = QPainter(image)
    draw_line(painter, QRectF(0, 0, 100, 20), "", "#000000")
    draw_text(painter, QRectF(0, 0, 100, 20), "", "#000000", cap=10)
    painter.scale(0, 0)
    draw_text(painter, QRectF(0, 0, 100, 20), "no pixel", "#000000", cap=10)
    draw_line(painter, QRectF(0, 0, 100, 20), "no pixel", "#000000")
    painter.end()

    assert ink(image) is None
    assert line_width("") == 0


def test_the_font_is_bundled() -> None:
    assert register_fonts() == FAMILY
    assert FAMILY in QFontDatabase.families()
    assert QFontInfo(ui_font(14, bold=True)).family() == FAMILY
