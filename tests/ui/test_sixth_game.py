"""A game of nothing but rules in the window: button, form, rules page, and the plain table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from anglers import GAME
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel, QTextBrowser
from pytestqt.qtbot import QtBot

from app.games.catalogue import LeftOut, catalogue, own_games
from app.games.entry import GameEntry, Package
from app.messages import Choose
from app.screens.lobby import against_bots
from app.table.start import Hosting
from tests.support.catalogue import playing
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.art.theme import LIGHT
from ui.tables.pictures import picture_of
from ui.tables.plain.table import PlainTable
from ui.window import Window

SIXTH = GameEntry(GAME, package=Package("shoal-anglers", "0.1.0"))


@pytest.fixture(autouse=True)
def sixth() -> Iterator[None]:
    with playing(*own_games(), SIXTH):
        yield


def opened(qtbot: QtBot, folder: Path) -> tuple[Window, FakeProgram]:
    program = FakeProgram(folder)
    window = Window(program, Ear())
    qtbot.addWidget(window)
    window.show()
    return window, program


def test_an_added_game_is_chosen_in_the_lobby(qtbot: QtBot, tmp_path: Path) -> None:
    window, program = opened(qtbot, tmp_path)
    button = window.home.games[-1]
    button.click()
    order = program.tables[-1].start

    assert button.text() == "Anglers" and button.offer.blurb == "Anglers, with nothing but its rules."
    assert isinstance(order, Hosting) and (order.game, order.bots) == ("anglers", 3)
    assert not button.grab().toImage().isNull()


def test_an_added_game_can_be_hosted_and_its_rules_can_be_read(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = opened(qtbot, tmp_path)
    window.home.host_wanted.emit()
    next(each for each in window.opening.form.games if each.offer.key == "anglers").click()
    window.table_docks.show_rules("anglers")
    pages = [each.toPlainText() for each in window.findChildren(QTextBrowser)]

    assert window.opening.form.setup.game == "anglers" and window.opening.form.setup.value("cards") == "5"
    assert any("Anglers" in page and "without a page of rules" in page for page in pages)


def test_an_added_game_is_played_to_its_end_on_the_plain_table(qtbot: QtBot, tmp_path: Path) -> None:
    window, program = opened(qtbot, tmp_path)
    story = Story("anglers", 3)
    window.begin(against_bots("anglers", seats=3))
    program.tell(story.started, story.until_own_turn())
    settled()
    screen = window.at_table
    assert screen is not None and isinstance(screen.table, PlainTable)
    played = 0
    while screen.table.routes.whole:
        card = screen.table.things[min(screen.table.routes.lit())]
        card.clicked.emit()
        card.clicked.emit()
        sent = [order for order in program.tables[-1].orders if isinstance(order, Choose)]
        while len(sent) > played:
            story.local.play(sent[played].action)
            played += 1
            program.tell(story.until_own_turn())
            settled()
            sent = [order for order in program.tables[-1].orders if isinstance(order, Choose)]

    assert played == 5 and story.local.outcome is not None


def test_an_added_game_has_a_picture() -> None:
    image = QImage(214, 126, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    picture_of("anglers")(painter, QRectF(0, 0, 214, 126), LIGHT)
    painter.end()

    assert len({image.pixel(x, 63) for x in range(0, 214, 3)}) > 5


def test_a_game_that_is_left_out_is_reported_in_the_lobby(qtbot: QtBot, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    broken = LeftOut("whist", "whist 2", "it has no title")
    found = replace(catalogue(), left_out=(broken,))
    monkeypatch.setattr("app.screens.lobby.catalogue", lambda: found)
    window, _ = opened(qtbot, tmp_path)

    texts = [each.text() for each in window.home.findChildren(QLabel)]
    assert "A game is left out: whist (whist 2): it has no title." in texts
