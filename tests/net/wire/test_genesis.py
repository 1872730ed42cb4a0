"""The genesis: its shape, and the signatures of all seats under one (net 5.3, 5.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from msgspec.structs import fields

from net.errors import BadSignature, Malformed
from net.wire.envelope import SEATS_MAX
from net.wire.genesis import (
    VERSION,
    Absent,
    Genesis,
    Half,
    Hints,
    Player,
    Policy,
    Watch,
    check_genesis,
    parse_genesis,
    sign_genesis,
)
from net.wire.hashes import game_id
from net.wire.signing import BOT_TAG
from tests.support.keys import fast_key, fast_verify, toy_genesis
from tests.support.values import replace

POLICY = Policy(40, 20, Absent.END, 2, Watch.OPEN, True, Hints.ALLOWED, Half.WINS, 30, 1_790_000_000)
VOUCHER = fast_key(0).sign(BOT_TAG + fast_key(2).public)
WITH_BOT = (*toy_genesis(3).players[:2], replace(toy_genesis(3).players[2], run_by=1, voucher=VOUCHER))
GENESIS = replace(toy_genesis(3), options=b"a=b", policy=POLICY, players=WITH_BOT)
SIGS = [sign_genesis(GENESIS.encode(), fast_key(seat)) for seat in range(3)]


def test_a_genesis_is_read_back() -> None:
    assert parse_genesis(GENESIS.encode()) == GENESIS
    assert GENESIS.id == game_id(GENESIS.encode()) and GENESIS.seats == (0, 1, 2)
    assert check_genesis(GENESIS.encode(), SIGS, fast_verify) == GENESIS


def test_every_field_changes_the_id() -> None:
    others = [
        replace(GENESIS, game="other"),
        replace(GENESIS, rules="2"),
        replace(GENESIS, engine=bytes([1]) * 32),
        replace(GENESIS, options=b""),
        replace(GENESIS, table=bytes([1]) * 16),
        replace(GENESIS, players=GENESIS.players[:2]),
        replace(GENESIS, players=GENESIS.players[::-1]),
        *(
            replace(GENESIS, policy=replace(POLICY, **{field.name: getattr(Policy(), field.name)}))
            for field in fields(Policy)
        ),
        replace(GENESIS, players=toy_genesis(3).players),
        replace(GENESIS, players=(replace(GENESIS.players[0], nick="x"), *GENESIS.players[1:])),
    ]

    assert len({GENESIS.id, *(other.id for other in others)}) == len(others) + 1


def player(fields: list[Any], at: int, value: object) -> None:
    first = list(fields[7][0])
    first[at] = value
    fields[7] = [first, *fields[7][1:]]


LIES: list[tuple[str, Callable[[list[Any]], None], str]] = [
    ("another word", lambda fields: fields.__setitem__(0, "H"), "word"),
    ("another version", lambda fields: fields.__setitem__(1, VERSION - 1), "version"),
    ("no version", lambda fields: fields.__setitem__(1, 0), "number"),
    ("no game", lambda fields: fields.__setitem__(2, ""), "text"),
    ("short engine", lambda fields: fields.__setitem__(4, bytes(31)), "bytes"),
    ("long options", lambda fields: fields.__setitem__(5, bytes(1025)), "bytes"),
    ("short table", lambda fields: fields.__setitem__(6, bytes(15)), "bytes"),
    ("nobody", lambda fields: fields.__setitem__(7, []), "count"),
    ("too many players", lambda fields: fields.__setitem__(7, [fields[7][0]] * (SEATS_MAX + 1)), "count"),
    ("long name", lambda fields: player(fields, 3, "x" * 25), "text"),
    ("no name", lambda fields: player(fields, 3, ""), "text"),
    ("name that turns", lambda fields: player(fields, 3, "a\u202eb"), "text-control"),
    ("short certificate", lambda fields: player(fields, 2, bytes(111)), "bytes"),
    ("one player twice", lambda fields: player(fields, 0, fields[7][1][0]), "same-key"),
    ("one address twice", lambda fields: player(fields, 1, fields[7][1][1]), "same-curve"),
    ("a policy of before", lambda fields: fields.__setitem__(8, [30, 60, 0, 1]), "count"),
    ("true for one", lambda fields: fields.__setitem__(8, [30, True, 0, 0, 0, 0, 0, 0, 5, 0]), "number"),
    ("manners cut", lambda fields: fields.__setitem__(8, [1, 1, 0]), "count"),
    ("field too many", lambda fields: fields.append(0), "count"),
]


@pytest.mark.parametrize(("lie", "reason"), [each[1:] for each in LIES], ids=[each[0] for each in LIES])
def test_a_genesis_beyond_the_limits_is_refused(lie: Callable[[list[Any]], None], reason: str) -> None:
    fields = list(msgpack.unpackb(GENESIS.encode()))
    lie(fields)
    with pytest.raises(Malformed) as refusal:
        parse_genesis(msgpack.packb(fields))

    assert refusal.value.reason in (reason, "not-msgpack")


@pytest.mark.parametrize("sigs", [SIGS[:2], [*SIGS, SIGS[0]], []])
def test_a_genesis_with_another_number_of_signatures_is_refused(sigs: list[bytes]) -> None:
    with pytest.raises(Malformed):
        check_genesis(GENESIS.encode(), sigs, fast_verify)


def policy(at: int, value: int) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        fields[8] = [*fields[8][:at], value, *fields[8][at + 1 :]]

    return lie


def run_by(seat: int, value: int) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        players = [list(each) for each in fields[7]]
        players[seat][4] = value
        fields[7] = players

    return lie


def voucher(seat: int, value: bytes) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        players = [list(each) for each in fields[7]]
        players[seat][6] = value
        fields[7] = players

    return lie


def animal(seat: int, value: int) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        players = [list(each) for each in fields[7]]
        players[seat][5] = value
        fields[7] = players

    return lie


def named(seat: int, nick: str) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        players = [list(each) for each in fields[7]]
        players[seat][3] = nick
        fields[7] = players

    return lie


TABLE_LIES: list[tuple[Callable[[list[Any]], None], str]] = [
    (policy(0, 9), "number"),
    (policy(0, 3601), "number"),
    (policy(1, 4), "policy"),
    (policy(1, 86_401), "number"),
    (policy(2, 4), "number"),
    (policy(3, 3), "policy"),
    (policy(4, 3), "number"),
    (policy(5, 2), "number"),
    (policy(6, 2), "number"),
    (policy(7, 3), "number"),
    (policy(8, 0), "number"),
    (policy(8, 1441), "number"),
    (run_by(1, 4), "run-by"),
    (run_by(1, 3), "run-by"),
    (run_by(1, 11), "number"),
    (run_by(1, 1), "voucher"),
    (run_by(2, 3), "voucher"),
    (run_by(2, 0), "voucher"),
    (voucher(2, b""), "voucher"),
    (voucher(2, bytes(63)), "voucher"),
    (voucher(2, bytes(65)), "bytes"),
    (voucher(1, VOUCHER), "voucher"),
    (animal(1, 32), "number"),
    (named(1, "SEAT 0"), "same-name"),
    (named(1, "seat\u200b 0"), "same-name"),
    (named(1, "\u2800"), "name"),
]


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (0, 10),
        (0, 3600),
        (1, 0),
        (1, 5),
        (1, 86_400),
        (2, 0),
        (2, 3),
        (3, 0),
        (3, 2),
        (4, 2),
        (6, 0),
        (7, 0),
        (7, 2),
        (8, 1),
        (8, 1440),
        (9, 0),
    ],
)
def test_a_table_at_the_limits_is_read(at: int, value: int) -> None:
    spelled = list(msgpack.unpackb(GENESIS.encode(), use_list=True))
    policy(at, value)(spelled)

    found = parse_genesis(msgpack.packb(spelled)).policy

    assert getattr(found, fields(found)[at].name) == value


@pytest.mark.parametrize(("lie", "reason"), TABLE_LIES)
def test_an_impossible_table_is_refused(lie: Callable[[list[Any]], None], reason: str) -> None:
    spelled = list(msgpack.unpackb(GENESIS.encode(), use_list=True))
    lie(spelled)
    with pytest.raises(Malformed) as refusal:
        parse_genesis(msgpack.packb(spelled))

    assert refusal.value.reason == reason


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_of_a_wrong_signature_is_reported_and_nobody_is_blamed(seat: int) -> None:
    sigs = list(SIGS)
    sigs[seat] = SIGS[(seat + 1) % 3]
    with pytest.raises(BadSignature) as refusal:
        check_genesis(GENESIS.encode(), sigs, fast_verify)

    assert refusal.value.seat is None and f"seat {seat}" in refusal.value.text


@pytest.mark.parametrize(("signer", "bot"), [(1, 2), (2, 2), (0, 1)])
def test_nobody_runs_a_bot_without_having_signed_it(signer: int, bot: int) -> None:
    word = fast_key(signer).sign(BOT_TAG + fast_key(bot).public)
    false = replace(GENESIS, players=(*WITH_BOT[:2], replace(WITH_BOT[2], voucher=word)))
    sigs = [sign_genesis(false.encode(), fast_key(seat)) for seat in range(3)]
    with pytest.raises(BadSignature, match="seat 0 has not signed that it runs the bot seat 2") as refusal:
        check_genesis(false.encode(), sigs, fast_verify)

    assert refusal.value.seat is None


def test_the_signature_of_a_table_message_does_not_sign_a_genesis() -> None:
    """The domain tags keep the two apart."""
    body = GENESIS.encode()
    sigs = [fast_key(seat).sign(b"shoal1.table\0" + body) for seat in range(3)]
    with pytest.raises(BadSignature):
        check_genesis(body, sigs, fast_verify)


def test_a_full_table_with_long_names_fits() -> None:
    players = tuple(
        Player(bytes([seat]) * 32, bytes([seat]) * 32, bytes(112), "\U0001f41f" * 23 + chr(0x1F400 + seat))
        for seat in range(SEATS_MAX)
    )
    full = Genesis("x" * 32, "y" * 32, bytes(32), bytes(1024), bytes(16), players)

    assert parse_genesis(full.encode()) == full


def test_the_chosen_animals_are_signed() -> None:
    players = tuple(replace(each, animal=place * 15) for place, each in enumerate(GENESIS.players))
    chosen = replace(GENESIS, players=players)

    assert parse_genesis(chosen.encode()) == chosen
    assert chosen.id != GENESIS.id


def test_a_bot_that_is_there_by_itself_names_its_own_seat_and_may_run_others() -> None:
    alone = replace(toy_genesis(3), players=(replace(WITH_BOT[0], run_by=1), *WITH_BOT[1:]))

    assert parse_genesis(alone.encode()) == alone
    assert alone.runners == (None, None, 0)
