"""Heads, passing on, second starts and records of others (net 5.5): R9-R12."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.agreement.effects import Check, Rejected, YourTurn
from net.agreement.hearing.reach import BEAT
from net.machine import Choice, TableView
from net.wire.bodies import Ack, Chat, Entry, Vote
from net.wire.envelope import open_envelope
from net.wire.frame import RUN_BYTES, Head, Kind, parse_records
from net.wire.record import RecordKind, parse_record
from tests.support.cheaters import env, recs
from tests.support.keys import fast_key
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.memory_journal import Crash
from tests.support.toy import Toy
from tests.support.values import replace

# -- R9: heads


def test_r9_a_head_is_sent_every_second_and_at_every_connection() -> None:
    lone = at_height(1)
    lone.do(lone.table.connected(2, lone.now))
    assert len(lone.heads(to=2)) == 1 and not lone.heads(to=1)
    lone.tick(1.0)
    lone.take()
    for _ in range(3):
        assert lone.table.pulse.deadline is not None and lone.table.pulse.deadline <= lone.now + 1.0
        lone.tick(1.0)

    assert [len(lone.heads(to=each)) for each in lone.others] == [3, 3]
    lone.do(lone.table.disconnected(2, lone.now))


def test_r9_two_heads_of_three_are_left_out_while_heights_become_final() -> None:
    lone = Lone()
    for _ in range(9):
        lone.play()
        lone.tick(1.0)

    assert [len(lone.heads(to=each)) for each in lone.others] == [3, 3]


def test_the_last_height_is_reported_at_once() -> None:
    """Nobody goes home before all have told that they have it."""
    lone = at_height(2, machine=Toy(3, end=3))
    lone.play()

    assert [[head.k for head in lone.heads(to=each)] for each in lone.others] == [[3], [3]]


def test_r9_a_head_is_sent_soon_after_an_own_message() -> None:
    lone = Lone(now=100.5)
    lone.tick(1.0)
    lone.propose()
    lone.take()
    lone.tick(0.29)
    assert not lone.heads()
    lone.tick(0.02)
    assert lone.heads(to=1)[0].open_acks == (1, 2)
    lone.take()
    lone.tick(0.3)
    assert not lone.heads()


def test_r9_no_early_head_is_sent_after_a_finished_round() -> None:
    lone = Lone(now=100.5)
    lone.tick(1.0)
    lone.play()
    lone.take()
    lone.tick(0.31)

    assert not lone.heads()


def test_r9_a_peer_at_a_lower_height_gets_records() -> None:
    lone = at_height(4)
    lone.head(2, Head(0, 1, OTHER, (), ()))

    assert parse_records(lone.frames(Kind.RECS, to=2)[0]) == tuple(lone.table.log.records[1:])


LATER = 0.2
"""Seconds after which something may be sent again, where a later head has been heard."""


def lacking(lone: Lone, *, entries: tuple[int, ...] = (), acks: tuple[int, ...] = ()) -> Head:
    """A peer's head at our height that lacks these entries and acks."""
    return Head(0, lone.table.log.k, lone.table.log.prev, entries, acks)


def given(lone: Lone, to: int, head: Head) -> list[int]:
    """Seats whose messages a peer is given when it sends this head."""
    lone.take()
    lone.head(to, head)
    return [open_envelope(raw).seat for raw in lone.frames(Kind.ENV, to=to)]


def test_r9_a_peer_at_our_height_gets_only_those_of_our_messages_that_it_lacks() -> None:
    lone = at_height(3)
    lone.propose()
    lone.say(lone.entry(1))
    lone.now += LATER

    assert given(lone, 2, lacking(lone, entries=(0, 2))) == [0]
    assert given(lone, 1, lacking(lone, entries=(2,))) == []


def test_r9_a_message_that_may_be_on_its_way_is_not_sent_again() -> None:
    """A message goes again after 200 ms at the earliest, once a later head of ours has been heard."""
    lone = at_height(3)
    lone.propose()
    sent_at = lone.table._post.reach.number
    lacks = lacking(lone, entries=(0,))
    assert given(lone, 2, lacks) == []
    lone.now += LATER

    assert given(lone, 2, replace(lacks, heard=(sent_at, 0, BEAT))) == []
    assert given(lone, 2, replace(lacks, heard=(sent_at + 1, 0, BEAT))) == [0]
    assert given(lone, 2, lacks) == []
    lone.do(lone.table.connected(2, lone.now))
    assert given(lone, 2, replace(lacks, heard=(0, 0, BEAT))) == [0], "a new link has lost what the old had"


