"""Compiled modules as bytes that depend only on their source: `marshal` and `zlib` for PyInstaller.

`marshal` marks a constant for reuse if anything else in the whole process refers to it, so two builds of one
source differed in those marks. Here every constant has a second reference. Modules lie uncompressed in blocks
of deflate, which each version of zlib cuts in its own way. Here all blocks but the last are full.
"""

from __future__ import annotations

import marshal
import struct
import zlib
from collections.abc import Iterator
from types import CodeType

BLOCK = 0xFFFF
"""Bytes of the longest block (RFC 1951, 3.2.4)."""
compressobj = zlib.compressobj
loads = marshal.loads


def dumps(value: CodeType | dict[str, object]) -> bytes:
    """Return the bytes of a value, with every constant in it marked for reuse."""
    held = list(constants(value))
    made = marshal.dumps(value)
    del held
    return made


def compress(data: bytes, level: int = -1) -> bytes:
    """Return the bytes in the form of zlib (RFC 1950); level 0 is uncompressed, in our blocks."""
    if level != 0:
        return zlib.compress(data, level)
    made = [b"\x78\x01"]
    for start in range(0, len(data), BLOCK) or (0,):
        block = data[start : start + BLOCK]
        is_last = start + BLOCK >= len(data)
        made += struct.pack("<BHH", is_last, len(block), len(block) ^ 0xFFFF), block
    return b"".join((*made, struct.pack(">I", zlib.adler32(data))))


def constants(value: object) -> Iterator[object]:
    """Yield a value and all constants inside it."""
    yield value
    inside: tuple[object, ...] = ()
    if isinstance(value, CodeType):
        names = (value.co_names, value.co_varnames, value.co_cellvars, value.co_freevars)
        inside = (value.co_consts, *names, value.co_filename, value.co_name, value.co_qualname)
    elif isinstance(value, tuple | frozenset):
        inside = tuple(value)
    for each in inside:
        yield from constants(each)
