"""Qt without a screen, unless the one who runs the tests says otherwise."""

from __future__ import annotations

import os

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def _hasty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card tables that do not move show everything at once, too."""
    monkeypatch.setattr("ui.kit.card_table.CardTable.still_ms", 0)


@pytest.fixture(autouse=True)
def _swept() -> None:
    """What the last test has closed is gone before the next one; Qt alone would keep it for ever."""
    app = QCoreApplication.instance()
    if app is not None:
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
