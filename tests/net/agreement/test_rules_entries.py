"""Right to write, and the fate of wrong entries (net 5.5): R1-R4 against a forger's hand."""

from __future__ import annotations

import pytest

from net.agreement.effects import Check, Rejected, Stopped, YourTurn
from net.agreement.faults.stops import accused
from net.errors import LocalError
from net.machine import Draft
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.envelope import open_envelope, wrap
from net.wire.frame import Head, Kind, parse_proof
from net.wire.record import parse_record, pay_limit
from net.wire.sign_slot import Signed, round_slot
from tests.support.cheaters import env, proof
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.memory_journal import Crash
from tests.support.toy import Toy
from tests.support.values import replace

# -- R1, R2: sign once, journal before a byte leaves


def test_r1_a_restarted_seat_sends_the_stored_bytes() -> None:
    lone = Lone()
    lone.propose(b"first thought")
    sent = lone.own(Entry)
    again = lone.restarted(is_synced=False)

    assert [each.raw for each in again.own(Entry)] == [sent[0].raw]
    for other in again.others:
        again.head(other, Head(0, 0, again.table.log.prev, (), ()))
    assert not again.table.log.may_propose and not again.told(YourTurn)
    with pytest.raises(LocalError):
        again.propose(b"second thought")


def test_r1_a_restarted_seat_acks_as_before() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    ack = lone.own(Ack)
    again = lone.restarted()

    assert again.table.log.k == 1 and again.table.log.open.acks == (1, 2)
    again.say(again.ack(1, [entry]))
    again.say(again.ack(2, [entry]))
    assert again.table.log.k == 2
    assert parse_record(again.table.log.records[1]).acks[0].raw == ack[0].raw


@pytest.mark.parametrize("back", [0, 1])
@pytest.mark.parametrize("kind", [Entry, Ack])
def test_r1_a_restarted_seat_knows_its_own_last_signatures(kind: type[Entry | Ack], back: int) -> None:
    """Peers still pass on the seat's own messages of the last heights; these do not mean a lost journal."""
    lone = Lone()
    lone.play(8)  # 7 was this seat's turn, 8 everybody's
    lone.say(lone.entry(2))  # the lock of 9 takes the record of 8 to the disk
    mine = [each for each in lone.own(kind) if parse_body(each.body).k == 8 - back]  # type: ignore[union-attr]
    again = lone.restarted()
    again.feed(1, env(mine[0]))

    assert again.table.log.k == 8 and again.table.log.blame.stopped is None
    assert again.verified == 0


def test_r1_a_slot_that_another_program_has_signed_stops_the_table() -> None:
    """Two programs share one journal: the slot already holds a different message from the one to be sent."""
    lone = Lone()
    stranger = lone.forger.signed(lone.entry(0, b"the other program's"))
    lone.journal.page.mine["E/0/1/0"] = stranger.raw
    lone.propose(b"mine")

    assert not lone.sent(Entry)
    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "lost-journal"


def test_r1_an_ack_that_another_program_has_signed_stops_the_table() -> None:
    lone = at_height(1)
    stranger = lone.forger.signed(lone.forger.ack(0, 2, h=OTHER, st=OTHER))
    lone.journal.page.mine["A/0/2/0"] = stranger.raw
    lone.say(lone.entry(1))

    assert not lone.sent(Ack) and not lone.journal.page.path
    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "lost-journal"


@pytest.mark.parametrize(("method", "what"), [("sign", Entry), ("lock", Ack)])
def test_r2_nothing_was_sent_before_a_crash_that_came_before_the_journal_write(
    method: str, what: type
) -> None:
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


def test_r2_secrets_are_stored_before_the_entry_is_sent() -> None:
    lone = Lone()
    at_send: list[dict[str, bytes]] = []

    def look(at: str) -> None:
        if at == "after lock":
            at_send.append(dict(lone.journal.disk.secrets))

    lone.journal.at = look
    lone.do(lone.table.propose(Draft(b"pay", secrets=(("deal 1", b"key"),)), lone.now))

    assert at_send == [{"deal 1": b"key"}] and lone.sent(Entry)


