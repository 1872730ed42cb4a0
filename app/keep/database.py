"""The database under the journal: opened by one process, durable before anything is sent (net 9).

One process may open it several times, a table in each thread: SQLite lets one of them write at a time.

WAL with synchronous=FULL: one fsync per transaction. What need not be durable at once (final records,
which every other peer has, too, and what others signed) waits in memory for the next transaction that
must be. So nothing is ever out of order: a lock at height k + 1 brings the record of height k with it, in
the same transaction.

Whoever gets hold of the disk later shall not open old hands with it. So a key that is forgotten is
overwritten where it lay (`secure_delete`), and the log of the database, in which old pages stand until
they are written over, is emptied with the same transaction. What the medium itself keeps of blocks
that were given back (a flash disk, a snapshot, a backup) is beyond a program.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, Self, TypeAlias

from app.keep.home import shut
from app.keep.journal_lock import JournalLock
from net.errors import DiskFull, LinkError, LocalError
from net.lobby.identity import NONCE_BYTES, Identity

Randomness: TypeAlias = Callable[[int], bytes]
UnixTime: TypeAlias = Callable[[], int]
"""Seconds since 1970, for showing when a game was begun."""

_WAITING_MAX: Final = 64
_BUSY_MS: Final = 1000
"""Wait of a transaction for another program that holds the database."""
Statement: TypeAlias = tuple[str, tuple[object, ...]]

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
_HANDS: Final = """
CREATE TABLE hand(g BLOB, seat INT, raw BLOB NOT NULL,
    PRIMARY KEY(g, seat), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
"""
_LAST_SEEN: Final = "ALTER TABLE contact ADD COLUMN last_s INT NOT NULL DEFAULT 0;"
_PUT_AWAY: Final = "CREATE TABLE put_away(g BLOB PRIMARY KEY, since INT NOT NULL) WITHOUT ROWID;"
_GOODBYES: Final = """
CREATE TABLE goodbye(g BLOB, seat INT, k INT, raw BLOB NOT NULL,
    PRIMARY KEY(g, seat, k), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
"""
_OWN_HAND: Final = """
CREATE TABLE own_hand(g BLOB, slot INT, face INT NOT NULL,
    PRIMARY KEY(g, slot), FOREIGN KEY(g) REFERENCES game(g)) WITHOUT ROWID;
"""
UPGRADES: Final = (
    _VERSION_1,
    _CONTACT_DATES,
    _DELETED,
    _LOCKED_PATH,
    _PUT_AWAY,
    _HANDS,
    _LAST_SEEN,
    _GOODBYES,
    _OWN_HAND,
)
"""Steps that bring a database from version n to n + 1, by n. Never changed, only added to."""


class JournalDamaged(LinkError):
    """The database is not readable as what it should be. The text names the file."""


LATER: Final = "the journal {path} was written by a later version of Shoal: use that one; nothing was changed"
_MAGIC: Final = b"SQLite format 3\0"
_VERSION_AT: Final = slice(60, 64)
"""Bytes of SQLite's file format that keep `user_version`, big-endian."""


def refuse_later(path: Path) -> None:
    """Raise `JournalDamaged` for the file of a later program, before anything is opened that might write."""
    try:
        with path.open("rb") as file:
            head = file.read(_VERSION_AT.stop)
    except OSError:
        return  # which SQLite refuses in its own words
    if head.startswith(_MAGIC) and int.from_bytes(head[_VERSION_AT], "big") > len(UPGRADES):
        raise JournalDamaged(LATER.format(path=path))


class JournalLocked(DiskFull):
    """Nothing can be written for another reason than space: read-only, or a failing disk."""


class Database:
    """Belongs to the thread that opened it; close it, or use it with `with`.

    Raises at opening: `JournalInUse`, `JournalDamaged`, or `DiskFull` where it cannot be made.
    """

    def __init__(
        self,
        path: Path,
        identity: Identity,
        *,
        randomness: Randomness,
        now: UnixTime,
        lock: JournalLock | None = None,
    ) -> None:
        self._path = path
        self._identity = identity
        self._randomness = randomness
        self._now = now
        self._waiting: list[Statement] = []
        self._is_forgetting = False
        """True if a secret goes with the next transaction, or has gone and still lies in the log."""
        self._claimed: list[bytes] = []
        self._lock = JournalLock(path) if lock is None else lock
        self._lock.take()
        try:
            _make_private(path)
            refuse_later(path)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_MS / 1000)
            try:
                with self._lock.opening:
                    self._set_up()
            except BaseException:
                self._db.close()  # or Windows would let nobody put the file away
                raise
        except sqlite3.Error as why:
            self._lock.release()
            raise self._failure(why) from None
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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

    def write(self, *statements: Statement) -> None:
        """Everything that waits, then these, in one durable transaction; all or nothing."""
        with self.transaction() as run:
            for statement in statements:
                run(statement)

    @contextmanager
    def transaction(self) -> Iterator[Callable[[Statement], None]]:
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

    def wait(self, *statements: Statement) -> None:
        """Write these with the next transaction, at the latest when many wait."""
        self._waiting += statements
        if len(self._waiting) < _WAITING_MAX:
            return
        try:
            self.flush()
        except LinkError:
            del self._waiting[-len(statements) :]
            raise

    def put_off(self, *statements: Statement) -> None:
        """Write these, a few in a game, with the next transaction, whenever that is: cannot fail."""
        self._waiting += statements

    def forget(self, *statements: Statement) -> None:
        """Like `put_off`, for deletions of secrets: when it is written, no file holds them any more."""
        self.put_off(*statements)
        self._is_forgetting = True

    def sweep(self) -> None:
        """No file holds what was forgotten: waits for another table that may be in the way."""
        if self._is_forgetting:
            self._empty_log(patiently=True)

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
        self.sweep()
        self._db.close()
        for what in self._claimed:
            self._lock.give_up(what)
        self._claimed.clear()
        self._lock.release()

    def claim(self, what: bytes) -> None:
        """Have a game, or the bots of a table, for this journal alone until it is closed: no other table of
        this program may. Raises `OpenElsewhere`."""
        self._lock.claim(what)
        self._claimed.append(what)

    @property
    def claimed(self) -> frozenset[bytes]:
        """Ids of tables that other tables of this program have open."""
        return self._lock.claimed - {*self._claimed}

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
            raise self.damaged()
        (version,) = run("PRAGMA user_version").fetchone()
        if version > len(UPGRADES):
            raise JournalDamaged(LATER.format(path=self._path))
        self._back_up(version)
        for number in range(version, len(UPGRADES)):
            self._db.executescript(f"BEGIN; {UPGRADES[number]} PRAGMA user_version={number + 1}; COMMIT;")
        self._empty_log()  # a process that was killed may have left what it wanted to forget

    def _back_up(self, version: int) -> None:
        """Copy a database that is to be upgraded; the copy goes at the next start that upgrades nothing.

        It may not stay for good: secrets that are forgotten later would lie in it.
        """
        if version == len(UPGRADES):
            for old in self._path.parent.glob(f"{self._path.name}.version-*"):
                old.unlink()
        elif version:
            copy = self._path.with_name(f"{self._path.name}.version-{version}")
            with suppress(FileNotFoundError):
                copy.unlink()
            copy.touch(mode=0o600)
            with closing(sqlite3.connect(copy)) as target:
                self._db.backup(target)

    def _empty_log(self, *, patiently: bool = False) -> None:
        """Bring the log into the database and cut it to nothing: two more fsyncs.

        Another table, a reader or a full disk can be in the way. Then everything is as durable as before,
        and the next transaction tries again; it does not wait, for the others wait for us, unless
        `patiently`.
        """
        self._db.execute(f"PRAGMA busy_timeout={_BUSY_MS if patiently else 0}")
        try:
            (busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._is_forgetting = bool(busy)
        except sqlite3.Error:
            self._is_forgetting = True
        self._db.execute(f"PRAGMA busy_timeout={_BUSY_MS}")

    def _run(self, statement: Statement) -> None:
        self._db.execute(*statement)

    def _failure(self, why: sqlite3.Error) -> LinkError:
        code = getattr(why, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return DiskFull(f"there is no room left for the journal {self._path}")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return self.damaged()
        if code == sqlite3.SQLITE_READONLY:
            return JournalLocked(f"the journal {self._path} cannot be written: it is read-only")
        if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY):
            return JournalLocked(f"the journal {self._path} cannot be written: {why}")
        raise LocalError(f"the journal was asked for something odd: {why}") from why

    def damaged(self) -> JournalDamaged:
        """Return the error for damaged rows."""
        return JournalDamaged(f"the journal {self._path} is damaged: move it away to begin a new one")


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
