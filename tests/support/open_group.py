"""A group for the deck whose discrete logarithms lie open: numbers modulo the group's order, added.

A story about a table plays the same rounds with it, makes the same proofs of the same sizes and
refuses the same lies; but it hides nothing, where the real group needs 36 µs for a multiplication.
Stories that are about votes, clocks or words take it (`pytestmark = pytest.mark.usefixtures("open_group")`);
the deck's own tests, the kept records and everything between processes use the real group.

It takes the place of the six functions of `net.deck.algebra.group` that touch the library. The product has
no switch for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app.build import _start_deck
from net.deck import pile
from net.deck.algebra import generators, group
from net.deck.algebra.group import POINT_BYTES, NoPoint
from net.deck.algebra.scalar import Q, wide_scalar

_TAG = b"\x02"
_BASE = wide_scalar(b"any number but one, so that no point is spelled as its secret is")
_REMEMBERED = (
    group.generator,
    group.point,
    generators.generators,
    generators.commitment_base,
    generators.face_point,
    pile._faces_by_point,
)


def _parsed(data: bytes) -> int:
    if len(data) != POINT_BYTES or data[:1] != _TAG:
        raise NoPoint("these bytes are not a point of the group")
    return _one(int.from_bytes(data[1:], "big"))


def _one(log: int) -> int:
    """A logarithm that is one: 1..Q-1."""
    if not 0 < log < Q:
        raise NoPoint("a sum or product is the identity")
    return log


def _added(terms: list[int]) -> int:
    if not terms:
        raise NoPoint("the sum of no points is the identity")
    return _one(sum(terms) % Q)


def _serialised(log: int) -> bytes:
    return _TAG + log.to_bytes(POINT_BYTES - 1, "big")


_OPEN = {
    "_GENERATOR": _serialised(_BASE),
    "_parsed": _parsed,
    "_added": _added,
    "_negated": lambda log: Q - log,
    "_based": lambda scalar: _one(scalar * _BASE % Q),
    "_multiplied": lambda log, scalar: _one(log * scalar % Q),
    "_serialised": _serialised,
}


@contextmanager
def opened() -> Iterator[None]:
    """Let this process compute in the open group; its points must not meet points of the real group."""
    _start_deck()  # its self-test is of the real group
    with pytest.MonkeyPatch.context() as patch:
        for name, function in _OPEN.items():
            patch.setattr(group, name, function)
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    for remembered in _REMEMBERED:
        remembered.cache_clear()
