"""A spectator's check of a log, in one process or with helpers: the fault named where others checked a
part."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from net.agreement.walk import BadRecord
from net.machine import Place
from net.watch.judge import Judge
from tests.support.keys import fast_verify
from tests.support.logs import honest_log
from tests.support.toy import Toy

LOG = honest_log(3, 6)


@dataclass(frozen=True, slots=True)
class Lost(Toy):
    """A toy machine that fails after the third height, as rules may on bytes that nobody has checked."""

    def after(self, place: Place, entries: tuple[tuple[int, bytes], ...]) -> Toy:
        if place.k == 3:
            raise LookupError("no such card")
        return Toy.after(self, place, entries)


def judge() -> Judge:
    return Judge(LOG.genesis.encode(), LOG.sigs, machine=Lost(3), verify=fast_verify)


def test_an_unchecked_height_that_fits_nowhere_blames_nobody() -> None:
    ours = judge()
    ours.divide(0, 2)
    for raw in LOG.raws[:2]:
        ours.check(raw)
    with pytest.raises(BadRecord) as why:
        ours.check(LOG.raws[2])

    assert (why.value.k, why.value.reason, why.value.seat) == (3, "unchecked", None)
    assert (ours.k, ours.certain_k, ours.is_shared) == (0, 0, False)


def test_not_getting_on_from_a_height_that_we_have_checked_is_our_own_error() -> None:
    """A height that we have checked and cannot go on from is our program's fault, not the record's."""
    ours = judge()
    for raw in LOG.raws[:2]:
        ours.check(raw)

    with pytest.raises(LookupError):
        ours.check(LOG.raws[2])


def test_a_look_ahead_at_records_that_do_not_fit_reports_nothing() -> None:
    assert judge().look_ahead(LOG.raws) == ()
    assert [step.place.k for step in judge().look_ahead(LOG.raws[:2])] == [1, 2]
