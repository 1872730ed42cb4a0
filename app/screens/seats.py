"""Seats and their states, for every game's table; no sizes or places on a screen."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from app.messages import TableInfo

SPLIT = "the others together can open its cards"


class MarkKind(StrEnum):
    """The state of a seat; each has a sign of its own on the plate."""

    HERE = "here"
    AWAY = "away"
    LEFT = "left"
    STAND_IN = "stand-in"


class SeatMark(Struct, frozen=True):
    """The marks on a plate that do not belong to the game.

    `words` is "" if all is well; `clock` is the running time of the seat's move, "" without a limit, and
    `is_late` warns. `is_split`: the others together can open its cards.
    """

    kind: MarkKind = MarkKind.HERE
    words: str = ""
    clock: str = ""
    is_late: bool = False
    is_split: bool = False

    @property
    def spoken(self) -> str:
        """The marks for a screen reader."""
        return ", ".join(filter(None, (self.words, SPLIT if self.is_split else "")))


HERE = SeatMark()


def names_of(info: TableInfo) -> tuple[str, ...]:
    """Return the names, by seat."""
    return tuple(guest.nick for guest in info.guests)
