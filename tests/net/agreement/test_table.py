"""The rules of a peer, one by one (net.md 5.5): R1-R12 against a forger's hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from net.agreement.effects import Check, Final, Locked, Refused, Send, Stopped, YourTurn
from net.bodies import Ack, Chat, Entry, Leave, Vote
from net.envelope import open_envelope, wrap
from net.errors import LocalError
from net.frame import Head, Kind, parse_proof, parse_records
from net.record import parse_record, pay_limit
from tests.support.cheaters import env, proof, recs
from tests.support.keys import fast_key
from tests.support.lone_table import Lone
from tests.support.memory_journal import Crash
from tests.support.toy import Toy

OTHER = bytes([9]) * 32


def at_height(k: int, **words: object) -> Lone:
    """A table that is final at height `k`; at 1, 2, 3 (and 4) the writer is seat 1, 2 (and everybody)."""
    lone = Lone(**words)  # type: ignore[arg-type]
    lone.play(k)
    lone.take()
    return lone


# -- R1, R2: sign once, journal before a byte leaves


def test_r1_restarted_seat_sends_the_stored_bytes() -> None:
    lone = Lone()
    lone.propose(b"first thought")
    sent = lone.own(Entry)
    again = lone.restarted(is_synced=False)

    assert [each.raw for each in again.own(Entry)] == [sent[0].raw]
    for other in again.others:
        again.head(other, Head(0, 0, again.table.prev, (), ()))
    assert not again.table.may_propose and not again.told(YourTurn)
    with pytest.raises(LocalError):
        again.propose(b"second thought")


def test_r1_restarted_seat_acks_as_before() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    ack = lone.own(Ack)
    again = lone.restarted()

    assert again.table.k == 1 and again.table.open.acks == (1, 2)
    again.say(again.ack(1, [entry]))
    again.say(again.ack(2, [entry]))
    assert again.table.k == 2
    assert parse_record(again.table.records[1]).acks[0].raw == ack[0].raw


def test_r1_slot_taken_by_another_program_stops_the_table() -> None:
    """Two programs on one journal: what stands in the slot is not what we are about to say."""
    lone = Lone()
    stranger = lone.forger.signed(lone.entry(0, b"the other program's"))
    lone.journal.page.mine["E/0/1/0"] = stranger.raw
    lone.propose(b"mine")

    assert not lone.sent(Entry)
    assert lone.table.stopped is not None and lone.table.stopped.reason == "lost-journal"


def test_r1_ack_slot_taken_by_another_program_stops_the_table() -> None:
    lone = at_height(1)
    stranger = lone.forger.signed(lone.forger.ack(0, 2, h=OTHER, st=OTHER))
    lone.journal.page.mine["A/0/2/0"] = stranger.raw
    lone.say(lone.entry(1))

    assert not lone.sent(Ack) and lone.journal.page.lock is None
    assert lone.table.stopped is not None and lone.table.stopped.reason == "lost-journal"


@pytest.mark.parametrize(("method", "what"), [("sign", Entry), ("lock", Ack)])
def test_r2_crash_before_the_journal_leaves_nothing_sent(method: str, what: type) -> None:
    lone = Lone(seat=0 if what is Entry else 1)

    def crash(at: str) -> None:
        if at == f"before {method}":
            raise Crash
    lone.journal.at = crash
    with pytest.raises(Crash):
        if what is Entry:
            lone.propose()
        else:
            lone.say(lone.entry(0))

    assert not lone.sent(what) and not lone.journal.crash().mine


def test_r2_secrets_are_there_before_the_entry_leaves() -> None:
    lone = Lone()
    at_send: list[dict[str, bytes]] = []

    def look(at: str) -> None:
        if at == "after sign":
            at_send.append(dict(lone.journal.disk.secrets))
    lone.journal.at = look
    lone.do(lone.table.propose(b"pay", secrets=(("deal 1", b"key"),), is_checked=True, now=lone.now))

    assert at_send == [{"deal 1": b"key"}] and lone.sent(Entry)


# -- R3: who may write


def test_r3_entry_says_where_it_stands() -> None:
    lone = at_height(2, seat=2)
    lone.propose(b"pay")
    table = lone.table

    assert lone.sent(Entry, to=0) == [
        Entry(table.game, 0, 3, 2, table.prev, table.machine.digest(), b"pay")]
    assert len(lone.sent(Entry)) == 2


def test_r3_nobody_writes_off_turn() -> None:
    cases: list[tuple[str, Lone]] = [
        ("another's turn", Lone(seat=1)), ("before heads", Lone(is_synced=False)),
        ("game over", Lone(machine=Toy(3, end=0)))]
    twice = Lone(holds_checks=True)
    twice.propose()
    cases.append(("twice", twice))
    stopped = Lone()
    stopped.feed(1, proof(stopped.forger.signed(stopped.entry(1, b"1")),
                          stopped.forger.signed(stopped.entry(1, b"2"))))
    cases.append(("stopped", stopped))
    for name, lone in cases:
        assert not lone.table.may_propose, name
        with pytest.raises(LocalError):
            lone.propose()
        assert not lone.sent(Entry), name


def test_r3_too_long_an_entry_is_our_mistake() -> None:
    lone = at_height(3)
    with pytest.raises(LocalError, match="65536"):
        lone.propose(bytes(pay_limit(3) + 1))


def test_r3_own_entry_is_judged_before_it_is_signed() -> None:
    lone = Lone()
    lone.propose(b"illegal idea")

    assert not lone.sent(Entry) and not lone.journal.page.mine and lone.table.stopped is None
    assert [(each.seat, each.error.reason) for each in lone.told(Refused)] == [(0, "toy")]
    assert lone.table.may_propose
    lone.propose(b"better idea")
    assert lone.sent(Entry)


def test_r3_turn_is_announced_once() -> None:
    lone = Lone(is_synced=False)
    assert not lone.told(YourTurn)
    for other in lone.others:
        lone.head(other, Head(0, 0, lone.table.prev, (), ()))
    lone.tick(1.0)

    assert [turn.k for turn in lone.told(YourTurn)] == [1]


# -- R4: entries


def test_r4_right_entry_is_judged_and_kept() -> None:
    lone = at_height(1, holds_checks=True)
    entry = lone.say(lone.entry(1, b"right"))

    assert [(check.seat, check.pay, check.place.k) for check in lone.told(Check)] == [(1, b"right", 2)]
    assert lone.table.open.checking == (1,) and not lone.sent(Ack)
    assert lone.journal.page.seen["E/0/2/1"] == entry.raw
    lone.judge()
    assert lone.table.open.checking == () and lone.sent(Ack)


WRONG_ENTRIES: list[tuple[str, dict[str, object], int]] = [
    ("another chain", {"prev": OTHER}, 10),
    ("out of turn", {"seat": 2}, 8),
]


@pytest.mark.parametrize(("changes", "code"), [each[1:] for each in WRONG_ENTRIES],
                         ids=[each[0] for each in WRONG_ENTRIES])
def test_r4_wrong_entry_is_refused_and_harms_nobody(changes: dict[str, object], code: int) -> None:
    lone = at_height(1)
    wrong = replace(lone.entry(1), **changes)
    lone.say(wrong)

    assert [err.code for err in lone.errs(to=wrong.seat)] == [code]
    assert [each.seat for each in lone.told(Refused)] == [wrong.seat]
    assert lone.table.stopped is None and lone.table.open.entries == (1,) and not lone.told(Check)


def test_r4_author_is_blamed_whoever_passed_it_on() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER), sender=2)

    assert [each.seat for each in lone.told(Refused)] == [1] and lone.errs(to=1) and not lone.errs(to=2)


def test_r4_wrong_turn_can_be_refused_and_then_the_right_one_plays() -> None:
    lone = at_height(1)
    lone.say(replace(lone.entry(1), seat=2))
    lone.play()

    assert lone.table.k == 2


def test_r4_two_entries_for_one_slot_are_a_proof() -> None:
    lone = at_height(1)
    first = lone.say(lone.entry(1, b"one"))
    second = lone.say(lone.entry(1, b"two"))
    fault = lone.told(Stopped)[0].fault

    assert (fault.seat, fault.reason) == (1, "equivocation")
    assert set(fault.evidence) == {first.raw, second.raw}
    for other in lone.others:
        assert {*parse_proof(lone.frames(Kind.PROOF, to=other)[0])} == {first.raw, second.raw}
    assert lone.journal.crash().evidence


def test_r4_right_entry_after_one_on_another_chain_is_a_proof() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER))
    lone.say(lone.entry(1))

    assert lone.table.stopped is not None and lone.table.stopped.reason == "equivocation"


def test_r4_same_body_in_another_envelope_is_nothing_new() -> None:
    """5.3: an author can make many valid envelopes for one body; the identity is the body's."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.take()
    lone.feed(1, env(wrap(1, entry.body, bytes(64))))

    assert not lone.effects and lone.table.stopped is None


