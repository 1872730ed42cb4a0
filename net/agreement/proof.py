"""The proof of an equivocation: two messages that one seat signed for one slot (net 4.3).

Anybody can check it, also from a saved record; it needs nothing but the players' keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.errors import Malformed
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.envelope import Envelope, check_signature, open_envelope
from net.wire.record import check_table
from net.wire.sign_slot import SignSlot
from net.wire.signing import Verify


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Seat `seat` signed both messages for `slot`."""

    slot: SignSlot
    seat: int
    first: Envelope
    second: Envelope


def check_proof(
    pair: tuple[bytes, bytes], *, game: bytes, keys: Sequence[bytes], verify: Verify
) -> Equivocation:
    """What two raw envelopes prove; raises `PeerError` when they prove nothing."""
    first, second = map(open_envelope, pair)
    slots = [_slot(envelope, game, keys) for envelope in (first, second)]
    if slots[0] != slots[1]:
        raise Malformed("no-proof", "two messages for different places prove nothing")
    if first.id == second.id:
        raise Malformed("no-proof", "a message and its copy prove nothing")
    for envelope in (first, second):
        check_signature(envelope, keys[envelope.seat], verify)
    return Equivocation(slots[0], first.seat, first, second)


def _slot(envelope: Envelope, game: bytes, keys: Sequence[bytes]) -> SignSlot:
    body = parse_body(envelope.body)
    check_table(envelope, body, game=game, keys=keys)
    if not isinstance(body, Entry | Ack):
        raise Malformed("no-proof", "only entries and acks stop a table")
    return body.slot
