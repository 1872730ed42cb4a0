"""Actions of a player on a turn (paragraph 4), as values with one text each.

    place 12=5C     add 14=6T open     swap 7=3T     draw     stop     pass

A combo is made step by step: `place` its first card, `add` the others, `stop`. The turn ends by itself
where no card may follow. `open` marks a card that everybody knows already, because it was the veto:
playing it opens nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias

from rules.api import Face, Slot
from rules.cahoots.cards import NAMES, parse_face
from rules.errors import BadText, quoted

_CARD: Final = re.compile(r"(place|add|swap) (0|[1-9][0-9]{0,9})=([0-9A-Z]{1,3})( open)?")


class Verb(StrEnum):
    """An action with a card."""

    PLACE = "place"
    """Lay the first card of a turn on the main pile."""
    ADD = "add"
    """Extend the combo."""
    SWAP = "swap"
    """Make the card the veto and take the old veto."""


@dataclass(frozen=True, slots=True)
class CahootsPlay:
    """Place or add a card of the hand, or swap it for the veto."""

    verb: Verb
    slot: Slot
    face: Face
    is_open: bool = False

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return () if self.is_open else ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"{self.verb} {self.slot}={NAMES[self.face]}{' open' if self.is_open else ''}"


class Call(StrEnum):
    """An action without a card."""

    DRAW = "draw"
    """Take a card from the stock; the turn goes on."""
    STOP = "stop"
    """End the combo and the turn."""
    PASS = "pass"  # noqa: S105 - no password
    """End a turn in which nothing can be drawn."""


@dataclass(frozen=True, slots=True)
class Say:
    """An action without a card."""

    call: Call

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return str(self.call)


DRAW: Final = Say(Call.DRAW)
STOP: Final = Say(Call.STOP)
PASS: Final = Say(Call.PASS)

CahootsAction: TypeAlias = CahootsPlay | Say


def parse_action(text: str) -> CahootsAction:
    """The action with that canonical text; raises `BadText`."""
    if text in tuple(Call):
        return Say(Call(text))
    if (found := _CARD.fullmatch(text)) is None:
        raise BadText(f"{quoted(text)} is not an action of Coffeehouse Cahoots")
    verb, slot, face, is_open = found.groups()
    return CahootsPlay(Verb(verb), Slot(int(slot)), parse_face(face), is_open is not None)
