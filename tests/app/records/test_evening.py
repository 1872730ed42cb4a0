"""The running score of an evening: per group and game, of proven results, up to the first long pause."""

from __future__ import annotations

import pytest

from app.records.evening import PAUSE_S, Evening, Played, Wins, evenings
from tests.support.values import replace

LISA, TOBY, ED = ("a", "Lisa"), ("b", "Toby"), ("c", "Ed")
NOW = 100 * PAUSE_S
LOST = Wins("a", "Lisa", 0)


def played(begun_s: int, *people: tuple[str, str], wins: str = "", game: str = "plump") -> Played:
    return Played(game, begun_s, people, tuple(wins), tuple(range(len(people))))


def test_wins_are_counted_by_group_and_game() -> None:
    games = [
        played(NOW - 400, LISA, TOBY, wins="a"),
        played(NOW - 300, TOBY, LISA, wins="b"),  # other seats, the same people
        played(NOW - 200, LISA, TOBY, wins="ab"),  # a draw counts for both
        played(NOW - 150, LISA, TOBY, ED, wins="c"),
        played(NOW - 100, LISA, TOBY, wins="a", game="kings"),
    ]

    assert tuple(replace(each, points=()) for each in evenings(games, now_s=NOW)) == (
        Evening("kings", 1, (Wins("a", "Lisa", 1), Wins("b", "Toby", 0)), NOW - 100),
        Evening("plump", 1, (Wins("c", "Ed", 1), Wins("a", "Lisa", 0), Wins("b", "Toby", 0)), NOW - 150),
        Evening("plump", 3, (Wins("a", "Lisa", 2), Wins("b", "Toby", 2)), NOW - 200),
    )


def test_a_game_of_one_person_and_bots_is_no_evening_and_a_win_of_a_bot_counts_for_nobody() -> None:
    assert evenings([played(NOW - 9, LISA, wins="a")], now_s=NOW) == ()
    [evening] = evenings([played(NOW - 9, LISA, TOBY)], now_s=NOW)
    assert [each.wins for each in evening.standings] == [0, 0]


def test_an_evening_starts_after_the_last_long_pause() -> None:
    games = [
        played(NOW - 3 * PAUSE_S, LISA, TOBY, wins="b"),  # yesterday
        played(NOW - PAUSE_S - 10, LISA, TOBY, wins="a"),
        played(NOW - 20, LISA, TOBY, wins="a"),
    ]
    [evening] = evenings(games, now_s=NOW)

    assert evening.games == 2
    assert evenings(games, now_s=NOW + 2 * PAUSE_S) == ()


@pytest.mark.parametrize(("pause_s", "games"), [(6 * 3600, 2), (6 * 3600 + 1, 1)])
def test_a_pause_of_more_than_six_hours_is_long(pause_s: int, games: int) -> None:
    last = NOW - 60
    [evening] = evenings([played(last - pause_s, LISA, TOBY), played(last, LISA, TOBY)], now_s=NOW)

    assert evening.games == games


def test_people_are_known_by_key_and_shown_with_their_latest_name() -> None:
    games = [
        played(NOW - 20, LISA, TOBY, wins="b"),
        played(NOW - 10, LISA, ("b", "Toby the Great"), wins="b"),
        played(NOW - 5, LISA, ("x", "Toby"), wins="x"),  # another Toby is somebody else
    ]
    other, same = evenings(games, now_s=NOW)

    assert same.standings[0] == Wins("b", "Toby the Great", 2)
    assert (other.games, other.standings[0]) == (1, Wins("x", "Toby", 1))


def test_points_are_listed_by_game_in_the_order_of_the_standings() -> None:
    games = [
        replace(played(NOW - 20, LISA, TOBY, wins="a"), points=(30, 20)),
        replace(played(NOW - 10, TOBY, LISA, wins="b"), points=(25, 5)),
        replace(played(NOW - 5, LISA, TOBY, wins="b"), points=(11, 12)),
    ]
    [evening] = evenings(games, now_s=NOW)

    assert [each.name for each in evening.standings] == ["Toby", "Lisa"]
    assert evening.points == ((20, 30), (25, 5), (12, 11))
