from __future__ import annotations

from functools import cache

import pytest

from net.deck.algebra.group import base
from net.deck.algebra.scalar import Q
from net.deck.keys import Keys, KeySecret, check_key, finish_keys, key_commitment, make_key, open_key
from net.deck.leave import check_leave, make_leave, peel, without
from net.deck.pile import Cipher, lay_pile
from net.deck.shares import make_shares
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, NAME, Seeded, Table, dealt, faces_of, seated, shuffled

TABLE = seated(4)
KEYS = TABLE.keys
PILE = dealt(4, 4)
FIELDS = layout("PPPPSS")
NAMES = ["D0", "D1", "D2", "D3", "c", "z"]


@cache
def message() -> bytes:
    return make_leave(CTX, KEYS, 1, TABLE.secrets[1], PILE, Seeded("leave"))


def refused(
    told: bytes, *, ctx: bytes = CTX, keys: Keys = KEYS, seat: int = 1, ciphers: tuple[Cipher, ...] = PILE
) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_leave(ctx, keys, seat, ciphers, told)
    assert refusal.value.seat == seat
    return refusal.value


def those_who_stay(table: Table, seat: int) -> Table:
    secrets = {other: secret for other, secret in table.secrets.items() if other != seat}
    return Table(secrets, {}, {}, without(table.keys, seat))


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_those_who_stay_play_on(k: int) -> None:
    """Leave, take the locks off, shuffle again, open; one after the other until one is left."""
    table, pile, faces = seated(k), dealt(k, 4), list(range(4))
    for seat in range(k - 1):
        told = make_leave(CTX, table.keys, seat, table.secrets[seat], pile, Seeded(seat))
        shares = check_leave(CTX, table.keys, seat, pile, told)
        before = faces_of(table, pile, faces)
        pile = tuple(peel(cipher, share) for cipher, share in zip(pile, shares, strict=True))
        table = those_who_stay(table, seat)
        assert faces_of(table, pile, faces) == before
        pile = shuffled(table, pile, f"again {seat}")

        assert sorted(faces_of(table, pile, faces)) == faces


def test_the_deal_keeps_its_name_and_loses_a_key() -> None:
    left = without(KEYS, 1)

    assert left.sid == KEYS.sid
    assert left.seats == (0, 2, 3)
    assert left.joint == base(sum(TABLE.secrets[seat].x for seat in (0, 2, 3)))
    assert left.public(2) == KEYS.public(2)
    with pytest.raises(LocalError, match="seat 1"):
        left.public(1)


def test_open_and_hidden_components_are_shuffled_together_after_a_leaver() -> None:
    """A pile of public and hidden components, after somebody left (deck 6.8, 6.9)."""
    shares = check_leave(CTX, KEYS, 1, PILE, message())
    table = those_who_stay(TABLE, 1)
    hidden = tuple(peel(cipher, share) for cipher, share in zip(PILE, shares, strict=True))
    pile = shuffled(table, lay_pile(table.keys, [8, 9], hidden))

    assert sorted(faces_of(table, pile, [0, 1, 2, 3, 8, 9])) == [0, 1, 2, 3, 8, 9]


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


def test_a_message_is_valid_only_for_its_place_seat_and_components() -> None:
    refused(message(), ctx=b"another place")
    refused(message(), seat=2)
    refused(message(), ciphers=(PILE[1], PILE[0], *PILE[2:]))
    refused(message(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))
    assert type(refused(message(), ciphers=PILE[:3])) is Malformed


def test_shares_given_for_another_purpose_are_not_accepted_as_a_leave() -> None:
    refused(make_shares(CTX, KEYS, 1, TABLE.secrets[1], PILE, Seeded(1)))


def test_a_leave_without_components_is_an_empty_message() -> None:
    assert make_leave(CTX, KEYS, 1, TABLE.secrets[1], (), Seeded(1)) == b""
    assert check_leave(CTX, KEYS, 1, (), b"") == ()


def test_the_last_seat_and_strangers_do_not_leave() -> None:
    with pytest.raises(LocalError, match="last seat"):
        without(seated(1).keys, 0)
    with pytest.raises(LocalError, match="seat 9"):
        without(KEYS, 9)


def test_keys_that_cancel_once_another_seat_has_left_are_refused() -> None:
    """Two seats together can make such keys; they only betray themselves."""
    randomness = Seeded("cancel")
    one = make_key(randomness)
    secrets = {0: one, 1: KeySecret(Q - one.x, bytes(32)), 2: make_key(randomness)}
    commitments = {seat: key_commitment(NAME, seat, secret) for seat, secret in secrets.items()}
    openings = {seat: open_key(NAME, commitments, seat, secrets[seat], randomness) for seat in secrets}
    checked = [check_key(NAME, commitments, seat, opening) for seat, opening in openings.items()]
    keys = finish_keys(NAME, commitments, checked)

    with pytest.raises(BadProof, match="cancel"):
        without(keys, 2)
