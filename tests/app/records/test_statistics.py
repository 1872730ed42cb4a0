"""Statistics of the player's games: checked once, kept in a file, told in words."""

from __future__ import annotations

import json
import queue
from functools import lru_cache
from pathlib import Path

import pytest
from msgspec import to_builtins

from app.__main__ import main
from app.build import Environment
from app.keep.journal import GameStatus
from app.keep.record_file import RecordFile, write_record_file
from app.records.evening import PAUSE_S
from app.records.statistics.sums import LAST, LongEvening, PersonStatistics, Rivals, Statistics, add_up
from app.records.statistics.tally import GameTally, Seated, read_tallies, write_tallies
from app.records.statistics.tallying import KNOWN, Tallying, tally_games, tally_of
from app.records.statistics.words import (
    NOTHING,
    SOURCE,
    bids_text,
    evening_text,
    game_facts,
    person_text,
    plot_text,
    progress_text,
    rivals_text,
    statistics_lines,
    unproven_text,
)
from app.records.verify import verify_record
from net.lobby.identity import Identity
from net.wire.genesis import sign_genesis
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.sittings import env_of
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

NOW = 1_700_000_000
DAY = 24 * 3600
ME, TOBY, BOT = ("aa", "Lisa", False), ("bb", "Toby", False), ("cc", "Bot Ada", True)


def game(
    begun_s: int, *seats: tuple[tuple[str, str, bool], int], key: str = "plump", made: int = 0
) -> GameTally:
    """A game with these ranks by seat; we are the first seat."""
    seated = tuple(Seated(*who, rank, 100 - rank) for who, rank in seats)
    return GameTally(f"{begun_s:x}", key, begun_s, 0, seated, (("bids made", made, 11),) if made else ())


