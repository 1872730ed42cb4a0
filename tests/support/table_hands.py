"""Hands and eyes at a table in a test: clicks, drags and keys on pieces, and a game that answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from app.messages import Advanced, Guest, TableInfo
from rules.api import Action, Seat
from rules.driver import LocalTable
from ui.art.theme import Theme, ThemeName, themed
from ui.kit.card_table import CardTable
from ui.kit.game_table import GameTable, Preferences
from ui.kit.pieces import Piece
from ui.kit.surface import Surface

WINDOWS = [
    pytest.param((1280, 740), id="usual"),
    pytest.param((800, 500), id="small", marks=pytest.mark.slow),
]
"""The table in a window of 1280×800, and in one of 800×600."""


def preferences(*, scale: int = 100, motion_ms: int = 0, theme: Theme | None = None) -> Preferences:
    return Preferences(theme or themed(ThemeName.LIGHT, scale=scale), scale, motion_ms, four_colours=True)


def seated(game: str, seats: int, seat: int = 0) -> TableInfo:
    names = ("Ada", "Lisa", "Stephen", "Toby", "Ingeborg", "Mateusz", "Ayse", "Kwame", "Noor", "Bartholomew")
    guests = tuple(
        Guest(names[each], "calm otter vivid plum silver tide", bot=each != seat) for each in range(seats)
    )
    return TableInfo("ab" * 16, game, (), guests, seat)


def lay_out(table: GameTable) -> None:
    """Give a table its size before its first news: a table that was not shown yet has another size."""
    table.resize(1280, 800)
    table.show()


class Play:
    """A local game behind a table: it plays the player's choices, and those of `others` for other seats."""

    def __init__(
        self, table: GameTable, local: LocalTable, others: Callable[[LocalTable], Action], *, seat: int = 0
    ) -> None:
        self.table, self.local, self.others, self.seat = table, local, others, Seat(seat)
        self.chosen: list[Action] = []
        table.chosen.connect(self._choose)
        table.__dict__["behind"] = self  # keeps this game alive, which a connection does not

    @property
    def is_own_turn(self) -> bool:
        return self.local.turn == self.seat

    def show(self) -> None:
        """Let all others move, and show the table every position."""
        self._tell()
        while self.local.turn is not None and not self.is_own_turn:
            self.local.play(self.others(self.local))
            self._tell()

    def _tell(self) -> None:
        self.table.show_advanced(Advanced(len(self.local.events), self.local.view(self.seat), ()))

    def _choose(self, action: Action) -> None:
        self.chosen.append(action)
        self.local.play(action)
        self.show()


def spot(surface: Surface, piece: Piece, part: tuple[float, float] = (0.0, 0.0)) -> QPoint:
    """A point of a piece in the viewport: its middle, or a part of its half size away from it."""
    size = piece.size
    return surface.mapFromScene(
        piece.mapToScene(QPointF(size.width() / 2 * part[0], size.height() / 2 * part[1]))
    )


def click(table: CardTable, piece: Piece, part: tuple[float, float] = (-0.8, 0.0)) -> None:
    """Click near the left edge, which the next card of a fan leaves free."""
    QTest.mouseClick(
        table.surface.viewport(), Qt.MouseButton.LeftButton, pos=spot(table.surface, piece, part)
    )


def drag(table: CardTable, piece: Piece, to: QPointF) -> None:
    """Drag a piece to a point of the scene."""
    view, start, end = (
        table.surface.viewport(),
        spot(table.surface, piece, (-0.8, 0.0)),
        table.surface.mapFromScene(to),
    )
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 5):
        QTest.mouseMove(view, start + (end - start) * (step / 4))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def key(table: CardTable, *keys: Qt.Key) -> None:
    """Press keys, one after the other."""
    for each in keys:
        QTest.keyClick(table.surface, each)
