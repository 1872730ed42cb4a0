"""The journal in which a table writes before it speaks (net 9, R1, R2), as a seam to the storage of `app`.

Every method but `seen` and `record` is one transaction that is durable when it returns. `seen` and
`record` may become durable as late as the next of the others, but never out of order: a journal with a
lock at height k + 1 also has the record of height k. A method that cannot keep its promise raises
`DiskFull` and has changed nothing.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from net.wire.sign_slot import SignSlot

GOODBYES_KEPT: Final = 8
"""Number of heights whose goodbyes of a seat are kept: shares can be judged only at the last few heights."""


class Stored(Struct, frozen=True):
    """Content of a journal for one game when its table starts again. All of it was written by us.

    `records` are the raw final records from height 1 without a gap; `path` the raw records that are locked
    and not final, by height; `mine` what this seat signed, by slot; `seen` what others signed; `evidence`
    what stopped the table: (slot, first, second), the second b"" when one suffices; `goodbyes` those kept by
    `Journal.goodbye`, rising by height.
    """

    records: tuple[bytes, ...] = ()
    path: tuple[bytes, ...] = ()
    mine: tuple[tuple[str, bytes], ...] = ()
    seen: tuple[tuple[str, bytes], ...] = ()
    evidence: tuple[tuple[str, bytes, bytes], ...] = ()
    goodbyes: tuple[bytes, ...] = ()


class FinalRecord(Struct, frozen=True):
    """A final record: its height, view, chain hash and state hash."""

    k: int
    v: int
    h: bytes
    st: bytes
    raw: bytes


class OwnEntry(Struct, frozen=True):
    """This seat's own entry: its slot, its bytes, and the secrets that it depends on (name, bytes)."""

    slot: str
    raw: bytes
    secrets: tuple[tuple[str, bytes], ...] = ()


class Journal(Protocol):
    """The journal of one game of one seat."""

    def sign(self, slot: str, raw: bytes, secrets: tuple[tuple[str, bytes], ...] = ()) -> bytes:
        """Keep what this seat signed for `slot`, with the secrets it depends on (name, bytes).

        Returns the bytes that the slot holds: `raw`, or those that it held before; then nothing was
        written. The journal seals secrets at rest.
        """

    def lock(
        self, path: tuple[tuple[int, bytes], ...], *, slot: str, raw: bytes, entry: OwnEntry | None = None
    ) -> bytes:
        """Keep all locked records, by height, with this seat's ack `raw` of the last; returns the same as
        `sign`.

        They replace those that were locked before. `entry` is this seat's own entry where it completes the
        round, kept in the same transaction. If a slot already holds something else, nothing is written,
        not even the locks, and that content is returned.
        """

    def record(self, *run: FinalRecord) -> None:
        """Keep final records, all or none; drop the locks up to the last, and `seen` of heights below it."""

    def seen(self, slot: SignSlot, body_id: bytes, raw: bytes) -> None:
        """Keep a message that another seat signed for a slot; a slot that is filled stays as it is."""

    def evidence(self, slot: str, first: bytes, second: bytes) -> None:
        """Keep the proof of a fault; `second` is b"" when one message suffices."""

    def goodbye(self, seat: int, k: int, raw: bytes) -> None:
        """Keep the goodbye of a seat that goes at height `k`: the others need its shares to go on without it,
        and it does not send them again. The first of each height stays; those `GOODBYES_KEPT` or more heights
        below the last are forgotten."""
