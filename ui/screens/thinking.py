"""A slow computation in a thread of its own while the window stays responsive."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal


class Thinking(QObject):
    """Runs computations, each in a thread, where `thought` carries a height and the result for it. It has no
    parent: the thread keeps it alive, and reports to nobody if the listener is gone."""

    thought = Signal(int, object)

    def begin(self, k: int, think: Callable[[], object]) -> None:
        """Start the computation `think` about height `k`."""
        threading.Thread(target=lambda: self.thought.emit(k, think()), name="hint", daemon=True).start()
