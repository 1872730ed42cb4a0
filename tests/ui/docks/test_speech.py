"""A bubble: its words, its size, how long it stays, and where its tail is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.art.theme import ThemeName, themed
from ui.docks.remarks import _beside, _corners, _face_place, _shared
from ui.docks.speech import Speech, _tail, shortened

LIGHT = themed(ThemeName.LIGHT)
BODY = QRectF(12, 12, 200, 100)
HALF = 8.4


@pytest.fixture
def speech(qtbot: QtBot) -> Iterator[Speech]:
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(800, 600)
    made = Speech(table)
    table.show()
    yield made


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("a" * 160, "a" * 160),
        (f"{'a' * 100} {'b' * 60}", f"{'a' * 100} …"),
        (f"{'a' * 159} b", f"{'a' * 159} …"),
        ("one two " + "c" * 200, "one two …"),
        ("x y\n z\t", "x y z"),
    ],
    ids=["just short enough", "in a word", "between words", "the last word", "spaces"],
)
def test_a_line_is_one_paragraph_of_whole_words(words: str, shown: str) -> None:
    assert shortened(words) == shown


@pytest.mark.parametrize(("text", "ms"), [("hello", 4225), ("a" * 100, 8500), ("", 4000)])
def test_a_bubble_stays_as_long_as_it_takes_to_read(speech: Speech, text: str, ms: int) -> None:
    speech.say("Lisa", text, LIGHT)
    speech.stand(QRect(10, 10, 100, 80), None)

    assert speech.gone.interval() == ms and speech.isVisible()
    assert speech.accessibleName() == f"Lisa: {text}"


def test_a_bubble_disappears_when_its_time_is_over(speech: Speech, qtbot: QtBot) -> None:
    speech.say("Lisa", "hello", LIGHT)
    speech.stand(QRect(10, 10, 100, 80), None)
    speech.gone.start(0)
    qtbot.waitUntil(speech.isHidden)

    assert not speech.gone.isActive()


def test_a_bubble_is_as_large_as_its_words_with_room_for_a_tail(speech: Speech) -> None:
    """One line or more below the name; the words are at most 300 wide, and less than half of the table."""
    line = speech.fontMetrics().height()
    room = QRect(0, 0, 800, 600)
    sizes = []
    for text in ("hello", "hello " * 20):
        speech.say("Lisa", text, LIGHT)
        sizes.append(speech.best_size(room))
    narrow = speech.best_size(QRect(0, 0, 300, 600))
    wide = max(speech.fontMetrics().horizontalAdvance(each) for each in ("Lisa", "hello"))

    assert sizes[0].height() == pytest.approx(2 * line + 44, abs=2)
    assert sizes[0].width() == pytest.approx(wide + 45, abs=6)
    assert 200 < sizes[1].width() <= 300 + 45 and sizes[1].height() >= 3 * line + 44
    assert narrow.width() <= 0.45 * 300 + 45 + 1 and narrow.height() > sizes[1].height()


@pytest.mark.parametrize(
    ("tip", "points"),
    [
        ((100, 0), ((100 - HALF, 13), (100 + HALF, 13), (100, 1))),
        ((0, 0), ((36 - HALF, 13), (36 + HALF, 13), (36, 1))),
        ((300, 0), ((188 - HALF, 13), (188 + HALF, 13), (188, 1))),
        ((100, 200), ((100 - HALF, 111), (100 + HALF, 111), (100, 123))),
        ((300, 200), ((188 - HALF, 111), (188 + HALF, 111), (188, 123))),
        ((0, 60), ((13, 60 - HALF), (13, 60 + HALF), (1, 60))),
        ((0, 12), ((13, 24 - HALF), (13, 24 + HALF), (1, 24))),
        ((0, 112), ((13, 100 - HALF), (13, 100 + HALF), (1, 100))),
        ((300, 60), ((211, 60 - HALF), (211, 60 + HALF), (223, 60))),
        ((300, 12), ((211, 24 - HALF), (211, 24 + HALF), (223, 24))),
    ],
)
def test_the_tail_is_at_the_side_of_the_speaker_within_the_round_corners(
    tip: tuple[float, float], points: tuple[tuple[float, float], ...]
) -> None:
    found = _tail(BODY, QPointF(*tip))

    assert [pytest.approx(each) for each in points] == [*found]


@pytest.mark.parametrize(
    ("tip", "tail"),
    [
        (QPointF(200, 50), (100, 4)),
        (QPointF(200, 400), (100, 145)),
        (QPointF(50, 175), (4, 75)),
        (QPointF(500, 175), (195, 75)),
        (None, None),
    ],
    ids=["above", "below", "left", "right", "nowhere"],
)
def test_only_a_bubble_of_a_speaker_has_a_tail_and_it_points_there(
    speech: Speech, tip: QPointF | None, tail: tuple[int, int] | None
) -> None:
    speech.say("Lisa", "", LIGHT)
    speech.stand(QRect(100, 100, 200, 150), tip)
    speech.parentWidget().setStyleSheet("background: #ff0000")
    picture = speech.parentWidget().grab(QRect(100, 100, 200, 150)).toImage()
    red = picture.pixel(0, 0)
    ends = {(100, 4), (100, 145), (4, 75), (195, 75)}

    assert {at for at in ends if picture.pixel(*at) != red} == ({tail} if tail else set())
    assert speech.geometry() == QRect(100, 100, 200, 150)


ROOM = QRect(0, 0, 1000, 600)


def test_the_bubble_of_a_person_without_a_picture_stands_at_the_upper_edge() -> None:
    places = [*_corners(QSize(200, 100), ROOM)]

    assert places == [QRect(791, 8, 200, 100), QRect(8, 8, 200, 100), QRect(395, 8, 200, 100)]


def test_the_places_for_a_bubble_touch_the_picture_and_stay_in_the_room() -> None:
    """Below, above, right, left: each at five places along the side, and then everything near."""
    at = QRect(500, 300, 40, 40)
    places = [*_beside(at, QSize(200, 100), ROOM)]
    across, down = [469, 419, 369, 519, 319], [294, 269, 244, 319, 219]
    around = [
        [QRect(x, 339, 200, 100), QRect(x, 200, 200, 100), QRect(539, y, 200, 100), QRect(300, y, 200, 100)]
        for x, y in zip(across, down, strict=True)
    ]

    assert places[:20] == [each for row in around for each in row]
    assert places[20:] and all(
        ROOM.contains(each) and (each.center() - at.center()).manhattanLength() < 302 for each in places[20:]
    )
    corner = [*_beside(QRect(0, 0, 40, 40), QSize(200, 100), ROOM)]
    assert corner[0] == QRect(0, 39, 200, 100) and all(ROOM.contains(each) for each in corner)


def test_what_is_covered_is_counted_in_pixels() -> None:
    others = [QRect(0, 0, 10, 10), QRect(90, 90, 20, 5), QRect(200, 200, 9, 9)]

    assert _shared(QRect(5, 5, 100, 100), others) == 5 * 5 + 15 * 5
    assert _shared(QRect(50, 50, 10, 10), others) == 0


@pytest.mark.parametrize(
    ("picture", "place"),
    [
        (QRectF(300, 200, 100, 100), QRect(287, 192, 116, 116)),
        (QRectF(300, 200, 20, 20), QRect(283, 190, 40, 40)),
        (QRectF(0, 0, 100, 100), QRect(0, 0, 116, 116)),
        (QRectF(900, 500, 100, 100), QRect(884, 484, 116, 116)),
    ],
    ids=["large", "small", "at the upper left", "at the lower right"],
)
def test_a_reaction_is_a_square_over_the_players_picture_within_the_room(
    picture: QRectF, place: QRect
) -> None:
    assert _face_place(picture, ROOM) == place