def test_r9_peers_give_the_messages_of_others_one_peer_after_the_other() -> None:
    """Seat 2 lacks the entry of seat 1: seat 3, the next after the author, gives it first, then seat 0."""
    for seat, first in ((3, 3.0), (0, 6.0)):
        lone = at_height(3, seats=4, seat=seat)
        lone.say(lone.entry(1))
        began = lone.now
        while not given(lone, 2, lacking(lone, entries=(1,))):
            lone.now += 0.5
            lone.head(3 - seat, lacking(lone, entries=(0, 2, 3)))

        assert lone.now - began == first


def test_r9_a_peer_that_missed_messages_gets_them_early() -> None:
    """Seat 2 has heard two heads of seat 1 that came after the entry, and still lacks the entry."""
    lone = at_height(3)
    lone.say(lone.entry(1))
    number = lone.table._post.reach.heard[1]
    lacks = lacking(lone, entries=(1,))

    assert given(lone, 2, replace(lacks, heard=(0, number + BEAT, BEAT))) == []
    assert given(lone, 2, replace(lacks, heard=(0, number + 2 * BEAT, BEAT))) == [1]


def test_r9_a_peer_at_our_height_gets_acks() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    lone.now += LATER
    assert given(lone, 2, lacking(lone, acks=(0, 1, 2))) == [0]
    lone.now += 3.0

    assert given(lone, 2, lacking(lone, acks=(0, 1, 2))) == [0, 1]


def test_r9_a_peer_one_height_lower_gets_the_messages_that_it_lacks() -> None:
    """It gets no record: on a slow line the messages may be on their way, and a record is the largest."""
    lone = at_height(2)
    before = parse_record(lone.table.log.records[-1])
    lone.now += LATER
    lone.take()
    lone.head(1, Head(0, 1, before.prev, (), (0, 2)))

    assert [open_envelope(raw).seat for raw in lone.frames(Kind.ENV, to=1)] == [0]
    assert not lone.frames(Kind.RECS)


def test_r9_a_peer_one_height_lower_that_lacks_no_message_gets_the_record() -> None:
    """It is behind and lacks no message, so it holds a different one; the record has the right one."""
    lone = at_height(2)
    before = parse_record(lone.table.log.records[-1])
    lone.head(2, Head(0, 1, before.prev, (), ()))

    assert parse_records(lone.frames(Kind.RECS, to=2)[0]) == tuple(lone.table.log.records[1:])


def test_r9_one_peer_gives_a_record_and_the_others_only_later() -> None:
    lone = at_height(4)
    behind = Head(0, 1, OTHER, (), ())
    lone.head(1, behind)
    assert not lone.frames(Kind.RECS, to=1), "seat 2 comes first"
    lone.now += 3.0
    lone.head(2, lacking(lone))
    lone.head(1, behind)

    assert lone.frames(Kind.RECS, to=1)


def test_r9_a_run_of_records_is_sent_once_and_the_next_one_after_it_has_arrived() -> None:
    lone = at_height(80)
    sent_at = lone.table._post.reach.number
    behind = Head(0, 1, OTHER, (), (), heard=(sent_at, BEAT, BEAT))
    lone.head(2, behind)
    run = parse_records(lone.frames(Kind.RECS, to=2)[0])
    assert 1 < len(run) < 79 and sum(map(len, run)) <= RUN_BYTES
    lone.take()
    lone.now += 1.0
    for k in (1, 2):
        lone.head(2, replace(behind, k=k))
    assert not lone.frames(Kind.RECS)
    lone.head(2, replace(behind, k=1 + len(run)))

    assert parse_records(lone.frames(Kind.RECS, to=2)[0])[0] == lone.table.log.records[1 + len(run)]


def test_r9_a_peer_that_has_received_records_asks_for_more() -> None:
    ahead, late = behind()
    late.feed(1, recs(*ahead.table.log.records))

    assert [head.k for head in late.heads(to=1)] == [1] and not late.heads(to=0)


