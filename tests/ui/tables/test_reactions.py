"""Reactions show on every table, over the player who sends them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from net.wire.bodies import REACTIONS
from tests.support.table_hands import preferences
from tests.support.window import Story
from ui.docks.faces import FACES, Face
from ui.docks.remarks import BESIDE, LEAST, Remarks
from ui.kit.game_table import GameTable
from ui.tables.catalogue import make_table

GAMES = ("cahoots", "kings", "matriculation", "plump", "reef")
SIZES = [(1280, 800), (780, 480)]


def at(qtbot: QtBot, game: str, size: tuple[int, int]) -> GameTable:
    story = Story(game)
    table = make_table(story.info, preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    QApplication.processEvents()
    table.show_advanced(story.until_own_turn())
    table.hurry()
    QApplication.processEvents()
    return table


def seen(table: GameTable) -> list[Face]:
    return [each for each in table.findChildren(Face) if each.isVisible()]


def picture(table: GameTable, place: QRect) -> bytes:
    return bytes(table.grab(place).toImage().constBits())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_a_reaction_covers_the_sender_picture(qtbot: QtBot, game: str, size: tuple[int, int]) -> None:
    table = at(qtbot, game, size)
    said = Remarks(table)
    for seat, what in enumerate(("laugh", "oops", "cheers", "hurry")):
        said.show_face(seat, what, f"{seat} says {what}.")
    faces = seen(table)

    assert [each.accessibleName() for each in faces] == [
        "0 says laugh.", "1 says oops.", "2 says cheers.", "3 says hurry.",
    ]  # fmt: skip
    for seat, face in enumerate(faces):
        covered = table.picture_of(seat)
        assert face.geometry().contains(covered.toRect().center())
        assert table.rect().contains(face.geometry())
        assert face.x() == 0 or face.geometry().right() <= covered.right() + BESIDE, "over the name"
        assert face.width() == face.height() >= LEAST
        for other in faces[seat + 1 :]:
            assert not face.geometry().intersects(other.geometry())


def test_every_reaction_has_a_picture_of_its_own(qtbot: QtBot) -> None:
    table = at(qtbot, "plump", SIZES[0])
    faces, pictures = Remarks(table), set()
    for what in REACTIONS:
        faces.show_face(1, what, what)
        [face] = seen(table)
        pictures.add(picture(table, face.geometry()))

    assert tuple(FACES) == REACTIONS
    assert len(pictures) == len(REACTIONS)


def test_a_reaction_disappears_and_the_next_replaces_it(qtbot: QtBot) -> None:
    table = at(qtbot, "plump", SIZES[0])
    faces = Remarks(table)
    faces.show_face(1, "laugh", "Ada laughs.")
    faces.show_face(1, "oops", "Ada says oops.")
    [face] = seen(table)
    assert face.accessibleName() == "Ada says oops."

    face.gone.timeout.emit()
    assert not seen(table)


def test_pieces_below_a_reaction_can_still_be_pressed(qtbot: QtBot) -> None:
    table = at(qtbot, "kings", SIZES[0])
    Remarks(table).show_face(0, "laugh", "You laugh.")
    [face] = seen(table)
    middle: QPoint = face.geometry().center()
    below: QWidget | None = table.childAt(middle)

    assert below is not None
    assert not isinstance(below, Face)


def test_after_a_change_of_size_a_reaction_is_not_left_where_nobody_sits(qtbot: QtBot) -> None:
    table = at(qtbot, "reef", SIZES[0])
    Remarks(table).show_face(2, "laugh", "Stephen laughs.")
    table.resize(*SIZES[1])
    QApplication.processEvents()

    assert not seen(table)
