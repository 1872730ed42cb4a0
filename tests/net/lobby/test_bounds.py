"""The timeouts of the lobby and its limits on numbers, each tried at the limit."""

from __future__ import annotations

import pytest

from net.errors import LocalError
from net.link.address import Address
from net.lobby.host import Host
from net.lobby.identity import Identity
from net.lobby.joiner import Joiner
from net.lobby.late_joiners import LateJoiners
from net.lobby.lines import GuestLines
from net.lobby.messages import Join, Message, Role, parse, write
from net.lobby.phases import Admission, Begin, Declined, Ended, GuestAsks, LobbyOut, Me, Tell, WantsToWatch
from net.lobby.signing import with_seen
from net.lobby.talk import make_chat
from net.lobby.visitors import Visitors
from net.wire.genesis import Policy, Watch
from net.wire.words import Bye
from tests.support.lobby import ANNA, BERT, GAMES, HOST, TABLE, TERMS, Room, hello, key
from tests.support.values import replace


def crowd(number: int) -> Me:
    return Me(Identity.from_seed(b"crowd" + number.to_bytes(27, "big")), f"Guest {number}", 1, "0.1")


def said(outs: tuple[LobbyOut, ...]) -> list[str]:
    return [parse(out.frame).word for out in outs if isinstance(out, Tell)]


def arrive(host: Host, who: Me, *words: Message, now: float = 0.0, address: str = "") -> tuple[LobbyOut, ...]:
    """Return the host's answer to a guest on another computer that says hello and then sends `words`."""
    address = address or f"10.0.{key(who)[0]}.{key(who)[1]}"
    outs: tuple[LobbyOut, ...] = ()
    for word in (hello(who), *words):
        outs = host.received(key(who), write(word), address=address, now=now)
    return outs


def hosting(verdict: Admission = Admission.ADMIT) -> Host:
    return Host(HOST, TERMS, accept=lambda _: verdict)


# -- timeouts


@pytest.mark.parametrize(("now", "is_gone"), [(9.9, False), (10.0, True)])
def test_a_guest_silent_for_ten_seconds_has_left(now: float, is_gone: bool) -> None:
    host = hosting()
    arrive(host, ANNA, Join(TABLE))
    outs = host.tick(now)

    assert any(isinstance(out, Declined) for out in outs) == is_gone
    assert len(host.gathered.guests) == (1 if is_gone else 2)


def test_an_unanswered_offer_is_repeated_after_two_seconds() -> None:
    host = hosting()
    for who in (ANNA, BERT):
        arrive(host, who, Join(TABLE))

    assert host.tick(1.9) == ()
    again = host.tick(2.0)
    assert said(again) == ["OFFER", "OFFER"]
    assert host.tick(3.9) == () and said(host.tick(4.0)) == ["OFFER", "OFFER"]


@pytest.mark.parametrize(("now", "is_gone"), [(19.9, False), (20.0, True)])
def test_a_guest_who_has_not_signed_after_twenty_seconds_loses_the_seat(now: float, is_gone: bool) -> None:
    host = hosting()
    for who in (ANNA, BERT):
        arrive(host, who, Join(TABLE))
    for who in (ANNA, BERT):
        arrive(host, who, now=15.0)

    host.tick(now)

    assert len(host.gathered.guests) == (1 if is_gone else 3)


def test_a_joiner_asks_again_after_two_seconds_and_gives_up_after_twenty() -> None:
    joiner = Joiner(ANNA, key(HOST), games=GAMES.get)
    joiner.start(0.0)

    assert joiner.tick(1.9) == () and said(joiner.tick(2.0)) == ["HELLO"]
    assert said(joiner.tick(19.9)) == ["HELLO"]
    assert joiner.tick(20.0) == (Ended(0, "nobody answers this invitation"),)


def test_a_joiner_calls_for_as_long_as_its_caller_asks() -> None:
    joiner = Joiner(ANNA, key(HOST), games=GAMES.get, timeout_s=60.0)
    joiner.start(0.0)

    assert said(joiner.tick(59.9)) == ["HELLO"]
    assert joiner.tick(60.0) == (Ended(0, "nobody answers this invitation"),)


def test_a_host_that_was_there_and_is_silent_for_twenty_seconds_is_gone() -> None:
    room = Room()
    joiner = room.enter(ANNA)
    room.run(2)
    joiner.received(b"anything", 500.0)

    assert not any(isinstance(out, Ended) for out in joiner.tick(519.9))
    assert joiner.tick(520.0) == (Ended(0, "the host does not answer any more"),)


# -- limits


def test_of_more_than_sixty_four_guests_the_one_silent_longest_is_forgotten() -> None:
    visitors = Visitors()
    for number in range(64):
        visitors.at(b"%d" % number, float(number))
    assert len(visitors) == 64
    visitors.at(b"64", 64.0)

    assert len(visitors) == 64
    assert visitors.find(b"0") is None and visitors.find(b"1") is not None


def test_at_most_sixty_four_refused_guests_are_remembered() -> None:
    visitors = Visitors()
    for number in range(64):
        for _ in range(2):
            visitors.strike(b"%d" % number)
    assert all(visitors.is_out(b"%d" % number) for number in range(64))
    visitors.strike(b"64")

    assert not visitors.is_out(b"64") and not visitors.is_out(b"0") and visitors.is_out(b"1")


