"""Pauses: asked for by anybody, agreed to by all, for one view (net 5.7)."""

from __future__ import annotations

import pytest

from net.agreement.aside.pauses import WORDS_BURST, Pauses
from net.agreement.effects import Pausing, Rejected
from net.errors import LocalError
from net.wire.bodies import Pause, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind
from tests.support.lone_table import Lone


def word(lone: Lone, seat: int, n: int, stage: int, *, v: int = 0) -> Pause:
    return Pause(lone.genesis.id, v, seat, n, stage)


def asked(lone: Lone, *, wanted: bool) -> Pause:
    """The seat's own `Pause` as the others receive it."""
    lone.take()
    lone.do(lone.table.pause(lone.now, wanted=wanted))
    body = parse_body(open_envelope(lone.frames(Kind.ENV, to=1)[-1]).body)
    assert isinstance(body, Pause)
    return body


def test_a_pause_begins_when_all_want_it_and_ends_when_all_want_to_go_on() -> None:
    lone = Lone()
    assert asked(lone, wanted=True) == word(lone, 0, 1, 1)
    lone.say(word(lone, 1, 1, 1))
    assert lone.table.aside.pausing == Pausing((0, 1), is_paused=False)
    lone.say(word(lone, 2, 1, 1))
    assert lone.table.aside.pausing == Pausing((), is_paused=True)
    lone.say(word(lone, 2, 2, 2))
    assert lone.table.aside.pausing == Pausing((2,), is_paused=True), "one alone ends no pause"
    lone.say(word(lone, 1, 2, 2))
    assert asked(lone, wanted=False) == word(lone, 0, 2, 2)

    assert lone.table.aside.pausing == Pausing((), is_paused=False)


def test_a_seat_that_has_asked_may_take_it_back() -> None:
    lone = Lone()
    asked(lone, wanted=True)
    assert asked(lone, wanted=False) == word(lone, 0, 2, 0)
    lone.say(word(lone, 1, 1, 1))
    lone.say(word(lone, 2, 1, 1))

    assert lone.table.aside.pausing == Pausing((1, 2), is_paused=False)


def test_the_latest_request_of_a_seat_about_a_pause_counts_in_any_order_of_arrival() -> None:
    lone = Lone()
    lone.say(word(lone, 1, 3, 0))
    lone.say(word(lone, 1, 2, 1))

    assert lone.table.aside.pausing == Pausing((), is_paused=False)


def test_a_request_to_pause_is_relayed_once_and_sent_again_to_its_seat_after_a_reconnect() -> None:
    lone = Lone(seats=4)
    said = lone.say(word(lone, 2, 1, 1), sender=1)
    lone.say(word(lone, 2, 1, 1), sender=3)
    assert [lone.frames(Kind.ENV, to=seat) for seat in (1, 2, 3)] == [[], [], [said.raw]]
    lone.take()
    lone.do(lone.table.connected(2, lone.now))

    assert lone.frames(Kind.ENV, to=2) == [said.raw], "its own word, which it may have lost"


def test_after_a_restart_our_own_pause_request_is_valid_again_once_a_peer_sends_it_back() -> None:
    lone = Lone()
    lone.say(word(lone, 0, 5, 1), sender=1)

    assert lone.table.aside.pausing == Pausing((0,), is_paused=False)
    assert asked(lone, wanted=False) == word(lone, 0, 6, 0)


def test_a_request_for_a_later_view_waits_for_the_view_and_one_for_an_older_view_is_ignored() -> None:
    pauses = Pauses(bytes(32), 0, v=3, act=(0, 1, 2))
    envelope = Lone().forger.signed(Pause(bytes(32), 4, 1, 1, 1))
    assert not pauses.is_new(Pause(bytes(32), 2, 1, 9, 1))
    for v, n in ((3, 1), (4, 1)):
        assert pauses.is_new(Pause(bytes(32), v, 1, n, 1))
        pauses.take(envelope, Pause(bytes(32), v, 1, n, 1))
    assert not pauses.is_new(Pause(bytes(32), 4, 1, 1, 1))
    assert pauses.now == Pausing((1,), is_paused=False)
    pauses.begin(4, (0, 1))
    assert pauses.now == Pausing((1,), is_paused=False)
    pauses.take(envelope, Pause(bytes(32), 6, 1, 1, 1))
    pauses.begin(5, (0, 1))
    assert pauses.now == Pausing((), is_paused=False)
    pauses.begin(6, (0, 1))

    assert pauses.now == Pausing((1,), is_paused=False)


def test_a_flood_of_requests_is_neither_taken_nor_relayed() -> None:
    lone = Lone(seats=4)
    for n in range(1, 200):
        lone.say(word(lone, 2, n, n % 2))

    assert len(lone.frames(Kind.ENV, to=1)) <= WORDS_BURST
    assert not lone.told(Rejected), "whoever passes words on may have held them back"


def test_a_request_in_the_name_of_another_seat_is_refused() -> None:
    lone = Lone()
    lone.say(word(lone, 1, 1, 1), by=2)

    assert [each.error.reason for each in lone.told(Rejected)] == ["bad-signature"]
    assert lone.table.aside.pausing.by == ()


def test_a_seat_that_is_not_at_the_table_cannot_pause_it() -> None:
    lone = Lone()
    lone.table.log.act = (1, 2)
    with pytest.raises(LocalError, match="sit at the table"):
        lone.table.pause(lone.now, wanted=True)
