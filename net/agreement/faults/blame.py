"""Seats that are proven to have signed something false, and this seat's right to sign after that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.agreement.effects import Fault, FaultReason, Stopped
from net.agreement.faults.stops import Stop
from net.agreement.journal import Journal
from net.agreement.post import Post
from net.wire.bodies import Entry, Vote, parse_body
from net.wire.envelope import SEATS_MAX, open_envelope
from net.wire.frame import Kind, pack_proof
from net.wire.words import Err

FAULTS_KEPT: Final = SEATS_MAX
"""Limit of contradicting pairs kept per seat: each of the others may have found a different pair first."""
_PAIRS: Final = (FaultReason.EQUIVOCATION, FaultReason.FALSE_VOTE)
JOURNAL_LOST: Final = Err(7, "this seat has lost its journal, or plays in two places", b"")


class Blame:
    """`stopped` is the reason why this seat signs no round, if there is one. `proven` are the seats that
    faults name: this seat neither votes for a view with them nor acknowledges one."""

    def __init__(self, seat: int, *, journal: Journal, post: Post) -> None:
        self.proven: set[int] = set()
        self._faults: list[Fault] = []
        self._act: tuple[int, ...] = ()
        self._seat = seat
        self._journal = journal
        self._post = post

    @property
    def stopped(self) -> Fault | None:
        """The first fault after which the table has not gone on."""
        return next(iter(self._open), None) if self._faults else None  # read many times for every message

    @property
    def _open(self) -> tuple[Fault, ...]:
        here = (None, self._seat, *self._act)
        return tuple(fault for fault in self._faults if fault.seat in here)

    def can_go_on(self, act: Sequence[int]) -> bool:
        """True if the seats of a stopped table, `act`, may vote to go on without the seats to blame."""
        blamed = {fault.seat for fault in self._open}
        return bool(blamed) and blamed <= {*act} - {self._seat} and len(act) > 2

    def is_fork(self, *, v: int, k: int) -> bool:
        """True if a seat is proven to have signed two entries of `k` in view `v`, or two later votes."""
        for fault in self._faults:
            if fault.reason is FaultReason.EQUIVOCATION:
                body = parse_body(open_envelope(fault.evidence[0]).body)
                if isinstance(body, Entry) and (body.v, body.k) == (v, k):
                    return True
                if isinstance(body, Vote) and body.v > v:
                    return True
        return False

    def has(self, pair: tuple[bytes, bytes]) -> bool:
        """True if these two messages are known as a proof."""
        return any(fault.evidence == tuple(sorted(pair)) for fault in self._faults)

    def take(self, stop: Stop, act: Sequence[int]) -> bool:
        """Stop for this fault, unless it names a seat that has left the game already; True if it is kept.
        Only the first fault of a seat is reported. More are kept: some contradictions, which explain other
        messages, and each entry that proves a lie of the seat, so that all peers save the same."""
        self._act = tuple(act)
        fault, seat = stop.fault, stop.fault.seat
        before = [each for each in self._faults if each.seat == seat]
        if any(each.evidence == fault.evidence for each in before):
            return False
        if fault.reason in _PAIRS:
            is_full = len(before) >= FAULTS_KEPT
        else:  # this needs no limit: a height has one entry of each seat
            is_full = bool(before) and fault.reason is not FaultReason.COMBINATION
        if is_full:
            return False
        self._faults.append(fault)
        if seat is not None:
            self.proven.add(seat)
        if fault in self._open and not before:
            self._post.put(Stopped(fault))
        return True

    def publish(self, stop: Stop) -> None:
        """Tell everybody, and journal the evidence, so that a restart stops the table again."""
        self._show(stop.fault, self._post.others)
        for slot, first, second in stop.keep:
            self._journal.evidence(slot, first, second)

    def show(self, to: Sequence[int]) -> None:
        """Send the proofs to these seats, so that they can judge for themselves."""
        for fault in self._faults:
            self._show(fault, to)

    def go_on(self, act: Sequence[int]) -> None:
        """Begin a view of `act`: these seats go on without the seats to blame."""
        self._act = tuple(act)

    def _show(self, fault: Fault, to: Sequence[int]) -> None:
        if fault.reason is FaultReason.LOST_JOURNAL:
            # Nobody else has done anything wrong; they only need to know why this seat stays silent.
            self._post.send(to, Kind.CTL, JOURNAL_LOST.encode())
            return
        if fault.reason in _PAIRS:
            self._post.send(to, Kind.PROOF, pack_proof(*fault.evidence))
            return
        for raw in fault.evidence:
            self._post.send(to, Kind.ENV, raw)
