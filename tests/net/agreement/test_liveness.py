"""The promise of net 4.4: an honest, connected majority ends its game or goes on, whatever liars do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.agreement.log import Log
from net.agreement.walk import walk
from net.errors import NoView
from net.machine import Choice, TableView
from net.wire.genesis import sign_genesis
from net.wire.record import canonical
from tests.support.keys import fast_key, fast_verify
from tests.support.liveness import Lively, lively, named
from tests.support.toy import Toy

SEEDS = pytest.mark.parametrize(
    "seeds",
    [range(6), *(pytest.param(range(at, at + 500), marks=pytest.mark.slow) for at in range(6, 10_000, 500))],
    ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}",
)


def played(seed: int, limit_s: float = 120.0) -> Lively:
    """A finished table; raises `AssertionError` for a hang, a fork or a false accusation."""
    run = lively(seed)
    run.run(limit_s=limit_s)
    for peer in run.honest:
        assert peer.table is not None
        genesis, saved = run.genesis.encode(), canonical(peer.table.log.records)
        sigs = [sign_genesis(genesis, fast_key(seat)) for seat in range(run.seats)]
        machine = Toy(run.seats, end=run.heights)
        assert len(list(walk(genesis, sigs, saved, machine=machine, verify=fast_verify))) == len(saved)
    assert named(run) <= run.liars, run.say(f"{named(run)} are named, {run.liars} lie")
    return run


@SEEDS
def test_a_minority_of_liars_can_neither_stop_the_table_nor_split_it_nor_frame_anybody(seeds: range) -> None:
    lost = 0
    for seed in seeds:
        run = played(seed)
        lost += any(peer.table is not None and peer.table.log.machine.actors != () for peer in run.honest)

    # While the network was parted, people have sometimes left out seats until liars are half of the rest.
    assert lost <= 0.03 * len(seeds) + 1


def no_path_is_lent(patch: pytest.MonkeyPatch) -> None:
    """Switch the lending of records off: each seat keeps the first message of a slot."""
    patch.setattr(Log, "borrow", lambda self, sender, records, now: None)


@pytest.mark.parametrize(("rule", "seed"), [(no_path_is_lent, 48)])
def test_a_test_notices_each_rule_that_is_switched_off(
    rule: Callable[[pytest.MonkeyPatch], None], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule(monkeypatch)

    with pytest.raises(AssertionError, match="does not come to an end"):
        played(seed, limit_s=60.0)


@pytest.mark.parametrize("seed", [2276, 5017])
def test_a_table_goes_on_though_a_lock_is_known_to_be_void_only_from_a_later_change(seed: int) -> None:
    """The holder of the other lock had gone on to the change that made it void, and told nobody of it."""
    played(seed, limit_s=60.0)


@pytest.mark.parametrize("seed", [3933, 4710, 6035, 7845])
def test_a_table_with_a_liar_in_half_of_a_locked_view_says_why_it_cannot_go_on(seed: int) -> None:
    """An honest seat and a liar have locked a view without the third, and for the liar it may be final.

    The liar is half of that view, so nobody goes on without it, and the peers say so.
    """
    run = played(seed, limit_s=60.0)

    for peer in run.honest:
        assert peer.table is not None
        if peer.table.log.changes._locked_acts() and run.is_halved:
            with pytest.raises(NoView, match="more than half"):
                peer.table.vote(TableView(tuple(each.seat for each in run.honest), Choice.LEAVE_OUT), run.now)


def test_a_seat_that_shows_its_lock_is_not_blamed_for_a_liars_lock_at_the_same_height() -> None:
    """Both vote with the highest lock that is claimed, and one of them has shown it."""
    run = played(6296)

    assert {each.seat for peer in run.honest for each in peer.unexplained} == run.liars
