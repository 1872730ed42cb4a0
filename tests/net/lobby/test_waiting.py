"""While a table fills: lines of chat, seats that are lost, and storms of people who knock."""

from __future__ import annotations

import random

import pytest

from net.errors import LocalError
from net.lobby.lines import KEPT
from net.lobby.messages import InfoQuery, Join, Sign, Stage, TableOffer, make_addr, parse, write
from net.lobby.phases import (
    SIGN_S,
    Admission,
    Begin,
    Declined,
    Ended,
    Gathered,
    GuestAsks,
    JoinerPhase,
    LobbyOut,
    Me,
    Talked,
    Tell,
    Withdrawn,
)
from net.lobby.talk import ChatQuery, LobbyChat, make_chat
from net.wire.genesis import sign_genesis
from net.wire.words import Bye, Err
from tests.support.lobby import (
    ANNA,
    BERT,
    EVE,
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

WIDE = replace(TERMS, seats=4)


def line(who: Me, text: str, n: int = 1, **changes: object) -> LobbyChat:
    made = make_chat(text, nick=who.nick, n=n, table=TABLE, ed=who.player.ed, signer=who.identity)
    return replace(made, **changes)


def room_of(*guests: Me, faults: float = 0.0, seed: int = 0) -> Room:
    """A table of four at which these sit and the rest is waited for."""
    room = Room(terms=WIDE, faults=faults, rng=random.Random(seed))
    for who in guests:
        room.enter(who)
        room.run(30 if faults else 2)
    return room


def heard(room: Room, who: Me) -> list[tuple[str, str]]:
    return [(out.nick, out.text) for out in room.saw[key(who)] if isinstance(out, Talked)]


def says(room: Room, who: Me, text: str) -> None:
    if who is HOST:
        room.take(key(HOST), room.host.say(text, now=room.now))
    else:
        room.take(key(who), room.joiners[key(who)].say(text, room.now))


# -- chat -------------------------------------------------------------------------------------


def test_everybody_at_the_table_reads_who_has_written_what() -> None:
    room = room_of(ANNA, BERT)
    says(room, ANNA, "good evening")
    says(room, HOST, "hello Anna")
    room.run(2)

    said = [("Player 2", "good evening"), ("Player 1", "hello Anna")]
    assert sorted(heard(room, HOST)) == sorted(said)
    assert heard(room, ANNA) == heard(room, BERT)
    assert sorted(heard(room, BERT)) == sorted(said)
    assert room.joiners[key(ANNA)].phase is JoinerPhase.SEATED


def test_a_guest_who_sits_down_later_reads_the_last_lines() -> None:
    room = room_of(ANNA)
    for text in ("one", "two", "three", "four", "five", "six", "seven"):
        says(room, HOST, text)
        room.run()
    room.enter(BERT)
    room.run(8)

    assert [text for _, text in heard(room, BERT)] == ["one", "two", "three", "four", "five", "six", "seven"]


@pytest.mark.parametrize("seed", quick_only(range(20), *range(6)))
def test_over_a_bad_network_each_line_comes_once(seed: int) -> None:
    room = room_of(ANNA, BERT, faults=0.25, seed=seed)
    for text in ("one", "two", "three"):
        says(room, ANNA, text)
        says(room, HOST, text.upper())
        room.run(4)
    room.run(60)

    for who in (HOST, ANNA, BERT):
        lines = [text for nick, text in heard(room, who) if nick == "Player 2"]
        # She says one at a time; lines that Bert has lost he hears when he asks for them.
        assert (sorted(lines) if who is BERT else lines) == (
            ["one", "three", "two"] if who is BERT else ["one", "two", "three"]
        )
        assert sorted(text for nick, text in heard(room, who) if nick == "Player 1") == [
            "ONE",
            "THREE",
            "TWO",
        ]


def test_a_guest_who_missed_a_long_chat_gets_its_last_lines() -> None:
    room = room_of(ANNA)
    for n in range(KEPT + 10):
        room.take(key(HOST), room.host.say(f"line {n}", now=room.now))
        room.wire.clear()
        room.now += 0.5
    room.run(20)

    assert [text for _, text in heard(room, ANNA)] == [f"line {n}" for n in range(10, KEPT + 10)]


def test_a_line_that_was_on_its_way_at_the_start_is_not_lost() -> None:
    room = room_of(ANNA, BERT)
    room.loses = lambda to, frame: isinstance(parse(frame), LobbyChat)
    says(room, ANNA, "wait for me")
    room.enter(EVE)
    room.run(4)

    assert room.last(ANNA, Begin).unsaid == ("wait for me",)
    assert room.last(BERT, Begin).unsaid == ()


def test_a_flood_of_lines_is_passed_on_at_a_bounded_rate() -> None:
    room = room_of(ANNA, BERT)
    passed = 0
    for n in range(1, 400):
        room.now += 0.05
        outs = room.host.received(key(ANNA), write(line(ANNA, "spam", n)), address="", now=room.now)
        passed += sum(isinstance(out, Talked) for out in outs)

    assert passed == 5 + 9  # five at once, then one in two seconds
    says(room, HOST, "stop it")  # and others are still heard
    room.run()
    assert ("Player 1", "stop it") in heard(room, BERT)


def test_a_flood_from_many_does_not_use_up_what_a_guest_may_hear() -> None:
    crowd = [player(n) for n in range(10, 18)]
    room = Room(terms=replace(TERMS, seats=10))
    for who in (*crowd,):
        to_host(room, who, hello(who))
        room.host.received(key(who), write(Join(TABLE)), address="", now=room.now)
    passed = 0
    for second in range(100):
        room.now += 1.0
        for who in crowd:
            outs = room.host.received(key(who), write(line(who, "x", second + 1)), address="", now=room.now)
            passed += sum(isinstance(out, Talked) for out in outs)

    assert passed <= 10 + 2 * 100


def test_our_own_lines_are_also_limited_in_rate() -> None:
    room = room_of(ANNA)
    for _ in range(10):
        room.host.say("x", now=room.now)
    with pytest.raises(LocalError, match="faster"):
        room.host.say("x", now=room.now)
    anna = room.joiners[key(ANNA)]
    for _ in range(5):
        anna.say("x", room.now)
    with pytest.raises(LocalError, match="faster"):
        anna.say("x", room.now)


@pytest.mark.parametrize("text", ["", "x" * 501, "turn \u202e round", "bell\a"])
def test_an_invalid_line_is_refused_before_it_is_signed(text: str) -> None:
    room, why = room_of(ANNA), "more than 500 characters or has control"
    with pytest.raises(LocalError, match=why):
        room.host.say(text, now=room.now)
    with pytest.raises(LocalError, match=why):
        room.joiners[key(ANNA)].say(text, room.now)
    with pytest.raises(LocalError, match=why):
        line(ANNA, text)


def test_letters_typed_in_two_parts_are_joined() -> None:
    room = room_of(ANNA)
    says(room, ANNA, "cafe\u0301")
    room.run()

    assert heard(room, HOST) == [("Player 2", "caf\u00e9")]


@pytest.mark.parametrize(
    "said",
    [
        line(ANNA, "I am Bert", ed=BERT.player.ed),
        line(ANNA, "I am Bert", nick=BERT.nick),
        line(BERT, "said by Bert"),
        line(ANNA, "x", sig=bytes(64)),
        replace(line(ANNA, "x"), text="y"),
        line(ANNA, "x", sig=line(ANNA, "x", n=2).sig),
        make_chat("x", nick=ANNA.nick, n=1, table=bytes(16), ed=ANNA.player.ed, signer=ANNA.identity),
    ],
)
def test_nobody_writes_in_the_name_of_another(said: LobbyChat) -> None:
    room = room_of(ANNA, BERT)
    outs = room.host.received(key(ANNA), write(said), address="", now=room.now)

    assert not any(isinstance(out, Talked) for out in outs)
    assert [err.code for err in errors(outs)] in ([2], [3])
    assert [out.key for out in outs if isinstance(out, Tell)] == [key(ANNA)]


def test_a_guest_who_has_no_seat_writes_to_nobody() -> None:
    room = room_of(ANNA)
    to_host(room, EVE, hello(EVE))

    told = answers(room, EVE, line(EVE, "let me in"))
    assert [message.word for message in told] == ["INFO"]
    assert [message.word for message in answers(room, EVE, ChatQuery(0))] == ["INFO"]
    assert heard(room, HOST) == []


def test_a_guest_who_sees_a_table_and_has_no_seat_there_cannot_write_to_it() -> None:
    room = room_of(ANNA)
    room.auto_join = False
    eve = room.enter(EVE)
    room.run()

    assert eve.phase is JoinerPhase.GREETED
    with pytest.raises(LocalError, match="when you have a seat"):
        eve.say("let me in", room.now)


def test_lines_are_numbered_for_each_author_and_in_the_order_of_the_lobby() -> None:
    room = room_of(ANNA, BERT)
    says(room, ANNA, "one")
    room.run(3)
    says(room, ANNA, "two")
    room.run(3)
    room.host.say("three", now=room.now)
    told = [answers(room, BERT, ChatQuery(heard)) for heard in (0, 1, 3)]

    assert [
        [(said.at, said.n, said.text) for said in each if isinstance(said, LobbyChat)] for each in told
    ] == [[(1, 1, "one"), (2, 2, "two"), (3, 1, "three")], [(2, 2, "two"), (3, 1, "three")], []]


def test_a_line_that_comes_twice_is_said_once() -> None:
    room = room_of(ANNA)
    said = write(line(ANNA, "once"))
    outs = [room.host.received(key(ANNA), said, address="", now=room.now) for _ in range(2)]

    assert [sum(isinstance(out, Talked) for out in each) for each in outs] == [1, 0]
    with pytest.raises(LocalError, match="seat"):
        Room().enter(ANNA).say("hello?", 0.0)


@pytest.mark.parametrize(
    "said",
    [
        line(BERT, "x", at=1, sig=bytes(64)),
        replace(line(BERT, "I owe you"), text="you owe me"),
        line(EVE, "x", at=1, nick="Player 3"),
        make_chat("x", nick="player  3", n=1, table=TABLE, ed=EVE.player.ed, signer=EVE.identity),
        make_chat("x", nick="\u2800", n=1, table=TABLE, ed=EVE.player.ed, signer=EVE.identity),
    ],
)
def test_a_line_that_its_author_has_not_signed_is_ignored(said: LobbyChat) -> None:
    room = room_of(ANNA, BERT)
    anna = room.joiners[key(ANNA)]

    assert anna.received(write(replace(said, at=1)), room.now) == ()
    assert anna.phase is JoinerPhase.SEATED
    assert isinstance(anna.received(write(line(BERT, "true", at=1)), room.now)[0], Talked)


def test_lines_with_random_numbers_cost_a_guest_nothing() -> None:
    room = room_of(ANNA, BERT)
    anna = room.joiners[key(ANNA)]
    rng = random.Random(3)
    for n in range(500):
        anna.received(write(line(BERT, "x", n, at=rng.randrange(2**53))), room.now)

    assert len(anna._lines._beyond) <= KEPT
    assert answers(room, ANNA, ChatQuery(2**53 - 1)) == []


# -- seats ------------------------------------------------------------------------------------


def offered(*, signs: tuple[Me, ...] = (), address: bool = True) -> Room:
    """Anna and Bert sit, the table is offered, and only these sign."""
    room = Room()
    room.auto_join = False
    for who in (ANNA, BERT):
        to_host(room, who, hello(who))
        room.take(key(HOST), room.host.received(key(who), write(Join(TABLE)), address="", now=room.now))
    genesis = room.host._signing.genesis
    for who in signs:
        seat = 1 if who is ANNA else 2
        sign(room, who, seat, genesis, address=address)
    return room


def sign(room: Room, who: Me, seat: int, genesis: object, *, address: bool) -> None:
    body = genesis.encode()
    if address:
        to_host(room, who, make_addr(seat, (), n=1, game=genesis.id, signer=who.identity))
    to_host(room, who, Sign(seat, sign_genesis(body, who.identity)))


def stalls(room: Room, seconds: int, *who: Me) -> list[LobbyOut]:
    """Let some guests keep asking for seconds and do nothing else; return the host's effects."""
    outs: list[LobbyOut] = []
    for _ in range(seconds):
        room.now += 1.0
        for each in who:
            room.host.received(key(each), write(InfoQuery()), address="", now=room.now)
        outs += room.host.tick(room.now)
    return outs


def test_a_guest_who_does_not_sign_loses_the_seat_and_the_others_go_on_gathering() -> None:
    room = offered(signs=(ANNA,))

    assert not any(isinstance(out, Declined) for out in stalls(room, int(SIGN_S) - 1, ANNA, BERT))
    outs = stalls(room, 1, ANNA, BERT)
    [gone] = [out for out in outs if isinstance(out, Declined)]
    assert (gone.guest.nick, gone.text) == ("Player 3", "no signature in time")
    assert room.host.stage is Stage.GATHERING
    assert [each.nick for each in room.host.gathered.guests] == ["Player 1", "Player 2"]
    to_host(room, EVE, hello(EVE))
    room.take(key(HOST), room.host.received(key(EVE), write(Join(TABLE)), address="", now=room.now))
    assert [each.nick for each in room.host.gathered.guests] == ["Player 1", "Player 2", "Player 4"]
    assert room.host.stage is Stage.SIGNING


def test_a_guest_who_signs_and_never_says_where_it_is_also_loses_the_seat() -> None:
    room = offered(signs=(ANNA, BERT), address=False)
    stalls(room, int(SIGN_S), ANNA, BERT)

    assert room.host.stage is Stage.GATHERING
    assert [each.nick for each in room.host.gathered.guests] == ["Player 1"]


def test_a_guest_who_repeatedly_does_not_sign_is_not_let_in_any_more() -> None:
    room = offered(signs=(ANNA,))
    stalls(room, int(SIGN_S), ANNA, BERT)
    for _ in range(2):
        to_host(room, BERT, hello(BERT))
        told = to_host(room, BERT, Join(TABLE))
        stalls(room, int(SIGN_S), ANNA, BERT)

    assert told == [Err(3, "the host has not let you in")]


def test_a_program_that_missed_the_offer_takes_its_seat_again() -> None:
    room = Room()
    room.enter(ANNA)
    room.run(2)
    room.enter(BERT)
    room.loses = lambda to, frame: isinstance(parse(frame), TableOffer)
    room.run(int(SIGN_S) + 1)
    assert [out.text for out in room.saw[key(HOST)] if isinstance(out, Declined)] == 2 * [
        "no signature in time"
    ]
    room.loses = lambda to, frame: False
    room.run(10)

    assert all(room.has(who, Begin) for who in (HOST, ANNA, BERT))


def test_the_host_takes_a_seat_away() -> None:
    room = room_of(ANNA, BERT)
    room.take(key(HOST), room.host.remove(ANNA.player.ed, now=room.now))
    room.run(3)

    assert room.last(ANNA, Ended) == Ended(15, "the host has taken your seat away")
    assert [each.nick for each in room.last(HOST, Gathered).guests] == ["Player 1", "Player 3"]
    for boot in (2, 3):  # a click can go wrong: once it may come back
        again = player(2, boot=boot)
        room.enter(again)
        room.run(3)
        assert (len(room.host.gathered.guests) == 3) == (boot == 2)
        room.take(key(HOST), room.host.remove(ANNA.player.ed, now=room.now))
        room.run()
    assert room.last(again, Ended) == Ended(3, "the host has not let you in")


def test_a_seat_that_is_taken_away_voids_the_offer() -> None:
    room = offered(signs=(ANNA,))
    outs = room.host.remove(BERT.player.ed, now=room.now)

    assert room.host.stage is Stage.GATHERING
    assert not any(
        isinstance(out, Declined) for out in outs
    )  # the host has taken it away and needs no report


def test_only_a_seated_guest_can_be_removed_and_only_before_the_game() -> None:
    room = room_of(ANNA, BERT)
    to_host(room, EVE, hello(EVE))
    assert room.host.remove(EVE.player.ed, now=room.now) == ()
    assert room.host.remove(bytes(32), now=room.now) == ()
    room.enter(EVE)
    room.run(3)
    assert room.host.stage is Stage.PLAYING
    assert room.host.remove(ANNA.player.ed, now=room.now) == ()
    with pytest.raises(LocalError, match="the game has begun"):
        room.host.say("welcome", now=room.now)


# -- knocks -----------------------------------------------------------------------------------


def asked(outs: list[LobbyOut]) -> list[str]:
    return [out.guest.nick for out in outs if isinstance(out, GuestAsks)]


@pytest.mark.parametrize("how", ["bye", "silence", "link", "restart"])
def test_a_withdrawn_knock_is_reported(how: str) -> None:
    room = Room(verdict=Admission.ASK)
    to_host(room, ANNA, hello(ANNA))
    room.host.received(key(ANNA), write(Join(TABLE)), address="", now=room.now)
    if how == "bye":
        outs = room.host.received(key(ANNA), write(Bye("")), address="", now=room.now)
    elif how == "link":
        outs = room.host.gone(key(ANNA), now=room.now)
    elif how == "restart":
        outs = room.host.received(key(ANNA), write(hello(ANNA, boot=2)), address="", now=room.now)
    else:
        outs = room.host.tick(room.now + 10)

    assert [out.guest.nick for out in outs if isinstance(out, Withdrawn)] == ["Player 2"]
    assert room.host.decide(ANNA.player.ed, admit=True, now=room.now) == ()


def test_fifty_guests_who_knock_and_vanish_leave_no_question_and_a_working_lobby() -> None:
    room = Room(verdict=Admission.ASK, terms=replace(TERMS, seats=2))
    crowd = [player(n) for n in range(10, 60)]
    open_questions: set[str] = set()
    most = 0
    for _ in range(6):
        for who in crowd:
            room.now += 0.01
            outs: list[LobbyOut] = []
            for said in (hello(who), Join(TABLE)):
                outs += room.host.received(key(who), write(said), address="", now=room.now)
            open_questions |= set(asked(outs))
            most = max(most, len(open_questions))
        for who in crowd:
            for out in room.host.received(key(who), write(Bye("")), address="", now=room.now):
                assert isinstance(out, Withdrawn | Tell)
                if isinstance(out, Withdrawn):
                    open_questions.remove(out.guest.nick)
    assert open_questions == set()
    assert most <= 8

    room.now += 5.0
    room.enter(ANNA)
    for _ in range(3):
        room.run()
    assert room.last(HOST, GuestAsks).guest.nick == "Player 2"
    room.take(key(HOST), room.host.decide(ANNA.player.ed, admit=True, now=room.now))
    room.run(3)
    assert room.has(ANNA, Begin)


def test_a_guest_who_was_refused_twice_is_not_asked_about_again() -> None:
    room = Room(verdict=Admission.ASK)
    questions = 0
    for boot in range(1, 6):
        again = player(2, boot=boot)
        to_host(room, again, hello(again))
        outs = room.host.received(key(again), write(Join(TABLE)), address="", now=room.now)
        questions += len(asked(list(outs)))
        room.host.decide(again.player.ed, admit=False, now=room.now)

    assert questions == 2
