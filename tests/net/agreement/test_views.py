"""Going on without somebody (R13, R14): one log for all who stay, whatever is lost, and no innocent named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.agreement.effects import FinalHeight, NewView, Rejected, Unexplained, ViewRefused, Voted
from net.agreement.faults.evidence import kept_evidence
from net.agreement.journal import Stored
from net.agreement.log import Log
from net.agreement.replay import replay
from net.agreement.round import Acked, Round
from net.agreement.views.votes import AHEAD, CastVote, Views
from net.agreement.walk import BadRecord, walk
from net.errors import LinkError, LocalError, NoView
from net.machine import Choice, Place, TableView
from net.wire.bodies import Ack, Vote, parse_body
from net.wire.frame import Head
from net.wire.genesis import sign_genesis
from net.wire.hashes import body_hash
from net.wire.record import Record, RecordKind, parse_record
from tests.support.cheaters import ChainLiar, Forger, SlyMover, StateLiar, Twin, env, recs
from tests.support.keys import fast_key, fast_verify, toy_genesis
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.memory_journal import MemoryJournal
from tests.support.simulation import Faults, Peer
from tests.support.toy import Toy
from tests.support.values import replace
from tests.support.views import DoubleVoter, FickleVoter, HighVoter, LowVoter, Voting

AWAY = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.004, partitions=3, until_s=15.0)
OUT = TableView((0, 1), Choice.LEAVE_OUT)


def going(seed: int) -> Voting:
    """Loss, copies, delays, partitions, crashes between any two actions; in two of three runs a seat goes."""
    seats = 3 + seed % 4
    goes = frozenset({seed // 4 % seats}) if seed % 3 else frozenset[int]()
    return Voting(seed, seats, heights=24, faults=AWAY, goes=goes)


def wounded(seed: int) -> Voting:
    """Like `going`, but every fourth vote and every fourth lock of a view is the last thing its peer does."""
    run = going(seed)
    run.view_crash = 0.25
    return run


def walked(run: Voting) -> None:
    """Every log that is left can be judged from outside, with nothing but the keys."""
    body = run.genesis.encode()
    sigs = [sign_genesis(body, fast_key(seat)) for seat in range(run.seats)]
    for peer in run.honest:
        assert peer.table is not None
        machine = Toy(run.seats, end=run.heights)
        steps = list(walk(body, sigs, peer.table.log.records, machine=machine, verify=fast_verify))
        assert [step.machine.digest() for step in steps][-1:] == [peer.table.log.machine.digest()]


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 20), marks=pytest.mark.slow)], ids=str)
def test_tables_go_on_without_those_who_are_away(seeds: range) -> None:
    runs = [going(seed).run() for seed in seeds]
    for run in runs:
        walked(run)

    views = [max(peer.table.log.v for peer in run.honest if peer.table) for run in runs]
    assert sum(map(bool, views)) > 0.75 * len(seeds) and sum(views) > 1.5 * len(seeds)
    paths = [raw for run in runs for peer in run.honest if peer.table for raw in peer.table.log.records]
    assert any(not parse_record(raw).acks for raw in paths), "no view ever stood on a locked round"


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 20), marks=pytest.mark.slow)], ids=str)
def test_tables_go_on_after_crashes_right_after_votes_and_locks(seeds: range) -> None:
    runs = [wounded(seed).run() for seed in seeds]
    for run in runs:
        walked(run)

    assert sum(run.view_crashes for run in runs) > len(seeds)


def lying(kind: type[Peer]) -> Callable[[int], Voting]:
    def make(seed: int) -> Voting:
        seats = 4 + seed % 3
        liars = frozenset({seed % seats})
        return Voting(seed, seats, heights=20, faults=AWAY, liars=liars, kind=kind, settle_s=5.0)

    return make


LIARS: list[type[Peer]] = [LowVoter, HighVoter, DoubleVoter, Twin, StateLiar, ChainLiar, SlyMover]
AT_FOUR = (HighVoter, SlyMover)
"""A lie in a vote and one in a move; `test_liars_at_three` asks all kinds at three seats."""


@pytest.mark.parametrize(
    "kind", [each if each in AT_FOUR else pytest.param(each, marks=pytest.mark.slow) for each in LIARS]
)
def test_one_liar_ends_no_table_of_four(kind: type[Peer]) -> None:
    """It is named, the rest vote to go on without it, and come to the end with the same proofs."""
    for seed in (0, 1, 4):
        run = lying(kind)(seed).run()

        assert not [peer.seat for peer in run.honest if peer.table is None or peer.table.log.machine.actors]
        kept = {kept_evidence(peer.journal.page.stored()) for peer in run.honest}
        assert len(kept) == 1, run.say("they kept different things")


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.slow)], ids=str)
def test_a_seat_that_votes_for_anything_can_only_delay_a_table(seeds: range) -> None:
    """A seat that votes for everybody and then signs nothing is waited for until the rest vote without it."""
    ended = 0
    for seed in seeds:
        try:
            lying(FickleVoter)(seed).run()
        except AssertionError as why:
            assert "does not come to an end" in str(why)
            continue
        ended += 1

    assert 2 * ended >= len(seeds)


# -- every safety rule, switched off, is found


def half_is_enough(patch: pytest.MonkeyPatch) -> None:
    """R14 off: as many as half of the table may go on."""

    def agreed(votes: list[Vote], acts: list[tuple[int, ...]]) -> TableView:
        if any(2 * len({*votes[0].view.act} & {*act}) < len(act) for act in acts):
            raise NoView("majority", "not even half")
        return votes[0].view

    patch.setattr("net.agreement.views.votes.agreed_view", agreed)
    patch.setattr("net.agreement.replay.agreed_view", agreed)
    patch.setattr("net.agreement.views.changes.weighed", lambda view, acts: view)


def votes_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """R13 off: a restarted peer knows nothing of its votes, and signs on in the view that it has left."""
    crash = MemoryJournal.crash

    def forgetful(self: MemoryJournal) -> Stored:
        stored = crash(self)
        for tables in (self.disk, self.page):
            tables.mine = {slot: raw for slot, raw in tables.mine.items() if not slot.startswith("V/")}
        return replace(stored, mine=tuple(self.page.mine.items()))

    patch.setattr(MemoryJournal, "crash", forgetful)


def locks_are_not_told(patch: pytest.MonkeyPatch) -> None:
    """R13 off: a vote stands on the last final height, whatever its voter has acknowledged."""
    place = "net.agreement.views.changes.Changes.own_lock"
    patch.setattr(place, lambda self, opened: (opened.v, opened.place.k - 1, opened.place.prev))


def voters_go_on_in_the_old_view(patch: pytest.MonkeyPatch) -> None:
    """R13 off: a seat that has voted acknowledges further rounds of the view that it votes to leave."""
    pen = Log.pen

    def free(self: Log) -> object:
        voted, self.changes.voted = self.changes.voted, 0
        try:
            return pen.fget(self)  # type: ignore[attr-defined]
        finally:
            self.changes.voted = voted

    patch.setattr(Log, "pen", property(free))


MUTATIONS = [half_is_enough, votes_are_forgotten, locks_are_not_told, voters_go_on_in_the_old_view]


def halves(seed: int) -> Voting:
    """Long games of four with many partitions, so that halves want to continue alone."""
    faults = Faults(loss=0.02, partitions=5, split_s=(4.0, 12.0), crash=0.002, until_s=40.0)
    return Voting(seed, 4, heights=200, faults=faults)


def is_found(seed: int) -> bool:
    """True if a run forks, or an innocent seat is accused. A run without an end is not enough."""
    try:
        halves(seed).run()
    except AssertionError as why:
        return "does not come to an end" not in str(why)
    return False


@pytest.mark.parametrize("off", MUTATIONS, ids=[each.__name__ for each in MUTATIONS])
def test_a_rule_of_views_that_is_switched_off_is_noticed(
    off: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    off(monkeypatch)

    # Other seeds find it as well, but some of them after a hang that takes as long as a hundred runs.
    assert any(is_found(seed) for seed in range(20, 40))


# Batches, so that each stays well under the time limit of a test on a loaded machine.
@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 4000, 50))
def test_tables_go_on_in_many_runs(first: int) -> None:
    for seed in range(first, first + 50):
        walked(wounded(seed).run() if seed % 2 else going(seed).run())


@pytest.mark.slow
@pytest.mark.parametrize("off", MUTATIONS, ids=[each.__name__ for each in MUTATIONS])
def test_a_rule_of_views_that_is_switched_off_is_noticed_in_many_runs(
    off: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    off(monkeypatch)

    assert sum(is_found(seed) for seed in range(100)) >= 5


# -- one table among forged votes


def voted(lone: Lone, view: TableView = OUT, *, v: int = 1, seat: int = 1, **lock: object) -> Vote:
    """The right vote of another seat at the last final height."""
    words = {"lv": 0, "lk": lone.table.log.k, "lh": lone.table.log.prev, **lock}
    return Vote(lone.genesis.id, v, seat, view, **words)  # type: ignore[arg-type]


def ack_of(lone: Lone, seat: int) -> Ack:
    """The ack of the change of view that this table has acknowledged itself."""
    return replace(lone.sent(Ack)[-1], seat=seat)


def test_a_view_forms_when_all_its_seats_have_voted_and_acknowledged() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    assert [vote.view for vote in lone.sent(Vote, to=1)] == [OUT] and not lone.sent(Ack)
    lone.say(voted(lone))
    assert lone.sent(Ack)[-1].v == 1 and lone.table.log.v == 0
    lone.say(ack_of(lone, 1))

    assert (lone.table.log.v, lone.table.log.act, lone.table.log.k) == (1, (0, 1), 2)
    assert [(each.v, each.view) for each in lone.told(NewView)] == [(1, OUT)]
    assert [(each.seat, each.v) for each in lone.told(Voted)] == [(0, 1), (1, 1)]
    assert parse_record(lone.told(FinalHeight)[-1].record).kind is RecordKind.CHANGE


def test_a_seat_that_votes_only_for_itself_blocks_no_view_of_the_others() -> None:
    """A view of one seat is complete at once. It must not count against seats that have voted for another
    view of the same number (found by `tests.exhaust`).
    """
    lone = at_height(1)
    lone.say(voted(lone, TableView((2,), Choice.LEAVE_OUT), seat=2))
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone))
    lone.say(ack_of(lone, 1))

    assert (lone.table.log.v, lone.table.log.act, lone.told(ViewRefused)) == (1, (0, 1), [])


def test_a_seat_that_voted_signs_nothing_in_the_old_view() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(lone.entry(1))

    assert lone.table.log.open.acks == (0, 1, 2) and not lone.sent(Ack)


def test_a_vote_survives_a_restart_and_is_not_given_twice() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    again = lone.restarted(is_synced=False)

    assert again.table.log.changes.voted == 1 and [vote.v for vote in again.sent(Vote, to=1)] == [1]
    again.tick(5)
    again.say(voted(again))
    assert again.sent(Ack)[-1].v == 1


def test_a_locked_view_survives_a_restart() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone))
    again = lone.restarted()
    again.say(ack_of(lone, 1))

    assert (again.table.log.v, again.table.log.act) == (1, (0, 1))


def test_a_vote_names_the_round_that_its_seat_has_acknowledged() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1))
    ack = lone.sent(Ack)[-1]
    lone.do(lone.table.vote(OUT, lone.now))

    [vote] = lone.sent(Vote, to=1)
    assert (vote.lv, vote.lk, vote.lh) == (0, 2, ack.h)
    lone.say(voted(lone))  # the other has not locked that round, which still lies below the view
    assert lone.sent(Ack)[-1].k == 3


REFUSED: list[tuple[str, Vote]] = [
    ("seats that nobody has", voted(Lone(), TableView((1, 7), Choice.LEAVE_OUT))),
    ("another game", replace(voted(Lone()), game=OTHER)),
]


@pytest.mark.parametrize("vote", [each[1] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_an_impossible_vote_is_refused(vote: Vote) -> None:
    lone = Lone()
    lone.say(vote, by=1)

    assert not lone.told(Voted) and lone.errs(to=1) and lone.table.log.blame.stopped is None


def test_a_vote_far_ahead_is_ignored() -> None:
    """Otherwise one vote could use up the numbers of views."""
    lone = at_height(1)
    lone.say(voted(lone, v=AHEAD + 1))

    assert not lone.told(Voted)


@pytest.mark.parametrize("order", [1, -1])
def test_a_vote_below_what_its_voter_has_acknowledged_is_a_proof(order: int) -> None:
    lone = at_height(1)
    lone.say(lone.entry(1))
    ack = replace(lone.sent(Ack)[-1], seat=1)
    low = Vote(lone.genesis.id, 1, 1, OUT, 0, 1, lone.table.log.prev)
    for message in (ack, low)[::order]:
        lone.say(message)

    assert lone.table.log.blame.stopped is not None
    assert (lone.table.log.blame.stopped.reason, lone.table.log.blame.stopped.seat) == ("false-vote", 1)
    assert lone.restarted().table.log.blame.stopped == lone.table.log.blame.stopped


def test_the_others_continue_without_the_seat_that_a_proof_blames() -> None:
    lone = at_height(1)
    for pay in (b"1", b"2"):
        lone.say(lone.entry(1, pay))
    assert (
        lone.table.log.blame.stopped is not None
        and lone.table.log.is_open
        and lone.table.log.blame.proven == {1}
    )
    with pytest.raises(NoView):
        lone.table.vote(OUT, lone.now)
    rest = TableView((0, 2), Choice.LEAVE_OUT)
    lone.do(lone.table.vote(rest, lone.now))
    again = lone.restarted()
    again.say(voted(again, rest, seat=2))
    again.say(ack_of(again, 2))

    assert (again.table.log.v, again.table.log.act, again.table.log.blame.stopped) == (1, (0, 2), None)
    assert again.restarted().table.log.blame.proven == {1}
    with pytest.raises(NoView):
        again.table.vote(TableView((0, 1, 2), Choice.GO_ON), again.now)


def forked(is_proven: bool) -> Lone:
    """Seat 1 has written twice at height 2; this seat has locked one of the two, seat 2 the other."""
    lone = at_height(1)
    lone.say(lone.entry(1, b"1"))
    if is_proven:
        lone.say(lone.entry(1, b"2"))
    rest = TableView((0, 2), Choice.LEAVE_OUT)
    lone.do(lone.table.vote(rest, lone.now))
    lone.say(voted(lone, rest, seat=2, lk=2, lh=OTHER))
    return lone


def test_two_rounds_of_one_height_are_void_if_their_author_is_proven_to_have_signed_both() -> None:
    lone = forked(is_proven=True)
    assert [(ack.v, ack.k) for ack in lone.sent(Ack, to=1)][-1] == (1, 2)
    lone.say(ack_of(lone, 2))

    assert (lone.table.log.v, lone.table.log.k, lone.table.log.act) == (1, 2, (0, 2))


def test_a_lock_without_a_proof_makes_no_round_void() -> None:
    """Otherwise one vote could take back what is final for a seat that is not there."""
    lone = forked(is_proven=False)

    assert {ack.v for ack in lone.sent(Ack)} == {0}


def test_a_seat_whose_vote_claims_a_locked_record_that_it_never_sends_is_reported_after_a_while() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone, lk=9, lh=OTHER))
    for second in range(14):
        lone.tick(float(second))

    assert [each.seat for each in lone.told(Unexplained)] == [1]


@pytest.mark.parametrize("ahead", [1, 2])
def test_a_seat_that_is_behind_blames_nobody_for_a_lock_that_it_lacks(ahead: int) -> None:
    """Seat 1 votes on a lock that is not here. If seat 2 is ahead of us, we may be the one who lacks it. That
    seat 1 says that it is ahead itself does not excuse it.
    """
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone, lk=2, lh=OTHER))
    lone.head(ahead, Head(0, 5, OTHER, (), ()))
    for _ in range(14):
        lone.tick(1.0)

    assert [each.seat for each in lone.told(Unexplained)] == ([1] if ahead == 1 else [])


def test_two_votes_for_one_view_are_a_proof() -> None:
    lone = at_height(1)
    lone.say(voted(lone))
    lone.say(voted(lone, TableView((1, 2), Choice.LEAVE_OUT)))

    assert lone.table.log.blame.stopped is not None
    assert (lone.table.log.blame.stopped.reason, lone.table.log.blame.stopped.seat) == ("equivocation", 1)
    assert lone.restarted().table.log.blame.stopped is not None


def test_an_own_vote_that_is_not_in_the_journal_stops_its_seat() -> None:
    lone = at_height(1)
    lone.say(voted(lone, seat=0), sender=1)

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "lost-journal"


def test_a_vote_that_claims_a_missing_lock_forms_no_view() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone, lk=9, lh=OTHER))

    assert not lone.sent(Ack) and lone.table.log.v == 0 and lone.table.log.blame.stopped is None


def test_a_vote_for_an_impossible_view_is_refused() -> None:
    lone = at_height(1)
    for view, error in [
        (TableView((0,), Choice.LEAVE_OUT), NoView),
        (TableView((0, 1), Choice.END), NoView),
        (TableView((1, 2), Choice.LEAVE_OUT), LocalError),
        (TableView((0, 5), Choice.LEAVE_OUT), LocalError),
        (TableView((1, 0), Choice.LEAVE_OUT), LocalError),
    ]:
        with pytest.raises(error):
            lone.table.vote(view, lone.now)

    assert lone.table.log.changes.voted == 0


def test_a_left_out_seat_follows_and_signs_nothing() -> None:
    lone = at_height(1, seat=2)
    view = TableView((0, 1), Choice.LEAVE_OUT)
    envelopes = [lone.say(voted(lone, view, seat=seat)) for seat in (0, 1)]
    record = Record(RecordKind.CHANGE, 1, 2, lone.table.log.prev, (0, 1), tuple(envelopes))
    after = lone.table.log.machine.on_view(record_place(lone), view)
    for seat in (0, 1):
        lone.say(Ack(lone.genesis.id, 1, 2, seat, record.h, after.digest()))

    assert (lone.table.log.v, lone.table.log.act, lone.table.log.k) == (1, (0, 1), 2)
    assert not lone.sent(Ack) and not lone.table.log.may_propose and not lone.told(ViewRefused)


def test_votes_on_a_record_that_we_do_not_know_form_no_view() -> None:
    lone = at_height(1, seat=2)
    view = TableView((0, 1), Choice.LEAVE_OUT)
    envelopes = [lone.say(voted(lone, view, seat=seat, lh=OTHER)) for seat in (0, 1)]
    record = Record(RecordKind.CHANGE, 1, 2, lone.table.log.prev, (0, 1), tuple(envelopes))
    after = lone.table.log.machine.on_view(record_place(lone), view)
    for seat in (0, 1):
        lone.say(Ack(lone.genesis.id, 1, 2, seat, record.h, after.digest()))

    assert (lone.table.log.v, lone.table.log.k) == (0, 1)


def test_an_entry_that_does_not_follow_a_judged_record_blames_the_peer_that_brought_it() -> None:
    """A seat that was left out signs nothing, so its records have to be judged before they are final."""
    lone = at_height(1, seat=2)
    view = TableView((0, 1), Choice.LEAVE_OUT)
    votes = [lone.say(voted(lone, view, seat=seat)) for seat in (0, 1)]
    change = Record(RecordKind.CHANGE, 1, 2, lone.table.log.prev, (0, 1), tuple(votes))
    after = lone.table.log.machine.on_view(record_place(lone), view)
    for seat in (0, 1):
        lone.say(Ack(lone.genesis.id, 1, 2, seat, change.h, after.digest()))
    [writer] = lone.table.log.machine.actors
    entry = lone.forger.signed(replace(lone.entry(writer), v=1))
    played = Record(RecordKind.ROUND, 1, 3, lone.table.log.prev, (0, 1), (entry,))
    st = lone.table.log.machine.after(record_place(lone), ((writer, b"theirs"),)).digest()
    acks = [lone.forger.signed(Ack(lone.genesis.id, 1, 3, seat, played.h, st)) for seat in (0, 1)]
    first, second = played.with_acks(acks).encode(), replace(played, k=4, prev=OTHER).encode()
    lone.holds_checks = True
    lone.feed(1, recs(first, second))
    assert lone.table.log.k == 2 and not lone.told(Rejected)
    lone.judge()

    assert lone.table.log.k == 3
    assert [(each.seat, each.is_author) for each in lone.told(Rejected)] == [(1, False)]
    assert [err.ref for err in lone.errs(to=1)] == [body_hash(first)]


def test_a_seat_that_lacks_votes_gets_each_seats_last_vote_and_those_for_our_view() -> None:
    """Earlier votes of a seat are of use only for a view that we wait for ourselves."""
    lone = at_height(1, seats=4)
    wanted = TableView((0, 1, 2), Choice.LEAVE_OUT)
    other = TableView((0, 1, 3), Choice.LEAVE_OUT)
    lone.do(lone.table.vote(wanted, lone.now))
    first = lone.say(voted(lone, wanted, v=1, seat=1))
    lone.say(voted(lone, other, v=2, seat=1))
    last = lone.say(voted(lone, other, v=3, seat=1))
    given = lone.table.log.changes.open_for(3)

    assert [(each.seat, each.id in (first.id, last.id)) for each in given] == [
        (0, False),
        (1, True),
        (1, True),
    ]


def test_our_vote_joins_the_highest_matching_view_that_a_member_voted_for() -> None:
    lone = at_height(1)
    views = Views(0)
    for v, view in ((3, OUT), (5, OUT), (7, TableView((0, 1), Choice.STAND_IN))):
        vote = voted(lone, view, v=v)
        views.put(CastVote(lone.forger.signed(vote), vote))

    assert [views.target(OUT, 0, last=last, current=0) for last in (0, 4, 5)] == [5, 5, 6]


def test_acks_of_a_view_that_is_final_are_forgotten() -> None:
    lone, views = at_height(1), Views(0)
    for v in (1, 2):
        ack = Ack(lone.genesis.id, v, 2, 1, OTHER, OTHER)
        views.put_ack(Acked(lone.forger.signed(ack), ack))
    views.forget_through(1)

    assert [each.ack.v for each in views.acks_of(1)] == [2]


def test_a_locked_change_of_view_without_all_its_votes_is_not_resumed() -> None:
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone))
    kept = lone.journal.crash()
    [change] = [parse_record(raw) for raw in kept.path]

    with pytest.raises(LinkError, match="incomplete"):
        Lone(stored=replace(kept, path=(replace(change, items=change.items[:1]).encode(),)))


def record_place(lone: Lone) -> Place:
    return Place(lone.genesis.id, lone.table.log.k + 1, lone.table.log.prev)


def test_an_ack_of_the_view_does_not_count_for_the_next_round() -> None:
    """Seat 1 acknowledges the change and then the next round, and both come before the votes."""
    lone = at_height(1, seat=2)
    view = TableView((0, 1), Choice.LEAVE_OUT)
    votes = [lone.forger.signed(voted(lone, view, seat=seat)) for seat in (0, 1)]
    record = Record(RecordKind.CHANGE, 1, 2, lone.table.log.prev, (0, 1), tuple(votes))
    after = lone.table.log.machine.on_view(record_place(lone), view)
    for seat in (1, 0):
        lone.say(Ack(lone.genesis.id, 1, 2, seat, record.h, after.digest()))
    for envelope in votes:
        lone.feed(envelope.seat, env(envelope))

    assert lone.table.log.v == 1 and lone.table.log.open.acks == (0, 1)


def test_an_ack_two_heights_above_a_change_of_view_is_kept_until_its_height_is_open() -> None:
    lone = at_height(1, seat=2)
    view = TableView((0, 1), Choice.LEAVE_OUT)
    votes = [lone.forger.signed(voted(lone, view, seat=seat)) for seat in (0, 1)]
    record = Record(RecordKind.CHANGE, 1, 2, lone.table.log.prev, (0, 1), tuple(votes))
    after = lone.table.log.machine.on_view(record_place(lone), view)
    later = lone.say(early := Ack(lone.genesis.id, 1, 4, 1, OTHER, OTHER))
    for seat in (1, 0):
        lone.say(Ack(lone.genesis.id, 1, 2, seat, record.h, after.digest()))
    for envelope in votes:
        lone.feed(envelope.seat, env(envelope))

    assert lone.table.log.k == 2 and lone.table.log.book.find(early.slot) == later


# -- and from outside


def view_log() -> tuple[Lone, list[bytes]]:
    """A log of one round and one change of view among 0 and 1 of three."""
    lone = at_height(1)
    lone.do(lone.table.vote(OUT, lone.now))
    lone.say(voted(lone))
    lone.say(ack_of(lone, 1))
    return lone, list(lone.table.log.records)


FORGER = Forger(toy_genesis(3))
Lie = Callable[[Record], Record]


def vote_lie(**changes: object) -> Lie:
    def lie(record: Record) -> Record:
        vote = parse_body(record.items[1].body)
        assert isinstance(vote, Vote)
        changed = FORGER.signed(replace(vote, **changes), seat=1)  # type: ignore[arg-type]
        return replace(record, items=(record.items[0], changed))

    return lie


def vote_of_nobody(record: Record) -> Record:
    vote = parse_body(record.items[1].body)
    assert isinstance(vote, Vote)
    return replace(record, act=(3,), items=(FORGER.signed(replace(vote, seat=3), seat=3),))


def votes_on(k: int) -> Lie:
    """A lie in a change of view: all votes stand on another hash at `k`, and nobody acknowledges it."""

    def lie(record: Record) -> Record:
        votes = [parse_body(item.body) for item in record.items]
        items = [FORGER.signed(replace(vote, lk=k, lh=OTHER)) for vote in votes if isinstance(vote, Vote)]
        return replace(record, items=tuple(items), acks=())

    return lie


LIES: list[tuple[str, Lie, str]] = [
    ("votes on a lower lock", votes_on(0), "fork"),
    ("votes on another round", votes_on(1), "fork"),
    ("a vote of nobody", vote_of_nobody, "no-such-seat"),
    ("a vote is missing", lambda record: replace(record, items=record.items[:1]), "votes"),
    ("no majority", lambda record: replace(record, act=(1,), items=record.items[1:]), "votes"),
    ("vote for another view", vote_lie(v=2), "votes"),
    ("vote for others", vote_lie(view=TableView((0, 1, 2), Choice.LEAVE_OUT)), "votes"),
    ("vote for another choice", vote_lie(view=TableView((0, 1), Choice.STAND_IN)), "differ"),
    ("vote on a higher lock", vote_lie(lk=2, lh=OTHER), "fork"),
    ("vote of another game", vote_lie(game=OTHER), "other-game"),
    ("an ack for a vote", lambda record: replace(record, items=(record.items[0], record.acks[1])), "kind"),
    ("the view before", lambda record: replace(record, v=0), "view"),
    ("acks are missing", lambda record: replace(record, acks=()), "acks"),
    ("an ack is missing", lambda record: replace(record, acks=record.acks[:1]), "acks"),
]


@pytest.mark.parametrize(("lie", "reason"), [each[1:] for each in LIES], ids=[each[0] for each in LIES])
def test_a_lie_in_a_change_of_view_is_found(lie: Lie, reason: str) -> None:
    lone, raws = view_log()
    body = lone.genesis.encode()
    sigs = [sign_genesis(body, fast_key(seat)) for seat in range(3)]
    assert len(list(walk(body, sigs, raws, machine=Toy(3), verify=fast_verify))) == 2
    raws[1] = lie(parse_record(raws[1])).encode()
    with pytest.raises(BadRecord) as refusal:
        list(walk(body, sigs, raws, machine=Toy(3), verify=fast_verify))

    assert (refusal.value.k, refusal.value.reason) == (2, reason)


def test_a_locked_change_on_a_round_that_did_not_become_final_is_forgotten() -> None:
    lone, (first, change) = view_log()
    elsewhere = replace(parse_record(change), prev=OTHER).encode()

    def recalled(*path: bytes) -> Round | None:
        stored = Stored(records=(first,), path=path)
        return replay(lone.genesis.id, 0, act=(0, 1, 2), machine=Toy(3), stored=stored).change

    assert recalled(elsewhere) is None is recalled()
    found = recalled(change)
    assert found is not None and (found.v, found.act) == (1, (0, 1))


@pytest.mark.parametrize(
    ("v", "k", "is_kept"),
    [(1, 2, True), (AHEAD, 1 + AHEAD, True), (AHEAD + 1, 2, False), (1, 2 + AHEAD, False), (1, 1, False)],
)
def test_acks_far_ahead_or_of_final_heights_are_ignored(v: int, k: int, is_kept: bool) -> None:
    lone = at_height(1)
    lone.say(Ack(lone.genesis.id, v, k, 1, OTHER, OTHER))

    assert [each.ack.v for each in lone.table.log.changes.views.acks_of(1)] == ([v] if is_kept else [])


def test_acks_of_later_views_are_bounded() -> None:
    lone = at_height(1)
    for v in range(1, 40):
        lone.say(Ack(lone.genesis.id, v, 2, 1, OTHER, OTHER))

    kept = [each for v in range(1, 40) for each in lone.table.log.changes.views.acks(v)]
    assert 0 < len(kept) <= 8 and isinstance(lone.table.log.changes.views, Views)
