"""Heads, passing on, second starts and records of others (net 5.5): R9-R12."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from net.agreement.effects import Check, YourTurn
from net.wire.bodies import Ack, Chat, Entry
from net.wire.envelope import open_envelope
from net.wire.frame import Head, Kind, parse_records
from net.wire.record import parse_record
from tests.support.cheaters import env, recs
from tests.support.keys import fast_key
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.memory_journal import Crash

# -- R9: heads


def test_r9_heads_every_second_and_at_every_connection() -> None:
    lone = at_height(1)
    lone.do(lone.table.connected(2, lone.now))
    assert len(lone.heads(to=2)) == 1 and not lone.heads(to=1)
    lone.take()
    for _ in range(3):
        assert lone.table.deadline is not None and lone.table.deadline <= lone.now + 1.0
        lone.tick(1.0)

    assert [len(lone.heads(to=each)) for each in lone.others] == [3, 3]
    lone.do(lone.table.disconnected(2, lone.now))


def test_r9_head_soon_after_an_own_message() -> None:
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


def test_r9_no_early_head_when_the_round_is_through() -> None:
    lone = Lone(now=100.5)
    lone.tick(1.0)
    lone.play()
    lone.take()
    lone.tick(0.31)

    assert not lone.heads()


def test_r9_lower_peer_gets_records() -> None:
    lone = at_height(4)
    lone.head(2, Head(0, 1, OTHER, (), ()))

    assert parse_records(lone.frames(Kind.RECS, to=2)[0]) == lone.table.records[1:]


def test_r9_equal_peer_gets_what_it_lacks_and_no_more() -> None:
    lone = at_height(3)
    lone.propose()
    entry = lone.say(lone.entry(1))
    lone.take()
    lone.head(2, Head(0, 3, lone.table.prev, (0, 2), ()))
    assert [open_envelope(raw).seat for raw in lone.frames(Kind.ENV, to=2)] == [0]
    lone.take()
    lone.head(2, Head(0, 3, lone.table.prev, (1,), (0, 1)))
    assert lone.frames(Kind.ENV, to=2) == [entry.raw]


def test_r9_equal_peer_gets_acks() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    ack = lone.say(lone.ack(1, [entry]))
    lone.take()
    lone.head(2, Head(0, 1, lone.table.prev, (), (0, 1, 2)))

    assert [open_envelope(raw).seat for raw in lone.frames(Kind.ENV, to=2)] == [0, 1]
    assert ack.raw in lone.frames(Kind.ENV, to=2)


def test_r9_higher_peer_gets_our_head() -> None:
    lone = at_height(1)
    lone.head(2, Head(0, 9, OTHER, (), ()))

    assert [head.k for head in lone.heads(to=2)] == [1]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (Head(1, 1, OTHER, (), ()), 10),
        (Head(0, 1, OTHER, (), ()), 10),
    ],
)
def test_r9_head_of_another_view_or_chain_is_refused(head: Head, code: int) -> None:
    lone = at_height(1)
    lone.head(2, head)

    assert [err.code for err in lone.errs(to=2)] == [code] and lone.table.stopped is None


def test_r9_answers_are_bounded() -> None:
    lone = at_height(4)
    for _ in range(500):
        lone.head(2, Head(0, 0, OTHER, (), ()))

    assert len(lone.frames(Kind.RECS, to=2)) <= 20


# -- R10: passing on


def test_r10_who_lacks_what_we_long_have_gets_new_messages_at_once() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    assert entry.raw not in lone.frames(Kind.ENV, to=2)
    lone.now += 0.2
    lone.head(2, Head(0, 1, lone.table.prev, (1,), ()))
    lone.take()
    ack = lone.say(lone.ack(1, [entry]))

    assert lone.frames(Kind.ENV, to=2) == [ack.raw] and not lone.frames(Kind.ENV, to=1)


def test_r10_passing_on_ends_when_nothing_is_missing_any_more() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.now += 0.2
    lone.head(2, Head(0, 1, lone.table.prev, (1,), ()))
    lone.now += 11.0
    lone.take()
    lone.say(lone.ack(1, [entry]))

    assert not lone.frames(Kind.ENV, to=2)


# -- R11: after a restart


def test_r11_nothing_new_is_signed_before_heads_or_three_seconds() -> None:
    lone = Lone(is_synced=False)
    lone.head(1, Head(0, 0, lone.table.prev, (), ()))
    assert not lone.table.may_propose
    lone.tick(2.9)
    assert not lone.table.may_propose
    lone.tick(0.2)
    assert lone.table.may_propose and [turn.k for turn in lone.told(YourTurn)] == [1]


def test_r11_round_is_not_acked_before_heads() -> None:
    lone = Lone(seat=1, is_synced=False)
    lone.say(lone.entry(0))
    assert not lone.sent(Ack)
    for other in lone.others:
        lone.head(other, Head(0, 0, lone.table.prev, (), ()))

    assert lone.sent(Ack)


def test_r11_unacked_lock_is_acked_at_the_start() -> None:
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
        again.head(other, Head(0, 1, again.table.prev, (), ()))

    assert [ack.k for ack in again.sent(Ack, to=1)] == [2]


def test_r11_restart_says_where_it_stands_and_sends_open_messages_again() -> None:
    lone = at_height(3)
    lone.propose()
    again = lone.restarted(is_synced=False)

    assert [head.k for head in again.heads(to=2)] == [3] and len(again.own(Entry)) == 1
    assert again.table.records == lone.table.records


def test_r11_entries_of_others_are_judged_again_after_a_restart() -> None:
    """What was seen and not locked was perhaps never judged."""
    lone = at_height(3, holds_checks=True)
    lone.say(lone.entry(1, b"illegal, but who knows"))
    lone.propose()  # my own entry: signed, and with it everything seen is synced
    again = lone.restarted()

    assert [check.seat for check in again.told(Check)] == [] and again.table.stopped is not None
    assert (again.table.stopped.seat, again.table.stopped.reason) == (1, "illegal")


def test_own_signature_that_nobody_here_made_stops_the_table() -> None:
    """4.3: a restored backup, or a second program with the same key."""
    lone = at_height(1)
    lone.feed(2, env(lone.forger.signed(lone.forger.ack(0, 2, h=OTHER, st=OTHER))))
    fault = lone.table.stopped

    assert fault is not None and (fault.seat, fault.reason) == (0, "lost-journal")
    assert not lone.frames(Kind.PROOF) and [err.code for err in lone.errs(to=1)] == [7]
    again = lone.restarted()
    assert again.table.stopped is not None and again.table.stopped.reason == "lost-journal"


def test_lost_disk_is_noticed_from_the_records_of_others() -> None:
    """4.3: who lost its journal must not sign again; the others' log has its signatures."""
    lone = at_height(2)
    fresh = Lone(is_synced=False)
    fresh.head(1, Head(0, 2, lone.table.prev, (), ()))
    fresh.feed(1, recs(*lone.table.records))

    assert fresh.table.stopped is not None and fresh.table.stopped.reason == "lost-journal"
    assert not fresh.own(Entry) and not fresh.own(Ack)


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


