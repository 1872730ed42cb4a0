"""What the quick suite takes of a parameter; `dev.py test --slow` takes all of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def quick_only(every: Iterable[object], *quick: object) -> list[object]:
    """Values for `parametrize`: `quick` as they are, all others marked as slow."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in every]
