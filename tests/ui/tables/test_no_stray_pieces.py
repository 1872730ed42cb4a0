"""No piece without an owner: random games with motion, interrupted in flight in every way there is.

Beside each table stands its twin, which is told the same news without motion and only at the end
given the same size and looks: nothing of the interruptions may be left to be seen.
"""

from __future__ import annotations

import random
from itertools import count

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.messages import Advanced
from rules.api import Seat
from rules.driver import LocalTable
from tests.support.catalogue import playing
from tests.support.pieces_at_rest import advance, arrive, sight, surface_of, wrongs
from tests.support.samples import PACKAGES, entry_of
from tests.support.table_hands import preferences, seated, spot
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Preferences
from ui.tables.catalogue import make_table

pytestmark = pytest.mark.usefixtures("sketched")

LONG_MS = 100_000
"""Time of a card's flight, so long that no piece arrives by itself while a test runs."""
SIZES = ((960, 600), (800, 560), (640, 480))
NEWS = 35


class Sitting:
    """A random game told to a table that moves, and to its twin."""

    def __init__(self, qtbot: QtBot, game: str, *, seats: int, seed: int) -> None:
        self.rng = random.Random(seed)
        entry = entry_of(game) if game in PACKAGES else catalogue().named(game)
        self.local = LocalTable(entry.rules.start(seats, {}), seats, self.rng)
        info = seated(game, seats)
        with playing(entry):
            self.table, self.twin = (
                make_table(info, preferences(motion_ms=LONG_MS)),
                make_table(info, preferences()),
            )
        for each in (self.table, self.twin):
            qtbot.addWidget(each)
            each.resize(*SIZES[0])
            each.show()
        self.k, self._told = count(1), 0
        self._held_at: QPoint | None = None

    def tell(self) -> None:
        """Tell both tables the news since the last time."""
        events, self._told = tuple(self.local.events[self._told :]), len(self.local.events)
        news = Advanced(next(self.k), self.local.view(Seat(0)), events)
        self.table.show_advanced(news)
        self.twin.show_advanced(news)

    def move(self) -> None:
        """Play a random move of the seat on turn, and tell it."""
        self.local.play(self.rng.choice(self.local.actions()))
        self.tell()

    def interrupt(self) -> None:
        """Do one of the things that can happen to a window while pieces are on their way."""
        rng, table = self.rng, self.table
        ways = (
            lambda: table.resize(*rng.choice(SIZES)),
            lambda: table.set_preferences(_preferences(rng)),
            table.hurry,
            table.show_refused,
            self._press,
            self._rested,
            self._drag,
            lambda: advance(table, rng.random()),
        )
        rng.choice(ways)()
        settle()

    def rest(self) -> list[str]:
        """Let all pieces arrive; return the complaints about them."""
        if self._held_at is not None:
            self._drag()
        arrive(self.table)
        settle()
        return wrongs(self.table)

    def end(self) -> None:
        """Let both come to rest, the twin at the size and with the looks of the table."""
        self.rest()
        for each in (self.table, self.twin):
            surface = surface_of(each)
            for zoom in [piece for piece in surface.buttons() if piece.name == "Show all boards"]:
                zoom.press()
            QTest.keyClick(surface, Qt.Key.Key_Escape)
            QApplication.sendEvent(surface.viewport(), QEvent(QEvent.Type.Leave))
            each.hurry()
        preferences = self.table.preferences
        self.twin.set_preferences(
            Preferences(preferences.theme, preferences.scale, 0, preferences.four_colours)
        )
        self.twin.resize(self.table.size())
        settle()

    def _press(self) -> None:
        """Press something as the player would, and let go of the card that it picked up."""
        buttons = surface_of(self.table).buttons()
        if buttons:
            self.rng.choice(buttons).press()

    def _drag(self) -> None:
        """Drag something, or drop the dragged piece on the cloth, as the player would."""
        surface = surface_of(self.table)
        view, left = surface.viewport(), Qt.MouseButton.LeftButton
        things = [piece for piece in surface.buttons() if piece.is_draggable]
        if self._held_at is not None:
            inside = min(self._held_at.x(), view.width() - 1), min(self._held_at.y(), view.height() - 1)
            QTest.mouseRelease(view, left, pos=QPoint(*inside))
            self._held_at = None
        elif things:
            start = spot(surface, self.rng.choice(things))
            self._held_at = QPoint(start.x() - 40, start.y() - 60)
            QTest.mousePress(view, left, pos=start)
            QTest.mouseMove(view, QPoint(start.x() - 20, start.y() - 30))
            QTest.mouseMove(view, self._held_at)

    def _rested(self) -> None:
        """End every rest of the table, as if its time were over."""
        for timer in self.table.findChildren(QTimer):
            if timer.isActive() and timer.isSingleShot() and timer.interval() > LONG_MS:
                timer.timeout.emit()


def _preferences(rng: random.Random) -> Preferences:
    return preferences(
        scale=rng.choice((100, 150)),
        motion_ms=rng.choice((0, LONG_MS, LONG_MS)),
        theme=themed(rng.choice((ThemeName.LIGHT, ThemeName.HIGH_CONTRAST))),
    )


def settle() -> None:
    """Give Qt its turn, for resizes and deletions."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


CASES = [
    ("plump", 5, 1),
    ("matriculation", 2, 7),  # a setback is repaired and its card interrupted on its way
    ("kings", 4, 0),
    ("hearts", 4, 2),
    pytest.param("four", 2, 1, marks=pytest.mark.slow),
    pytest.param("duels", 5, 3, marks=pytest.mark.slow),
    pytest.param("cahoots", 3, 1, marks=pytest.mark.slow),
    pytest.param("reef", 3, 1, marks=pytest.mark.slow),
    pytest.param("plump", 2, 0, marks=pytest.mark.slow),
    pytest.param("matriculation", 4, 1, marks=pytest.mark.slow),
    pytest.param("reef", 2, 0, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "seats", "seed"), CASES)
def test_no_piece_is_left_after_any_interruption(qtbot: QtBot, game: str, seats: int, seed: int) -> None:
    sitting = Sitting(qtbot, game, seats=seats, seed=seed)
    sitting.tell()
    settle()
    for _ in range(NEWS):
        if sitting.local.turn is None:
            break
        sitting.move()
        while sitting.rng.random() < 0.5:
            sitting.interrupt()
        if sitting.rng.random() < 0.3:
            assert sitting.rest() == []
    sitting.end()

    assert sitting.rest() == []
    assert sight(sitting.table) == sight(sitting.twin)
