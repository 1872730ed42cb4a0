"""Honest shuffles of every size, and every way to change one message (deck 6.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from net.deck.algebra.group import base
from net.deck.algebra.hashing import Part, lp
from net.deck.algebra.scalar import Q
from net.deck.keys import Keys
from net.deck.pile import Cipher, lay_pile
from net.deck.shuffle import check_shuffle, make_shuffle, recall_shuffle, shuffle_bytes
from net.deck.shuffle_proof import Answers
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import OUT_OF_RANGE, Field, layout
from tests.net.deck.table import CTX, Seeded, dealt, faces_of, seated, shuffled

N = 3
PILE = dealt(3, N)
KEYS = seated(3).keys
FIELDS = layout("PP" * N + "P" * 8 + "S" * (3 * N + 2))
NAMES = (
    [f"{part}'{i}" for i in range(N) for part in "ab"]
    + ["c_a", "c_b", "c_d", "c_delta", "c_step", "c_0", "E0", "E1"]
    + [f"at{i}" for i in range(N)]
    + [f"bt{i}" for i in range(1, N - 1)]
    + [f"et{i}" for i in range(N)]
    + ["rt", "st", "ret", "tt"]
)


@cache
def message() -> bytes:
    return make_shuffle(CTX, KEYS, PILE, Seeded("message"))


def refused(
    told: bytes, *, ctx: bytes = CTX, keys: Keys = KEYS, pile: tuple[Cipher, ...] = PILE
) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_shuffle(ctx, keys, 1, pile, told)
    assert refusal.value.seat == 1
    return refusal.value


@pytest.mark.parametrize("n", [2, 3, 52, 103, 200])
def test_an_honest_shuffle_keeps_every_component(n: int) -> None:
    table = seated(2)
    pile = lay_pile(table.keys, range(n))
    told = make_shuffle(CTX, table.keys, pile, Seeded(n))
    after = check_shuffle(CTX, table.keys, 0, pile, told)

    assert len(told) == shuffle_bytes(n) == 162 * n + 328
    assert recall_shuffle(n, told) == after
    assert sorted(faces_of(table, after, range(n))) == list(range(n))
    assert not set(after) & set(pile)


def test_all_seats_shuffle_one_after_the_other() -> None:
    table, faces = seated(4), range(10)
    after = faces_of(table, dealt(4, 10), faces)

    assert sorted(after) == list(faces)
    assert after != list(faces)


@pytest.mark.parametrize("faces", [[0, 0], [4, 4, 4], [1, 2, 2, 3, 3, 3], [9] * 20])
def test_equal_components_shuffle_like_others(faces: list[int]) -> None:
    table = seated(3)
    after = faces_of(table, shuffled(table, lay_pile(table.keys, faces)), faces)

    assert Counter(after) == Counter(faces)


def test_two_equal_ciphertexts_shuffle_like_others() -> None:
    pile = (PILE[0], PILE[0], PILE[1])

    check_shuffle(CTX, KEYS, 0, pile, make_shuffle(CTX, KEYS, pile, Seeded(1)))


def test_two_shuffles_have_nothing_in_common() -> None:
    one, other = (make_shuffle(CTX, KEYS, PILE, Seeded(seed)) for seed in ("one", "other"))

    assert not {field.of(one) for field in FIELDS} & {field.of(other) for field in FIELDS}


def test_every_order_of_a_shuffle_comes_up() -> None:
    table = seated(1)
    pile = lay_pile(table.keys, range(3))
    messages = [make_shuffle(CTX, table.keys, pile, Seeded(seed)) for seed in range(40)]
    seen = {tuple(faces_of(table, recall_shuffle(3, told), range(3))) for told in messages}

    assert len(seen) == 6


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("field", FIELDS[2 * N + 8 :], ids=NAMES[2 * N + 8 :])
def test_edge_numbers_are_refused(field: Field) -> None:
    for number in (1, Q - 1, *OUT_OF_RANGE):
        refused(field.put(message(), number.to_bytes(32, "big")))


@pytest.mark.parametrize(
    "told",
    [
        b"",
        message()[:-1],
        message() + b"\0",
        message()[1:],
        bytes(len(message())),
        b"\xff" * len(message()),
        make_shuffle(CTX, KEYS, PILE[:2], Seeded(1)),
        make_shuffle(CTX, KEYS, (*PILE, PILE[0]), Seeded(1)),
    ],
    ids=["empty", "shorter", "longer", "shifted", "zeros", "ones", "one card less", "one card more"],
)
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def cards(told: bytes) -> list[bytes]:
    return [told[66 * i : 66 * (i + 1)] for i in range(N)]


def negated(card: bytes) -> bytes:
    """The negative of both points: the same x, the other sign."""
    return bytes((card[0] ^ 1,)) + card[1:33] + bytes((card[33] ^ 1,)) + card[34:]


TRICKS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "swapped": lambda c: [c[1], c[0], c[2]],
    "turned round": lambda c: c[::-1],
    "duplicated": lambda c: [c[0], c[0], c[2]],
    "replaced by an undefined point": lambda c: [c[0], c[1][:33] + bytes(base(99)), c[2]],
    "replaced by an old one": lambda c: [PILE[0].to_bytes(), c[1], c[2]],
    "negated": lambda c: [negated(c[0]), c[1], c[2]],
    "all negated": lambda c: [negated(card) for card in c],
    "halves exchanged": lambda c: [c[0][33:] + c[0][:33], c[1], c[2]],
    "halves of two exchanged": lambda c: [c[0][:33] + c[1][33:], c[1][:33] + c[0][33:], c[2]],
    "not shuffled": lambda c: [cipher.to_bytes() for cipher in PILE],
}


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS.keys())
def test_other_cards_under_an_honest_proof_are_refused(trick: Callable[[list[bytes]], list[bytes]]) -> None:
    told = b"".join(trick(cards(message()))) + message()[66 * N :]

    assert len(told) == len(message())
    assert type(refused(told)) is BadProof


@pytest.mark.parametrize(
    "ctx",
    [b"", CTX + b"\0", lp("sid", 5, b"chain", 1, "pile"), lp("a place in the log", "")],
    ids=["none", "longer", "another", "one part more"],
)
def test_a_proof_for_another_place_is_refused(ctx: bytes) -> None:
    refused(message(), ctx=ctx)


@pytest.mark.parametrize("part", ["deal", "height", "chain", "seat", "pile"])
def test_a_proof_is_bound_to_everything_its_context_names(part: str) -> None:
    place: dict[str, Part] = {"deal": KEYS.sid, "height": 5, "chain": bytes(32), "seat": 1, "pile": 0}
    other: dict[str, Part] = {"deal": bytes(32), "height": 6, "chain": b"\1" * 32, "seat": 2, "pile": 1}
    told = make_shuffle(lp(*place.values()), KEYS, PILE, Seeded("place"))

    check_shuffle(lp(*place.values()), KEYS, 1, PILE, told)
    refused(told, ctx=lp(*{**place, part: other[part]}.values()))


def test_a_proof_is_bound_to_deal_and_key() -> None:
    refused(message(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))
    refused(message(), keys=Keys(KEYS.sid, KEYS.seats, KEYS.publics, base(5)))
    refused(message(), keys=seated(2).keys)


def test_a_proof_is_bound_to_the_pile_before() -> None:
    refused(message(), pile=(PILE[1], PILE[0], PILE[2]))
    refused(message(), pile=(PILE[0], PILE[1], Cipher(PILE[2].a, base(5))))
    refused(message(), pile=dealt(4, 3))


def test_a_computer_that_makes_false_proofs_reports_it_and_sends_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One bit of the proven message flips in memory."""
    honest = Answers.to_bytes
    monkeypatch.setattr(Answers, "to_bytes", lambda answers: honest(answers)[:-1] + b"\x01")

    with pytest.raises(LocalError, match="memory"):
        make_shuffle(CTX, KEYS, PILE, Seeded("faulty"))


@pytest.mark.parametrize("n", [0, 1, 201])
def test_a_pile_that_cannot_be_shuffled_raises_a_local_error(n: int) -> None:
    with pytest.raises(LocalError, match="200"):
        make_shuffle(CTX, KEYS, PILE[:1] * n, Seeded(1))
    with pytest.raises(LocalError, match="200"):
        check_shuffle(CTX, KEYS, 1, PILE[:1] * n, bytes(shuffle_bytes(n)))


def test_a_trusted_message_is_still_read_strictly() -> None:
    with pytest.raises(Malformed):
        recall_shuffle(N, message()[:-1])
    with pytest.raises(Malformed):
        recall_shuffle(N, FIELDS[0].put(message(), bytes(33)))
