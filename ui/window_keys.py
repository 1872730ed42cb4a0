"""The keys of the window (`app.screens.keys` tells the player about them)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from ui.window import Window


def add_keys(window: Window) -> None:
    """Give the window its shortcuts. A text field that is written in keeps its letters."""
    keys: dict[str, Callable[[], object]] = {
        "L": lambda: window.beside.toggle("log"),
        "C": lambda: window.beside.toggle("chat"),
        "B": lambda: window.beside.toggle("board"),
        "P": window.side.show_proven,
        "F1": window.side.show_rules,
        "?": window.side.show_keys,
        "Ctrl+F": window.beside.search,
        "Ctrl+,": window.side.show_settings,
        "Ctrl+W": window.ask_leave,
        "Ctrl+Q": window.close,
    }
    for key, does in keys.items():
        QShortcut(QKeySequence(key), window).activated.connect(does)
