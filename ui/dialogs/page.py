"""Dialogs that explain (the keys, the manual, the proofs, a fault) or ask (to leave or delete a game)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QTextBrowser, QVBoxLayout, QWidget

from app.screens.keys import Keys
from app.screens.rules import Section, to_markdown
from ui.dialogs.frame import FrameDialog
from ui.parts import button, clear, label, pack, show_markdown, show_text, sized, turn

WIDE_KEYS = 780
"""Least width, at 100 %, of a screen for two columns of keys."""
OOPS = (
    "Something in Shoal has failed. Your game is not lost: you can continue it from the lobby. Nothing was "
    "sent to anybody. If you want to help, save the report and send it to the makers of Shoal. It contains "
    "no cards, no chat and no secrets."
)
LATER_ALONE = "You can close the table and continue later, in the lobby under “Your games”."
LATER = (
    "You can close the table and continue later, in the lobby under “Your games”; your seat is kept. The "
    "others see that you have left and choose at once how to continue. They can wait for you."
)
FOR_GOOD = (
    "If you give up your seat, the others see that too and choose at once how to continue. You cannot come "
    "back to this game."
)


class ProvenDialog(FrameDialog):
    """Shows the proven facts about the table. `checker_wanted` asks to save the second reader, a program that
    checks records without ours."""

    checker_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("The proofs", wide=640, high=620, parent=parent)
        self._told: tuple[Section, ...] = ()
        self.text = QTextBrowser()
        self.text.setAccessibleName("The proofs of this table")
        self.saved = label("", "muted")
        self.saved.hide()
        self.add((self.text, 1), self.saved)
        self.add_foot(
            button("Save the checker…", self.checker_wanted.emit),
            button("Close", self.accept, role="primary"),
        )

    def tell_saved(self, text: str) -> None:
        """Show where the checker was saved, or why it could not be saved."""
        show_text(self.saved, text)

    def tell(self, page: tuple[Section, ...]) -> None:
        """Show the page, and keep the reader's place in it."""
        if page != self._told:
            self._told = page
            bar = self.text.verticalScrollBar()
            at = bar.value()
            show_markdown(self.text, to_markdown(page))
            bar.setValue(at)


class ManualDialog(FrameDialog):
    """Shows the manual."""

    def __init__(self, page: tuple[Section, ...], parent: QWidget | None = None) -> None:
        super().__init__("Manual", wide=720, high=640, parent=parent)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Manual")
        show_markdown(self.text, to_markdown(page))
        self.add((self.text, 1))
        self.add_foot(button("Close", self.accept, role="primary"))


class KeysDialog(FrameDialog):
    """Shows the keyboard shortcuts in two columns; `manual_wanted` asks for the manual."""

    manual_wanted = Signal()

    def __init__(self, sheet: tuple[tuple[str, Keys], ...], parent: QWidget | None = None) -> None:
        super().__init__("Keyboard", wide=WIDE_KEYS, high=560, parent=parent)
        self._columns = QHBoxLayout()
        self.add(label("Keyboard", "title"), (self._columns, 1))
        self.add_foot(button("Manual", self.manual_wanted.emit), button("Close", self.accept, role="primary"))
        self.tell(sheet)

    def fit(self) -> None:
        """Use one column on a screen without room for two, then fit the dialog."""
        is_wide = self.screen().availableSize().width() >= sized(WIDE_KEYS)
        turn(self._columns, down=not is_wide)
        super().fit()

    def tell(self, sheet: tuple[tuple[str, Keys], ...]) -> None:
        """Show these keys."""
        clear(self._columns)
        half = (len(sheet) + 1) // 2
        for part in (sheet[:half], sheet[half:]):
            column = QVBoxLayout()
            for title, keys in part:
                pack(column, label(title, "heading"), _key_grid(keys))
                column.addSpacing(12)
            pack(self._columns, (pack(column, None), 1))


class OopsDialog(FrameDialog):
    """Says that the program has failed; a button shows the report, `file_wanted` asks to save it."""

    file_wanted = Signal()

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__("Something went wrong", wide=560, parent=parent)
        self.text = QPlainTextEdit(report)
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Report")
        self.text.setMinimumHeight(sized(260))
        self.text.hide()
        self.saved = label("", "muted")
        self.saved.hide()
        self.add(label("Something went wrong", "title"), label(OOPS), self.saved, (self.text, 1), None)
        self.reads = button("Show the report", self._show)
        go_on = button("Continue", self.accept, role="primary")
        self.add_foot(go_on, button("Save the report…", self.file_wanted.emit), self.reads)
        go_on.setFocus()

    def tell_saved(self, path: Path, why_not: str) -> None:
        """Show where the report was saved, or why it could not be saved."""
        show_text(self.saved, why_not or f"The report is in {path}.")
        self.fit()

    def _show(self) -> None:
        self.text.setVisible(self.text.isHidden())
        self.reads.setText("Show the report" if self.text.isHidden() else "Hide the report")
        self.fit()


class LeaveDialog(FrameDialog):
    """Asks how to leave an unfinished game. `chosen` carries True if the player gives up the seat, which is
    offered only if `among_people`: the player's own bots need no goodbye."""

    chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None, *, among_people: bool = True) -> None:
        super().__init__("Leave the table?", wide=460, parent=parent)
        texts = (LATER, FOR_GOOD) if among_people else (LATER_ALONE,)
        self.add(label("The game is not over", "heading"), *map(label, texts))
        self.later = button("Close and continue later", partial(self._choose, for_good=False))
        self.later.setProperty("role", "primary")
        self.for_good = button("Give up my seat", partial(self._choose, for_good=True), role="danger")
        stay = button("Stay", self.reject)
        self.add_foot(self.later, *((self.for_good,) if among_people else ()), stay)
        if not among_people:
            self.for_good.deleteLater()
        stay.setDefault(True)
        stay.setFocus()

    def _choose(self, *, for_good: bool) -> None:
        self.accept()
        self.chosen.emit(for_good)


class DeleteDialog(FrameDialog):
    """Asks whether to delete an unfinished game. `about` says which, and what is lost with it."""

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        super().__init__("Delete the game?", wide=420, parent=parent)
        self.add(label("Delete the game?", "heading"), label(about))
        keep = button("Keep it", self.reject)
        self.add_foot(button("Delete", self.accept, role="danger"), keep)
        keep.setDefault(True)
        keep.setFocus()


def _key_grid(keys: Keys) -> QGridLayout:
    grid = QGridLayout()
    grid.setColumnStretch(1, 1)
    for row, (key, does) in enumerate(keys):
        name = label(key, wraps=False)
        name.setMinimumWidth(sized(120))
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(does, "muted"), row, 1)
    return grid
