"""Words for a game that has none of its own."""

from __future__ import annotations

import pytest

from app.games.board import Board, board_of
from app.games.catalogue import catalogue
from app.games.plain import option_text, plain_help, plain_narrator, plain_result, score_text
from app.games.plain_table import plain_description, plain_words
from app.games.reason import ENDED, HELD, why_not
from rules.api import Event, Game, Left, Moved, Roll, Rolled, Seat, Show, Shuffle, Slot, View
from rules.plump.actions import Bid
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.values import replace
from tests.support.window import Story

NAMES = ("Lisa", "Ada", "Stephen", "Bo")
PLUMP = GAMES["plump"]


def plain_board(game: Game, view: View) -> Board:
    """The board of a game whose author has not described it."""
    return board_of(plain_description(game, game.face_text), view, NAMES)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_board(game: str) -> None:
    story = Story(game)
    board = plain_board(GAMES[game], story.until_own_turn().view)

    titles = [zone.title for zone in board.zones]
    begun = {choice.action for zone in board.zones for piece in zone.pieces for choice in piece.choices}

    assert board.status == "Your turn."
    assert titles[-1] == "Players" and ("Your hand" in titles) == bool(story.local.state.hand(Seat(0)))
    assert begun == set(story.local.actions())


@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_is_asked_to_play_while_the_deck_is_prepared_again(game: str) -> None:
    """The rules say that it is somebody's turn, but after a seat has gone nobody can choose yet."""
    view = replace(Story(game).until_own_turn().view, is_held=True)
    entry, plain = catalogue().named(game), plain_board(GAMES[game], view)

    assert {entry.describe(view, NAMES).status, plain.status} == {
        "Hidden pieces are being prepared again first. Then it is your turn."
    }
    told = entry.describe(view, NAMES)
    assert not any(piece.choices for zone in told.zones for piece in zone.pieces)
    assert why_not(view, Story(game).local.actions()[0]) == HELD
    assert "Then it is Lisa's turn." in entry.describe(replace(view, seat=Seat(1)), NAMES).status


@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_is_asked_to_play_after_the_game_was_ended(game: str) -> None:
    """The rules say that it is somebody's turn, which will never be taken."""
    story = Story(game).until_own_turn()
    view = replace(story.view, is_held=True, is_ended=True)
    entry, plain = catalogue().named(game), plain_board(GAMES[game], view)

    assert {entry.describe(view, NAMES).status, plain.status} == {ENDED.text}
    assert why_not(view, story.view.actions()[0]) == ENDED


def test_a_spectator_has_no_hand_and_no_choice() -> None:
    story = Story()
    view = View(story.local.state, None, {})

    titles = [zone.title for zone in plain_board(PLUMP, view).zones]
    assert "Your hand" not in titles and "Your choices" not in titles


@pytest.mark.parametrize(
    ("need", "text"),
    [
        (Shuffle("deck", (), (), ()), "The cards are being shuffled."),
        (Show((Slot(1),), None), "The cards are being dealt."),
        (Roll(4, "dealer"), "Everybody draws a number together."),
    ],
)
def test_the_work_of_the_deck_is_described(monkeypatch: pytest.MonkeyPatch, need: object, text: str) -> None:
    monkeypatch.setattr(PlumpState, "needs", (need,), raising=False)
    view = View(PLUMP.start(4, {}), None, {})

    assert plain_board(PLUMP, view).status == text


def test_the_status_tells_for_whom_the_game_waits() -> None:
    story = Story()
    while story.local.turn != 2:
        story.step()

    assert plain_board(PLUMP, story.news().view).status == "Waiting for Stephen."


def told(event: Event, seat: int | None = 0) -> tuple[str, ...]:
    view = Story().news().view
    seen = View(view.state, None if seat is None else Seat(seat), {})
    return plain_narrator(plain_words, seen, event, seen, NAMES)


def test_a_game_without_a_narrator_is_described_in_plain_lines() -> None:
    assert told(Moved(Seat(1), Bid(2))) == ("Ada bids 2.",)
    assert told(Moved(Seat(0), Bid(2))) == ("You bid 2.",)
    assert told(Left(Seat(2), "left")) == ("Stephen has left the table.",)
    assert told(Rolled(2)) == ()


def test_a_plain_story_ends_with_the_places_of_the_players() -> None:
    story = Story("kings", 4)
    before = story.local.view(None)
    after = story.to_the_end().view

    lines = plain_narrator(plain_words, before, Rolled(0), View(after.state, None, {}), NAMES)

    assert lines[0] == "The game is over."
    assert lines[1].startswith(tuple(NAMES))


def test_a_result_shows_ranks_and_scores() -> None:
    story = Story("kings", 4)
    running = plain_result(GAMES["kings"], story.local.state, NAMES)
    story.to_the_end()
    lines = plain_result(GAMES["kings"], story.local.state, NAMES).splitlines()

    assert running == "The game of Kings is not over."
    assert sorted(line.split(" ")[1].rstrip(",") for line in lines) == sorted(NAMES)
    assert lines[0].startswith("1. ")


def test_the_rules_page_names_players_and_options() -> None:
    page = plain_help(PLUMP)

    assert page.startswith("# Plump\n") and "2 to 10 players." in page
    assert all(f"**{option.title}** (" in page and option.about in page for option in PLUMP.options)


def test_a_game_that_was_ended_is_scored_as_it_stands_and_who_forfeits_comes_last() -> None:
    kings, state = GAMES["kings"], Story("kings", 4).local.state

    assert plain_result(kings, state, NAMES, "card", is_ended=True).splitlines() == [
        "Ended early; it stood like this:",
        "1. Lisa, 0 cards",
        "1. Ada, 0 cards",
        "1. Stephen, 0 cards",
        "1. Bo, 0 cards",
    ]
    assert plain_result(kings, state, NAMES, "", is_ended=True, forfeits=(1,)).splitlines() == [
        "Ended early. Players who did not stay come last, as agreed:",
        "1. Lisa",
        "1. Stephen",
        "1. Bo",
        "4. Ada",
    ]
    assert (
        catalogue().named("kings").result(state, NAMES).splitlines()[-1] == "The game of Kings is not over."
    )


@pytest.mark.parametrize(
    ("score", "unit", "text"),
    [(31, "point", "31 points"), (1, "card", "1 card"), (0, "card", "0 cards"), (7, "", "")],
)
def test_a_score_has_its_unit_or_is_left_out(score: int, unit: str, text: str) -> None:
    assert score_text(score, unit) == text


def test_an_option_is_described_in_the_games_words_or_else_as_it_is_written() -> None:
    assert option_text(PLUMP, "length", "short") == "Length: a short game"
    assert option_text(PLUMP, "weather", "rain") == option_text(None, "weather", "rain") == "weather: rain"


def test_the_rules_page_of_a_game_without_options_has_no_part_for_them() -> None:
    bare = type("Bare", (type(PLUMP),), {"options": (), "seats": range(2, 3)})()

    assert "Options" not in plain_help(bare) and plain_help(bare).endswith("\n2 players.\n")
    assert "\n\n## Options of a table\n\n- **First lead** (" in plain_help(PLUMP)
    assert "a short game; usually a full game): " in plain_help(PLUMP)
