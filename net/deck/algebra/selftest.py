"""Test the group's library once at program start, against known answers.

A wheel built differently could end the process instead of refusing, or not refuse at all. That must show
before there is a game, not in the middle of one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.deck.algebra.group import NoPoint, Point, base, generator, mul, neg, point, total
from net.errors import LocalError

# 2G and 3G, from SEC 1 arithmetic on the generator of SEC 2, 2.4.1.
_TWO: Final = bytes.fromhex("02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5")
_THREE: Final = bytes.fromhex("02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9")
_NO_POINTS: Final = (
    bytes(33),  # the identity, as the library leaves it behind after a refusal
    b"\x02" + (5).to_bytes(32, "big"),  # 5**3 + 7 is no square
    b"\x02" + b"\xff" * 32,  # not below the field's prime
    b"\x04" + _TWO[1:],  # the tag of another spelling
    _TWO[:-1],
)


def check_library() -> None:
    """Raise `LocalError` if the group's library does not behave as the proofs require."""
    two = total((generator(), generator()))
    _expect(bytes(two) == _TWO, "addition")
    _expect(
        bytes(base(3)) == _THREE == bytes(mul(generator(), 3)) == bytes(total((two, generator()))),
        "multiplication",
    )
    _expect(mul(two, 5) == base(10) and total((two, neg(base(10)))) == neg(base(8)), "negation")
    for data in _NO_POINTS:
        _expect_refused(lambda data=data: point(data), "bytes that are not a point")  # type: ignore[misc]
    _expect_refused(lambda: total((two, neg(two))), "the identity as a sum")
    _expect_refused(lambda: mul(two, 0), "the identity as a product")
    _expect_refused(lambda: base(0), "the identity as a multiple of G")
    _expect(bytes(two) == _TWO, "keeping a point unchanged")


def _expect(held: bool, what: str) -> None:
    if not held:
        raise LocalError(f"the deck's library failed its self-test: {what}")


def _expect_refused(attempt: Callable[[], Point], what: str) -> None:
    try:
        attempt()
    except NoPoint:
        return
    raise LocalError(f"the deck's library failed its self-test: it did not refuse {what}")
