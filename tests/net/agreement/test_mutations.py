"""Every safety rule, switched off, must be found out by the simulator (net 4.5, 10.1).

A simulator that finds nothing when a rule is missing proves nothing when it is there. Each test
runs the same seeds with and without one rule; the ordinary form stops at the first seed that finds
it, the slow form counts in how many of a hundred it is found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from net.agreement import advance as advance_module
from net.agreement import log as log_module
from net.agreement import table as table_module
from net.agreement.book import Book
from net.agreement.faults.blame import Blame
from net.agreement.hearing.heads import Heads
from net.agreement.hearing.pulse import Pulse
from net.agreement.hearing.reach import Reach
from net.agreement.journal import Stored
from net.agreement.log import Log
from net.agreement.post import Post
from net.agreement.round import Acked, Round
from net.errors import Diverged
from net.wire.envelope import Envelope
from tests.net.agreement.test_simulation import lying, restored, rough
from tests.support.cheaters import AckLiar, IllegalMover, Impostor, Twin
from tests.support.simulation import Faults, Simulation
from tests.support.values import replace

LOSSY = Faults(loss=0.15, until_s=60.0)
CRASHY = Faults(crash=0.01, until_s=15.0)


# -- what switching a rule off means


def majority_is_enough(patch: pytest.MonkeyPatch) -> None:
    """R7 off: final when more than half of the acks agree."""

    def most(self: Round) -> tuple[Envelope, ...] | None:
        if self.lock is None:
            return None
        same = [each.envelope for _, each in sorted(self.acks.items()) if each.ack.h == self.lock.h]
        return tuple(same) if 2 * len(same) > len(self.act) else None

    patch.setattr(Round, "unanimous", most)


def lock_is_not_acked_after_restart(patch: pytest.MonkeyPatch) -> None:
    """R11 off: bug 1 of net 4.6, with a journal that keeps lock and ack in two transactions."""
    step = advance_module._step

    def forgetful(log: Log, now: float) -> bool:
        if log.round.lock is not None and log.seat not in log.round.acks:
            return False
        return step(log, now)

    patch.setattr(advance_module, "_step", forgetful)


def own_signatures_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """R1 off: a restarted peer knows nothing of what it signed."""
    recall = Book.recall

    def amnesia(self: Book, stored: Stored, k: int) -> object:
        return recall(self, replace(stored, mine=(), path=()), k)

    patch.setattr(Book, "recall", amnesia)


def state_is_not_compared(patch: pytest.MonkeyPatch) -> None:
    """R4, R6 and R7 weakened: they compare the chain and not the state."""
    check_entry = log_module.check_entry

    def careless(*words: object, **names: object) -> None:
        try:
            check_entry(*words, **names)  # type: ignore[arg-type]
        except Diverged:
            return

    def blind(self: Log, seat: int, now: float) -> None:
        acked, lock = self.round.acks.get(seat), self.round.lock
        if acked is not None and lock is not None:
            self.round.acks[seat] = Acked(acked.envelope, replace(acked.ack, st=lock.st))

    patch.setattr(log_module, "check_entry", careless)
    patch.setattr(Log, "_compare", blind)


def equivocation_is_overlooked(patch: pytest.MonkeyPatch) -> None:
    """R4 and R6 without the proof: the second message for a slot is dropped."""
    patch.setattr(Log, "proved", lambda self, proof: None)


def chains_are_not_exchanged(patch: pytest.MonkeyPatch) -> None:
    """R6 off: peers on different chains do not exchange their entries."""
    patch.setattr(Log, "show_entries", lambda self, seat, now: None)


def heads_are_not_sent(patch: pytest.MonkeyPatch) -> None:
    """R9 off: no heads are sent."""
    patch.setattr(Heads, "send", lambda self, to: None)


def entries_are_not_judged(patch: pytest.MonkeyPatch) -> None:
    """R5 off: entries are taken without the machine's judgement."""
    patch.setattr(
        Round,
        "is_complete",
        property(lambda self: bool(self.actors) and all(seat in self.entries for seat in self.actors)),
    )


def signatures_are_not_checked(patch: pytest.MonkeyPatch) -> None:
    """The last step of net 5.2 off: signatures are not checked."""
    patch.setattr(table_module, "check_signature", lambda *words: None)


def evidence_is_kept_secret(patch: pytest.MonkeyPatch) -> None:
    """A peer that stops tells nobody why."""
    patch.setattr(Blame, "_show", lambda self, fault, to: None)


def restarted_peer_signs_at_once(patch: pytest.MonkeyPatch) -> None:
    """R11 off: a restarted peer signs without waiting for heads."""
    patch.setattr(Pulse, "is_synced", property(lambda self: True))


# -- runs in which the missing rule must be found


