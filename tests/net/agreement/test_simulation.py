"""The agreement of whole tables under faults, by seed (net 10.1). A failure names its seed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.cheaters import (
    AckLiar,
    ChainLiar,
    IllegalMover,
    Impostor,
    LyingSimulation,
    SlyMover,
    StateLiar,
    Twin,
)
from tests.support.memory_journal import Tables
from tests.support.simulation import CALM, ROUGH, Faults, Peer, Simulation

ROOT = Path(__file__).resolve().parents[3]
MIXED = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.002, partitions=2, until_s=15.0)
CRASHES = Faults(crash=0.02, until_s=15.0)
SEEDS = pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 50), marks=pytest.mark.slow)], ids=str
)

TRACE = """
import hashlib
from tests.support.simulation import ROUGH, Simulation
run, trace = Simulation(5, 5, faults=ROUGH), hashlib.blake2b()
carry = Simulation.carry
def traced(self, sender, to, frame):
    trace.update(b"%d %d" % (sender, to) + frame)
    carry(self, sender, to, frame)
Simulation.carry = traced
run.run()
print(run.frames, trace.hexdigest())
"""


def rough(seed: int) -> Simulation:
    return Simulation(seed, 2 + seed % 5, faults=ROUGH)


def lying(kind: type[Peer]) -> Callable[[int], LyingSimulation]:
    def make(seed: int) -> LyingSimulation:
        seats = 3 + seed % 4
        liars = frozenset({seed % seats})
        return LyingSimulation(seed, seats, faults=MIXED, liars=liars, kind=kind, settle_s=5.0)

    return make


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_a_calm_table_plays_to_the_end(seats: int) -> None:
    run = Simulation(1, seats, faults=CALM).run()

    assert [peer.table.log.k for peer in run.peers if peer.table] == [12] * seats


@SEEDS
def test_rough_tables_lose_nothing(seeds: range) -> None:
    """Loss, copies, delays to 3 s, partitions, crashes between every two actions, n = 2..6."""
    for seed in seeds:
        rough(seed).run()


@SEEDS
def test_tables_survive_peers_that_only_crash(seeds: range) -> None:
    """4.6 bug 1 was found by crashes between two actions and by nothing else."""
    for seed in seeds:
        run = Simulation(seed, 2 + seed % 3, faults=CRASHES).run()

        assert max(peer.life for peer in run.peers) > 1


def test_the_order_of_sets_changes_no_effect() -> None:
    """The same seed gives the same frames under two values of PYTHONHASHSEED."""
    traces = [
        subprocess.run(
            [sys.executable, "-c", TRACE],
            env={**os.environ, "PYTHONHASHSEED": each},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for each in ("0", "4711")
    ]

    assert traces[0] == traces[1] and int(traces[0].split()[0]) > 500


def proven(run: LyingSimulation) -> bool:
    """True if all the honest hold a proof against the liar, if any does."""
    reasons = {
        peer.table.log.blame.stopped.reason
        for peer in run.honest
        if peer.table and peer.table.log.blame.stopped
    }
    everybody = all(
        peer.table is not None and peer.table.log.blame.stopped is not None for peer in run.honest
    )
    assert reasons <= {"equivocation"} and (everybody or not reasons), run.say("not everybody knows")
    return everybody


@SEEDS
@pytest.mark.parametrize("kind", [Twin, AckLiar])
def test_everybody_gets_the_proof_against_an_equivocator(kind: type[Peer], seeds: range) -> None:
    """No fork, no false accusation, and all the honest end with the same proof or nobody was harmed."""
    runs = [lying(kind)(seed).run() for seed in seeds]

    assert sum(map(proven, runs)) > 0.7 * len(seeds)


@SEEDS
def test_at_a_table_of_two_the_other_also_gets_the_proof_against_an_equivocator(seeds: range) -> None:
    """With one peer to lie to, the twin shows it both games."""
    for seed in seeds:
        assert proven(LyingSimulation(seed, 2, liars=frozenset({seed % 2}), kind=Twin).run())


@SEEDS
@pytest.mark.parametrize("kind", [IllegalMover, SlyMover])
def test_signed_illegal_entries_end_the_table_for_everybody(kind: type[Peer], seeds: range) -> None:
    """deck 6.11: terminal, with the same fault at every peer, also if one half never got the entry."""
    for seed in seeds:
        run = lying(kind)(seed).run()
        faults = {peer.table.log.blame.stopped for peer in run.honest if peer.table}

        assert len(faults) == 1, run.say(f"{faults}")
        fault = faults.pop()
        assert fault is not None and (fault.reason, fault.seat) == ("illegal", seed % run.seats)


@SEEDS
def test_forged_names_harm_nobody(seeds: range) -> None:
    """Frames in other seats' names with wrong signatures: refused, and the game goes to its end."""
    for seed in seeds:
        run = lying(Impostor)(seed).run()

        assert all(peer.table and peer.table.log.k == run.heights for peer in run.honest), run.say("stopped")
        assert any(refused.error.reason == "bad-signature" for peer in run.honest for refused in peer.refused)