def test_r4_entry_one_height_early_is_kept() -> None:
    """4.6 bug 2."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    h, st = lone.outcome([entry])
    early = lone.forger.entry(2, 3, prev=h, st=st)
    lone.say(early)
    assert not lone.told(Refused) and not lone.heads()
    for seat in lone.others:
        lone.say(lone.ack(seat, [entry]))

    assert lone.table.k == 2 and lone.table.open.entries == ()
    assert [ack.k for ack in lone.sent(Ack, to=1)] == [2, 3]


def test_r4_early_ack_is_kept_too() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    h, st = lone.outcome([entry])
    lone.say(lone.forger.ack(2, 3, h=OTHER, st=OTHER))
    lone.say(lone.forger.entry(2, 3, prev=h, st=st))
    for seat in lone.others:
        lone.say(lone.ack(seat, [entry]))

    assert lone.table.open.disputed == (2,)


def test_r4_two_early_entries_are_a_proof() -> None:
    lone = at_height(1)
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER, pay=b"1"))
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER, pay=b"2"))

    assert lone.table.stopped is not None and lone.table.stopped.seat == 2


def test_r4_early_entry_that_turns_out_wrong_is_refused_then() -> None:
    lone = at_height(1)
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER))
    lone.say(lone.forger.entry(1, 3, prev=OTHER, st=OTHER))
    lone.play()

    assert lone.table.k == 2 and lone.table.stopped is None
    assert {each.error.reason for each in lone.told(Refused)} == {"fork", "turn"}


def test_r4_entry_far_ahead_draws_a_head() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, k=4), sender=2)

    assert [head.k for head in lone.heads(to=2)] == [1] and not lone.heads(to=1)


def test_r4_old_messages_are_dropped_unread() -> None:
    lone = at_height(4)
    lone.verified = 0
    lone.say(lone.entry(1, k=1))

    assert lone.verified == 0 and not lone.effects


def test_r4_another_state_on_the_same_chain_stops_without_blame() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, st=OTHER))

    assert lone.table.stopped is not None
    assert (lone.table.stopped.seat, lone.table.stopped.reason) == (None, "divergence")
    assert [err.code for err in lone.errs(to=1)] == [11]


ILLEGAL: list[tuple[str, bytes]] = [("illegal", b"illegal move"), ("too long", bytes(pay_limit(3) + 1))]


@pytest.mark.parametrize("pay", [each[1] for each in ILLEGAL], ids=[each[0] for each in ILLEGAL])
def test_r4_signed_illegal_entry_is_evidence_for_everybody(pay: bytes) -> None:
    """deck.md 6.11: terminal; the evidence goes to all and survives a restart."""
    lone = at_height(3)
    entry = lone.say(lone.entry(1, pay))
    fault = lone.table.stopped

    assert fault is not None and (fault.seat, fault.reason, fault.evidence) == (1, "illegal", (entry.raw,))
    for other in lone.others:
        assert entry.raw in lone.frames(Kind.ENV, to=other)
    assert not lone.sent(Ack)
    again = lone.restarted()
    assert again.table.stopped == fault


def test_r4_entries_that_cannot_stand_together_stop_the_table() -> None:
    lone = at_height(3)
    lone.propose(b"clash of mine")
    lone.say(lone.entry(1, b"clash"))
    lone.say(lone.entry(2, b"fine"))

    assert lone.table.stopped is not None and lone.table.stopped.reason == "combination"
    assert len(lone.table.stopped.evidence) == 3 and not lone.sent(Ack)
    assert lone.restarted().table.stopped is not None


# -- R5, R6, R7: lock, acks, final


def test_r5_lock_waits_for_every_entry_and_every_check() -> None:
    lone = at_height(3, holds_checks=True)
    lone.propose()
    lone.judge()
    lone.say(lone.entry(1))
    lone.say(lone.entry(2))
    assert not lone.sent(Ack)
    lone.judge(1)
    assert not lone.sent(Ack) and not lone.told(Locked) and lone.journal.page.lock is None
    lone.judge()

    assert [ack.k for ack in lone.sent(Ack, to=1)] == [4] and [each.k for each in lone.told(Locked)] == [4]
    assert lone.journal.disk.lock is not None and "A/0/4/0" in lone.journal.disk.mine


def test_r5_heads_and_acks_go_on_while_an_entry_is_judged() -> None:
    lone = at_height(1, holds_checks=True)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    lone.tick(1.0)
    assert lone.heads() and lone.table.open.acks == (0, 2)
    lone.say(lone.ack(2, [entry]))
    lone.judge()

    assert lone.table.k == 2


def test_r5_answers_to_old_jobs_change_nothing() -> None:
    lone = at_height(1, holds_checks=True)
    lone.say(lone.entry(1))
    job = lone.held[0].job
    lone.judge()
    before = lone.table.open
    lone.do(lone.table.checked(job, None, lone.now))
    lone.do(lone.table.checked(999, None, lone.now))

    assert lone.table.open == before


def test_r6_two_acks_for_one_slot_are_a_proof() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry]))
    lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.stopped is not None
    assert (lone.table.stopped.seat, lone.table.stopped.reason) == (2, "equivocation")


@pytest.mark.parametrize("is_before", [True, False])
def test_r6_ack_of_another_chain_is_answered_with_our_entries(is_before: bool) -> None:
    """The fork exchange: where two halves meet, the liar is found."""
    lone = at_height(1)
    entry = lone.forger.signed(lone.entry(1))
    if is_before:
        lone.say(lone.ack(2, [entry], h=OTHER))
    lone.feed(1, env(entry))
    if not is_before:
        lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.open.disputed == (2,) and lone.table.stopped is None
    assert lone.frames(Kind.ENV, to=2)[-1] == entry.raw
    lone.take()
    lone.head(2, Head(0, 1, lone.table.prev, (), ()))
    assert entry.raw in lone.frames(Kind.ENV, to=2), "a lost exchange comes again with the next head"


@pytest.mark.parametrize("is_before", [True, False])
def test_r6_ack_of_another_state_stops_without_blame(is_before: bool) -> None:
    lone = at_height(1)
    entry = lone.forger.signed(lone.entry(1))
    ack = lone.ack(2, [entry], st=OTHER)
    if is_before:
        lone.say(ack)
    lone.feed(1, env(entry))
    if not is_before:
        lone.say(ack)
    fault = lone.table.stopped

    assert fault is not None and (fault.seat, fault.reason) == (None, "divergence")
    assert lone.forger.signed(ack).raw in fault.evidence and len(fault.evidence) == 2
    assert lone.restarted().table.stopped is not None


def test_r7_final_needs_the_ack_of_every_seat() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    assert lone.table.k == 1 and lone.table.open.acks == (2,)
    lone.say(lone.ack(2, [entry]))
    final = lone.told(Final)[0]

    assert lone.table.k == 2 and (final.k, final.entries) == (2, ((1, b"theirs"),))
    record = parse_record(final.record)
    assert [ack.seat for ack in record.acks] == [0, 1, 2] and record.h == lone.table.prev
    assert lone.table.records == (*lone.table.records[:1], final.record)
    assert lone.journal.page.records[2] == final.record and lone.journal.page.lock is None


def test_r7_own_entry_alone_is_not_final() -> None:
    lone = Lone()
    lone.propose()

    assert lone.table.k == 0 and lone.table.open.acks == (1, 2)


def test_r7_table_of_one_needs_nobody() -> None:
    lone = Lone(seats=1)
    lone.propose(b"a")
    lone.propose(b"b")

    assert lone.table.k == 2


def test_r8_pending_comes_before_final_and_the_turn_after() -> None:
    lone = at_height(2, seat=0)
    lone.play()
    kinds = [type(effect) for effect in lone.effects if isinstance(effect, Locked | Final | YourTurn)]

    assert kinds == [Locked, Final, YourTurn]


def test_game_over_is_quiet() -> None:
    lone = at_height(2, machine=Toy(3, end=2))
    lone.say(lone.entry(2))

    assert lone.table.machine.actors == () and lone.table.open.entries == () and lone.table.open.acks == ()
    assert [each.error.reason for each in lone.told(Refused)] == ["turn"]
    assert lone.table.k == 2 and lone.table.stopped is None


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


@pytest.mark.parametrize(("head", "code"), [
    (Head(1, 1, OTHER, (), ()), 12), (Head(0, 1, OTHER, (), ()), 10),
])
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
    lone.propose()
    lone.judge(1)  # my own entry: signed, and with it everything seen is synced
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
    """Two views of one game: seat 0 is final at height 2, seat 2 has locked it and lacks the acks."""
    ahead, late = at_height(1), at_height(1, seat=2)
    late = Lone(seat=2)
    ahead = Lone(seat=0)
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
    ("an ack is missing", lambda ahead, late: replace(
        (record := parse_record(ahead.table.records[0])), acks=record.acks[:1]).encode()),
    ("an ack is forged", lambda ahead, late: replace(
        (record := parse_record(ahead.table.records[0])),
        acks=(ahead.forger.signed(ahead.forger.ack(0, 1, h=record.h, st=OTHER), by=1),
              *record.acks[1:])).encode()),
    ("another chain", lambda ahead, late: replace(
        parse_record(ahead.table.records[0]), prev=OTHER).encode()),
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


# -- proofs and after the stop


def test_proof_from_anybody_stops_the_table() -> None:
    lone = at_height(2)
    pair = lone.forger.signed(lone.entry(1, b"1", k=1)), lone.forger.signed(lone.entry(1, b"2", k=1))
    lone.feed(2, proof(*pair))

    assert lone.table.stopped is not None and lone.table.stopped.seat == 1
    assert lone.frames(Kind.PROOF, to=1), "everybody is told"


def test_proof_that_proves_nothing_is_refused() -> None:
    lone = at_height(2)
    entry = lone.forger.signed(lone.entry(1))
    forged = lone.forger.signed(lone.entry(1, b"2"), by=2)
    for pair in ((entry, entry), (entry, forged), (forged, entry)):
        lone.feed(2, proof(*pair))

    assert lone.table.stopped is None and {each.seat for each in lone.told(Refused)} == {2}


def test_stopped_table_signs_nothing_and_hands_on_what_it_has() -> None:
    lone = at_height(2)
    lone.say(lone.forger.entry(2, 3, prev=lone.table.prev, st=lone.table.machine.digest(), pay=b"illegal"))
    lone.take()
    signed = dict(lone.journal.page.mine)
    lone.say(lone.entry(2, b"another"))
    lone.tick(1.0)
    assert not lone.effects and lone.journal.page.mine == signed
    lone.head(1, Head(0, 1, OTHER, (), ()))
    assert lone.frames(Kind.RECS, to=1) and lone.frames(Kind.ENV, to=1)
    lone.take()
    lone.do(lone.table.connected(2, lone.now))
    assert lone.heads(to=2) and lone.frames(Kind.ENV, to=2)


def test_accused_seat_stops_too() -> None:
    lone = at_height(1)
    pair = [lone.forger.signed(lone.entry(0, pay, k=9)) for pay in (b"1", b"2")]
    lone.feed(1, proof(*pair))

    assert lone.table.stopped is not None and lone.table.stopped.seat == 0


# -- what is not for this table


def test_messages_of_other_games_and_strangers_are_refused_once() -> None:
    lone = at_height(1)
    lies = [replace(lone.entry(1), game=OTHER), replace(lone.entry(1), v=1), replace(lone.entry(1), seat=4)]
    for lie in lies:
        for _ in range(3):
            envelope = lone.forger.signed(lie, by=1)
            lone.feed(2, env(envelope))
    lone.feed(2, env(lone.forger.signed(lone.entry(1), seat=2, by=1)))

    reasons = [each.error.reason for each in lone.told(Refused)]
    assert reasons == ["other-game", "view", "no-such-seat", "seat"]
    assert lone.table.stopped is None and lone.table.open.entries == (1,)


def test_votes_and_leaves_are_read_and_wait_for_a_later_version() -> None:
    lone = at_height(1)
    lone.say(Vote(lone.genesis.id, 1, 1, (0, 1), 0, 1, OTHER, 0))
    lone.say(Leave(lone.genesis.id, 2, 1, 0))

    assert not lone.effects


def test_frame_of_nobodys_link_is_our_mistake() -> None:
    lone = Lone()
    for sender in (0, 3, -1):
        with pytest.raises(LocalError):
            lone.table.received(sender, b"", lone.now)


def test_same_history_gives_the_same_effects() -> None:
    """Determinism: no clock, no randomness, no set order."""
    def history() -> list[object]:
        lone = Lone(seat=1)
        lone.play(6)
        lone.tick(1.0)
        return [effect.frame if isinstance(effect, Send) else type(effect) for effect in lone.effects]

    assert history() == history() and len(history()) > 20


def test_signatures_are_of_the_table_and_nothing_else() -> None:
    """5.3: the domain tag keeps a move from being used as anything else."""
    lone = Lone()
    lone.propose()
    entry = lone.own(Entry)[0]

    assert entry.sig == fast_key(0).sign(b"shoal1.table\0" + entry.body)


def test_r7_disputed_ack_is_no_ack() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.k == 1 and lone.table.open.acks == () and lone.table.open.disputed == (2,)


def test_proof_stops_the_table_again_after_a_restart() -> None:
    lone = at_height(2)
    lone.feed(2, proof(*(lone.forger.signed(lone.entry(1, pay)) for pay in (b"1", b"2"))))
    again = lone.restarted(is_synced=False)

    assert again.table.stopped == lone.table.stopped and not again.told(YourTurn)
    assert again.frames(Kind.PROOF, to=1), "who missed it is told again"


def test_book_gives_what_stands_in_a_slot() -> None:
    """R1 once more, below the journal: a second signature is not even written."""
    lone = at_height(1)
    book, first = lone.table._log.book, lone.forger.signed(lone.entry(0, b"1"))
    calls = lone.journal.calls

    assert book.sign("E/0/2/0", first) is first
    assert book.sign("E/0/2/0", lone.forger.signed(lone.entry(0, b"2"))) is first
    assert lone.journal.calls == calls + 1


def test_everybody_has_reached_what_the_heads_say() -> None:
    lone = at_height(2)
    assert lone.table.everybody_at == 0
    lone.head(1, Head(0, 2, lone.table.prev, (), ()))
    lone.head(2, Head(0, 1, OTHER, (), ()))
    assert lone.table.everybody_at == 1
    lone.head(2, Head(0, 7, OTHER, (), ()))

    assert lone.table.everybody_at == 2


def test_r11_refused_entries_stay_refused_after_a_restart() -> None:
    """An entry on another chain is remembered as a signature, and never as part of the round."""
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER))
    lone.journal.sign("C/1", lone.forger.signed(Chat(
        lone.genesis.id, fast_key(0).public, 1, lone.genesis.id, "something that syncs")).raw)
    again = lone.restarted()
    assert again.table.open.entries == (1,) and not again.own(Ack)
    again.say(again.entry(1))

    assert again.table.stopped is not None and again.table.stopped.reason == "equivocation"