def test_a_person_is_asked_about_eight_guests_then_one_more_every_two_seconds() -> None:
    host = hosting(Admission.ASK)
    people = [crowd(number) for number in range(11)]

    def asked(who: Me, now: float) -> bool:
        return any(isinstance(out, GuestAsks) for out in arrive(host, who, Join(TABLE), now=now))

    assert [asked(who, 0.0) for who in people] == [True] * 8 + [False] * 3
    assert not asked(people[8], 100.0)  # eight wait for an answer
    for who in people[:2]:
        host.decide(who.player.ed, admit=False, now=100.0)
    assert [asked(who, 100.0) for who in people[8:]] == [True, True, False]


def asks(outs: tuple[LobbyOut, ...]) -> bool:
    return any(isinstance(out, GuestAsks) for out in outs)


def test_a_crowd_from_one_computer_does_not_hold_up_the_question_about_a_friend() -> None:
    host = hosting(Admission.ASK)
    crowded = [asks(arrive(host, crowd(number), Join(TABLE), address="10.0.9.9")) for number in range(40)]

    assert sum(crowded) == 2
    assert asks(arrive(host, ANNA, Join(TABLE)))


@pytest.mark.parametrize(("for_good", "may_ask"), [(False, True), (True, False)])
def test_a_blocked_guest_may_not_ask_again(for_good: bool, may_ask: bool) -> None:
    host = hosting(Admission.ASK)
    assert asks(arrive(host, ANNA, Join(TABLE)))
    host.decide(ANNA.player.ed, admit=False, for_good=for_good, now=1.0)

    assert asks(arrive(host, ANNA, Join(TABLE), now=10.0)) == may_ask


def test_refusing_all_who_wait_refuses_and_blocks_each_of_them() -> None:
    host = hosting(Admission.ASK)
    people = [crowd(number) for number in range(5)]
    for who in people:
        assert asks(arrive(host, who, Join(TABLE)))

    assert said(host.refuse_all()) == ["ERR"] * 5
    assert not any(asks(arrive(host, who, Join(TABLE), now=60.0)) for who in people)
    assert asks(arrive(host, ANNA, Join(TABLE), now=60.0))


def test_questions_come_no_faster_than_they_can_be_read() -> None:
    host = hosting(Admission.ASK)

    def asked(number: int, now: float) -> bool:
        who = crowd(number)
        outs = arrive(host, who, Join(TABLE), now=now)
        host.decide(who.player.ed, admit=False, now=now)
        return any(isinstance(out, GuestAsks) for out in outs)

    assert sum(asked(number, 0.0) for number in range(12)) == 8
    assert not asked(20, 1.0) and asked(21, 2.0) and not asked(22, 2.0)


def test_the_host_hears_of_at_most_sixty_four_guests_with_another_version() -> None:
    host = hosting()
    told = 0
    for number in range(66):
        outs = arrive(host, crowd(number), Bye("this table needs another version"))
        told += sum(isinstance(out, Declined) for out in outs)

    assert told == 64


def begun() -> Begin:
    room = Room(terms=replace(TERMS, policy=Policy(watch=Watch.OPEN)))
    for who in (ANNA, BERT):
        room.enter(who)
        room.run(2)
    found = room.last(HOST, Begin)
    assert isinstance(found, Begin)
    return found


def test_the_last_sixty_four_introductions_are_remembered() -> None:
    """A guest that was forgotten says HELLO again."""
    late = LateJoiners(ANNA, begun(), lambda: ())
    people = [crowd(number) for number in range(65)]

    def is_shown(who: Me) -> bool:
        frame = write(Join(TABLE, Role.SPECTATOR))
        return any(isinstance(out, WantsToWatch) for out in late.received(key(who), frame, now=0.0))

    for who in people[:64]:
        late.received(key(who), write(hello(who)), now=0.0)
    assert is_shown(people[0])
    late.received(key(people[64]), write(hello(people[64])), now=0.0)

    assert [is_shown(people[n]) for n in (0, 1, 64)] == [False, True, True]


def test_a_guest_who_has_not_said_its_name_has_none() -> None:
    visitor = Visitors().at(b"key", 0.0)
    with pytest.raises(LocalError):
        _ = visitor.known


# -- lines and addresses


def test_the_sixth_chat_line_waits_until_one_of_five_has_arrived() -> None:
    lines = GuestLines()
    for n in range(1, 6):
        assert lines.next_n == n
        me = {"nick": ANNA.nick, "n": n, "table": TABLE, "ed": ANNA.player.ed, "signer": ANNA.identity}
        lines.put(make_chat(f"line {n}", **me))
    with pytest.raises(LocalError):
        _ = lines.next_n

    assert lines.first is not None and lines.first.n == 1
    assert lines.unsaid == tuple(f"line {n}" for n in range(1, 6))


def test_the_address_that_was_seen_comes_first_of_at_most_four() -> None:
    named = tuple(Address(f"10.0.0.{n}", 5000) for n in range(1, 5))
    seen = Address("192.168.1.9", 5000)

    assert with_seen(named, seen.host) == (seen, *named[:3])
    assert with_seen(named[:2], seen.host) == (seen, *named[:2])
    assert with_seen(named, "10.0.0.3") == with_seen(named, "nowhere") == named
    assert with_seen((), seen.host) == ()
