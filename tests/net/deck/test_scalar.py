from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.deck.algebra.scalar import Q, below, draw, fresh_scalar, permutation, wide_scalar
from net.errors import LocalError
from tests.net.deck.table import Seeded


def script(*numbers: int) -> list[bytes]:
    return [number.to_bytes(8, "big") for number in numbers]


def test_a_source_that_gives_too_little_is_refused() -> None:
    with pytest.raises(LocalError, match="31 bytes instead of 32"):
        draw(32, lambda size: bytes(size - 1))


EDGES = [bytes(48), b"\xff" * 48, (Q - 1).to_bytes(48, "big"), Q.to_bytes(48, "big")]


@pytest.mark.parametrize("data", EDGES)
def test_scalars_are_never_zero(data: bytes) -> None:
    assert 0 < fresh_scalar(lambda _: data) < Q
    assert 0 < wide_scalar(data) < Q


def test_drawing_below_a_limit_rejects_draws_that_would_favour_small_numbers() -> None:
    limit = 2**64 - 2**64 % 3
    drawn = iter(script(limit, 2**64 - 1, limit - 1))

    assert below(3, lambda _: next(drawn)) == (limit - 1) % 3
    assert not list(drawn)


@given(st.integers(1, 2**64), st.integers())
def test_drawing_below_a_limit_gives_only_smaller_numbers(stop: int, seed: int) -> None:
    assert 0 <= below(stop, Seeded(seed)) < stop


def test_every_order_is_equally_likely() -> None:
    randomness = Seeded("orders")
    seen = Counter(tuple(permutation(4, randomness)) for _ in range(24 * 100))
    surprise = sum((count - 100) ** 2 / 100 for count in seen.values())

    assert set(seen) == set(permutations(range(4)))
    assert surprise < 60  # chi-squared with 23 degrees of freedom: 5 in 100,000; the seed is fixed


@given(st.integers(0, 200), st.integers())
def test_a_permutation_has_each_number_once(n: int, seed: int) -> None:
    assert sorted(permutation(n, Seeded(seed))) == list(range(n))
