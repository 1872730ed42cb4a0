"""Reasons for the stop of a table: each reason with its evidence, as a value (net 4.3).

Nothing here signs, sends or writes: `net.agreement.log` carries a stop out, and
`net.agreement.faults.evidence` weighs the same messages again from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from net.agreement.effects import Fault, FaultReason
from net.agreement.faults.proof import Proof
from net.agreement.round import Lock, Round
from net.errors import PeerError
from net.wire.bodies import Entry
from net.wire.envelope import Envelope
from net.wire.record import Written, parse_record
from net.wire.sign_slot import SignSlot

LOST: Final = "lost"
"""Name under which a journal keeps a message of this seat that only other seats had."""


_PROVEN: Final = "proven"


class Stop(Struct, frozen=True):
    """The fault as it is reported, and the evidence for the journal: (slot, first, second). After a restart
    the stop is found again from `keep`. `second` is b"" if one message suffices. Then the slot also names the
    guilty seat, if known: once the table has gone on without it, the round is not judged again."""

    fault: Fault
    keep: tuple[tuple[str, bytes, bytes], ...]


def proved(proof: Proof) -> Stop:
    """The stop for two messages of one seat that contradict each other."""
    first, second = sorted((proof.first.raw, proof.second.raw))
    if proof.slot is not None:
        reason = FaultReason.EQUIVOCATION
        text = f"seat {proof.seat} signed two different messages for one place ({proof.slot})"
    else:
        reason = FaultReason.FALSE_VOTE
        text = f"seat {proof.seat} voted against its own acknowledgement"
    fault = Fault(proof.seat, reason, text, (first, second))
    # If a seat signs more than two messages for a slot, each pair is kept: others may hold another pair.
    ids = "/".join(sorted(each.id.hex()[:16] for each in (proof.first, proof.second)))
    return Stop(fault, ((f"{proof.slot or f'false-vote/{proof.seat}'}/{ids}", first, second),))


def lost_journal(envelope: Envelope) -> Stop:
    """Others hold a message that this seat signed and its journal does not know."""
    text = "others hold a signature of this seat that its journal lacks: it was restored, or is used twice"
    fault = Fault(envelope.seat, FaultReason.LOST_JOURNAL, text, (envelope.raw,))
    return Stop(fault, ((LOST, envelope.raw, b""),))


def illegal(envelope: Envelope, entry: Entry, text: str) -> Stop:
    """A signed entry that is refused, for the reason in `text`."""
    keep = (_against(entry.seat, entry.slot), envelope.raw, b"")
    return Stop(Fault(entry.seat, FaultReason.ILLEGAL, text, (envelope.raw,)), (keep,))


def charged(why: PeerError, written: Written) -> Stop:
    """An entry that is right and proves the lie of another seat, which `why` names."""
    keep = (_against(why.seat, written.entry.slot), written.envelope.raw, b"")
    return Stop(Fault(why.seat, FaultReason.COMBINATION, why.text, (written.envelope.raw,)), (keep,))


def combination(why: PeerError, written: Sequence[Written], *, seat: int | None) -> Stop:
    """Entries that are right one by one and cannot hold together: `seat` is one of those to blame. All these
    entries are kept, also this seat's own: when the others go on, nothing else keeps them."""
    keep = tuple((_against(seat, each.entry.slot), each.envelope.raw, b"") for each in written)
    evidence = tuple(each.envelope.raw for each in written)
    return Stop(Fault(seat, FaultReason.COMBINATION, why.text, evidence), keep)


def entry_on_another_state(envelope: Envelope, entry: Entry, records: Sequence[bytes]) -> Stop:
    """An entry on our chain whose state is not that of its height.

    From height 2 on its author has itself acknowledged that state, in the last of `records`: the two
    messages contradict each other. At height 1 nobody has signed a state yet.
    """
    keep = ((_against(None if entry.k == 1 else entry.seat, entry.slot), envelope.raw, b""),)
    if entry.k == 1:
        text = f"seat {entry.seat} begins from a position that the rules of this program do not give"
        return Stop(Fault(entry.seat, FaultReason.OTHER_STATE, text, (envelope.raw,)), keep)
    acks = {ack.seat: ack.raw for ack in parse_record(records[-1]).acks}
    text = f"seat {entry.seat} signed one position for height {entry.k - 1} and wrote on another"
    return Stop(Fault(entry.seat, FaultReason.FALSE_STATE, text, (acks[entry.seat], envelope.raw)), keep)


def false_states(opened: Round, lock: Lock, *, seat: int) -> tuple[Stop, ...]:
    """Return the stops proven by acks of our chain hash with another state hash, by seat, once it is clear
    which state is right.

    The chain hash fixes every move, and by the rules the moves fix the state hash. So such an ack is false
    for everybody who replays the record, and only its signer can have made it. But our own program may be the
    wrong one. So with more than two seats nobody is named before another has confirmed our position, and
    nobody at all when every other seat contradicts it. `seat` is this seat.
    """
    acks = {each: opened.acks[each] for each in opened.act if each in opened.acks}
    acks = {each: acked for each, acked in acks.items() if acked.ack.h == lock.h}
    others = [each for each in opened.act if each != seat]
    false = [each for each in others if each in acks and acks[each].ack.st != lock.st]
    agree = [each for each in others if each in acks and each not in false]
    if not false or not (agree or len(acks) == len(opened.act)):
        return ()
    k = lock.record.k
    written = (item.raw for item in lock.record.items)
    confirmed = (opened.acks[each].envelope.raw for each in sorted(opened.acks))
    evidence = (*written, *confirmed)
    keep = tuple(
        (_against(each if agree else None, acks[each].ack.slot), acks[each].envelope.raw, b"")
        for each in false
    )
    if not agree and len(others) > 1:
        text = f"all others signed a position at height {k} that the rules do not give in this program"
        return (Stop(Fault(None, FaultReason.ALONE, text, evidence), keep),)
    reason = FaultReason.FALSE_STATE if agree else FaultReason.OTHER_STATE
    text = f"a position at height {k} that the rules do not give in this program"
    if agree:
        text = f"a position at height {k} that does not follow from the rules"
    return tuple(
        Stop(Fault(each, reason, f"seat {each} signed {text}", evidence), (own,))
        for each, own in zip(false, keep, strict=True)
    )


def accused(kept_as: str) -> int | None:
    """Return the seat that a message kept under this name proves guilty; None for nobody."""
    word, _, rest = kept_as.partition("/")
    seat, _, _ = rest.partition("/")
    return int(seat) if word == _PROVEN else None


def _against(seat: int | None, slot: SignSlot) -> str:
    """Name under which a journal keeps a message that proves a seat guilty."""
    return str(slot) if seat is None else f"{_PROVEN}/{seat}/{slot}"
