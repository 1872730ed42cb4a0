"""Before all else in the frozen program: what `dataclasses` would compile is compiled already.

Python writes the methods of a data class as text and compiles it, in every process that starts: of the second
in which the window opened that was a fifth. `write_classes.py` has compiled them when the program was frozen.
"""

from __future__ import annotations

import dataclasses
import inspect
import marshal
import os
import sys
from _blake2 import blake2b
from _thread import allocate_lock
from bisect import bisect_left
from types import CodeType, ModuleType

FILE = "classes.bin"
WORD = 8


def key_of(text: str) -> int:
    """The number under which a text is found: 64 bits of its hash."""
    return int.from_bytes(blake2b(text.encode(), digest_size=WORD).digest(), sys.byteorder)


class Ready:
    """A file of compiled texts: how many, their keys in rising order, where each begins and how long it is (8
    bytes each, as this system writes numbers), and the marshalled code. Read piece by piece: what is mapped
    would count as memory of every process."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115  (for good)
        self._lock = allocate_lock()
        size = WORD * int.from_bytes(self._file.read(WORD), sys.byteorder)
        numbers = memoryview(self._file.read(3 * size)).cast("Q")
        count = size // WORD
        self._keys, self._starts, self._sizes = (
            numbers[:count],
            numbers[count : 2 * count],
            numbers[2 * count :],
        )

    def find(self, text: str) -> CodeType | None:
        """The code of a text; None for one that was not known when the program was frozen."""
        key = key_of(text)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return None
        with self._lock:  # another thread may import something, too
            self._file.seek(self._starts[at])
            data = self._file.read(self._sizes[at])
        code: CodeType = marshal.loads(data)  # noqa: S302  (written by us)
        return code


def install(ready: Ready) -> None:
    """Let `dataclasses` ask `ready` first. Nor does it spell a class's arguments where there is no docstring:
    here there are none."""

    def run(text: str, *names: dict[str, object]) -> None:
        exec(ready.find(text) or text, *names)  # noqa: S102  (as `dataclasses` does)

    quiet = ModuleType("inspect")
    vars(quiet).update(vars(inspect))
    vars(quiet)["signature"] = lambda cls: ""
    vars(dataclasses).update(exec=run, inspect=quiet)


if hasattr(sys, "_MEIPASS"):
    install(Ready(os.path.join(sys._MEIPASS, FILE)))
