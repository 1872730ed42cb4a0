"""The form of a new table: scrolling it with the wheel changes none of its values."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from app.keep.settings import Settings
from app.screens.lobby import setup_for
from net.wire.genesis import Half
from ui.art.theme import ThemeName, themed
from ui.look import apply_settings
from ui.screens.host_page import HostPage


def test_the_mouse_wheel_scrolls_the_form_and_changes_no_box(qtbot: QtBot) -> None:
    page = HostPage(themed(ThemeName.LIGHT))
    qtbot.addWidget(page)
    page.resize(800, 400)
    page.show()
    qtbot.waitExposed(page)
    QApplication.processEvents()
    boxes = [*page.findChildren(QComboBox), *page.findChildren(QSpinBox)]
    before = [value(box) for box in boxes]
    for box in boxes:
        middle = QPointF(box.rect().center())
        for down in (-120, 120, -120):
            turn = QWheelEvent(
                middle,
                QPointF(box.mapToGlobal(box.rect().center())),
                QPoint(),
                QPoint(0, down),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(box, turn)
            assert not turn.isAccepted(), "so that what scrolls gets it, in the program"

    assert len(boxes) > 8 and [value(box) for box in boxes] == before


def value(box: QComboBox | QSpinBox) -> object:
    return box.currentIndex() if isinstance(box, QComboBox) else box.value()


def test_the_form_has_a_choice_for_a_game_that_half_the_players_leave(qtbot: QtBot) -> None:
    page = HostPage(themed(ThemeName.LIGHT))
    qtbot.addWidget(page)
    page.resize(800, 900)
    page.show()
    qtbot.waitExposed(page)
    qtbot.mouseClick(page.more, Qt.MouseButton.LeftButton)
    page.seats.setFocus()
    qtbot.keyClick(page.seats, Qt.Key.Key_Home)
    page.seats.setValue(2)
    QApplication.processEvents()
    words = {box.accessibleName(): box for box in page.findChildren(QComboBox) if box.isVisible()}
    assert "If half are gone" not in words
    for title, downs in (("If the other is gone", 2), ("Time to come back", 2)):
        box = words[title]
        box.setFocus()
        for _ in range(downs):
            qtbot.keyClick(box, Qt.Key.Key_Down)
    assert words["If the other is gone"].currentText() == "the one who stays wins"
    assert words["Time to come back"].currentText() == "10 minutes"
    with qtbot.waitSignal(page.opened) as opened:
        qtbot.mouseClick(page.open, Qt.MouseButton.LeftButton)

    policy = opened.args[0].hosting(asks=True).policy
    assert (policy.half, policy.half_after_min) == (Half.WINS, 10)


def test_each_choice_is_offered_once_explained_and_beside_its_title_or_below_it(qtbot: QtBot) -> None:
    apply_settings(Settings())
    page = HostPage(themed(ThemeName.LIGHT))
    qtbot.addWidget(page)
    page.resize(1000, 900)
    page.show_setup(setup_for("plump"), rebuild=True)
    page.show()
    qtbot.mouseClick(page.more, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    boxes = [box for box in page.findChildren(QComboBox) if box.isVisible()]
    read = [each.text() for each in page.findChildren(QLabel) if each.isVisible()]
    for box in boxes:
        choices = [box.itemText(at) for at in range(box.count())]
        assert len(choices) == len(set(choices)) > 1
        assert box.accessibleDescription() == "" or box.accessibleDescription() in read

    def below() -> set[bool]:
        QApplication.processEvents()
        titles = {each.text(): each for each in page.findChildren(QLabel) if each.isVisible()}
        return {box.x() == titles[box.accessibleName()].x() for box in boxes}

    assert below() == {False}
    page.resize(420, 900)
    assert below() == {True}
    page.resize(1000, 900)
    assert below() == {False}
