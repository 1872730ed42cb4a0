"""The models, and every rule switched off with the model that must find it (net 4.5).

If a search found nothing without a rule, its silence would prove nothing with the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest

from net.agreement.faults import proof as proof_module
from net.agreement.hearing.heads import Heads
from net.agreement.log import Log
from net.agreement.views import changes as changes_module
from net.agreement.views.changes import Changes
from net.agreement.views.votes import Views
from net.machine import TableView
from net.wire.bodies import Ack, Vote
from tests.exhaust.model import Case
from tests.exhaust.seat import Disk
from tests.net.agreement import test_mutations as rules
from tests.net.agreement import test_views as views
from tests.net.agreement.test_liveness import no_path_is_lent
from tests.support.values import replace

TWO_ENTRIES: Final = frozenset({"two entries"})
CALM: Final = Case()
DEATH: Final = Case(deaths=1)
SHORT_DEATH: Final = replace(DEATH, heights=1)
CHANGE: Final = Case(heights=1, wishes=1, may_go=True)
TWO_CHANGES: Final = replace(CHANGE, wishes=2, views=2)
DEATH_IN_A_CHANGE: Final = Case(heights=1, deaths=1, wishes=1)
TWO_FACES: Final = Case(heights=1, liar=0, lies=TWO_ENTRIES, says=4)
LOW_VOTES: Final = Case(heights=1, liar=2, lies=frozenset({"low vote", "lone vote"}), says=2, wishes=2)
HIGH_VOTES: Final = Case(
    heights=1, liar=2, lies=frozenset({"high vote"}), says=3, wishes=1, acts=((1, 2), (0, 1))
)
SILENT: Final = Case(heights=1, liar=2, wishes=4, views=2, acts=((0, 1), (0,), (1,)))

CASES: Final = {
    "calm": CALM,
    "death": DEATH,
    "change": CHANGE,
    "change in two heights": Case(wishes=1),
    "two changes": TWO_CHANGES,
    "death in a change": DEATH_IN_A_CHANGE,
    "silent": SILENT,
    "two faces": TWO_FACES,
    "two faces, a change": replace(TWO_FACES, wishes=1),
    "two faces that vote": replace(
        TWO_FACES, lies=TWO_ENTRIES | {"vote"}, wishes=1, acts=((0, 1), (0, 2), (1, 2))
    ),
    "two faces that lend": replace(TWO_FACES, lies=TWO_ENTRIES | {"records"}, wishes=1, acts=((1, 2),)),
    "false ack": Case(heights=1, liar=2, lies=frozenset({"false ack"}), says=3),
    "false ack of a change": replace(
        HIGH_VOTES, lies=frozenset({"vote", "false ack"}), acts=((0, 1), (0, 2))
    ),
    "false entry": Case(heights=1, liar=0, lies=frozenset({"false entry"}), says=3),
    "low vote": LOW_VOTES,
    "high vote": HIGH_VOTES,
}
"""The cases that are searched. In all of them any message may be late, lost and doubled, in any order."""


def no_rule(patch: pytest.MonkeyPatch) -> None:
    """No rule is off: only the disk breaks its promises."""


def void_without_a_proof(patch: pytest.MonkeyPatch) -> None:
    """R14 off: two votes that name different rounds make both void, even if one vote is made up."""
    patch.setattr(Log, "is_forked", property(lambda self: True))


def votes_stay_where_they_are(patch: pytest.MonkeyPatch) -> None:
    """R13 off: a seat that wants the same in a higher view is not joined there."""

    def next_view(self: Views, wanted: TableView, seat: int, *, last: int, current: int) -> int | None:
        mine = self.vote(last, seat)
        return max(last, current) + 1 if mine is None or mine.view != wanted else None

    patch.setattr(Views, "target", next_view)


def votes_are_not_shown(patch: pytest.MonkeyPatch) -> None:
    """R9 off: a head draws no votes and acks of changes that are open."""
    patch.setattr(Changes, "open_for", lambda self, to: ())


def records_are_not_given(patch: pytest.MonkeyPatch) -> None:
    """R9 off: a peer that is behind is given no records."""
    patch.setattr(Heads, "_give_records", lambda self, to, k, now: None)


def any_vote_contradicts_any_ack(patch: pytest.MonkeyPatch) -> None:
    """R13 off: a vote is held against acks that its voter gave after it, in its view."""

    def contradicts(vote: Vote, ack: Ack) -> bool:
        return ack.seat == vote.seat and (ack.v, ack.k) > (vote.lv, vote.lk)

    patch.setattr(changes_module, "contradicts", contradicts)
    patch.setattr(proof_module, "contradicts", contradicts)


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule switched off, and the model in which that is found."""

    name: str
    off: Callable[[pytest.MonkeyPatch], None]
    case: Case
    is_lively: bool = False
    """True if the fault is a table that stands still, though nothing wrong is said or final."""


SWITCHES: Final = (
    Switch("majority of acks", rules.majority_is_enough, TWO_FACES),
    Switch("lost tail", no_rule, replace(SHORT_DEATH, disk=Disk(lost_syncs=1))),
    Switch(
        "sign twice", rules.own_signatures_are_forgotten, replace(SHORT_DEATH, disk=Disk(overwrites=True))
    ),
    Switch("state", rules.state_is_not_compared, Case(skewed=2)),
    Switch("judging", rules.entries_are_not_judged, CASES["false entry"]),
    Switch("signatures", rules.signatures_are_not_checked, replace(HIGH_VOTES, lies=frozenset({"forged"}))),
    Switch("half is enough", views.half_is_enough, SILENT),
    Switch("forgotten votes", views.votes_are_forgotten, DEATH_IN_A_CHANGE),
    Switch("locks not told", views.locks_are_not_told, CHANGE),
    Switch("old view", views.voters_go_on_in_the_old_view, CHANGE),
    Switch("void without proof", void_without_a_proof, HIGH_VOTES),
    Switch("contradiction", any_vote_contradicts_any_ack, replace(CHANGE, wishes=2)),
    Switch(
        "unacked lock",
        rules.lock_is_not_acked_after_restart,
        replace(SHORT_DEATH, disk=Disk(splits_locks=True)),
        is_lively=True,
    ),
    Switch("equivocation", rules.equivocation_is_overlooked, TWO_FACES, is_lively=True),
    Switch("fork exchange", rules.chains_are_not_exchanged, TWO_FACES, is_lively=True),
    Switch("heads", rules.heads_are_not_sent, CALM, is_lively=True),
    Switch("lent paths", no_path_is_lent, CASES["two faces that vote"], is_lively=True),
    Switch("higher view", votes_stay_where_they_are, TWO_CHANGES, is_lively=True),
    Switch("votes shown", votes_are_not_shown, CHANGE, is_lively=True),
    Switch("records given", records_are_not_given, CHANGE, is_lively=True),
)
