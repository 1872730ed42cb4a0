"""Hints and reactions in the window: asked for and sent by visible controls, shown until the player's
move."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.games.hint import Hint
from app.messages import AskHint, Choose, HintAsked, React, Reaction
from app.screens.lobby import against_bots
from net.wire.genesis import Hints, Policy
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled, unasked
from ui.docks.faces import Face
from ui.kit.pieces import Piece
from ui.kit.surface import Surface
from ui.screens.table_screen import TableScreen
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton


class Place:
    """A window at a table, with the player on turn."""

    def __init__(self, qtbot: QtBot, folder: Path, hints: Hints) -> None:
        self.qtbot, self.program = qtbot, FakeProgram(folder)
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window, before_close_func=unasked)
        self.window.resize(1280, 800)
        self.window.show()
        self.story = Story("plump")
        self.window.begin(against_bots("plump"))
        info = replace(self.story.info, policy=Policy(hints=hints))
        self.tell(replace(self.story.started, info=info), self.story.until_own_turn())

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    @property
    def screen(self) -> TableScreen:
        assert self.window.at_table is not None
        return self.window.at_table

    @property
    def pieces(self) -> list[Piece]:
        surface = self.screen.table.findChild(Surface)
        assert surface is not None
        return surface.pieces()

    @property
    def orders(self) -> list[object]:
        return list(self.program.tables[-1].orders)

    def tool(self, name: str) -> QToolButton:
        (found,) = [each for each in self.window.findChildren(QToolButton) if each.accessibleName() == name]
        return found


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Place:
    return Place(qtbot, tmp_path, Hints.ALLOWED)


def test_a_hint_is_asked_for_and_shown_until_the_players_move(place: Place) -> None:
    assert place.tool("A hint").isVisible()
    place.qtbot.mouseClick(place.tool("A hint"), LEFT)
    assert place.orders == [AskHint()] and place.screen.advice.isHidden()

    place.tell(HintAsked(0))
    place.qtbot.waitUntil(place.screen.advice.isVisible)
    said = place.screen.advice_text.text()
    assert said.startswith("Bid ") and "The next best: bid " in said
    marked = [each.name for each in place.pieces if each.is_pointed_out]
    assert len(marked) == 1 and marked[0].lower().startswith(f"bid {said[4]}")
    assert place.screen.model.log[-1].text == "You ask for a hint."

    assert place.screen.model.latest is not None
    place.screen.choose(place.screen.model.latest.view.actions()[0])
    assert place.screen.advice.isHidden() and isinstance(place.orders[-1], Choose)
    assert not any(each.is_pointed_out for each in place.pieces)
    assert not place.tool("A hint").isVisible()


def test_a_hint_can_be_dismissed(place: Place) -> None:
    place.tell(HintAsked(0))
    place.qtbot.waitUntil(place.screen.advice.isVisible)
    (close,) = place.screen.advice.findChildren(QPushButton)
    place.qtbot.mouseClick(close, LEFT)

    assert place.screen.advice.isHidden()


def test_a_hint_that_comes_too_late_is_not_shown(place: Place) -> None:
    place.screen.show_hint(place.screen.model.k - 1, Hint("Bid 9."))

    assert place.screen.advice.isHidden()


def test_the_key_asks_for_a_hint(place: Place) -> None:
    place.qtbot.keyClick(place.window, Qt.Key.Key_H)

    assert place.orders == [AskHint()]


def test_a_hint_for_somebody_else_is_a_line_of_the_log(place: Place) -> None:
    place.tell(HintAsked(2))

    assert place.screen.model.log[-1].text == f"{place.screen.model.names[2]} asks for a hint."
    assert place.screen.advice.isHidden()


def test_without_an_agreement_there_are_no_hints(qtbot: QtBot, tmp_path: Path) -> None:
    place = Place(qtbot, tmp_path, Hints.NONE)
    assert place.screen.model.is_among_people and not place.tool("A hint").isVisible()
    place.qtbot.keyClick(place.window, Qt.Key.Key_H)

    assert not place.orders


def test_alone_among_bots_one_may_always_ask(qtbot: QtBot, tmp_path: Path) -> None:
    place = Place(qtbot, tmp_path, Hints.NONE)
    guests = tuple(replace(guest, bot=seat != 0) for seat, guest in enumerate(place.story.info.guests))
    place.screen.model.info = replace(place.story.info, guests=guests)
    place.tell(HintAsked(2))

    assert place.tool("A hint").isVisible()


def test_reactions_are_sent_and_shown(place: Place) -> None:
    place.window.table_docks.toggle("chat")
    QApplication.processEvents()
    assert place.tool("Well played!").isVisible()
    place.qtbot.mouseClick(place.tool("Well played!"), LEFT)
    assert place.orders == [React("well-played")]

    place.tell(Reaction(2, "cheers"))
    said = f"{place.screen.model.names[2]} raises a cup."
    assert place.screen.model.chat[-1].text == said
    assert [each.accessibleName() for each in place.screen.findChildren(Face)] == [said]
