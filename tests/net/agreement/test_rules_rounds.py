"""Locks, acks and finality (net 5.5): R5-R8 against a forger's hand."""

from __future__ import annotations

import pytest

from net.agreement.effects import FinalHeight, Locked, Rejected, Unexplained, YourTurn
from net.wire.bodies import Ack, Entry
from net.wire.frame import Head, Kind
from net.wire.record import parse_record
from tests.support.cheaters import env
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.toy import Toy

# -- R5, R6, R7: lock, acks, final


def test_r5_a_lock_waits_for_every_entry_and_every_check() -> None:
    lone = at_height(3, holds_checks=True)
    lone.propose()
    lone.say(lone.entry(1))
    lone.say(lone.entry(2))
    assert not lone.sent(Ack)
    lone.judge(1)
    assert not lone.sent(Ack) and not lone.told(Locked) and not lone.journal.page.path
    lone.judge()

    assert [ack.k for ack in lone.sent(Ack, to=1)] == [4] and [each.k for each in lone.told(Locked)] == [4]
    assert lone.journal.disk.path and "A/0/4/0" in lone.journal.disk.mine


def test_r5_heads_and_acks_go_on_while_an_entry_is_judged() -> None:
    lone = at_height(1, holds_checks=True)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    for _ in range(2):  # one head is left out, for a height has become final
        lone.tick(1.0)
    assert lone.heads() and lone.table.log.open.acks == (0, 2)
    lone.say(lone.ack(2, [entry]))
    lone.judge()

    assert lone.table.log.k == 2


def test_r5_answers_to_outdated_checks_change_nothing() -> None:
    lone = at_height(1, holds_checks=True)
    lone.say(lone.entry(1))
    job = lone.held[0].job
    lone.judge()
    before = lone.table.log.open
    lone.do(lone.table.checked(job, None, lone.now))
    lone.do(lone.table.checked(999, None, lone.now))

    assert lone.table.log.open == before


def test_r6_two_acks_for_one_slot_are_a_proof() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry]))
    lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.log.blame.stopped is not None
    assert (lone.table.log.blame.stopped.seat, lone.table.log.blame.stopped.reason) == (2, "equivocation")


@pytest.mark.parametrize("is_before", [True, False])
def test_r6_an_ack_of_another_chain_is_answered_with_our_entries(is_before: bool) -> None:
    """The fork exchange: where two halves meet, the liar is found."""
    lone = at_height(1)
    entry = lone.forger.signed(lone.entry(1))
    if is_before:
        lone.say(lone.ack(2, [entry], h=OTHER))
    lone.feed(1, env(entry))
    if not is_before:
        lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.log.open.disputed == (2,) and lone.table.log.blame.stopped is None
    assert lone.frames(Kind.ENV, to=2)[-1] == entry.raw
    lone.take()
    lone.now += 2.0  # messages that may still be on their way are not sent again
    lone.head(2, Head(0, 1, lone.table.log.prev, (), ()))
    assert entry.raw in lone.frames(Kind.ENV, to=2), "a lost exchange comes again with the next head"


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
@pytest.mark.parametrize("is_before", [True, False])
def test_r6_the_signer_of_an_ack_of_a_false_state_is_blamed_once_a_third_seat_confirms_our_state(
    is_before: bool, order: tuple[int, int]
) -> None:
    """The chain hash fixes every move, so the state is the rules' word and not the signer's."""
    lone = at_height(1)
    entry = lone.forger.signed(lone.entry(1))
    acks = {1: lone.ack(1, [entry]), 2: lone.ack(2, [entry], st=OTHER)}
    if not is_before:
        lone.feed(1, env(entry))
    for seat in order:
        assert lone.table.log.blame.stopped is None
        lone.say(acks[seat])
    if is_before:
        lone.feed(1, env(entry))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (2, "false-state")
    own = lone.own(Ack)[-1]
    assert fault.evidence == (entry.raw, own.raw, *(lone.forger.signed(ack).raw for ack in acks.values()))
    for raw in fault.evidence:
        assert raw in lone.frames(Kind.ENV, to=1), "whoever lacks any of it is shown it"
    again = lone.restarted().table.log.blame.stopped
    assert again is not None and (again.seat, again.reason) == (2, "false-state")


def test_r6_an_ack_of_another_state_waits_for_the_acks_of_the_others() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry], st=OTHER))

    assert lone.table.log.blame.stopped is None and lone.table.log.open.disputed == (2,)
    assert lone.table.log.open.acks == (1,)


