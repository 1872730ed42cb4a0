"""Restart from the journal: takes up the messages of the open height again (R11)."""

from __future__ import annotations

from contextlib import suppress

from net.agreement.faults.proof import proof_of
from net.agreement.faults.stops import LOST, accused
from net.agreement.journal import Stored
from net.agreement.log import Log
from net.errors import PeerError
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope


def recall(log: Log, stored: Stored, now: float) -> None:
    """Take up the journal's messages of the open height again; a proven fault stops the table again."""
    for kept_as, first, second in stored.evidence:
        if (seat := accused(kept_as)) is not None:
            log.blame.proven.add(seat)
        _recall_evidence(log, kept_as, first, second, now)
    log.changes.distrust(log.blame.proven)
    log.changes.recall()
    for slot in log.open_slots:
        envelope = log.book.find(slot)
        body = parse_body(envelope.body) if envelope is not None else None
        if envelope is not None and isinstance(body, Entry | Ack) and _is_of_round(log, body):
            log.add(envelope, body, now)


def _is_of_round(log: Log, body: Entry | Ack) -> bool:
    """True if a message from the journal counts: some entries are kept only for their signatures."""
    opened = log.round
    return isinstance(body, Ack) or (body.seat in opened.actors and body.prev == opened.place.prev)


def _recall_evidence(log: Log, kept_as: str, first: bytes, second: bytes, now: float) -> None:
    """Stop again over the evidence that stopped the table before; `second` is b"" if one message suffices."""
    envelope = open_envelope(first)
    body = parse_body(envelope.body)
    if second and isinstance(body, Entry | Ack | Vote):
        log.proved(proof_of(envelope, open_envelope(second)))
    elif kept_as == LOST:
        log.lost(envelope)
    elif envelope.seat == log.seat:
        return  # the entry accuses another seat, and is taken up with all messages of this height
    elif isinstance(body, Ack) and body.v > log.v:
        log.take_view_ack(envelope, body, now)
    elif isinstance(body, Entry | Ack) and body.v == log.v and body.k == log.round.place.k:
        with suppress(PeerError):
            log.take(envelope, body, now)
