"""The story on the panel of Kings' table: complete, even if long and with little room."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from tests.support.values import replace
from tests.support.written import Paper
from ui.art.letters import READABLE, letters_for
from ui.art.theme import ThemeName, themed
from ui.tables.kings.panel_pictures import StoryLook, paint_story

LINES = (
    "Ingeborg puts the Queen of spades into house 1: a Queen pile begins.",
    "Ingeborg attacks Maximiliane Charlotte, 14 against 12: Ingeborg wins 3h, 4d, 5c, blank 6, blank 7, 8s.",
    "Ingeborg puts the 10 of hearts into house 1: Queen pile, worth 2 now.",
    "Maximiliane Charlotte ends the turn, throwing away 3s, 4h, 6s, 8s, 9c, blank 2, blank 7 and blank 8.",
)


def read(look: StoryLook, size: QSize, growth: float) -> list[tuple[str, QRectF, float]]:
    """The texts on the panel, from top to bottom."""
    theme = themed(ThemeName.LIGHT)
    paper = Paper(size)
    painter = QPainter(paper)
    paint_story(
        painter, QRectF(0, 0, size.width(), size.height()), look, replace(theme, letters=letters_for(growth))
    )
    painter.end()
    found = [(note.text, note.rect, note.pixels) for note in paper.notes.found]
    return sorted(found, key=lambda each: each[1].top())


@pytest.mark.parametrize(
    ("size", "growth"), [(QSize(500, 360), 1.0), (QSize(310, 270), 0.62), (QSize(310, 150), 0.7)]
)
def test_every_line_of_the_story_is_whole_and_inside_and_the_news_is_the_last(
    qapp: QApplication, size: QSize, growth: float
) -> None:
    found = read(StoryLook("What has happened", LINES, len(LINES) - 1), size, growth)
    said = " ".join(text for text, _, _ in found)
    lines = [each[1] for each in found]

    assert "…" not in said
    assert said.endswith(LINES[-1]), "the news stands last"
    assert all(QRectF(0, 0, size.width(), size.height()).contains(rect) for rect in lines)
    assert all(one.bottom() <= other.top() for one, other in pairwise(lines))
    assert min(pixels for _, _, pixels in found) >= READABLE


def test_with_room_the_whole_story_is_shown(qapp: QApplication) -> None:
    found = read(StoryLook("What has happened", LINES, len(LINES) - 1), QSize(500, 360), 1.0)

    assert " ".join(text for text, _, _ in found) == " ".join(("What has happened", *LINES))
