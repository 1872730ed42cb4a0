"""Time of the deck's work, for the piles that the games have. The figures to reach are in
`net/deck/PROTOCOL.md` 2.

    python3 packaging/dev.py bench tests/bench/test_bench_deck.py

A whole deal is four peers' work in one process: with a core for each peer it takes about a third.
"""

from __future__ import annotations

import secrets

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import fresh_scalar, permutation
from net.deck.algebra.wire import Reader
from net.deck.escrow import check_escrow, make_escrow, make_vouch, take_part
from net.deck.keys import check_key, finish_keys, key_commitment, make_key, open_key
from net.deck.lent import check_lent, join_lent, make_lent
from net.deck.pile import face_of, lay_pile
from net.deck.sealed import check_sealed, make_sealed
from net.deck.shares import CheckedShare, check_shares, make_shares, open_cipher, own_share
from net.deck.shuffle import check_shuffle, make_shuffle, relocked, shuffle_bytes
from net.deck.shuffle_proof import Statement, check, proof_bytes, prove
from tests.net.deck.table import CTX, NAME, Seeded, dealt, seated

SIZES = (52, 103, 200)
RANDOM = secrets.token_bytes
PEERS = 4


@pytest.mark.benchmark(group="shuffle, without proof")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_to_mix_a_pile_without_a_proof(benchmark: BenchmarkFixture, n: int) -> None:
    table = seated(PEERS)
    pile = lay_pile(table.keys, range(n))

    def shuffle() -> object:
        order = permutation(n, RANDOM)
        return relocked(pile, table.keys.joint, order, [fresh_scalar(RANDOM) for _ in order])

    assert benchmark(shuffle)


def stated(n: int) -> tuple[Statement, list[int], list[int]]:
    table, randomness = seated(PEERS), Seeded("bench")
    pile = lay_pile(table.keys, range(n))
    order = permutation(n, randomness)
    rho = [fresh_scalar(randomness) for _ in order]
    return Statement(CTX, table.keys.joint, pile, relocked(pile, table.keys.joint, order, rho)), order, rho


@pytest.mark.benchmark(group="shuffle, prove")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_to_prove_a_shuffle(benchmark: BenchmarkFixture, n: int) -> None:
    statement, order, rho = stated(n)

    proof = benchmark(prove, statement, order, rho, RANDOM)

    assert len(proof) == proof_bytes(n) == 96 * n + 328


@pytest.mark.benchmark(group="shuffle, verify the proof")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_to_verify_the_proof_of_a_shuffle(benchmark: BenchmarkFixture, n: int) -> None:
    statement, order, rho = stated(n)
    proof = prove(statement, order, rho, RANDOM)

    benchmark(lambda: check(statement, Reader(proof, size=len(proof), seat=0, what="shuffle"), seat=0))


@pytest.mark.benchmark(group="shuffle, make the message")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_to_make_the_message_of_a_shuffle(benchmark: BenchmarkFixture, n: int) -> None:
    table = seated(PEERS)
    pile = lay_pile(table.keys, range(n))

    assert len(benchmark(make_shuffle, CTX, table.keys, pile, RANDOM)) == shuffle_bytes(n)


@pytest.mark.benchmark(group="shuffle, check the message")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_to_check_the_message_of_a_shuffle(benchmark: BenchmarkFixture, n: int) -> None:
    table = seated(PEERS)
    pile = lay_pile(table.keys, range(n))
    told = make_shuffle(CTX, table.keys, pile, RANDOM)

    assert len(benchmark(check_shuffle, CTX, table.keys, 0, pile, told)) == n


def whole_deal(n: int) -> list[int]:
    """Keys, four shuffles checked by all four, every component dealt to one of them and looked at."""
    seats = range(PEERS)
    mine = {seat: make_key(RANDOM) for seat in seats}
    commitments = {seat: key_commitment(NAME, seat, mine[seat]) for seat in seats}
    openings = {seat: open_key(NAME, commitments, seat, mine[seat], RANDOM) for seat in seats}
    for _ in seats:
        checked_keys = [check_key(NAME, commitments, seat, openings[seat]) for seat in seats]
    keys = finish_keys(NAME, commitments, checked_keys)
    pile = lay_pile(keys, range(n))
    for seat in seats:
        told = make_shuffle(lp(CTX, seat), keys, pile, RANDOM)
        checked = [check_shuffle(lp(CTX, seat), keys, seat, pile, told) for _ in seats]
        pile = checked[0]
    given = {}
    for seat in seats:
        others = [at for at in range(n) if at % PEERS != seat]
        ciphers = [pile[at] for at in others]
        told = make_shares(lp(CTX, seat), keys, seat, mine[seat], ciphers, RANDOM)
        for _ in seats:
            shares = check_shares(lp(CTX, seat), keys, seat, ciphers, told)
        given[seat] = dict(zip(others, shares, strict=True))
    faces = []
    for at, cipher in enumerate(pile):
        given[at % PEERS][at] = own_share(mine[at % PEERS], cipher, RANDOM)
        faces.append(face_of(keys, open_cipher(cipher, [given[seat][at] for seat in seats]), range(n)))
    return faces


