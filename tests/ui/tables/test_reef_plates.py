"""The plates of Reef Encounter."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.games.reef.picks import Aim, token
from tests.support.table_hands import preferences
from tests.support.window import Story
from ui.tables.reef.plate_looks import ReefPlateLook
from ui.tables.reef.table import ReefTable


def test_every_plate_has_the_animal_of_its_player(qtbot: QtBot) -> None:
    story = Story("reef")
    table = ReefTable(story.info, preferences())
    qtbot.addWidget(table)
    table.resize(1000, 700)
    table.show()
    table.show_advanced(story.until_own_turn())
    shown = []
    for seat in range(4):
        picture = table.stage.things[token(Aim.PLAYER, seat)].picture
        assert picture is not None and isinstance(picture.kind, ReefPlateLook)
        shown.append(picture.kind.animal)

    assert shown == [guest.animal for guest in story.info.guests]
    assert len(set(shown)) == 4
