"""The journal of one game: messages that a table has signed and seen, and the data of a start (net 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.keep.database import Database, JournalDamaged, Statement
from app.keep.record_file import RecordFile
from net.agreement.faults.evidence import kept_evidence
from net.agreement.journal import GOODBYES_KEPT, FinalRecord, OwnEntry, Stored
from net.wire.record import canonical
from net.wire.sign_slot import SignSlot
from net.wire.signing import SIGNATURE_BYTES


class GameJournal:
    """The journal of one game: `net.agreement.journal.Journal`, and the data with which a table starts
    again."""

    def __init__(self, file: Database, g: bytes, seat: int) -> None:
        self._file = file
        self.g = g
        self.seat = seat

    def sign(self, slot: str, raw: bytes, secrets: tuple[tuple[str, bytes], ...] = ()) -> bytes:
        """Keep a signed message of this seat with its secrets sealed; return the message that the slot now
        holds."""
        return self._insert(slot, raw, *self._sealed(secrets))

    def lock(
        self, path: tuple[tuple[int, bytes], ...], *, slot: str, raw: bytes, entry: OwnEntry | None = None
    ) -> bytes:
        """Keep the locks, the ack of the last lock and the entry that completes it, in one transaction.
        Returns the ack, or the other message that its slot or the entry's slot already holds."""
        more: list[Statement] = []
        if entry is not None:
            standing = self._standing(entry.slot)
            if standing is not None and standing != entry.raw:
                return standing
            if standing is None:
                more = [self._mine(entry.slot, entry.raw), *self._sealed(entry.secrets)]
        keep = (("INSERT INTO path VALUES(?, ?, ?)", (self.g, k, record)) for k, record in path)
        return self._insert(slot, raw, *more, ("DELETE FROM path WHERE g = ?", (self.g,)), *keep)

    def record(self, *run: FinalRecord) -> None:
        """Keep final records and drop the locks up to them. Durable with the next transaction at the
        latest."""
        keep = "INSERT INTO record VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        last = run[-1].k
        self._file.wait(
            *((keep, (self.g, each.k, each.v, each.h, each.st, each.raw)) for each in run),
            ("DELETE FROM path WHERE g = ? AND k <= ?", (self.g, last)),
            ("DELETE FROM seen WHERE g = ? AND k < ?", (self.g, last)),
        )

    def seen(self, slot: SignSlot, body_id: bytes, raw: bytes) -> None:
        """Keep a message that another seat signed. Durable with the next transaction at the latest."""
        keep = "INSERT INTO seen VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.wait((keep, (self.g, str(slot), slot.k, body_id, raw)))

    def evidence(self, slot: str, first: bytes, second: bytes) -> None:
        """Keep two signed messages that prove a fault; the first proof for a slot stays."""
        keep = "INSERT INTO proof VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.write((keep, (self.g, slot, first, second)))

    def goodbye(self, seat: int, k: int, raw: bytes) -> None:
        """Keep the messages that a seat left behind at a height; delete those of much earlier heights."""
        self._file.write(
            ("INSERT INTO goodbye VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING", (self.g, seat, k, raw)),
            ("DELETE FROM goodbye WHERE g = ? AND seat = ? AND k <= ?", (self.g, seat, k - GOODBYES_KEPT)),
        )

    def keep_hand(self, seat: int, raw: bytes) -> None:
        """Keep the hand that a player opened after the game; the first of each seat stays."""
        keep = "INSERT INTO hand VALUES(?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.write((keep, (self.g, seat, raw)))

    def hands(self) -> tuple[bytes, ...]:
        """Return the hands given to `keep_hand`, in rising order of their bytes."""
        return tuple(sorted(_blobs(self._read("SELECT raw FROM hand WHERE g = ?"))))

    def keep_own_hand(self, faces: Mapping[int, int]) -> None:
        """Keep the faces that this seat knows at the end of a game, by slot, for looking back at its own
        play."""
        keep = "INSERT INTO own_hand VALUES(?, ?, ?) ON CONFLICT DO NOTHING"
        self._file.write(*((keep, (self.g, slot, face)) for slot, face in sorted(faces.items())))

    def own_hand(self) -> dict[int, int]:
        """Return the faces given to `keep_own_hand`, by slot."""
        rows = self._read("SELECT slot, face FROM own_hand WHERE g = ? ORDER BY slot")
        return {int(str(slot)): int(str(face)) for slot, face in rows}

    def keep_secrets(self, names: frozenset[str]) -> None:
        """Delete every secret of this game except `names`, with the next transaction at the latest."""
        marks = ", ".join("?" * len(names))
        self._file.forget(
            (
                f"DELETE FROM secret WHERE g = ? AND name NOT IN ({marks})",  # noqa: S608  (only marks)
                (self.g, *sorted(names)),
            )
        )

    def keep_addresses(self, addresses: Mapping[int, Sequence[str]]) -> None:
        """Keep the addresses where each seat was last reached, ours included, for a resume. Durable with the
        next transaction: before anything was signed there is nothing to resume."""
        drop: list[Statement] = [("DELETE FROM address WHERE g = ?", (self.g,))]
        keep = [
            ("INSERT INTO address VALUES(?, ?, ?)", (self.g, seat, text))
            for seat, texts in addresses.items()
            for text in texts
        ]
        self._file.put_off(*drop, *keep)

    # -- at a start -------------------------------------------------------------------------

    def stored(self) -> Stored:
        """Return the data that a table needs to continue; raises `JournalDamaged` for gaps and wrong
        types."""
        return Stored(
            records=self._records(),
            path=_blobs(self._read("SELECT record FROM path WHERE g = ? ORDER BY k")),
            mine=_slots(self._read("SELECT slot, raw FROM mine WHERE g = ? ORDER BY slot")),
            seen=_slots(self._read("SELECT slot, raw FROM seen WHERE g = ? ORDER BY slot")),
            evidence=tuple(
                (str(slot), *_blobs([(a,), (b,)]))  # type: ignore[misc]  # always two
                for slot, a, b in self._read("SELECT slot, a, b FROM proof WHERE g = ? ORDER BY slot")
            ),
            goodbyes=_blobs(self._read("SELECT raw FROM goodbye WHERE g = ? ORDER BY k, seat")),
        )

    def secrets(self) -> dict[str, bytes]:
        """Return the decrypted secrets of this game, by name; raises `SecretLost` under another identity."""
        boxes = _slots(self._read("SELECT name, box FROM secret WHERE g = ? ORDER BY name"))
        return {name: self._file.unseal(self.g, name, box) for name, box in boxes}

    def addresses(self) -> dict[int, tuple[str, ...]]:
        """Return the addresses given to `keep_addresses` last, by seat."""
        found: dict[int, tuple[str, ...]] = {}
        for seat, text in self._read("SELECT seat, text FROM address WHERE g = ? ORDER BY seat, text"):
            found[int(str(seat))] = (*found.get(int(str(seat)), ()), str(text))
        return found

    def genesis(self) -> tuple[bytes, tuple[bytes, ...]]:
        """Return the body of the genesis and its signatures by seat."""
        row = self._read("SELECT genesis, sigs FROM game WHERE g = ?")[0]
        body, sigs = _blobs([(value,) for value in row])
        return body, tuple(sigs[at : at + SIGNATURE_BYTES] for at in range(0, len(sigs), SIGNATURE_BYTES))

    def export(self) -> RecordFile:
        """Return the game so far as a record, with the evidence that stopped it and the opened hands."""
        (body, sigs), stored = self.genesis(), self.stored()
        return RecordFile(body, sigs, canonical(stored.records), kept_evidence(stored), self.hands())

    def _records(self) -> tuple[bytes, ...]:
        rows = self._read("SELECT k, raw FROM record WHERE g = ? ORDER BY k")
        if [k for k, _ in rows] != list(range(1, len(rows) + 1)):
            raise JournalDamaged("the journal lacks heights of a game")
        return _blobs([(raw,) for _, raw in rows])

    def _read(self, sql: str) -> list[tuple[object, ...]]:
        return self._file.read(sql, self.g)

    def _insert(self, slot: str, raw: bytes, *more: Statement) -> bytes:
        """Put a message of ours into its slot, together with `more`; return the message that the slot now
        holds."""
        standing = self._standing(slot)
        if standing is not None and standing != raw:
            return standing
        with self._file.transaction() as run:
            if standing is None:
                run(self._mine(slot, raw))
            for statement in more:
                run(statement)
        return raw

    def _mine(self, slot: str, raw: bytes) -> Statement:
        return "INSERT INTO mine VALUES(?, ?, ?)", (self.g, slot, raw)  # a second one would fail

    def _sealed(self, secrets: tuple[tuple[str, bytes], ...]) -> list[Statement]:
        put = "INSERT INTO secret VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET box = excluded.box"
        return [(put, (self.g, name, self._file.seal(self.g, name, secret))) for name, secret in secrets]

    def _standing(self, slot: str) -> bytes | None:
        # Nothing of `mine` ever waits, so this read need not first write the statements that wait.
        rows = self._file.peek("SELECT raw FROM mine WHERE g = ? AND slot = ?", self.g, slot)
        return next(iter(_blobs(rows)), None)


def _blobs(rows: Sequence[tuple[object, ...]]) -> tuple[bytes, ...]:
    found = []
    for (value,) in rows:
        if not isinstance(value, bytes):
            raise JournalDamaged("the journal holds no bytes where bytes should be")
        found.append(value)
    return tuple(found)


def _slots(rows: Sequence[tuple[object, ...]]) -> tuple[tuple[str, bytes], ...]:
    raws = _blobs([(raw,) for _, raw in rows])
    return tuple((str(slot), raw) for (slot, _), raw in zip(rows, raws, strict=True))