@pytest.mark.benchmark(group="whole deal, four peers' work in one process")
@pytest.mark.parametrize("n", SIZES)
def test_the_time_of_a_whole_deal_between_four(benchmark: BenchmarkFixture, n: int) -> None:
    faces = benchmark.pedantic(whole_deal, (n,), rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]

    assert sorted(faces) == list(range(n))


@pytest.mark.benchmark(group="52 shares, make")
@pytest.mark.parametrize("way", ["one message", "52 messages"])
def test_the_time_to_make_52_shares(benchmark: BenchmarkFixture, way: str) -> None:
    table, pile = seated(PEERS), dealt(PEERS, 52)
    parts = [pile] if way == "one message" else [(cipher,) for cipher in pile]

    messages = benchmark(
        lambda: [make_shares(CTX, table.keys, 0, table.secrets[0], part, RANDOM) for part in parts]
    )

    assert sum(map(len, messages)) == 52 * 33 + len(parts) * 64


@pytest.mark.benchmark(group="52 shares, check")
@pytest.mark.parametrize("way", ["one message", "52 messages"])
def test_the_time_to_check_52_shares(benchmark: BenchmarkFixture, way: str) -> None:
    table, pile = seated(PEERS), dealt(PEERS, 52)
    parts = [pile] if way == "one message" else [(cipher,) for cipher in pile]
    messages = [make_shares(CTX, table.keys, 0, table.secrets[0], part, RANDOM) for part in parts]

    shares = benchmark(
        lambda: [
            check_shares(CTX, table.keys, 0, part, told) for part, told in zip(parts, messages, strict=True)
        ]
    )

    assert sum(map(len, shares)) == 52


@pytest.mark.benchmark(group="20 sealed shares: a forehead round of 6, one seat")
@pytest.mark.parametrize("what", ["make", "check"])
def test_the_time_to_make_or_check_sealed_shares(benchmark: BenchmarkFixture, what: str) -> None:
    table, pile = seated(6), dealt(6, 6)
    items = [(pile[owner], viewer) for owner in range(1, 6) for viewer in range(1, 6) if viewer != owner]
    told = make_sealed(CTX, table.keys, 0, table.secrets[0], items, RANDOM)
    if what == "make":
        assert len(benchmark(make_sealed, CTX, table.keys, 0, table.secrets[0], items, RANDOM)) == len(told)
    else:
        assert len(benchmark(check_sealed, CTX, table.keys, 0, items, told)) == 20


@pytest.mark.benchmark(group="escrow with t = seats - 1, one seat's work in a ceremony")
@pytest.mark.parametrize("what", ["split", "check all others", "vouch"])
@pytest.mark.parametrize("k", [3, 6, 10])
def test_the_time_to_split_a_key_or_to_check_split_keys(
    benchmark: BenchmarkFixture, k: int, what: str
) -> None:
    """One seat sends 33 t + 64 + 48 (k - 1) bytes, and nothing when it vouches."""
    table, t = seated(k), k - 1
    told = {
        seat: make_escrow(CTX, table.keys, seat, table.secrets[seat], t=t, randomness=RANDOM)
        for seat in range(k)
    }
    others = [check_escrow(CTX, table.keys, seat, told[seat], t=t) for seat in range(1, k)]
    if what == "split":
        message = benchmark(make_escrow, CTX, table.keys, 0, table.secrets[0], t=t, randomness=RANDOM)
        assert len(message) == 33 * t + 64 + 48 * (k - 1)
    elif what == "check all others":
        benchmark(lambda: [check_escrow(CTX, table.keys, seat, told[seat], t=t) for seat in range(1, k)])
    else:
        assert benchmark(make_vouch, CTX, table.keys, 0, table.secrets[0], others, RANDOM) == b""


@pytest.mark.benchmark(group="52 shares of a missing seat, t = seats - 1")
@pytest.mark.parametrize("what", ["lend", "check and join"])
@pytest.mark.parametrize("k", [3, 6, 10])
def test_the_time_to_lend_or_to_join_52_missing_shares(
    benchmark: BenchmarkFixture, k: int, what: str
) -> None:
    table, pile, t = seated(k), dealt(k, 52), k - 1
    told = make_escrow(CTX, table.keys, 0, table.secrets[0], t=t, randomness=RANDOM)
    gone = check_escrow(CTX, table.keys, 0, told, t=t)
    parts = {seat: take_part(gone, table.keys, seat, table.secrets[seat], RANDOM) for seat in range(1, k)}

    def lend(seat: int) -> bytes:
        return make_lent(CTX, table.keys, seat, dealt=gone, part=parts[seat], ciphers=pile, randomness=RANDOM)

    messages = {seat: lend(seat) for seat in parts}

    def join() -> list[CheckedShare]:
        lent = {
            seat: check_lent(CTX, table.keys, seat, dealt=gone, ciphers=pile, message=message)
            for seat, message in messages.items()
        }
        return [join_lent(t, {seat: each[at] for seat, each in lent.items()}) for at in range(52)]

    if what == "lend":
        assert len(benchmark(lend, 1)) == 52 * 33 + 64
    else:
        assert len(benchmark(join)) == 52
