"""The second reader's own curves, hashes and boxes, beside the libraries of the program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from net import second_reader as second
from net.deck.algebra import box, generators, group
from net.deck.algebra.scalar import Q
from net.errors import BadSignature, IllegalMove
from net.lobby.identity import verify
from net.seat import payload
from net.seat.step_kind import StepKind
from net.wire import codec
from net.wire.names import seen_name
from tests.net.lobby.test_identity import ANNA, GOOD, HALVES, MIXED, ODD_POINTS, SMALL, factor_of, made
from tests.support.edwards import BASE, EIGHTH, add, mul, written


def signatures() -> Iterator[tuple[bytes, bytes, bytes]]:
    """Keys, messages and signatures in which libraries differ, and plain ones."""
    yield ANNA.public, b"x", GOOD
    yield ANNA.public, b"y", GOOD
    yield from ((ANNA.public, b"x", odd) for odd in HALVES.values())
    yield ANNA.public, b"x", made(b"x", 7, first=written(add(mul(7, BASE), EIGHTH)))
    yield from ((MIXED, b"%d" % n, made(b"%d" % n, 1, key=MIXED)) for n in range(24))
    for key in ODD_POINTS:
        message = next(b"%d" % n for n in range(99) if not factor_of(written(BASE), b"%d" % n, key) % 8)
        yield key, message, written(BASE) + (1).to_bytes(32, "little")
    yield from ((y.to_bytes(32, "little"), b"x", GOOD) for y in SMALL)
    yield bytes([2, *bytes(31)]), b"x", GOOD


def test_both_readers_accept_the_same_signatures() -> None:
    taken = 0
    for key, message, signature in signatures():
        try:
            verify(key, message, signature)
            is_good = True
        except BadSignature:
            is_good = False
        taken += is_good
        assert second.is_signed(key, message, signature) is is_good, (key.hex(), message, signature.hex())

    assert taken > 2


def test_sums_equal_those_of_the_library() -> None:
    rng = Random(1)
    points = [bytes(generators.h2p("test", n)) for n in range(6)]
    for scalars in (
        *([rng.randrange(Q) for _ in points] for _ in range(4)),
        [1, Q - 1, 2, Q - 2, 3, 1 << 127],
        [0, 0, 0, 0, 0, 1],
        [rng.randrange(1 << 128) for _ in points],
    ):
        ours = group.combination(scalars, [group.point(each) for each in points], of_base=scalars[0])

        assert second.combine([(scalars[0], second.G), *zip(scalars, points, strict=True)]) == bytes(ours)


@pytest.mark.parametrize("scalars", [(0, 0, 0), (1, Q - 1, 0), (2, 3, Q - 5)])
def test_the_identity_is_refused(scalars: tuple[int, ...]) -> None:
    one = bytes(group.base(7))
    two = second.combine([(1, one), (0, second.G)])
    with pytest.raises(second.Wrong):
        second.combine([(scalars[0], one), (scalars[1], two), (scalars[2], one)])


def test_equal_and_opposite_points_in_a_sum_are_handled() -> None:
    """7 G + 7 G, made of points that are told apart only by the sum so far."""
    one, twice = bytes(group.base(7)), bytes(group.base(14))
    assert second.combine([(2, one), (1, twice)]) == bytes(group.base(28))
    assert second.combine([(4, one), (Q - 1, twice), (1, second.G)]) == bytes(group.base(15))


@pytest.mark.parametrize(
    "data",
    [b"", bytes(33), b"\x04" + bytes(32), b"\x02" + bytes(31) + b"\x05", b"\x02" + b"\xff" * 32, bytes(34)],
)
def test_bytes_that_are_no_point_are_refused(data: bytes) -> None:
    with pytest.raises(group.NoPoint):
        group.point(data)
    with pytest.raises(second.Wrong):
        second.point(data)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 32])
def test_the_second_reader_opens_boxes_as_the_program_does(size: int) -> None:
    rng = Random(size)
    key, data, said = rng.randbytes(32), rng.randbytes(32), rng.randbytes(size)
    locked = box.lock_box(key, data, said)

    assert second.unlocked(key, locked, said) == data
    assert second.unlocked(key, locked, said + b"x") == b""
    assert second.unlocked(key, locked[:-1] + bytes([locked[-1] ^ 1]), said) == b""


@pytest.mark.parametrize(
    "name", ["Åsa", "ﬁn", "Ⅷ\u00a0x", "\u200bzero\u200d", "a\u180bb\u180f", " ", "İx", "\u3164", "Ｗide  "]
)
def test_both_readers_compare_names_alike(name: str) -> None:
    assert second.seen_name(name) == seen_name(name)


def test_both_readers_refuse_nested_payloads() -> None:
    """Thousands of payloads nested in one entry: a reader that opens them all first runs out of stack."""
    inner = b""
    for _ in range(3_000):
        inner = codec.pack(payload._SHAPE, [payload.KINDS.index(StepKind.MOVE), "", b"", b"", inner])

    with pytest.raises(IllegalMove):
        payload.read_payload(0, inner)
    with pytest.raises(second.Wrong):
        second.read_payload(inner)
