"""Compiled modules as bytes: the same, whatever else the process holds."""

from __future__ import annotations

import importlib
import marshal
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "def way(coral):\n    return lambda: (coral, 'of two words', ('in there', 1.5), 70000, b'bytes')\n"


def test_a_constant_that_something_else_refers_to_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "frozen"))
    steady = importlib.import_module("steady")
    code = compile(SOURCE, "a.py", "exec", optimize=2)
    plain, ours = marshal.dumps(code), steady.dumps(code)
    held = list(steady.constants(code))

    assert marshal.dumps(code) != plain, "Python does so no more: steady.py can go"
    assert steady.dumps(code) == ours and "of two words" in held
    assert steady.loads(ours) == steady.loads(plain)


@pytest.mark.parametrize("length", [0, 1, 0xFFFF, 0x10000, 0x1FFFE, 200_000])
def test_uncompressed_data_lies_in_the_longest_blocks(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """zlib 1.2.11 cut the second block of a long module one byte earlier than 1.2.13 does."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "frozen"))
    steady = importlib.import_module("steady")
    data = bytes(index % 251 for index in range(length))
    made = steady.compress(data, 0)

    assert zlib.decompress(made) == data
    assert len(made) == 2 + 4 + length + 5 * max(1, -(-length // 0xFFFF))
    assert steady.compress(data, 9) == zlib.compress(data, 9)
