"""Goodbyes of seats that leave: kept over a restart, and told again to seats that may not have heard them."""

from __future__ import annotations

import pytest

from net.agreement.aside.goodbyes import Goodbyes, has_parted
from net.wire.bodies import Going, Leave
from net.wire.envelope import Envelope
from tests.support.cheaters import Forger
from tests.support.keys import toy_genesis
from tests.support.logs import honest_log
from tests.support.memory_journal import MemoryJournal
from tests.support.values import replace

FORGER = Forger(toy_genesis(3))


def leave(seat: int, k: int, shares: bytes = b"shares") -> tuple[Envelope, Leave]:
    said = Leave(FORGER.genesis.id, seat, k, Going.FOR_GOOD, shares)
    return FORGER.signed(said), said


def test_each_peer_is_sent_the_goodbyes_of_all_others() -> None:
    ours = Goodbyes(MemoryJournal())
    raws = []
    for seat in (2, 1):
        envelope, said = leave(seat, 5)
        ours.take(envelope, said, is_late=False)
        raws.insert(0, envelope.raw)

    assert [ours.raws(but) for but in (0, 1, 2)] == [tuple(raws), (raws[1],), (raws[0],)]
    ours.is_here(1)
    assert ours.raws(0) == (raws[1],)


@pytest.mark.parametrize(("k", "is_late"), [(4, False), (5, False), (6, False), (7, True)])
def test_a_goodbye_of_two_heights_ago_counts_as_late_after_a_restart(k: int, is_late: bool) -> None:
    journal = MemoryJournal()
    envelope, said = leave(1, 5)
    Goodbyes(journal).keep(envelope, said, after=None)
    told = Goodbyes(journal).recall(journal.crash(), k, has=lambda _: True)

    assert [(each.seat, each.k, each.shares, each.is_late) for each in told] == [(1, 5, b"shares", is_late)]


def test_shares_left_behind_are_not_sent_once_they_cannot_be_checked_any_more() -> None:
    journal = MemoryJournal()
    for seat, k in ((0, 5), (1, 6), (2, 7)):
        envelope, said = leave(seat, k)
        Goodbyes(journal).keep(envelope, said, after=None)

    assert [each.seat for each in Goodbyes(journal).recall(journal.crash(), 6, has=lambda _: False)] == [2]
    assert Goodbyes(journal).recall(None, 6, has=lambda _: True) == ()


@pytest.mark.parametrize(
    ("acts", "parted"),
    [
        ({}, True),
        ({4: (0, 2)}, True),  # it was away before, and has come back
        ({5: (0, 2)}, False),
        ({6: (0, 2)}, False),  # and the others have gone on without it since
    ],
)
def test_a_seat_that_said_goodbye_counts_as_parted_until_the_others_go_on(
    acts: dict[int, tuple[int, ...]], parted: bool
) -> None:
    records = [replace(each, act=acts.get(each.k, each.act)).encode() for each in honest_log(3, 6).records]
    stored = replace(MemoryJournal().crash(), records=tuple(records), goodbyes=(leave(1, 5)[0].raw,))

    assert has_parted(stored, 1) is parted
    assert not has_parted(stored, 0) and not has_parted(replace(stored, goodbyes=()), 1)


def test_shares_left_behind_are_journalled_once_for_each_height() -> None:
    journal = MemoryJournal()
    ours, last = Goodbyes(journal), None
    for k, shares in ((4, b""), (5, b"shares"), (5, b"others"), (6, b"more")):
        envelope, said = leave(1, k, shares)
        ours.keep(envelope, said, after=last)
        last = said

    assert sorted(journal.page.goodbyes) == [(5, 1), (6, 1)]
