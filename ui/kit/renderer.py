"""Draws the pictures of one table's pieces, in the table's theme and at the screen's pixels."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPixmap

from ui.art.cache import PaintPiece, PixelSize, PixmapCache, draw_pixmap
from ui.art.letters import Letters
from ui.art.theme import Deck, Theme, themed
from ui.kit.game_table import Preferences
from ui.parts import NextTurn

K = TypeVar("K", bound=Hashable)


class DrawingBudget:
    """Allows no further picture after `turn_ms` of processor time in a turn of the event loop; 0: no limit.

    A picture for which no time is left keeps its old look until a later turn, a frame or two later. That turn
    draws `urgent` pictures first: words, because old words are wrong.
    """

    def __init__(self, turn_ms: int = 0, *, clock: Callable[[], float] = time.thread_time) -> None:
        self.turn_ms = turn_ms
        self._clock = clock
        self._until = 0.0
        self._waiting: dict[Callable[[], None], bool] = {}
        """Callbacks of waiting pictures, True for urgent ones."""
        self._turn = NextTurn(self._next_turn)

    @property
    def is_behind(self) -> bool:
        """True if pictures wait to be drawn."""
        return bool(self._waiting)

    def has_time(self, ask_again: Callable[[], None], *, urgent: bool = False) -> bool:
        """True if a picture may be drawn now; if not, `ask_again` is called in a later turn."""
        if not self.turn_ms:
            return True
        now = self._clock()
        if not self._turn.is_waiting:
            self._until = now + self.turn_ms / 1000
            self._turn.start()
        if now < self._until:
            self._waiting.pop(ask_again, None)
            return True
        self._waiting[ask_again] = urgent
        return False

    def close(self) -> None:
        """Drop all waiting pictures."""
        self._turn.stop()
        self._waiting.clear()

    def _next_turn(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for ask in sorted(waiting, key=lambda each: not waiting[each]):
            ask()


class Renderer:
    """Draws pictures for pieces, and caches them. A change here does not redraw the pieces: that is up to
    `Surface.redraw`. `stretch`, 1.0 or more, is the table's size as a multiple of the usual one."""

    def __init__(self, preferences: Preferences, *, dpr: float = 1.0) -> None:
        self._cache = PixmapCache()
        self.budget = DrawingBudget(preferences.turn_ms)
        self.dpr = dpr
        self.preferences = preferences
        self.theme = _theme(preferences)
        self.stretch = 1.0
        self.letters = Letters()
        """Size of this table's words, in device-independent pixels of the window."""

    @property
    def motion_ms(self) -> int:
        return self.preferences.motion_ms

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply a new theme, deck, scale or speed."""
        self.preferences, self.theme = preferences, _theme(preferences)
        self.write_in(self.letters)

    def write_in(self, letters: Letters) -> None:
        """Set the size of this table's words, in device-independent pixels of the window."""
        self.letters = letters
        drawn = letters.drawn_at(self.stretch)
        if self.theme.letters != drawn:
            self.theme = replace(self.theme, letters=drawn)

    @property
    def state(self) -> Hashable:
        """Stretch and letters: after a change of one, pictures of the same look and size differ."""
        return self.stretch, self.theme.letters

    def pixmap(self, paint: PaintPiece[K], kind: K, size: QSizeF) -> QPixmap:
        """Return the picture at this size in the table's theme, at the screen's pixels. On a large table it
        is drawn as if smaller, on a denser screen, so that its lines grow with it."""
        pixmap = self._cache.pixmap(paint, kind, self.theme, size=self._pixels(size))
        if pixmap.devicePixelRatio() != self.dpr:
            pixmap.setDevicePixelRatio(self.dpr)
        return pixmap

    def pixmap_in_time(
        self,
        paint: PaintPiece[K],
        kind: K,
        size: QSizeF,
        ask_again: Callable[[], None],
        *,
        urgent: bool = False,
    ) -> QPixmap | None:
        """Like `pixmap`; None if this turn has no time left: a later one calls `ask_again`."""
        is_there = self._cache.find(paint, kind, self.theme, size=self._pixels(size)) is not None
        if is_there or self.budget.has_time(ask_again, urgent=urgent):
            return self.pixmap(paint, kind, size)
        return None

    def close(self) -> None:
        """Drop all pictures: the table is gone, though Python may keep its object for a while."""
        self.budget.close()
        self._cache.clear()

    def drawn(self, paint: PaintPiece[K], kind: K, size: QSizeF, *, dpr: float) -> QPixmap:
        """Draw a picture without caching it: for the ground, which is large and used once."""
        return draw_pixmap(
            paint, kind, self.theme, size=PixelSize(round(size.width()), round(size.height()), dpr)
        )

    def _pixels(self, size: QSizeF) -> PixelSize:
        width, height = round(size.width() / self.stretch), round(size.height() / self.stretch)
        return PixelSize(width, height, self.dpr * self.stretch)

    def snapped(self, point: QPointF) -> QPointF:
        """Return the nearest point on whole pixels of the screen."""
        return QPointF(round(point.x() * self.dpr) / self.dpr, round(point.y() * self.dpr) / self.dpr)


def _theme(preferences: Preferences) -> Theme:
    deck = Deck.FOUR if preferences.four_colours else Deck.TWO
    theme = preferences.theme
    return (
        theme if theme.deck is deck else themed(theme.name, deck=deck, felt=theme.cloth, back=theme.card_back)
    )
