"""A clicked piece moves to the table at once; after a refusal it goes back and the reason is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from app.messages import Advanced, Choose, Refused
from app.screens.lobby import against_bots
from app.screens.sound import Cue
from rules.api import Moved, Seat
from rules.plump.actions import PlumpPlay
from tests.support.catalogue import GAMES
from tests.support.table_hands import click
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled, unasked
from ui.kit.card_table import CardTable
from ui.screens.table_screen import TableScreen
from ui.tables.plump.table import PlumpTable
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")


class Place:
    """A window at a table; the others are slow to confirm."""

    def __init__(self, qtbot: QtBot, folder: Path, game: str, animation: str = "off") -> None:
        self.program = FakeProgram(folder, replace(STILL, animation=animation))
        self.ear = Ear()
        self.window = Window(self.program, self.ear)
        qtbot.addWidget(self.window, before_close_func=unasked)
        self.window.resize(1280, 800)
        self.window.show()
        self.story = Story(game)
        self.window.begin(against_bots(game))
        self.tell(self.story.started, self.story.until_own_turn())

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    @property
    def screen(self) -> TableScreen:
        assert self.window.at_table is not None
        return self.window.at_table

    @property
    def sent(self) -> list[Choose]:
        return [each for each in self.program.tables[-1].orders if isinstance(each, Choose)]


def to_a_card(place: Place) -> tuple[PlumpTable, PlumpPlay]:
    """Play until it is the player's turn in Plump, with a card to play."""
    while not isinstance(place.story.local.actions()[0], PlumpPlay):
        place.story.step()
        place.tell(place.story.until_own_turn())
    table, action = place.screen.table, place.story.local.actions()[0]
    table.hurry()
    settled()
    assert isinstance(table, PlumpTable) and isinstance(action, PlumpPlay)
    return table, action


def laid(table: CardTable) -> QPointF:
    return table.places.seats[0].laid


def test_a_pressed_card_flies_before_anybody_has_confirmed_it(qtbot: QtBot, tmp_path: Path) -> None:
    place = Place(qtbot, tmp_path, "plump", "slow")
    table, action = to_a_card(place)
    card = table.cards[action.slot]
    qtbot.waitUntil(lambda: not card.motion.is_moving)
    click(table, card)

    assert card.motion.is_moving and (card.motion.target.at - laid(table)).manhattanLength() < 1
    assert action.slot not in table.hand.slots
    assert [each.action for each in place.sent] == [action]
    assert place.screen.status.text() == "Your choice is on its way."


@pytest.mark.parametrize("sound", [True, False])
def test_a_pressed_card_is_heard_at_once_and_not_again_when_it_is_confirmed(
    qtbot: QtBot, tmp_path: Path, sound: bool
) -> None:
    place = Place(qtbot, tmp_path, "plump")
    table, action = to_a_card(place)
    place.program.settings = replace(place.program.settings, sound=sound, volume=40)
    place.ear.heard.clear()
    click(table, table.cards[action.slot])
    assert place.ear.heard == [Cue.MOVE] * sound
    place.story.local.play(action)
    place.tell(place.story.news())

    assert place.ear.heard == [Cue.MOVE] * sound
    assert not sound or place.ear.volume == 40


def test_news_on_the_table_does_not_delay_a_pressed_card(qtbot: QtBot, tmp_path: Path) -> None:
    """The last card of a trick rests on the table for a while; the next leader may be quicker."""
    place = Place(qtbot, tmp_path, "plump")
    table, action = to_a_card(place)
    table.still_ms = 60_000
    assert place.screen.model.latest is not None
    table._rest.start(table.still_ms)
    click(table, table.cards[action.slot])

    assert action.slot not in table.hand.slots and [each.action for each in place.sent] == [action]


def test_a_refused_card_comes_back_with_its_reason(qtbot: QtBot, tmp_path: Path) -> None:
    place = Place(qtbot, tmp_path, "plump", "slow")
    table, action = to_a_card(place)
    card = table.cards[action.slot]
    click(table, card)
    qtbot.waitUntil(lambda: not card.motion.is_moving)
    place.tell(Refused("late", "plump 2.4", "The time was over."))

    assert action.slot in table.hand.slots and card.motion.is_moving
    assert table.bubble.text == "The time was over. (plump 2.4)"
    assert place.screen.status.text() == "The time was over. (plump 2.4)"
    qtbot.waitUntil(lambda: not card.motion.is_moving)
    click(table, table.cards[action.slot])
    assert [each.action for each in place.sent] == [action, action], "it can be chosen again"


def test_a_confirmed_card_stays_where_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    place = Place(qtbot, tmp_path, "plump")
    table, action = to_a_card(place)
    click(table, table.cards[action.slot])
    card, log = table.cards[action.slot], len(place.screen.model.log)
    place.story.local.play(action)
    place.tell(place.story.news())

    assert table.cards[action.slot] is card and action.slot not in table.hand.slots
    assert len(place.screen.model.log) > log, "the log tells what is final"
    assert place.screen.status.text() != "Your choice is on its way."


@pytest.mark.parametrize("game", list(GAMES))
def test_every_table_shows_a_choice_at_once_and_the_same_when_it_is_final(
    qtbot: QtBot, tmp_path: Path, game: str
) -> None:
    place, rng = Place(qtbot, tmp_path, game), random.Random(3)
    shown: list[Advanced] = []
    place.screen.table.presented.connect(shown.append)
    chosen = final = 0
    while chosen < 12 and place.story.local.turn is not None:
        place.screen.table.hurry()
        view, plan = place.screen.model.view, place.screen.model.plan
        assert view is not None
        action = rng.choice([each for each in view.actions() if not plan.takes_back(each)])
        place.screen.table.choose(action)
        after = view.state.after(Moved(Seat(0), action))
        assert any(each.view.state == after for each in shown[-2:]), "a combo goes on by itself"
        chosen += 1
        settled()
        while final < len(place.sent):  # now the others confirm it
            place.story.local.play(place.sent[final].action)
            final += 1
            place.tell(place.story.news())
        if not place.screen.model.is_our_turn:
            place.tell(place.story.until_own_turn())

    latest = place.screen.model.latest
    assert final and latest is not None and latest.view.state == place.story.local.state


@pytest.mark.parametrize("game", [each for each in GAMES if each != "reef"])
def test_the_message_that_it_is_not_your_turn_disappears_on_your_turn(
    qtbot: QtBot, tmp_path: Path, game: str
) -> None:
    place = Place(qtbot, tmp_path, game)
    table = place.screen.table
    assert isinstance(table, CardTable)
    while place.story.local.turn == 0:
        place.story.step()
        place.tell(place.story.news())
    table.hurry()
    table.bubble.say("It is not your turn.", "", unit=1.0)
    place.tell(place.story.until_own_turn())

    assert place.screen.model.is_our_turn and table.bubble.text == ""
