"""A robot that knows no game: it reads the header, the names of things and the signs on them, and presses.

What it is told is a row of names ("2, Play a cube", "white cube"), as an introduction gives them. By mouse it
clicks what is called so, by keys it types the sign of the thing, or walks there with Tab and arrows.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.kit.game_table import GameTable
from ui.kit.pieces import Piece
from ui.kit.surface import Surface, _nearest

PARTS = (0.0, -0.9, 0.9, -0.6, 0.6, -0.3, 0.3)
"""Where, in shares of half a piece, a place is looked for that no other piece covers."""
SIGNS: tuple[tuple[str, str], ...] = (
    (r"10, Collect", "0"),
    (r"(\d), ", r"\1"),
    (r"bid (\d+), ", r"\1\r"),
    (r"Main pile", "M"),
    (r"Veto", "V"),
    (r"Draw a card", "D"),
    (r"Stop the combo", "S"),
    (r"Pass", "N"),
    (r"Discard", "D"),
    (r"king of \w+ has", "K"),
    (r"Your house 1", "A"),
    (r"Your house 2", "S"),
    (r"Your house 3", "D"),
    (r"End the turn", "E"),
    (r"Attack", "\r"),
)
"""The key that is drawn on a thing, by the beginning of its name."""
KEYS = {**{chr(code): Qt.Key(code) for code in (*range(48, 58), *range(65, 91))}, "\r": Qt.Key.Key_Return}


class Robot:
    """Presses things of one table, by mouse or by keys alone."""

    def __init__(self, table: GameTable, *, by_keys: bool) -> None:
        surface = table.findChild(Surface)
        assert surface is not None
        self.surface, self.by_keys = surface, by_keys
        surface.setFocus()

    def press(self, name: str) -> None:
        """Press the thing whose name begins so, or has this at the head of one of its words."""
        piece = self.find(name)
        if self.by_keys:
            self._type(piece)
        else:
            QTest.mouseClick(self.surface.viewport(), Qt.MouseButton.LeftButton, pos=self._seen(piece))
        QApplication.processEvents()

    def again(self) -> None:
        """Press once more what was pressed last."""
        if self.by_keys:
            QTest.keyClick(self.surface, Qt.Key.Key_Return)
        else:
            self.press(self._last)
        QApplication.processEvents()

    _last = ""

    def find(self, name: str) -> Piece:
        """The first thing that is called so; a table's things come over turns of the event loop."""
        self._last = name
        wanted = re.compile(rf"(?:^|\b){re.escape(name)}", re.IGNORECASE)
        for fits in (wanted.match, wanted.search):
            for _ in range(200):
                if found := [each for each in self.surface.buttons() if fits(each.name)]:
                    return found[0]
                QApplication.processEvents()
        raise AssertionError((name, [each.name for each in self.surface.buttons()]))

    def _seen(self, piece: Piece) -> object:
        """A point of a thing that nothing else covers."""
        view = self.surface.viewport().rect()
        for x in PARTS:
            for y in PARTS:
                at = piece.mapToScene(QPointF(x * piece.size.width() / 2, y * piece.size.height() / 2))
                over = [
                    each
                    for each in self.surface.scene().items(at)
                    if isinstance(each, Piece) and each.is_button and each.isVisible()
                ]
                if over and over[0] is piece and view.contains(self.surface.mapFromScene(at)):
                    return self.surface.mapFromScene(at)
        raise AssertionError(f"{piece.name} is covered")

    # -- by keys -------------------------------------------------------------------------------

    def _type(self, piece: Piece) -> None:
        for begin, signs in SIGNS:
            if found := re.match(begin, piece.name):
                for sign in found.expand(signs) if "\\1" in signs else signs:
                    QTest.keyClick(self.surface, KEYS[sign])
                return
        self._walk(piece)
        QTest.keyClick(self.surface, Qt.Key.Key_Return)

    def _walk(self, piece: Piece) -> None:
        """Tab from zone to zone, then the arrow that leads nearest, until the thing has the keyboard."""
        self.surface.setFocus()
        for _ in range(12):
            here = self.surface.focused()
            if here is not None and here.order == piece.order:
                break
            QTest.keyClick(self.surface, Qt.Key.Key_Tab)
            if not self.surface.hasFocus():
                self.surface.setFocus()
        for _ in range(4):  # what has the keyboard may stand out, and another way lead on
            here = self.surface.focused()
            if here is None:  # what had the keyboard is gone
                QTest.keyClick(self.surface, Qt.Key.Key_Right)
                here = self.surface.focused()
            assert here is not None
            for key in self._way(here, piece):
                QTest.keyClick(self.surface, key)
            if self.surface.focused() is piece:
                break
        assert self.surface.focused() is piece, (piece.name, "is out of reach of the arrows")

    def _way(self, start: Piece, to: Piece) -> list[Qt.Key]:
        """The shortest row of arrows from one thing to another."""
        buttons = self.surface.buttons()
        ways: dict[Piece, list[Qt.Key]] = {start: []}
        coming = [start]
        for here in coming:
            if here is to:
                return ways[to]
            for key, step in ARROWS.items():
                there = _nearest(here, buttons, step)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], key]
                    coming.append(there)
        raise AssertionError(f"no arrows lead from {start.name} to {to.name}")


ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
