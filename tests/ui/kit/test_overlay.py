"""A sheet over a table: as large as its contents and the table allow, in the middle, closed by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.art.theme import LIGHT
from ui.kit.overlay import _MARGIN, Overlay


class Sheet(QWidget):
    """Contents of this size."""

    def __init__(self, *size: int) -> None:
        super().__init__()
        self.size_wanted = QSize(*size)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return self.size_wanted


@pytest.mark.parametrize(
    ("wanted", "table", "size"),
    [
        ((400, 300), (1000, 800), None),
        ((100, 20), (1000, 800), (320, 200)),
        ((3000, 2000), (1000, 800), (1000 - 2 * _MARGIN, 800 - 2 * _MARGIN)),
        ((100, 20), (300, 150), (300 - 2 * _MARGIN, 150 - 2 * _MARGIN)),
    ],
    ids=["as wanted", "at least", "at most", "a small table"],
)
def test_a_sheet_stands_in_the_middle_as_large_as_wanted_within_its_table(
    qtbot: QtBot, wanted: tuple[int, int], table: tuple[int, int], size: tuple[int, int] | None
) -> None:
    below = QWidget()
    qtbot.addWidget(below)
    below.resize(*table)
    sheet = Overlay("The scores", Sheet(*wanted), LIGHT, below)
    sheet.open()
    box = sheet.geometry()
    if size is None:
        size = (wanted[0] + 2 * _MARGIN + 4, wanted[1] + 2 * _MARGIN + sheet.close_button.sizeHint().height())

    assert box.size().toTuple() == size
    assert box.topLeft().toTuple() == ((table[0] - size[0]) // 2, (table[1] - size[1]) // 2)


@pytest.mark.parametrize(
    ("key", "closes"), [(Qt.Key.Key_Escape, True), (Qt.Key.Key_S, True), (Qt.Key.Key_A, False)]
)
def test_a_sheet_is_closed_once_by_escape_or_its_own_key(qtbot: QtBot, key: Qt.Key, *, closes: bool) -> None:
    below = QWidget()
    qtbot.addWidget(below)
    below.resize(800, 600)
    below.show()
    sheet, told = Overlay("The scores", Sheet(300, 200), LIGHT, below), list[str]()
    sheet.closed.connect(lambda: told.append("closed"))
    sheet.open()
    qtbot.keyClick(sheet, key)
    assert sheet.isVisible() is not closes and told == ["closed"] * closes
    sheet.dismiss()
    sheet.dismiss()

    assert told == ["closed"] and not sheet.isVisible()
