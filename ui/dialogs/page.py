"""Windows that explain: the keys, what is proven, a report of a fault."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.screens.keys import Keys
from app.screens.rules import Section, to_markdown
from ui.parts import button, clear, label, show_markdown


class ProvenDialog(QDialog):
    """What has been proven about the table; `tell` keeps its counts up to date."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("What has been proven")
        self.resize(640, 620)
        self._told: tuple[Section, ...] = ()
        self.text = QTextBrowser()
        self.text.setAccessibleName("What has been proven about this table")
        layout = QVBoxLayout(self)
        layout.addWidget(self.text, 1)
        layout.addWidget(button("Close", self.accept, role="primary"))

    def tell(self, page: tuple[Section, ...]) -> None:
        """Show the page as it is now, without losing the reader's place."""
        if page != self._told:
            self._told = page
            bar = self.text.verticalScrollBar()
            at = bar.value()
            show_markdown(self.text, to_markdown(page))
            bar.setValue(at)


class KeysDialog(QDialog):
    """The key sheet, in two columns of titled lists."""

    def __init__(self, sheet: tuple[tuple[str, Keys], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.resize(900, 560)
        self._columns = QHBoxLayout()
        inside = QWidget()
        inside.setLayout(self._columns)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        layout = QVBoxLayout(self)
        layout.addWidget(label("Keys", "title"))
        layout.addWidget(area, 1)
        layout.addWidget(button("Close", self.accept, role="primary"))
        self.tell(sheet)

    def tell(self, sheet: tuple[tuple[str, Keys], ...]) -> None:
        """Show these keys."""
        clear(self._columns)
        half = (len(sheet) + 1) // 2
        for part in (sheet[:half], sheet[half:]):
            column = QVBoxLayout()
            for title, keys in part:
                column.addWidget(label(title, "heading"))
                column.addLayout(_key_grid(keys))
                column.addSpacing(12)
            column.addStretch(1)
            self._columns.addLayout(column, 1)


class OopsDialog(QDialog):
    """Something went wrong in the program: the report, and what can be done with it."""

    def __init__(self, report: str, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.resize(720, 480)
        text = QPlainTextEdit(report)
        text.setReadOnly(True)
        text.setAccessibleName("Report")
        layout = QVBoxLayout(self)
        layout.addWidget(label("Something went wrong in Shoal", "title"))
        layout.addWidget(
            label(
                "A report lies on this computer; nothing has been sent to anybody. It has no "
                "cards, no keys and no chat in it. A game that runs is not lost: it can be "
                "gone on with."
            )
        )
        layout.addWidget(text, 1)
        row = QHBoxLayout()
        row.addWidget(button("Copy the report", lambda: QGuiApplication.clipboard().setText(report)))
        row.addWidget(
            button("Open the folder", lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
        )
        row.addStretch(1)
        row.addWidget(button("Continue", self.accept, role="primary"))
        layout.addLayout(row)


class LeaveDialog(QDialog):
    """Is the game really to be left?"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Leave the table?")
        self.setMinimumWidth(420)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(label("Leave the table?", "heading"))
        layout.addWidget(
            label(
                "The game is not over. It waits for you: you find it in the lobby under "
                "“Your games”, and can go on with it when all are there again."
            )
        )
        row = QHBoxLayout()
        row.addWidget(button("Leave", self.accept, role="primary"))
        row.addWidget(button("Stay", self.reject))
        layout.addLayout(row)


def _key_grid(keys: Keys) -> QGridLayout:
    grid = QGridLayout()
    grid.setColumnStretch(1, 1)
    for row, (key, does) in enumerate(keys):
        name = label(key, wraps=False)
        name.setMinimumWidth(140)
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(does, "muted"), row, 1)
    return grid