def test_r12_record_with_all_acks_makes_the_lock_final() -> None:
    ahead, late = behind()
    late.feed(1, recs(*ahead.table.records))

    assert late.table.k == 1 and late.table.prev == ahead.table.prev
    assert late.table.records == ahead.table.records


LIES: list[tuple[str, Callable[[Lone, Lone], bytes]]] = [
    (
        "an ack is missing",
        lambda ahead, late: replace(
            (record := parse_record(ahead.table.records[0])), acks=record.acks[:1]
        ).encode(),
    ),
    (
        "an ack is forged",
        lambda ahead, late: replace(
            (record := parse_record(ahead.table.records[0])),
            acks=(ahead.forger.signed(ahead.forger.ack(0, 1, h=record.h, st=OTHER), by=1), *record.acks[1:]),
        ).encode(),
    ),
    ("another chain", lambda ahead, late: replace(parse_record(ahead.table.records[0]), prev=OTHER).encode()),
    ("a view", lambda ahead, late: replace(parse_record(ahead.table.records[0]), kind="view").encode()),
    ("another view", lambda ahead, late: replace(parse_record(ahead.table.records[0]), v=1).encode()),
    ("fewer seats", lambda ahead, late: replace(parse_record(ahead.table.records[0]), act=(0, 2)).encode()),
    ("a later height", lambda ahead, late: replace(parse_record(ahead.table.records[0]), k=2).encode()),
    ("noise", lambda ahead, late: b"noise"),
]


@pytest.mark.parametrize("lie", [each[1] for each in LIES], ids=[each[0] for each in LIES])
def test_r12_record_that_does_not_hold_is_not_believed(lie: Callable[[Lone, Lone], bytes]) -> None:
    ahead, late = behind()
    late.feed(1, recs(lie(ahead, late)))

    assert late.table.k == 0 and late.table.stopped is None
    late.feed(1, recs(*ahead.table.records))
    assert late.table.k == 1


def test_r12_old_records_are_skipped() -> None:
    lone = at_height(2)
    lone.feed(2, recs(*lone.table.records))

    assert lone.table.k == 2 and not lone.effects


def test_r11_refused_entries_stay_refused_after_a_restart() -> None:
    """An entry on another chain is remembered as a signature, and never as part of the round."""
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER))
    lone.journal.sign(
        "C/1",
        lone.forger.signed(
            Chat(lone.genesis.id, fast_key(0).public, 1, lone.genesis.id, "something that syncs")
        ).raw,
    )
    again = lone.restarted()
    assert again.table.open.entries == (1,) and not again.own(Ack)
    again.say(again.entry(1))

    assert again.table.stopped is not None and again.table.stopped.reason == "equivocation"
