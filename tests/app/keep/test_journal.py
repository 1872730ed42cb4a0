"""The journal: durable, one signature a slot, one holder, and every trouble of a disk in words."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgpack
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.keep.database import UPGRADES, JournalDamaged, JournalLocked
from app.keep.game_journal import GameJournal
from app.keep.journal import Contact, GameDeleted, GameStatus, JournalFile
from app.keep.journal_lock import JournalInUse
from app.keep.record_file import RecordFile
from net.agreement.journal import FinalRecord, Journal, OwnEntry, Stored
from net.errors import DiskFull, LocalError
from net.lobby.identity import Identity, SecretLost
from net.wire.bodies import Entry
from net.wire.envelope import seal
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from net.wire.record import Record, RecordKind
from net.wire.sign_slot import Signed, round_slot, vote_slot
from tests.support.memory_journal import MemoryJournal
from tests.support.values import replace

ANNA, BERT = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2))
GENESIS = Genesis(
    "plump", "1", bytes(32), b"", bytes(16),
    tuple(Player(who.public, who.curve_public, who.certificate, nick)
          for who, nick in ((ANNA, "Anna"), (BERT, "Bert"))),
    Policy(),
)  # fmt: skip
BODY = GENESIS.encode()
SIGS = tuple(sign_genesis(BODY, who) for who in (ANNA, BERT))
H = bytes(32)


class Disk:
    """A folder in which one process at a time opens a journal."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.sqlite"
        self._numbers = count(1)
        self._open: list[JournalFile] = []

    def open(self, who: Identity = ANNA) -> JournalFile:
        made = JournalFile(
            self.path, who, randomness=lambda size: next(self._numbers).to_bytes(size, "big"),
            now=lambda: 1_000_000 + next(self._numbers),
        )  # fmt: skip
        self._open.append(made)
        return made

    def game(self) -> GameJournal:
        return self.open().begin(BODY, SIGS, seat=0)

    def crash(self) -> None:
        """The process dies: nothing that waits is written, the lock is the system's again."""
        for journal in self._open:
            journal._waiting.clear()
            journal.close()
        self._open.clear()

    def outside(self, sql: str) -> list[tuple[object, ...]]:
        """The files on the disk, as another program finds them."""
        other = sqlite3.connect(self.path)
        try:
            rows = other.execute(sql).fetchall()
            other.commit()
            return rows
        finally:
            other.close()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.crash()


def test_after_a_crash_the_journal_returns_everything_that_was_written(disk: Disk) -> None:
    game: Journal = disk.game()
    assert game.sign("E/0/1/0", b"entry", (("key", b"secret"),)) == b"entry"
    assert game.lock(((1, b"record 1"),), slot="A/0/1/0", raw=b"ack") == b"ack"
    game.seen(round_slot(Signed.ACK, 1, v=0, seat=1), H, b"their ack")
    game.evidence("E/0/1/1", b"one", b"two")
    disk.crash()

    again = disk.open().game(GENESIS.id)
    assert again.stored() == Stored(
        records=(), path=(b"record 1",), mine=(("A/0/1/0", b"ack"), ("E/0/1/0", b"entry")),
        seen=(("A/0/1/1", b"their ack"),), evidence=(("E/0/1/1", b"one", b"two"),),
    )  # fmt: skip
    assert again.secrets() == {"key": b"secret"}
    assert again.genesis() == (BODY, SIGS)
    assert again.seat == 0


def test_rule_r1_a_slot_is_signed_only_once(disk: Disk) -> None:
    game = disk.game()
    game.sign("E/0/1/0", b"first")

    assert game.sign("E/0/1/0", b"second", (("key", b"secret"),)) == b"first"
    assert game.sign("E/0/1/0", b"first") == b"first"
    assert game.stored().mine == (("E/0/1/0", b"first"),)
    assert game.secrets() == {}


def test_the_database_itself_enforces_rule_r1(disk: Disk) -> None:
    """A bug in the code above it cannot put a second message into a slot either."""
    game = disk.game()
    game.sign("E/0/1/0", b"first")

    with pytest.raises(sqlite3.IntegrityError):
        game._file.write(("INSERT INTO mine VALUES(?, ?, ?)", (game.g, "E/0/1/0", b"second")))
    assert game.sign("E/0/1/0", b"second") == b"first"


