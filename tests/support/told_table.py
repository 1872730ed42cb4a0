"""A table as text: what it says, a line for each piece, and what becomes of each key and click.

`tests.support.laid` tells what is drawn in the usual window. Here places, names, marks and looks are values,
so that a table is told in any window within milliseconds (`tests.ui.tables.kept`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtTest import QTest

from app.games.picks import Routes
from app.games.scene import Scene
from net.wire.form import fields_of
from ui.art.marks import Mark
from ui.kit.game_table import GameTable
from ui.kit.pieces import Piece
from ui.kit.surface import Surface

SHORT = 40
"""Greatest length of a value; a longer one is written as a checksum."""
KEYS = tuple(
    Qt.Key(each)
    for each in (
        *range(Qt.Key.Key_0, Qt.Key.Key_9 + 1),
        *range(Qt.Key.Key_A, Qt.Key.Key_Z + 1),
        *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Plus, Qt.Key.Key_Minus),
        *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab),
    )
)
MOST_CLICKED, MOST_GOALS = 16, 3
"""Numbers of pieces that are clicked at a table, drawn evenly, and of those that are clicked after one."""
HELD_KEYS = (*KEYS[:6], Qt.Key.Key_V, Qt.Key.Key_Z)
"""Keys that are pressed with Ctrl."""
AFTER = (Qt.Key.Key_Backspace, Qt.Key.Key_Return)
"""Keys that are pressed after two clicks that chose nothing."""
SIGNALS = ("chosen", "asks", "why_not", "sorted_by", "back_wanted")


class Presser:
    """Presses everything at a table and tells what follows. Nobody answers: each choice is refused."""

    def __init__(self, table: GameTable) -> None:
        self.table, self.surface = table, surface_of(table)
        self._heard: list[str] = []
        for name in SIGNALS:
            signal = getattr(table, name)
            signal.connect(lambda *what, name=name: self._heard.append(" ".join([name, *map(str, what)])))
        QTest.keyClick(self.surface, Qt.Key.Key_Escape)
        self._heard.clear()
        self._before = told(table)
        self._focus = ""

    def lines(self) -> Iterator[str]:
        """Tell the effect of each key that has one; then that of a click on pieces, and after each of them of
        a click on some that it has marked, or of dropping the first there."""
        self.surface.setFocus()
        for held, keys in (
            (Qt.KeyboardModifier.NoModifier, KEYS),
            (Qt.KeyboardModifier.ControlModifier, HELD_KEYS),
        ):
            for key in keys:
                QTest.keyClick(self.surface, key, held)
                ctrl = "Ctrl+" if held is Qt.KeyboardModifier.ControlModifier else ""
                yield from self._outcome(f"key {ctrl}{key.name.removeprefix('Key_')}")
        many = len(self.surface.buttons())
        for at in range(0, many, max(1, -(-many // MOST_CLICKED))):
            piece = self.surface.buttons()[at]
            name, is_dragged = piece.name, piece.is_draggable
            marks = {each: each.mark for each in self.surface.buttons()}
            piece.clicked.emit()
            goals = [
                each.name
                for each in self.surface.buttons()
                if each.mark in (Mark.TARGET, Mark.PLAYABLE) and each.mark is not marks.get(each)
            ]
            has_chosen = any(each.startswith("chosen") for each in self._heard)
            yield from self._outcome(f"click {name}", is_told_always=True)
            for goal in () if has_chosen else goals[:MOST_GOALS]:
                is_open = self._click(at, goal)
                yield from self._outcome(f" then {goal}", is_told_always=True)
                for key in AFTER if is_open and goal == goals[0] else ():
                    self._click(at, goal)
                    self._heard.clear()
                    QTest.keyClick(self.surface, key)
                    yield from self._outcome(f"  then {key.name.removeprefix('Key_')}", is_told_always=True)
                for there in self._named(goal) if is_dragged else ():
                    self.surface.buttons()[at].dropped.emit(there.pos())
                    yield from self._outcome(" or dropped there", is_told_always=True)

    def _click(self, at: int, goal: str) -> bool:
        """Click a piece and then another; True if that chose nothing."""
        self.surface.buttons()[at].clicked.emit()
        self._heard.clear()
        for there in self._named(goal):
            there.clicked.emit()
        return not any(each.startswith("chosen") for each in self._heard)

    def _named(self, name: str) -> list[Piece]:
        """The first piece with a name; none if there is no such piece."""
        return [each for each in self.surface.buttons() if each.name == name][:1]

    def _outcome(self, what: str, *, is_told_always: bool = False) -> Iterator[str]:
        now, focused = told(self.table), self.surface.focused()
        words = [*self._heard]
        if focused is not None and focused.name != self._focus:
            words.append(f"focus {focused.name}")
        if now != self._before:
            words.append(f"~{checksum(now)}")
        if words or is_told_always:
            yield f"{what} -> {'; '.join(words) or 'nothing'}"
        self._put_back(now)

    def _put_back(self, now: Sequence[str]) -> None:
        if "sorted_by" in " ".join(self._heard):
            QTest.keyClick(self.surface, Qt.Key.Key_O)
        if self._heard or now != self._before:
            self.table.show_refused()
        for _ in range(3):
            if told(self.table) != self._before:
                QTest.keyClick(self.surface, Qt.Key.Key_Escape)
        self._heard.clear()
        focused = self.surface.focused()
        self._focus = focused.name if focused is not None else ""


def told(table: GameTable) -> list[str]:
    """Words and pieces that the table shows now."""
    said = {
        "next": getattr(table, "next_press", ""),
        "back": getattr(table, "back_words", ""),
        "bubble": table.bubble.text if hasattr(table, "bubble") else "",
    }
    return [
        *(f"{name}: {words}" for name, words in said.items() if words),
        f"hand top {table.hand_top()}",
        f"pictures {value([table.picture_of(seat) for seat in range(len(table.info.guests))])}",
        *map(line_of, surface_of(table).pieces()),
    ]


def pointed_out(table: GameTable) -> list[str]:
    """A line about hints: a checksum of the pieces that a hint about each thing would mark, and the things
    without a piece."""
    shown = getattr(table, "shown", None)
    scene = getattr(shown, "scene", shown)
    if not isinstance(scene, Scene):
        return []
    routes = getattr(table, "choices", getattr(shown, "routes", getattr(table, "routes", None)))
    every = [piece.at for zone in scene.zones for piece in zone.pieces]
    every += [at for route in routes.whole for at in route] if isinstance(routes, Routes) else []
    pieces = {at: table.piece_at(at) for at in every}
    names = [f"{at} {piece.name}" for at, piece in pieces.items() if isinstance(piece, Piece)]
    return [f"hints ~{checksum(names)}, none for {[at for at, piece in pieces.items() if piece is None]}"]


def surface_of(table: GameTable) -> Surface:
    """The surface of a table."""
    surface = table.findChild(Surface)
    assert isinstance(surface, Surface)
    return surface


def line_of(piece: Piece) -> str:
    """A piece: order, place, size, height above the cloth, words, uses, mark and look."""
    spot = piece.motion.target
    flags = {
        "button": piece.is_button,
        "drag": piece.is_draggable,
        "dim": piece.is_dimmed,
        "chosen": piece.is_chosen,
        "told": piece.is_pointed_out,
        "clear": piece.opacity() < 1,
    }
    turned = f"turned {spot.turn:.1f} {spot.size:.2f}" if spot.turn or spot.size != 1.0 else ""
    parts = [
        f"{piece.order} {value(spot.at)} {value(piece.size)} {piece.zValue():g}",
        turned,
        repr(piece.name),
        repr(piece.about) if piece.about else "",
        *(name for name, is_so in flags.items() if is_so),
        piece.mark.name.lower() if piece.mark is not None else "",
        shortened(value(piece.look)) if piece.look is not None else "",
    ]
    return " ".join(filter(None, parts))


def value(each: object) -> str:  # noqa: PLR0911  (a table of kinds)
    """A value as text that is the same in every run; lengths are rounded to tenths of a pixel."""
    match each:
        case QPointF():
            return f"{value(each.x())},{value(each.y())}"
        case QSizeF():
            return f"{value(each.width())}x{value(each.height())}"
        case QRectF():
            return f"{value(each.topLeft())} {value(each.size())}"
        case Enum():
            return each.name
        case float():
            return f"{round(each, 1) + 0:g}"
        case frozenset():
            return f"{{{', '.join(sorted(map(value, each)))}}}"
        case tuple() | list():
            return f"({', '.join(map(value, each))})"
        case dict():
            return f"{{{', '.join(f'{value(key)}: {value(of)}' for key, of in each.items())}}}"
    if fields_of(type(each)):
        parts = (value(getattr(each, name)) for name in fields_of(type(each)))
        return f"{type(each).__name__}({', '.join(parts)})"
    return str(getattr(each, "__name__", each))


def shortened(text: str) -> str:
    """The text, or its checksum if it is long."""
    return text if len(text) <= SHORT else f"~{checksum([text])}"


def checksum(lines: Sequence[str]) -> str:
    """A checksum of some lines: six hexadecimal digits."""
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=3).hexdigest()
