"""A slow computation in a thread of its own while the window stays responsive."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal


class Thinking(QObject):
    """`thought` carries a height of the game and the result for it. It has no parent: its thread keeps it
    alive while it runs, and reports to nobody if the listener is gone."""

    thought = Signal(int, object)

    def begin(self, k: int, think: Callable[[], object]) -> None:
        """Start a computation about height `k`."""
        threading.Thread(target=lambda: self.thought.emit(k, think()), name="hint", daemon=True).start()
