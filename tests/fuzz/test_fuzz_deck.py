"""Mutated and invented messages for every check of the deck: each is refused with its sender's name.

Every mutation is bounded in number and comes from hypothesis or from a seed, so that a failure can
be repeated. deck 6.12: no exception of another kind, no abort, nothing accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.deck.algebra.scalar import Q
from net.deck.escrow import CheckedEscrow, check_escrow, check_vouch, make_escrow, make_vouch, take_part
from net.deck.keys import check_commitment, check_key, recall_key
from net.deck.leave import check_leave, make_leave
from net.deck.lent import check_lent, make_lent, recall_lent
from net.deck.roll import check_roll_share, make_roll_share
from net.deck.sealed import check_sealed, make_sealed, recall_sealed
from net.deck.shares import check_shares, make_shares, recall_shares
from net.deck.shuffle import check_shuffle, make_shuffle, recall_shuffle
from net.errors import BadProof, Malformed, PeerError
from tests.net.deck.table import CTX, NAME, Seeded, dealt, seated
from tests.support.values import replace

SEAT = 1
TABLE = seated(3)
KEYS = TABLE.keys
PILE = dealt(3, 3)
ITEMS = [(PILE[0], 0), (PILE[1], 2)]
EDGES = [bytes(32), bytes(31) + b"\1", (Q - 1).to_bytes(32, "big"), Q.to_bytes(32, "big"), b"\xff" * 32]


@dataclass(frozen=True)
class Target:
    """A kind of message: an honest one of `SEAT`, and its receiver's check."""

    honest: bytes
    check: Callable[[bytes], object]


@cache
def targets() -> dict[str, Target]:
    secret, randomness = TABLE.secrets[SEAT], Seeded("fuzz")
    return {
        "key": Target(TABLE.openings[SEAT], lambda told: check_key(NAME, TABLE.commitments, SEAT, told)),
        "shuffle": Target(
            make_shuffle(CTX, KEYS, PILE, randomness), lambda told: check_shuffle(CTX, KEYS, SEAT, PILE, told)
        ),
        "share": Target(
            make_shares(CTX, KEYS, SEAT, secret, PILE[:1], randomness),
            lambda told: check_shares(CTX, KEYS, SEAT, PILE[:1], told),
        ),
        "shares": Target(
            make_shares(CTX, KEYS, SEAT, secret, PILE, randomness),
            lambda told: check_shares(CTX, KEYS, SEAT, PILE, told),
        ),
        "sealed": Target(
            make_sealed(CTX, KEYS, SEAT, secret, ITEMS, randomness),
            lambda told: check_sealed(CTX, KEYS, SEAT, ITEMS, told),
        ),
        "roll": Target(
            make_roll_share(CTX, KEYS, SEAT, secret, randomness),
            lambda told: check_roll_share(CTX, KEYS, SEAT, told),
        ),
        "leave": Target(
            make_leave(CTX, KEYS, SEAT, secret, PILE, randomness),
            lambda told: check_leave(CTX, KEYS, SEAT, PILE, told),
        ),
        "split key": Target(make_escrow(CTX, KEYS, SEAT, secret, t=2, randomness=randomness), take_all_parts),
        "complaint": Target(
            make_vouch(CTX, KEYS, SEAT, secret, [wrongly_dealt()], randomness), hear_complaint
        ),
        "lent": Target(
            make_lent(
                CTX,
                KEYS,
                SEAT,
                dealt=dealt_key(0),
                part=take_part(dealt_key(0), KEYS, SEAT, secret, randomness),
                ciphers=PILE,
                randomness=randomness,
            ),
            lambda told: check_lent(CTX, KEYS, SEAT, dealt=dealt_key(0), ciphers=PILE, message=told),
        ),
    }


@cache
def dealt_key(seat: int) -> CheckedEscrow:
    told = make_escrow(CTX, KEYS, seat, TABLE.secrets[seat], t=2, randomness=Seeded(f"dealt {seat}"))
    return check_escrow(CTX, KEYS, seat, told, t=2)


def wrongly_dealt() -> CheckedEscrow:
    """Seat 0's split key with a wrong part for `SEAT`."""
    right = dealt_key(0)
    return replace(right, boxes={**right.boxes, SEAT: bytes(48)})


def take_all_parts(told: bytes) -> None:
    dealt_now = check_escrow(CTX, KEYS, SEAT, told, t=2)
    for holder in (0, 2):
        take_part(dealt_now, KEYS, holder, TABLE.secrets[holder], Seeded("take"))


def hear_complaint(told: bytes) -> None:
    """Check a complaint; no byte at all is no complaint, and counts here as refused."""
    if not check_vouch(CTX, KEYS, SEAT, {0: wrongly_dealt()}, told):
        raise Malformed("empty", "no complaint", seat=SEAT)


