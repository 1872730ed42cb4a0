"""The host changes the number of seats while people wait; each signs what it saw, and nothing else."""

from __future__ import annotations

import random

import pytest

from net.errors import LocalError
from net.lobby.joiner import Joiner
from net.lobby.messages import Info, Message, Sign, Stage, TableOffer, Welcome, parse, write
from net.lobby.phases import LOOK_S, PROTOCOL, Admission, Begin, Ended, LobbyOut, OpenTable, Tell
from net.lobby.signing import make_genesis
from net.wire.genesis import Policy
from net.wire.words import Bye, Err
from tests.support.lobby import ANNA, BERT, EVE, GAMES, HOST, TERMS, Room, key
from tests.support.values import replace

SPLIT = replace(TERMS, policy=Policy(escrow_t=2))


def resize(room: Room, seats: int) -> None:
    room.take(key(HOST), room.host.resize(seats, now=room.now))


def seated(terms: object = TERMS) -> Room:
    """A host and Anna, at a table with one free seat."""
    room = Room(terms=terms)  # type: ignore[arg-type]
    room.enter(ANNA)
    room.run(3)
    return room


def seats_of(room: Room) -> int:
    seen = room.joiners[key(ANNA)].seen
    assert seen is not None
    return seen.seats


def test_removing_a_free_seat_starts_the_table_once_the_guests_have_had_time_to_leave() -> None:
    room = seated()
    shrunk_at = room.now
    resize(room, 2)
    room.run(1)
    assert seats_of(room) == 2 and not room.has(ANNA, Begin)
    while not room.has(ANNA, Begin):
        room.run(1)

    assert LOOK_S <= room.now - shrunk_at <= LOOK_S + 3
    begun = room.last(ANNA, Begin)
    assert isinstance(begun, Begin) and len(begun.genesis.players) == 2


def test_a_bot_needs_no_time_to_leave() -> None:
    room = Room()
    room.enter(replace(ANNA, is_bot=True))
    room.run(3)
    resize(room, 2)
    room.run(2)

    assert room.has(ANNA, Begin)


def test_a_guest_that_leaves_in_time_signs_nothing() -> None:
    room = seated()
    resize(room, 2)
    room.run(2)
    room.take(key(ANNA), room.joiners[key(ANNA)].leave("not with two"))
    room.run(10)

    assert not room.has(HOST, Begin)


def test_an_added_seat_lets_another_guest_in_and_nobody_loses_theirs() -> None:
    room = seated()
    resize(room, 4)
    room.run(1)
    assert seats_of(room) == 4
    for who in (BERT, EVE):
        room.enter(who)
    room.run(9)

    begun = [room.last(who, Begin) for who in (HOST, ANNA, BERT, EVE)]
    assert all(isinstance(each, Begin) and len(each.genesis.players) == 4 for each in begun)


def test_a_change_of_seats_voids_an_open_offer() -> None:
    room = seated()
    room.loses = lambda to, frame: to == key(HOST) and parse(frame).word == "SIGN"
    room.enter(BERT)
    room.run(2)
    assert room.host.stage is Stage.SIGNING and room.has(BERT, OpenTable)
    resize(room, 4)
    room.loses = lambda to, frame: False
    room.run(8)

    assert room.host.stage is Stage.GATHERING
    assert not room.has(ANNA, Begin) and not room.has(BERT, Begin)
    room.enter(EVE)
    room.run(9)
    assert all(room.has(who, Begin) for who in (HOST, ANNA, BERT, EVE))


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_an_impossible_number_of_seats_raises_a_local_error(seats: int) -> None:
    with pytest.raises(LocalError):
        seated().host.resize(seats, now=0.0)


def test_no_guest_loses_its_seat_and_a_table_that_has_begun_keeps_its_number() -> None:
    room = Room(terms=replace(TERMS, seats=4))
    room.enter(ANNA)
    room.enter(BERT)
    room.run(3)
    with pytest.raises(LocalError):
        room.host.resize(2, now=room.now)
    resize(room, 3)
    room.run(8)
    assert room.has(ANNA, Begin)
    with pytest.raises(LocalError):
        room.host.resize(4, now=room.now)


def test_a_guest_who_asks_for_a_removed_seat_learns_that_all_seats_are_taken() -> None:
    room = seated()
    room.verdict = Admission.ASK
    room.enter(BERT)
    room.run(2)
    resize(room, 2)
    room.take(key(HOST), room.host.decide(BERT.player.ed, admit=True, now=room.now))
    room.run(1)

    ended = room.last(BERT, Ended)
    assert isinstance(ended, Ended) and ended.code == 5


