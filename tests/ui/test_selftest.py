"""The window's part of `shoal --selftest`."""

from __future__ import annotations

import pytest

from app.games.plump.entry import PLUMP
from ui import selftest as under_test


def test_the_self_test_names_a_game_whose_table_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "own_games", lambda: (PLUMP,))
    assert under_test.window().endswith("1 tables and their pictures")

    monkeypatch.setattr(under_test, "loaded", lambda game, path: str)
    with pytest.raises(LookupError, match=r"^Plump: .* is missing$"):
        under_test.window()