def test_a_lock_is_written_with_its_ack_or_not_at_all(disk: Disk) -> None:
    game = disk.game()
    game.sign("A/0/1/0", b"another ack")

    assert game.lock(((1, b"record"),), slot="A/0/1/0", raw=b"ack") == b"another ack"
    assert game.stored().path == ()
    assert game.lock(((1, b"record"),), slot="A/0/1/0", raw=b"another ack") == b"another ack"
    assert game.stored().path == (b"record",)


def test_an_entry_is_written_with_the_lock_that_it_completes_or_not_at_all(disk: Disk) -> None:
    game = disk.game()
    mine = OwnEntry("E/0/1/0", b"entry", (("key", b"secret"),))
    game.sign("A/0/1/0", b"another ack")

    assert game.lock(((1, b"record"),), slot="A/0/1/0", raw=b"ack", entry=mine) == b"another ack"
    assert (game.stored().mine, game.stored().path) == ((("A/0/1/0", b"another ack"),), ())
    game.sign("E/0/2/0", b"another entry")
    other = OwnEntry("E/0/2/0", b"entry")
    assert game.lock(((1, b"record"),), slot="A/0/2/0", raw=b"ack", entry=other) == b"another entry"
    assert game.stored().path == () and game.secrets() == {}


def test_an_entry_and_its_lock_are_one_write(disk: Disk) -> None:
    game = disk.game()
    said: list[str] = []
    game._file._db.set_trace_callback(said.append)

    game.lock(((1, b"record"),), slot="A/0/1/0", raw=b"ack", entry=OwnEntry("E/0/1/0", b"entry"))
    assert said.count("COMMIT") == 1
    disk.crash()
    assert disk.open().game(GENESIS.id).stored() == Stored(
        path=(b"record",), mine=(("A/0/1/0", b"ack"), ("E/0/1/0", b"entry"))
    )


def test_a_final_record_removes_the_lock_and_older_messages(disk: Disk) -> None:
    game = disk.game()
    for k in (1, 2, 3):
        game.seen(round_slot(Signed.ENTRY, k, v=0, seat=1), H, b"%d" % k)
    game.seen(vote_slot(v=1, seat=1), H, b"vote")
    game.lock(((1, b"record 1"),), slot="A/0/1/0", raw=b"ack")
    game.record(FinalRecord(1, 0, H, H, b"final 1"))
    game.record(FinalRecord(2, 0, H, H, b"final 2"))

    stored = game.stored()
    assert stored.records == (b"final 1", b"final 2")
    assert stored.path == ()
    assert dict(stored.seen) == {"E/0/2/1": b"2", "E/0/3/1": b"3", "V/1/1": b"vote"}


def test_records_may_be_written_late_but_never_out_of_order(disk: Disk) -> None:
    """The promise of `net.agreement.journal`: a journal that holds a lock at k + 1 holds the record of k."""
    game = disk.game()
    game.record(FinalRecord(1, 0, H, H, b"final 1"))
    assert disk.outside("SELECT COUNT(*) FROM record") == [(0,)]
    game.lock(((2, b"record 2"),), slot="A/0/2/0", raw=b"ack")
    assert disk.outside("SELECT COUNT(*) FROM record") == [(1,)]
    game.record(FinalRecord(2, 0, H, H, b"final 2"))
    disk.crash()

    stored = disk.open().game(GENESIS.id).stored()
    assert (stored.records, stored.path) == ((b"final 1",), (b"record 2",))


def test_waiting_records_are_written_once_many_have_gathered(disk: Disk) -> None:
    game = disk.game()
    for k in range(1, 41):
        game.record(FinalRecord(k, 0, H, H, b"final"))

    [(written,)] = disk.outside("SELECT COUNT(*) FROM record")
    assert 20 <= written < 40


def test_an_orderly_end_writes_the_waiting_records(disk: Disk) -> None:
    with disk.open() as journal:
        journal.begin(BODY, SIGS, seat=0).record(FinalRecord(1, 0, H, H, b"final"))

    assert disk.open().game(GENESIS.id).stored().records == (b"final",)


