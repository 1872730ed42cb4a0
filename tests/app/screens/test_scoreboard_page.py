"""The scoreboard: who sits where, the scores, who plays next, the winners."""

from __future__ import annotations

import pytest

from app.games.catalogue import catalogue
from app.messages import SPECTATOR, Finished, Started
from app.nearby.around import Around, FoundPerson, FoundTable
from app.screens.scoreboard import (
    TABLES_MAX,
    WATCHED_MAX,
    ScoreboardSeat,
    next_round,
    scoreboard_page,
    watchable,
    winners_of,
)
from app.screens.table import TableModel
from net.discovery.notice import Access
from rules.api import Outcome
from tests.support.values import replace
from tests.support.window import Story

LISA = FoundTable(
    host="Lisa",
    words="C54M-GELQ-YX4V-OE2G",
    invitation="SHOAL:LISA",
    game="plump",
    options=(),
    seats=4,
    taken=("Lisa", "Toby"),
    bots=0,
    access=Access.OPEN,
    spectators=0,
    version="0.1.0",
    people=("Lisa", "Toby"),
)
ANNA = FoundPerson("Anna", "BBBB-I3Z4-YDLN-GAQV", bytes(32), ())


def watched(outcome: Outcome | None = None) -> TableModel:
    """A watched table of Plump in its first round, or at its end."""
    story = Story("plump", 4)
    model = TableModel(replace(story.info, seat=SPECTATOR))
    model.take(Started(model.info, resumed=False))
    story.step()
    model.take(story.news())
    if outcome is not None:
        model.take(Finished(outcome))
    return model


def test_a_table_that_fills_shows_its_free_seats_and_a_dot_for_an_unknown_name() -> None:
    page = scoreboard_page(Around((replace(LISA, taken=("Lisa", "")),), (ANNA,)), {}, {})

    [table] = page.tables
    assert (table.title, table.state) == ("Plump", "2 seats free")
    assert [seat.name for seat in table.seats] == ["Lisa", "…", "", ""]
    assert page.head == "1 table · 1 person free" and page.free == ("Anna",)


def test_a_watched_table_shows_its_sums_and_at_the_end_its_winner() -> None:
    around = Around((replace(LISA, taken=("Lisa", "Toby", "Bo", "Cy")),))
    [table] = scoreboard_page(around, {LISA.words: watched()}, {}).tables
    assert table.state == "playing" and [seat.score for seat in table.seats] == ["0"] * 4

    model = watched(Outcome((5, 21, 0, 0), (2, 1, 3, 3)))
    page = scoreboard_page(around, {LISA.words: model}, {("A", "Toby"): 1, ("B", "Anna"): 2})
    assert page.tables[0].seats[1] == ScoreboardSeat(model.names[1], "21 points", is_first=True)
    assert page.winners == (("Anna", 2), ("Toby", 1))


def test_no_bot_wins_the_evening() -> None:
    model = watched(Outcome((5, 21, 0, 0), (1, 1, 3, 3)))
    people = [guest.nick for guest in model.info.guests if not guest.bot]

    assert [name for _, name in winners_of(model)] == [model.names[0]] and model.names[0] in people
    assert winners_of(watched()) == ()


def test_the_next_round_mixes_the_players_of_all_tables_and_includes_free_players() -> None:
    tables, seats = [list("ABCD"), list("EFGH")], [4, 4]
    assert next_round(tables, seats, []) == (("A", "F", "C", "H"), ("E", "B", "G", "D"))
    rounds = next_round(tables, seats, ["X", "Y"])
    assert {"X", "Y"} <= {name for each in rounds for name in each}
    assert sorted(map(len, rounds)) == [4, 4]
    assert next_round([], [], ["X"]) == ()


def test_the_scoreboard_counts_tables_without_room_and_those_that_nobody_may_watch() -> None:
    many = tuple(replace(LISA, words=f"{n}", taken=("Lisa",) * 4, is_open_to_watch=n > 0) for n in range(14))
    page = scoreboard_page(Around(many), {}, {})

    assert len(page.tables) == TABLES_MAX and page.more == "and 2 more tables"
    assert page.hint == "Scores are shown for tables that anybody may watch."
    assert len(watchable(Around(many))) == WATCHED_MAX and many[0] not in watchable(Around(many))
    assert scoreboard_page(Around(), {}, {}).hint == "Tables on this network appear here."


@pytest.mark.parametrize("game", ["plump", "matriculation", "cahoots", "kings", "reef"])
def test_every_game_has_a_score_of_each_seat_for_the_scoreboard(game: str) -> None:
    story = Story(game, 4)
    story.step()
    tally = catalogue().named(game).tally(story.news().view)

    assert len(tally) == 4 and all(tally)


@pytest.mark.parametrize(("count", "more"), [(12, ""), (13, "and 1 more table")])
def test_only_tables_without_room_on_the_scoreboard_are_counted(count: int, more: str) -> None:
    many = tuple(replace(LISA, words=f"{n}", taken=("Lisa",) * 4) for n in range(count))
    page = scoreboard_page(Around(many), {}, {})

    assert (len(page.tables), page.more) == (12, more)
    assert [seat.name for seat in page.tables[0].seats] == ["Lisa"] * 4, "no seat is free"


def test_a_next_round_is_proposed_only_if_it_brings_new_people_together() -> None:
    other = replace(LISA, host="Ed", words="E", people=("Ed", "Mia"))
    assert scoreboard_page(Around((LISA,)), {}, {}).next_round == ()
    assert scoreboard_page(Around((LISA,), (ANNA,)), {}, {}).next_round == ("Anna · Lisa · Toby",)
    assert scoreboard_page(Around((LISA, other)), {}, {}).next_round == ("Ed · Toby", "Lisa · Mia")


def test_three_tables_are_dealt_out_so_that_nobody_meets_a_neighbour_again() -> None:
    rounds = next_round([list("ABC"), list("DEF"), list("GHI")], [3, 3, 3], [])

    assert rounds == (tuple("AHF"), tuple("DBI"), tuple("GEC"))
