from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.deck.algebra.hashing import h32, lp
from net.errors import LocalError

LISTS = st.lists(st.binary(max_size=6), max_size=4)


def test_every_part_carries_its_length() -> None:
    assert lp(b"ab", 258, "é") == b"\0\0\0\2ab" + b"\0\0\0\x08" + b"\0\0\0\0\0\0\1\2" + b"\0\0\0\2\xc3\xa9"
    assert lp() == b""
    assert lp(b"") == bytes(4)


@given(LISTS, LISTS)
def test_different_lists_give_different_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (lp(*one) == lp(*other)) == (one == other)


def test_a_hash_is_bound_to_its_tag() -> None:
    assert h32("key", b"x") == hashlib.sha256(lp(b"deck/1", b"key", b"x")).digest()
    assert h32("key", b"x") != h32("sid", b"x")


@pytest.mark.parametrize("number", [-1, 2**64, 10**100])
def test_a_number_that_does_not_fit_raises_a_local_error(number: int) -> None:
    with pytest.raises(LocalError, match="below"):
        lp(number)
