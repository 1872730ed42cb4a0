"""Where a majority is honest and connected, the table ends or goes on, whatever the others do (net 4.4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.agreement.faults.blame import Blame
from net.agreement.ledger import Ledger
from net.agreement.phase import Phase
from net.agreement.table import Table
from tests.support.liveness import Lively, lively, named

SEEDS = pytest.mark.parametrize(
    "seeds",
    [
        range(12),
        *(pytest.param(range(at, at + 500), marks=pytest.mark.slow) for at in range(12, 10_000, 500)),
    ],
    ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}",
)


def played(seed: int) -> Lively:
    """A table that has come to its end; raises `AssertionError` for a hang, a fork or a false accusation."""
    run = lively(seed)
    run.run(limit_s=120.0)
    assert named(run) <= run.liars, run.say(f"{named(run)} are named, {run.liars} lie")
    return run


@SEEDS
def test_no_minority_of_liars_stops_splits_or_frames(seeds: range) -> None:
    lost = 0
    for seed in seeds:
        run = played(seed)
        lost += any(peer.table is not None and peer.table.machine.actors != () for peer in run.honest)

    # While the network was parted, people have sometimes left out so many that liars are half of the rest.
    assert lost <= 0.1 * len(seeds) + 1


def no_path_is_lent(patch: pytest.MonkeyPatch) -> None:
    """Each seat goes by the first message of a slot alone."""
    patch.setattr(Table, "_lend", lambda self, sender, raws, now: None)


def only_the_first_liar(patch: pytest.MonkeyPatch) -> None:
    """While a table is stopped nobody else is found out."""
    take = Blame.take
    patch.setattr(Blame, "take", lambda self, stop, act: self.stopped is None and take(self, stop, act))


def whoever_follows_stops(patch: pytest.MonkeyPatch) -> None:
    """A seat that is left out takes no part in what the others have gone on with."""
    patch.setattr(Ledger, "phase", property(_stopped_phase))


def _stopped_phase(log: Ledger) -> Phase:
    phase = log.round.phase(log.seat)
    is_free = log.blame.stopped is None or (phase is Phase.AGREED and log.is_open)
    return phase if is_free else Phase.STOPPED


@pytest.mark.parametrize(
    ("rule", "seed"), [(no_path_is_lent, 48), (only_the_first_liar, 368), (whoever_follows_stops, 306)]
)
def test_each_rule_is_missed_when_it_is_switched_off(
    rule: Callable[[pytest.MonkeyPatch], None], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule(monkeypatch)

    with pytest.raises(AssertionError, match="does not come to an end"):
        played(seed)
