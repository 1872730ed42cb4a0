"""The picture button of a game: when its game is considered, its forms, and the size of its title."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QHoverEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.screens.lobby import offers
from tests.support.written import written
from ui.art.theme import DARK, LIGHT
from ui.screens.game_button import GameButton, _fitting

pytestmark = pytest.mark.usefixtures("sketched")


@pytest.fixture
def made(qtbot: QtBot) -> GameButton:
    button = GameButton(offers()[0], LIGHT, 100)
    qtbot.addWidget(button)
    button.show()
    return button


def test_a_game_is_considered_when_the_pointer_moves_over_it_or_it_gets_the_focus(made: GameButton) -> None:
    told: list[str] = []
    made.considered.connect(lambda: told.append("considered"))
    at = QPointF(5, 5)
    for kind in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
        QApplication.sendEvent(made, QHoverEvent(kind, at, at, at))
    made.repaint()
    assert told == [], "a button that appears under the pointer was not meant"
    QApplication.sendEvent(made, QHoverEvent(QEvent.Type.HoverMove, at, at, at))
    assert len(told) == 1
    QApplication.sendEvent(made, QFocusEvent(QEvent.Type.FocusIn))

    assert len(told) == 2


@pytest.mark.parametrize(
    ("scale", "is_low", "least", "best"),
    [
        (100, False, (168, 238), (214, 250)),
        (100, True, (226, 74), (226, 74)),
        (150, False, (252, 357), (321, 375)),
        (150, True, (339, 111), (339, 111)),
    ],
)
def test_the_size_of_a_button_follows_its_form_and_the_scale(
    made: GameButton, scale: int, least: tuple[int, int], best: tuple[int, int], *, is_low: bool
) -> None:
    made.set_low(is_low=is_low)
    made.set_look(DARK, scale)
    assert (made.minimumSizeHint().toTuple(), made.sizeHint().toTuple()) == (least, best)
    made.set_low(is_low=False)

    assert made.minimumSizeHint().width() == 168 * scale // 100


def test_a_title_is_bold_and_as_large_as_fits(qtbot: QtBot) -> None:
    text = "Coffeehouse Cahoots"
    sizes = sorted((round(size) for size in LIGHT.letters.all), reverse=True)
    largest = _fitting(text, LIGHT.letters, 1000)
    needed = QFontMetricsF(largest).horizontalAdvance(text)

    assert largest.pixelSize() == sizes[0] and largest.bold()
    assert _fitting(text, LIGHT.letters, needed).pixelSize() == sizes[0]
    assert _fitting(text, LIGHT.letters, needed - 1).pixelSize() < sizes[0]
    assert _fitting(text, LIGHT.letters, 1).pixelSize() == sizes[-1]


def test_words_stand_below_the_picture_with_the_number_of_players_at_the_foot(made: GameButton) -> None:
    made.resize(214, 250)
    title, *blurb, players = written(made)

    assert made.offer.usual_seats == 4 and made.toolTip() == f"Play {made.offer.title} against 3 bots"
    assert (title.text, players.text) == (made.offer.title, made.offer.players)
    assert " ".join(each.text.strip() for each in blurb) == made.offer.blurb
    assert {round(each.rect.left()) for each in (title, *blurb, players)} == {16}
    assert 250 - 2 - 124 + 10 < title.rect.top() < title.rect.bottom() < 158
    assert 160 < blurb[0].rect.top() < 166 and blurb[-1].rect.bottom() < players.rect.top()
    assert 230 < players.rect.bottom() <= 238


def test_on_a_low_page_title_and_number_show_docks_the_picture(made: GameButton) -> None:
    made.set_low(is_low=True)
    made.resize(226, 74)
    title, players = written(made)

    assert (title.text, players.text) == (made.offer.title, made.offer.players)
    assert round(title.rect.left()) == round(players.rect.left()) == 2 + 70 + 10
    assert [each.rect.center().y() for each in (title, players)] == [
        pytest.approx((8 + 37) / 2, abs=2),
        pytest.approx((37 + 66) / 2, abs=2),
    ]
