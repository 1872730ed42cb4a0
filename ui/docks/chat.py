"""The chat: its lines, and a field to write the next one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.screens.reactions import AGAIN, TITLES
from ui.art.theme import Theme
from ui.docks.faces import FACES
from ui.docks.lines import LinesPanel
from ui.parts import FLUSH, button, pack, renew_icons, tool

TEXT_MAX = 500
"""Longest line in characters; the table refuses longer ones."""


class ChatPanel(LinesPanel):
    """Shows lines above a field. `said` carries a line of the player, `reacted` a key of `FACES`."""

    said = Signal(str)
    reacted = Signal(str)

    def __init__(self) -> None:
        super().__init__("chat")
        self._may_write = True
        self.entry = QLineEdit()
        self.entry.setMaxLength(TEXT_MAX)
        self.entry.setPlaceholderText("Say something")
        self.entry.setAccessibleName("Say something to the table")
        self.entry.returnPressed.connect(self._say)
        self.send, self.faces = button("Send", self._say), QWidget()
        self.faces.hide()
        pack(self.column, pack(QHBoxLayout(), (self.entry, 1), self.send), self.faces)

    def offer_reactions(self, theme: Theme) -> None:
        """Show the buttons for reactions, with their pictures in this theme, if the player may write."""
        if self.faces.layout() is None:
            row = pack(QHBoxLayout(self.faces), edges=FLUSH, gap=0)
            for what, title in TITLES.items():
                if what == AGAIN:
                    continue  # the end of a game has a button for this one
                row.addWidget(tool(title, FACES[what], theme, partial(self.reacted.emit, what)))
            row.addStretch(1)
        renew_icons(self.faces, theme)
        self.faces.setVisible(self._may_write)

    def allow(self, *, writing: bool) -> None:
        """Let the player write, or only read."""
        self.entry.setVisible(writing)
        self.send.setVisible(writing)
        self._may_write = writing
        self.faces.setVisible(writing and self.faces.layout() is not None)

    def _say(self) -> None:
        text = self.entry.text().strip()
        if text:
            self.said.emit(text)
            self.entry.clear()