def mutated(random: Random, message: bytes) -> bytes:
    """The message after one to three changes of the kinds that wires and liars make."""
    told = bytearray(message)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if told:
            random.choice(CHANGES)(random, told, random.randrange(len(told)))
    return bytes(told)


def flip(random: Random, told: bytearray, at: int) -> None:
    told[at] ^= 1 << random.randrange(8)


def cut(random: Random, told: bytearray, at: int) -> None:
    del told[at : at + random.randrange(1, 70)]


def insert(random: Random, told: bytearray, at: int) -> None:
    told[at:at] = random.randbytes(random.randrange(1, 70))


def put_edge(random: Random, told: bytearray, at: int) -> None:
    told[at : at + 32] = random.choice(EDGES)[: len(told) - at]


def put_own_piece(random: Random, told: bytearray, at: int) -> None:
    """Put a number, a point or a component of the message over another part of it."""
    size, other = random.choice((32, 33, 66)), 33 * random.randrange(len(told) // 33 + 1)
    piece = bytes(told[other : other + size])
    at = 33 * (at // 33)
    told[at : at + len(piece)] = piece


def put_others_piece(random: Random, told: bytearray, at: int) -> None:
    """Put a field of another honest message over one."""
    message = random.choice([*targets().values()]).honest
    start = 33 * random.randrange(len(message) // 33)
    told[33 * (at // 33) : 33 * (at // 33) + 33] = message[start : start + 33]


def negate(random: Random, told: bytearray, at: int) -> None:
    """Put a point's negative in its place, where the message begins with points."""
    del random
    told[33 * (at // 33)] ^= 1


def count(random: Random, told: bytearray, at: int) -> None:
    """Put the next number in the place of a number."""
    del random
    end = len(told) - 32 * ((len(told) - at - 1) // 32)
    told[end - 1] = (told[end - 1] + 1) % 256


CHANGES = (flip, cut, insert, put_edge, put_own_piece, put_others_piece, negate, count)


def refuse(name: str, told: bytes) -> None:
    with pytest.raises(PeerError) as refusal:
        targets()[name].check(told)
    assert type(refusal.value) in (BadProof, Malformed)
    assert refusal.value.seat == SEAT


def hammer(name: str, *, seed: int, times: int) -> None:
    random, target = Random(seed), targets()[name]
    target.check(target.honest)
    for _ in range(times):
        told = mutated(random, target.honest)
        if told != target.honest:
            refuse(name, told)


@pytest.mark.parametrize("name", list(targets()))
def test_mutated_messages_are_refused(name: str) -> None:
    hammer(name, seed=1, times=430)  # 10 kinds of message: 4,300 in all


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", list(targets()))
def test_many_mutated_messages_are_refused(name: str, seed: int) -> None:
    hammer(name, seed=seed, times=3000)


@settings(deadline=None)
@pytest.mark.parametrize("name", list(targets()))
@given(told=st.one_of(st.binary(max_size=64), st.sampled_from([b"", b"\0", bytes(97), bytes(748)])))
def test_invented_messages_are_refused(name: str, told: bytes) -> None:
    refuse(name, told)


@settings(deadline=None)
@pytest.mark.parametrize("name", list(targets()))
@given(data=st.data())
def test_invented_messages_of_the_right_length_are_refused(name: str, data: st.DataObject) -> None:
    size = len(targets()[name].honest)
    told = data.draw(st.binary(min_size=size, max_size=size))

    refuse(name, told)


@pytest.mark.parametrize("name", list(targets()))
def test_other_kinds_of_message_are_refused(name: str) -> None:
    for other, target in targets().items():
        if other != name:
            refuse(name, target.honest)


@settings(deadline=None)
@given(st.binary(max_size=250))
def test_readers_of_trusted_bytes_refuse_impossible_bytes(data: bytes) -> None:
    readers: list[Callable[[bytes], object]] = [
        lambda told: recall_key(0, told),
        lambda told: recall_shuffle(3, told),
        lambda told: recall_shares(2, told),
        lambda told: recall_sealed([ITEMS[0][1]], told),
        lambda told: recall_lent(3, told),
    ]
    for read in readers:
        with pytest.raises(Malformed):
            read(data)


@given(st.binary(max_size=40) | st.just(bytes(32)))
def test_invented_commitments_are_refused_or_have_32_bytes(commitment: bytes) -> None:
    if len(commitment) == 32:
        check_commitment(5, commitment)
        return
    with pytest.raises(Malformed) as refusal:
        check_commitment(5, commitment)
    assert refusal.value.seat == 5
