"""The choice of an animal, as many pictures in a row as fit; and the invitation that is copied."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.animals import ANIMALS, Animal
from ui.art.theme import LIGHT
from ui.dialogs.animals import AnimalPicker
from ui.dialogs.invite import InviteDialog

pytestmark = pytest.mark.usefixtures("sketched")
GAP = 6


def rows(picker: AnimalPicker) -> list[list[QToolButton]]:
    """The buttons of each row, from the left."""
    for _ in range(2):
        QApplication.processEvents()
    found: dict[int, list[QToolButton]] = {}
    for each in picker.findChildren(QToolButton):
        found.setdefault(each.y(), []).append(each)
    return [sorted(row, key=lambda each: each.x()) for _, row in sorted(found.items())]


def test_as_many_animals_stand_in_a_row_as_fit_and_at_most_half_of_them(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    picker = AnimalPicker("", LIGHT)
    picker.setParent(window)
    window.show()
    side = picker.findChildren(QToolButton)[0].sizeHint().width()
    counts = {}
    for wide in (1, side, 2 * side + GAP, 3 * side + 2 * GAP - 1, 3 * side + 2 * GAP, 2000, 4 * side):
        picker.resize(wide, picker.heightForWidth(wide))
        shown = rows(picker)
        counts[wide] = len(shown[0])
        for row in shown:
            assert row[0].x() == 0 and {b.x() - a.x() for a, b in pairwise(row)} <= {side + GAP}
        assert shown[0][0].y() == 0
        assert [each.toolTip() for row in shown for each in row] == [each.capitalize() for each in ANIMALS]

    assert [*counts.values()] == [1, 1, 2, 2, 3, len(ANIMALS) // 2, 3]


@pytest.mark.parametrize("chosen", [Animal.RAY, *ANIMALS[:1]])
def test_only_the_chosen_animal_is_pressed_down(qtbot: QtBot, chosen: Animal) -> None:
    picker = AnimalPicker(chosen, LIGHT)
    qtbot.addWidget(picker)
    pressed = [each for each in picker.findChildren(QToolButton) if each.isChecked()]

    assert [each.toolTip() for each in pressed] == [chosen.capitalize()]
    assert pressed[0].iconSize().toTuple() == (48, 48)


def test_an_invitation_is_copied_but_not_changed_by_typing(qtbot: QtBot) -> None:
    dialog = InviteDialog("SHOAL:LISA")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.text, "x")
    dialog.copy.click()

    assert QApplication.clipboard().text() == dialog.text.toPlainText() == "SHOAL:LISA"
    assert dialog.copy.text() == "Copied"
    dialog._again.start(0)
    qtbot.waitUntil(lambda: dialog.copy.text() == "Copy the invitation")
    assert not dialog._again.isActive()
    without = InviteDialog("")
    qtbot.addWidget(without)
    without.show()
    assert not without.copy.isVisible() and not without.text.isVisible()