def test_r9_a_head_whose_sender_has_messages_that_we_lack_is_answered() -> None:
    lone = at_height(1)
    lone.head(1, lacking(lone, acks=(0, 1, 2)))
    assert [head.open_entries for head in lone.heads(to=1)] == [(1,)]
    lone.take()
    lone.say(lone.entry(1))
    lone.take()
    lone.head(1, lacking(lone, acks=(0, 1, 2)))
    lone.head(2, lacking(lone, acks=(0, 1, 2)))

    assert not lone.heads()


def test_r9_a_head_to_one_seat_does_not_count_as_a_head_to_all() -> None:
    """Its number would otherwise make peers that compare numbers take the others for deaf."""
    lone = Lone()
    lone.do(lone.table.connected(2, lone.now))
    [told] = lone.heads(to=2)
    lone.take()
    lone.tick(1.0)
    [after] = lone.heads(to=1)

    assert told.heard[0] % BEAT and not after.heard[0] % BEAT


def test_a_seat_at_our_height_is_not_ahead() -> None:
    lone = at_height(3)
    for seat, k in ((1, 3), (2, 4)):
        lone.head(seat, Head(0, k, OTHER if k > 3 else lone.table.log.prev, (), ()))

    assert lone.table.heads.ahead == {2}


def test_r9_a_seat_that_was_left_out_sends_every_head_and_counts_as_one_height_behind() -> None:
    """Its heads are the only sign that it has the log, and the table is further on when they come."""
    lone = at_height(5)
    lone.head(2, Head(0, 4, OTHER, (), ()))
    lone.play(3)
    assert lone.table.heads.behind(2) == 1
    out = at_height(1, seat=2)
    for seat in (0, 1):
        out.say(Vote(out.genesis.id, 1, seat, TableView((0, 1), Choice.LEAVE_OUT), 0, 1, out.table.log.prev))
    [lock] = [each.lock for each in out.table.log.changes.formed(out.table.log.ground)]
    assert lock is not None
    for seat in (0, 1):
        out.say(Ack(out.genesis.id, 1, 2, seat, lock.h, lock.st))
    assert out.table.log.act == (0, 1)
    out.take()
    out.tick(1.0)

    assert out.heads(to=0) and out.heads(to=1)


@pytest.mark.parametrize("heard", [(BEAT,), (BEAT,) * 4])
def test_r9_a_head_must_say_of_every_seat_what_was_heard_from_it(heard: tuple[int, ...]) -> None:
    lone = at_height(1)
    lone.head(2, replace(lacking(lone), heard=heard))

    assert [each.error.reason for each in lone.told(Rejected)] == ["heard"]


def test_r9_a_peer_at_a_greater_height_gets_our_head() -> None:
    lone = at_height(1)
    lone.head(2, Head(0, 9, OTHER, (), ()))

    assert [head.k for head in lone.heads(to=2)] == [1]


@pytest.mark.parametrize(("head", "code"), [(Head(1, 1, OTHER, (), ()), 10), (Head(0, 1, OTHER, (), ()), 10)])
def test_r9_a_head_of_another_view_or_chain_is_refused(head: Head, code: int) -> None:
    lone = at_height(1)
    lone.head(2, head)

    assert [err.code for err in lone.errs(to=2)] == [code] and lone.table.log.blame.stopped is None


def test_r9_answers_are_bounded() -> None:
    lone = at_height(4)
    for _ in range(500):
        lone.head(2, Head(0, 0, OTHER, (), ()))

    assert len(lone.frames(Kind.RECS, to=2)) <= 20


# -- R10: passing on


def beats(lone: Lone, count: int, *, deaf: int, to: int) -> None:
    """Turn the clock by `count` seconds; everybody hears everybody, but `deaf` does not hear `to`."""
    reach = lone.table._post.reach
    for _ in range(count):
        lone.tick(1.0)
        numbers = [number + BEAT for number in reach.heard]
        numbers[lone.seat] = reach.number
        for sender in lone.others:
            heard = [number if (sender, seat) != (deaf, to) else 0 for seat, number in enumerate(numbers)]
            lone.head(sender, replace(lacking(lone, entries=(0, 1, 2)[: lone.seats]), heard=tuple(heard)))


