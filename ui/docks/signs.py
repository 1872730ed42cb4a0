"""Name, icon and shortcut of every dock, by its key: a window needs the shortcuts before it has docks."""

from __future__ import annotations

from ui.art.icon_paths import Icon

SIGNS = {
    "log": ("Log", Icon.LOG, "L"),
    "chat": ("Chat", Icon.CHAT, "C"),
    "spectators": ("Spectators", Icon.WATCH, "W"),
    "board": ("Board as text", Icon.TEXT_BOARD, "B"),
    "rules": ("Rules", Icon.RULES, "F1"),
}
