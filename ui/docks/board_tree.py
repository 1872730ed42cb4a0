"""The board as text: zones, their pieces, and the actions of each; Enter takes an action."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeView, QVBoxLayout, QWidget

from app.games.board import Board, Choice
from rules.api import Action
from ui.parts import label, pack

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class Node(Struct, eq=False):
    """A line of the tree, the `row`-th below `above`. Enter makes its `choice`, if it has one."""

    text: str
    above: Node | None
    row: int
    choice: Choice | None
    below: list[Node]


class BoardTree(QAbstractItemModel):
    """A `Board` as a tree of three levels: zones, pieces, actions. A piece with a single action has it on its
    own line; more actions have a line each below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Node("", None, 0, None, [])

    def tell(self, board: Board) -> None:
        """Show another board."""
        self.beginResetModel()
        self._root = Node("", None, 0, None, [])
        for zone in board.zones:
            at = _add(self._root, zone.title, None)
            for piece in zone.pieces:
                only = piece.choices[0] if len(piece.choices) == 1 else None
                leaf = _add(at, piece.name, only)
                if len(piece.choices) > 1:
                    for choice in piece.choices:
                        _add(leaf, choice.words, choice)
        self.endResetModel()

    def action_at(self, index: Index) -> Action | None:
        """Return the action that Enter takes on a line; None for no action."""
        choice = self._node(index).choice
        return None if choice is None else choice.action

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """Return the index of the line `row` below `parent`; invalid if there is none."""
        below = self._node(parent).below
        if column != 0 or not 0 <= row < len(below):
            return QModelIndex()
        return self.createIndex(row, column, below[row])

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]
        """Return the index of the line that a line is below; invalid for the first level."""
        above = self._node(index).above
        if above is None or above.above is None:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  (Qt's name)
        """Return the number of lines below a line."""
        return 0 if parent.isValid() and parent.column() != 0 else len(self._node(parent).below)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  (Qt's name)
        """Return 1: a line has one column."""
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line's text, tooltip or text for a screen reader; the last two say what Enter does."""
        if not index.isValid():
            return None
        node = self._node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return node.text if node.choice is None else f"{node.text}. Enter: {node.choice.words}"
        if role == Qt.ItemDataRole.ToolTipRole and node.choice is not None:
            return f"Enter: {node.choice.words}"
        return None

    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, Node) else self._root


class BoardPanel(QWidget):
    """Shows the tree of a board and its status above; `chosen` carries the action that the player took."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.status = label("", "heading")
        self.model = BoardTree(self)
        self.tree = QTreeView()
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setAccessibleName("Board as text")
        self.tree.activated.connect(self._activated)
        self._board = Board("", ())
        about = label("Arrow keys move, Enter plays what is marked playable.", "aside")
        pack(QVBoxLayout(self), self.status, about, (self.tree, 1), edges=(8, 8, 8, 8))

    def tell(self, board: Board) -> None:
        """Show a board; the present line stays at its place in the tree, or moves to the nearest left."""
        if board == self._board:
            return
        self._board = board
        row = self._path()
        self.status.setText(board.status)
        layout = self.layout()
        if layout is not None:
            layout.activate()  # as high as its words need, before it is visible
        self.model.tell(board)
        self.tree.expandAll()
        self._go(row)

    def _path(self) -> list[int]:
        path, index = [], self.tree.currentIndex()
        while index.isValid():
            path.append(index.row())
            index = index.parent()
        return path[::-1]

    def _go(self, path: list[int]) -> None:
        at = QModelIndex()
        for row in path:
            below = self.model.index(min(row, self.model.rowCount(at) - 1), 0, at)
            if not below.isValid():
                break
            at = below
        if at.isValid():
            self.tree.setCurrentIndex(at)

    def _activated(self, index: QModelIndex) -> None:
        action = self.model.action_at(index)
        if action is not None:
            self.chosen.emit(action)


def _add(above: Node, text: str, choice: Choice | None) -> Node:
    node = Node(text, above, len(above.below), choice, [])
    above.below.append(node)
    return node
