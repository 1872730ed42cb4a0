"""Compiled modules as bytes that depend on their source alone.

`marshal` marks a constant for reuse if anything in the whole process holds it besides: two builds of one
source differed by those marks. Here something always holds it.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from types import CodeType

loads = marshal.loads


def dumps(value: CodeType | dict[str, object]) -> bytes:
    """The bytes of a value, every constant in it marked."""
    held = list(constants(value))
    made = marshal.dumps(value)
    del held
    return made


def constants(value: object) -> Iterator[object]:
    """The value, and all that is inside it."""
    yield value
    inside: tuple[object, ...] = ()
    if isinstance(value, CodeType):
        names = (value.co_names, value.co_varnames, value.co_cellvars, value.co_freevars)
        inside = (value.co_consts, *names, value.co_filename, value.co_name, value.co_qualname)
    elif isinstance(value, tuple | frozenset):
        inside = tuple(value)
    for each in inside:
        yield from constants(each)
