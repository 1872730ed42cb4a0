"""Frames between peers: `[t, b]`, one frame per message (net 5.2), and what frames hold.

An unknown `t` is no error: a later version may send more kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Final, cast

from msgspec import Struct

from net.errors import Malformed, TooLarge
from net.wire.bodies import HASH, HEIGHT, SEATS, VIEW
from net.wire.codec import Bytes, Int, Many, pack, row, unpack
from net.wire.envelope import ENVELOPE_MAX, SEATS_MAX
from net.wire.form import form_of

FRAME_MAX: Final = 256 * 1024
RECORDS_MAX: Final = 50
RECORDS_BYTES_MAX: Final = 200 * 1024
RUN_BYTES: Final = 32 * 1024
"""Limit of a run of two or more records: on a slow line it delays everything behind it."""
HAND_MAX: Final = 8 * 1024
"""Limit of a hand that a player opens after a game, in bytes (`net.seat.hands`)."""
_INSIDE_MAX: Final = FRAME_MAX - 16

_FRAME: Final = row(Int(255), Bytes(_INSIDE_MAX))
_RECORDS: Final = Many(Bytes(RECORDS_BYTES_MAX), RECORDS_MAX, 1)
_PROOF: Final = row(Bytes(ENVELOPE_MAX), Bytes(ENVELOPE_MAX))


class Kind(IntEnum):
    ENV = 0
    HEAD = 1
    RECS = 2
    CTL = 3
    PROOF = 4


class Frame(Struct, frozen=True):
    """A frame of kind `t`, which may be a kind we do not know, and its bytes."""

    t: int
    b: bytes

    def encode(self) -> bytes:
        """The bytes on the wire."""
        return pack(_FRAME, (int(self.t), self.b))


def parse_frame(data: bytes) -> Frame:
    """The frame that `data` spells; raises `Malformed`."""
    t, b = cast("tuple[int, bytes]", unpack(_FRAME, data, most=FRAME_MAX, what="a frame"))
    return Frame(t, b)


def may_be(kind: Kind, data: bytes) -> bool:
    """True if `data` begins like a frame of that kind. A peek, which says nothing about the rest."""
    return data[:2] == bytes((0x92, kind))


class Head(Struct, frozen=True):
    """Position of a peer: last final height and hash, and the seats whose entries and acks it lacks at k +
    1."""

    v: Annotated[int, VIEW]
    k: Annotated[int, HEIGHT]
    h: Annotated[bytes, HASH]
    open_entries: Annotated[tuple[int, ...], SEATS]
    open_acks: Annotated[tuple[int, ...], SEATS]
    voted_view: Annotated[int, VIEW] = 0
    heard: Annotated[tuple[int, ...], Many(Int(), SEATS_MAX)] = ()
    """Last number heard of each seat, and for the sender the number of this head; () to a spectator."""

    def encode(self) -> bytes:
        """The inside of a HEAD frame."""
        return form_of(Head).pack(self)

    def check(self) -> None:
        """Raise `Malformed` for seats that are not rising."""
        if any(list(seats) != sorted(set(seats)) for seats in (self.open_entries, self.open_acks)):
            raise Malformed("order", "a head names seats twice or out of order")


def parse_head(data: bytes) -> Head:
    """The head that `data` spells; raises `Malformed`."""
    return form_of(Head).unpack(data, most=_INSIDE_MAX, what="a head")


def pack_records(raws: Sequence[bytes]) -> bytes:
    """The inside of a RECS frame; the caller keeps within the limits (`fitting`)."""
    return pack(_RECORDS, raws)


def parse_records(data: bytes) -> tuple[bytes, ...]:
    """The raw records in a RECS frame; raises `Malformed`."""
    read = unpack(_RECORDS, data, most=_INSIDE_MAX, what="a run of records")
    raws = cast("tuple[bytes, ...]", read)
    if sum(map(len, raws)) > RECORDS_BYTES_MAX:
        raise TooLarge("too-large", f"a run of records has more than {RECORDS_BYTES_MAX} bytes")
    return raws


def fitting(raws: Sequence[bytes]) -> Sequence[bytes]:
    """Return as many of the first records as go into one run, or the first alone if it is long."""
    size, count = 0, 0
    for raw in raws[:RECORDS_MAX]:
        size += len(raw)
        if size > (RUN_BYTES if count else RECORDS_BYTES_MAX):
            break
        count += 1
    return raws[:count]


def pack_proof(first: bytes, second: bytes) -> bytes:
    """The inside of a PROOF frame: two raw envelopes."""
    return pack(_PROOF, (first, second))


def parse_proof(data: bytes) -> tuple[bytes, bytes]:
    """The two raw envelopes of a PROOF frame; raises `Malformed`. Nothing in them is checked."""
    return cast("tuple[bytes, bytes]", unpack(_PROOF, data, most=_INSIDE_MAX, what="a proof"))