def test_r6_nobody_is_blamed_when_all_others_contradict_us() -> None:
    """Two liars in league, or our own program: this seat cannot know which by itself."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    for seat in (1, 2):
        lone.say(lone.ack(seat, [entry], st=OTHER))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (None, "alone")


def test_r6_at_a_table_of_two_the_other_is_reported_as_different() -> None:
    lone = at_height(1, seats=2)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry], st=OTHER))
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (1, "other-state")


def test_r6_an_ack_of_another_state_beside_an_honest_ack_is_an_equivocation() -> None:
    """The framer shows its false ack to one seat only, so that this seat would seem to be alone."""
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry], st=OTHER))
    lone.say(lone.ack(2, [entry]), sender=1)
    fault = lone.table.log.blame.stopped

    assert fault is not None and (fault.seat, fault.reason) == (2, "equivocation")


@pytest.mark.parametrize("field", ["h", "st"])
def test_r6_a_seat_that_keeps_to_another_chain_or_state_is_reported_after_a_while(field: str) -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry], **{field: OTHER}))
    false = lone.forger.signed(lone.ack(2, [entry], **{field: OTHER}))
    for _ in range(10):
        lone.tick(1.0)
        assert not lone.told(Unexplained)
    lone.tick(1.0)
    lone.tick(1.0)

    assert lone.told(Unexplained) == [Unexplained(2, 2, false.raw)], "once"
    assert lone.table.log.blame.stopped is None and false.raw in lone.journal.page.seen.values()


def test_r6_the_complaint_ends_with_the_proof() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(2, [entry], h=OTHER))
    lone.tick(1.0)
    lone.say(lone.entry(1, b"another"), sender=2)
    lone.tick(20.0)

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.seat == 1
    assert not lone.told(Unexplained), "the one who was shown another entry is not complained of"


def test_r7_a_height_is_final_only_with_the_ack_of_every_seat() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    assert lone.table.log.k == 1 and lone.table.log.open.acks == (2,)
    lone.say(lone.ack(2, [entry]))
    final = lone.told(FinalHeight)[0]

    assert lone.table.log.k == 2 and (final.k, final.entries) == (2, ((1, b"theirs"),))
    record = parse_record(final.record)
    assert [ack.seat for ack in record.acks] == [0, 1, 2] and record.h == lone.table.log.prev
    assert lone.table.log.records == [*lone.table.log.records[:1], final.record]
    assert lone.journal.page.records[2] == final.record and not lone.journal.page.path


def test_r7_an_own_entry_without_acks_is_not_final() -> None:
    lone = Lone()
    lone.propose()

    assert lone.table.log.k == 0 and lone.table.log.open.acks == (1, 2)


def test_r7_a_table_of_one_needs_nobody_else() -> None:
    lone = Lone(seats=1)
    lone.propose(b"a")
    lone.propose(b"b")

    assert lone.table.log.k == 2


def test_r8_a_lock_is_reported_before_the_final_height_and_the_turn_after_it() -> None:
    lone = at_height(2, seat=0)
    lone.play()
    kinds = [type(effect) for effect in lone.effects if isinstance(effect, Locked | FinalHeight | YourTurn)]

    assert kinds == [Locked, FinalHeight, YourTurn]


def test_after_the_end_of_the_game_an_entry_is_refused_and_nothing_is_open() -> None:
    lone = at_height(2, machine=Toy(3, end=2))
    lone.say(lone.entry(2))

    assert (
        lone.table.log.machine.actors == ()
        and lone.table.log.open.entries == ()
        and lone.table.log.open.acks == ()
    )
    assert [each.error.reason for each in lone.told(Rejected)] == ["turn"]
    assert lone.table.log.k == 2 and lone.table.log.blame.stopped is None


def test_r7_a_disputed_ack_does_not_count_as_an_ack() -> None:
    lone = at_height(1)
    entry = lone.say(lone.entry(1))
    lone.say(lone.ack(1, [entry]))
    lone.say(lone.ack(2, [entry], h=OTHER))

    assert lone.table.log.k == 1 and lone.table.log.open.acks == () and lone.table.log.open.disputed == (2,)


def test_the_height_that_everybody_has_reached_follows_from_the_heads() -> None:
    lone = at_height(2)
    assert lone.table.heads.everybody_at == 1, "nobody signs above its own last final height"
    lone.head(1, Head(0, 2, lone.table.log.prev, (), ()))
    lone.head(2, Head(0, 1, OTHER, (), ()))
    assert lone.table.heads.everybody_at == 1
    lone.head(2, Head(0, 7, OTHER, (), ()))

    assert lone.table.heads.everybody_at == 2


def test_a_seat_that_we_cannot_hear_is_not_waited_for() -> None:
    """One of the ways is cut (net 2.4): at the end two seats would wait for each other's heads in vain."""
    lone = Lone(is_synced=False)
    lone.head(1, Head(0, 0, lone.table.log.prev, (), ()))
    lone.tick(5.0)
    lone.propose()
    acks = [lone.ack(seat, lone.own(Entry)) for seat in (1, 2)]
    lone.say(acks[0])
    lone.say(acks[1], sender=1)
    lone.head(1, Head(0, 1, lone.table.log.prev, (), ()))

    assert lone.table.log.k == 1
    assert lone.table.heads.everybody_at == 1

    lone.head(2, Head(0, 0, lone.genesis.id, (), ()))  # it can, after all
    assert lone.table.heads.everybody_at == 0


def test_after_a_restart_a_seat_that_was_not_heard_yet_is_waited_for() -> None:
    lone = at_height(1).restarted(is_synced=False)
    lone.head(1, Head(0, 1, lone.table.log.prev, (), ()))
    lone.tick(5.0)

    assert lone.table.heads.everybody_at == 0
