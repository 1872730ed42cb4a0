"""Every game's table, as the window around it sees it: a widget that shows views and tells choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

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
from ui.parts import is_there


@dataclass(frozen=True, slots=True)
class Manner:
    """Look and motion of a table: changes with the settings and the screen.

    `scale` is in per cent, `motion_ms` what a card takes to its place (0: at once); `one_click`: a card
    that can go only one way goes there by the first click; `plays_forced`: a move that is the only choice is
    made by itself; `sort` is how the own hand stands, "" as each
    game has it; `turn_ms` is for how long pictures are drawn before the window looks round again (0: until
    all are there).
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
        """Show that a hint is about it."""


class GameTable(QWidget):
    """The table of one game. Told what there is, it tells what the player chooses; decides nothing.

    `show_advanced` is called for every news in order; `chosen` carries an `Action` of the last
    view. `asks` carries the next press in words while something is held ("Choose a cylinder."), "" while
    nothing is; `why_not` what the player tried and the reason in words, for the status line,
    `rule_wanted` the citation of a rule that the player wants to read,
    `back_wanted` takes the last planned step back, `sorted_by` how the own hand is to stand from now on
    (`Manner.sort`).

    The table's pace is the one clock of its screen: `presented` carries each news, in order, at the
    moment when it comes onto the table, at once or after what came before has been looked at. Status,
    log, sounds and what is said aloud wait for that. Every table has to tell it.
    """

    chosen = Signal(object)
    asks = Signal(str)
    why_not = Signal(str)
    rule_wanted = Signal(str)
    sorted_by = Signal(str)
    presented = Signal(object)
    back_wanted = Signal()

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.info = info
        self.manner = manner
        self.more_comes = False
        """True if further news follows in the same breath: what is shown of this one nobody would see."""
        self._pointed_out: list[Markable] = []
        self.sent: View | None = None
        """The position that the others see, while own planned steps are shown on it; None without a plan."""
        self._asked = ""

    @property
    def has_plan(self) -> bool:
        """True while the table shows own steps that the others have not seen."""
        return self.sent is not None

    def show_advanced(self, news: Advanced) -> None:
        """The game went on."""
        raise NotImplementedError

    def choose(self, action: Action) -> None:
        """Tell the player's choice, once, wherever it was made: the table holds out nothing any more."""
        raise NotImplementedError

    def ask(self, words: str) -> None:
        """Tell the next press, where it is another one than before."""
        if words != self._asked:
            self._asked = words
            self.asks.emit(words)

    def animal(self, seat: int) -> Animal | None:
        """The picture of whoever sits there; None where it is not known."""
        return self.info.guests[seat].animal

    def show_sent(self, shown: Advanced) -> None:
        """Show the own choice before the others have confirmed it. Nothing is chosen until they have."""
        self.show_advanced(shown)

    def show_refused(self, why: str = "", rule: str = "") -> None:
        """The choice was not taken, for a reason in words and a rule: the player may choose again."""

    def hurry(self) -> None:
        """Wait no longer: show all that has come."""

    def show_working(self, working: Working) -> None:
        """The deck works; for a quiet sign on the table."""

    def piece_at(self, at: Token) -> Markable | None:
        """The piece of a token, where the table shows one."""
        del at
        return None

    def point_out(self, marked: Sequence[Token]) -> None:
        """Mark the pieces that a hint is about, and no others."""
        pieces = [piece for at in marked if (piece := self.piece_at(at)) is not None]
        for piece in self._pointed_out:
            if piece not in pieces and is_there(cast("QObject", piece)):
                piece.point_out(is_on=False)
        for piece in pieces:
            piece.point_out(is_on=True)
        self._pointed_out = pieces

    def show_mark(self, seat: int, mark: SeatMark) -> None:
        """Somebody is missing or back, or a clock runs."""

    def picture_of(self, seat: int) -> QRectF:
        """Return the place of a player's picture on this widget; empty where the table shows none."""
        del seat
        return QRectF()

    def hand_top(self) -> int:
        """Return the part of the table's height, from above, that a bubble may cover: never the own hand."""
        return self.height() // 2

    @property
    def is_behind(self) -> bool:
        """True if something is still to be looked at before the latest news is shown."""
        return False

    @property
    def is_drawing(self) -> bool:
        """True while pictures wait for a later turn of the event loop."""
        return False

    def sheet(self) -> QWidget | None:
        """The summary of the game, for its end; None: the window shows the one in words."""
        return None

    def keys(self) -> Keys:
        """The keys of this table, for the key sheet."""
        return ()

    def set_manner(self, manner: Manner) -> None:
        """Theme, scale or speed have changed."""
        self.manner = manner


def motion_ms(settings: Settings, *, is_reduced: bool) -> int:
    """Return the time of a card's move; `is_reduced`: the system asks for less motion, and counts unless the
    player has chosen a pace."""
    usual = 0 if is_reduced else 260
    return {"off": 0, "fast": 120, "normal": usual, "always": 260, "slow": 520}[settings.animation]
