"""Cards shown to every possible set of viewers (deck 5.2, 6.7, 6.8), with sealed shares.

A seat outside the set gives its share in the clear; a seat inside seals it for each other seat
inside. A card for all is given in the clear by all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from net.deck.algebra.group import Point
from net.deck.algebra.hashing import lp
from net.deck.pile import Cipher, face_of
from net.deck.sealed import check_sealed, make_sealed, open_sealed
from net.deck.shares import check_shares, make_shares, open_cipher, own_share
from net.errors import LocalError
from tests.net.deck.table import CTX, Seeded, Table, dealt, faces_of, seated

FACES = list(range(4))


def sets() -> Iterator[tuple[int, frozenset[int]]]:
    """Seats and sets of viewers: every set of 2 to 4 seats; some of 5 and 6: one, two, all but one, all."""
    for k in (2, 3, 4, 5, 6):
        for size in range(1, k + 1):
            if k > 4 and size not in (1, 2, k - 1, k):
                continue
            chosen = list(combinations(range(k), size))
            few = chosen if k <= 4 else [*chosen[:2], chosen[-1]]
            yield from ((k, frozenset(viewers)) for viewers in few)


def shown(table: Table, cipher: Cipher, viewers: frozenset[int]) -> dict[int, dict[int, Point]]:
    """Shares that each seat holds after the round, by seat and giver: its own, clear ones, sealed ones."""
    keys, everyone = table.keys, len(viewers) == len(table.keys.seats)
    held = {seat: {seat: own_share(table.secrets[seat], cipher, Seeded(seat))} for seat in keys.seats}
    for giver in keys.seats:
        ctx, secret, randomness = lp(CTX, giver), table.secrets[giver], Seeded(giver)
        if everyone or giver not in viewers:
            told = make_shares(ctx, keys, giver, secret, [cipher], randomness)
            for seat in keys.seats:
                (held[seat][giver],) = check_shares(ctx, keys, giver, [cipher], told)
            continue
        items = [(cipher, viewer) for viewer in sorted(viewers - {giver})]
        told = make_sealed(ctx, keys, giver, secret, items, randomness)
        for box, (_, viewer) in zip(check_sealed(ctx, keys, giver, items, told), items, strict=True):
            held[viewer][giver] = open_sealed(box, table.secrets[viewer], randomness)
    return held


@pytest.mark.parametrize(
    ("k", "viewers"), [pytest.param(k, viewers, id=f"{k}-{sorted(viewers)}") for k, viewers in sets()]
)
def test_viewers_and_only_they_see_the_card(k: int, viewers: frozenset[int]) -> None:
    table, cipher = seated(k), dealt(k, 4)[0]
    (face,) = faces_of(table, [cipher], FACES)
    held = shown(table, cipher, viewers)

    for seat in table.keys.seats:
        if seat in viewers:
            opened = open_cipher(cipher, [held[seat][giver] for giver in table.keys.seats])
            assert face_of(table.keys, opened, FACES) == face
            continue
        assert set(held[seat]) == set(table.keys.seats) - viewers
        with pytest.raises(LocalError):
            face_of(table.keys, open_cipher(cipher, list(held[seat].values())), FACES)


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_a_card_on_a_forehead_is_opened_to_all_at_the_end(k: int) -> None:
    """Everyone but its owner sees a card; then the viewers' shares in the clear show it to the owner too."""
    table, owner = seated(k), 0
    cipher = dealt(k, 4)[1]
    (face,) = faces_of(table, [cipher], FACES)
    held = shown(table, cipher, frozenset(range(1, k)))[owner]
    for seat in range(1, k):
        told = make_shares(CTX, table.keys, seat, table.secrets[seat], [cipher], Seeded(seat))
        (held[seat],) = check_shares(CTX, table.keys, seat, [cipher], told)

    assert face_of(table.keys, open_cipher(cipher, list(held.values())), FACES) == face


@pytest.mark.parametrize("k", [3, 4])
def test_a_card_passed_on_is_seen_by_its_new_viewer_as_well(k: int) -> None:
    """Seat 0 gives a card to seat 1, which needs the share that seat 0 has kept back, sealed for seat 1."""
    table, cipher = seated(k), dealt(k, 4)[2]
    (face,) = faces_of(table, [cipher], FACES)
    taker = shown(table, cipher, frozenset({0}))[1]
    items = [(cipher, 1)]
    told = make_sealed(CTX, table.keys, 0, table.secrets[0], items, Seeded(1))
    (box,) = check_sealed(CTX, table.keys, 0, items, told)
    taker[0] = open_sealed(box, table.secrets[1], Seeded(1))

    assert face_of(table.keys, open_cipher(cipher, list(taker.values())), FACES) == face
