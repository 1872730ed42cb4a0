"""The library's group against arithmetic written out in Python, and its refusals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from net.deck.algebra.group import (
    NoPoint,
    Point,
    base,
    combination,
    generator,
    mul,
    mul_secret,
    neg,
    point,
    start,
    total,
)
from net.deck.algebra.scalar import Q, scalar_bytes
from net.errors import LocalError
from tests.net.deck.table import Seeded
from tests.support.open_group import opened

P = 2**256 - 2**32 - 977
Affine = tuple[int, int] | None
SCALARS = st.one_of(st.integers(1, Q - 1), st.sampled_from([1, 2, 3, Q - 1, Q - 2, Q // 2, 2**128]))


def add(one: Affine, other: Affine) -> Affine:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = (3 * x1 * x1 * pow(2 * y1, -1, P) if one == other else (y2 - y1) * pow(x2 - x1, -1, P)) % P
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def times(scalar: int, factor: Affine) -> Affine:
    result: Affine = None
    while scalar:
        if scalar & 1:
            result = add(result, factor)
        factor, scalar = add(factor, factor), scalar >> 1
    return result


def written(affine: Affine) -> bytes:
    assert affine is not None
    return bytes((2 + affine[1] % 2,)) + affine[0].to_bytes(32, "big")


def affine_generator() -> Affine:
    x = int.from_bytes(bytes(generator())[1:], "big")
    y = pow(x**3 + 7, (P + 1) // 4, P)
    return x, y if y % 2 == 0 else P - y


@settings(deadline=None, max_examples=40)
@given(SCALARS)
def test_multiples_are_those_of_the_curve(scalar: int) -> None:
    assert bytes(base(scalar)) == written(times(scalar, affine_generator()))


@settings(deadline=None, max_examples=40)
@given(SCALARS, SCALARS)
def test_products_and_sums_are_those_of_the_curve(one: int, other: int) -> None:
    first = times(one, affine_generator())

    assert bytes(mul(base(one), other)) == written(times(other, first))
    assert bytes(neg(base(one))) == written(times(Q - one, affine_generator()))
    if (one + other) % Q:
        assert bytes(total((base(one), base(other)))) == written(add(first, times(other, affine_generator())))


@given(SCALARS, SCALARS, st.integers())
def test_a_secret_multiplies_a_point_like_any_number(factor: int, secret: int, seed: int) -> None:
    assert mul_secret(base(factor), secret, Seeded(seed)) == mul(base(factor), secret)


@given(st.lists(st.tuples(st.integers(-3, Q + 3), SCALARS), max_size=5), st.integers(-3, 3), SCALARS)
def test_a_combination_is_the_sum_of_its_products(
    terms: list[tuple[int, int]], of_base: int, plus: int
) -> None:
    expected = (sum(scalar * factor for scalar, factor in terms) + of_base + plus) % Q
    if not expected:
        return

    found = combination(
        [*(scalar for scalar, _ in terms), 1],
        [*(generator() if factor == 1 else base(factor) for _, factor in terms), base(plus)],
        of_base=of_base,
    )

    assert found == base(expected)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: base(0),
        lambda: base(Q),
        lambda: mul(base(5), 0),
        lambda: mul(base(5), Q),
        lambda: total(()),
        lambda: total((base(5), neg(base(5)))),
        lambda: total((base(5), base(6), base(Q - 11))),
        lambda: combination((), ()),
        lambda: combination((0, Q), (base(2), base(3))),
        lambda: combination((3,), (base(2),), of_base=-6),
        lambda: combination((1, 1), (base(2), base(Q - 2))),
    ],
)
def test_the_identity_is_refused(attempt: object) -> None:
    with pytest.raises(NoPoint):
        attempt()  # type: ignore[operator]


GOOD = bytes(base(0xDEC))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(33),
        GOOD[:-1],
        GOOD + b"\0",
        b"\0" + GOOD[1:],
        b"\1" + GOOD[1:],
        b"\4" + GOOD[1:],
        b"\6" + GOOD[1:],
        b"\2" + (5).to_bytes(32, "big"),
        b"\2" + P.to_bytes(32, "big"),
        b"\2" + (P + 1).to_bytes(32, "big"),
        b"\2" + b"\xff" * 32,
        b"\4" + GOOD[1:] + GOOD[1:],
        b"\4" + b"".join(number.to_bytes(32, "big") for number in affine_generator() or ()),
    ],
)
def test_bytes_that_are_no_point_are_refused(data: bytes) -> None:
    with pytest.raises(NoPoint):
        point(data)


@given(st.sampled_from([b"\2", b"\3", b"\4"]), st.binary(min_size=32, max_size=32))
def test_any_33_bytes_are_the_only_encoding_of_a_point_or_are_refused(tag: bytes, x: bytes) -> None:
    data = tag + x
    try:
        read = point(data)
    except NoPoint:
        return
    assert bytes(total((read, base(1), base(Q - 1)))) == data


def test_a_point_is_a_value() -> None:
    one, other = base(5), mul(base(1), 5)

    assert one == other
    assert one != base(6)
    assert one != bytes(one)
    assert len({one, other, base(6)}) == 2
    assert repr(one) == f"Point({bytes(one).hex()})"


def test_a_refused_calculation_leaves_points_unchanged() -> None:
    five = base(5)
    with pytest.raises(NoPoint):
        mul(five, 0)
    with pytest.raises(NoPoint):
        total((five, neg(five)))
    with pytest.raises(NoPoint):
        combination((1, 1), (five, neg(five)))

    assert mul(five, 2) == base(10)
    assert five == point(bytes(base(5)))


def test_blinding_changes_no_result() -> None:
    before = [base(number) for number in range(1, 9)]
    start(Seeded("blinding"))

    assert [base(number) for number in range(1, 9)] == before


def test_blinding_wants_32_bytes() -> None:
    with pytest.raises(LocalError):
        start(lambda _: b"too short")


def test_threads_can_share_points() -> None:
    shared = base(77)

    def work(number: int) -> Point:
        return combination((number,), (shared,), of_base=number)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(1, 200)))

    assert found == [base(78 * number) for number in range(1, 200)]


def test_a_calculation_is_not_disturbed_by_another_start_of_the_group() -> None:
    """Two tables of one program: one opens while the other makes a proof."""
    right = [bytes(base(scalar)) for scalar in range(1, 2001)]
    with ThreadPoolExecutor(1) as threads:
        wrong = threads.submit(lambda: [s for s in range(1, 2001) if bytes(base(s)) != right[s - 1]])
        while not wrong.done():
            start(Seeded("another table"))
    assert wrong.result() == []


@given(one=SCALARS, other=SCALARS)
def test_the_stand_in_group_of_the_stories_keeps_the_laws_of_the_real_group(one: int, other: int) -> None:
    assume((one * other + 3) % Q)
    with opened():
        there = base(one)
        assert point(bytes(there)) == there == mul(generator(), one) and bytes(there)[1:] != scalar_bytes(one)
        assert mul(there, other) == base(one * other % Q) and neg(neg(there)) == there
        assert combination([other, 1], [there, base(2)], of_base=1) == base((one * other + 3) % Q)
        for refused in (lambda: total((there, neg(there))), lambda: mul(there, 0), lambda: point(bytes(33))):
            with pytest.raises(NoPoint):
                refused()
    assert bytes(generator()) == written(affine_generator())
