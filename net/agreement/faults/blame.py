"""Who is proven to have signed what is false, and whether this seat signs anything more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.agreement.effects import Fault, FaultReason, Stopped
from net.agreement.faults.stops import Stop
from net.agreement.journal import Journal
from net.agreement.post import Post
from net.wire.bodies import Entry, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind, pack_proof
from net.wire.words import Err

JOURNAL_LOST: Final = Err(7, "this seat has lost its journal, or plays in two places", b"")


class Blame:
    """`stopped` is why this seat signs nothing more, if so. `proven` are the seats that have signed what is
    proven to be false: nobody goes on with them."""

    def __init__(self, seat: int, *, journal: Journal, post: Post) -> None:
        self.stopped: Fault | None = None
        self.proven: set[int] = set()
        self._seat = seat
        self._journal = journal
        self._post = post

    def can_go_on(self, act: Sequence[int]) -> bool:
        """Whether the rest of a stopped table, `act`, may vote to go on without the seat that is to blame."""
        fault = self.stopped
        return (
            fault is not None
            and fault.seat is not None
            and fault.seat in act
            and fault.seat != self._seat
            and len(act) > 2
        )

    def is_fork(self, *, v: int, k: int) -> bool:
        """Whether somebody is proven to have signed two entries for height `k` of view `v`."""
        fault = self.stopped
        if fault is None or fault.reason is not FaultReason.EQUIVOCATION:
            return False
        body = parse_body(open_envelope(fault.evidence[0]).body)
        return isinstance(body, Entry) and (body.v, body.k) == (v, k)

    def take(self, stop: Stop, act: Sequence[int]) -> bool:
        """Stop for this, unless it names somebody who is out of the game already; whether it is news."""
        seat = stop.fault.seat
        if self.stopped is not None or (seat is not None and seat in self.proven and seat not in act):
            return False
        if seat is not None:
            self.proven.add(seat)
        if seat in (None, self._seat, *act):
            self.stopped = stop.fault
            self._post.put(Stopped(stop.fault))
        return True

    def publish(self, stop: Stop) -> None:
        """Tell everybody, and keep the evidence in the journal, so that a stopped table stays stopped."""
        self._show(stop.fault, self._post.others)
        for slot, first, second in stop.keep:
            self._journal.evidence(slot, first, second)

    def show(self, to: Sequence[int]) -> None:
        """Send what stopped the table to these seats, so that they can judge it themselves."""
        if self.stopped is not None:
            self._show(self.stopped, to)

    def go_on(self, act: Sequence[int]) -> None:
        """A view of `act` begins: the rest of the table goes on without the seat that is to blame."""
        if self.stopped is not None and self.stopped.seat is not None and self.stopped.seat not in act:
            self.stopped = None

    def _show(self, fault: Fault, to: Sequence[int]) -> None:
        if fault.reason is FaultReason.LOST_JOURNAL:
            # Nobody else has done anything; they only need to know why this seat stays silent.
            self._post.send(to, Kind.CTL, JOURNAL_LOST.encode())
            return
        if fault.reason in (FaultReason.EQUIVOCATION, FaultReason.FALSE_VOTE):
            self._post.send(to, Kind.PROOF, pack_proof(*fault.evidence))
            return
        for raw in fault.evidence:
            self._post.send(to, Kind.ENV, raw)
