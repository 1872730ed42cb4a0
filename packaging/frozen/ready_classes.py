"""First in the frozen program: code that `dataclasses` would compile is loaded ready-made.

Python writes the methods of a data class as text and compiles it in every process that starts: a fifth of
the second that the window took to open. `write_classes.py` compiles these texts when the program is frozen.
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
    """Return the key of a text: 64 bits of its hash."""
    return int.from_bytes(blake2b(text.encode(), digest_size=WORD).digest(), sys.byteorder)


class Ready:
    """A file of compiled texts.

    It has the number of texts, their keys in rising order, begin and length of each (8 bytes each, in this
    system's order), and the marshalled code. It is read piece by piece: a mapped file would count as memory
    of every process.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115  (never closed)
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
        """Return the code of a text; None if it was not known when the program was frozen."""
        key = key_of(text)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return None
        with self._lock:  # another thread may import at the same time
            self._file.seek(self._starts[at])
            data = self._file.read(self._sizes[at])
        code: CodeType = marshal.loads(data)  # noqa: S302  (written by us)
        return code


def install(ready: Ready) -> None:
    """Make `dataclasses` ask `ready` first. It also stops spelling out a class's arguments for a missing
    docstring: frozen classes have none."""

    def run(text: str, *names: dict[str, object]) -> None:
        exec(ready.find(text) or text, *names)  # noqa: S102  (as `dataclasses` does)

    quiet = ModuleType("inspect")
    vars(quiet).update(vars(inspect))
    vars(quiet)["signature"] = lambda cls: ""
    vars(dataclasses).update(exec=run, inspect=quiet)


if hasattr(sys, "_MEIPASS"):
    install(Ready(os.path.join(sys._MEIPASS, FILE)))
