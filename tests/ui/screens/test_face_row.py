"""Faces of a table: how many are drawn, and the room that they take."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.animals import Animal
from ui.art.theme import LIGHT
from ui.screens.face_row import FaceRow

CRAB, SEAL = Animal.CRAB, Animal.SEAL


@pytest.mark.parametrize(
    ("faces", "free", "shown", "wide"),
    [
        ((), 0, ((), 0), 40),
        ((CRAB,), 0, ((CRAB,), 0), 40),
        ((CRAB, None), 0, ((CRAB, None), 0), 65),
        ((CRAB, SEAL), 1, ((CRAB, SEAL), 1), 90),
        ((CRAB, SEAL, CRAB), 5, ((CRAB, SEAL, CRAB), 1), 114),
        ((CRAB,) * 4, 2, ((CRAB,) * 4, 0), 114),
        ((CRAB,) * 6, 2, ((CRAB,) * 4, 0), 114),
        ((), 9, ((), 4), 114),
    ],
)
def test_at_most_four_faces_and_free_seats_are_drawn_in_an_overlapping_row(
    qtbot: QtBot, faces: tuple[Animal | None, ...], free: int, shown: object, wide: int
) -> None:
    row = FaceRow(LIGHT)
    qtbot.addWidget(row)
    assert (row.faces, row.free) == ((), 0)
    row.tell(faces, free)

    assert (row.faces, row.free) == shown
    assert row.sizeHint().toTuple() == (wide, 40)
    row.tell(())
    assert row.sizeHint().toTuple() == (40, 40)
