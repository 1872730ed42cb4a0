"""The part of a parameter that the quick suite takes; `dev.py test --slow` takes all of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def quick_only(every: Iterable[object], *quick: object) -> list[object]:
    """Values for `parametrize`, tuples for several names: `quick` as they are, all others marked as slow."""
    return [each if each in quick else _slow(each) for each in every]


def _slow(value: object) -> object:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
