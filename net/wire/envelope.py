"""A signed message: `[seat, body, sig]`, kept and passed on as the bytes in which it came.

The signature covers a domain tag and the body. The hash of the body identifies the message, because one
author can make many valid envelopes for one body (net 5.3, 8).
"""

from __future__ import annotations

from typing import Final, cast

from msgspec import Struct

from net.errors import BadSignature
from net.wire.codec import Bytes, Int, exactly, pack, row, unpack
from net.wire.hashes import body_hash
from net.wire.signing import SIGNATURE_BYTES, TABLE_TAG, Signer, Verify

SEATS_MAX: Final = 10
PAY_MAX: Final = 96 * 1024
BODY_MAX: Final = PAY_MAX + 256
ENVELOPE_MAX: Final = BODY_MAX + 128

SEAT: Final = Int(SEATS_MAX - 1)
_ENVELOPE: Final = row(SEAT, Bytes(BODY_MAX), exactly(SIGNATURE_BYTES))


class Envelope(Struct, frozen=True):
    """A message of `seat` as it came: `raw` is the whole, `id` the hash of the body."""

    seat: int
    body: bytes
    sig: bytes
    raw: bytes
    id: bytes


def open_envelope(raw: bytes) -> Envelope:
    """Parse an envelope; raises `Malformed`. The signature is not checked here."""
    fields = unpack(_ENVELOPE, raw, most=ENVELOPE_MAX, what="an envelope")
    seat, body, sig = cast("tuple[int, bytes, bytes]", fields)
    return Envelope(seat, body, sig, raw, body_hash(body))


def seal(seat: int, body: bytes, signer: Signer) -> Envelope:
    """A new envelope around `body`, signed."""
    return wrap(seat, body, signer.sign(TABLE_TAG + body))


def wrap(seat: int, body: bytes, sig: bytes) -> Envelope:
    """An envelope with a signature that exists already."""
    return Envelope(seat, body, sig, pack(_ENVELOPE, (seat, body, sig)), body_hash(body))


def check_signature(envelope: Envelope, key: bytes, verify: Verify) -> None:
    """Raise `BadSignature` unless the player with `key` signed the body. The error blames nobody: anybody
    can write the number of a seat on an envelope."""
    try:
        verify(key, TABLE_TAG + envelope.body, envelope.sig)
    except BadSignature as why:
        text = f"a message in the name of seat {envelope.seat} is not signed by its key"
        raise BadSignature("bad-signature", text) from why
