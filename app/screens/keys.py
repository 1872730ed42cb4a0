"""The window's keys, for the sheet that `?` shows."""

from __future__ import annotations

from typing import TypeAlias

Keys: TypeAlias = tuple[tuple[str, str], ...]
"""Keys and their effects, both in words."""

EVERYWHERE: Keys = (
    ("?", "this sheet"),
    ("F1", "the rules"),
    ("Shift+F1", "the manual"),
    ("Ctrl+,", "settings"),
    ("Ctrl+N", "one more window, for another table or a record"),
    ("Ctrl+Q", "quit; you can continue an unfinished game later"),
    ("Tab, Shift+Tab", "the next control, the one before"),
    ("Space or Enter", "press the control with the ring around it"),
    ("Esc", "back to the table"),
)
TABLE: Keys = (
    ("H", "a hint on your turn, if the table allows hints"),
    ("R", "the last round again: everything since your last turn"),
    ("L", "the log"),
    ("C", "the chat"),
    ("B", "the board as text; Enter plays there"),
    ("W", "the spectators and their chat; let them in, or close the table to them"),
    ("F11", "full screen, for everybody in the room: all tables of the lobby, or the one you watch"),
    ("P", "the proofs of this table"),
    ("Ctrl+F", "search the log"),
    ("Q", "the question of how to continue, while somebody is missing"),
    ("Ctrl+W", "leave the table"),
)
REPLAY: Keys = (
    ("Left, Right", "a step back, a step forward"),
    ("Page Up, Page Down", "ten steps"),
    ("Home, End", "the beginning, the end"),
    ("Space", "play, or pause"),
)


def key_sheet(table: Keys = ()) -> tuple[tuple[str, Keys], ...]:
    """Return all keys under their titles; `table` are those of the game on the table."""
    first = (("On this table", table),) if table else ()
    return (*first, ("At any table", TABLE), ("Everywhere", EVERYWHERE), ("When looking at a record", REPLAY))
