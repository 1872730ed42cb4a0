"""Output of a table: frames, errors and reports. Its amount is bounded, no matter what a peer sends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net.agreement.effects import Complaint, Effect, Rejected, Send
from net.agreement.hearing.reach import Reach
from net.errors import PeerError
from net.link.contract import TokenBuckets
from net.wire.envelope import Envelope
from net.wire.frame import Frame, Kind
from net.wire.words import Err, err_for

ERRS_PER_S: Final = 5.0
ANSWERS_PER_S: Final = 20.0
"""Limit of answers that one peer's heads can draw from us; two peers at play need about four."""
REPORTS_PER_SEAT: Final = 32
AGAIN_S: Final = 0.2
"""Wait before a message is sent again to a peer, which must also have heard a later head of ours."""
HEADS_PER_S: Final = 4.0
"""Limit of heads to a single peer."""


class Post:
    """The outbox of one turn of the table, and the limits per peer."""

    def __init__(self, seat: int, seats: tuple[int, ...]) -> None:
        self.others = tuple(each for each in seats if each != seat)
        self._out: list[Effect] = []
        self._errs = TokenBuckets[int](ERRS_PER_S, ERRS_PER_S)
        self._answers = TokenBuckets[int](ANSWERS_PER_S, ANSWERS_PER_S)
        self._reported: dict[int, set[str]] = {each: set() for each in self.others}
        self.reach = Reach(seat, seats)
        self._sent: dict[tuple[int, bytes], tuple[int, float]] = {}
        """For each sent message, by receiver and id: the number of our last head at that time, and the
        time."""
        self._sent_before: dict[tuple[int, bytes], tuple[int, float]] = {}
        self._heads = TokenBuckets[int](HEADS_PER_S, HEADS_PER_S)

    def take(self) -> tuple[Effect, ...]:
        """Return all effects since the last call, in order."""
        out, self._out = tuple(self._out), []
        return out

    def put(self, effect: Effect) -> None:
        """Hand out an effect."""
        self._out.append(effect)

    def send(self, to: Iterable[int], kind: Kind, inside: bytes) -> None:
        """Send one frame to each of these seats."""
        if seats := tuple(to):
            frame = Frame(kind, inside).encode()
            self._out.extend(Send(each, frame) for each in seats)

    def to_all(self, kind: Kind, inside: bytes) -> None:
        """Send one frame to every other seat."""
        self.send(self.others, kind, inside)

    def publish(self, to: Iterable[int], envelope: Envelope, now: float) -> None:
        """Send a signed message to each of these seats, and remember that it is on its way."""
        seats = tuple(to)
        self._sent.update({(each, envelope.id): (self.reach.number, now) for each in seats})
        self.send(seats, Kind.ENV, envelope.raw)

    def again(self, to: int, envelope: Envelope, now: float) -> None:
        """Send a signed message again to a seat that lacks it, unless it may still be on its way there."""
        if self.is_lost(to, envelope.id, now):
            self.publish((to,), envelope, now)

    def run(self, to: int, name: bytes, raws: Iterable[bytes], now: float) -> None:
        """Send runs of records, remembered under a name."""
        self._sent[to, name] = self.reach.number, now
        for inside in raws:
            self.send((to,), Kind.RECS, inside)

    def is_lost(self, to: int, what: bytes, now: float) -> bool:
        """True if a message was never sent to a seat, or was sent and can no longer be on its way (R9)."""
        sent = self._sent.get((to, what)) or self._sent_before.get((to, what))
        return sent is None or (now - sent[1] >= AGAIN_S and self.reach.has_passed(to, sent[0]))

    def forget_sent(self, to: int) -> None:
        """Forget messages sent over the old link to a seat: their arrival is no longer expected."""
        for sent in (self._sent, self._sent_before):
            for each in [each for each in sent if each[0] == to]:
                del sent[each]

    def next_height(self) -> None:
        """Forget what was sent, except messages of the height that is final now and of the next height."""
        self._sent_before, self._sent = self._sent, {}

    def may_head(self, to: int, now: float) -> bool:
        """True if a head to a single peer may go out now; uses up its allowance."""
        return self._heads.take(to, 1.0, now)

    def may_answer(self, to: int, now: float) -> bool:
        """True if a peer's message may draw an answer; uses up its allowance."""
        return self._answers.take(to, 1.0, now)

    def err(self, to: int, error: Err, now: float) -> None:
        """Send a peer an error message, unless it has got too many lately."""
        if self._errs.take(to, 1.0, now):
            self.send((to,), Kind.CTL, error.encode())

    def refuse(self, sender: int, error: PeerError, *, ref: bytes, now: float, is_author: bool) -> None:
        """Refuse a message that `sender` sent, or signed (`is_author`); report it at most once per reason."""
        if self._is_new(sender, error.reason):
            self._out.append(Rejected(sender, error, is_author))
        self.err(sender, err_for(error, ref), now)

    def complained(self, sender: int, error: Err) -> None:
        """Report an error message of a peer, at most once per code."""
        if self._is_new(sender, f"ERR {error.code}"):
            self._out.append(Complaint(sender, error.code, error.text))

    def _is_new(self, sender: int, what: str) -> bool:
        reported = self._reported[sender]
        if what in reported or len(reported) >= REPORTS_PER_SEAT:
            return False
        reported.add(what)
        return True
