"""The reader of the wire: every way in which bytes can be wrong, and one spelling per value."""

from __future__ import annotations

import struct
import tracemalloc
from random import Random

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import LocalError, Malformed, PeerError, TooLarge
from net.wire.codec import (
    COUNTER_MAX,
    INT_MAX,
    Bytes,
    Int,
    Many,
    OneOf,
    Row,
    Shape,
    Text,
    Value,
    Wire,
    Word,
    exactly,
    first_word,
    pack,
    row,
    unpack,
)

PAIR = row(Int(), Bytes(40))


def read(shape: Row | OneOf | Many, value: object) -> tuple[Value, ...]:
    return unpack(shape, msgpack.packb(value), most=100_000, what="a thing")


# Fields beside the tested one, so that msgpack's own limits, which know the whole shape only, let
# the wrong value through to the validator.
ROOM = (Text(99), Bytes(99), Many(Int(), 99))

WRONG: list[tuple[str, Shape, object, str]] = [
    ("negative", Int(), -1, "number"),
    ("too big", Int(), INT_MAX + 1, "number"),
    ("counter too big", Int(COUNTER_MAX), COUNTER_MAX + 1, "number"),
    ("below least", Int(9, 3), 2, "number"),
    ("true for one", Int(), True, "number"),
    ("float", Int(), 1.0, "number"),
    ("not a number", Int(), float("nan"), "number"),
    ("nil", Int(), None, "number"),
    ("text for number", Int(), "1", "number"),
    ("text for bytes", Bytes(9), "abc", "bytes"),
    ("short bytes", exactly(4), b"abc", "bytes"),
    ("number for bytes", Bytes(9), 3, "bytes"),
    ("bytes for text", Text(9), b"abc", "text"),
    ("empty text", Text(9, 1), "", "text"),
    ("text too long in code points", Text(3), "abcd", "text"),
    ("text not in normal form", Text(9), "e\u0301", "text-form"),
    ("text with newline", Text(9), "a\nb", "text-control"),
    ("text with zero", Text(9), "\0", "text-control"),
    ("text that turns the line", Text(9), "a\u202eb", "text-control"),
    ("another word", Word(("yes", "no")), "oh", "word"),
    ("a number for a word", Word(("yes", "no")), 1, "word"),
    ("too few", Many(Int(), 3, 2), [1], "count"),
    ("number for many", Many(Int(), 3), 1, "array"),
    ("wrong item", Many(Int(), 3), [1, b""], "number"),
    ("too many", Many(Int(), 3), [1] * 4, "count"),
    ("bytes too long", Bytes(3), b"abcd", "bytes"),
    ("text of one too few", Text(9, 2), "a", "text"),
    ("empty map for many", Many(Int(), 3), {}, "array"),
    ("text for row", row(Int()), "a", "array"),
    ("missing field", row(Int(), Int()), [1], "count"),
    ("row without word", OneOf((row(Word(("A",)), Int()),)), ["B", 1], "kind"),
    ("empty row of several", OneOf((row(Word(("A",)), Int()),)), [], "kind"),
    ("number where the word is", OneOf((row(Word(("A",)), Int()),)), [1, 1], "kind"),
    ("row of several, longer", OneOf((row(Word(("A",)), Int()), row(Word(("B",))))), ["B", 1], "count"),
]


