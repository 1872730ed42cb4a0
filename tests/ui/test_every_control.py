"""Every control of every screen: visible, inside its window, large enough, named, reachable."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from tests.gallery import SOME, give_size, put_up, take_down
from tests.gallery_states.shell import STATES, at_table
from tests.support.quick import quick_only
from tests.support.seen import complaints, controls, items_held, name_of, shortcomings, strays
from tests.support.window import surfaces
from tests.ui.layouts import EVERY, FOLDER, QUICK, SMALL, USUAL, changed, path, paths
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Preferences

pytestmark = pytest.mark.usefixtures("undressed", "sketched", "in_utc")
PREFERENCES = Preferences(theme=themed(ThemeName.LIGHT), scale=100, motion_ms=0, four_colours=True)
LEAST = {name: 9 if name == "host-form" else 1 for name, _ in STATES}
"""Fewest controls to be found, by state."""


@pytest.mark.parametrize("name", quick_only(EVERY, *QUICK))
def test_every_control_can_be_used_and_its_layout_is_the_kept_one(qapp: QApplication, name: str) -> None:
    """States are put up in a usual window; some must also be whole in the smallest one.

    Places, words and possible presses are those of the kept layouts (`python -m tests.ui.layouts`).
    """
    shown = put_up(EVERY[name])
    give_size(shown, USUAL)
    count = sum(each.isVisible() for each in controls(shown))
    found, lost, held = complaints(shown), strays(), items_held()
    nameless = [piece.look for view in surfaces() for piece in view.buttons() if not piece.name]
    moved = changed(shown, path(name)) if name in QUICK else []
    small = []
    if name in SOME:
        give_size(shown, SMALL)
        small = [*complaints(shown), *shortcomings(shown)]
        moved += changed(shown, path(name, SMALL)) if name in QUICK else []
    take_down(shown)

    assert count >= LEAST.get(name, 0)  # a search that finds none complains of none
    assert found == []
    assert lost == []
    assert held == []
    assert nameless == []
    assert small == []
    assert not moved, "\n".join(moved)


def test_no_layout_is_left_over() -> None:
    assert {*FOLDER.iterdir()} == paths()


def test_the_key_c_opens_the_chat_whose_field_takes_and_sends_a_line(qapp: QApplication) -> None:
    """C opens the chat and goes into its field; letters stay letters there; Send sends."""
    made, program, _ = at_table(PREFERENCES)
    QTest.keyClick(made, Qt.Key.Key_C)
    qapp.processEvents()
    field = made.table_docks.chat.entry
    sends = [each for each in made.findChildren(QPushButton) if name_of(each) == "Send"]
    [send] = [each for each in sends if each.isVisible()]
    before = [dock.isVisible() for dock in made.table_docks.docks.values()]

    assert field.isVisible() and field.window() is made and field.hasFocus()
    assert isinstance(qapp.focusWidget(), QLineEdit)
    QTest.keyClicks(qapp.focusWidget(), "Cheers, Bob? L1")
    assert field.text() == "Cheers, Bob? L1"
    assert [dock.isVisible() for dock in made.table_docks.docks.values()] == before
    QTest.mouseClick(send, Qt.MouseButton.LeftButton)
    assert [str(getattr(order, "text", "")) for order in program.tables[0].orders][-1] == "Cheers, Bob? L1"
    assert field.text() == ""
    take_down(made)
