"""Words for a game that has none of its own."""

from __future__ import annotations

import pytest

from app.games.plain import plain_words, words_of
from app.games.words import WORDS
from rules.api import Left, Moved, Roll, Rolled, Seat, Show, Shuffle, Slot, View
from rules.catalogue import GAMES
from rules.plump.actions import Bid
from rules.plump.state import PlumpState
from tests.support.window import Story

NAMES = ("Lisa", "Ada", "Stephen", "Bo")


def test_own_words_come_first() -> None:
    assert words_of("plump") is WORDS["plump"]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_board(game: str) -> None:
    story = Story(game)
    board = plain_words(GAMES[game]).board(story.until_own_turn().view, NAMES)

    assert board.status == "Your turn."
    assert [zone.title for zone in board.zones] == ["Your choices", "Your hand", "Position"]


def test_a_spectator_has_no_hand_and_no_choice() -> None:
    story = Story()
    view = View(story.local.state, None, {})

    assert [zone.title for zone in plain_words(GAMES["plump"]).board(view, NAMES).zones] == ["Position"]


@pytest.mark.parametrize(
    ("need", "text"),
    [
        (Shuffle("deck", (), (), ()), "The cards are being shuffled."),
        (Show((Slot(1),), None), "The cards are being dealt."),
        (Roll(4, "dealer"), "Everybody draws a number together."),
    ],
)
def test_what_the_deck_does(monkeypatch: pytest.MonkeyPatch, need: object, text: str) -> None:
    monkeypatch.setattr(PlumpState, "needs", (need,))
    view = View(GAMES["plump"].start(4, {}), None, {})

    assert plain_words(GAMES["plump"]).board(view, NAMES).status == text


def test_another_is_waited_for() -> None:
    story = Story()
    while story.local.turn != 2:
        story.step()

    assert plain_words(GAMES["plump"]).board(story.news().view, NAMES).status == "Waiting for Stephen."


def test_lines() -> None:
    line = plain_words(GAMES["plump"]).line

    assert line(Moved(Seat(1), Bid(2)), NAMES) == "Ada: bid 2"
    assert line(Left(Seat(2), "left"), NAMES) == "Stephen has left the table"
    assert line(Rolled(2), NAMES) == ""
