"""Figures of the report: the benchmark behind each, its goal, and the figures of other programs.

`Figure.test` names benchmarks as "file.py::test" and takes the sizes out of their parameters. Figures of
other programs are measured in the same run, or scaled by the time of one multiplication of a point, which
both programs make: unscaled figures from another day once said that we lost by 1.2, where we were ahead by
1.08. Figures that are neither are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

POINT_US = 36.0
"""Microseconds of one multiplication of a point by our library when ziffle was measured beside us, 16 times
in turns: ziffle took 1.64, 1.27 and 1.08 times as long as we did to check 52, 103 and 200 cards."""
SCALED = "deck"
"""The part whose goals and figures of other programs are scaled by that time."""
Result = Mapping[str, Any]
"""One benchmark of pytest-benchmark's JSON: name, param, stats (seconds), extra_info."""


@dataclass(frozen=True, slots=True)
class Other:
    """The same figure of another program: `key` names the measurement of `tests.bench.others`; a program that
    does not run here has `value`, taken when a multiplication of a point took `POINT_US`."""

    name: str
    value: float | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the report.

    `param` picks one case of a test ("" for the only one); `reads` takes the figure from its result. `goal`
    is the least if `more_is_better`, otherwise the most. Goals of the deck hold where a multiplication of a
    point takes `POINT_US`.
    """

    part: str
    title: str
    test: str
    param: str
    unit: str
    reads: Callable[[Result], float]
    goal: float | None = None
    more_is_better: bool = False
    others: tuple[Other, ...] = ()


def milliseconds(result: Result) -> float:
    """The median, in ms."""
    return 1000 * float(result["stats"]["median"])


def seconds(result: Result) -> float:
    """The median, in s."""
    return float(result["stats"]["median"])


def extra(name: str, scale: float = 1.0) -> Callable[[Result], float]:
    """Return a reader of the figure `name` that the benchmark itself has noted, times `scale`."""
    return lambda result: scale * float(result["extra_info"][name])


_DECK = "test_bench_deck.py::"
_RULES = "test_bench_rules.py::"
_TABLE = "test_bench_table.py::"
_SCENE = "test_bench_table_scene.py::"
_STOPS = "test_bench_stops.py::"
_RECORD = "test_bench_record.py::"
_WATCHING = "test_bench_watching.py::"
_CHECK, _LONG = (
    "test_the_time_to_verify_a_record_beside_the_time_of_its_game",
    "test_the_memory_of_a_walk_through_a_long_record",
)
_CROWD, _LATE = (
    "test_the_cost_of_fifty_spectators_at_a_table_of_four",
    "test_the_time_of_a_late_joiner_to_read_a_finished_game",
)
_WHOLE = "honest_with_the_record"
_GAME_BY_CHECK = "time of a game of Plump between 4 processes, divided by that of `shoal verify`"
_MOVE_WATCHED = "time of a move with 50 spectators and 100 that come and go, divided by that without"
_FOUR = f"{_TABLE}test_the_time_of_rounds_between_four_processes"
_ZIFFLE = {"52": 12.3, "103": 18.1, "200": 29.8}
_CHECKED_GOALS = {"52": 8.0, "103": 16.0, "200": 29.0}
_GAMES = ("cahoots", "kings", "matriculation", "plump", "reef")
_FAST_GOALS = {"kings": 50_000.0, "reef": 50_000.0}


def _libtmcg(work: str, cards: str) -> Other:
    return Other("LibTMCG", key=f"LibTMCG {work}{cards}")


FIGURES: tuple[Figure, ...] = (
    *(
        Figure(
            "deck", f"a shuffle of {n} cards checked, from its bytes",
            f"{_DECK}test_the_time_to_check_the_message_of_a_shuffle", n, "ms",
            milliseconds, _CHECKED_GOALS[n],
            others=(
                Other("ziffle, with its multi-exponentiation, scaled", _ZIFFLE[n]), _libtmcg("", n),
            ),
        )
        for n in _ZIFFLE
    ),
    *(
        Figure(
            "deck", f"{n} cards shuffled, without a proof",
            f"{_DECK}test_the_time_to_mix_a_pile_without_a_proof", n, "ms", milliseconds,
            others=(_libtmcg("mixed ", n),),
        )
        for n in _ZIFFLE
    ),
    *(
        Figure(
            "deck", f"the proof of a shuffle of {n} cards made",
            f"{_DECK}test_the_time_to_prove_a_shuffle", n, "ms", milliseconds,
            others=(_libtmcg("proven ", n),),
        )
        for n in _ZIFFLE
    ),
    *(
        Figure(
            "deck", f"a whole deal of {n} cards, four peers in one process",
            f"{_DECK}test_the_time_of_a_whole_deal_between_four", n,
            "ms", milliseconds,
        )
        for n in _ZIFFLE
    ),
    *(
        Figure(
            "rules", f"{key}: random moves in playouts",
            f"{_RULES}test_the_time_of_a_random_playout", key, "moves/s",
            extra("moves per second"), _FAST_GOALS.get(key, 100_000.0), True,
            others=(
                Other("OpenSpiel oh_hell", key="OpenSpiel oh_hell") if key == "plump"
                else Other("RLCard uno", key="RLCard uno"),
            ),
        )
        for key in _GAMES
    ),
    *(
        Figure(
            "rules", f"{key}: moves checked, made and hashed",
            f"{_RULES}test_the_time_to_check_make_and_hash_moves", key, "moves/s",
            extra("moves per second"), 30_000.0 if key == "reef" else 50_000.0, True,
            others=(Other("boardgame.io tic-tac-toe", key="boardgame.io tic-tac-toe"),),
        )
        for key in _GAMES
    ),
    Figure(
        "table", "a move between 4 processes, from entry to final record, median", _FOUR, "", "ms",
        extra("move p50"), 5.0,
    ),
    Figure("table", "the same, 99th percentile", _FOUR, "", "ms", extra("move p99"), 15.0),
    Figure(
        "table", "a move that carries a step of the next deal, median", _FOUR, "", "ms",
        extra("carrying move p50"),
    ),
    Figure(
        "table", "from the last turn of a deal to the first of the next, 4 processes, median", _FOUR, "",
        "ms", extra("deal p50"),
    ),
    Figure("table", "the same, 95th percentile", _FOUR, "", "ms", extra("deal p95"), 150.0),
    Figure(
        "table", "a record of Plump for three verified", f"{_TABLE}test_the_time_to_verify_a_record", "", "s",
        seconds,
    ),
    Figure(
        "table", "longest gap in a thread like the network's, while a shuffle of 200 cards is checked",
        f"{_TABLE}test_gaps_of_a_thread_while_a_shuffle_of_200_is_checked", "", "ms", extra("longest_gap_ms"),
        10.0,
    ),
    *(
        Figure("record", title, f"{_RECORD}{test}", "", unit, extra(noted), goal, noted == "ratio")
        for title, test, unit, noted, goal in (
            (_GAME_BY_CHECK, _CHECK, "×", "ratio", 10.0),
            ("the same, in processor time", _CHECK, "×", "cpu ratio", None),
            ("processor time of `shoal verify`", _CHECK, "s", "cpu s", None),
            ("time to its first line, from the start of the program", _CHECK, "ms", "first line ms", 1000.0),
            ("memory of it after 10,000 heights, beyond that after 100", _LONG, "kB", "grown kb", 100.0),
        )
    ),
    *(
        Figure("watching", title, f"{_WATCHING}{test}", "", unit, extra(noted), goal, noted == _WHOLE)
        for title, test, unit, noted, goal in (
            (_MOVE_WATCHED, _CROWD, "×", "ratio", 1.5),
            ("the most memory that a player's program gained", _CROWD, "MB", "grown_mb_watched", 30.0),
            ("honest spectators, of 39, that have the host's record", _CROWD, "", _WHOLE, 39.0),
            ("a late spectator of a finished game: all records have come", _LATE, "s", "came_s", 1.0),
            ("the same: the result is shown", _LATE, "s", "shown_s", None),
            ("the same: all records are checked", _LATE, "s", "checked_s", 5.0),
            ("the same: processor time, with that of the sender", _LATE, "s", "cpu_s", None),
        )
    ),
    Figure(
        "window", "a frame with 20 cards turning, 95th percentile",
        f"{_SCENE}test_the_time_of_frames_with_20_cards_in_the_air", "turning", "ms", extra("p95_ms"), 12.0,
    ),
    *(
        Figure(
            "window", f"a replay of {key} at full speed: longest step, with its picture",
            f"{_SCENE}test_the_longest_stop_of_a_whole_replay_without_pauses", key, "ms",
            extra("longest_ms"), 50.0,
        )
        for key in ("plump", "reef")
    ),
    *(
        Figure(
            "window", f"{key}: longest stop of the window {what}, CPU time of its thread",
            f"{_STOPS}test_the_longest_stop_of_the_window", key, "ms", extra(noted), 50.0,
        )
        for key in _GAMES
        for what, noted in (("as a table opens", "opening"), ("as a move is shown", "moves"))
    ),
    Figure(
        "window", "first picture of a table",
        f"{_SCENE}test_the_time_until_the_first_picture_of_a_table", "", "ms", milliseconds,
    ),
    Figure(
        "window", "memory gained by 500 more tables", f"{_SCENE}test_five_hundred_tables_leave_nothing", "",
        "kB", extra("grown_kb"), 2000.0,
    ),
)  # fmt: skip

_ONE_POINT = "five points are multiplied for each card, one by one: libsecp256k1's binding has no batches"
_HASHED = "9 of 25 µs go to the text of the position and its hash, 7 to finding the faces still in play"
EXPLAINED: Mapping[str, str] = {
    **{f"a shuffle of {n} cards checked, from its bytes": _ONE_POINT for n in _ZIFFLE},
    "reef: random moves in playouts": "21 of 29 µs list the 121 legal actions of a position",
    "cahoots: moves checked, made and hashed": _HASHED,
    "kings: moves checked, made and hashed": "5 of 13 µs go to the text of the position and its hash",
    "matriculation: moves checked, made and hashed": "a card is drawn before a move: two events, 20 µs each",
    "reef: moves checked, made and hashed": "5 of 17 µs spell the position for its hash, 4 copy it",
    "a move between 4 processes, from entry to final record, median": (
        "each of four processes needs 3 ms to read, check and apply a height, and there are two processors"
    ),
    "the same, 99th percentile": (
        "one of the two durable writes waits for the disk, or its thread then for a processor; "
        "11 ms with journals in memory"
    ),
    _GAME_BY_CHECK: ("each process of the check needs half a second to start and to walk through the rules"),
    "a frame with 20 cards turning, 95th percentile": (
        "several threads paint, and the frame waits until the last of them gets a processor"
    ),
    "a short game of Plump between 10 processes": (
        "every process checks everything, and two processors do it for all ten"
    ),
}
"""The reason why a figure misses its goal on two cores, or nearly does, in one line."""

ON_PAPER = "scale"
GROWN = "growth"
PARTS = (*dict.fromkeys(figure.part for figure in FIGURES), GROWN, ON_PAPER)
GROWTH: Mapping[str, Mapping[str, str]] = {
    "deck": {
        f"{_DECK}test_the_time_to_check_the_message_of_a_shuffle": "checking a shuffle, over its cards",
        f"{_DECK}test_the_time_to_prove_a_shuffle": "proving one, over its cards",
        f"{_DECK}test_the_time_of_a_whole_deal_between_four": "a whole deal, over its cards",
    }
}
"""Fitted growths by part: the test, whose parameter is the size, and the title."""
