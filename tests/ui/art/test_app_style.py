"""The whole program in a theme: the parts that the style Fusion would hide can be seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QMainWindow,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.keep.settings import Settings
from ui.art.app_style import apply_theme
from ui.art.palette import contrast
from ui.art.theme import ThemeName, themed
from ui.look import APPLIED, apply_settings


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, which has the usual settings again after the test."""
    yield qapp
    qapp.setProperty(APPLIED, None)
    apply_settings(Settings())


def most_contrast(image: QImage, ground: str) -> float:
    """The contrast to `ground` of the pixel that stands out most."""
    return max(
        contrast(image.pixelColor(x, y).name(), ground)
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize("name", ThemeName)
@pytest.mark.parametrize("make", [QCheckBox, QRadioButton, QComboBox])
@pytest.mark.parametrize("chosen", [False, True])
def test_check_boxes_radio_buttons_and_lists_stand_out_from_the_window(
    qtbot: QtBot, app: QApplication, name: ThemeName, make: type[QWidget], chosen: bool
) -> None:
    theme = themed(name)
    apply_theme(app, theme)
    widget = make()
    qtbot.addWidget(widget)
    if isinstance(widget, (QCheckBox, QRadioButton)):
        widget.setChecked(chosen)
    widget.resize(60, 46)
    widget.show()

    assert most_contrast(widget.grab().toImage(), theme.window) >= 3


@pytest.mark.parametrize("name", ThemeName)
def test_the_buttons_of_docks_can_be_seen(qtbot: QtBot, app: QApplication, name: ThemeName) -> None:
    theme = themed(name)
    apply_theme(app, theme)
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = QDockWidget("Log", window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.show()
    buttons = [each for each in dock.findChildren(QAbstractButton) if each.isVisible()]
    pictures = [each.grab().toImage() for each in buttons]

    assert len(buttons) == 2
    assert pictures[0] != pictures[1]
    assert min(most_contrast(each, theme.raised) for each in pictures) >= 4.5


def test_the_scale_grows_text_and_targets(qtbot: QtBot, app: QApplication) -> None:
    heights = {}
    for scale in (0.8, 1.0, 2.0):
        apply_theme(app, themed(ThemeName.LIGHT), scale=scale)
        box = QComboBox()
        qtbot.addWidget(box)
        box.ensurePolished()
        heights[scale] = (box.sizeHint().height(), app.font().pixelSize())

    assert heights[1.0][0] >= 44
    assert heights[2.0][0] >= 88
    assert [heights[scale][1] for scale in (0.8, 1.0, 2.0)] == [11, 14, 28]


def test_the_focus_is_visible(qtbot: QtBot, app: QApplication) -> None:
    apply_theme(app, themed(ThemeName.DARK))
    pictures = []
    for focused in (False, True):
        box = QComboBox()
        qtbot.addWidget(box)
        box.resize(120, 46)
        box.show()
        if focused:
            box.setFocus()
            qtbot.waitUntil(box.hasFocus)
        pictures.append(box.grab().toImage())

    assert pictures[0] != pictures[1]