def test_a_program_with_another_position_is_blamed_by_all_others() -> None:
    """Equal chains and other states: which of two programs is wrong the majority here can tell."""
    for seed in range(10):
        odd = seed % 4
        run = Simulation(seed, 4, skewed=frozenset({odd})).run()

        stops = [peer.table.log.blame.stopped for peer in run.peers if peer.table]
        assert [stop and (stop.reason, stop.seat) for stop in stops] == [
            ("alone", None) if peer.seat == odd else ("false-state", odd) for peer in run.peers
        ]
        assert all(peer.table and peer.table.log.k == 1 for peer in run.peers)


@SEEDS
def test_if_a_false_state_hash_stops_a_table_every_honest_seat_blames_the_liar(seeds: range) -> None:
    """Shown to all it is false by the rules, shown to some it is one of two messages for one place."""
    named = []
    for seed in seeds:
        run = lying(StateLiar)(seed).run()
        stops = [peer.table.log.blame.stopped for peer in run.honest if peer.table]
        if not any(stops):
            continue
        assert {stop and stop.seat for stop in stops} == {seed % run.seats}, run.say(f"{stops}")
        named += [stop.reason for stop in stops if stop]

    assert len(named) > 2 * len(seeds) and set(named) == {"false-state", "equivocation"}


@SEEDS
def test_if_a_false_chain_hash_freezes_a_table_only_the_liar_is_reported_or_awaited(seeds: range) -> None:
    """Nobody can back it, so everybody says whom the table waits for; nobody else is ever named."""
    complained = 0
    for seed in seeds:
        run = lying(ChainLiar)(seed)
        for peer in run.peers:
            run.at(0.0, peer.boot)
        until = MIXED.until_s + 20.0
        while run.now < until:
            run._next()

        for peer in run.honest:
            assert (
                peer.table is not None
                and peer.table.log.blame.stopped is None
                and peer.table.log.k < run.heights
            )
            assert {each.seat for each in peer.unexplained} <= {seed % run.seats}
            opened = peer.table.log.open
            if not opened.disputed:  # its ack was lost, and it shows it no more: then it is waited for
                assert opened.acks == (seed % run.seats,), run.say("waits for somebody else")
                continue
            complained += 1
            assert opened.disputed == (seed % run.seats,)
            assert peer.unexplained[-1].k == peer.table.log.k + 1, run.say(f"{peer.unexplained}")
    assert complained > 2 * len(seeds)


class Restored(Peer):
    """A peer whose profile is taken back to a backup of height 4 when it has come to height 8."""

    backup: Tables | None = None
    done = False

    def may_crash(self, _: str) -> None:
        if self.backup is None and len(self.journal.page.records) == 4:
            self.backup = self.journal.page.copy()
        if not self.done and self.backup is not None and len(self.journal.page.records) == 8:
            self.done = True
            self.journal.synced = [self.backup]
            self.net.after(0.0, self.die)

    def die(self) -> None:
        self.table = None
        self.life += 1
        self.journal.synced = [self.backup or Tables()]
        self.net.after(0.5, self.boot)


class RestoredSimulation(Simulation):
    """Seat 0 restores a backup; it is no liar, but what it signed twice would make it look like one."""

    def make(self, seat: int) -> Peer:
        return Restored(self, seat) if seat == 0 else Peer(self, seat)


def restored(seed: int) -> RestoredSimulation:
    return RestoredSimulation(seed, 4, liars=frozenset({0}))


def test_a_restored_backup_is_noticed_before_it_signs_anything() -> None:
    """R11: heads first. The owner finds its own signatures with the others; nobody is accused."""
    for seed in range(10):
        run = restored(seed)
        with pytest.raises(AssertionError, match="come to an end"):
            run.run(limit_s=15.0)
        owner = run.peers[0].table

        assert (
            owner is not None
            and owner.log.blame.stopped is not None
            and owner.log.blame.stopped.reason == "lost-journal"
        )
        assert [peer.faults for peer in run.honest] == [[], [], []]


def test_a_missing_link_is_bridged_by_other_peers() -> None:
    """R10: with one link of six cut the game goes on at nearly full speed."""
    whole = [Simulation(seed, 4, heights=40).run().now for seed in range(4)]
    cut = [Simulation(seed, 4, heights=40, cut=frozenset({frozenset({0, 1})})).run().now for seed in range(4)]

    assert sum(cut) < 2 * sum(whole)


# Batches, so that each stays well under the time limit of a test on a loaded machine.
@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 2000, 200))
def test_rough_tables_lose_nothing_in_many_runs(first: int) -> None:
    for seed in range(first, first + 200):
        rough(seed).run()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1400, 100))
@pytest.mark.parametrize("kind", [Twin, AckLiar])
def test_everybody_gets_the_proof_against_an_equivocator_in_many_runs(kind: type[Peer], first: int) -> None:
    for seed in range(first, first + 100):
        proven(lying(kind)(seed).run())
