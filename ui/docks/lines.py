"""Lines of a story or a chat: a list for Qt, and a panel that searches and copies them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.parts import pack

if TYPE_CHECKING:  # imported when the first table is shown, so that the window opens sooner
    from app.screens.table import LogLine

Index = QModelIndex | QPersistentModelIndex
PLENTY = 10_000
"""A number of pixels greater than the height of any line."""
SPARE = 3
"""Pixels by which painted text may be higher than measured text."""
MEASURED_MOST = 5_000
"""Maximum number of lines whose height is cached."""


class LinesModel(QAbstractListModel):
    """A list of lines that grows, as a story does, or is replaced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[LogLine] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008  (Qt's names)
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line's text, or as its tooltip the height in the game's log, if it has one."""
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line = self._lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line.text
        is_tip = role == Qt.ItemDataRole.ToolTipRole and line.k > 0
        return f"Step {line.k} of the log" if is_tip else None

    def tell(self, lines: list[LogLine]) -> None:
        """Show these lines, all of them; if they begin with those shown already, add only the new ones."""
        if lines[: len(self._lines)] != self._lines:
            self.beginResetModel()
            self._lines = list(lines)
            self.endResetModel()
        elif len(lines) > len(self._lines):
            self.beginInsertRows(QModelIndex(), len(self._lines), len(lines) - 1)
            self._lines += lines[len(self._lines) :]
            self.endInsertRows()


class LineDelegate(QStyledItemDelegate):
    """Gives each line the height of its text: Qt forgets the style sheet's padding and cuts words off."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._measured: dict[tuple[str, int, str], QSize] = {}
        self._rooms: dict[tuple[int, str], tuple[int, int]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index, /) -> QSize:  # noqa: N802  (Qt's name)
        """Return the size of the wrapped text with its padding, cached: Qt asks for all lines when one is
        added. Only the font and the width of the view decide about the padding."""
        view = option.widget
        if not isinstance(view, QAbstractItemView):
            return super().sizeHint(option, index)
        wide = max(40, view.viewport().width())
        words, font = str(index.data()), option.font.key()
        key = words, wide, font
        if (size := self._measured.get(key)) is None:
            if len(self._measured) >= MEASURED_MOST:
                self._measured.clear()
                self._rooms.clear()
            if (room := self._rooms.get((wide, font))) is None:
                room = self._rooms[wide, font] = self._room(QStyleOptionViewItem(option), index, view, wide)
            place = QRect(0, 0, room[0], PLENTY)
            box = option.fontMetrics.boundingRect(place, Qt.TextFlag.TextWordWrap.value, words)
            self._measured[key] = size = QSize(wide, box.height() + room[1])
        return size

    def _room(
        self, place: QStyleOptionViewItem, index: Index, view: QAbstractItemView, wide: int
    ) -> tuple[int, int]:
        """Return the width for the words of a line, and the height of everything but the words."""
        view.ensurePolished()  # before this the style sheet's padding is missing
        self.initStyleOption(place, index)
        place.rect = QRect(0, 0, wide, PLENTY)
        style = view.style()
        text = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, place, view)
        beside = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, place, view) + 1
        return max(1, text.width() - 2 * beside), PLENTY - text.height() + SPARE


class LinesPanel(QWidget):
    """A search field over a list of lines; selected lines can be copied. The list follows the newest line,
    unless the reader has scrolled up."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.lines = LinesModel(self)
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self.lines)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName(f"Search the {name}")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._found.setFilterFixedString)
        self.list = QListView()
        self.list.setModel(self._found)
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(name.capitalize())
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._follows = True
        self.list.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.list.verticalScrollBar().rangeChanged.connect(self._follow)
        copy = QAction("Copy", self.list)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy)
        every = QAction("Copy everything", self.list)
        every.triggered.connect(self.copy_all)
        self.list.addActions([copy, every])
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.column = pack(QVBoxLayout(self), self.search, (self.list, 1), edges=(8, 8, 8, 8))

    def tell(self, lines: list[LogLine]) -> None:
        """Show these lines, all so far."""
        follows = self._follows
        self.lines.tell(lines)
        self._follows = follows
        self._follow()

    def _scrolled(self, value: int) -> None:
        self._follows = value == self.list.verticalScrollBar().maximum()

    def _follow(self) -> None:
        if self._follows:
            self.list.scrollToBottom()

    def copy(self) -> None:
        """Copy the selected lines to the clipboard, in their order in the list."""
        rows = sorted(index.row() for index in self.list.selectedIndexes())
        _to_clipboard([str(self._found.index(row, 0).data()) for row in rows])

    def copy_all(self) -> None:
        """Copy every line that the search shows to the clipboard."""
        _to_clipboard([str(self._found.index(row, 0).data()) for row in range(self._found.rowCount())])


def _to_clipboard(lines: list[str]) -> None:
    if lines:
        QGuiApplication.clipboard().setText("\n".join(lines))