def test_the_threshold_of_the_keys_follows_the_number_of_seats() -> None:
    room = seated(SPLIT)
    resize(room, 4)
    room.run(1)
    seen = room.joiners[key(ANNA)].seen
    assert seen is not None and seen.policy.escrow_t == 3
    resize(room, 2)
    room.run(1)
    assert seats_of(room) == 2 and not room.has(ANNA, Ended)

    some = Room(terms=replace(TERMS, seats=4, policy=Policy(escrow_t=2)))
    for seats in (2, 3):  # two others are too many there, or all
        with pytest.raises(LocalError):
            some.host.resize(seats, now=0.0)


@pytest.mark.parametrize("seed", range(6))
def test_a_bad_network_delays_a_change_but_does_not_stop_the_table(seed: int) -> None:
    room = Room(faults=0.2, rng=random.Random(seed), terms=replace(TERMS, seats=4))
    for who in (ANNA, BERT):
        room.enter(who)
    room.run(9)
    for seats in (3, 4, 3):
        if room.host.stage is not Stage.PLAYING:
            resize(room, seats)
        room.run(1)
    room.run(50)

    assert all(room.has(who, Begin) for who in (HOST, ANNA, BERT))


# -- lies of a host ---------------------------------------------------------------------------

GUESTS = Room().host.gathered.guests
WELCOME = Welcome(PROTOCOL, HOST.player.ed, HOST.player.cert, HOST.nick, HOST.boot)
INFO = Info(TERMS.table, TERMS.game, TERMS.rules, TERMS.engine, TERMS.options, TERMS.seats,
            ((HOST.player.ed, HOST.nick, 0, 0), (ANNA.player.ed, ANNA.nick, 0, 0)), Stage.GATHERING,
            TERMS.policy)  # fmt: skip
TWO = replace(INFO, seats=2)


def offer(seats: int) -> TableOffer:
    known = [replace(GUESTS[0], player=who.player) for who in (HOST, ANNA, BERT, EVE)[:seats]]
    return TableOffer(make_genesis(TERMS.at(seats), known).encode())


def hears(*said: Message, until: float = 0.0) -> tuple[Joiner, tuple[LobbyOut, ...]]:
    """A joiner that sits, and what it does about these words, with time until then."""
    machine = Joiner(ANNA, key(HOST), games=GAMES.get)
    machine.start(0.0)
    machine.received(write(WELCOME), 0.0)
    machine.received(write(INFO), 0.0)
    machine.join(0.0)
    outs: list[LobbyOut] = []
    for each in (INFO, *said):
        told = machine.received(write(each), 0.0)
        outs += told
        if any(isinstance(out, OpenTable) for out in told):
            outs += machine.opened((), 0.0)
    for now in range(1, int(until) + 1):
        outs += machine.received(write(said[-1]), float(now)) + machine.tick(float(now))
    return machine, tuple(outs)


def words(outs: tuple[LobbyOut, ...], kind: type) -> list[Message]:
    told = [parse(out.frame) for out in outs if isinstance(out, Tell)]
    return [each for each in told if isinstance(each, kind)]


def test_an_offer_for_another_number_than_was_seen_is_never_signed() -> None:
    for seats in (2, 4):
        _, outs = hears(offer(seats), until=15)

        assert not any(isinstance(out, OpenTable | Ended) for out in outs)
        assert words(outs, Sign) == [] and words(outs, Err) == []


def test_a_new_number_of_seats_is_signed_only_once_it_was_shown_long_enough() -> None:
    assert words(hears(TWO, offer(2), until=LOOK_S - 1)[1], Sign) == []
    assert words(hears(TWO, offer(2), until=LOOK_S)[1], Sign) != []
    assert words(hears(TWO, INFO, TWO, offer(2), until=LOOK_S - 1)[1], Sign) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (replace(TWO, options=b"x=y"), 3),
        (replace(TWO, policy=Policy(escrow_t=1)), 3),
        (replace(TWO, policy=Policy(move_limit_s=60)), 3),
        (replace(TWO, table=bytes(16)), 3),
        (replace(TWO, engine=b"\1" * 32), 3),
        (replace(INFO, seats=5), 9),
    ],
)
def test_any_other_change_together_with_the_number_of_seats_is_refused(changed: Info, code: int) -> None:
    _, outs = hears(changed)

    assert isinstance(outs[-1], Ended) and outs[-1].code == code
    assert words(outs, Bye)


def test_fewer_seats_than_players_are_malformed() -> None:
    machine, outs = hears(replace(INFO, seats=1))

    assert [each.code for each in words(outs, Err) if isinstance(each, Err)] == [2]
    assert machine.seen == INFO
