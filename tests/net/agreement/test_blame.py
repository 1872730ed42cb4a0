"""Blame for a stopped table: which seat it falls on, and whether the others may go on without that seat."""

from __future__ import annotations

import pytest

from net.agreement.effects import Fault, FaultReason, Stopped
from net.agreement.faults.blame import Blame
from net.agreement.faults.proof import Proof
from net.agreement.faults.stops import Stop, proved
from net.agreement.post import Post
from net.wire.bodies import Ack, Entry
from net.wire.sign_slot import Signed, round_slot
from tests.support.cheaters import Forger
from tests.support.keys import toy_genesis
from tests.support.lone_table import OTHER
from tests.support.memory_journal import MemoryJournal

SEATS = (0, 1, 2, 3)
FORGER = Forger(toy_genesis(4))


def blame() -> tuple[Blame, Post]:
    post = Post(0, SEATS)
    return Blame(0, journal=MemoryJournal(), post=post), post


def stop(seat: int | None, reason: FaultReason = FaultReason.ILLEGAL) -> Stop:
    return Stop(Fault(seat, reason, "for a test", (b"evidence",)), ())


@pytest.mark.parametrize(
    ("seat", "act", "can"),
    [
        (1, (0, 1, 2), True),
        (1, (0, 1), False),  # the one seat left would play alone
        (1, (0, 2, 3), False),  # it plays no more
        (0, (0, 1, 2), False),  # it is ourselves
        (None, (0, 1, 2), False),
    ],
)
def test_the_others_may_go_on_without_the_seat_to_blame(
    seat: int | None, act: tuple[int, ...], can: bool
) -> None:
    ours, _ = blame()
    assert not ours.can_go_on(act)
    ours.take(stop(seat), SEATS)

    assert ours.can_go_on(act) is can


def test_a_fault_of_each_seat_is_reported_once_and_the_first_one_stops_the_table() -> None:
    ours, post = blame()

    assert ours.take(stop(1), SEATS) and not ours.take(stop(1), SEATS)
    assert ours.take(stop(2), SEATS) and ours.stopped == stop(1).fault
    assert post.take() == (Stopped(stop(1).fault), Stopped(stop(2).fault))
    assert ours.proven == {1, 2} and ours.can_go_on(SEATS)


def test_the_table_goes_on_only_without_the_seat_to_blame() -> None:
    ours, _ = blame()
    ours.take(stop(1), SEATS)
    ours.go_on((0, 1, 2))
    assert ours.stopped == stop(1).fault
    ours.go_on((0, 2, 3))

    assert ours.stopped is None and ours.proven == {1}
    assert not ours.take(stop(1), (0, 2, 3))


@pytest.mark.parametrize(
    ("signed", "reason", "at", "is_fork"),
    [
        (FORGER.entry(1, 4, prev=OTHER, st=OTHER), FaultReason.EQUIVOCATION, (0, 4), True),
        (FORGER.entry(1, 4, prev=OTHER, st=OTHER), FaultReason.EQUIVOCATION, (0, 3), False),
        (FORGER.entry(1, 4, prev=OTHER, st=OTHER), FaultReason.EQUIVOCATION, (1, 4), False),
        (FORGER.ack(1, 4, h=OTHER, st=OTHER), FaultReason.EQUIVOCATION, (0, 4), False),
        (FORGER.entry(1, 4, prev=OTHER, st=OTHER), FaultReason.ILLEGAL, (0, 4), False),
    ],
)
def test_a_fork_is_two_entries_for_one_height_of_one_view(
    signed: Entry | Ack, reason: FaultReason, at: tuple[int, int], is_fork: bool
) -> None:
    ours, _ = blame()
    assert not ours.is_fork(v=at[0], k=at[1])
    ours.take(Stop(Fault(1, reason, "for a test", (FORGER.signed(signed).raw,)), ()), SEATS)

    assert ours.is_fork(v=at[0], k=at[1]) is is_fork


def test_each_proof_is_kept_under_the_name_of_its_subject() -> None:
    first, second = (FORGER.signed(FORGER.entry(1, 4, prev=OTHER, st=OTHER, pay=pay)) for pay in (b"a", b"b"))
    slot = round_slot(Signed.ENTRY, 4, v=0, seat=1)
    kept = [proved(Proof(1, about, first, second)).keep for about in (slot, None)]
    both = tuple(sorted((first.raw, second.raw)))

    ids = "/".join(sorted(each.id.hex()[:16] for each in (first, second)))
    assert kept == [((f"{slot}/{ids}", *both),), ((f"false-vote/1/{ids}", *both),)]


def test_a_proof_against_somebody_who_has_left_stops_nobody() -> None:
    ours, post = blame()

    assert ours.take(stop(1), (0, 2, 3)) and ours.proven == {1}
    assert ours.stopped is None and post.take() == ()
