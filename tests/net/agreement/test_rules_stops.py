"""Proofs, the duties of a stopped table, and messages of other tables (net 4.3, 5.8)."""

from __future__ import annotations

import pytest

from net.agreement.effects import Rejected, Send, Went, YourTurn
from net.errors import LocalError
from net.wire.bodies import Entry, Going, Leave
from net.wire.frame import Head, Kind
from tests.support.cheaters import env, proof
from tests.support.keys import fast_key
from tests.support.lone_table import OTHER, Lone, at_height
from tests.support.values import replace

# -- proofs and after the stop


def test_a_proof_from_anybody_stops_the_table() -> None:
    lone = at_height(2)
    pair = lone.forger.signed(lone.entry(1, b"1", k=1)), lone.forger.signed(lone.entry(1, b"2", k=1))
    lone.feed(2, proof(*pair))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.seat == 1
    assert lone.frames(Kind.PROOF, to=1), "everybody is told"


def test_a_proof_that_proves_nothing_is_refused() -> None:
    lone = at_height(2)
    entry = lone.forger.signed(lone.entry(1))
    forged = lone.forger.signed(lone.entry(1, b"2"), by=2)
    for pair in ((entry, entry), (entry, forged), (forged, entry)):
        lone.feed(2, proof(*pair))

    assert lone.table.log.blame.stopped is None and {each.seat for each in lone.told(Rejected)} == {2}


def test_a_stopped_table_signs_nothing_and_still_passes_on_its_messages() -> None:
    lone = at_height(2)
    lone.say(
        lone.forger.entry(2, 3, prev=lone.table.log.prev, st=lone.table.log.machine.digest(), pay=b"illegal")
    )
    lone.take()
    signed = dict(lone.journal.page.mine)
    lone.say(lone.entry(2, b"another"))
    lone.tick(1.0)
    assert lone.journal.page.mine == signed and not lone.frames(Kind.ENV)
    lone.head(2, Head(0, 1, OTHER, (), ()))
    assert lone.frames(Kind.RECS, to=2) and lone.frames(Kind.ENV, to=2)
    lone.take()
    lone.do(lone.table.connected(2, lone.now))
    assert lone.heads(to=2) and lone.frames(Kind.ENV, to=2)


def test_the_accused_seat_also_stops() -> None:
    lone = at_height(1)
    pair = [lone.forger.signed(lone.entry(0, pay, k=9)) for pay in (b"1", b"2")]
    lone.feed(1, proof(*pair))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.seat == 0


# -- what is not for this table


def test_messages_from_another_game_or_a_stranger_are_refused_once() -> None:
    lone = at_height(1)
    lies = [replace(lone.entry(1), game=OTHER), replace(lone.entry(1), v=1), replace(lone.entry(1), seat=4)]
    for lie in lies:
        for _ in range(3):
            envelope = lone.forger.signed(lie, by=1)
            lone.feed(2, env(envelope))
    lone.feed(2, env(lone.forger.signed(lone.entry(1), seat=2, by=1)))

    reasons = [each.error.reason for each in lone.told(Rejected)]
    assert reasons == ["other-game", "no-such-seat", "seat"]
    assert lone.table.log.blame.stopped is None and lone.table.log.open.entries == (1,)


def test_a_goodbye_is_reported_once_and_passed_on() -> None:
    lone = at_height(2)
    for _ in range(2):
        lone.say(Leave(lone.genesis.id, 2, 2, Going.FOR_GOOD))

    assert lone.told(Went) == [Went(2, Going.FOR_GOOD, 2)] and len(lone.frames(Kind.ENV, to=1)) == 1


def test_a_goodbye_from_before_the_game_went_on_is_out_of_date() -> None:
    """An old goodbye could otherwise be brought up against a seat that is back since."""
    lone = at_height(3)
    lone.say(Leave(lone.genesis.id, 2, 1, Going.FOR_GOOD))

    assert not lone.told(Went)


def test_a_frame_from_an_unknown_link_raises_a_local_error() -> None:
    lone = Lone()
    for sender in (0, 3, -1):
        with pytest.raises(LocalError):
            lone.table.received(sender, b"", lone.now)


def test_the_same_history_gives_the_same_effects() -> None:
    """Determinism: no clock, no randomness, no set order."""

    def history() -> list[object]:
        lone = Lone(seat=1)
        lone.play(6)
        lone.tick(1.0)
        return [effect.frame if isinstance(effect, Send) else type(effect) for effect in lone.effects]

    assert history() == history() and len(history()) > 20


def test_a_signature_at_a_table_is_valid_for_nothing_else() -> None:
    """5.3: the domain tag keeps a move from being used as anything else."""
    lone = Lone()
    lone.propose()
    entry = lone.own(Entry)[0]

    assert entry.sig == fast_key(0).sign(b"shoal1.table\0" + entry.body)


def test_a_proof_stops_the_table_again_after_a_restart() -> None:
    lone = at_height(2)
    lone.feed(2, proof(*(lone.forger.signed(lone.entry(1, pay)) for pay in (b"1", b"2"))))
    again = lone.restarted(is_synced=False)

    assert again.table.log.blame.stopped == lone.table.log.blame.stopped and not again.told(YourTurn)
    assert again.frames(Kind.PROOF, to=1), "who missed it is told again"
