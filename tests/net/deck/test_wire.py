from __future__ import annotations

import pytest

from net.deck.algebra.group import NoPoint, base
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.algebra.wire import Reader, refusing
from net.errors import BadProof, Malformed
from tests.net.deck.lies import NO_POINT, OUT_OF_RANGE


def reader(message: object, size: int) -> Reader:
    return Reader(message, size=size, seat=3, what="test")  # type: ignore[arg-type]


def test_fields_come_in_their_order() -> None:
    message = bytes(base(5)) + scalar_bytes(7) + b"end" + scalar_bytes(1) + scalar_bytes(Q - 1)
    read = reader(message, len(message))

    assert read.point() == base(5)
    assert read.scalar() == 7
    assert read.take(3) == b"end"
    assert read.scalars(2) == (1, Q - 1)


@pytest.mark.parametrize("message", [b"", bytes(9), bytes(11), bytearray(10), "0123456789", None, 10])
def test_fields_of_another_length_or_type_are_refused(message: object) -> None:
    with pytest.raises(Malformed) as refusal:
        reader(message, 10)

    assert (refusal.value.seat, refusal.value.reason) == (3, "length")


def test_bytes_that_are_no_point_are_refused() -> None:
    with pytest.raises(Malformed) as refusal:
        reader(NO_POINT, 33).points(1)

    assert (refusal.value.seat, refusal.value.reason) == (3, "point")


@pytest.mark.parametrize("number", OUT_OF_RANGE)
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(Malformed) as refusal:
        reader(number.to_bytes(32, "big"), 32).scalars(1)

    assert (refusal.value.seat, refusal.value.reason) == (3, "scalar")


def test_the_identity_in_a_check_refuses_the_proof() -> None:
    with pytest.raises(BadProof) as refusal, refusing(3, "test"):
        raise NoPoint("the identity")

    assert (refusal.value.seat, refusal.value.reason) == (3, "bad-proof")
