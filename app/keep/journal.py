"""The journal of all games of one player: SQLite, durable before anything is sent (net 9).

A peer that forgets what it has signed and signs again looks like a cheat to everybody, with proof.
So an own message is on the disk before its first byte leaves (WAL with synchronous=FULL: one fsync
per transaction), the primary key of `mine` makes a second signature for a slot impossible, and one
process at a time may hold a journal.

What need not be durable at once (final records, which every other peer has, too, and what others
signed) waits in memory for the next transaction that must be. So nothing is ever out of order: a
lock at height k + 1 brings the record of height k with it, in the same transaction.

Whoever gets hold of the disk later shall not open old hands with it. So a key that is forgotten is
overwritten where it lay (`secure_delete`), and the log of the database, in which old pages stand until
they are written over, is emptied with the same transaction. What the medium itself keeps of blocks
that were given back (a flash disk, a snapshot, a backup) is beyond a program.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final, TypeAlias

from app.keep.home import shut
from app.keep.journal_lock import JournalLock
from app.keep.record_file import RecordFile
from net.agreement.evidence import kept_evidence
from net.agreement.journal import Finished, Stored
from net.errors import DiskFull, LinkError, LocalError, Malformed
from net.lobby.identity import NONCE_BYTES, Identity
from net.wire.genesis import Genesis, parse_genesis
from net.wire.sign_slot import SignSlot
from net.wire.signing import SIGNATURE_BYTES

Randomness: TypeAlias = Callable[[int], bytes]
UnixTime: TypeAlias = Callable[[], int]
"""Seconds since 1970, for showing when a game was begun."""

_WAITING_MAX: Final = 64
_BUSY_MS: Final = 1000
"""How long a transaction waits for another program that holds the database."""
_Statement: TypeAlias = tuple[str, tuple[object, ...]]

_VERSION_1: Final = """
CREATE TABLE game(g BLOB PRIMARY KEY, genesis BLOB NOT NULL, sigs BLOB NOT NULL, seat INT NOT NULL,
    status INT NOT NULL, created INT NOT NULL, outcome TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE record(g BLOB, k INT, v INT NOT NULL, h BLOB NOT NULL, st BLOB NOT NULL, raw BLOB NOT NULL,
    PRIMARY KEY(g, k), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE mine(g BLOB, slot TEXT, raw BLOB NOT NULL,
    PRIMARY KEY(g, slot), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE lock(g BLOB PRIMARY KEY, record BLOB NOT NULL, h BLOB NOT NULL,
    FOREIGN KEY(g) REFERENCES game(g));
CREATE TABLE seen(g BLOB, slot TEXT, k INT NOT NULL, body_id BLOB NOT NULL, raw BLOB NOT NULL,
    PRIMARY KEY(g, slot), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE proof(g BLOB, slot TEXT, a BLOB NOT NULL, b BLOB NOT NULL,
    PRIMARY KEY(g, slot), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE secret(g BLOB, name TEXT, box BLOB NOT NULL,
    PRIMARY KEY(g, name), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE address(g BLOB, seat INT, text TEXT NOT NULL,
    PRIMARY KEY(g, seat, text), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
CREATE TABLE contact(ed BLOB PRIMARY KEY, nick TEXT NOT NULL, cert BLOB NOT NULL, pinned INT NOT NULL,
    boot INT NOT NULL) WITHOUT ROWID;
"""
_CONTACT_DATES: Final = """
ALTER TABLE contact ADD COLUMN first_s INT NOT NULL DEFAULT 0;
ALTER TABLE contact ADD COLUMN games INT NOT NULL DEFAULT 0;
"""
_DELETED: Final = "CREATE TABLE deleted(g BLOB PRIMARY KEY) WITHOUT ROWID;"
_LOCKED_PATH: Final = """
CREATE TABLE path(g BLOB, k INT, record BLOB NOT NULL,
    PRIMARY KEY(g, k), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
INSERT INTO path SELECT g, (SELECT COUNT(*) FROM record WHERE record.g = lock.g) + 1, record FROM lock;
DROP TABLE lock;
"""
UPGRADES: Final = (_VERSION_1, _CONTACT_DATES, _DELETED, _LOCKED_PATH)
"""What brings a database from version n to n + 1, by n. Never changed, only added to."""


class JournalDamaged(LinkError):
    """The database is not readable as what it should be. The text names the file."""


class GameDeleted(LinkError):
    """A game was deleted here and is not to be begun again."""


class JournalLocked(DiskFull):
    """Nothing can be written for another reason than space: read-only, or a failing disk."""


class GameStatus(IntEnum):
    """What has become of a game."""

    PLAYING = 0
    """Not over: it can be gone on with."""
    FINISHED = 1
    STOPPED = 2
    """Ended by a proven fault."""
    ABANDONED = 3
    """The player does not want to go on."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the lobby lists it. `heights` are the final ones, `created` is Unix time."""

    g: bytes
    genesis: Genesis
    seat: int
    status: GameStatus
    created: int
    heights: int
    outcome: str
    """What `finish` was given: for showing."""

    @property
    def nicks(self) -> tuple[str, ...]:
        return tuple(player.nick for player in self.genesis.players)


@dataclass(frozen=True, slots=True)
class Contact:
    """A player met before. `pinned`: the person has said that this key is who it claims to be.

    `first_s`: Unix time of the first game together, 0 if that was not noted; `games`: how many.
    """

    ed: bytes
    nick: str
    cert: bytes
    pinned: bool = False
    boot: int = 0
    first_s: int = 0
    games: int = 0


class JournalFile:
    """The open database. Belongs to the thread that opened it; close it, or use it with `with`.

    Raises at opening: `JournalInUse`, `JournalDamaged`, or `DiskFull` where it cannot be made.
    """

    def __init__(self, path: Path, identity: Identity, *, randomness: Randomness, now: UnixTime) -> None:
        self._path = path
        self._identity = identity
        self._randomness = randomness
        self._now = now
        self._waiting: list[_Statement] = []
        self._is_forgetting = False
        """Whether a secret goes with the next transaction, or has gone and still lies in the log."""
        self._lock = JournalLock(path)
        try:
            _make_private(path)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_MS / 1000)
            self._set_up()
        except sqlite3.Error as why:
            self._lock.release()
            raise self._failure(why) from None
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> JournalFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- games ------------------------------------------------------------------------------

    def begin(self, body: bytes, sigs: Sequence[bytes], *, seat: int) -> GameJournal:
        """The journal of a game that was just signed by all; the one that is there, if it is.

        Raises `GameDeleted` for one that was deleted: what this seat has signed in it is forgotten.
        """
        genesis = parse_genesis(body)
        if self.read("SELECT 1 FROM deleted WHERE g = ?", genesis.id):
            raise GameDeleted("This game was deleted on this computer, and its seat's keys with it.")
        values = (genesis.id, body, b"".join(sigs), seat, int(GameStatus.PLAYING), self._now(), "")
        self.write(("INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values))
        return self.game(genesis.id)

    def game(self, g: bytes) -> GameJournal:
        """The journal of a game that is here; raises `LocalError` if it is not."""
        rows = self.read("SELECT seat FROM game WHERE g = ?", g)
        if not rows:
            raise LocalError("no such game in this journal")
        return GameJournal(self, g, int(str(rows[0][0])))

    def games(self) -> tuple[StoredGame, ...]:
        """All games, the latest first."""
        rows = self.read(
            "SELECT g, genesis, seat, status, created, outcome,"
            " (SELECT COUNT(*) FROM record WHERE record.g = game.g) FROM game ORDER BY created DESC, g"
        )
        return tuple(self._stored_game(row) for row in rows)

    def finish(self, g: bytes, status: GameStatus, outcome: str = "") -> None:
        """Note what has become of a game. Keys are for games that can be gone on with only."""
        if status is not GameStatus.PLAYING:
            self.forget(("DELETE FROM secret WHERE g = ?", (g,)))
        self.write(("UPDATE game SET status = ?, outcome = ? WHERE g = ?", (int(status), outcome, g)))

    def delete(self, g: bytes) -> None:
        """Remove all that is kept of a game; when it returns, no file holds any of it.

        Its id alone stays, for a seat that signs a game again without knowing what it has signed
        already looks like a cheat. Raises `LocalError` if there is no such game.
        """
        self.game(g)
        parts = ("record", "mine", "path", "seen", "proof", "secret", "address", "game")
        self._is_forgetting = True
        self.write(
            *((f"DELETE FROM {part} WHERE g = ?", (g,)) for part in parts),  # noqa: S608  (our own names)
            ("INSERT INTO deleted VALUES(?)", (g,)),
        )

    # -- contacts ---------------------------------------------------------------------------

    def contact(self, ed: bytes) -> Contact | None:
        """What is known of a player, or None."""
        return next(iter(self._contacts("WHERE ed = ?", ed)), None)

    def contacts(self) -> tuple[Contact, ...]:
        """Everybody met before, by name."""
        return self._contacts("ORDER BY nick, ed")

    def keep_contact(self, contact: Contact) -> None:
        """Remember a player, in the place of what was known."""
        who = (contact.ed, contact.nick, contact.cert, int(contact.pinned), contact.boot)
        values = (*who, contact.first_s, contact.games)
        self.write(("INSERT OR REPLACE INTO contact VALUES(?, ?, ?, ?, ?, ?, ?)", values))

    # -- what the journals of games stand on ------------------------------------------------

    def read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Rows, with everything that waits written first."""
        self.flush()
        return self.peek(sql, *values)

    def peek(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Rows as they lie on the disk."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as why:
            raise self._failure(why) from None

    def write(self, *statements: _Statement) -> None:
        """Everything that waits, then these, in one durable transaction; all or nothing."""
        with self.transaction() as run:
            for statement in statements:
                run(statement)

    @contextmanager
    def transaction(self) -> Iterator[Callable[[_Statement], None]]:
        """One durable transaction, begun with everything that waits.

        When it fails, the database is as it was and what waited still waits.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for statement in self._waiting:
                self._db.execute(*statement)
            yield self._run
            self._db.execute("COMMIT")
        except BaseException as why:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(why, sqlite3.Error) and not isinstance(why, sqlite3.IntegrityError):
                raise self._failure(why) from None
            raise
        self._waiting.clear()
        if self._is_forgetting:
            self._empty_log()

    def wait(self, *statements: _Statement) -> None:
        """Write these with the next transaction, at the latest when many wait."""
        self._waiting += statements
        if len(self._waiting) < _WAITING_MAX:
            return
        try:
            self.flush()
        except LinkError:
            del self._waiting[-len(statements) :]
            raise

    def put_off(self, *statements: _Statement) -> None:
        """Write these, a few in a game, with the next transaction, whenever that is: cannot fail."""
        self._waiting += statements

    def forget(self, *statements: _Statement) -> None:
        """As `put_off`, for what deletes secrets: when it is written, no file holds them any more."""
        self.put_off(*statements)
        self._is_forgetting = True

    def flush(self) -> None:
        """Write what waits. For quiet moments and the end."""
        if self._waiting:
            self.write()

    def seal(self, g: bytes, name: str, secret: bytes) -> bytes:
        """A secret of a game as it may lie on the disk."""
        return self._identity.seal_secret(secret, nonce=self._randomness(NONCE_BYTES), about=_about(g, name))

    def unseal(self, g: bytes, name: str, box: bytes) -> bytes:
        """The secret that was sealed; raises `net.lobby.identity.SecretLost`."""
        return self._identity.open_secret(box, about=_about(g, name))

    def close(self) -> None:
        """Write what waits and let go. What cannot be written others have: it is not worth a refusal."""
        try:
            self.flush()
        except LinkError:
            self._waiting.clear()
        self._db.close()
        self._lock.release()

    # -- private ----------------------------------------------------------------------------

    def _set_up(self) -> None:
        run = self._db.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=FULL")
        run("PRAGMA fullfsync=1")
        run("PRAGMA foreign_keys=ON")
        run("PRAGMA secure_delete=ON")  # a key that is forgotten shall not lie in a free page
        run("PRAGMA temp_store=MEMORY")  # nor in a temporary file
        if run("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise self._damaged()
        (version,) = run("PRAGMA user_version").fetchone()
        if version > len(UPGRADES):
            raise JournalDamaged(f"the journal {self._path} was written by a later version of Shoal")
        for number in range(version, len(UPGRADES)):
            self._db.executescript(f"BEGIN; {UPGRADES[number]} PRAGMA user_version={number + 1}; COMMIT;")
        self._empty_log()  # a process that was killed may have left what it wanted to forget

    def _empty_log(self) -> None:
        """Bring the log into the database and cut it to nothing: two more fsyncs.

        Another reader or a full disk can be in the way. Then everything is as durable as before, and
        the next transaction tries again; it does not wait, for the others wait for us.
        """
        self._db.execute("PRAGMA busy_timeout=0")
        try:
            (busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._is_forgetting = bool(busy)
        except sqlite3.Error:
            self._is_forgetting = True
        self._db.execute(f"PRAGMA busy_timeout={_BUSY_MS}")

    def _run(self, statement: _Statement) -> None:
        self._db.execute(*statement)

    def _contacts(self, clause: str, *values: object) -> tuple[Contact, ...]:
        found = []
        for row in self.read(f"SELECT * FROM contact {clause}", *values):  # noqa: S608
            match row:
                case bytes(ed), str(nick), bytes(cert), int(pinned), int(boot), int(first_s), int(games):
                    contact = Contact(
                        ed, nick, cert, pinned=bool(pinned), boot=boot, first_s=first_s, games=games
                    )
                    found.append(contact)
                case _:
                    raise self._damaged()
        return tuple(found)

    def _stored_game(self, row: tuple[object, ...]) -> StoredGame:
        g, genesis, seat, status, created, outcome, heights = row
        try:
            match g, genesis, (seat, status, created, heights):
                case bytes(), bytes(), (int(), int(), int(), int()):
                    return StoredGame(
                        g=g,
                        genesis=parse_genesis(genesis),
                        seat=seat,
                        status=GameStatus(status),
                        created=created,
                        heights=heights,
                        outcome=str(outcome),
                    )
        except (Malformed, ValueError):
            pass
        raise self._damaged()

    def _failure(self, why: sqlite3.Error) -> LinkError:
        code = getattr(why, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return DiskFull(f"there is no room left for the journal {self._path}")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return self._damaged()
        if code == sqlite3.SQLITE_READONLY:
            return JournalLocked(f"the journal {self._path} cannot be written: it is read-only")
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY):
            return JournalLocked(f"the journal {self._path} cannot be written: {why}")
        raise LocalError(f"the journal was asked for something odd: {why}") from why

    def _damaged(self) -> JournalDamaged:
        return JournalDamaged(f"the journal {self._path} is damaged: move it away to begin a new one")


class GameJournal:
    """The journal of one game: what `net.agreement.journal.Journal` promises, and what a start needs."""

    def __init__(self, file: JournalFile, g: bytes, seat: int) -> None:
        self._file = file
        self.g = g
        self.seat = seat

    def sign(self, slot: str, raw: bytes, secrets: tuple[tuple[str, bytes], ...] = ()) -> bytes:
        """Keep what this seat signed, with its secrets sealed; gives what stands in the slot."""
        boxes = [(name, self._file.seal(self.g, name, secret)) for name, secret in secrets]
        put = "INSERT INTO secret VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET box = excluded.box"
        return self._insert(slot, raw, *((put, (self.g, name, box)) for name, box in boxes))

    def lock(self, path: tuple[tuple[int, bytes], ...], *, slot: str, raw: bytes) -> bytes:
        """Keep the locks and the ack of the last in one transaction; gives what stands in the ack's slot."""
        keep = [("INSERT INTO path VALUES(?, ?, ?)", (self.g, k, record)) for k, record in path]
        return self._insert(slot, raw, ("DELETE FROM path WHERE g = ?", (self.g,)), *keep)

    def record(self, *run: Finished) -> None:
        """Keep final records, drop the locks up to them. Durable with the next transaction at the latest."""
        keep = "INSERT INTO record VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        last = run[-1].k
        self._file.wait(
            *((keep, (self.g, each.k, each.v, each.h, each.st, each.raw)) for each in run),
            ("DELETE FROM path WHERE g = ? AND k <= ?", (self.g, last)),
            ("DELETE FROM seen WHERE g = ? AND k < ?", (self.g, last)),
        )

    def seen(self, slot: SignSlot, body_id: bytes, raw: bytes) -> None:
        """Keep what another seat signed. Durable with the next transaction at the latest."""
        keep = "INSERT INTO seen VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.wait((keep, (self.g, str(slot), slot.k, body_id, raw)))

    def evidence(self, slot: str, first: bytes, second: bytes) -> None:
        """Keep what proves a fault; the first proof for a slot stays."""
        keep = "INSERT INTO proof VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.write((keep, (self.g, slot, first, second)))

    def keep_secrets(self, names: frozenset[str]) -> None:
        """Forget every secret of this game but these; no later than with the next transaction."""
        marks = ", ".join("?" * len(names))
        self._file.forget(
            (
                f"DELETE FROM secret WHERE g = ? AND name NOT IN ({marks})",  # noqa: S608  (only marks)
                (self.g, *sorted(names)),
            )
        )

    def keep_addresses(self, addresses: Mapping[int, Sequence[str]]) -> None:
        """Remember where the seats were last reached, our own included: hints for a resume.

        Durable with the next transaction: before anything was signed there is nothing to resume.
        """
        drop: list[_Statement] = [("DELETE FROM address WHERE g = ?", (self.g,))]
        keep = [
            ("INSERT INTO address VALUES(?, ?, ?)", (self.g, seat, text))
            for seat, texts in addresses.items()
            for text in texts
        ]
        self._file.put_off(*drop, *keep)

    # -- at a start -------------------------------------------------------------------------

    def stored(self) -> Stored:
        """Everything that a table needs to go on; raises `JournalDamaged` for gaps and odd types."""
        return Stored(
            records=self._records(),
            path=_blobs(self._read("SELECT record FROM path WHERE g = ? ORDER BY k")),
            mine=_slots(self._read("SELECT slot, raw FROM mine WHERE g = ? ORDER BY slot")),
            seen=_slots(self._read("SELECT slot, raw FROM seen WHERE g = ? ORDER BY slot")),
            evidence=tuple(
                (str(slot), *_blobs([(a,), (b,)]))  # type: ignore[misc]  # always two
                for slot, a, b in self._read("SELECT slot, a, b FROM proof WHERE g = ? ORDER BY slot")
            ),
        )

    def secrets(self) -> dict[str, bytes]:
        """The opened secrets of this game, by name; raises `SecretLost` under another identity."""
        boxes = _slots(self._read("SELECT name, box FROM secret WHERE g = ? ORDER BY name"))
        return {name: self._file.unseal(self.g, name, box) for name, box in boxes}

    def addresses(self) -> dict[int, tuple[str, ...]]:
        """What `keep_addresses` was given last."""
        found: dict[int, tuple[str, ...]] = {}
        for seat, text in self._read("SELECT seat, text FROM address WHERE g = ? ORDER BY seat, text"):
            found[int(str(seat))] = (*found.get(int(str(seat)), ()), str(text))
        return found

    def genesis(self) -> tuple[bytes, tuple[bytes, ...]]:
        """The genesis body and its signatures, by seat."""
        [(body,), (sigs,)] = [
            (each,)
            for each in _blobs(
                [(value,) for value in self._read("SELECT genesis, sigs FROM game WHERE g = ?")[0]]
            )
        ]
        return body, tuple(sigs[at : at + SIGNATURE_BYTES] for at in range(0, len(sigs), SIGNATURE_BYTES))

    def export(self) -> RecordFile:
        """The game so far as a record, with what stopped it."""
        (body, sigs), stored = self.genesis(), self.stored()
        return RecordFile(body, sigs, stored.records, kept_evidence(stored))

    def _records(self) -> tuple[bytes, ...]:
        rows = self._read("SELECT k, raw FROM record WHERE g = ? ORDER BY k")
        if [k for k, _ in rows] != list(range(1, len(rows) + 1)):
            raise JournalDamaged("the journal lacks heights of a game")
        return _blobs([(raw,) for _, raw in rows])

    def _read(self, sql: str) -> list[tuple[object, ...]]:
        return self._file.read(sql, self.g)

    def _insert(self, slot: str, raw: bytes, *more: _Statement) -> bytes:
        """Put an own message into its slot, and more with it; gives what stands there."""
        standing = self._standing(slot)
        if standing is not None and standing != raw:
            return standing
        with self._file.transaction() as run:
            if standing is None:
                run(("INSERT INTO mine VALUES(?, ?, ?)", (self.g, slot, raw)))  # a second one would fail
            for statement in more:
                run(statement)
        return raw

    def _standing(self, slot: str) -> bytes | None:
        # Nothing of `mine` ever waits, so this read need not write what does.
        rows = self._file.peek("SELECT raw FROM mine WHERE g = ? AND slot = ?", self.g, slot)
        return next(iter(_blobs(rows)), None)


def _make_private(path: Path) -> None:
    """The database and what SQLite lays beside it, for this user alone, before anything is in it.

    SQLite gives its further files the mode of the database.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            if each.exists():
                shut(each, 0o600)
    except IsADirectoryError:
        return  # which SQLite refuses in its own words
    except PermissionError:
        return  # read-only: refused where something is to be written
    except OSError as why:
        raise DiskFull(f"cannot make the journal {path}: {why.strerror}") from None


def _about(g: bytes, name: str) -> bytes:
    return g + name.encode()


def _blobs(rows: Sequence[tuple[object, ...]]) -> tuple[bytes, ...]:
    found = []
    for (value,) in rows:
        if not isinstance(value, bytes):
            raise JournalDamaged("the journal holds something else than bytes where bytes should be")
        found.append(value)
    return tuple(found)


def _slots(rows: Sequence[tuple[object, ...]]) -> tuple[tuple[str, bytes], ...]:
    raws = _blobs([(raw,) for _, raw in rows])
    return tuple((str(slot), raw) for (slot, _), raw in zip(rows, raws, strict=True))
