"""No liar stops a table of three (net 5.6): it is named, nobody else is, and the others go on."""

from __future__ import annotations

import pytest

from tests.support.cheaters import ChainLiar, IllegalMover, StateLiar, Twin
from tests.support.liars import NonsenseVoter, SilentOnce, Three, Wary, Withdrawer
from tests.support.simulation import Faults, Peer
from tests.support.views import DoubleVoter, HighVoter, LowVoter

ROUGH = Faults(loss=0.05, copy=0.05, slow=0.01, until_s=10.0)
PROVEN = [StateLiar, Twin, IllegalMover, NonsenseVoter]
"""Liars whose own signatures prove the lie."""
NAMED = [ChainLiar, SilentOnce, Withdrawer]
"""Liars whom nothing proves: the table names the seat that it waits for, or that keeps changing its vote."""
VOTERS: list[type[Peer]] = [LowVoter, HighVoter, DoubleVoter]
"""Liars who lie only in votes, so they cannot lie where nobody has to vote."""


def table(kind: type[Peer], seed: int) -> Three:
    return Three(seed, heights=16, faults=ROUGH, liars=frozenset({seed % 3}), kind=kind, settle_s=5.0)


def named(run: Three) -> set[int]:
    """Seats that an honest peer has named in any way."""
    found = set()
    for peer in run.honest:
        assert isinstance(peer, Wary) and peer.table is not None
        found |= peer.blamed | peer.table.log.blame.proven | {each.seat for each in peer.unexplained}
    return found


@pytest.mark.parametrize("kind", [*PROVEN, *NAMED])
def test_one_liar_of_three_is_blamed_and_the_others_continue(kind: type[Peer]) -> None:
    """A liar may lie too late to be found out, or only to those who were away: then the game just ends."""
    runs = [table(kind, seed).run(limit_s=120.0) for seed in range(5)]
    for run in runs:
        assert named(run) <= run.liars, run.say(f"named {named(run)}")
        for peer in run.honest:
            assert peer.table is not None and not peer.table.log.machine.actors, run.say("stopped")
            assert kind in PROVEN or not peer.table.log.blame.proven, run.say(
                f"{peer.table.log.blame.proven}"
            )

    assert sum(named(run) == run.liars for run in runs) >= 3


@pytest.mark.parametrize("kind", VOTERS)
def test_a_seat_that_lies_only_in_votes_does_no_harm(kind: type[Peer]) -> None:
    for seed in range(5):
        run = table(kind, seed).run(limit_s=120.0)

        assert named(run) <= {seed % 3}
        assert all(peer.table is not None and not peer.table.log.machine.actors for peer in run.honest)