def test_r2_a_move_is_one_durable_write_at_its_mover() -> None:
    lone = Lone()
    lone.propose()

    assert [type(body) for body in lone.sent(Entry, to=1) + lone.sent(Ack, to=1)] == [Entry, Ack]
    assert len(lone.journal.synced) == 1


def test_r2_a_crash_before_the_lock_takes_the_entry_back() -> None:
    """The entry is on the disk with the lock that it completes, or neither is: nothing has left."""
    lone = Lone()

    def crash(at: str) -> None:
        if at == "before lock":
            raise Crash

    lone.journal.at = crash
    with pytest.raises(Crash):
        lone.propose()
    lone.journal.at = lambda _: None
    again = lone.restarted(is_synced=True)

    assert not again.own(Entry) and again.table.log.may_propose
    again.propose(b"another")
    assert len(again.own(Entry)) == 1


def test_r2_a_full_disk_takes_neither_the_entry_nor_the_lock() -> None:
    lone = Lone()
    lone.journal.full = True
    lone.propose()

    assert not lone.sent(Entry) and not lone.sent(Ack) and not lone.journal.page.mine
    assert not lone.table.log.round.entries and lone.table.log.round.lock is None
    lone.journal.full = False
    lone.tick(2.0)
    assert len(lone.own(Entry)) == len(lone.own(Ack)) == 1


# -- R3: the right to write


def test_r3_an_entry_names_its_height_its_seat_and_the_hashes_that_it_stands_on() -> None:
    lone = at_height(2, seat=2)
    lone.propose(b"pay")
    table = lone.table

    assert lone.sent(Entry, to=0) == [
        Entry(table.game, 0, 3, 2, table.log.prev, table.log.machine.digest(), b"pay")
    ]
    assert len(lone.sent(Entry)) == 2


def test_r3_nobody_writes_off_turn() -> None:
    cases: list[tuple[str, Lone]] = [
        ("another's turn", Lone(seat=1)),
        ("before heads", Lone(is_synced=False)),
        ("game over", Lone(machine=Toy(3, end=0))),
    ]
    twice = Lone()
    twice.journal.full = True
    twice.propose()
    cases.append(("twice", twice))
    stopped = Lone()
    stopped.feed(
        1, proof(stopped.forger.signed(stopped.entry(1, b"1")), stopped.forger.signed(stopped.entry(1, b"2")))
    )
    cases.append(("stopped", stopped))
    for name, lone in cases:
        assert not lone.table.log.may_propose, name
        with pytest.raises(LocalError):
            lone.propose()
        assert not lone.sent(Entry), name


def test_r3_an_entry_that_is_too_long_raises_a_local_error() -> None:
    lone = at_height(3)
    with pytest.raises(LocalError, match="65536"):
        lone.propose(bytes(pay_limit(3) + 1))


def test_r3_a_turn_is_announced_once() -> None:
    lone = Lone(is_synced=False)
    assert not lone.told(YourTurn)
    for other in lone.others:
        lone.head(other, Head(0, 0, lone.table.log.prev, (), ()))
    lone.tick(1.0)

    assert [turn.k for turn in lone.told(YourTurn)] == [1]


# -- R4: entries


def test_r4_a_correct_entry_is_judged_and_kept() -> None:
    lone = at_height(1, holds_checks=True)
    entry = lone.say(lone.entry(1, b"right"))

    assert [(check.seat, check.pay, check.place.k) for check in lone.told(Check)] == [(1, b"right", 2)]
    assert lone.table.log.open.checking == (1,) and not lone.sent(Ack)
    assert lone.journal.page.seen["E/0/2/1"] == entry.raw
    lone.judge()
    assert lone.table.log.open.checking == () and lone.sent(Ack)


WRONG_ENTRIES: list[tuple[str, dict[str, object], int]] = [
    ("another chain", {"prev": OTHER}, 10),
    ("out of turn", {"seat": 2}, 8),
]


