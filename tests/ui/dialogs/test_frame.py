"""The frame of small windows: its size, what scrolls, where its buttons stand, and where it stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ui.dialogs.frame import FrameDialog
from ui.parts import label


class Foot(QPushButton):
    """A button of this width."""

    def __init__(self, wide: int) -> None:
        super().__init__("OK")
        self.wide = wide

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        return QSize(self.wide, 30)


class Framed:
    """A window with a body of this size, and buttons of these widths."""

    def __init__(
        self, qtbot: QtBot, *body: int, feet: tuple[int, ...] = (80,), wide: int = 50, high: int = 0
    ) -> None:
        self.dialog = FrameDialog("A window", wide=wide, high=high)
        qtbot.addWidget(self.dialog)
        self.body = QWidget() if body else label("word " * 200)
        if body:
            self.body.setFixedSize(*body)
        self.dialog.add(self.body)
        self.feet = [Foot(width) for width in feet]
        self.dialog.add_foot(*self.feet)
        self.screen = self.dialog.screen().availableGeometry()
        self.area = self.dialog._area

    def show(self) -> FrameDialog:
        self.dialog.show()
        QApplication.processEvents()
        return self.dialog

    @property
    def scrolls(self) -> tuple[bool, bool]:
        """True for each direction, across and down, in which something is out of sight."""
        bars = self.area.horizontalScrollBar(), self.area.verticalScrollBar()
        return bars[0].maximum() > 0, bars[1].maximum() > 0


def test_a_window_is_as_large_as_its_body(qtbot: QtBot) -> None:
    framed = Framed(qtbot, 333, 222)
    framed.show()

    assert framed.scrolls == (False, False)
    assert framed.area.viewport().size() == framed.area.widget().sizeHint()


@pytest.mark.parametrize(("wide", "high"), [(400, 300), (500, 0)])
def test_a_window_is_never_smaller_than_its_kind_needs(qtbot: QtBot, wide: int, high: int) -> None:
    shown = Framed(qtbot, 100, 100, wide=wide, high=high).show()

    assert shown.width() == wide and (shown.height() == high if high else 100 < shown.height() < 250)


def test_wrapped_words_are_seen_without_scrolling_and_no_room_is_left_below(qtbot: QtBot) -> None:
    framed = Framed(qtbot, wide=760)
    shown = framed.show()

    assert shown.width() == 760 and framed.scrolls == (False, False)
    assert framed.body.height() == framed.body.heightForWidth(framed.body.width())


def test_a_body_higher_than_the_screen_scrolls_down_and_not_aside(qtbot: QtBot) -> None:
    framed = Framed(qtbot, 300, 3000)
    shown, screen = framed.show(), framed.screen

    assert shown.height() == screen.height() - 56 and shown.width() < screen.width() - 24
    assert framed.scrolls == (False, True)
    assert shown.rect().contains(framed.feet[0].geometry()), "its button is there without scrolling"


def test_a_body_larger_than_the_screen_leaves_an_edge_of_the_screen_free(qtbot: QtBot) -> None:
    framed = Framed(qtbot, 3000, 3000)
    shown = framed.show()

    assert (shown.width(), shown.height()) == (framed.screen.width() - 24, framed.screen.height() - 56)


@pytest.mark.parametrize(("more", "is_row"), [(0, True), (1, False)])
def test_buttons_without_room_beside_each_other_stand_below_one_another(
    qtbot: QtBot, more: int, *, is_row: bool
) -> None:
    framed = Framed(qtbot, 100, 100, feet=(200, 200, 200))
    margins = framed.dialog.layout().contentsMargins()
    room = framed.screen.width() - 24 - margins.left() - margins.right()
    framed.feet[2].wide = room - 3 * 12 - 400 + more
    shown = framed.show()

    assert (len({each.y() for each in framed.feet}) == 1) is is_row
    assert all(shown.rect().contains(each.geometry()) for each in framed.feet)
    if is_row:
        assert shown.width() == framed.screen.width() - 24


@pytest.mark.parametrize(
    ("part", "free"), [((-0.5, -0.5), (0, 0)), ((2.0, 2.0), (1, 1)), ((0.25, 0.5), None)]
)
def test_a_window_that_grows_stays_on_the_screen(
    qtbot: QtBot, part: tuple[float, float], free: tuple[int, int] | None
) -> None:
    framed = Framed(qtbot, 100, 100)
    shown, screen = framed.show(), framed.screen
    wanted = screen.topLeft() + QPoint(int(screen.width() * part[0]), int(screen.height() * part[1]))
    shown.move(wanted)
    shown.fit()
    frame = shown.frameGeometry()
    room = QRect(screen.topLeft(), screen.size() - frame.size())

    if free is None:
        assert frame.topLeft() == wanted
    else:
        ends = QPoint(room.left(), room.top()), QPoint(room.right(), room.bottom())
        assert frame.topLeft() == ends[free[0]]
        assert screen.contains(frame)


@pytest.mark.parametrize(
    ("kind", "is_new"),
    [(QEvent.Type.StyleChange, True), (QEvent.Type.FontChange, True), (QEvent.Type.EnabledChange, False)],
)
def test_a_window_is_resized_when_its_text_size_changes(
    qtbot: QtBot, kind: QEvent.Type, *, is_new: bool
) -> None:
    framed = Framed(qtbot, 100, 100)
    before = framed.show().height()
    framed.body.setFixedHeight(300)
    QApplication.sendEvent(framed.dialog, QEvent(kind))
    for _ in range(3):
        QApplication.processEvents()

    assert framed.dialog.height() == before + 200 * is_new
