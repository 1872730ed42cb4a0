"""A journal in memory with the durability of a disk: anything not synced is gone after a crash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from net.agreement.journal import FinalRecord, OwnEntry, Stored
from net.errors import DiskFull
from net.wire.sign_slot import SignSlot


class Crash(BaseException):
    """The process died here. Not an Exception, so that no handler can swallow it."""


@dataclass(slots=True)
class Tables:
    """The tables of the journal (net 9) for one game."""

    records: dict[int, bytes] = field(default_factory=dict)
    path: dict[int, bytes] = field(default_factory=dict)
    mine: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, bytes] = field(default_factory=dict)
    evidence: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    secrets: dict[str, bytes] = field(default_factory=dict)
    goodbyes: dict[tuple[int, int], bytes] = field(default_factory=dict)

    def copy(self) -> Tables:
        return Tables(
            dict(self.records),
            dict(self.path),
            dict(self.mine),
            dict(self.seen),
            dict(self.evidence),
            dict(self.secrets),
            dict(self.goodbyes),
        )

    def stored(self) -> Stored:
        return Stored(
            records=tuple(self.records[k] for k in sorted(self.records)),
            path=tuple(self.path[k] for k in sorted(self.path)),
            mine=tuple(self.mine.items()),
            seen=tuple(self.seen.items()),
            evidence=tuple((slot, *pair) for slot, pair in self.evidence.items()),
            goodbyes=tuple(self.goodbyes[each] for each in sorted(self.goodbyes)),
        )


@dataclass(slots=True)
class MemoryJournal:
    """`Journal` over two copies: `disk` survives a crash, `page` is what the running process sees.

    `at` is called before and after every method with its name: a simulation crashes there. An entry that is
    kept with its lock is reported as "sign" too, though it is on the disk only with the lock. The other
    fields switch safety off, for tests that must notice it: `lost_syncs`: how many of the last syncs a crash
    takes back; `splits_locks`: lock and ack are two transactions; `overwrites`: a slot can be signed twice.
    """

    disk: Tables = field(default_factory=Tables)
    page: Tables = field(default_factory=Tables)
    at: Callable[[str], None] = lambda _: None
    full: bool = False
    lost_syncs: int = 0
    splits_locks: bool = False
    overwrites: bool = False
    synced: list[Tables] = field(default_factory=list)
    calls: int = 0

    def sign(self, slot: str, raw: bytes, secrets: tuple[tuple[str, bytes], ...] = ()) -> bytes:
        self._begin("sign")
        stands = self._insert(slot, raw)
        if stands == raw:  # otherwise nothing is written, and so nothing becomes durable
            self.page.secrets.update(secrets)
            self._sync("sign")
        return stands

    def lock(
        self, path: tuple[tuple[int, bytes], ...], *, slot: str, raw: bytes, entry: OwnEntry | None = None
    ) -> bytes:
        if entry is not None:
            self._begin("sign")
            for at, own in ((entry.slot, entry.raw), (slot, raw)):
                if (stands := self.page.mine.get(at, own)) != own and not self.overwrites:
                    return stands
            is_new = entry.slot not in self.page.mine  # an entry kept before keeps its secrets
            if self._insert(entry.slot, entry.raw) == entry.raw and is_new:
                self.page.secrets.update(entry.secrets)
            self.at("after sign")
        self._begin("lock")
        if self.page.mine.get(slot, raw) == raw or self.overwrites:
            self.page.path = dict(path)
        if self.splits_locks:
            self._sync("split")
        stands = self._insert(slot, raw)
        if stands == raw or self.splits_locks:
            self._sync("lock")
        return stands

    def record(self, *run: FinalRecord) -> None:
        self._begin("record")
        self.page.records.update({each.k: each.raw for each in run})
        last = run[-1].k
        self.page.path = {k: raw for k, raw in self.page.path.items() if k > last}
        is_old = {slot: slot[0] in "EA" and int(slot.split("/")[2]) < last for slot in self.page.seen}
        self.page.seen = {slot: raw for slot, raw in self.page.seen.items() if not is_old[slot]}
        self.at("after record")

    def seen(self, slot: SignSlot, body_id: bytes, raw: bytes) -> None:
        self._begin("seen")
        self.page.seen.setdefault(str(slot), raw)
        self.at("after seen")

    def evidence(self, slot: str, first: bytes, second: bytes) -> None:
        self._begin("evidence")
        self.page.evidence.setdefault(slot, (first, second))
        self._sync("evidence")

    def goodbye(self, seat: int, k: int, raw: bytes) -> None:
        self._begin("goodbye")
        self.page.goodbyes.setdefault((k, seat), raw)
        self._sync("goodbye")

    def crash(self) -> Stored:
        """Forget everything not synced; return the contents that the next start finds."""
        back = self.synced[: -self.lost_syncs] if self.lost_syncs else self.synced
        self.disk = back[-1].copy() if back else Tables()
        self.page = self.disk.copy()
        self.synced = [self.disk]
        return self.page.stored()

    def _begin(self, name: str) -> None:
        self.calls += 1
        self.at(f"before {name}")
        if self.full:
            raise DiskFull("the disk of the test is full")

    def _insert(self, slot: str, raw: bytes) -> bytes:
        if self.overwrites:
            self.page.mine[slot] = raw
        return self.page.mine.setdefault(slot, raw)

    def _sync(self, name: str) -> None:
        self.disk = self.page.copy()
        self.synced = [*self.synced[-8:], self.disk]
        self.at(f"after {name}")