@pytest.mark.parametrize(
    ("changes", "code"), [each[1:] for each in WRONG_ENTRIES], ids=[each[0] for each in WRONG_ENTRIES]
)
def test_r4_a_wrong_entry_is_refused_and_harms_nobody(changes: dict[str, object], code: int) -> None:
    lone = at_height(1)
    wrong = replace(lone.entry(1), **changes)
    lone.say(wrong)

    assert [err.code for err in lone.errs(to=wrong.seat)] == [code]
    assert [each.seat for each in lone.told(Rejected)] == [wrong.seat]
    assert (
        lone.table.log.blame.stopped is None and lone.table.log.open.entries == (1,) and not lone.told(Check)
    )


def test_r4_the_author_of_an_entry_is_blamed_and_not_the_peer_that_passed_it_on() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER), sender=2)

    assert [each.seat for each in lone.told(Rejected)] == [1] and lone.errs(to=1) and not lone.errs(to=2)


def test_r4_after_an_entry_out_of_turn_the_right_seat_can_still_play() -> None:
    lone = at_height(1)
    lone.say(replace(lone.entry(1), seat=2))
    lone.play()

    assert lone.table.log.k == 2


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


def test_r4_two_entries_on_different_chains_are_a_proof() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, prev=OTHER))
    lone.say(lone.entry(1))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "equivocation"


def test_r4_the_same_body_in_another_envelope_is_ignored() -> None:
    """5.3: an author can make many valid envelopes for one body; the identity is the body's."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.take()
    lone.feed(1, env(wrap(1, entry.body, bytes(64))))

    assert not lone.effects and lone.table.log.blame.stopped is None


def test_r4_an_entry_one_height_early_is_kept() -> None:
    """4.6 bug 2."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    h, st = lone.outcome([entry])
    early = lone.forger.entry(2, 3, prev=h, st=st)
    lone.say(early)
    assert not lone.told(Rejected) and not lone.heads()
    for seat in lone.others:
        lone.say(lone.ack(seat, [entry]))

    assert lone.table.log.k == 2 and lone.table.log.open.entries == ()
    assert [ack.k for ack in lone.sent(Ack, to=1)] == [2, 3]


def test_r4_an_early_ack_is_also_kept() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    h, st = lone.outcome([entry])
    lone.say(lone.forger.ack(2, 3, h=OTHER, st=OTHER))
    lone.say(lone.forger.entry(2, 3, prev=h, st=st))
    for seat in lone.others:
        lone.say(lone.ack(seat, [entry]))

    assert lone.table.log.open.disputed == (2,)


def test_r4_two_early_entries_are_a_proof() -> None:
    lone = at_height(1)
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER, pay=b"1"))
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER, pay=b"2"))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.seat == 2


def test_r4_an_early_entry_is_refused_once_it_turns_out_to_be_wrong() -> None:
    lone = at_height(1)
    lone.say(lone.forger.entry(2, 3, prev=OTHER, st=OTHER))
    lone.say(lone.forger.entry(1, 3, prev=OTHER, st=OTHER))
    lone.play()

    assert lone.table.log.k == 2 and lone.table.log.blame.stopped is None
    assert {each.error.reason for each in lone.told(Rejected)} == {"fork", "turn"}


def test_r4_an_entry_far_ahead_is_answered_with_a_head() -> None:
    lone = at_height(1)
    lone.say(lone.entry(1, k=4), sender=2)

    assert [head.k for head in lone.heads(to=2)] == [1] and not lone.heads(to=1)


def test_r4_old_messages_are_dropped_without_a_check_of_their_signature() -> None:
    lone = at_height(4)
    lone.verified = 0
    lone.say(lone.entry(1, k=1))

    assert lone.verified == 0 and not lone.effects


