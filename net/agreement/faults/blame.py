"""Seats proven to have signed something false, and the rule that decides if this seat still signs."""

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
"""Limit of contradicting pairs kept per seat: each other one may have found another pair first."""
_PAIRS: Final = (FaultReason.EQUIVOCATION, FaultReason.FALSE_VOTE)
JOURNAL_LOST: Final = Err(7, "this seat has lost its journal, or plays in two places", b"")


class Blame:
    """`stopped` is why this seat signs nothing more, if so. `proven` are the seats that have signed what is
    proven to be false: nobody goes on with them."""

    def __init__(self, seat: int, *, journal: Journal, post: Post) -> None:
        self.proven: set[int] = set()
        self._faults: list[Fault] = []
        self._act: tuple[int, ...] = ()
        self._seat = seat
        self._journal = journal
        self._post = post

    @property
    def stopped(self) -> Fault | None:
        """The first fault that has not been gone on from."""
        return next(iter(self._open), None)

    @property
    def _open(self) -> tuple[Fault, ...]:
        if not self._faults:  # as ever, and every message asks
            return ()
        here = (None, self._seat, *self._act)
        return tuple(fault for fault in self._faults if fault.seat in here)

    def can_go_on(self, act: Sequence[int]) -> bool:
        """True if the rest of a stopped table, `act`, may vote to go on without those who are to blame."""
        blamed = {fault.seat for fault in self._open}
        return bool(blamed) and blamed <= {*act} - {self._seat} and len(act) > 2

    def is_fork(self, *, v: int, k: int) -> bool:
        """True if somebody is proven to have signed two entries for height `k` of view `v`, or two votes for
        a view above that."""
        for fault in self._faults:
            if fault.reason is FaultReason.EQUIVOCATION:
                body = parse_body(open_envelope(fault.evidence[0]).body)
                if isinstance(body, Entry) and (body.v, body.k) == (v, k):
                    return True
                if isinstance(body, Vote) and body.v > v:
                    return True
        return False

    def has(self, pair: tuple[bytes, bytes]) -> bool:
        """True if these very two messages are known as a proof."""
        return any(fault.evidence == tuple(sorted(pair)) for fault in self._faults)

    def take(self, stop: Stop, act: Sequence[int]) -> bool:
        """Stop for this, unless it names somebody who is out of the game already; whether it is news.

        Of one seat the first fault is told. More are kept: contradictions for what they explain, a few of
        them, and each entry that proves its lie to another, so that all who were lied to save the same.
        """
        self._act = tuple(act)
        fault, seat = stop.fault, stop.fault.seat
        before = [each for each in self._faults if each.seat == seat]
        if any(each.evidence == fault.evidence for each in before):
            return False
        if fault.reason in _PAIRS:
            is_full = len(before) >= FAULTS_KEPT
        else:  # of an entry there is one for each seat of a height
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
        """Tell everybody, and keep the evidence in the journal, so that a stopped table stays stopped."""
        self._show(stop.fault, self._post.others)
        for slot, first, second in stop.keep:
            self._journal.evidence(slot, first, second)

    def show(self, to: Sequence[int]) -> None:
        """Send what is proven to these seats, so that they can judge it themselves."""
        for fault in self._faults:
            self._show(fault, to)

    def go_on(self, act: Sequence[int]) -> None:
        """A view of `act` begins: the rest of the table goes on without the seats that are to blame."""
        self._act = tuple(act)

    def _show(self, fault: Fault, to: Sequence[int]) -> None:
        if fault.reason is FaultReason.LOST_JOURNAL:
            # Nobody else has done anything; they only need to know why this seat stays silent.
            self._post.send(to, Kind.CTL, JOURNAL_LOST.encode())
            return
        if fault.reason in _PAIRS:
            self._post.send(to, Kind.PROOF, pack_proof(*fault.evidence))
            return
        for raw in fault.evidence:
            self._post.send(to, Kind.ENV, raw)
