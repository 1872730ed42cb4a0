"""The database under the journal: held by one process, durable before anything is sent (net 9).

One process may open the database several times, once for each table's thread: SQLite lets one of them write
at a time. WAL with synchronous=FULL means one fsync per transaction. Some rows need not be durable at once:
final records, which every other peer also has, and messages that others signed. They wait in memory for the
next transaction that must be durable. So the order is always kept: a lock at height k + 1 is written with the
record of height k, in the same transaction.

Somebody who gets the disk later must not be able to open old hands. So a deleted key is overwritten in place
(`secure_delete`), and `sweep` empties the WAL, in which old pages lie until they are overwritten. That
takes two more fsyncs, for which no frame has to wait. Copies outside SQLite's files (freed blocks of a flash
disk, a snapshot, a backup) are out of a program's reach.
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
"""Clock that gives seconds since 1970, for the date of a game."""

_WAITING_MAX: Final = 64
_BUSY_MS: Final = 1000
"""Milliseconds that a transaction waits while another table or program holds the database."""
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
"""Step n upgrades a database from version n to n + 1. A released step never changes; new ones follow it."""


class JournalDamaged(LinkError):
    """The journal is damaged, no journal, or of a newer program; the text says which."""


LATER: Final = "the journal {path} was written by a newer version of Shoal: use that one; nothing was changed"
_MAGIC: Final = b"SQLite format 3\0"
_VERSION_AT: Final = slice(60, 64)
"""Place of `user_version`, big-endian, in SQLite's file format."""


def refuse_later(path: Path) -> None:
    """Raise `JournalDamaged` for a newer program's file, before anything opens it that might write."""
    try:
        with path.open("rb") as file:
            head = file.read(_VERSION_AT.stop)
    except OSError:
        return  # opening it fails in `sqlite3.connect`, with a better reason
    if head.startswith(_MAGIC) and int.from_bytes(head[_VERSION_AT], "big") > len(UPGRADES):
        raise JournalDamaged(LATER.format(path=path))


class JournalLocked(DiskFull):
    """The journal cannot be written for a reason other than space: read-only, in use, or a failing disk."""