@lru_cache(maxsize=1)
def played() -> tuple[RecordFile, Identity, PlumpState]:
    """A whole short game between two people, the first of them, and how it ended."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.is_over)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    record = RecordFile(body, sigs, table.seated[0].running.table.log.records)
    state = verify_record(write_record_file(record)).state
    assert isinstance(state, PlumpState)
    return record, table.seated[0].identity, state


def test_games_are_counted_by_game_and_rows_of_wins_by_time() -> None:
    sums = add_up(
        [
            game(NOW + 5, (ME, 1), (BOT, 2), key="kings"),
            game(NOW + 4, (ME, 1), (TOBY, 1), made=6),
            game(NOW + 3, (ME, 1), (BOT, 2), made=5),
            game(NOW + 1, (ME, 1), (BOT, 2)),
            game(NOW + 2, (ME, 2), (TOBY, 1), (BOT, 3), made=7),
        ]
    )
    plump, kings = sums.games

    assert (plump.game, plump.played, plump.with_people, plump.won, plump.won_with_people) == (
        "plump", 4, 2, 3, 1
    )  # fmt: skip
    assert (plump.streak, plump.now, plump.best) == (2, 2, 99)
    assert plump.feats == (("bids made", 18, 33),)
    assert plump.last == ((1, 2), (2, 3), (1, 2), (1, 2))
    assert (kings.played, kings.streak, kings.now) == (1, 1, 1)
    assert sums.people == (PersonStatistics("bb", "Toby", 2, 1, 2),)


def test_people_are_known_by_key_with_their_latest_name_and_bots_are_not_counted() -> None:
    sums = add_up(
        [
            game(NOW, (ME, 1), (TOBY, 2)),
            game(NOW + 9, (ME, 2), (("bb", "Toby the Great", False), 1)),
            game(NOW + 5, (ME, 2), (("dd", "Toby", False), 1), (BOT, 3)),
        ]
    )

    assert sums.people == (
        PersonStatistics("bb", "Toby the Great", 2, 1, 1),
        PersonStatistics("dd", "Toby", 1, 0, 1),
    )


def test_the_longest_evening_counts_people_and_ends_with_a_long_pause() -> None:
    first = [game(NOW + at, (ME, 1), (TOBY, 2)) for at in (0, 3600, 3 * 3600)]
    later = [game(NOW + DAY + at, (ME, 1), (TOBY, 2)) for at in (0, PAUSE_S - 1)]
    alone = [game(NOW + 3 * DAY + at, (ME, 1), (BOT, 2)) for at in range(0, 12 * 3600, 3600)]

    assert add_up([*first, *alone]).longest == LongEvening(NOW, 3, 3 * 3600)
    assert add_up([*first, *later]).longest == LongEvening(NOW + DAY, 2, PAUSE_S - 1)
    assert add_up(alone).longest is None


def test_points_of_an_evening_are_the_average_of_its_games() -> None:
    ranks = {NOW: 1, NOW + 60: 4, NOW + DAY: 2}  # 99 and 96 points, then 98
    [plump] = add_up([game(at, (ME, rank), (BOT, 3)) for at, rank in ranks.items()]).games

    assert plump.evenings == (98, 98)


def test_wins_over_each_other_are_counted_among_people() -> None:
    ann = ("dd", "Ann", False)
    sums = add_up(
        [
            game(NOW, (ME, 1), (TOBY, 2), (BOT, 3)),
            game(NOW + 1, (ME, 3), (TOBY, 1), (ann, 2)),
            game(NOW + 2, (ME, 1), (TOBY, 1)),
        ]
    )

    assert sums.rivals == Rivals(("You", "Toby", "Ann"), ((0, 1, 0), (1, 0, 1), (1, 0, 0)))
    assert add_up([game(NOW, (ME, 1), (BOT, 2))]).rivals == Rivals()


def test_a_plot_has_the_latest_games_only() -> None:
    [plump] = add_up([game(NOW + at, (ME, 1 + at % 2), (BOT, 2 - at % 2)) for at in range(40)]).games

    assert len(plump.last) == LAST == 24 and plump.last[-1] == (2, 2)


def test_a_curve_has_the_latest_evenings_only() -> None:
    [plump] = add_up([game(NOW + at * DAY, (ME, 1 + at), (BOT, 1)) for at in range(30)]).games

    assert plump.evenings == tuple(range(93, 69, -1))


def test_the_grid_has_the_five_people_with_most_games() -> None:
    people = [(f"{at:02}", f"P{at}", False) for at in range(7)]
    sums = add_up(
        [game(NOW + 10 * at + times, (ME, 1), (people[at], 2)) for at in range(7) for times in range(7 - at)]
    )

    assert sums.rivals.names == ("You", "P0", "P1", "P2", "P3", "P4")
    assert sums.rivals.wins[0] == (0, 7, 6, 5, 4, 3)
    assert len(sums.people) == 7


@pytest.mark.parametrize(("pause_s", "games"), [(6 * 3600, 2), (6 * 3600 + 1, 1)])
def test_a_pause_of_six_hours_does_not_end_an_evening(pause_s: int, games: int) -> None:
    longest = add_up([game(NOW + at, (ME, 1), (TOBY, 2)) for at in (0, pause_s)]).longest

    assert longest == LongEvening(NOW, games, pause_s if games == 2 else 0)


def test_of_equally_long_evenings_the_first_with_most_games_counts() -> None:
    begun = (0, 60, DAY, DAY + 30, DAY + 60, 2 * DAY, 2 * DAY + 10, 2 * DAY + 60)

    assert add_up([game(NOW + at, (ME, 1), (TOBY, 2)) for at in begun]).longest == LongEvening(
        NOW + DAY, 3, 60
    )


def test_games_are_sorted_by_their_number_and_equal_ones_by_their_name() -> None:
    keys = ("reef", "plump", "kings", "plump")
    sums = add_up([game(NOW + at, (ME, 1), (BOT, 2), key=key) for at, key in enumerate(keys)])

    assert [each.game for each in sums.games] == ["plump", "kings", "reef"]
    assert [each.with_people for each in sums.games] == [0, 0, 0] and sums.longest is None


def test_invalid_games_and_games_of_others_do_not_count() -> None:
    sums = add_up([GameTally("a", "plump", NOW, holds=False), GameTally("b", "plump", NOW, counts=False)])

    assert sums == Statistics(unproven=1)


def test_a_record_is_tallied_as_it_is_proven() -> None:
    record, me, state = played()
    data = write_record_file(record)
    found = tally_of("ab", data, begun_s=NOW, own=me.public)
    assert found is not None

    outcome = state.outcome()
    assert outcome is not None
    assert (found.own, found.rank, found.game) == (0, outcome.ranks[0], "plump")
    assert [each.score for each in found.seats] == list(outcome.scores)
    made = sum(row.bids[0] == row.ticks[0] for row in state.past.rows)
    assert found.feats == (("bids made", made, len(state.past.rows)),)
    assert found.bids == tuple((row.bids[0], row.ticks[0]) for row in state.past.rows)
    other = tally_of("ab", data, begun_s=NOW, own=bytes(32))
    assert other is not None and not other.counts  # watched, or somebody else's


def test_a_record_that_proves_no_end_counts_for_nothing() -> None:
    record, me, _ = played()
    cut = tally_of(
        "ab", write_record_file(replace(record, records=record.records[:-1])), begun_s=NOW, own=me.public
    )
    swapped = replace(record, records=(*record.records[:3], record.records[4], record.records[3]))
    lie = tally_of("ab", write_record_file(swapped), begun_s=NOW, own=me.public)

    assert cut is not None and not cut.counts
    assert lie is not None and not lie.holds
    assert tally_of("ab", b"nothing", begun_s=NOW, own=me.public) is None


def test_stored_statistics_are_read_back_and_nonsense_is_ignored() -> None:
    kept = (game(NOW, (ME, 1), (TOBY, 2), made=3), GameTally("c", "reef", NOW, holds=False))

    assert read_tallies(write_tallies(kept)) == kept
    assert read_tallies('{"version": 3}') is None
    for text in ("", "[]", "{}", '{"version": 1, "games": [{}]}', '{"version": 1, "games": [3]}'):
        assert read_tallies(text) == ()
    for field, value in (
        ("own", 5),
        ("begun_s", "x"),
        ("seats", 3),
        ("table", 1),
        ("counts", 1),
        ("bids", 3),
        ("bids", [[99, 1]]),
        ("bids", [[61, 1]]),
        ("bids", [[1, -1]]),
        ("own", -1),
        ("own", 2),
        ("own", True),
        ("game", None),
        ("holds", 1),
        ("feats", ""),
        ("feats", {}),
        ("seats", ""),
    ):
        values = json.loads(write_tallies(kept[:1]))
        values["games"][0][field] = value
        assert read_tallies(json.dumps(values)) == (), field
    for field, value in (("rank", "1"), ("score", None), ("is_bot", 0), ("name", 3), ("key", 3)):
        values = json.loads(write_tallies(kept[:1]))
        values["games"][0]["seats"][1][field] = value
        assert read_tallies(json.dumps(values)) == (), field


@pytest.mark.parametrize("bids", [((0, 0),), ((60, 60),), (), None])
def test_bids_at_their_limits_are_read_back(bids: tuple[tuple[int, int], ...] | None) -> None:
    kept = (replace(game(NOW, (ME, 1), (TOBY, 2)), bids=bids),)

    assert read_tallies(write_tallies(kept)) == kept
    assert write_tallies(kept).startswith('{"version": 2, ') and write_tallies(kept).endswith("}\n")


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """A home with one finished game, as its journal and its record have it."""
    record, me, _ = played()
    made = env_of(tmp_path, "Lisa")
    made = replace(made, profile=replace(made.profile, identity=me))
    with made.journal() as journal:
        g = journal.begin(record.genesis, record.sigs, seat=0).g
        journal.finish(g, GameStatus.FINISHED, "Lisa has won")
    data = write_record_file(record)
    monkeypatch.setattr("app.records.statistics.tallying.write_record_file", lambda _: data)
    return made


def test_each_game_is_checked_once_and_stays_when_its_record_has_gone(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[int, int, int]] = []
    sums = tally_games(env, lambda sums, done, of: steps.append((len(sums.games), done, of)))

    assert steps == [(0, 0, 1), (1, 1, 1)]
    assert sums.games[0].played == 1 and len(sums.people) == 1
    with env.journal() as journal:
        journal.delete(journal.games()[0].g)
    monkeypatch.setattr("app.records.statistics.tallying.tally_of", None)  # nothing is checked again
    assert tally_games(env) == sums


def of_version_1(*tallies: GameTally) -> str:
    """Text of the file as version 1 wrote it."""
    games = [to_builtins(each) for each in tallies]
    for each in games:
        del each["bids"]
    return json.dumps({"version": 1, "games": games}) + "\n"


def test_bids_are_added_up_by_bid_and_tricks() -> None:
    one, other = (
        replace(game(NOW + at, (ME, 1), (TOBY, 2)), bids=bids)
        for at, bids in enumerate((((0, 0), (2, 1), (2, 1)), ((2, 2),)))
    )
    [plump] = add_up([one, other, replace(one, table="old", bids=None)]).games

    assert plump.bids == ((1, 0, 0), (0, 0, 0), (0, 2, 1))
    assert bids_text(plump.bids).endswith("0 bid, 0 taken: 1, 2 bid, 1 taken: 2, 2 bid, 2 taken: 1")
    assert add_up([game(NOW, (ME, 1), (BOT, 2), key="reef")]).games[0].bids == ()


def test_an_older_file_is_read_and_its_bids_come_from_the_records_that_are_left(env: Environment) -> None:
    """Nothing is lost: not the game whose record has gone, nor the file as it was."""
    path = env.home.folder / KNOWN
    with env.journal() as journal:
        table = journal.games()[0].g.hex()
    gone = game(NOW, (ME, 1), (TOBY, 2), made=3)
    before = of_version_1(replace(gone, table=table), gone)
    path.write_text(before)
    sums = tally_games(env)
    kept = {each.table: each for each in read_tallies(path.read_text()) or ()}

    assert sums.games[0].played == 2 and sums.games[0].bids
    assert kept[gone.table] == replace(gone, bids=None) and kept[table].bids
    assert path.with_name(f"{KNOWN}.version-1").read_text() == before


def test_a_game_stays_counted_when_its_record_cannot_be_proven_any_more(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    with env.journal() as journal:
        table = journal.games()[0].g.hex()
    proven = replace(game(NOW, (ME, 1), (TOBY, 2), made=3), table=table)
    (env.home.folder / KNOWN).write_text(of_version_1(proven))
    monkeypatch.setattr("app.records.statistics.tallying.write_record_file", lambda _: b"rotten")

    assert tally_games(env) == add_up([proven])
    monkeypatch.setattr("app.records.statistics.tallying.tally_of", None)  # and is not asked for again
    assert tally_games(env) == add_up([proven])


def test_a_file_of_a_later_shoal_is_left_as_it_is(env: Environment) -> None:
    path = env.home.folder / KNOWN
    path.write_text('{"version": 9}')

    assert tally_games(env).games[0].played == 1
    assert path.read_text() == '{"version": 9}'


def test_while_a_table_runs_the_reason_is_reported(env: Environment) -> None:
    failed: queue.SimpleQueue[str] = queue.SimpleQueue()
    with env.journal():
        counting = Tallying(env, lambda *_: None, failed.put)

        assert failed.get(timeout=60).startswith("Shoal cannot read your games now")
        counting.stop()


def test_after_a_stop_nothing_more_is_reported(env: Environment) -> None:
    told: list[object] = []
    counting = Tallying(env, lambda *each: told.append(each), told.append)
    counting.stop()
    before = len(told)

    assert before <= 2 and len(told) == before


def test_every_statistic_has_words() -> None:
    sums = add_up(
        [game(NOW + at * 60, (ME, 1), (TOBY, 2), made=7) for at in range(3)]
        + [GameTally("c", "reef", NOW, holds=False)]
    )
    [plump] = sums.games
    assert sums.longest is not None

    assert game_facts(plump) == (
        "3 games played (3 with people), 3 won",
        "Best result: 99 points",
        "Bids made: 21 of 33",
        "Longest winning streak: 3, still running",
    )
    assert person_text(sums.people[0]) == "Toby: 3 games together, you won 3, they won 0"
    assert evening_text(sums.longest).endswith("3 games with people, 2 minutes from the first to the last")
    assert plot_text(((1, 4), (3, 4))) == "The latest games, the oldest first: 1st of 4, 3rd of 4"
    assert "One game does not count" in unproven_text(1) and unproven_text(0) == ""
    assert "2 games do not count" in unproven_text(2)
    assert progress_text(1, 3) == "Checking new games: 1 of 3" and progress_text(3, 3) == ""
    assert statistics_lines(Statistics()) == [NOTHING]
    assert statistics_lines(sums)[0] == "Plump" and "With whom" in statistics_lines(sums)


def test_statistics_of_things_that_never_happened_are_left_out() -> None:
    """No streak of one win, no people among bots, and no result of a game that this program lacks."""
    of_bots = add_up([game(NOW, (ME, 1), (BOT, 2)), game(NOW + 1, (ME, 2), (BOT, 1))])
    unknown = add_up([game(NOW, (ME, 2), (TOBY, 1), key="chess", made=3)])
    broken = add_up([game(NOW + at, (ME, 1 + (at == 2)), (BOT if at else TOBY, 3)) for at in range(3)])

    assert game_facts(of_bots.games[0]) == ("2 games played, 1 won", "Best result: 99 points")
    assert game_facts(unknown.games[0]) == ("1 game played (1 with people), 0 won", "Bids made: 3 of 11")
    assert game_facts(broken.games[0]) == (
        "3 games played (1 with people), 2 won (1 with people)",
        "Best result: 99 points",
        "Longest winning streak: 2",
    )
    assert statistics_lines(of_bots) == [
        "Plump",
        "  2 games played, 1 won",
        "  Best result: 99 points",
        SOURCE,
    ]
    unproven = Statistics(unproven=1)
    assert statistics_lines(unproven) == ["One game does not count: its record failed the check.", SOURCE]


@pytest.mark.parametrize(
    ("games", "lasted_s", "said"),
    [
        (1, 0, "1 game with people"),
        (2, 0, "2 games with people, no minutes from the first to the last"),
        (2, 119, "2 games with people, 1 minute from the first to the last"),
        (2, 59 * 60, "2 games with people, 59 minutes from the first to the last"),
        (2, 3600, "2 games with people, 1 hour from the first to the last"),
        (9, 3661, "9 games with people, 1 hour 1 minute from the first to the last"),
        (9, 3 * 3600 + 125, "9 games with people, 3 hours 2 minutes from the first to the last"),
    ],
)
def test_an_evening_tells_its_games_and_its_length(games: int, lasted_s: int, said: str) -> None:
    assert evening_text(LongEvening(NOW, games, lasted_s)).endswith(f" 2023, {said}")


def test_places_and_pairs_are_read_out() -> None:
    places = ", ".join(("1st of 9", "2nd of 9", "3rd of 9", "4th of 9", "9th of 9"))
    assert plot_text([(rank, 9) for rank in (1, 2, 3, 4, 9)]).endswith(f"first: {places}")
    pairs = rivals_text(Rivals(("You", "Toby"), ((0, 3), (1, 0))))
    assert pairs == "Games in which one came before the other: You before Toby 3, Toby before You 1"


def test_the_command_prints_text_or_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))

    assert main(["stats"]) == 0
    assert capsys.readouterr().out == f"{NOTHING}\n"
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(to_builtins(Statistics())))
