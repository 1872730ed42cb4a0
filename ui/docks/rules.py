"""The rules of a game, with a search field."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.screens.lesson import taught_games
from app.screens.rules import NUMBER, Section, found, found_paragraph, rules_sections, to_markdown
from ui.docks.lesson_menu import fill_lessons
from ui.parts import defer, label, pack, show_markdown, sized

HITS_MAX = 500
LEAST_FOR_TABLES = 255
"""Least width of the panel, at 100 %, for the tables of the pages."""
LEAST_LETTERS = 9
WIDER = 2
"""Pixels by which Qt makes a table wider than its page."""
PAGE_MARGIN = 12
"""Pixels of the page above an opened paragraph that stay visible."""
_NUMBERED = re.compile(rf"({NUMBER})(?: |$)")


class RulesPanel(QWidget):
    """Shows the rules, or the sections with the words searched for, which it marks."""

    learn_wanted = Signal(str, int)
    """Asks for a lesson of the game, by its key and number."""

    def __init__(self) -> None:
        super().__init__()
        self._sections: tuple[Section, ...] = ()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the rules")
        self.search.setAccessibleName("Search the rules")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.text = QTextBrowser()
        self.text.setAccessibleName("The rules")
        self.text.document().setDocumentMargin(2)
        self.text.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.count = label("", "aside")
        self.learn = QPushButton("Lessons")
        self.learn.setToolTip("Learn this game step by step; your table goes on")
        self._is_unread = self._is_due = False
        self._has_tables = True
        self._opened = ""
        """Number of the opened paragraph, until the reader scrolls on or searches; "" for none."""
        self.text.verticalScrollBar().actionTriggered.connect(self._go_on)
        row = pack(QHBoxLayout(), (self.search, 1), self.learn)
        pack(QVBoxLayout(self), row, self.count, (self.text, 1), edges=(8, 8, 8, 8))

    def show_game(self, game: str) -> None:
        """Show the rules of a game; lay the page out as soon as it is visible."""
        self._sections = rules_sections(game)
        menu = QMenu(self.learn)
        fill_lessons(menu, game, self.learn_wanted.emit)
        self.learn.setMenu(menu)
        self.learn.setVisible(game in dict(taught_games()))
        self._is_due = True
        self._is_unread = True
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay the page out if that is due; begin at its top if nobody has seen it yet."""
        super().showEvent(event)
        if self._is_due:
            self._show()
        if self._is_unread:
            self._is_unread = False
            defer(self, self._to_top)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Turn tables into lists in a narrow panel, and keep the opened paragraph in view."""
        super().resizeEvent(event)
        opened, has_tables = self._opened, event.size().width() >= sized(LEAST_FOR_TABLES)
        if has_tables != self._has_tables:
            self._has_tables = has_tables
            if not self._is_due:
                self._show()
        else:
            self._fit_boards()
        if opened:
            self._opened = opened
            defer(self, self._open_again)

    def _open_again(self) -> None:
        if self._opened:
            self.open_paragraph(self._opened)

    def _go_on(self) -> None:
        self._opened = ""

    def _to_top(self) -> None:
        if not self.text.extraSelections():
            self.text.verticalScrollBar().setValue(0)

    def open_paragraph(self, number: str) -> bool:
        """Show the whole page at a paragraph, and mark it; return False if the page lacks it."""
        if found_paragraph(self._sections, number) is None:
            return False
        if self._is_due or self.search.text():
            self.search.blockSignals(True)
            self.search.clear()
            self.search.blockSignals(False)
            self._show()
        where = self._paragraph(number)
        self.text.setExtraSelections(self._marked(where))
        start = QTextCursor(self.text.document())
        start.setPosition(where.position())
        self.text.setTextCursor(start)
        top = self.text.document().documentLayout().blockBoundingRect(where.block()).top()
        self.text.verticalScrollBar().setValue(round(top) - PAGE_MARGIN)
        self._opened = number
        return True

    @property
    def marked(self) -> str:
        """The text of every marked block of the page."""
        return "\n".join(each.cursor.block().text() for each in self.text.extraSelections())

    def _show(self) -> None:
        self._opened = ""
        self._is_due = False
        query = self.search.text().strip()
        shown = found(self._sections, query)
        show_markdown(self.text, to_markdown(shown, has_tables=self._has_tables))
        self._fit_boards()
        self.count.setText("" if not query else f"{len(shown)} of {len(self._sections)} sections")
        self.text.setExtraSelections([mark for word in query.split() for mark in self._marks(word)])

    def _fit_boards(self) -> None:
        """Give the page its width; shrink the letters of boards, whose lines must not break, to fit it."""
        size = self.text.fontInfo().pixelSize()  # the font's own size may be in points
        room = self.text.maximumViewportSize().width() - 2 * self.text.document().documentMargin()
        room -= self.text.verticalScrollBar().sizeHint().width()
        page = room + 2 * self.text.document().documentMargin()
        self.text.setLineWrapColumnOrWidth(round(page) - WIDER)
        block = self.text.document().begin()
        while block.isValid():
            if block.blockFormat().nonBreakableLines() and block.length() > 1:
                cursor = QTextCursor(block)
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                font = QFont(cursor.charFormat().font())
                font.setPixelSize(size)
                wide = QFontMetricsF(font).horizontalAdvance(block.text())
                look = QTextCharFormat()
                fitting = min(size, max(LEAST_LETTERS, int(size * room / wide)))
                look.setProperty(QTextFormat.Property.FontPixelSize, fitting)
                cursor.mergeCharFormat(look)
            block = block.next()

    def _paragraph(self, number: str) -> QTextCursor:
        """Return the start of a paragraph; if no paragraph has the number, of the heading that has it."""
        headings: list[QTextBlock] = []
        block = self.text.document().begin()
        while block.isValid():
            if _number_of(block) == number:
                if not block.blockFormat().headingLevel():
                    return QTextCursor(block)
                headings.append(block)
            block = block.next()
        return QTextCursor(headings[0])

    def _marked(self, where: QTextCursor) -> list[QTextEdit.ExtraSelection]:
        """Return a mark for every block of the paragraph at this cursor, over the whole width."""
        look = QTextCharFormat()
        look.setBackground(self.palette().highlight())
        look.setForeground(QColor(self.palette().highlightedText().color()))
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        marks: list[QTextEdit.ExtraSelection] = []
        block = where.block()
        while not marks or (block.isValid() and not _begins_another(block)):
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = QTextCursor(block), look
            mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            marks.append(mark)
            block = block.next()
        return marks

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


def _number_of(block: QTextBlock) -> str:
    """Return the number at the start of a heading or, in bold, of a paragraph; "" without one."""
    found = _NUMBERED.match(block.text())
    if found is None or (not block.blockFormat().headingLevel() and not _is_bold(block)):
        return ""
    return found[1]


def _is_bold(block: QTextBlock) -> bool:
    begins = QTextCursor(block)
    begins.movePosition(QTextCursor.MoveOperation.NextCharacter)
    return begins.charFormat().fontWeight() >= QFont.Weight.Bold


def _begins_another(block: QTextBlock) -> bool:
    return bool(block.blockFormat().headingLevel()) or _number_of(block) != ""
