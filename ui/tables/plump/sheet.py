"""The score sheet of Plump: paper with a column per player, a blot for every plump, the running sums."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.games.plump.sheet import PlumpSheet, SheetCell
from ui.art.canvas import faded, smooth
from ui.art.fonts import ui_font
from ui.art.icons import paint_plump
from ui.art.lettering import CENTRE, LEFT, RIGHT, Writing
from ui.art.letters import NORMAL
from ui.art.stylesheet import pixels
from ui.art.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class SheetTable(QAbstractTableModel):
    """The sheet for Qt's views: a row per round and one for the sums, a column per player."""

    def __init__(self, sheet: PlumpSheet) -> None:
        super().__init__()
        self.sheet = sheet

    def show(self, sheet: PlumpSheet) -> None:
        """Show another state of the game."""
        self.beginResetModel()
        self.sheet = sheet
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self.sheet.lines) + 1

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802  (Qt's name)
        return 0 if parent.isValid() else len(self.sheet.names)

    def cell(self, row: int, column: int) -> SheetCell:
        """Return a cell; the last row has the sums."""
        if row < len(self.sheet.lines):
            return self.sheet.lines[row].cells[column]
        total = str(self.sheet.sums[column])
        return SheetCell(total, "", f"{self.sheet.names[column]}: {total} points in all")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        cell = self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return "plump" if cell.is_plump else cell.points
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return cell.spoken
        return None

    def headerData(  # noqa: N802  (Qt's name)
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return self.sheet.names[section]
        return self.sheet.lines[section].head if section < len(self.sheet.lines) else "Sum"


class _Ink(QStyledItemDelegate):
    """Paints a cell: the points or a blot, the running sum small at the right, and `!` for a revoke."""

    def __init__(self, table: SheetTable, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self.theme
        write = Writing(painter, theme.letters)
        rect = QRectF(option.rect)
        row, column = index.row(), index.column()
        cell = self._table.cell(row, column)
        is_sum = row == len(self._table.sheet.lines)
        with smooth(painter):
            painter.fillRect(rect, QColor(_ground(self._table, row, theme)))
            painter.setPen(faded(theme.paper_muted, 0.35))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            painter.drawLine(rect.topRight(), rect.bottomRight())
            if index == self._view().currentIndex() and self._view().hasFocus():
                painter.setPen(QColor(theme.focus if not theme.is_dark else theme.paper_ink))
                painter.drawRect(rect.adjusted(1, 1, -2, -2))
            high = rect.height()
            left = QRectF(rect.left() + high * 0.1, rect.top(), rect.width() * 0.55, high)
            if cell.is_plump:
                side = high * 0.64
                blot = QRectF(left.center().x() - side / 2, rect.center().y() - side / 2, side, side)
                paint_plump(painter, blot, 0, theme)
            else:
                ink = theme.paper_muted if cell.is_open else theme.paper_ink
                wide = rect if is_sum else left
                cap = high * (0.42 if is_sum else 0.38)
                write.line(wide, cell.points, ink, cap=cap, bold=not cell.is_open)
            if cell.total:
                small = QRectF(rect.left() + rect.width() * 0.5, rect.top(), rect.width() * 0.44, high)
                write.line(small, cell.total, theme.paper_muted, cap=high * 0.3, bold=False, align=RIGHT)
            if cell.is_revoked:
                mark = QRectF(rect.left() + 3, rect.top() + 2, high * 0.4, high * 0.4)
                write.line(mark, "!", theme.hearts, align=LEFT)

    def _view(self) -> QTableView:
        view = self.parent()
        if not isinstance(view, QTableView):
            raise AssertionError("the ink is made for a table view")
        return view


class PlumpSheetView(QTableView):
    """The sheet on paper. `scale` in per cent."""

    def __init__(self, sheet: PlumpSheet, theme: Theme, *, scale: int = 100) -> None:
        super().__init__()
        self._table = SheetTable(sheet)
        self._scale = scale / 100
        self.setModel(self._table)
        self.setAccessibleName("Score sheet")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._ink = _Ink(self._table, theme, self)
        self.setItemDelegate(self._ink)
        self.set_theme(theme)
        row = pixels(27, self._scale)
        self.verticalHeader().setDefaultSectionSize(row)
        self.verticalHeader().setMinimumSectionSize(row)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setFixedWidth(pixels(52, self._scale))
        self.verticalHeader().setDefaultAlignment(CENTRE | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(pixels(60, self._scale))
        self.horizontalHeader().setFixedHeight(pixels(34, self._scale))
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.show_sheet(sheet)

    @property
    def sheet(self) -> PlumpSheet:
        """The sheet that is shown."""
        return self._table.sheet

    def show_sheet(self, sheet: PlumpSheet) -> None:
        """Show another state of the game, and scroll to the latest round; in the last one, to the sums."""
        self._table.show(sheet)
        last = self._table.index(
            len(sheet.lines) if not any(line.is_ahead for line in sheet.lines) else max(0, sheet.last_line), 0
        )
        self.setCurrentIndex(last)
        self.scrollTo(last)

    def set_theme(self, theme: Theme) -> None:
        """Apply the paper and ink of a theme."""
        self._ink.theme = theme
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, QColor(theme.paper))
        self.setPalette(palette)
        size = pixels(NORMAL, self._scale)
        self.setFont(ui_font(size))
        self.setStyleSheet(
            # cells and headers are paper; below the sums there is none
            "QTableView, QHeaderView { background: transparent; border: 0; }"
            f"QHeaderView::section {{ background: {theme.paper_shade}; color: {theme.paper_ink}; border: 0;"
            f" font-weight: 700; font-size: {size}px; padding: 2px; }}"
            f"QTableCornerButton::section {{ background: {theme.paper_shade}; border: 0; }}"
        )
        self.viewport().update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the size of all rows, and of columns wide enough for names."""
        rows = self.verticalHeader().length() + self.horizontalHeader().height() + 4
        columns = len(self.sheet.names) * pixels(108, self._scale) + self.verticalHeader().width() + 24
        return QSize(columns, rows)


def _ground(table: SheetTable, row: int, theme: Theme) -> str:
    """Return the paper's colour: golden for the sums, darker for the round in progress."""
    if row == len(table.sheet.lines):
        return theme.gold_light
    return (
        theme.paper_shade
        if row == table.sheet.last_line and any(cell.is_open for cell in table.sheet.lines[row].cells)
        else theme.paper
    )
