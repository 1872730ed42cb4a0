"""A turn of Kings in the window, planned by mouse: the presses, the orders sent, and steps taken back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.games.kings.scene import KING, pile_at
from app.messages import Choose, Refused
from app.screens.lobby import against_bots
from rules.kings.actions import Bank, KingsEnd, Put
from tests.support.quick import quick_only
from tests.support.table_hands import click, key
from tests.support.window import Ear, FakeProgram, Story, settled, unasked
from ui.art.marks import Mark
from ui.screens.table_screen import TableScreen
from ui.tables.kings.table import KingsTable
from ui.window import Window


class Place:
    """A window at a table of Kings, the player on turn with a card to put down."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.program = FakeProgram(folder)
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window, before_close_func=unasked)
        self.window.resize(1280, 800)
        self.window.show()
        self.story = Story("kings", 4)
        self.window.begin(against_bots("kings"))
        self.tell(self.story.started, self.story.until_own_turn())
        while not self.puts:
            self.story.step()
            self.tell(self.story.until_own_turn())

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    @property
    def screen(self) -> TableScreen:
        assert self.window.at_table is not None
        return self.window.at_table

    @property
    def table(self) -> KingsTable:
        assert isinstance(self.screen.table, KingsTable)
        return self.screen.table

    @property
    def puts(self) -> list[Put | Bank]:
        view = self.screen.model.view
        return [] if view is None else [each for each in view.actions() if isinstance(each, Put | Bank)]

    @property
    def sent(self) -> list[object]:
        return [each.action for each in self.program.tables[-1].orders if isinstance(each, Choose)]

    def put_down(self) -> Put | Bank:
        """Press a card and where it goes."""
        action = self.puts[0]
        assert action.slot is not None
        click(self.table, self.table.cards[action.slot])
        click(self.table, self.table.piles[pile_at(0, action.house if isinstance(action, Put) else KING)])
        settled()
        return action

    def end_the_turn(self) -> None:
        """Press the button that ends the turn, twice if a card for the player's king would be thrown away."""
        while not self.sent:
            click(self.table, self.table.panels.end)
            settled()


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Place:
    return Place(qtbot, tmp_path)


def test_a_planned_step_is_shown_and_not_sent(place: Place) -> None:
    action = place.put_down()

    assert place.sent == [] and place.screen.model.plan.steps == (action,)
    assert action.slot not in place.table.hand.slots
    assert place.screen.happened.text() == "So far only you see this: your king 0 → 1 of 9."
    marks = {at for at, piece in place.table.piles.items() if piece.mark is Mark.PLANNED}
    assert marks == {pile_at(0, KING)}, "what is only planned is marked so"
    assert place.screen.happened.isVisible() and place.screen.model.is_our_turn


def test_a_planned_step_is_taken_back_by_a_key_and_by_its_button(place: Place) -> None:
    action = place.put_down()
    key(place.table, Qt.Key.Key_Backspace)
    settled()
    assert place.screen.model.plan.steps == () and action.slot in place.table.hand.slots
    place.put_down()
    click(place.table, place.table.tools.back)
    settled()

    assert place.screen.model.plan.steps == () and action.slot in place.table.hand.slots
    assert place.sent == []


def test_the_end_of_the_turn_sends_the_steps_in_their_order(place: Place) -> None:
    action = place.put_down()
    place.end_the_turn()
    assert place.sent == [action]
    assert action.slot not in place.table.hand.slots, "the table does not go back"

    place.story.local.play(action)
    place.tell(place.story.news())
    assert place.sent[0] == action and isinstance(place.sent[1], KingsEnd)
    assert action.slot not in place.table.hand.slots


def test_a_refused_step_is_on_the_table_no_more(place: Place) -> None:
    action = place.put_down()
    place.end_the_turn()
    place.tell(Refused("not-now", "", "Not now."))

    assert action.slot in place.table.hand.slots and place.screen.model.plan.shown == ()
    assert place.screen.model.is_our_turn


FEW = (("cahoots", 2, 11), ("kings", 6, 5), ("reef", 6, 5))
"""Number of planned turns, and a seed that leads to them; a combo of Cahoots is rare."""


@pytest.mark.parametrize(("game", "plans", "seed"), quick_only((("cahoots", 6, 5), *FEW), *FEW))
def test_turns_that_are_planned_become_those_of_the_game(
    qtbot: QtBot, tmp_path: Path, game: str, plans: int, seed: int
) -> None:
    """The table is told of every step once, by the plan or by the game, and matches the game's position."""
    window = Window(program := FakeProgram(tmp_path), Ear())
    qtbot.addWidget(window, before_close_func=unasked)
    window.show()
    story, rng = Story(game, 4), random.Random(seed)
    window.begin(against_bots(game))
    program.tell(story.started, story.until_own_turn())
    settled()
    screen = window.at_table
    assert screen is not None
    planned = played = 0
    while planned < plans and (view := screen.model.view) is not None and view.actions():
        screen.table.choose(rng.choice(view.actions()))
        settled()
        planned += bool(screen.model.plan.steps)
        sent = [each.action for each in program.tables[-1].orders if isinstance(each, Choose)]
        while len(sent) > played:
            story.local.play(sent[played])
            played += 1
            program.tell(story.news() if story.local.turn == 0 else story.until_own_turn())
            settled()
            sent = [each.action for each in program.tables[-1].orders if isinstance(each, Choose)]

    assert planned == plans and screen.model.latest is not None
    assert screen.model.latest.view.state == story.local.state
