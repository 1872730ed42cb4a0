"""Whole games, compared with the kept files of what is told, shown and played in them."""

from __future__ import annotations

import pytest

from tests.support.scenes import SITTINGS
from tests.support.told_games import golden, path


@pytest.mark.parametrize("key", list(SITTINGS))
def test_games_are_described_as_in_their_golden_files(key: str) -> None:
    """After a wanted change: `python -m tests.support.told_games KEY`, and read the difference."""
    assert golden(key).splitlines() == path(key).read_text(encoding="utf-8").splitlines()
