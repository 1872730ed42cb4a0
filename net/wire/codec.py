"""The wire's bytes: msgpack arrays, read strictly against a table.

Every structure on the wire is an array of fixed shape (net 5.1): no maps, no floats, no nil, no booleans, no
extension types. A `Shape` describes one structure completely, and one validator walks it. msgpack itself is
lenient (it reads a three-byte spelling of 1, and an array header that is larger than necessary). So bytes are
accepted only if their value, written again, gives the same bytes: every value has one spelling. Even so, the
bodies of envelopes are checked and hashed as they came.

This is the only file that imports msgpack.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias, cast

import msgpack
from msgspec import Struct

from net.errors import LocalError, Malformed, TooLarge

INT_MAX: Final = 2**31 - 1
COUNTER_MAX: Final = 2**53 - 1

Wire: TypeAlias = "int | str | bytes | Sequence[Wire]"
"""A value to write. Lists and tuples mean the same."""
Value: TypeAlias = "int | str | bytes | tuple[Value, ...]"
"""A value that was read."""

# Characters that let a text change how its surroundings are shown: a name must not reverse the direction of a
# line.
_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


class Int(Struct, frozen=True):
    """A whole number from `least` to `most`; never a boolean."""

    most: int = INT_MAX
    least: int = 0


class Bytes(Struct, frozen=True):
    """A byte string of `least` to `most` bytes."""

    most: int
    least: int = 0


class Text(Struct, frozen=True):
    """Text of `least` to `most` code points: NFC, without control or direction characters."""

    most: int
    least: int = 0


class Word(Struct, frozen=True):
    """Exactly one of these words."""

    words: tuple[str, ...]


class Many(Struct, frozen=True, eq=False):
    """`least` to `most` items of one shape."""

    of: Shape
    most: int
    least: int = 0


class Row(Struct, frozen=True, eq=False):
    """An array with these fields, in order.

    A shape that contains others is equal only to itself: its limits are looked up for every message
    that is read, and hashing all its contents each time took longer than reading the message.
    """

    fields: tuple[Shape, ...]


class OneOf(Struct, frozen=True, eq=False):
    """One of several rows, told apart by the word that each begins with."""

    rows: tuple[Row, ...]


Shape: TypeAlias = Int | Bytes | Text | Word | Many | Row | OneOf


def exactly(size: int) -> Bytes:
    """A byte string of `size` bytes."""
    return Bytes(size, size)


def row(*fields: Shape) -> Row:
    """An array with these fields, in order."""
    return Row(fields)


def pack(shape: Shape, value: Wire) -> bytes:
    """The bytes of `value`, which must fit `shape` (else `LocalError`: we never send what we refuse)."""
    try:
        _check(shape, value, "it")
    except Malformed as why:
        raise LocalError(f"we were about to write what nobody may send: {why.text}") from why
    return cast(bytes, msgpack.packb(value, use_bin_type=True))


def unpack(shape: Row | OneOf | Many, data: bytes, *, most: int, what: str) -> tuple[Value, ...]:
    """Return the one value of `shape` that `data` spells.

    Raises `Malformed`: longer than `most` bytes, not msgpack, not of the shape, or not the one
    spelling that we would write. `what` names the structure in the refusal.
    """
    if len(data) > most:
        raise TooLarge("too-large", f"{what} has {len(data)} bytes, more than {most}")
    text, blob, array = _limits(shape)
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            max_str_len=text,
            max_bin_len=blob,
            max_array_len=array,
            max_map_len=0,
            max_ext_len=0,
        )
    # msgpack's own errors are ValueErrors (StackError, ExtraData, FormatError, OutOfData, bad UTF-8).
    except (ValueError, RecursionError, MemoryError):
        raise Malformed("not-msgpack", f"{what} is cut short, garbled, or holds too much") from None
    _check(shape, value, what)
    if msgpack.packb(value, use_bin_type=True) != data:
        raise Malformed("spelling", f"{what} is not in its one allowed spelling")
    return cast("tuple[Value, ...]", value)


def first_word(data: bytes) -> str | None:
    """The word that begins an array, of at most 15 letters; None without one, or for over 15 fields.

    A peek, to choose the table that reads the rest; it says nothing about the validity of `data`.
    """
    if len(data) < 3 or not 0x91 <= data[0] <= 0x9F or not 0xA1 <= data[1] <= 0xAF:
        return None
    word = data[2 : 2 + (data[1] & 0x0F)]
    return word.decode("ascii") if word.isascii() and len(word) == data[1] & 0x0F else None


def _check(shape: Shape, value: object, what: str) -> None:
    """Raise `Malformed` unless `value` fits. The recursion is as deep as the shape, never as the value."""
    if isinstance(shape, Int):
        if type(value) is not int or not shape.least <= value <= shape.most:
            raise Malformed("number", f"{what}: not a number from {shape.least} to {shape.most}")
    elif isinstance(shape, Bytes):
        if type(value) is not bytes or not shape.least <= len(value) <= shape.most:
            raise Malformed("bytes", f"{what}: not a byte string of {shape.least} to {shape.most}")
    elif isinstance(shape, Text):
        _check_text(shape, value, what)
    elif isinstance(shape, Word):
        if type(value) is not str or value not in shape.words:
            raise Malformed("word", f"{what}: not one of {', '.join(shape.words)}")
    else:
        _check_array(shape, value, what)


def _check_array(shape: Many | Row | OneOf, value: object, what: str) -> None:
    if type(value) is not tuple and type(value) is not list:
        raise Malformed("array", f"{what}: not an array")
    items = cast("Sequence[object]", value)
    if isinstance(shape, Many):
        if not shape.least <= len(items) <= shape.most:
            raise Malformed("count", f"{what}: not {shape.least} to {shape.most} items but {len(items)}")
        for item in items:
            _check(shape.of, item, what)
        return
    chosen = shape if isinstance(shape, Row) else _row_of(shape, items, what)
    if len(items) != len(chosen.fields):
        raise Malformed("count", f"{what}: not {len(chosen.fields)} fields but {len(items)}")
    for at, (field, item) in enumerate(zip(chosen.fields, items, strict=True)):
        # The commonest fields are checked here first: every message of a table comes this way, and making the
        # words of a refusal that does not happen took longer than reading the message.
        if isinstance(field, Int):
            if type(item) is int and field.least <= item <= field.most:
                continue
        elif isinstance(field, Bytes) and type(item) is bytes and field.least <= len(item) <= field.most:
            continue
        _check(field, item, f"{what}, field {at}")


def _row_of(shape: OneOf, items: Sequence[object], what: str) -> Row:
    for candidate in shape.rows:
        first = candidate.fields[0]
        if isinstance(first, Word) and items and type(items[0]) is str and items[0] in first.words:
            return candidate
    raise Malformed("kind", f"{what}: begins with no known word")


def has_controls(text: str) -> bool:
    """True if a text has forbidden characters: control characters, or those that change its direction."""
    # Half a surrogate pair ("Cs") comes from a terminal that is not UTF-8, and has no bytes.
    return any(sign in _TURNING or unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _check_text(shape: Text, value: object, what: str) -> None:
    if type(value) is not str or not shape.least <= len(value) <= shape.most:
        raise Malformed("text", f"{what}: not a text of {shape.least} to {shape.most} characters")
    if not unicodedata.is_normalized("NFC", value):
        raise Malformed("text-form", f"{what}: a text that is not in normal form C")
    if has_controls(value):
        raise Malformed("text-control", f"{what}: a text with control characters")


@lru_cache(maxsize=256)
def _limits(shape: Shape) -> tuple[int, int, int]:
    """The longest str (bytes of UTF-8), bin and array anywhere in the shape, as msgpack's own limits.

    Without them a 65 kB frame of array headers makes the reader grow by 67 MB (net 8).
    """
    text, blob, array = 0, 0, 0
    if isinstance(shape, Bytes):
        blob = shape.most
    elif isinstance(shape, Text):
        text = 4 * shape.most
    elif isinstance(shape, Word):
        text = max(len(word) for word in shape.words)
    elif isinstance(shape, Many):
        array = shape.most
    elif isinstance(shape, Row):
        array = len(shape.fields)
    for inner in _inside(shape):
        deeper = _limits(inner)
        text, blob, array = max(text, deeper[0]), max(blob, deeper[1]), max(array, deeper[2])
    return text, blob, array


def _inside(shape: Shape) -> Iterator[Shape]:
    if isinstance(shape, Many):
        yield shape.of
    elif isinstance(shape, Row):
        yield from shape.fields
    elif isinstance(shape, OneOf):
        yield from shape.rows
