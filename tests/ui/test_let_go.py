"""A closed window is let go with everything in it: tables, models, positions, pictures."""

from __future__ import annotations

import gc
from collections import Counter

import pytest
from PySide6.QtWidgets import QApplication

from app.screens.table import TableModel
from tests.gallery import give_size, put_up, states, take_down
from tests.support.quick import quick_only
from ui.kit.game_table import GameTable
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

KINDS = (Window, GameTable, TableModel)
STATES = dict(states())


def held() -> Counter[str]:
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if issubclass(type(each), KINDS))


@pytest.mark.parametrize(
    "name",
    quick_only(
        ("home-with-games", "table", "replay", "table-asked-reef", "dialog-settings"), "table", "replay"
    ),
)
def test_closed_screens_are_freed(qapp: QApplication, name: str) -> None:
    before = held()
    shown = put_up(STATES[name])
    give_size(shown, (1280, 800))
    take_down(shown)
    del shown
    for _ in range(3):
        qapp.processEvents()

    assert held() - before == Counter()
