"""Name, icon and shortcut of each dock, by its key: windows need the shortcuts before there are docks."""

from __future__ import annotations

from ui.art.icon_paths import Icon

SIGNS = {
    "log": ("Log", Icon.LOG, "L"),
    "chat": ("Chat", Icon.CHAT, "C"),
    "spectators": ("Spectators", Icon.WATCH, "W"),
    "board": ("Board as text", Icon.TEXT_BOARD, "B"),
    "rules": ("Rules", Icon.RULES, "F1"),
}
