"""The contract between every game's table and the window: a widget that shows views and reports choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from msgspec import Struct
from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtWidgets import QWidget

from app.animals import Animal
from app.games.scene import Token
from app.keep.settings import Settings
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import SeatMark
from rules.api import Action, View
from ui.art.theme import Theme
from ui.parts import is_alive


class Preferences(Struct, frozen=True):
    """Look and motion of a table, from the settings and the system.

    `scale` is in per cent; `motion_ms` is the time of a card's move (0: none). `one_click`: the first click
    plays a card that can go only one way. `plays_forced`: the window makes the only possible move. `sort` is
    the order of the player's hand, "" for the game's usual one. `turn_ms` limits the time of drawing in one
    turn of the event loop (0: no limit).
    """

    theme: Theme
    scale: int
    motion_ms: int
    four_colours: bool
    one_click: bool = False
    plays_forced: bool = False
    sort: str = ""
    turn_ms: int = 0


class Markable(Protocol):
    """A piece of a table that a hint can be about."""

    def point_out(self, *, is_on: bool) -> None:
        """Show or hide the arrow of a hint."""


class GameTable(QWidget):
    """The table of one game: it shows views and reports what the player chooses; it decides nothing.

    `show_advanced` is called for every piece of news in order; `chosen` carries an `Action` of the last view.
    `asks` carries the next press in words while something is held ("Choose a cylinder."), otherwise "";
    `why_not` the reason why an attempt failed, for the status line; `rule_wanted` the citation of a rule that
    the player wants to read. `back_wanted` asks to take the last planned step back; `sorted_by` carries the
    new order of the player's hand (`Preferences.sort`).

    The table's pace is the one clock of its screen: `presented` carries each piece of news, in order, when it
    comes onto the table, perhaps after an earlier one has been looked at. Status, story, sounds and
    announcements wait for it, so every table must emit it.
    """

    chosen = Signal(object)
    asks = Signal(str)
    why_not = Signal(str)
    rule_wanted = Signal(str)
    sorted_by = Signal(str)
    presented = Signal(object)
    back_wanted = Signal()

    def __init__(self, info: TableInfo, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.info = info
        self.preferences = preferences
        self.more_comes = False
        """True if more news follows at once: then nobody would see a picture of this news."""
        self._pointed_out: list[Markable] = []
        self.sent: View | None = None
        """The position known to the others, while the table shows planned steps; None without a plan."""
        self._asked = ""

    @property
    def has_plan(self) -> bool:
        """True while the table shows planned steps, which the player has not sent."""
        return self.sent is not None

    def show_advanced(self, news: Advanced) -> None:
        """Show the next piece of news."""
        raise NotImplementedError

    def choose(self, action: Action) -> None:
        """Report the player's choice, once; until the game answers, nothing can be chosen."""
        raise NotImplementedError

    def ask(self, words: str) -> None:
        """Report the next press, if it has changed."""
        if words != self._asked:
            self._asked = words
            self.asks.emit(words)

    def animal(self, seat: int) -> Animal | None:
        """Return the picture of a seat's player; None if unknown."""
        return self.info.guests[seat].animal

    def show_sent(self, shown: Advanced) -> None:
        """Show the player's choice before the others have confirmed it; until then nothing can be chosen."""
        self.show_advanced(shown)

    def show_refused(self, why: str = "", rule: str = "") -> None:
        """Let the player choose again: the choice was refused, for a reason in words and a rule."""

    def hurry(self) -> None:
        """Show all waiting news now."""

    def show_working(self, working: Working) -> None:
        """Show the progress of the work on the deck, such as a shuffle."""

    def piece_at(self, at: Token) -> Markable | None:
        """Return the piece of a token; None if the table shows none."""
        del at
        return None

    def point_out(self, marked: Sequence[Token]) -> None:
        """Mark the pieces that a hint is about, and no others; pass () to end the hint."""
        pieces = [piece for at in marked if (piece := self.piece_at(at)) is not None]
        for piece in self._pointed_out:
            if piece not in pieces and is_alive(cast("QObject", piece)):
                piece.point_out(is_on=False)
        for piece in pieces:
            piece.point_out(is_on=True)
        self._pointed_out = pieces

    def show_mark(self, seat: int, mark: SeatMark) -> None:
        """Show that somebody is missing or back, or that a clock runs."""

    def picture_of(self, seat: int) -> QRectF:
        """Return the place of a player's picture on this widget; empty if there is none."""
        del seat
        return QRectF()

    def hand_top(self) -> int:
        """Return the lowest pixel that a bubble may reach without covering the player's hand."""
        return self.height() // 2

    @property
    def is_behind(self) -> bool:
        """True while earlier news is still shown, so that further news has to wait."""
        return False

    @property
    def is_drawing(self) -> bool:
        """True while pictures wait for a later turn of the event loop."""
        return False

    def sheet(self) -> QWidget | None:
        """Return the summary of a finished game; None before its end, or if the standings are enough."""
        return None

    def keys(self) -> Keys:
        """Return the keys of this table, for the list of keys."""
        return ()

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply a new theme, scale or speed."""
        self.preferences = preferences


def motion_ms(settings: Settings, *, is_reduced: bool) -> int:
    """Return the milliseconds of a card's move, 0 for no motion. `is_reduced`, the system's setting, counts
    only for the usual speed, "normal"."""
    usual = 0 if is_reduced else 260
    return {"off": 0, "fast": 120, "normal": usual, "always": 260, "slow": 520}[settings.animation]
