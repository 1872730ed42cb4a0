"""A game in which several choose at once, in the window: chosen, waiting, opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import divers
import pytest
from pytestqt.qtbot import QtBot

from app.games.catalogue import own_games
from app.messages import Choose, StepKind, Working
from app.screens.lobby import against_bots
from tests.support.catalogue import playing
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.tables.plain.table import PlainTable
from ui.window import Window


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with playing(*own_games(), divers.ENTRY):
        yield


def test_a_player_who_has_chosen_reads_who_is_missing_and_can_press_nothing(
    qtbot: QtBot, tmp_path: Path
) -> None:
    program = FakeProgram(tmp_path)
    window = Window(program, Ear())
    qtbot.addWidget(window)
    window.show()
    story = Story("divers", 3, options={"cards": "3"})
    window.begin(against_bots("divers", seats=3))
    program.tell(story.started, story.until_own_turn())
    settled()
    screen = window.at_table
    assert screen is not None and isinstance(screen.table, PlainTable)
    names, table = screen.model.names, screen.table
    assert "Vote for how deep" in screen.model.status.text
    screen.choose(divers.Vote("deep"))
    sent = [each for each in program.tables[-1].orders if isinstance(each, Choose)]
    assert [str(each.action) for each in sent] == ["deep"]

    program.tell(Working(StepKind.CHOOSE, missing=(1, 2), entries=3))
    settled()
    assert screen.model.status.text == f"You have chosen. Waiting for {names[1]} and {names[2]}."
    assert not table.routes.whole and screen.model.is_resting
    screen.choose(divers.Vote("shallow"))
    assert len([each for each in program.tables[-1].orders if isinstance(each, Choose)]) == 1
    program.tell(Working(StepKind.CHOOSE, missing=(2,), entries=3))
    settled()
    assert screen.model.status.text == f"You have chosen. Waiting for {names[2]}."

    story.local.play(divers.Vote("deep"))
    program.tell(story.until_own_turn(), Working(StepKind.CHOOSE, missing=(0, 1, 2), entries=3))
    settled()
    assert screen.model.status.text.startswith("Play a card") and table.routes.whole


def test_a_choice_made_before_a_restart_is_remembered_while_waiting_for_the_others() -> None:
    """The news of a game that is taken up again say that the player's own entry is there already."""
    story = Story("divers", 3, options={"cards": "3"})
    news = story.until_own_turn()

    assert Working(StepKind.CHOOSE, missing=(1,)).has_chosen(news.view)
    assert not Working(StepKind.CHOOSE, missing=(0, 1)).has_chosen(news.view)
    assert not Working(StepKind.MOVE, missing=(1,)).has_chosen(news.view)
