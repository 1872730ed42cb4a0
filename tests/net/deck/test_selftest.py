from __future__ import annotations

import pytest

from net.deck.algebra import selftest as module
from net.deck.algebra.group import NoPoint, Point, base, generator, mul, point, total
from net.deck.algebra.selftest import check_library
from net.errors import LocalError


def test_the_installed_library_passes() -> None:
    check_library()


def lenient(good: object) -> object:
    """The function `good`, but giving a point where that would refuse."""

    def attempt(*arguments: object) -> Point:
        try:
            return good(*arguments)  # type: ignore[operator, no-any-return]
        except NoPoint:
            return generator()

    return attempt


@pytest.mark.parametrize(
    ("name", "broken", "what"),
    [
        ("total", lambda terms: generator(), "addition"),
        ("base", lambda scalar: base(scalar + 1), "multiplication"),
        ("mul", lambda factor, scalar: factor, "multiplication"),
        ("neg", lambda term: term, "negation"),
        ("point", lenient(point), "bytes that are not a point"),
        ("total", lenient(total), "the identity as a sum"),
        ("mul", lenient(mul), "the identity as a product"),
        ("base", lenient(base), "the identity as a multiple of G"),
    ],
)
def test_a_library_with_a_wrong_result_is_refused(
    name: str, broken: object, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, broken)

    with pytest.raises(LocalError, match=what):
        check_library()