class Database:
    """The open database. It belongs to the thread that opened it; use it with `with`, or close it. Opening
    raises `JournalInUse`, `JournalDamaged`, or `DiskFull` if the file cannot be written."""

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
        """True if the next transaction deletes a secret."""
        self._is_unswept = False
        """True if a deleted secret still lies in the WAL."""
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
                self._db.close()  # Windows lets nobody move a file that is open
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

    # -- statements -------------------------------------------------------------------------

    def read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Write the statements that wait, then return rows."""
        self.flush()
        return self.peek(sql, *values)

    def peek(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Return rows without first writing the statements that wait."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as why:
            raise self._failure(why) from None

    def write(self, *statements: Statement) -> None:
        """Write the statements that wait and then these, in one durable transaction: all or nothing."""
        with self.transaction() as run:
            for statement in statements:
                run(statement)

    @contextmanager
    def transaction(self) -> Iterator[Callable[[Statement], None]]:
        """Open a durable transaction that begins with the statements that wait. If it fails, the database is
        as before and the statements still wait."""
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
        self._is_unswept = self._is_unswept or self._is_forgetting
        self._is_forgetting = False

    def wait(self, *statements: Statement) -> None:
        """Add statements to the next transaction; write at once if many wait."""
        self._waiting += statements
        if len(self._waiting) < _WAITING_MAX:
            return
        try:
            self.flush()
        except LinkError:
            del self._waiting[-len(statements) :]
            raise

    def put_off(self, *statements: Statement) -> None:
        """Add a few statements to the next transaction, whenever that comes. Cannot fail."""
        self._waiting += statements

    def forget(self, *statements: Statement) -> None:
        """Like `put_off`, for deletions of secrets: once written and swept (`sweep`), no file holds them."""
        self.put_off(*statements)
        self._is_forgetting = True

    def sweep(self, *, patiently: bool = False) -> None:
        """Empty the WAL if it holds deleted secrets; `patiently` waits for another table that may be in the
        way."""
        if self._is_unswept:
            self._empty_log(patiently=patiently)

    def flush(self) -> None:
        """Write the statements that wait. Call it in quiet moments and at the end."""
        if self._waiting:
            self.write()

    def seal(self, g: bytes, name: str, secret: bytes) -> bytes:
        """Encrypt a secret of a game for the disk."""
        return self._identity.seal_secret(secret, nonce=self._randomness(NONCE_BYTES), about=_about(g, name))

    def unseal(self, g: bytes, name: str, box: bytes) -> bytes:
        """Decrypt a secret that `seal` encrypted; raises `net.lobby.identity.SecretLost`."""
        return self._identity.open_secret(box, about=_about(g, name))

    def close(self) -> None:
        """Write the statements that wait, and close. Errors are dropped: the other peers also have these
        records."""
        try:
            self.flush()
        except LinkError:
            self._waiting.clear()
        self.sweep(patiently=True)
        self._db.close()
        for what in self._claimed:
            self._lock.give_up(what)
        self._claimed.clear()
        self._lock.release()

    def claim(self, what: bytes) -> None:
        """Reserve a game, or the bots of a table, for this journal until it is closed. No other table of this
        program can have it. Raises `OpenElsewhere`."""
        self._lock.claim(what)
        self._claimed.append(what)

    @property
    def claimed(self) -> frozenset[bytes]:
        """Ids of games, and of tables with bots, that other tables of this program have claimed."""
        return self._lock.claimed - {*self._claimed}

    # -- private ----------------------------------------------------------------------------

    def _set_up(self) -> None:
        run = self._db.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=FULL")
        run("PRAGMA fullfsync=1")
        run("PRAGMA foreign_keys=ON")
        run("PRAGMA secure_delete=ON")  # a deleted key must not stay in a free page
        run("PRAGMA temp_store=MEMORY")  # nor in a temporary file
        if run("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise self.damaged()
        (version,) = run("PRAGMA user_version").fetchone()
        if version > len(UPGRADES):
            raise JournalDamaged(LATER.format(path=self._path))
        self._back_up(version)
        for number in range(version, len(UPGRADES)):
            self._db.executescript(f"BEGIN; {UPGRADES[number]} PRAGMA user_version={number + 1}; COMMIT;")
        self._empty_log()  # a killed process may have left deleted secrets in the WAL

    def _back_up(self, version: int) -> None:
        """Copy a database before its upgrade; the next start that upgrades nothing deletes the copy. The copy
        cannot stay for ever: it holds secrets that are deleted later."""
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
        """Move the WAL into the database and truncate it: two more fsyncs.

        Another table, a reader or a full disk can be in the way. Then everything is as durable as before,
        and the next `sweep` tries again. Unless `patiently`, it does not wait for them: others wait for us.
        """
        self._db.execute(f"PRAGMA busy_timeout={_BUSY_MS if patiently else 0}")
        try:
            (busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._is_unswept = bool(busy)
        except sqlite3.Error:
            self._is_unswept = True
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
        raise LocalError(f"a statement of the journal is wrong: {why}") from why

    def damaged(self) -> JournalDamaged:
        """Return the error for a damaged file or damaged rows."""
        return JournalDamaged(f"the journal {self._path} is damaged: move it away to begin a new one")


def _make_private(path: Path) -> None:
    """Make the database and SQLite's files beside it readable only for this user, before they hold anything.
    SQLite gives further files the mode of the database."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            if each.exists():
                shut(each, 0o600)
    except IsADirectoryError:
        return  # opening it fails in `sqlite3.connect`
    except PermissionError:
        return  # read-only: the first write fails
    except OSError as why:
        raise DiskFull(f"cannot make the journal {path}: {why.strerror}") from None


def _about(g: bytes, name: str) -> bytes:
    return g + name.encode()