def test_r10_a_peer_that_cannot_hear_an_author_gets_new_messages_at_once_from_one_seat() -> None:
    for seat, is_passed_on in ((0, False), (3, True)):  # seats 3 and 0 come after seat 1, in this order
        lone = at_height(1, seats=4, seat=seat)
        beats(lone, 4, deaf=2, to=1)
        lone.take()
        entry = lone.say(lone.entry(1))

        assert (entry.raw in lone.frames(Kind.ENV, to=2)) is is_passed_on
        assert entry.raw not in lone.frames(Kind.ENV, to=1)


def test_r10_passing_on_ends_when_the_peer_hears_the_author_again() -> None:
    lone = at_height(1)
    beats(lone, 4, deaf=2, to=1)
    beats(lone, 1, deaf=1, to=1)
    lone.take()
    lone.say(lone.entry(1))

    assert not [raw for raw in lone.frames(Kind.ENV, to=2) if open_envelope(raw).seat == 1]


def test_r10_messages_of_a_seat_that_is_silent_for_everybody_are_not_passed_on() -> None:
    """A seat that nobody hears has no link or is gone; only one that some hear needs to be passed on."""
    lone = at_height(1)
    for _ in range(6):
        lone.tick(1.0)
        lone.head(2, replace(lacking(lone), heard=(lone.table._post.reach.number, 0, BEAT)))

    assert lone.table._post.reach.lends_to(1) == ()


# -- R11: after a restart


def test_r11_a_restarted_seat_signs_nothing_new_before_heads_or_three_seconds() -> None:
    lone = Lone(is_synced=False)
    lone.head(1, Head(0, 0, lone.table.log.prev, (), ()))
    assert not lone.table.log.may_propose
    lone.tick(2.9)
    assert not lone.table.log.may_propose
    lone.tick(0.2)
    assert lone.table.log.may_propose and [turn.k for turn in lone.told(YourTurn)] == [1]


def test_r11_a_restarted_seat_acks_no_round_before_heads() -> None:
    lone = Lone(seat=1, is_synced=False)
    lone.say(lone.entry(0))
    assert not lone.sent(Ack)
    for other in lone.others:
        lone.head(other, Head(0, 0, lone.table.log.prev, (), ()))

    assert lone.sent(Ack)


def test_r11_a_lock_without_our_ack_is_acked_at_the_start() -> None:
    """4.6 bug 1, with a journal that does not keep lock and ack together."""
    lone = at_height(1)
    lone.journal.splits_locks = True

    def crash(at: str) -> None:
        if at == "after split":
            raise Crash

    lone.journal.at = crash
    with pytest.raises(Crash):
        lone.say(lone.entry(1))
    lone.journal.at = lambda _: None
    again = lone.restarted(is_synced=False)
    assert not again.sent(Ack)
    for other in again.others:
        again.head(other, Head(0, 1, again.table.log.prev, (), ()))

    assert [ack.k for ack in again.sent(Ack, to=1)] == [2]


def test_r11_a_restarted_seat_tells_its_height_and_sends_open_messages_again() -> None:
    lone = at_height(3)
    lone.propose()
    again = lone.restarted(is_synced=False)

    assert [head.k for head in again.heads(to=2)] == [3] and len(again.own(Entry)) == 1
    assert again.table.log.records == lone.table.log.records


def test_r11_entries_of_others_are_judged_again_after_a_restart() -> None:
    """An entry of another seat that was seen and not locked may never have been judged."""
    lone = at_height(3, holds_checks=True)
    lone.say(lone.entry(1, b"illegal, but who knows"))
    lone.propose()  # my own entry: signed, and with it everything seen is synced
    again = lone.restarted()

    assert [check.seat for check in again.told(Check)] == [] and again.table.log.blame.stopped is not None
    assert (again.table.log.blame.stopped.seat, again.table.log.blame.stopped.reason) == (1, "illegal")


def test_an_own_signature_that_this_program_did_not_make_stops_the_table() -> None:
    """4.3: a restored backup, or a second program with the same key."""
    lone = at_height(1)
    lone.feed(2, env(lone.forger.signed(lone.forger.ack(0, 2, h=OTHER, st=OTHER))))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (0, "lost-journal")
    assert not lone.frames(Kind.PROOF) and [err.code for err in lone.errs(to=1)] == [7]
    again = lone.restarted()
    assert (
        again.table.log.blame.stopped is not None and again.table.log.blame.stopped.reason == "lost-journal"
    )


