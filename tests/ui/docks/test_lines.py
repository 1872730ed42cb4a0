"""The models of the docks at their edges: indexes beside a list, the same lines once more, a full cache."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.games.board import Board, BoardPiece, BoardZone, Choice
from app.screens.table import LogLine
from rules.plump.actions import Bid
from ui.docks import lines
from ui.docks.board_tree import BoardPanel, BoardTree
from ui.docks.lines import LineDelegate, LinesModel

ROLE = Qt.ItemDataRole
LINES = [LogLine("Lisa bids 2", 1), LogLine("good evening", 0)]


def test_a_line_has_its_text_its_spoken_text_and_its_step_as_a_tooltip() -> None:
    model = LinesModel()
    model.tell(LINES)
    first, second = (model.index(row, 0) for row in range(2))
    roles = (ROLE.DisplayRole, ROLE.AccessibleTextRole, ROLE.ToolTipRole, ROLE.EditRole)

    assert [first.data(role) for role in roles] == ["Lisa bids 2", "Lisa bids 2", "Step 1 of the log", None]
    assert [second.data(role) for role in roles] == ["good evening", "good evening", None, None]
    assert model.data(QModelIndex()) is None and model.rowCount(first) == 0
    model.tell(LINES[:1])
    stale = model.createIndex(1, 0)
    assert model.data(stale) is None, "an index of a line that is gone"


def test_only_new_lines_are_passed_to_the_view(qtbot: QtBot) -> None:
    model = LinesModel()
    told: list[tuple[int, int] | str] = []
    model.rowsInserted.connect(lambda _, first, last: told.append((first, last)))
    model.modelReset.connect(lambda: told.append("all"))
    for now in (LINES[:1], LINES[:1], LINES, [LINES[0], LINES[1], LINES[0], LINES[0]], LINES[1:], LINES[1:]):
        model.tell(now)

    assert told == [(0, 0), (1, 1), (2, 3), "all"]
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["good evening"]


def test_a_height_is_measured_once_until_the_cache_is_full(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view asks for every line when one is added."""
    monkeypatch.setattr(lines, "MEASURED_MOST", 2)
    view, model = QListView(), LinesModel()
    qtbot.addWidget(view)
    model.tell([LogLine(each, 1) for each in ("one", "two", "three " * 60)])
    view.setModel(model)
    delegate = LineDelegate(view)
    measured: list[str] = []
    room = delegate._room
    monkeypatch.setattr(delegate, "_room", lambda *each: measured.append("") or room(*each))
    option = QStyleOptionViewItem()
    option.widget = view  # type: ignore[attr-defined]
    counts, highs = [], []
    for row in (0, 1, 0, 1, 2, 2, 0):
        highs.append(delegate.sizeHint(option, model.index(row, 0)).height())
        counts.append((len(delegate._measured), len(measured)))

    assert counts == [(1, 1), (2, 1), (2, 1), (2, 1), (1, 2), (1, 2), (2, 2)]
    assert highs[0] == highs[1] == highs[2] == highs[6] < highs[4] == highs[5]


def test_without_a_view_a_line_has_qts_own_size(qtbot: QtBot) -> None:
    view, model = QListView(), LinesModel()
    qtbot.addWidget(view)
    model.tell(LINES)
    delegate = LineDelegate(view)

    assert delegate.sizeHint(QStyleOptionViewItem(), model.index(0, 0)).isValid()
    assert delegate._measured == {}


BOARD = Board(
    "Your bid.",
    (
        BoardZone("Round", (BoardPiece("Lisa bids 2"), BoardPiece("one", (Choice(Bid(1), "Bid 1"),)))),
        BoardZone("Bids", (BoardPiece("two", tuple(Choice(Bid(each), f"Bid {each}") for each in (2, 3))),)),
    ),
)


def test_the_board_has_three_levels_and_one_column() -> None:
    model = BoardTree()
    model.tell(BOARD)
    zones = [model.index(row, 0) for row in range(2)]
    one, two = model.index(1, 0, zones[0]), model.index(0, 0, zones[1])
    below = [model.index(row, 0, two) for row in range(2)]

    assert [model.rowCount(each) for each in (QModelIndex(), *zones, one, two, *below)] == [
        2,
        2,
        1,
        0,
        2,
        0,
        0,
    ]
    assert [model.columnCount(each) for each in (QModelIndex(), one)] == [1, 1]
    assert model.rowCount(model.createIndex(0, 1, zones[0].internalPointer())) == 0, "beside the first column"
    for row, column, above in (
        (2, 0, QModelIndex()),
        (-1, 0, QModelIndex()),
        (0, 1, QModelIndex()),
        (0, 0, one),
    ):
        assert not model.index(row, column, above).isValid()
    assert [each.parent() for each in (*zones, one, two, *below)] == [
        QModelIndex(), QModelIndex(), zones[0], zones[1], two, two
    ]  # fmt: skip
    assert [model.action_at(each) for each in (zones[0], one, two, *below)] == [
        None, Bid(1), None, Bid(2), Bid(3)
    ]  # fmt: skip
    roles = (ROLE.DisplayRole, ROLE.AccessibleTextRole, ROLE.ToolTipRole, ROLE.EditRole)
    assert [below[1].data(role) for role in roles] == ["Bid 3", "Bid 3. Enter: Bid 3", "Enter: Bid 3", None]
    assert [two.data(role) for role in roles] == ["two", "two", None, None]


@pytest.mark.parametrize(
    ("at", "then"),
    [((1, 0, 1), "Bid 3"), ((0, 1), "one"), ((1,), "Bids")],
    ids=["an action", "a piece", "a zone"],
)
def test_the_cursor_of_the_board_panel_stays_at_its_line_or_at_the_last_line_that_is_left(
    qtbot: QtBot, at: tuple[int, ...], then: str
) -> None:
    panel = BoardPanel()
    qtbot.addWidget(panel)
    panel.tell(BOARD)
    index = QModelIndex()
    for row in at:
        index = panel.model.index(row, 0, index)
    panel.tree.setCurrentIndex(index)
    panel.tell(BOARD)
    panel.tell(Board("Wait.", BOARD.zones))
    assert panel.tree.currentIndex().data() == then
    panel.tell(Board("Wait.", (BoardZone("Round", BOARD.zones[0].pieces[:1]),)))

    assert panel.tree.currentIndex().data() == ("Round" if at == (1,) else "Lisa bids 2")
