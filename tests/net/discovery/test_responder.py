"""Answers of a program that may be found."""

from __future__ import annotations

from net.discovery.notice import Access, Notice
from net.discovery.responder import DIAL_AGAIN_S, DIAL_S, AskedToHost, AtTable, PlayerInvites, Responder
from net.discovery.words import (
    SIGHT_MAX,
    AskSight,
    AskTable,
    Call,
    Called,
    Dial,
    Dialled,
    Here,
    Please,
    Sight,
    check_here,
    parse_word,
    write_word,
)
from net.link.address import Address
from net.lobby.identity import Identity, fingerprint
from net.lobby.invitation import Invitation
from net.lobby.messages import Info, Stage
from net.lobby.phases import CallOnce, HangUp, Me, Tell
from tests.support.values import replace

ME, GUEST, OTHER = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2, 3))
INFO = Info(bytes(16), "plump", "1", bytes(32), b"", 4, ((ME.public, "Lisa", 0, 0),), Stage.GATHERING)
LISA = Me(ME, "Lisa", 1, "0.1.0")
KEY, HOST = GUEST.curve_public, "192.168.1.9"


def responder(table: AtTable | None = None) -> Responder:
    return Responder(LISA, lambda: table)


def test_a_table_is_reported_completely_and_under_the_hosts_key() -> None:
    open_table = AtTable(INFO, Access.OPEN, 2)
    [told] = responder(open_table).received(KEY, write_word(AskTable()), address=HOST, now=0.0)

    assert isinstance(told, Tell) and told.key == KEY
    here = parse_word(told.frame)
    assert isinstance(here, Here)
    check_here(here, key=ME.curve_public)
    assert (here.info, here.access, here.spectators, here.nick) == (INFO, Access.OPEN, 2, "Lisa")
    of_me = Notice(ME.curve_public, fingerprint(ME.public), 7000, version="0.1.0")
    assert responder(open_table).notice(7000) == replace(
        of_me, game="plump", seats=4, taken=1, spectators=2, access=Access.OPEN
    )


def test_without_a_table_the_player_is_reported() -> None:
    [told] = responder().received(KEY, write_word(AskTable()), address=HOST, now=0.0)

    assert isinstance(told, Tell)
    here = parse_word(told.frame)
    assert isinstance(here, Here)
    check_here(here, key=ME.curve_public)
    assert (here.access, here.info) == (Access.NONE, None)
    assert responder().notice(7000).access is Access.NONE


def test_a_call_back_goes_to_the_asker_and_its_result_is_reported() -> None:
    made = responder()
    ask = write_word(Dial(50001))

    assert made.received(KEY, ask, address=HOST, now=0.0) == (CallOnce(KEY, Address(HOST, 50001)),)
    assert made.received(OTHER.curve_public, ask, address="192.168.1.10", now=0.1) == ()  # one at a time
    assert made.connected(OTHER.curve_public) == ()
    assert made.connected(KEY) == (Tell(KEY, write_word(Dialled(50001, is_reached=True))), HangUp(KEY))
    assert made.connected(KEY) == ()
    assert made.received(KEY, ask, address=HOST, now=DIAL_AGAIN_S - 0.1) == ()  # not again so soon
    assert made.received(KEY, ask, address=HOST, now=DIAL_AGAIN_S) != ()


def test_a_call_back_that_fails_is_also_reported() -> None:
    made = responder()
    made.received(KEY, write_word(Dial(50001)), address=HOST, now=0.0)

    assert made.tick(DIAL_S - 0.1) == ()
    assert made.tick(DIAL_S) == (Tell(KEY, write_word(Dialled(50001, is_reached=False))), HangUp(KEY))
    assert made.tick(DIAL_S + 9) == ()


def test_in_a_crowd_that_wants_to_be_called_back_the_oldest_is_forgotten_first() -> None:
    made = responder()
    ask = write_word(Dial(50001))

    def is_called(number: int) -> bool:
        called = made.received(KEY, ask, address=f"10.0.0.{number}", now=1.0)
        made.connected(KEY)
        return bool(called)

    assert all(is_called(number) for number in range(64))
    assert not is_called(0)
    assert is_called(64) and is_called(0) and not is_called(2)


def test_nobody_can_make_us_call_anything_but_a_computer() -> None:
    assert responder().received(KEY, write_word(Dial(50001)), address="nowhere", now=0.0) == ()


def test_an_invitation_is_accepted_only_with_the_proof_that_it_is_from_the_host() -> None:
    text = str(Invitation((Address(HOST, 50001),), KEY))
    call = Call(GUEST.public, GUEST.certificate, "Bob", text)

    told, invited = responder().received(KEY, write_word(call), address=HOST, now=0.0)
    assert told == Tell(KEY, write_word(Called()))
    assert invited == PlayerInvites(GUEST.public, "Bob", text)
    [_, invited] = responder().received(KEY, write_word(call), address="fe80::9", now=0.0)
    both = (Address("fe80::9", 50001), Address(HOST, 50001))  # it can be called where it calls from
    assert invited == PlayerInvites(GUEST.public, "Bob", str(Invitation(both, KEY)))

    elsewhere = str(Invitation((Address(HOST, 50001),), OTHER.curve_public))
    for lie in (
        replace(call, invitation=elsewhere),
        replace(call, invitation="SHOAL:nonsense"),
        replace(call, ed=OTHER.public),
        replace(call, cert=OTHER.certificate),
        replace(call, nick="\u2800"),
    ):
        assert responder().received(KEY, write_word(lie), address=HOST, now=0.0) == ()


def test_an_asker_is_told_whom_we_reach_up_to_a_limit() -> None:
    made = Responder(
        LISA, lambda: None, reachable=lambda: [(n.to_bytes(32, "big"), f"N{n}") for n in range(40)]
    )
    [told] = made.received(KEY, write_word(AskSight()), address=HOST, now=0.0)

    assert isinstance(told, Tell)
    said = parse_word(told.frame)
    assert isinstance(said, Sight) and [nick for _, nick in said.people] == [
        f"N{n}" for n in range(SIGHT_MAX)
    ]


def test_a_request_that_we_host_proves_who_sent_it() -> None:
    please = Please(GUEST.public, GUEST.certificate, "Bob", OTHER.public)

    told, asked = responder().received(KEY, write_word(please), address=HOST, now=0.0)
    assert told == Tell(KEY, write_word(Called()))
    assert asked == AskedToHost(GUEST.public, "Bob", OTHER.public)
    for lie in (
        replace(please, ed=OTHER.public),
        replace(please, cert=OTHER.certificate),
        replace(please, nick="\u2800"),
    ):
        assert responder().received(KEY, write_word(lie), address=HOST, now=0.0) == ()


def test_nonsense_is_not_answered() -> None:
    for frame in (b"nonsense", write_word(Called()), write_word(Dialled(50001, is_reached=True))):
        assert responder().received(KEY, frame, address=HOST, now=0.0) == ()
