from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from net.deck.algebra.group import base, neg, total
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.keys import (
    CheckedKey,
    KeySecret,
    check_commitment,
    check_key,
    finish_keys,
    key_commitment,
    make_key,
    open_key,
    recall_key,
)
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import NAME, Seeded, seated

OTHER_NAME = h32("table", "another table")
OPENING = layout("PSSS")
FIELDS = [OPENING[0], *OPENING[2:]]  # the nonce of 32 bytes has a test of its own


def checked(commitments: Mapping[int, bytes], openings: Mapping[int, bytes]) -> list[CheckedKey]:
    return [check_key(NAME, commitments, seat, opening) for seat, opening in openings.items()]


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_an_honest_ceremony_joins_all_keys(k: int) -> None:
    table = seated(k)

    assert table.keys.seats == tuple(range(k))
    assert table.keys.joint == base(sum(secret.x for secret in table.secrets.values()))
    assert all(table.keys.public(seat) == base(table.secrets[seat].x) for seat in range(k))
    assert all(len(opening) == 129 for opening in table.openings.values())


def test_secrets_are_written_and_read() -> None:
    table = seated(4)

    assert len(table.secrets[0].to_bytes()) == 64
    assert KeySecret.from_bytes(table.secrets[0].to_bytes()) == table.secrets[0]


def test_the_repr_of_a_secret_does_not_show_it() -> None:
    secret = make_key(Seeded(1))

    assert repr(secret) == "KeySecret()"


def test_keys_are_made_for_any_seats_without_a_gap_or_a_zero() -> None:
    randomness = Seeded("gaps")
    secrets = {seat: make_key(randomness) for seat in (5, 2)}
    commitments = {seat: key_commitment(NAME, seat, secret) for seat, secret in secrets.items()}
    openings = {seat: open_key(NAME, commitments, seat, secrets[seat], randomness) for seat in secrets}
    keys = finish_keys(NAME, commitments, checked(commitments, openings))

    assert keys.seats == (2, 5)
    assert keys.public(5) == base(secrets[5].x)
    with pytest.raises(LocalError, match="seat 3"):
        keys.public(3)


def test_a_deal_has_a_name_of_its_own() -> None:
    assert seated(2, "one").keys.sid != seated(2, "other").keys.sid


@pytest.mark.parametrize("data", [b"", bytes(64), b"\xff" * 64, scalar_bytes(1), scalar_bytes(1) + bytes(33)])
def test_bytes_that_are_no_secret_are_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        KeySecret.from_bytes(data)


@pytest.mark.parametrize("commitment", [b"", bytes(31), bytes(33), None, "x" * 32])
def test_the_seat_of_a_commitment_of_another_length_is_blamed(commitment: object) -> None:
    with pytest.raises(Malformed) as refusal:
        check_commitment(1, commitment)  # type: ignore[arg-type]

    assert refusal.value.seat == 1


@pytest.mark.parametrize(("framer", "framed"), [(0, 2), (2, 0), (1, 2)])
def test_the_seat_that_copied_a_commitment_is_blamed_and_the_copied_seat_is_not(
    framer: int, framed: int
) -> None:
    """The copier waits for a commitment and sends the same; its author can open it, the copier cannot."""
    honest = seated(3)
    commitments = {**honest.commitments, framer: honest.commitments[framed]}
    opening = open_key(NAME, commitments, framed, honest.secrets[framed], Seeded("framed"))

    assert check_key(NAME, commitments, framed, opening).public == honest.keys.public(framed)
    with pytest.raises(BadProof) as refusal:
        check_key(NAME, commitments, framer, opening)
    assert (refusal.value.seat, refusal.value.reason) == (framer, "commitment")


def test_a_copier_cannot_open_its_commitment_even_when_told_the_key() -> None:
    """Even with the secret and the nonce of the other: the seat's number is hashed with them."""
    honest = seated(3)
    stolen = honest.secrets[2]
    commitments = {**honest.commitments, 0: honest.commitments[2]}
    as_its_own = {**commitments, 0: key_commitment(NAME, 0, stolen)}

    for opening in (
        open_key(NAME, commitments, 2, stolen, Seeded(1)),
        open_key(NAME, as_its_own, 0, stolen, Seeded(1)),
    ):
        with pytest.raises(BadProof) as refusal:
            check_key(NAME, commitments, 0, opening)
        assert (refusal.value.seat, refusal.value.reason) == (0, "commitment")


def test_a_recalled_key_equals_the_checked_key() -> None:
    table = seated(3)

    for seat, opening in table.openings.items():
        assert recall_key(seat, opening) == check_key(NAME, table.commitments, seat, opening)


def test_a_commitment_is_bound_to_table_and_seat() -> None:
    secret = seated(2).secrets[0]
    bound = [key_commitment(name, seat, secret) for name in (NAME, OTHER_NAME) for seat in (0, 1)]

    assert len(set(bound)) == 4


@pytest.mark.parametrize("field", FIELDS, ids=["key", "c", "z"])
def test_an_opening_with_any_field_altered_is_refused(field: Field) -> None:
    table = seated(3)

    for message in (field.altered(table.openings[1]), *field.broken(table.openings[1])):
        with pytest.raises(PeerError) as refusal:
            check_key(NAME, table.commitments, 1, message)
        assert refusal.value.seat == 1


def test_an_opening_with_another_nonce_is_refused() -> None:
    table = seated(3)
    opening = table.openings[1]

    with pytest.raises(BadProof, match="not the one committed to"):
        check_key(NAME, table.commitments, 1, opening[:33] + bytes(32) + opening[65:])


HONEST = seated(3).openings[1]


