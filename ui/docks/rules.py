"""F1: the rules of the game on the table, and a field to search them."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLineEdit, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from app.games.catalogue import catalogue
from app.screens.rules import Section, found, parse_sections, to_markdown
from ui.parts import label, show_markdown

HITS_MAX = 500


class RulesPanel(QWidget):
    """Shows the sections that hold what is searched for, with the words marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sections: tuple[Section, ...] = ()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the rules")
        self.search.setAccessibleName("Search the rules")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.text = QTextBrowser()
        self.text.setAccessibleName("The rules")
        self.count = label("", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.search)
        layout.addWidget(self.count)
        layout.addWidget(self.text, 1)

    def show_game(self, game: str) -> None:
        """Show the rules of a game."""
        self._sections = parse_sections(catalogue().named(game).rules_page())
        self._show()

    def _show(self) -> None:
        query = self.search.text().strip()
        shown = found(self._sections, query)
        show_markdown(self.text, to_markdown(shown))
        self.count.setText("" if not query else f"{len(shown)} of {len(self._sections)} sections")
        self.text.setExtraSelections([mark for word in query.split() for mark in self._marks(word)])

    def _marks(self, word: str) -> list[QTextEdit.ExtraSelection]:
        look = QTextCharFormat()
        look.setBackground(self.palette().highlight())
        look.setForeground(QColor(self.palette().highlightedText().color()))
        marks: list[QTextEdit.ExtraSelection] = []
        cursor = QTextCursor(self.text.document())
        while len(marks) < HITS_MAX:
            cursor = self.text.document().find(word, cursor)
            if cursor.isNull():
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, look
            marks.append(mark)
        return marks
