"""A layout that fills rows from the left and goes on below, like words in a text."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items at their preferred size, in rows; `gap` pixels between them."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8) -> None:
        super().__init__(parent)
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem, /) -> None:  # noqa: N802  (Qt's name)
        """Put an item behind the others."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int, /) -> QLayoutItem:  # noqa: N802  (Qt's name)
        """An item; None outside, as Qt wants it."""
        return self._items[index] if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def takeAt(self, index: int, /) -> QLayoutItem:  # noqa: N802  (Qt's name)
        """Take an item out; None outside, as Qt wants it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  (Qt's name)
        """Never wants more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802  (Qt's name)
        """The narrower, the more rows."""
        return True

    def heightForWidth(self, width: int, /) -> int:  # noqa: N802  (Qt's name)
        """So high are the rows."""
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect, /) -> None:  # noqa: N802  (Qt's name)
        """Put every item in its place."""
        super().setGeometry(rect)
        self._arrange(rect, moves=True)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """The smallest that works."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802  (Qt's name)
        """The largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, moves: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            line = max(line, size.height())
        return y + line - rect.y()