@pytest.mark.parametrize("opening", [b"", bytes(129), HONEST + b"\0", HONEST[:-1]])
def test_an_opening_of_another_shape_is_refused(opening: bytes) -> None:
    with pytest.raises(Malformed):
        check_key(NAME, seated(3).commitments, 1, opening)


@pytest.mark.parametrize(
    "check",
    [
        lambda t: check_key(OTHER_NAME, t.commitments, 1, t.openings[1]),
        lambda t: check_key(NAME, t.commitments, 2, t.openings[1]),
        lambda t: check_key(NAME, {**t.commitments, 0: bytes(32)}, 1, t.openings[1]),
        lambda t: check_key(NAME, {0: t.commitments[0], 1: t.commitments[1]}, 1, t.openings[1]),
        lambda t: check_key(NAME, {0: t.commitments[0]}, 1, t.openings[1]),
    ],
    ids=["table", "seat", "another's commitment", "a seat less", "none of mine"],
)
def test_an_opening_is_valid_only_for_its_own_ceremony(check: Callable[[object], None]) -> None:
    with pytest.raises(BadProof):
        check(seated(3))


def possession(seat: int, commitments: Mapping[int, bytes], key: bytes, *, r: bytes) -> Transcript:
    """The transcript of the proof, written out once more."""
    proof = Transcript("pop")
    proof.add("table", NAME)
    proof.add("C", h32("commits", NAME, *(lp(at, commitments[at]) for at in sorted(commitments))))
    proof.add("seat", lp(seat))
    proof.add("Y", key)
    proof.add("R", r)
    return proof


def test_a_key_made_from_the_others_has_no_proof() -> None:
    """deck 4, row 2: the last seat wants the joint key to be one whose secret it knows."""
    honest, wanted = seated(2), base(5)
    rogue = total((wanted, neg(honest.keys.joint)))
    nonce = bytes(32)
    commitments = {**honest.commitments, 2: h32("key", NAME, 2, bytes(rogue), nonce)}
    randomness = Seeded("rogue")
    stolen = open_key(
        NAME,
        {**commitments, 2: key_commitment(NAME, 2, KeySecret(5, nonce))},
        2,
        KeySecret(5, nonce),
        randomness,
    )[65:]

    for proof in (stolen, honest.openings[0][65:], scalar_bytes(1) + scalar_bytes(1)):
        with pytest.raises(BadProof) as refusal:
            check_key(NAME, commitments, 2, bytes(rogue) + nonce + proof)
        assert refusal.value.seat == 2


def test_a_proof_whose_first_move_is_the_identity_is_refused() -> None:
    """z = c x makes zG - cY the identity, for any c."""
    table = seated(3)
    x, c = table.secrets[1].x, 12345

    with pytest.raises(BadProof):
        check_key(
            NAME, table.commitments, 1, table.openings[1][:65] + scalar_bytes(c) + scalar_bytes(c * x % Q)
        )


def test_the_challenge_is_the_one_that_the_specification_gives() -> None:
    table = seated(3)
    opening = table.openings[1]
    c, z = int.from_bytes(opening[65:97], "big"), int.from_bytes(opening[97:], "big")
    r = base(z - c * table.secrets[1].x)

    assert possession(1, table.commitments, opening[:33], r=bytes(r)).challenge("c") == c


@pytest.mark.parametrize("twins", [(1, 2), (0, 2)])
def test_equal_keys_are_refused_and_nobody_is_blamed(twins: tuple[int, int]) -> None:
    """Both know the secret, so both proofs hold, and nothing tells who has it from whom."""
    randomness = Seeded("twins")
    secrets = {seat: make_key(randomness) for seat in range(3)}
    secrets[twins[1]] = KeySecret(secrets[twins[0]].x, bytes(32))
    commitments = {seat: key_commitment(NAME, seat, secret) for seat, secret in secrets.items()}
    openings = {seat: open_key(NAME, commitments, seat, secrets[seat], randomness) for seat in secrets}
    keys = checked(commitments, openings)

    with pytest.raises(BadProof, match=f"seat {twins[0]} and seat {twins[1]} have the same key") as refusal:
        finish_keys(NAME, commitments, keys)
    assert (refusal.value.seat, refusal.value.reason) == (None, "same-key")


def test_keys_that_cancel_each_other_are_refused() -> None:
    randomness = Seeded("cancel")
    one = make_key(randomness)
    secrets = {0: one, 1: KeySecret(Q - one.x, bytes(32))}
    commitments = {seat: key_commitment(NAME, seat, secret) for seat, secret in secrets.items()}
    openings = {seat: open_key(NAME, commitments, seat, secrets[seat], randomness) for seat in secrets}

    with pytest.raises(BadProof) as refusal:
        finish_keys(NAME, commitments, checked(commitments, openings))

    assert refusal.value.seat is None


def test_nonsensical_calls_raise_a_local_error() -> None:
    table = seated(3)

    with pytest.raises(LocalError, match="has not committed to"):
        open_key(NAME, table.commitments, 1, table.secrets[0], Seeded(1))
    with pytest.raises(LocalError, match="32 bytes"):
        key_commitment(b"table", 1, table.secrets[0])
    with pytest.raises(LocalError, match="the seats that opened keys"):
        finish_keys(NAME, table.commitments, [recall_key(0, table.openings[0])])
    with pytest.raises(LocalError, match="the seats that opened keys"):
        finish_keys(NAME, table.commitments, [recall_key(0, table.openings[0])] * 3)
    with pytest.raises(LocalError, match="the seats that opened keys"):
        finish_keys(NAME, {}, [])
