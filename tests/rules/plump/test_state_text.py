"""The canonical text of a position of Plump, and texts that are refused."""

from __future__ import annotations

import re

import pytest

from rules.errors import BadText
from rules.plump.actions import Bid, PlumpPlay, parse_action
from rules.plump.past import ABSENT, Row
from tests.support.plump_deal import GAME, Deal, before_round, started

TWO = ("2h As", "Ah 3d", "5h 6h", "7h 8h")
HEAD = "plump seats=3 lead=left zero=10 length=short revoke=plump"
START = f"{HEAD} first=- gone=- deals=0 rows=- revokes=- last=-"
ROW = f"{HEAD} first=0 gone=- deals=1 rows=5:1/1,3/4,0/0 revokes=- last=-;"
STORY = f"{HEAD} first=0 gone=- deals=0 rows=- revokes=- last=-; shuffled shown shown shown 0 0"


def test_the_text_of_a_new_game_is_one_line() -> None:
    assert GAME.start(3, {"length": "short"}).text() == START
    assert GAME.parse_state(START) == GAME.start(3, {"length": "short"})


def test_the_text_of_a_position_tells_the_events_of_its_round() -> None:
    text = Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah", "5h", "7h", "3d").state.text()

    assert text.endswith("; shuffled shown shown shown shown 0 2 2 2 416=2h 418=Ah 420=5h 422=7h 419=3d")
    assert GAME.parse_state(text).text() == text


