"""Signed messages: by this seat, by others, and one height too early.

The book notices the same slot with another body, which proves equivocation (R4, R6). It is bounded: it holds
one message for each slot of the heights around the open one, the votes for views that are not final, this
seat's own votes, and a short list of messages that were refused.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeAlias

from net.agreement.journal import Journal, OwnEntry, Stored
from net.wire.bodies import Ack, Chat, Entry, Vote, parse_body
from net.wire.envelope import Envelope, open_envelope
from net.wire.sign_slot import Signed, SignSlot

REFUSED_KEPT: Final = 256
Secrets: TypeAlias = tuple[tuple[str, bytes], ...]


class Book:
    """Signed messages by slot. All but the early ones are journalled before they are remembered."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._mine: dict[SignSlot, Envelope] = {}
        self._seen: dict[SignSlot, Envelope] = {}
        self._early: dict[SignSlot, tuple[Envelope, Entry | Ack]] = {}
        self._refused: OrderedDict[bytes, None] = OrderedDict()

    def recall(self, stored: Stored, k: int) -> tuple[tuple[Envelope, Chat], ...]:
        """Take in a journal at final height `k`; returns this seat's own lines of chat, in order."""
        chats = []
        for kept, messages in ((self._mine, stored.mine), (self._seen, stored.seen)):
            for envelope in [open_envelope(raw) for _, raw in messages]:
                body = parse_body(envelope.body)
                if isinstance(body, Chat):
                    chats.append((envelope, body))
                elif isinstance(body, Vote) or (isinstance(body, Entry | Ack) and body.k >= k - 1):
                    kept[body.slot] = envelope
        return tuple(sorted(chats, key=lambda line: line[1].n))

    def mine(self, slot: SignSlot) -> Envelope | None:
        """The message that this seat signed for a slot."""
        return self._mine.get(slot)

    def find(self, slot: SignSlot) -> Envelope | None:
        """The message that anybody was seen to sign for a slot."""
        early = self._early.get(slot)
        return self._mine.get(slot) or self._seen.get(slot) or (early[0] if early else None)

    def is_known(self, slot: SignSlot, envelope: Envelope) -> bool:
        """True if this very message is remembered, accepted or refused: it needs no check again."""
        found = self.find(slot)
        return (found is not None and found.id == envelope.id) or envelope.id in self._refused

    def sign(self, slot: SignSlot, envelope: Envelope, secrets: Secrets = ()) -> Envelope:
        """Journal our message; returns the message that its slot holds: only that may be sent (R1, R2)."""
        if (held := self._mine.get(slot)) is not None:
            return held
        raw = self._journal.sign(str(slot), envelope.raw, secrets)
        self._mine[slot] = held = envelope if raw == envelope.raw else open_envelope(raw)
        return held

    def lock(
        self,
        path: tuple[tuple[int, bytes], ...],
        *,
        slot: SignSlot,
        ack: Envelope,
        entry: tuple[SignSlot, Envelope, Secrets] | None = None,
    ) -> Envelope:
        """Journal the locked records, by height, with our ack of the last, and our entry that completes
        it. Returns the ack, or the message that the slot of either held before."""
        if (held := self._mine.get(slot)) is not None:
            return held
        own = None if entry is None else OwnEntry(str(entry[0]), entry[1].raw, entry[2])
        raw = self._journal.lock(path, slot=str(slot), raw=ack.raw, entry=own)
        if raw != ack.raw:
            return open_envelope(raw)
        self._mine[slot] = ack
        if entry is not None:
            self._mine[entry[0]] = entry[1]
        return ack

    @property
    def votes(self) -> tuple[tuple[Envelope, Vote], ...]:
        """All votes that are remembered, this seat's own among them."""
        found = [(each, parse_body(each.body)) for each in (*self._mine.values(), *self._seen.values())]
        return tuple((envelope, body) for envelope, body in found if isinstance(body, Vote))

    def acks(self, seat: int) -> tuple[tuple[Envelope, Ack], ...]:
        """The acks of another seat that are remembered, of the heights around the open one."""
        held = [*self._seen.values(), *(envelope for envelope, _ in self._early.values())]
        found = [(each, parse_body(each.body)) for each in held if each.seat == seat]
        return tuple((envelope, body) for envelope, body in found if isinstance(body, Ack))

    def see(self, slot: SignSlot, envelope: Envelope) -> None:
        """Remember a message that another seat signed."""
        self._journal.seen(slot, envelope.id, envelope.raw)
        self._seen[slot] = envelope

    def keep_early(self, envelope: Envelope, body: Entry | Ack) -> None:
        """Keep a message of the height after the open one: the first of each slot."""
        self._early.setdefault(body.slot, (envelope, body))

    def take_early(self) -> tuple[tuple[Envelope, Entry | Ack], ...]:
        """All early messages, entries before acks, by seat; the book forgets them."""
        early = sorted(self._early.values(), key=lambda each: (isinstance(each[1], Ack), each[1].seat))
        self._early.clear()
        return tuple(early)

    def refuse(self, envelope: Envelope) -> None:
        """Remember a signed message that was refused and proves nothing."""
        self._refused[envelope.id] = None
        if len(self._refused) > REFUSED_KEPT:
            self._refused.popitem(last=False)

    def forget_below(self, k: int, *, v: int) -> None:
        """Forget heights below `k` and votes for views up to `v`: nothing there is judged again.

        This seat's own votes stay: it must always know what it once signed.
        """
        for slots in (self._mine, self._seen):
            for slot in [slot for slot in slots if slot.k < k]:
                del slots[slot]
        for slot in [slot for slot in self._seen if slot.kind is Signed.VOTE and slot.numbers[0] <= v]:
            del self._seen[slot]
