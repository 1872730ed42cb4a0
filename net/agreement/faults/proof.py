"""The proof that a seat lies: two messages of which an honest seat signs at most one (net 4.3).

They are for one slot, or they are a vote and an ack above the vote's lock. Anybody can check the proof, also
in a saved record; it needs only the players' keys.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from net.errors import Malformed
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import Envelope, check_signature, open_envelope
from net.wire.record import check_table, contradicts
from net.wire.sign_slot import SignSlot
from net.wire.signing import Verify


class Proof(Struct, frozen=True):
    """Two contradictory messages, both signed by `seat`: for the same `slot`, or (None) a vote and an ack."""

    seat: int
    slot: SignSlot | None
    first: Envelope
    second: Envelope


def check_proof(pair: tuple[bytes, bytes], *, game: bytes, keys: Sequence[bytes], verify: Verify) -> Proof:
    """Return the proof in two raw envelopes; raises `PeerError` when they prove nothing."""
    first, second = map(open_envelope, pair)
    for envelope in (first, second):
        check_table(envelope, parse_body(envelope.body), game=game, keys=keys)
    proof = proof_of(first, second)
    for envelope in (first, second):
        check_signature(envelope, keys[envelope.seat], verify)
    return proof


def proof_of(first: Envelope, second: Envelope) -> Proof:
    """Return the proof in two messages whose signatures were checked before; raises `Malformed`."""
    if first.id == second.id:
        raise Malformed("no-proof", "a message and its copy prove nothing")
    one, two = parse_body(first.body), parse_body(second.body)
    if not isinstance(one, Entry | Ack | Vote) or not isinstance(two, Entry | Ack | Vote):
        raise Malformed("no-proof", "a message that is not an entry, an ack or a vote proves nothing")
    if one.slot == two.slot:
        return Proof(one.seat, one.slot, first, second)
    for vote, ack in ((one, two), (two, one)):
        if isinstance(vote, Vote) and isinstance(ack, Ack) and contradicts(vote, ack):
            return Proof(vote.seat, None, first, second)
    raise Malformed("no-proof", "two messages for different places prove nothing")
