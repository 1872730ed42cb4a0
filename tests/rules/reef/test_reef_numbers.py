"""Every case and every ruling of the game's rules has a test that is named by its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CASES = [
    *range(1, 12), 13, 14, 15, 17, 19, 21, 22, *range(24, 30), 31, 33, 34, 35, 37, 38, 39,
    *range(41, 46), *range(47, 53),
]  # fmt: skip
RULINGS = range(1, 38)
HERE = Path(__file__).parent


def named(pattern: str) -> set[int]:
    """The numbers in names of tests; `cases_26_to_29` names them all."""
    found: set[int] = set()
    for file in HERE.glob("test_*.py"):
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8")):
            found |= {int(number) for number in re.findall(pattern, name)}
            for low, high in re.findall(r"cases_(\d+)_to_(\d+)", name):
                found |= set(range(int(low), int(high) + 1)) if "case" in pattern else set()
    return found


@pytest.mark.parametrize("case", CASES)
def test_a_case_has_its_test(case: int) -> None:
    assert case in named(r"_case_(\d+)(?=_|$)")


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_has_its_test(ruling: int) -> None:
    assert ruling in named(r"_r(\d+)(?=_|$)")
