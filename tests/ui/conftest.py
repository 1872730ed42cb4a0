"""Qt without a screen, unless the one who runs the tests says otherwise."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def _hasty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card tables that do not move show everything at once, too."""
    monkeypatch.setattr("ui.table.card_table.CardTable.still_ms", 0)