@pytest.mark.parametrize("k", [1, 2])
def test_r4_the_author_of_an_entry_on_another_state_than_it_acknowledged_is_blamed(k: int) -> None:
    lone = at_height(k)
    entry = lone.say(lone.entry(k, st=OTHER))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (k, "false-state")
    assert fault.text == f"seat {k} signed one position for height {k} and wrote on another"
    first, second = (parse_body(open_envelope(raw).body) for raw in fault.evidence)
    assert isinstance(first, Ack) and (first.seat, first.k) == (k, k)
    assert isinstance(second, Entry) and fault.evidence[1] == entry.raw
    assert [err.code for err in lone.errs(to=k)] == [11]
    assert [accused(name) for name, _, _ in lone.journal.page.stored().evidence] == [k]
    assert lone.restarted().table.log.blame.stopped == fault


def test_r4_a_verdict_that_was_not_asked_for_is_ignored() -> None:
    lone = Lone(seat=1, holds_checks=True)
    lone.say(lone.entry(0))
    lone.do(lone.table.checked(999, None, lone.now))
    assert not lone.sent(Ack)
    lone.judge()

    assert [ack.k for ack in lone.sent(Ack, to=0)] == [1]


def test_r4_a_seat_that_starts_from_another_position_is_reported_as_different() -> None:
    """Nobody has signed a position yet: one of two programs is wrong, and the rules tell which."""
    lone = Lone(seat=1)
    lone.say(lone.entry(0, st=OTHER))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (0, "other-state")
    assert [accused(name) for name, _, _ in lone.journal.page.stored().evidence] == [None]
    assert lone.restarted(is_synced=False).table.log.blame.stopped == fault


ILLEGAL: list[tuple[str, bytes]] = [("illegal", b"illegal move"), ("too long", bytes(pay_limit(3) + 1))]


@pytest.mark.parametrize("pay", [each[1] for each in ILLEGAL], ids=[each[0] for each in ILLEGAL])
def test_r4_a_signed_illegal_entry_is_evidence_for_everybody(pay: bytes) -> None:
    """deck 6.11: terminal; the evidence goes to all and survives a restart."""
    lone = at_height(3)
    entry = lone.say(lone.entry(1, pay))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason, fault.evidence) == (1, "illegal", (entry.raw,))
    for other in lone.others:
        assert entry.raw in lone.frames(Kind.ENV, to=other)
    assert not lone.sent(Ack)
    again = lone.restarted()
    assert again.table.log.blame.stopped == fault


def test_r4_the_largest_entry_that_a_round_allows_is_accepted() -> None:
    lone = at_height(3)
    lone.say(lone.entry(1, bytes(pay_limit(3))))

    assert lone.table.log.blame.stopped is None and lone.table.log.open.entries == (0, 2)


def test_r4_an_impossible_combination_of_entries_stops_the_table() -> None:
    lone = at_height(3)
    lone.propose(b"clash of mine")
    lone.say(lone.entry(1, b"clash"))
    lone.say(lone.entry(2, b"fine"))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "combination"
    assert len(lone.table.log.blame.stopped.evidence) == 3 and not lone.sent(Ack)
    assert lone.restarted().table.log.blame.stopped is not None


def test_the_book_returns_the_message_in_a_slot() -> None:
    """R1 once more, below the journal: a second signature is not even written."""
    lone = at_height(1)
    book, first = lone.table.log.book, lone.forger.signed(lone.entry(0, b"1"))
    slot = round_slot(Signed.ENTRY, 2, v=0, seat=0)
    calls = lone.journal.calls

    assert book.sign(slot, first) is first
    assert book.sign(slot, lone.forger.signed(lone.entry(0, b"2"))) is first
    assert lone.journal.calls == calls + 1


def test_the_book_holds_the_last_two_heights_and_the_open_one() -> None:
    """A proof needs the other message of a pair even when its height is final (R4, R6)."""
    lone = at_height(7)
    lone.say(lone.entry(1))
    book = lone.table.log.book

    assert {slot.k for slot in book._mine} == {6, 7}
    assert {slot.k for slot in book._seen} == {6, 7, 8}
