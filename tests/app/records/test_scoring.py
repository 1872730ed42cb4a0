"""Only proven results count: a real game, its lies, and the journal it lies in."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from app.keep.journal import GameStatus
from app.keep.record_file import RecordFile, write_record_file
from app.records.evening import Evening, Played
from app.records.scoring import Fresh, Scoring, fresh_games, played_of
from app.records.verify import verify_record
from net.wire.genesis import parse_genesis, sign_genesis
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.sittings import env_of
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

NOW = 1_700_000_000


@lru_cache(maxsize=1)
def record() -> RecordFile:
    """A whole short game between two people."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.is_over)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return RecordFile(body, sigs, table.seated[0].running.table.log.records)


def fresh(kept: RecordFile) -> Fresh:
    return Fresh("ab", NOW, write_record_file(kept))


def told_by(games: tuple[Fresh, ...], known: dict[str, Played | None]) -> tuple[Evening, ...]:
    """The score of an evening with these games, in words."""
    told: queue.SimpleQueue[tuple[Evening, ...]] = queue.SimpleQueue()
    Scoring(games, known, told.put, now_s=NOW)
    return told.get(timeout=60)


def test_a_valid_game_counts_for_its_proven_winner() -> None:
    known: dict[str, Played | None] = {}
    [evening] = told_by((fresh(record()),), known)

    outcome = verify_record(write_record_file(record())).outcome
    assert outcome is not None and {*outcome.ranks} == {1, 2}, "a game that one of them has won"
    assert (evening.game, evening.games, len(evening.standings)) == ("plump", 1, 2)
    assert [each.name for each in evening.standings if each.wins] == [f"seat {outcome.ranks.index(1)}"]
    counted = known["ab"]
    assert counted is not None and counted.begun_s == NOW
    assert told_by((), known) == (evening,)  # and is not checked twice


@pytest.mark.parametrize("lie", ["cut short", "a changed byte", "no record"])
def test_a_game_that_proves_nothing_counts_for_nobody(lie: str) -> None:
    whole = record()
    game = fresh(whole if lie != "cut short" else replace(whole, records=whole.records[:-1]))
    if lie == "a changed byte":
        middle = len(game.record) // 2
        changed = game.record[:middle] + bytes([game.record[middle] ^ 1]) + game.record[middle + 1 :]
        game = replace(game, record=changed)
    elif lie == "no record":
        game = replace(game, record=b"nothing")

    assert played_of(game) is None
    assert told_by((game,), {}) == ()


def test_the_journal_gives_the_finished_games_of_the_evening_that_are_not_counted_yet(tmp_path: Path) -> None:
    whole, env = record(), env_of(tmp_path, "Lisa")
    with env.journal() as journal:
        g = journal.begin(whole.genesis, whole.sigs, seat=0).g
        now_s = env.unix_time()
        assert fresh_games(journal, known=(), now_s=now_s) == ()  # it goes on
        journal.finish(g, GameStatus.FINISHED, "Lisa has won")

        [found] = fresh_games(journal, known=(), now_s=now_s)
        assert found.table == g.hex()
        assert fresh_games(journal, known=(g.hex(),), now_s=now_s) == ()
        assert fresh_games(journal, known=(), now_s=found.begun_s + 12 * 3600 - 1) == (found,)
        assert fresh_games(journal, known=(), now_s=found.begun_s + 12 * 3600) == ()
        assert played_of(found) is None  # the record has no end, though the journal tells one


def test_the_latest_20_games_with_people_are_counted(tmp_path: Path) -> None:
    whole, env = parse_genesis(record().genesis), env_of(tmp_path, "Lisa")
    with env.journal() as journal:
        for number in range(22):
            runner = 2 if number % 3 == 0 else 0  # the second player is a bot, or a person
            players = whole.players[0], replace(whole.players[1], run_by=runner)
            genesis = replace(whole, table=number.to_bytes(16, "big"), players=players)
            g = journal.begin(genesis.encode(), record().sigs, seat=0).g
            journal.finish(g, GameStatus.FINISHED, "Lisa has won")

        latest = journal.games()[:20]
        found = fresh_games(journal, known=(), now_s=env.unix_time())

    people = [each.g.hex() for each in latest if not each.genesis.players[1].run_by]
    assert [each.table for each in found] == people and 10 < len(people) < 20


def test_a_stopped_check_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who leaves the lobby does not wait for the rest of a long game."""
    checking, stopped = threading.Event(), threading.Event()

    def endless(game: Fresh, progress: Callable[[int, int], None]) -> None:
        checking.set()
        assert stopped.wait(30)
        progress(1, 2)
        counted.append(game)

    counted: list[Fresh] = []
    monkeypatch.setattr("app.records.scoring.played_of", endless)
    scoring = Scoring((fresh(record()),), {}, lambda score: None, now_s=NOW)
    assert checking.wait(30)
    scoring.stop(whole=False)
    stopped.set()
    scoring.stop()

    assert counted == []


def test_a_stopped_check_reports_nothing() -> None:
    told: queue.SimpleQueue[tuple[Evening, ...]] = queue.SimpleQueue()
    Scoring((fresh(record()),) * 3, {}, told.put, now_s=NOW).stop()

    assert told.empty()


def test_after_a_stop_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a check that was about to report says nothing, for its listener may be gone."""
    told: list[object] = []
    counting, stopped = threading.Event(), threading.Event()

    def counted(*_: object, **__: object) -> tuple[()]:
        counting.set()
        assert stopped.wait(30)
        return ()

    monkeypatch.setattr("app.records.scoring.evenings", counted)
    scoring = Scoring((), {}, told.append, now_s=0)
    assert counting.wait(30)
    scoring.stop(whole=False)
    stopped.set()
    scoring.stop()

    assert not told