@pytest.mark.parametrize(
    ("shape", "value", "reason"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_a_value_that_does_not_fit_is_refused(shape: Shape, value: object, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read(row(shape, *ROOM), [value, "", b"", []])

    assert refusal.value.reason == reason and refusal.value.code == 2


@pytest.mark.parametrize(
    ("shape", "values"),
    [
        (Int(9, 3), (3, 9)),
        (Int(), (0, 2**31 - 1)),
        (Int(COUNTER_MAX), (2**53 - 1,)),
        (Bytes(3, 2), (b"ab", b"abc")),
        (Bytes(3), (b"",)),
        (Text(3, 2), ("ab", "\U0001f41f" * 3)),
        (Text(3), ("",)),
        (Many(Int(), 3, 2), ([1] * 2, [1] * 3)),
        (Many(Int(), 3), ([],)),
    ],
)
def test_a_value_that_just_fits_is_read(shape: Shape, values: tuple[object, ...]) -> None:
    for value in values:
        assert len(read(row(shape), [value])) == 1


def test_a_text_that_cannot_fit_is_not_even_read() -> None:
    with pytest.raises(Malformed) as refusal:
        read(row(Text(4)), ["\U0001f41f" * 5])

    assert refusal.value.reason == "not-msgpack"
    assert "Error" not in str(refusal.value), "people read it, who need not know Python"


@pytest.mark.parametrize(
    ("what", "spelling"),
    [
        ("one as two bytes", b"\x92\xcc\x01\xc4\x00"),
        ("one as three bytes", b"\x92\xcd\x00\x01\xc4\x00"),
        ("one as signed", b"\x92\xd0\x01\xc4\x00"),
        ("bytes with a long header", b"\x92\x01\xc5\x00\x00"),
        ("array with a long header", b"\xdc\x00\x02\x01\xc4\x00"),
    ],
)
def test_a_second_spelling_is_refused(what: str, spelling: bytes) -> None:
    assert msgpack.unpackb(spelling) == [1, b""], f"{what} is what msgpack accepts"
    with pytest.raises(Malformed) as refusal:
        unpack(PAIR, spelling, most=100, what="a pair")

    assert refusal.value.reason == "spelling"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x92\x01",
        b"\x92\x01\xc4\x05ab",
        pack(PAIR, (1, b"")) + b"\x00",
        msgpack.packb({"a": 1}),
        msgpack.packb([{1: 2}, b""]),
        msgpack.packb([msgpack.ExtType(3, b"x"), b""]),
        msgpack.packb([msgpack.Timestamp(1), b""]),
        b"\x92\x01\xd9\x02\xff\xfe",
        b"\x92\x01\xd9\x03\xed\xa0\x80",
        b"\x91" * 5000 + b"\x01",
        msgpack.packb([1, b"x" * 41]),
        msgpack.packb([1, b"", 2]),
    ],
)
def test_unreadable_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpack(PAIR, data, most=100_000, what="a pair")


def test_too_many_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(TooLarge) as refusal:
        unpack(PAIR, pack(PAIR, (1, b"x" * 40)), most=43, what="a pair")

    assert refusal.value.code == 13
    assert len(unpack(PAIR, pack(PAIR, (1, b"x" * 40)), most=44, what="a pair")) == 2


def test_array_headers_cost_no_memory() -> None:
    """net 8: without limits 65 kB of nested headers make the reader grow by 67 MB."""
    bombs = [b"\xdc\xff\xff" * 21_000, b"\xdd\x00\x00\xff\xff" * 13_000, b"\xdc\x01\x00" * 21_000]
    tracemalloc.start()
    for bomb in bombs:
        with pytest.raises(Malformed):
            unpack(row(Many(Many(Int(), 256), 256)), bomb, most=100_000, what="a bomb")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 3_000_000


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (row(Int()), [True]),
        (row(Int()), [None]),
        (row(Int()), [1.5]),
        (row(Text(3)), ["e\u0301"]),
        (row(Bytes(1)), [b"ab"]),
        (row(Bytes(3)), [bytearray(b"ab")]),
        (row(Int()), {}),
    ],
)
def test_nothing_is_sent_that_would_be_refused(shape: Shape, value: Wire) -> None:
    with pytest.raises(LocalError):
        pack(shape, value)


ANY_SHAPE = OneOf(
    (
        row(Word(("a",)), Int(), Bytes(9), Text(9)),
        row(Word(("b",)), Many(Int(COUNTER_MAX), 5), Many(row(Int(), Text(4)), 3)),
    )
)
PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, categories=("L", "N")), max_size=4)
VALUES = st.one_of(
    st.tuples(st.just("a"), st.integers(0, INT_MAX), st.binary(max_size=9), PLAIN),
    st.tuples(
        st.just("b"),
        st.lists(st.integers(0, COUNTER_MAX), max_size=5).map(tuple),
        st.lists(st.tuples(st.integers(0, 9), PLAIN), max_size=3).map(tuple),
    ),
)


@settings(deadline=None)
@given(VALUES)
def test_written_fields_are_read_back(value: tuple[Wire, ...]) -> None:
    data = pack(ANY_SHAPE, value)
    fields = unpack(ANY_SHAPE, data, most=1000, what="it")

    assert fields == value


@settings(deadline=None)
@given(VALUES, st.randoms(use_true_random=False))
def test_corrupted_bytes_are_read_as_themselves_or_refused(value: tuple[Wire, ...], rng: Random) -> None:
    data = bytearray(pack(ANY_SHAPE, value))
    data[rng.randrange(len(data))] = rng.randrange(256)
    try:
        fields = unpack(ANY_SHAPE, bytes(data), most=1000, what="it")
    except PeerError:
        return

    assert pack(ANY_SHAPE, fields) == data


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_noise_is_refused_or_read_as_itself(data: bytes) -> None:
    try:
        fields = unpack(ANY_SHAPE, data, most=1000, what="it")
    except PeerError:
        return

    assert pack(ANY_SHAPE, fields) == data


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (msgpack.packb(["ERR", 1]), "ERR"),
        (msgpack.packb([]), None),
        (msgpack.packb(["a" * 16]), None),
        (msgpack.packb([1]), None),
        (b"\x91", None),
        (b"\x91\xa3ab", None),
        (b"\x91\xa2\xc3\xa9", None),
        (b"", None),
        (struct.pack("B", 0x91) + b"\xa1A", "A"),
        (b"\x9f\xa1A", "A"),
        (b"\xa0\xa1A", None),
    ],
)
def test_looking_at_the_first_field_does_not_check_the_rest(data: bytes, word: str | None) -> None:
    assert first_word(data) == word


def test_half_a_surrogate_pair_is_not_written() -> None:
    with pytest.raises(LocalError):
        pack(row(Text(9)), ("a\udcffb",))