def with_journals(make: Callable[[int], Simulation], **flaws: object) -> Callable[[int], Simulation]:
    """The simulations of `make` over disks with these flaws."""

    def flawed(seed: int) -> Simulation:
        run = make(seed)
        for peer in run.peers:
            for name, value in flaws.items():
                setattr(peer.journal, name, value)
        return run

    return flawed


def crashing(seed: int) -> Simulation:
    return Simulation(seed, 2 + seed % 4, faults=CRASHY)


def skewed(seed: int) -> Simulation:
    return Simulation(seed, 2 + seed % 4, skewed=frozenset({0}))


def lossy(seed: int) -> Simulation:
    return Simulation(seed, 4, faults=LOSSY)


def restored_unaccused(seed: int) -> Simulation:
    run = restored(seed)
    with pytest.raises(AssertionError, match="come to an end"):
        run.run(limit_s=15.0)
    assert not any(peer.faults for peer in run.honest), run.say("an innocent owner is accused")
    return run


def illegal_unfinished(seed: int) -> Simulation:
    run = lying(IllegalMover)(seed).run()
    for peer in run.honest:
        assert peer.table and peer.table.log.blame.stopped, run.say("an illegal entry became final")
    return run


@dataclass(frozen=True)
class Mutation:
    """A rule switched off, where it must be found, and in how many of 100 runs at least."""

    name: str
    off: Callable[[pytest.MonkeyPatch], None]
    make: Callable[[int], Simulation]
    at_least: int


MUTATIONS = [
    Mutation("majority", majority_is_enough, lying(Twin), 10),
    Mutation("lost tail", lambda patch: None, with_journals(crashing, lost_syncs=1), 30),
    Mutation("longer lost tail", lambda patch: None, with_journals(rough, lost_syncs=3), 30),
    Mutation("unacked lock", lock_is_not_acked_after_restart, with_journals(crashing, splits_locks=True), 10),
    Mutation("sign twice", own_signatures_are_forgotten, with_journals(crashing, overwrites=True), 30),
    Mutation("state", state_is_not_compared, skewed, 90),
    Mutation("equivocation", equivocation_is_overlooked, lying(Twin), 50),
    Mutation("fork exchange", chains_are_not_exchanged, lying(Twin), 15),
    Mutation("heads", heads_are_not_sent, lossy, 90),
    Mutation("judging", entries_are_not_judged, illegal_unfinished, 12),
    Mutation("signatures", signatures_are_not_checked, lying(Impostor), 90),
    Mutation("evidence", evidence_is_kept_secret, lying(AckLiar), 30),
    Mutation("sync", restarted_peer_signs_at_once, restored_unaccused, 20),
]
NAMES = [mutation.name for mutation in MUTATIONS]


def is_found(mutation: Mutation, seed: int) -> bool:
    """True if one run violates anything."""
    try:
        mutation.make(seed).run()
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_a_rule_that_is_switched_off_is_noticed(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation.off(monkeypatch)

    assert any(is_found(mutation, seed) for seed in range(25))


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=NAMES)
def test_a_rule_that_is_switched_off_is_noticed_in_many_runs(
    mutation: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.off(monkeypatch)
    found = sum(is_found(mutation, seed) for seed in range(100))

    assert found >= mutation.at_least, f"{mutation.name}: in {found} of 100"


def test_a_journal_that_splits_lock_and_ack_does_no_harm_while_the_rule_is_on() -> None:
    """4.6 bug 1: the journal that keeps lock and ack apart does no harm while the rule is there."""
    for seed in range(15):
        with_journals(crashing, splits_locks=True)(seed).run()


def test_tables_are_faster_because_early_entries_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """4.6 bug 2: without the buffer they come back with the next head only."""
    kept = [Simulation(seed, 5, heights=30, is_brisk=True).run() for seed in range(3)]
    monkeypatch.setattr(Book, "keep_early", lambda self, envelope, body: None)
    dropped = [Simulation(seed, 5, heights=30, is_brisk=True).run() for seed in range(3)]

    assert sum(run.now for run in dropped) > 3 * sum(run.now for run in kept)


@pytest.mark.slow
def test_passing_on_messages_makes_a_missing_link_bearable(monkeypatch: pytest.MonkeyPatch) -> None:
    """R10: without passing on at once a cut link costs a head's wait per height."""

    def cut(seed: int) -> Simulation:
        return Simulation(seed, 4, heights=30, is_brisk=True, cut=frozenset({frozenset({0, 1})})).run()

    relayed = [cut(seed) for seed in range(3)]
    monkeypatch.setattr(Reach, "lends_to", lambda self, author: ())
    unrelayed = [cut(seed) for seed in range(3)]

    assert sum(run.now for run in unrelayed) > 3 * sum(run.now for run in relayed)


def test_answers_to_heads_are_bounded() -> None:
    """A peer that asks a thousand times a second is answered twenty times."""
    post = Post(0, (0, 1))

    assert sum(post.may_answer(1, at / 1000) for at in range(1000)) <= 40