def test_a_lost_journal_is_noticed_from_the_records_of_others() -> None:
    """A peer that lost its journal must not sign again; the others' log has its signatures (net 4.3)."""
    lone = at_height(2)
    fresh = Lone(is_synced=False)
    fresh.head(1, Head(0, 2, lone.table.log.prev, (), ()))
    fresh.feed(1, recs(*lone.table.log.records))

    assert (
        fresh.table.log.blame.stopped is not None and fresh.table.log.blame.stopped.reason == "lost-journal"
    )
    assert not fresh.own(Entry) and not fresh.own(Ack)


def test_a_seat_that_only_others_hear_counts_as_heard_until_it_speaks_itself() -> None:
    lone = Lone(is_synced=False)
    lone.tick(3.0)
    lone.say(lone.entry(1), sender=2)
    assert [lone.table.heads.is_heard_by_others(seat) for seat in (1, 2)] == [True, False]
    lone.head(1, Head(0, 0, lone.table.log.prev, (), ()))

    assert not lone.table.heads.is_heard_by_others(1)


# -- R12: records of others


def behind() -> tuple[Lone, Lone]:
    """Two views of one game: seat 0 is final at height 1, seat 2 has locked it and lacks the acks."""
    ahead, late = Lone(seat=0), Lone(seat=2)
    ahead.propose(b"first")
    entry = ahead.own(Entry)[0]
    late.feed(0, env(entry))
    for seat in (1, 2):
        ahead.say(ahead.ack(seat, [entry]))
    late.take()
    return ahead, late


def test_r12_a_record_with_all_acks_makes_the_lock_final() -> None:
    ahead, late = behind()
    late.feed(1, recs(*ahead.table.log.records))

    assert late.table.log.k == 1 and late.table.log.prev == ahead.table.log.prev
    assert late.table.log.records == ahead.table.log.records


LIES: list[tuple[str, Callable[[Lone, Lone], bytes]]] = [
    (
        "an ack is missing",
        lambda ahead, late: replace(
            (record := parse_record(ahead.table.log.records[0])), acks=record.acks[:1]
        ).encode(),
    ),
    (
        "an ack is forged",
        lambda ahead, late: replace(
            (record := parse_record(ahead.table.log.records[0])),
            acks=(ahead.forger.signed(ahead.forger.ack(0, 1, h=record.h, st=OTHER), by=1), *record.acks[1:]),
        ).encode(),
    ),
    (
        "another chain",
        lambda ahead, late: replace(parse_record(ahead.table.log.records[0]), prev=OTHER).encode(),
    ),
    (
        "a view",
        lambda ahead, late: replace(
            parse_record(ahead.table.log.records[0]), kind=RecordKind.CHANGE
        ).encode(),
    ),
    ("another view", lambda ahead, late: replace(parse_record(ahead.table.log.records[0]), v=1).encode()),
    (
        "fewer seats",
        lambda ahead, late: replace(parse_record(ahead.table.log.records[0]), act=(0, 2)).encode(),
    ),
    ("a later height", lambda ahead, late: replace(parse_record(ahead.table.log.records[0]), k=2).encode()),
    ("noise", lambda ahead, late: b"noise"),
]


@pytest.mark.parametrize("lie", [each[1] for each in LIES], ids=[each[0] for each in LIES])
def test_r12_an_invalid_record_is_not_believed(lie: Callable[[Lone, Lone], bytes]) -> None:
    ahead, late = behind()
    late.feed(1, recs(lie(ahead, late)))

    assert late.table.log.k == 0 and late.table.log.blame.stopped is None
    late.feed(1, recs(*ahead.table.log.records))
    assert late.table.log.k == 1


def test_r12_old_records_are_skipped() -> None:
    lone = at_height(2)
    lone.feed(2, recs(*lone.table.log.records))

    assert lone.table.log.k == 2 and not lone.effects


def test_r11_refused_entries_stay_refused_after_a_restart() -> None:
    """An entry on another chain is remembered as a signature, and never as part of the round."""
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER))
    lone.journal.sign(
        "C/1",
        lone.forger.signed(
            Chat(lone.genesis.id, fast_key(0).public, 1, lone.genesis.id, text="something that syncs")
        ).raw,
    )
    again = lone.restarted()
    assert again.table.log.open.entries == (1,) and not again.own(Ack)
    again.say(again.entry(1))

    assert (
        again.table.log.blame.stopped is not None and again.table.log.blame.stopped.reason == "equivocation"
    )
