"""Compiled modules as bytes: the same, whatever else the process holds."""

from __future__ import annotations

import importlib
import marshal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "def way(coral):\n    return lambda: (coral, 'of two words', ('in there', 1.5), 70000, b'bytes')\n"


def test_a_constant_that_something_else_holds_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "frozen"))
    steady = importlib.import_module("steady")
    code = compile(SOURCE, "a.py", "exec", optimize=2)
    plain, ours = marshal.dumps(code), steady.dumps(code)
    held = list(steady.constants(code))

    assert marshal.dumps(code) != plain, "Python does so no more: steady.py can go"
    assert steady.dumps(code) == ours and "of two words" in held
    assert steady.loads(ours) == steady.loads(plain)
