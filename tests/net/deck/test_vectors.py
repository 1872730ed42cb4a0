"""The fixed answers in tests/data/vectors/deck.json; see vectors.py for how they are written."""

from __future__ import annotations

import hashlib
import json

import pytest

from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q
from net.deck.escrow import check_escrow, check_vouch, escrow_bytes, take_part
from net.deck.keys import check_commitment, check_key, finish_keys
from net.deck.leave import check_leave
from net.deck.lent import check_lent, join_lent
from net.deck.pile import lay_pile
from net.deck.roll import check_lent_roll, check_roll_share, join_lent_roll, roll_value
from net.deck.sealed import check_sealed, open_sealed
from net.deck.shares import check_shares, own_share
from net.deck.shuffle import check_shuffle
from tests.net.deck.table import CTX, NAME, Seeded, faces_of, seated
from tests.net.deck.vectors import FILE, K, N, T, keys_bytes, make_vectors

STORED = {name: bytes.fromhex(value) for name, value in json.loads(FILE.read_text(encoding="utf-8")).items()}
KEYS = seated(K).keys
PILE = lay_pile(KEYS, range(N))


@pytest.mark.parametrize("name", make_vectors())
def test_the_deck_still_gives_the_stored_vectors(name: str) -> None:
    assert make_vectors()[name] == STORED[name].hex()


def test_every_vector_and_no_other_is_stored() -> None:
    assert list(STORED) == list(make_vectors())


def test_the_transcript_has_the_challenges_of_the_specification() -> None:
    """deck 6.2, with nothing but hashlib."""
    g2 = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
    g3 = "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
    g4 = "02e493dbf1c10d80f3581e4904930b1404cc6c13900ee0758474fa94abe8c4cd13"
    listed = lp(2) + bytes.fromhex(g3 + g4)
    state = hashlib.sha512(lp(b"deck/1", "fs", "test")).digest()
    said = {"bytes": b"\0\1", "point": bytes.fromhex(g2), "points": listed, "challenge": b"c"}
    for name, data in said.items():
        state = hashlib.sha512(state + lp(name, data)).digest()
    challenge = int.from_bytes(hashlib.sha512(state + b"\1").digest(), "big") % Q
    state = hashlib.sha512(state + lp("challenges", "u", 3)).digest()

    assert challenge.to_bytes(32, "big") == STORED["transcript challenge"]
    assert hashlib.shake_256(state + b"\2").digest(48) == STORED["transcript challenges"]


def test_the_stored_ceremony_is_valid() -> None:
    commitments = {seat: STORED["commitments"][32 * seat : 32 * (seat + 1)] for seat in range(K)}
    openings = {seat: STORED["openings"][129 * seat : 129 * (seat + 1)] for seat in range(K)}
    for seat in range(K):
        check_commitment(seat, commitments[seat])

    checked = [check_key(NAME, commitments, seat, openings[seat]) for seat in range(K)]
    keys = finish_keys(NAME, commitments, checked)

    assert keys == KEYS
    assert keys_bytes(keys) == STORED["keys"]
    assert bytes(keys.joint) == STORED["joint"]


def test_the_stored_proofs_are_valid() -> None:
    table = seated(K)
    share = own_share(table.secrets[1], PILE[1], Seeded(1))
    items = [(PILE[0], 0), (PILE[1], 2)]
    rolls = {
        seat: check_roll_share(CTX, KEYS, seat, STORED["rolls"][97 * seat : 97 * (seat + 1)])
        for seat in range(K)
    }

    shuffled = check_shuffle(CTX, KEYS, 1, PILE, STORED["shuffle"])
    sealed = check_sealed(CTX, KEYS, 1, items, STORED["sealed"])

    assert sorted(faces_of(table, shuffled, range(N))) == [0, 1, 2]
    assert len(check_shares(CTX, KEYS, 1, PILE[:1], STORED["share"])) == 1
    assert check_shares(CTX, KEYS, 1, PILE, STORED["shares"])[1] == share
    assert check_leave(CTX, KEYS, 1, PILE, STORED["leave"])[1] == share
    assert open_sealed(sealed[1], table.secrets[2], Seeded(1)) == share
    assert lp(roll_value(CTX, rolls, 6), roll_value(CTX, rolls, 2**64)) == STORED["rolled"]


def test_the_stored_escrow_is_valid() -> None:
    table, size = seated(K), escrow_bytes(K, T)
    told = {seat: STORED["escrows"][size * seat : size * (seat + 1)] for seat in range(K)}
    dealt = {seat: check_escrow(CTX, KEYS, seat, told[seat], t=T) for seat in range(K)}
    false = check_escrow(CTX, KEYS, 1, told[1][:-48] + bytes(48), t=T)
    parts = [take_part(dealt[1], KEYS, seat, table.secrets[seat], Seeded(1)).x for seat in (0, 2)]
    size = len(STORED["lent"]) // 2
    lent = {
        seat: check_lent(
            CTX, KEYS, seat, dealt=dealt[1], ciphers=PILE, message=STORED["lent"][at : at + size]
        )
        for at, seat in ((0, 0), (size, 2))
    }

    drawn = {
        seat: check_lent_roll(CTX, KEYS, seat, dealt=dealt[1], message=STORED["lent roll"][at : at + 97])
        for at, seat in ((0, 0), (97, 2))
    }

    assert bytes(join_lent_roll(T, drawn)) == STORED["rolls"][97 : 97 + 33]
    assert b"".join(part.to_bytes(32, "big") for part in parts) == STORED["parts"]
    assert [why.seat for why in check_vouch(CTX, KEYS, 2, {1: false}, STORED["complaint"])] == [1]
    for at, cipher in enumerate(PILE):
        share = own_share(table.secrets[1], cipher, Seeded(1))
        assert join_lent(T, {seat: each[at] for seat, each in lent.items()}) == share