def test_a_stored_message_is_not_overwritten(disk: Disk) -> None:
    game = disk.game()
    for raw in (b"first", b"second"):
        game.seen(round_slot(Signed.ENTRY, 1, v=0, seat=1), H, raw)
        game.evidence("E/0/1/1", raw, b"")
        game.record(FinalRecord(1, 0, H, H, raw))
    game.seen(round_slot(Signed.ENTRY, 1, v=0, seat=1), H, b"third")

    stored = game.stored()
    assert stored.records == (b"first",)
    assert stored.evidence == (("E/0/1/1", b"first", b""),)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("sign"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("lock"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("both"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("record"), st.just(0), st.just(b"r")),
        st.tuples(st.just("seen"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("evidence"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("goodbye"), st.integers(1, 3), st.sampled_from([b"a", b"b"])),
        st.tuples(st.just("crash"), st.just(0), st.just(b"")),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=steps)
@example(script=[("sign", 2, b"a"), ("sign", 1, b"b"), ("both", 2, b"a")])
def test_any_sequence_of_calls_gives_the_same_result_as_the_simulated_journal(
    script: list[tuple[str, int, bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """After a crash the file holds what `MemoryJournal` does, on which the agreement is tested."""
    disk = Disk(tmp_path_factory.mktemp("journal"))
    model, game = MemoryJournal(), disk.game()
    for what, k, raw in script:
        if what == "crash":
            model.crash()
            disk.crash()
            game = disk.open().game(GENESIS.id)
        for journal in (model, game):
            if what == "sign":
                journal.sign(f"E/0/{k}/0", raw, (("key", raw),))
            elif what in ("lock", "both"):
                path = ((len(model.page.records) + 1, b"record " + raw),)
                entry = OwnEntry(f"E/0/{k}/0", raw, (("key", raw),)) if what == "both" else None
                journal.lock(path, slot=f"A/0/{k}/0", raw=raw, entry=entry)
            elif what == "seen":
                journal.seen(round_slot(Signed.ENTRY, k, v=0, seat=1), H, raw)
            elif what == "evidence":
                journal.evidence(f"E/0/{k}/1", raw, b"")
            elif what == "goodbye":
                journal.goodbye(1, k, raw)
            elif what == "record":
                heights = len(model.page.records) + (journal is model)
                journal.record(FinalRecord(heights, 0, H, H, b"final"))
    try:
        expected, found = model.page.stored(), game.stored()
        assert sorted(expected.mine) == sorted(found.mine)
        assert sorted(expected.seen) == sorted(found.seen)
        assert sorted(expected.evidence) == sorted(found.evidence)
        assert (expected.records, expected.path) == (found.records, found.path)
        assert expected.goodbyes == found.goodbyes
        assert game.secrets() == model.page.secrets
    finally:
        disk.crash()


# -- secrets, lists, contacts, export -----------------------------------------------------------


def test_a_secret_is_sealed_and_opens_only_for_its_owner_and_place(disk: Disk) -> None:
    disk.game().sign("E/0/1/0", b"entry", (("key", b"the ace of spades"),))
    disk.crash()
    assert b"ace of spades" not in b"".join(path.read_bytes() for path in disk.path.parent.iterdir())

    with pytest.raises(SecretLost):
        disk.open(BERT).game(GENESIS.id).secrets()
    disk.crash()
    disk.outside("UPDATE secret SET name = 'other'")
    with pytest.raises(SecretLost):
        disk.open().game(GENESIS.id).secrets()


def test_games_are_listed_with_the_latest_first(disk: Disk) -> None:
    journal = disk.open()
    other = Genesis("kings", "2", bytes(32), b"x", b"t" * 16, GENESIS.players[:1], Policy())
    journal.begin(BODY, SIGS, seat=0).record(FinalRecord(1, 0, H, H, b"final"))
    journal.begin(other.encode(), SIGS[:1], seat=0)
    journal.begin(BODY, SIGS, seat=0)
    journal.finish(GENESIS.id, GameStatus.FINISHED, "Anna 12, Bert 7")

    latest, first = journal.games()
    assert (latest.g, latest.status, latest.heights) == (other.id, GameStatus.PLAYING, 0)
    assert (first.g, first.status, first.heights) == (GENESIS.id, GameStatus.FINISHED, 1)
    assert (first.nicks, first.outcome) == (("Anna", "Bert"), "Anna 12, Bert 7")
    assert latest.created > first.created
    assert first.genesis == GENESIS


def test_an_unknown_game_raises_a_local_error(disk: Disk) -> None:
    with pytest.raises(LocalError):
        disk.open().game(bytes(32))


def test_a_finished_game_is_exported(disk: Disk) -> None:
    game = disk.game()
    raws = [Record(RecordKind.ROUND, 0, k, H, (0, 1), ()).encode() for k in (1, 2)]
    for k, raw in enumerate(raws, start=1):
        game.record(FinalRecord(k, 0, H, H, raw))

    assert game.export() == RecordFile(BODY, SIGS, tuple(raws))


def test_a_stopped_game_is_exported_with_what_stopped_it(disk: Disk) -> None:
    game = disk.game()
    entry = Entry(GENESIS.id, 0, 1, 1, GENESIS.id, H, b"illegal")
    proof, own = seal(1, entry.encode(), BERT), seal(0, replace(entry, seat=0).encode(), ANNA)
    game.sign("E/0/1/0", own.raw)
    game.evidence(str(entry.slot), proof.raw, b"")

    assert game.export() == RecordFile(BODY, SIGS, (), tuple(sorted((proof.raw, own.raw))))


def test_contacts_are_kept(disk: Disk) -> None:
    journal = disk.open()
    bert = Contact(BERT.public, "Bert", BERT.certificate, pinned=False, boot=1)
    journal.keep_contact(bert)
    pinned = Contact(
        BERT.public, "Bertil", BERT.certificate, pinned=True, boot=2, first_s=7, games=3, last_s=9
    )
    journal.keep_contact(pinned)
    anna = Contact(ANNA.public, "Anna", ANNA.certificate, pinned=False, boot=9)
    journal.keep_contact(anna)

    assert journal.contact(BERT.public) == pinned
    assert journal.contact(bytes(32)) is None
    assert journal.contacts() == (anna, pinned)


# -- trouble ------------------------------------------------------------------------------------


def fill_up(journal: JournalFile, *, pages: int = 0) -> None:
    """Let the database grow by `pages` pages and no more: SQLite then says "full", as on a full disk."""
    [(now,)] = journal._db.execute("PRAGMA page_count").fetchall()
    journal._db.execute(f"PRAGMA max_page_count={now + pages}")


def test_a_full_disk_changes_nothing_and_writing_resumes_when_there_is_room(disk: Disk) -> None:
    game = disk.game()
    game.sign("E/0/1/0", b"entry")
    game.record(FinalRecord(1, 0, H, H, b"final 1"))
    fill_up(game._file)
    before = disk.outside("SELECT COUNT(*) FROM mine")
    with pytest.raises(DiskFull, match="no room left"):
        game.lock(((2, bytes(50_000)),), slot="A/0/2/0", raw=b"ack")
    with pytest.raises(DiskFull):
        game.sign("E/0/2/0", bytes(50_000), (("key", b"secret"),))
    assert disk.outside("SELECT COUNT(*) FROM mine") == before
    assert disk.outside("SELECT COUNT(*) FROM record") == [(0,)]
    assert disk.outside("PRAGMA integrity_check") == [("ok",)]

    fill_up(game._file, pages=10_000)
    assert game.lock(((2, b"record 2"),), slot="A/0/2/0", raw=b"ack") == b"ack"
    stored = game.stored()
    assert stored.records == (b"final 1",)
    assert stored.path == (b"record 2",)
    assert dict(stored.mine) == {"E/0/1/0": b"entry", "A/0/2/0": b"ack"}


def test_a_full_disk_stops_the_table_once_records_have_waited_too_long(disk: Disk) -> None:
    game = disk.game()
    fill_up(game._file)
    kept = 0
    with pytest.raises(DiskFull):
        for k in range(1, 100):
            game.record(FinalRecord(k, 0, H, H, bytes(10_000)))
            kept = k
    fill_up(game._file, pages=10_000)

    assert len(game.stored().records) == kept
    game.record(FinalRecord(kept + 1, 0, H, H, b"next"))
    assert len(game.stored().records) == kept + 1


def test_forgetting_keys_and_noting_addresses_does_not_fail_on_a_full_disk(disk: Disk) -> None:
    """Forgetting keys and noting addresses are put off: nobody could be asked to try them again."""
    game = disk.game()
    game.sign("E/0/1/0", b"entry", (("old", b"secret"), ("new", b"secret")))
    fill_up(game._file)
    with pytest.raises(DiskFull):
        for k in range(1, 100):
            game.record(FinalRecord(k, 0, H, H, bytes(10_000)))

    for _ in range(100):
        game.keep_secrets(frozenset({"new"}))
        game.keep_addresses({0: ("127.0.0.1:5000",)})

    fill_up(game._file, pages=10_000)
    assert game.secrets() == {"new": b"secret"}
    assert game.addresses() == {0: ("127.0.0.1:5000",)}


def test_closing_on_a_full_disk_raises_nothing(disk: Disk) -> None:
    game = disk.game()
    fill_up(game._file)
    game.record(FinalRecord(1, 0, H, H, bytes(50_000)))
    game._file.close()

    assert disk.open().game(GENESIS.id).stored().records == ()


def test_a_read_only_database_is_reported_in_words(disk: Disk) -> None:
    game = disk.game()
    game._file._db.execute("PRAGMA query_only=1")

    with pytest.raises(JournalLocked, match="read-only"):
        game.sign("E/0/1/0", b"entry")
    assert game.stored().mine == ()


@pytest.mark.parametrize("content", [b"this is no database at all" * 100, None])
def test_a_file_that_is_not_a_database_is_reported_and_not_changed(disk: Disk, content: bytes | None) -> None:
    if content is None:
        disk.game().sign("E/0/1/0", bytes(100_000))
        disk.crash()
        whole = bytearray(disk.path.read_bytes())
        whole[5000:60_000] = bytes(55_000)
        content = bytes(whole)
    disk.path.write_bytes(content)

    with pytest.raises(JournalDamaged, match="is damaged"):
        disk.open()
    assert disk.path.read_bytes()[:20] == content[:20]


def test_a_journal_of_a_later_version_is_not_touched(disk: Disk) -> None:
    disk.game()
    disk.crash()
    disk.outside(f"PRAGMA user_version={len(UPGRADES) + 1}")

    before = {path.name: path.read_bytes() for path in disk.path.parent.iterdir()}
    with pytest.raises(JournalDamaged, match="newer version"):
        disk.open()
    assert {path.name: path.read_bytes() for path in disk.path.parent.iterdir()} == before


def test_a_later_version_written_only_in_the_write_ahead_log_is_refused(disk: Disk) -> None:
    """A newer program was killed after its upgrade: the database itself still has the old number."""
    disk.game()
    disk.crash()
    newer = sqlite3.connect(disk.path)
    newer.execute(f"PRAGMA user_version={len(UPGRADES) + 1}")
    log = disk.path.with_name(disk.path.name + "-wal")
    left = {path: path.read_bytes() for path in (disk.path, log)}
    newer.close()
    for path, content in left.items():
        path.write_bytes(content)

    with pytest.raises(JournalDamaged, match="newer version"):
        disk.open()


def test_a_later_journal_is_refused_before_it_is_opened(disk: Disk) -> None:
    """Our way of opening a file that has no log beside it changes the file."""
    with closing(sqlite3.connect(disk.path)) as newer:
        newer.execute("CREATE TABLE game(g BLOB)")
        newer.execute(f"PRAGMA user_version={len(UPGRADES) + 1}")
    before = disk.path.read_bytes()

    with pytest.raises(JournalDamaged, match="newer version"):
        disk.open()
    assert disk.path.read_bytes() == before


def test_damage_that_appears_while_the_journal_is_open_is_reported(disk: Disk) -> None:
    game = disk.game()
    game.sign("E/0/1/0", bytes(100_000))
    with closing(sqlite3.connect(disk.path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    game._file.peek("PRAGMA shrink_memory")
    with disk.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 300_000)

    with pytest.raises(JournalDamaged, match="is damaged"):
        game.stored()


def test_a_wrong_sql_statement_raises_a_local_error(disk: Disk) -> None:
    journal = disk.open()
    with pytest.raises(LocalError, match="a statement of the journal is wrong"):
        journal.write(("INSERT INTO nowhere VALUES(1)", ()))
    with pytest.raises(LocalError, match="a statement of the journal is wrong"):
        journal.peek("SELECT 1 FROM nowhere")


def test_a_disk_on_which_no_file_can_be_made_is_reported(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, mode: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("app.keep.database.shut", refused)
    with pytest.raises(DiskFull, match=r"cannot make the journal .*: Input/output error"):
        disk.open()


def test_a_damaged_contact_is_reported(disk: Disk) -> None:
    journal = disk.open()
    journal.keep_contact(Contact(BERT.public, "Bert", BERT.certificate, pinned=False, boot=2))
    disk.outside("UPDATE contact SET cert = 'text'")

    with pytest.raises(JournalDamaged, match="is damaged"):
        journal.contacts()


def test_the_log_of_the_database_is_emptied_only_after_a_secret_was_deleted(disk: Disk) -> None:
    """Emptying costs two fsyncs, and only the close waits for another table: frames would wait with us."""
    game = disk.game()
    file, log = game._file, disk.path.with_name(disk.path.name + "-wal")
    game.sign("E/0/1/0", b"entry", (("key", b"secret"),))
    file.sweep()
    assert log.stat().st_size > 0
    game.keep_secrets(frozenset())
    file.flush()
    said: list[str] = []
    file._db.set_trace_callback(said.append)
    file.sweep()
    assert log.stat().st_size == 0
    game.sign("E/0/2/0", b"entry")
    file.sweep()
    assert log.stat().st_size > 0
    game.keep_secrets(frozenset())
    file.close()

    waits = [line.removeprefix("PRAGMA busy_timeout=") for line in said if "busy_timeout" in line]
    assert waits == ["0", "1000", "1000", "1000"]


def test_a_refused_file_is_not_kept_open(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who is told to move the file away must be able to: Windows moves no open file."""
    disk.path.write_bytes(b"this is no database at all" * 100)
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: made.append(connect(*a, **k)) or made[-1])
    with pytest.raises(JournalDamaged, match="is damaged"):
        disk.open()

    [left] = made
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        left.execute("SELECT 1")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
@pytest.mark.parametrize("before", [None, 0o644])
def test_only_the_owner_may_open_the_journal_and_the_files_beside_it(disk: Disk, before: int | None) -> None:
    if before is not None:
        disk.game()
        disk.crash()
        disk.path.chmod(before)
    disk.game().sign("E/0/1/0", b"entry", (("key", b"secret"),))

    beside = sorted(disk.path.parent.glob("journal.sqlite*"))
    assert len(beside) >= 3  # the database, its log, its index, the lock
    assert {oct(each.stat().st_mode & 0o777) for each in beside} == {"0o600"}


def test_a_missing_folder_is_reported_in_words(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="cannot write beside"):
        Disk(tmp_path / "none").open()


def test_a_folder_in_place_of_the_database_is_reported_in_words(disk: Disk) -> None:
    disk.path.mkdir()

    with pytest.raises(JournalLocked, match="cannot be written"):
        disk.open()


def test_only_one_program_at_a_time_opens_the_journal(disk: Disk) -> None:
    first = disk.open()
    with pytest.raises(JournalInUse, match="already open"):
        disk.open()
    first.close()

    disk.open().close()


HOLDER = """
import sys, pathlib
from app.keep.journal_lock import JournalLock
held = JournalLock(pathlib.Path(sys.argv[1]))
held.take()
print("held", flush=True)
sys.stdin.read()
"""


def test_the_file_lock_of_a_killed_program_is_free_again(disk: Disk) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(disk.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held" + os.linesep.encode()
        with pytest.raises(JournalInUse):
            disk.open()
        holder.kill()
        holder.wait()

    disk.open()


SIGNER = """
import itertools, pathlib, secrets, sys
from app.keep.journal import JournalFile
from net.agreement.journal import FinalRecord
from net.lobby.identity import Identity
identity = Identity.from_seed(bytes([1]) * 32)
journal = JournalFile(pathlib.Path(sys.argv[1]), identity, randomness=secrets.token_bytes, now=lambda: 0)
game = journal.game(bytes.fromhex(sys.argv[2]))
for k in itertools.count(1):
    game.sign(f"E/0/{k}/0", b"entry %d" % k, ((f"key {k}", b"secret"),))
    print(k, flush=True)
    game.record(FinalRecord(k, 0, bytes(32), bytes(32), b"final"))
"""


def test_a_killed_program_has_stored_everything_that_it_might_have_sent(disk: Disk) -> None:
    disk.game()
    disk.crash()
    signer = subprocess.Popen(
        [sys.executable, "-c", SIGNER, str(disk.path), GENESIS.id.hex()], stdout=subprocess.PIPE
    )
    with signer:
        assert signer.stdout is not None
        for _ in range(20):
            signer.stdout.readline()
        signer.kill()
        told = [20, *map(int, signer.stdout.read().split(b"\n")[:-1])][-1]

    game = disk.open().game(GENESIS.id)
    stored = game.stored()
    assert told <= len(stored.mine) <= told + 1
    assert dict(stored.mine)[f"E/0/{told}/0"] == b"entry %d" % told
    assert len(stored.records) >= told - 1
    assert len(game.secrets()) == len(stored.mine)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM record WHERE k = 1",
        "UPDATE record SET raw = 'text' WHERE k = 1",
        "UPDATE mine SET raw = 7",
    ],
)
def test_odd_contents_are_reported_as_damage(disk: Disk, damage: str) -> None:
    game = disk.game()
    game.sign("E/0/1/0", b"entry")
    for k in (1, 2):
        game.record(FinalRecord(k, 0, H, H, b"final"))
    game.evidence("E/0/1/1", b"one", b"two")
    disk.crash()
    disk.outside(damage)

    with pytest.raises(JournalDamaged):
        disk.open().game(GENESIS.id).stored()


@pytest.mark.parametrize("damage", ["genesis = x'90'", "status = 9", "seat = 'first'"])
def test_an_odd_game_in_the_list_is_reported_as_damage(disk: Disk, damage: str) -> None:
    disk.game()
    disk.crash()
    disk.outside(f"UPDATE game SET {damage}")  # noqa: S608

    with pytest.raises(JournalDamaged):
        disk.open().games()


def test_the_journal_is_as_durable_as_promised(disk: Disk) -> None:
    database = disk.open()._db
    names = ("journal_mode", "synchronous", "fullfsync", "foreign_keys", "user_version")
    values = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert values == ["wal", 2, 1, 1, len(UPGRADES)]


def test_the_players_hand_of_a_finished_game_is_kept_until_the_game_is_deleted(disk: Disk) -> None:
    game = disk.game()
    game.keep_own_hand({9: 51, 3: 0})
    game.keep_own_hand({3: 7})
    disk.crash()
    journal = disk.open()

    assert journal.game(game.g).own_hand() == {3: 0, 9: 51}
    journal.delete(game.g)
    assert journal.read("SELECT COUNT(*) FROM own_hand") == [(0,)]


def test_a_deleted_game_cannot_be_started_again(disk: Disk) -> None:
    """An old invitation still leads to it, but the seat would sign again what it has signed already."""
    game = disk.game()
    game.sign("E/0/1/0", b"entry")
    disk.crash()
    journal = disk.open()
    journal.delete(game.g)

    assert journal.games() == ()
    with pytest.raises(GameDeleted, match="deleted on this computer"):
        journal.begin(BODY, SIGS, seat=0)
    with pytest.raises(LocalError, match="no such game"):
        journal.delete(game.g)


def test_a_journal_of_the_first_version_is_upgraded(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr("app.keep.database.UPGRADES", UPGRADES[:1])
        journal = disk.open()
        values = (GENESIS.id, BODY, b"".join(SIGS), 0, 0, 1, "")
        journal.write(("INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?)", values))
        disk.crash()
    journal = disk.open()

    assert disk.outside("PRAGMA user_version") == [(len(UPGRADES),)]
    assert [each.nicks for each in journal.games()] == [("Anna", "Bert")]
    journal.delete(GENESIS.id)
    assert journal.games() == ()


def test_a_journal_is_copied_before_an_upgrade_and_the_copy_removed_after_it(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = disk.path.with_name(disk.path.name + ".version-1")
    with monkeypatch.context() as then:
        then.setattr("app.keep.database.UPGRADES", UPGRADES[:1])
        journal = disk.open()
        journal.write(("INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?)", (GENESIS.id, BODY, b"", 0, 0, 1, "")))
        disk.crash()
    disk.open()
    disk.crash()

    assert os.name != "posix" or copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as before:
        assert before.execute("PRAGMA user_version").fetchone() == (1,)
        assert before.execute("SELECT g FROM game").fetchall() == [(GENESIS.id,)]
    disk.open()
    assert not copy.exists()  # keys forgotten from now on would stay in it


def test_a_path_of_locks_is_stored_and_shrinks_from_below(disk: Disk) -> None:
    """A change of view that is locked on a round that is locked: final heights below it leave it."""
    game = disk.game()
    game.lock(((1, b"round"),), slot="A/0/1/0", raw=b"ack")
    game.lock(((1, b"round"), (2, b"view")), slot="A/1/2/0", raw=b"ack of the view")
    disk.crash()
    again = disk.open().game(GENESIS.id)
    assert again.stored().path == (b"round", b"view")
    again.record(FinalRecord(1, 0, H, H, b"final 1"))
    assert again.stored().path == (b"view",)
    again.record(FinalRecord(2, 1, H, H, b"final 2"))

    assert again.stored().path == () and again.stored().records == (b"final 1", b"final 2")


def test_shares_left_behind_are_durable_at_once(disk: Disk) -> None:
    """The first of each height is kept; any too old to be judged go, and all go with the game."""
    game = disk.game()
    for k, raw in ((3, b"long ago"), (20, b"at 20"), (20, b"another"), (12, b"late"), (21, b"at 21")):
        game.goodbye(1, k, raw)
    game.goodbye(2, 1, b"of another seat")
    disk.crash()
    journal = disk.open()
    assert journal.game(GENESIS.id).stored().goodbyes == (b"of another seat", b"at 20", b"at 21")
    journal.delete(GENESIS.id)

    assert journal.read("SELECT COUNT(*) FROM goodbye") == [(0,)]


def test_a_lock_of_the_first_version_is_upgraded(disk: Disk) -> None:
    game = disk.game()
    game.record(FinalRecord(1, 0, H, H, b"final 1"))
    disk.crash()
    disk.outside("INSERT OR IGNORE INTO record SELECT g, 1, 0, zeroblob(32), zeroblob(32), 'x' FROM game")
    disk.outside("DROP TABLE path")
    disk.outside(
        "CREATE TABLE lock(g BLOB PRIMARY KEY, record BLOB NOT NULL, h BLOB NOT NULL,"
        " FOREIGN KEY(g) REFERENCES game(g))"
    )
    disk.outside("INSERT INTO lock SELECT g, CAST('locked' AS BLOB), zeroblob(32) FROM game")
    for later in (
        "DROP TABLE put_away",
        "DROP TABLE hand",
        "DROP TABLE goodbye",
        "DROP TABLE own_hand",
        "ALTER TABLE contact DROP COLUMN last_s",
    ):
        disk.outside(later)
    disk.outside("PRAGMA user_version=3")
    disk.open()

    assert disk.outside("SELECT k, record FROM path") == [(2, b"locked")]


def test_a_game_of_another_protocol_is_kept_and_not_listed(disk: Disk) -> None:
    """It is not damaged: this program cannot continue it, but another can."""
    disk.game()
    disk.crash()
    fields = msgpack.unpackb(GENESIS.encode())
    fields[1] -= 1
    disk.outside(f"UPDATE game SET genesis = x'{msgpack.packb(fields).hex()}'")  # noqa: S608

    journal = disk.open()
    assert journal.games() == ()
    assert journal.read("SELECT COUNT(*) FROM game") == [(1,)]
