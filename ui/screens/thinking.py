"""Something that takes a moment to think of, in a thread of its own while the window goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal


class Thinking(QObject):
    """`thought` carries a height of the game and what was thought of for it.

    It has no parent: its thread keeps it for as long as it runs, and tells nobody if the listener is gone.
    """

    thought = Signal(int, object)

    def begin(self, k: int, think: Callable[[], object]) -> None:
        """Think of something about height `k`."""
        threading.Thread(target=lambda: self.thought.emit(k, think()), name="hint", daemon=True).start()