@pytest.mark.parametrize("text", [START, ROW, STORY, started(2).text(), before_round(7).text()])
def test_the_text_of_a_position_is_read_back(text: str) -> None:
    assert GAME.parse_state(text).text() == text


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        # the setting
        (START, "plump", "plumb", "this is not the past of a game of Plump"),
        (START, "seats=3", "seats=11", "Plump has no such seats or options"),
        (START, "seats=3", "seats=03", "'03' is not a number"),
        (START, "seats=3", "seats=1", "Plump has no such seats or options"),
        (START, "lead=left", "lead=right", "Plump has no such seats or options"),
        (START, "zero=10", "zero=0", "Plump has no such seats or options"),
        (START, "seats=3", "seats=٣", "this is not the past of a game of Plump"),
        (START, "last=-", "last=-\n", "this is not the past of a game of Plump"),
        (START, " lead", "  lead", "this is not the past of a game of Plump"),
        # the past
        (START, "rows=-", "rows=5:1/1,3/4,0/0", "there are rows of rounds that no game has"),  # no dealer
        (ROW, "first=0", "first=3", "there is no seat 3"),
        (ROW, "gone=-", "gone=1,1", "the seats that left are repeated or out of order"),
        (ROW, "gone=-", "gone=2,1", "the seats that left are repeated or out of order"),
        (ROW, "gone=-", "gone=3", "there is no seat 3"),
        (ROW, "deals=1", "deals=0", "the number of deals does not fit the rows"),
        (ROW, "deals=1", "deals=2", "the number of deals does not fit the rows"),
        (ROW, "deals=1", "deals=9999999999", "the number of deals does not fit the rows"),
        (ROW, "5:1/1", "6:1/1", "no round can end as 6:1/1,3/4,0/0"),
        (ROW, ",0/0", "", "a row has 3 cells, not 2"),
        (ROW, "0/0", "0/1", "no round can end as 5:1/1,3/4,0/1"),
        (ROW, "0/0", "1/0", "no round can end as 5:1/1,3/4,1/0"),  # the bids would add up to the cards
        (ROW, "3/4", "6/4", "no round can end as 5:1/1,6/4,0/0"),
        (ROW, "3/4", "x/4", "'x' is not a number"),
        (ROW, "3/4", "3/-4", "'-4' is not a number"),
        (ROW, "1/1,3/4", "-,-", "no round can end as 5:-,-,0/0"),
        (ROW, "5:1/1,3/4,0/0", "5:4/5,-,-", "no round can end as 5:4/5,-,-"),  # nobody plays alone
        (ROW, "3/4", "3/4!!", "'4!' is not a number"),
        (ROW, "rows=5", "rows=5:1/1,3/4,0/0|5", "the number of deals does not fit the rows"),
        (ROW, "0/0", "0", "'' is not a number"),
        (ROW, "5:1/1,3/4,0/0", "|".join(["5:1/1,3/4,0/0"] * 40), "there are rows of rounds that no game has"),
        (ROW, "revokes=-", "revokes=0.0.0.1", "'0.0.0.1' is not a revoke"),
        (ROW, "revokes=-", "revokes=3.0.0.1.2", "'3.0.0.1.2' names no seat or no suit"),
        (ROW, "revokes=-", "revokes=0.0.4.1.2", "'0.0.4.1.2' names no seat or no suit"),
        (ROW, "revokes=-", "revokes=0.7.0.1.2", "a revoke is of a round that was not played"),
        (ROW, "last=-", "last=1:7", "'' is not a playing card"),
        (ROW, "last=-", "last=7:3=Qs", "there is no seat 7"),
        (ROW, "last=-", "last=1:3=Xs", "'Xs' is not a playing card"),
        (ROW, ";", "", "this is not the canonical spelling of a"),
        (ROW, ";", ";;", "this is not the canonical spelling of a"),
        (ROW, ";", "; ", "'' is not what comes next in the round"),
        # the round
        (STORY, " 0 0", " 0 0 5", "the round of the position breaks the"),  # the hook
        (STORY, " 0 0", " 0 6", "the round of the position breaks the"),
        (STORY, " 0 0", " 0 0 3 0=7h", "the round of the position breaks the"),
        (STORY, " 0 0", " bid 0", "'bid' is not a number"),
        (STORY, " 0 0", "0", "'shown0' is not what comes next in the round"),
        (STORY, "shuffled ", "", "'shown' is not what comes next in the round"),
        (STORY, "shown shown shown", "shown shown shown shown", "'shown' is not a number"),
        (STORY, "shuffled shown", "shown shuffled", "'shown' is not what comes next in the round"),
        (STORY, " 0 0", " 0 0 3 5=7h 5=8h", "the round of the position breaks the"),
        (STORY, " 0 0", " 0 0 3 5=7h 10=7h", "the round of the position breaks the"),
        (STORY, " 0 0", " 0 0 3 5=7h shuffled", "'shuffled' is not a number"),
    ],
)
def test_any_other_text_of_a_position_is_refused(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    with pytest.raises(BadText, match=re.escape(why)):
        GAME.parse_state(text.replace(old, new))


def test_a_seat_without_a_bid_in_a_row_took_no_ticks() -> None:
    absent = HEAD.replace("seats=3", "seats=4") + (
        " first=0 gone=2 deals=1 rows=5:1/1,3/4,-,0/0 revokes=- last=-;"
    )
    state = GAME.parse_state(absent)

    assert state.past.rows == (Row(5, (1, 3, ABSENT, 0), (1, 4, 0, 0)),)


def test_a_position_with_too_many_rows_is_refused() -> None:
    rows = "|".join(f"{cards}:0/{cards},0/0" for cards in (5, 4, 3, 2, 1, 1, 2, 3, 4, 5))
    text = (
        "plump seats=2 lead=left zero=10 length=short revoke=plump first=0 gone=- "
        f"deals=10 rows={rows} revokes=- last=-"
    )
    assert GAME.parse_state(text).outcome() is not None

    with pytest.raises(BadText):
        GAME.parse_state(text.replace("deals=10", "deals=11").replace(" revokes", "|5:0/5,0/0 revokes"))


def test_an_endless_text_is_refused_unread() -> None:
    with pytest.raises(BadText, match="too long"):
        GAME.parse_state(ROW + " shown" * 100_000)


def test_the_text_of_a_one_tick_round_keeps_no_events_after_the_reveal() -> None:
    deal = Deal("7h", "As", "3h", "Jh").bid(0, 0, 0, 0)
    assert deal.state.text().endswith("shown 0 0 0 0")
    assert deal.reveal().state.text().endswith(";")


@pytest.mark.parametrize(
    ("text", "action"), [("bid 0", Bid(0)), ("bid 10", Bid(10)), ("play 17=Qs", PlumpPlay(17, 23))]
)  # type: ignore[arg-type]
def test_an_action_is_read_back_from_its_text(text: str, action: Bid | PlumpPlay) -> None:
    assert parse_action(text) == action and str(action) == text
    assert action.opens == (() if isinstance(action, Bid) else ((17, 23),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "bid ",
        "bid -1",
        "bid 01",
        "bid 1 ",
        "bid 1x",
        "Bid 1",
        "pass",
        "play 17",
        "play =Qs",
        "play 17=",
        "play 17=Qs ",
        "play 1 7=Q",
    ],
)
def test_any_other_text_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_action(text)
