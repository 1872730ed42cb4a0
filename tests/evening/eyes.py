"""The unchanged program, with eyes for its player: everything on the screen, with its place.

`python -m tests.evening.eyes [words of shoal]`. Each line of its input is a question in JSON, each line
of its output the answer. It only looks: every press and every letter come from the X server.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QPoint, QSocketNotifier, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QGraphicsItem, QLabel, QLineEdit, QSlider, QWidget

import ui.start
from app.__main__ import main
from app.games.reef.picks import aim_of
from app.games.scene import CHOICE, Token
from tests.support.seen import controls, name_of
from ui.docks.speech import Speech
from ui.kit.pieces import Piece
from ui.kit.surface import Surface
from ui.tables.reef.table import ReefTable
from ui.tables.reef.things import Thing
from ui.window import Window

LOOKS, BETWEEN_MS = 12, 120
"""Limit of looks before a photograph, which is taken once two looks are alike; milliseconds between looks."""
STEPS = (0.5, 0.15, 0.85, 0.06, 0.94)
"""Places, in shares of a piece, at which an uncovered point is sought."""


class Eyes(QObject):
    """The answers to questions about the window, one a line on standard output."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._asked)

    def _asked(self) -> None:
        line = sys.stdin.readline()
        if not line:
            self._notifier.setEnabled(False)
            self._window.leave_at_once()  # the player is gone
            return
        question = json.loads(line)
        if question["ask"] == "photo":
            _still().save(question["path"])
            self._say({})
        else:
            self._say(self._look())

    def _say(self, answer: dict[str, object]) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    def _look(self) -> dict[str, object]:
        top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._window
        at_table, replay = self._window.at_table, self._window.watched.screen
        screen = at_table or replay
        model = None if at_table is None else at_table.model
        return {
            "page": type(self._window.pages.currentWidget()).__name__,
            "top": type(top).__name__,
            "texts": [each.text() for each in top.findChildren(QLabel) if each.isVisible() and each.text()],
            "controls": [_control(each) for each in controls(top) if each.isVisible()],
            "pieces": [] if screen is None or top is not self._window else _pieces(screen),
            "bubbles": [each.accessibleName() for each in top.findChildren(Speech)],  # also those gone again
            "log": [] if model is None else [line.text for line in model.log],
            "status": "" if at_table is None else at_table.status.text(),
            "is_ours": model is not None and model.is_our_turn and model.is_under_way,
            "is_over": model is not None and not model.is_under_way,
            "is_behind": at_table is not None and at_table.table.is_behind,
            "end": at_table is not None and at_table.end.isVisible(),
        }


def _still() -> QImage:
    """The whole screen at rest: a dialog that closes leaves a hole until the programs below have painted."""
    seen = QApplication.primaryScreen().grabWindow(0).toImage()
    for _ in range(LOOKS):
        rest = QEventLoop()  # this program goes on painting meanwhile
        QTimer.singleShot(BETWEEN_MS, rest.quit)
        rest.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        now = QApplication.primaryScreen().grabWindow(0).toImage()
        if now == seen:
            break
        seen = now
    return seen


def _control(each: QWidget) -> dict[str, object]:
    middle = QPoint(each.width() // 2, each.height() // 2)
    at = each.mapToGlobal(middle)
    return {
        "name": name_of(each),
        "kind": type(each).__name__,
        "x": at.x(),
        "y": at.y(),
        "enabled": each.isEnabled(),
        "seen": each.visibleRegion().contains(middle),
        "value": _value(each),
    }


def _value(each: QWidget) -> object:
    if isinstance(each, QComboBox):
        return each.currentText()
    if isinstance(each, QLineEdit):
        return each.text()
    return each.value() if isinstance(each, QSlider) else ""


def _pieces(screen: QWidget) -> list[dict[str, object]]:
    """The pieces that can be pressed on the table; `mark` is their mark, `kind` their kind (only on the
    reef)."""
    found = []
    lights = lights_on(screen)
    for view in screen.findChildren(Surface):
        for piece in view.buttons():
            at = _free_place(view, piece)
            if at is not None:
                mark = "" if piece.mark is None else piece.mark.value
                kind = ""
                if isinstance(piece, Thing):
                    mark, kind = lights.get(piece.target, ""), aim_of(piece.target).removeprefix(CHOICE)
                found.append({"name": piece.name, "mark": mark, "kind": kind, "x": at.x(), "y": at.y()})
    return found


def lights_on(screen: QWidget) -> dict[Token, str]:
    """The highlights of the things on a reef."""
    return {
        at: shown.light.value
        for table in screen.findChildren(ReefTable)
        for at, shown in table.pieces.items()
    }


def _free_place(view: Surface, piece: Piece) -> QPoint | None:
    """A point of the screen at which a press meets the piece and nothing else."""
    size = piece.size
    for across in STEPS:
        for down in STEPS:
            spot = piece.mapToScene((across - 0.5) * size.width(), (down - 0.5) * size.height())
            pixel = view.mapFromScene(spot)
            at = view.viewport().mapToGlobal(pixel)
            if _hit(view, pixel) is piece and QApplication.widgetAt(at) is view.viewport():
                return at
    return None


def _hit(view: Surface, pixel: QPoint) -> Piece | None:
    """The piece that a press there meets; pictures that let presses through do not count."""
    for item in view.items(pixel):
        each: QGraphicsItem | None = item
        while each is not None and not isinstance(each, Piece):
            each = each.parentItem()
        if isinstance(each, Piece) and each.is_button:
            return each
    return None


def _with_eyes() -> None:
    usual = ui.start.after_the_first_paint

    def after(window: Window, *told: object) -> None:
        window.setGeometry(*map(int, os.environ["PLACE"].split()))  # there is no window manager
        usual(window, *told)
        Eyes(window)

    ui.start.after_the_first_paint = after


if __name__ == "__main__":
    _with_eyes()
    Path("/proc/self/comm").write_text("shoal-eyes")
    raise SystemExit(main(sys.argv[1:]))
