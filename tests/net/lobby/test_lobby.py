"""The lobby: two machines over a wire that loses, doubles and reorders; and every lie in it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.table.agreed import options_bytes
from net.errors import LocalError, Malformed, PeerError
from net.link.address import Address, make_address
from net.lobby.host import Host
from net.lobby.identity import Identity, verify
from net.lobby.joiner import Joiner
from net.lobby.messages import (
    LOBBY_MAX,
    Addr,
    Heir,
    Heirs,
    Hello,
    Info,
    InfoQuery,
    Join,
    Message,
    Role,
    Sign,
    Stage,
    StartMessage,
    TableOffer,
    WatchSources,
    Welcome,
    check_addr,
    make_addr,
    parse,
    write,
)
from net.lobby.phases import (
    PROTOCOL,
    Admission,
    Begin,
    Declined,
    Ended,
    Gathered,
    GuestAsks,
    GuestPhase,
    JoinerPhase,
    KnownGame,
    LobbyOut,
    Me,
    OpenTable,
    ProvenGuest,
    TableSeen,
    Tell,
)
from net.lobby.talk import ChatQuery, make_chat
from net.wire.envelope import SEATS_MAX
from net.wire.frame import Frame, Kind
from net.wire.genesis import GENESIS_MAX, Genesis, Player, Policy, check_genesis, parse_genesis, sign_genesis
from net.wire.words import Bye, Err, plain
from tests.support.catalogue import GAMES as RULES
from tests.support.lobby import (
    ANNA,
    BERT,
    ENGINE,
    EVE,
    GAMES,
    HOST,
    TABLE,
    TERMS,
    Room,
    answers,
    errors,
    hello,
    key,
    player,
    to_host,
)
from tests.support.quick import quick_only
from tests.support.values import replace

HOST_WORDS = {"WELCOME", "INFO", "OFFER", "START", "CHAT", "NEXT"}
JOINER_WORDS = {"HELLO", "INFO?", "JOIN", "ADDR", "SIGN", "CHAT", "CHAT?"}


# -- the good course --------------------------------------------------------------------------


def test_the_table_fills_and_everybody_starts_with_the_same_signed_genesis() -> None:
    room = Room()
    room.enter(ANNA)
    room.run()
    room.enter(BERT)
    room.run(2)
    begins = [room.last(who, Begin) for who in (HOST, ANNA, BERT)]

    assert [begin.seat for begin in begins] == [0, 1, 2]
    assert len({begin.body for begin in begins}) == 1
    genesis = check_genesis(begins[1].body, begins[1].sigs, verify)
    assert [each.nick for each in genesis.players] == ["Player 1", "Player 2", "Player 3"]
    assert genesis == begins[0].genesis
    assert room.host.stage is Stage.PLAYING


def test_everybody_learns_where_the_others_are() -> None:
    room = Room()
    room.enter(ANNA)
    room.run()
    room.enter(BERT)
    room.run(2)

    ends = dict(room.last(BERT, Begin).endpoints)
    assert ends[0] == (Address("10.0.0.1", 5000),)
    # The host adds the address that it has seen Anna's frames come from.
    assert ends[1] == (Address("192.168.0.9", 5001), Address("10.0.0.2", 5001))
    assert 2 not in ends
    assert sorted(dict(room.last(HOST, Begin).endpoints)) == [1, 2]


@pytest.mark.parametrize("seed", quick_only(range(60), *range(20)))
def test_a_bad_network_delays_but_does_not_stop_the_table(seed: int) -> None:
    room = Room(faults=0.25, rng=random.Random(seed))
    for who in (ANNA, BERT):
        room.enter(who)
    room.run(60)

    begins = [room.last(who, Begin) for who in (HOST, ANNA, BERT)]
    assert len({(begin.body, begin.sigs) for begin in begins}) == 1


def test_the_smallest_and_the_largest_table_fit_into_a_message() -> None:
    seeds = [bytes([n]) * 32 for n in range(10, 9 + SEATS_MAX)]
    wide = [
        Me(Identity.from_seed(seed), "\U0001f3b2" * 23 + chr(0x1F400 + seed[0]), 1, "0.1") for seed in seeds
    ]
    for guests in (wide[:1], wide):
        options = bytes(1024) if guests == wide else b""
        terms = replace(TERMS, seats=len(guests) + 1, options=options)
        room = Room(terms=terms)
        for who in guests:
            room.enter(who, lambda _: KnownGame("1", ENGINE, lambda seats, options: None))
        room.run(3)

        assert all(room.has(who, Begin) for who in (HOST, *guests))


def test_a_person_decides_about_a_stranger() -> None:
    room = Room(verdict=Admission.ASK, terms=replace(TERMS, seats=2))
    anna = room.enter(ANNA)
    room.run(30)
    asked = [out for out in room.saw[key(HOST)] if isinstance(out, GuestAsks)]
    assert [each.guest.nick for each in asked] == ["Player 2"]
    assert anna.phase is JoinerPhase.JOINING
    room.take(key(HOST), room.host.decide(ANNA.player.ed, admit=True, now=room.now))
    room.run(3)

    assert room.has(ANNA, Begin)


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_stranger_who_is_not_let_in_gets_a_message(is_asked: bool) -> None:
    room = Room(verdict=Admission.ASK if is_asked else Admission.REFUSE)
    room.enter(ANNA)
    room.run()
    room.take(key(HOST), room.host.decide(ANNA.player.ed, admit=False, now=room.now))
    room.run()

    assert room.last(ANNA, Ended) == Ended(3, "the host has not let you in")
    assert room.host.gathered.guests == (ProvenGuest(HOST.player, 1),)


def test_a_decision_about_nobody_changes_nothing() -> None:
    assert Room().host.decide(EVE.player.ed, admit=True, now=0.0) == ()


def test_the_last_seat_goes_to_only_one_guest() -> None:
    room = Room(terms=replace(TERMS, seats=2))
    room.enter(ANNA)
    room.run()
    room.enter(EVE)
    room.run(2)

    assert room.has(ANNA, Begin)
    assert room.last(EVE, Ended) == Ended(5, "all seats are taken")


def test_of_two_admitted_guests_only_the_first_gets_the_last_seat() -> None:
    room = Room(verdict=Admission.ASK, terms=replace(TERMS, seats=2))
    room.enter(ANNA)
    room.enter(EVE)
    room.run()
    room.take(key(HOST), room.host.decide(ANNA.player.ed, admit=True, now=room.now))
    room.take(key(HOST), room.host.decide(EVE.player.ed, admit=True, now=room.now))
    room.run(2)

    assert room.has(ANNA, Begin)
    assert room.last(EVE, Ended) == Ended(5, "all seats are taken")


# -- leaving ----------------------------------------------------------------------------------


def test_a_silent_joiner_frees_its_seat_and_another_takes_it() -> None:
    room = Room()
    room.enter(ANNA)
    room.run(2)
    room.cut.add(key(ANNA))
    room.run(22)
    assert room.last(HOST, Declined) == Declined(ProvenGuest(ANNA.player, 1), "no answer")
    assert room.last(ANNA, Ended) == Ended(0, "the host does not answer any more")
    for who in (BERT, EVE):
        room.enter(who)
    room.run(2)

    players = room.last(HOST, Begin).genesis.players
    assert [each.nick for each in players] == ["Player 1", "Player 3", "Player 4"]


def test_a_joiner_that_was_silent_for_a_while_comes_back() -> None:
    room = Room()
    room.enter(ANNA)
    room.run(2)
    room.cut.add(key(ANNA))
    room.run(12)
    assert len(room.host.gathered.guests) == 1
    room.cut.clear()
    room.run(6)

    assert len(room.host.gathered.guests) == 2


def test_a_joiner_that_leaves_before_the_start_voids_the_offer() -> None:
    room = Room()
    anna = room.enter(ANNA)
    room.run()
    room.cut.add(key(ANNA))  # she will not see the offer
    room.enter(BERT)
    room.run(2)
    assert room.host.stage is Stage.SIGNING
    room.cut.clear()
    room.take(key(ANNA), anna.leave("dinner"))
    room.run(3)
    assert room.host.stage is Stage.GATHERING
    assert room.last(HOST, Declined) == Declined(ProvenGuest(ANNA.player, 1), "dinner")
    assert room.joiners[key(BERT)].phase is JoinerPhase.SEATED
    room.enter(EVE)
    room.run(4)

    begin = room.last(BERT, Begin)
    assert [each.nick for each in begin.genesis.players] == ["Player 1", "Player 3", "Player 4"]
    assert begin.seat == 1
    assert begin.body == room.last(EVE, Begin).body


def test_a_lost_link_frees_the_seat_at_once() -> None:
    room = Room()
    room.enter(ANNA)
    room.run()

    outs = room.host.gone(key(ANNA), now=room.now)
    assert Declined(ProvenGuest(ANNA.player, 1), "connection lost") in outs
    assert Gathered(3, (ProvenGuest(HOST.player, 1),)) in outs
    assert room.host.gone(key(ANNA), now=room.now) == ()


def test_after_the_start_nobody_is_dropped() -> None:
    room = Room(terms=replace(TERMS, seats=2))
    room.enter(ANNA)
    room.run(2)

    assert room.host.gone(key(ANNA), now=room.now) == ()
    assert room.host.received(key(ANNA), write(Bye("")), address="", now=room.now) == ()
    room.now += 100
    assert room.host.tick(room.now) == ()
    assert room.host.stage is Stage.PLAYING


def test_a_restarted_joiner_starts_from_the_beginning() -> None:
    room = Room()
    room.enter(ANNA)
    room.run(2)
    again = player(2, boot=2)
    room.enter(again)
    room.run(2)
    assert room.host.gathered.guests == (ProvenGuest(HOST.player, 1), ProvenGuest(again.player, 2))
    room.enter(BERT)
    room.run(2)

    assert room.has(again, Begin)


def test_a_joiner_that_lost_the_start_message_gets_it_again() -> None:
    """The host plays already; the joiner crashed before it had written down that the game began."""
    room = Room(terms=replace(TERMS, seats=2))
    room.enter(ANNA)
    room.run(2)
    first = room.last(ANNA, Begin)
    room.saw[key(ANNA)].clear()
    room.enter(player(2, boot=2))
    room.run(5)

    assert room.last(ANNA, Begin) == first


def test_a_host_that_closes_says_why() -> None:
    room = Room()
    room.enter(ANNA)
    room.run()
    room.take(key(HOST), room.host.close("bedtime"))
    room.run()
    assert room.last(ANNA, Ended) == Ended(15, "bedtime")
    room.enter(BERT)
    room.run()

    assert room.last(BERT, Ended) == Ended(15, "this table is closed")


def test_a_joiner_gives_up_if_nobody_answers() -> None:
    room = Room()
    room.cut.add(key(ANNA))
    room.enter(ANNA)
    room.run(22)

    assert room.last(ANNA, Ended) == Ended(0, "nobody answers this invitation")
    assert room.joiners[key(ANNA)].tick(room.now + 99) == ()
    assert room.joiners[key(ANNA)].leave("x") == ()


# -- lies to the host -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "text"),
    [
        (
            hello(ANNA, proto_min=PROTOCOL + 1, proto_max=PROTOCOL + 2),
            1,
            "the host's Shoal is older than yours: the host must update it",
        ),
        (hello(ANNA, proto_min=0, proto_max=0), 1, "your Shoal is older than the host's: update it"),
        (hello(BERT), 6, "the certificate is for a key that is not this connection's"),
        (hello(ANNA, cert=bytes(112)), 6, "a certificate that is not valid for ever"),
        (hello(ANNA, ed=BERT.player.ed), 6, "a certificate is not signed by its player"),
    ],
)
def test_a_wrong_hello_is_refused(said: Hello, code: int, text: str) -> None:
    room = Room()
    [err] = to_host(room, ANNA, said)

    assert (err.code, err.text) == (code, text)


def test_the_host_itself_cannot_join() -> None:
    [err] = to_host(Room(), HOST, hello(HOST))

    assert err == Err(6, "you have the same identity as the host")


def test_an_earlier_start_of_a_program_is_superseded() -> None:
    room = Room()
    assert to_host(room, ANNA, hello(ANNA, boot=5)) == []

    [err] = to_host(room, ANNA, hello(ANNA, boot=4))
    assert err == Err(7, "your Shoal was started again, and the newer one is already here")


def test_the_same_identity_with_a_second_key_is_refused() -> None:
    """A player may certify as many CURVE keys as it likes; a table has one of them."""
    room = Room()
    assert to_host(room, ANNA, hello(ANNA)) == []
    bound = key(EVE) + ANNA.player.cert[32:48]
    cert = bound + ANNA.identity.sign(b"shoal1.cert\0" + bound)

    assert to_host(room, EVE, hello(ANNA, cert=cert)) == [Err(7, "you are already here, from another Shoal")]


@pytest.mark.parametrize(("join", "code"), [(Join(bytes(16)), 4), (Join(TABLE, Role.SPECTATOR), 3)])
def test_a_wrong_join_is_refused(join: Join, code: int) -> None:
    room = Room()
    to_host(room, ANNA, hello(ANNA))
    [err] = to_host(room, ANNA, join)

    assert err.code == code


def offered() -> tuple[Room, Genesis]:
    """A table whose genesis Anna and Bert have been offered and have not signed."""
    room = Room()
    room.auto_join = False
    for who in (ANNA, BERT):
        assert to_host(room, who, hello(who)) == []
        room.take(key(HOST), room.host.received(key(who), write(Join(TABLE)), address="", now=room.now))
    return room, room.last(HOST, OpenTable).genesis


@pytest.mark.parametrize("seat", [0, 2, 7])
def test_nobody_signs_for_another_seat(seat: int) -> None:
    room, genesis = offered()
    sig = sign_genesis(genesis.encode(), ANNA.identity)
    where = make_addr(seat, (), n=1, game=genesis.id, signer=ANNA.identity)

    for said in (Sign(seat, sig), where):
        assert answers(room, ANNA, said) == [TableOffer(genesis.encode())]
    assert not room.has(HOST, Begin)


def test_false_signatures_do_not_count_and_valid_ones_start_the_table() -> None:
    room, genesis = offered()
    body = genesis.encode()
    other = replace(genesis, options=b"other").encode()
    for bad in (bytes(64), sign_genesis(body, BERT.identity), sign_genesis(other, ANNA.identity)):
        assert answers(room, ANNA, Sign(1, bad)) == [TableOffer(body)]
    for game, signer in ((bytes(32), ANNA), (genesis.id, BERT)):
        where = make_addr(1, (), n=1, game=game, signer=signer.identity)
        assert answers(room, ANNA, where) == [TableOffer(body)]
    assert not room.has(HOST, Begin)

    for seat, who in ((1, ANNA), (2, BERT)):
        assert to_host(room, who, make_addr(seat, (), n=1, game=genesis.id, signer=who.identity)) == []
        outs = room.host.received(key(who), write(Sign(seat, sign_genesis(body, who.identity))), address="",
                                  now=room.now)  # fmt: skip
    assert [out.seat for out in outs if isinstance(out, Begin)] == [0]


def test_a_guest_who_signs_an_offer_that_another_has_voided_keeps_its_seat() -> None:
    """Anna leaves and Eve takes her seat: Bert's late word on the offer before is no fault of his, and must
    not send him away, even if he has not heard of the new offer yet."""
    room = Room()
    room.enter(ANNA)
    room.run()
    bert = room.enter(BERT)
    while bert.phase is not JoinerPhase.SIGNED:
        sender, to, frame = room.wire.pop(0)
        at = room.host.received(sender, frame, address="", now=room.now) if to == key(HOST) else None
        room.take(to, room.joiners[to].received(frame, room.now) if at is None else at)
    late = [frame for sender, _, frame in room.wire if sender == key(BERT)]
    room.wire.clear()

    room.cut = {key(BERT)}
    room.take(key(HOST), room.host.received(key(ANNA), write(Bye("")), address="", now=room.now))
    room.take(key(BERT), bert.received(write(room.host.info), room.now))
    del room.joiners[key(ANNA)]
    room.enter(EVE)
    room.run()
    assert room.host.stage is Stage.SIGNING
    for frame in late:
        for out in room.host.received(key(BERT), frame, address="", now=room.now):
            if isinstance(out, Tell) and out.key == key(BERT):
                room.take(key(BERT), bert.received(out.frame, room.now))
    room.cut = set()
    room.run(5)

    assert len(late) >= 2
    assert not room.has(BERT, Ended)
    assert [room.last(who, Begin).seat for who in (HOST, BERT, EVE)] == [0, 1, 2]


def test_only_later_addresses_replace_earlier_ones() -> None:
    room, genesis = offered()
    new, old = ((Address("10.1.1.1", port),) for port in (2, 1))
    for n, addresses in ((5, new), (4, old), (5, old)):
        to_host(room, ANNA, make_addr(1, addresses, n=n, game=genesis.id, signer=ANNA.identity))

    assert room.host._visitors.find(key(ANNA)).addresses[-1:] == new


def test_a_guest_who_cannot_play_frees_its_seat() -> None:
    room, _ = offered()
    room.take(key(HOST), room.host.received(key(ANNA), write(Err(14, "old")), address="", now=room.now))

    assert room.last(HOST, Declined) == Declined(ProvenGuest(ANNA.player, 1), "old")
    assert room.host.stage is Stage.GATHERING


def test_a_crowd_of_strangers_does_not_push_out_seated_guests() -> None:
    room = Room()
    room.enter(ANNA)
    room.run(2)
    for n in range(1000):
        room.host.received(n.to_bytes(32, "big"), write(InfoQuery()), address="", now=room.now)

    assert len(room.host._visitors) <= 64
    assert len(room.host.gathered.guests) == 2


def test_a_crowd_does_not_push_out_guests_who_wait_to_be_let_in() -> None:
    room = Room(verdict=Admission.ASK)
    to_host(room, ANNA, hello(ANNA))
    to_host(room, ANNA, Join(TABLE))
    crowd = [player(n) for n in range(10, 110)]
    for who in crowd:
        room.now += 0.1
        to_host(room, who, hello(who))
    told = [to_host(room, who, Join(TABLE)) for who in crowd]

    assert told[-1] == []  # it waits as well, without the person who hosts being told
    assert sum(each.phase is GuestPhase.ASKING for each in room.host._visitors) == 2
    outs = room.host.decide(ANNA.player.ed, admit=True, now=room.now)
    assert any(isinstance(out, Gathered) and len(out.guests) == 2 for out in outs)


def test_errors_are_sent_at_a_bounded_rate() -> None:
    room = Room()
    told = [to_host(room, EVE, b"nonsense") for _ in range(50)]

    assert sum(map(len, told)) == 5
    assert told[0][0].code == 2


# -- lies to the joiner -----------------------------------------------------------------------

INFO = Info(TABLE, "plump", "1", ENGINE, b"a=b", 2, ((HOST.player.ed, "H", 0, 0),), Stage.GATHERING)
GENESIS = Genesis("plump", "1", ENGINE, b"a=b", TABLE, (HOST.player, ANNA.player), Policy())
WELCOME = Welcome(PROTOCOL, HOST.player.ed, HOST.player.cert, "H", 1)


def joiner(*said: Message, join: bool = True, me: Me = ANNA) -> tuple[Joiner, list[LobbyOut]]:
    """The joiner Anna after she has heard these messages."""
    machine = Joiner(me, key(HOST), games=GAMES.get)
    outs: list[LobbyOut] = list(machine.start(0.0))
    for message in said:
        outs += machine.received(write(message), 0.0)
        if join and machine.phase is JoinerPhase.GREETED and isinstance(message, Info):
            outs += machine.join(0.0)
    return machine, outs


@pytest.mark.parametrize(
    ("welcome", "code"),
    [
        (replace(WELCOME, proto=PROTOCOL + 1), 1),
        (replace(WELCOME, cert=EVE.player.cert, ed=EVE.player.ed), 6),
        (replace(WELCOME, ed=EVE.player.ed), 6),
        (replace(WELCOME, cert=bytes(112)), 6),
    ],
)
def test_a_joiner_leaves_a_host_that_is_not_the_inviter(welcome: Welcome, code: int) -> None:
    machine, outs = joiner(welcome)

    assert machine.phase is JoinerPhase.ENDED
    assert isinstance(outs[-1], Ended)
    assert outs[-1].code == code


def test_a_joiner_leaves_a_host_with_its_own_identity() -> None:
    machine = Joiner(ANNA, key(ANNA), games=GAMES.get)
    outs = machine.received(write(replace(WELCOME, ed=ANNA.player.ed, cert=ANNA.player.cert)), 0.0)

    assert outs[-1] == Ended(6, "the host has the same identity as you")


@pytest.mark.parametrize(
    ("info", "code", "text"),
    [
        (replace(INFO, game="chess"), 14, "does not have the game chess"),
        (replace(INFO, rules="2"), 14, "rules differ (host 2, guest 1)"),
        (replace(INFO, engine=b"\1" * 32), 14, "differs from yours"),
        (replace(INFO, options=b"x=y"), 9, "options do not exist"),
        (replace(INFO, seats=8), 9, "options do not exist"),
    ],
)
def test_a_table_that_cannot_be_played_is_not_joined(info: Info, code: int, text: str) -> None:
    machine, outs = joiner(WELCOME, info)

    assert machine.phase is JoinerPhase.ENDED
    assert isinstance(outs[-1], Ended)
    assert outs[-1].code == code
    assert text in outs[-1].text
    assert len(outs[-1].text) <= 120


def with_players(*players: Player) -> Genesis:
    return replace(GENESIS, players=players)


ODD_CERT = replace(EVE.player, curve=key(BERT), cert=EVE.player.cert)
LIES = [
    (replace(GENESIS, game="kings"), 3, "not the one you joined"),
    (replace(GENESIS, rules="2"), 3, "not the one you joined"),
    (replace(GENESIS, engine=b"\1" * 32), 3, "not the one you joined"),
    (replace(GENESIS, options=b"a=c"), 3, "not the one you joined"),
    (replace(GENESIS, table=bytes(16)), 3, "not the one you joined"),
    (replace(GENESIS, policy=Policy(escrow_t=1)), 3, "not the one you joined"),
    (with_players(HOST.player, EVE.player), 3, "without you"),
    (with_players(HOST.player, replace(ANNA.player, nick="Fool")), 3, "without you"),
    (with_players(HOST.player, replace(ANNA.player, cert=EVE.player.cert)), 6, "not signed by its player"),
    (with_players(EVE.player, ANNA.player), 3, "not sit at its own table"),
    (with_players(ANNA.player, HOST.player), 3, "not sit at its own table"),
    (with_players(ODD_CERT, ANNA.player), 6, "for another key"),
    (with_players(ANNA.player, ANNA.player), 2, "same key"),
    (with_players(ANNA.player, replace(EVE.player, curve=key(ANNA))), 2, "same curve"),
]


@pytest.mark.parametrize(("genesis", "code", "text"), LIES)
def test_a_false_genesis_is_not_signed(genesis: Genesis, code: int, text: str) -> None:
    machine, outs = joiner(WELCOME, INFO, TableOffer(genesis.encode()))

    assert machine.phase is JoinerPhase.ENDED
    assert isinstance(outs[-1], Ended)
    assert outs[-1].code == code
    assert text in outs[-1].text
    assert not any(isinstance(out, OpenTable) for out in outs)


@pytest.mark.parametrize("body", [b"", b"\xc0", bytes(200), GENESIS.encode()[:-1], GENESIS.encode() + b"\0"])
def test_an_offer_that_is_not_a_genesis_is_not_signed(body: bytes) -> None:
    machine, outs = joiner(WELCOME, INFO, TableOffer(body))

    assert isinstance(outs[-1], Ended)
    assert machine.phase is JoinerPhase.ENDED


def test_the_host_may_not_change_the_table_after_a_guest_has_joined() -> None:
    for changed in (replace(INFO, options=b""), replace(INFO, policy=Policy(escrow_t=1))):
        _, outs = joiner(WELCOME, INFO, changed)

        assert outs[-1] == Ended(3, "the host has changed the table after you joined")


def test_an_honest_offer_is_signed_once_and_the_signature_sent_again() -> None:
    machine, outs = joiner(WELCOME, INFO, TableOffer(GENESIS.encode()))
    assert outs[-1] == OpenTable(GENESIS, 1)
    first = machine.opened((Address("10.0.0.2", 9),), 0.0)
    again = machine.received(write(TableOffer(GENESIS.encode())), 1.0)

    _, addr, sign, _ = (parse(out.frame) for out in first if isinstance(out, Tell))
    assert isinstance(addr, Addr)
    check_addr(addr, game=GENESIS.id, key=ANNA.player.ed)
    assert sign == Sign(1, sign_genesis(GENESIS.encode(), ANNA.identity))
    assert again == first
    assert machine.opened((), 0.0) == ()


SIGS = (sign_genesis(GENESIS.encode(), HOST.identity), sign_genesis(GENESIS.encode(), ANNA.identity))


@pytest.mark.parametrize(
    "start",
    [
        StartMessage(SIGS[:1], ()),
        StartMessage((*SIGS, SIGS[0]), ()),
        StartMessage((SIGS[1], SIGS[0]), ()),
        StartMessage((bytes(64), SIGS[1]), ()),
        StartMessage(SIGS, ((2, ()),)),
    ],
)
def test_a_false_start_is_refused_and_the_valid_one_still_counts(start: StartMessage) -> None:
    machine, _ = joiner(WELCOME, INFO, TableOffer(GENESIS.encode()))
    machine.opened((), 0.0)
    refused = machine.received(write(start), 0.0)
    assert errors(refused)
    assert machine.phase is JoinerPhase.SIGNED
    ends = ((0, (Address("10.0.0.1", 7),)), (1, ()))

    outs = machine.received(write(StartMessage(SIGS, ends)), 0.0)
    assert outs == (Begin(GENESIS, GENESIS.encode(), SIGS, 1, ends[:1]),)
    assert machine.received(write(StartMessage(SIGS, ends)), 0.0) == ()


def test_a_withdrawn_offer_sends_the_joiner_back_to_its_seat() -> None:
    machine, _ = joiner(WELCOME, INFO, TableOffer(GENESIS.encode()))
    machine.opened((), 0.0)
    seated = replace(INFO, taken=(*INFO.taken, (ANNA.player.ed, "A", 0, 0)))
    machine.received(write(seated), 0.0)
    assert machine.phase is JoinerPhase.SEATED
    machine.received(write(INFO), 0.0)
    assert machine.phase is JoinerPhase.JOINING

    outs = machine.received(write(TableOffer(GENESIS.encode())), 0.0)
    assert outs == (OpenTable(GENESIS, 1),)


def test_joining_an_unseen_table_raises_a_local_error() -> None:
    machine, _ = joiner(WELCOME)

    with pytest.raises(LocalError):
        machine.join(0.0)


def test_starting_a_table_without_an_offer_raises_a_local_error() -> None:
    with pytest.raises(LocalError):
        Room().host.opened((), now=0.0)


def test_an_error_that_decides_nothing_leaves_the_joiner_where_it_is() -> None:
    machine, outs = joiner(WELCOME, INFO, Err(13, "slower"))

    assert machine.phase is JoinerPhase.JOINING
    assert not any(isinstance(out, Ended) for out in outs)


# -- the tables and the wire ------------------------------------------------------------------


def test_every_message_has_an_entry_in_every_state_of_host_and_joiner() -> None:
    assert set(Host.TABLE) == set(GuestPhase)
    assert all(set(rows) == JOINER_WORDS | {"BYE", "ERR"} for rows in Host.TABLE.values())
    assert set(Joiner.TABLE) == set(JoinerPhase)
    assert all(set(rows) == HOST_WORDS | {"BYE", "ERR"} for rows in Joiner.TABLE.values())


SAMPLES: list[Message] = [
    hello(ANNA), WELCOME, InfoQuery(), INFO, Join(TABLE), TableOffer(GENESIS.encode()),
    make_addr(1, (Address("10.0.0.1", 1), Address("fd00::1", 9)), n=3, game=GENESIS.id, signer=ANNA.identity),
    Sign(1, SIGS[1]), StartMessage(SIGS, ((0, (Address("1.2.3.4", 5),)), (1, ()))), Bye("done"),
    Err(5, "no", b"x"), ChatQuery(7), Heirs((Heir(ANNA.player.ed, key(ANNA), "10.0.0.7"),)),
    make_chat("Ho!", nick="Anna", n=3, table=TABLE, ed=ANNA.player.ed, signer=ANNA.identity),
]  # fmt: skip


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: message.word)
def test_a_message_is_read_back_as_it_was_written(message: Message) -> None:
    frame = write(message)

    assert parse(frame) == message
    for cut in range(len(frame)):
        with pytest.raises(Malformed):
            parse(frame[:cut])
    with pytest.raises(Malformed):
        parse(frame + b"\0")


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_changed_bytes_are_another_message_or_are_refused(data: st.DataObject) -> None:
    frame = bytearray(write(data.draw(st.sampled_from(SAMPLES))))
    for _ in range(data.draw(st.integers(1, 3))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = parse(bytes(frame))
    except PeerError:
        return

    assert write(message) == bytes(frame)


@settings(max_examples=200, deadline=None)
@given(junk=st.binary(max_size=200), words=st.lists(st.sampled_from(SAMPLES), max_size=6))
def test_no_sequence_of_messages_breaks_a_machine(junk: bytes, words: list[Message]) -> None:
    room = Room(terms=replace(TERMS, seats=2))
    machine = Joiner(ANNA, key(HOST), games=GAMES.get)
    machine.start(0.0)
    for message in words:
        for frame in (write(message), junk):
            room.host.received(key(ANNA), frame, address="?", now=room.now)
            for out in machine.received(frame, 0.0):
                if isinstance(out, OpenTable):
                    machine.opened((), 0.0)

    assert len(room.host.gathered.guests) <= 2


def test_a_full_table_of_one_guest_and_its_bots_fits_into_an_offer() -> None:
    """The names are as long as allowed, and the options as long as those of any game."""
    longest = max(
        len(options_bytes(game.checked_options(seats, {}))) for game in RULES.values() for seats in game.seats
    )
    nicks = ["\U0001f41f" * 23 + chr(0x1F400 + seat) for seat in range(SEATS_MAX)]
    people = [replace(player(seat + 1), nick=nick).player for seat, nick in enumerate(nicks)]
    bots = [replace(each, run_by=2, voucher=bytes(64)) for each in people[2:]]
    genesis = Genesis("x" * 32, "y" * 32, ENGINE, bytes(longest + 64), TABLE, (*people[:2], *bots))

    offer = TableOffer(genesis.encode())
    assert parse(write(offer)) == offer and parse_genesis(offer.body) == genesis


def test_messages_that_are_too_long_are_refused() -> None:
    assert GENESIS_MAX > LOBBY_MAX
    with pytest.raises(PeerError) as caught:
        parse(write(TableOffer(bytes(4090))))

    assert caught.value.code == 13


@pytest.mark.parametrize(
    "message",
    [
        replace(INFO, seats=1, taken=((bytes(32), "a", 0, 0), (bytes(32), "b", 0, 0))),
        replace(INFO, policy=Policy(move_limit_s=4)),
        replace(INFO, policy=Policy(escrow_t=2)),
        StartMessage(SIGS, ((1, ()), (0, ()))),
        StartMessage(SIGS, ((1, ()), (1, ()))),
    ],
)
def test_messages_of_an_impossible_shape_are_malformed(message: Message) -> None:
    with pytest.raises(Malformed):
        parse(write(message))


def test_the_message_with_sources_for_spectators_is_read_back() -> None:
    here, there = make_address("10.0.0.1", 5), make_address("10.0.0.2", 6)
    sources = WatchSources(
        bytes(range(32)), 3, bytes(64), ((bytes([7]) * 32, (here, there)), (bytes(32), ()))
    )

    assert parse(write(sources)) == sources


def test_a_frame_of_another_kind_is_refused_in_the_lobby() -> None:
    with pytest.raises(Malformed, match="does not belong"):
        parse(Frame(Kind.ENV, b"").encode())


def test_plain_text_is_short_and_printable() -> None:
    assert plain("é\n\x1b[31mred" + "x" * 200) == ("[31mred" + "x" * 200)[:80]


def signed_by_all() -> tuple[Joiner, StartMessage]:
    """A guest that has signed, and the start that it has not heard of."""
    room = Room(terms=replace(TERMS, seats=2))
    room.enter(ANNA)
    room.run()
    begin = room.last(HOST, Begin)
    assert isinstance(begin, Begin)
    guest = Joiner(ANNA, key(HOST), games=lambda game: KnownGame("1", ENGINE, lambda seats, options: None))
    guest.start(0.0)
    guest.received(write(Welcome(PROTOCOL, HOST.player.ed, HOST.player.cert, HOST.nick, 1)), 0.0)
    info = Info(TABLE, "plump", "1", ENGINE, b"a=b", 2, ((HOST.player.ed, HOST.nick, 0, 0),), Stage.SIGNING)
    guest.received(write(info), 0.0)
    guest.join(0.0)
    guest.received(write(TableOffer(begin.body)), 0.0)
    guest.opened((Address("1.2.3.4", 5),), 0.0)
    assert guest.phase is JoinerPhase.SIGNED
    return guest, StartMessage(begin.sigs, ())


def test_a_start_with_all_signatures_is_believed_no_matter_who_passes_it_on() -> None:
    guest, start = signed_by_all()

    (began,) = guest.passed_on(write(start), 1.0)

    assert isinstance(began, Begin) and guest.phase is JoinerPhase.PLAYING
    assert guest.passed_on(write(start), 1.0) == ()


def test_other_messages_to_a_table_that_has_begun_are_ignored() -> None:
    guest, start = signed_by_all()
    lies = [
        write(Bye("gone")),
        b"",
        b"\xc1",
        write(replace(start, sigs=start.sigs[:1])),
        write(replace(start, sigs=(start.sigs[1], start.sigs[0]))),
        write(replace(start, endpoints=((5, ()),))),
    ]

    assert [guest.passed_on(lie, 1.0) for lie in lies] == [()] * len(lies)
    assert guest.phase is JoinerPhase.SIGNED


# -- names and animals


def test_the_animals_that_people_have_chosen_are_reported_and_signed() -> None:
    host = replace(HOST, animal=2)
    room = Room()
    room.host = Host(host, TERMS, accept=lambda _: Admission.ADMIT)
    room.enter(replace(ANNA, animal=7))
    room.enter(BERT)
    room.run(10)
    begun = room.last(HOST, Begin)

    assert isinstance(begun, Begin)
    assert [player.animal for player in begun.genesis.players] == [2, 7, 0]
    seen = room.last(BERT, TableSeen)
    assert isinstance(seen, TableSeen) and [animal for *_, animal in seen.info.taken] == [2, 7, 0]


def test_nobody_signs_for_an_animal_that_somebody_else_has_chosen() -> None:
    shown = replace(GENESIS, players=(HOST.player, replace(ANNA.player, animal=3)))
    machine, _ = joiner(WELCOME, INFO)
    outs = machine.received(write(TableOffer(shown.encode())), 0.0)

    assert any(isinstance(out, Ended) and "a table without you" in out.text for out in outs)


def test_a_player_who_has_changed_the_animal_comes_back_to_the_same_table() -> None:
    signed = replace(GENESIS, players=(HOST.player, replace(ANNA.player, animal=3)))
    machine, _ = joiner(WELCOME, replace(INFO, stage=Stage.PLAYING), me=replace(ANNA, animal=5))
    outs = machine.received(write(TableOffer(signed.encode())), 0.0)

    assert not any(isinstance(out, Ended) for out in outs)


@pytest.mark.parametrize("name", ["PLAYER 1", "Play\u200ber 1", "\u2800"])
def test_a_name_that_looks_like_another_at_the_table_gets_no_seat(name: str) -> None:
    room = Room()
    room.enter(replace(EVE, nick=name))
    room.run(3)

    ended = room.last(EVE, Ended)
    assert isinstance(ended, Ended) and ended.code == 3
    assert len(room.host.gathered.guests) == 1
