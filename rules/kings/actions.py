"""Actions of a player on a turn (paragraph 3), as values with one text each.

    attack 1 at 2       put 17=7h on 3      put 7h on 3      king 17=7h     king 7h
    swap 1 3            end 18=Qb,20=2s     end     undo

A hidden card is named with its slot, which the action opens; a card of the spoils is open already and is
named only by its face.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from rules.api import Face, Seat, Slot
from rules.errors import BadText, quoted
from rules.kings.cards import DECK, NAMES, parse_face

_NUMBER: Final = r"0|[1-9][0-9]{0,9}"
_CARD: Final = rf"(?:({_NUMBER})=)?([0-9]{{1,2}}[a-z]|[JQA][a-z])"
_PUT: Final = re.compile(rf"put {_CARD} on ([1-3])")
_KING: Final = re.compile(rf"king {_CARD}")
_SWAP: Final = re.compile(r"swap ([1-3]) ([1-3])")
_ATTACK: Final = re.compile(r"attack ([1-3]) at ([0-3])")
_OPENED: Final = re.compile(_CARD)


@dataclass(frozen=True, slots=True)
class Attack:
    """Send the pile in the mover's `house` against the nearest pile of the seat `target`."""

    house: int
    target: Seat

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return f"attack {self.house} at {self.target}"


@dataclass(frozen=True, slots=True)
class Put:
    """Put a card into the mover's `house`. `slot` is None for a card of the spoils."""

    slot: Slot | None
    face: Face
    house: int

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return () if self.slot is None else ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"put {_card_text(self.slot, self.face)} on {self.house}"


@dataclass(frozen=True, slots=True)
class Bank:
    """Put a number card on the mover's king pile. `slot` is None for a card of the spoils."""

    slot: Slot | None
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return () if self.slot is None else ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"king {_card_text(self.slot, self.face)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap the contents of two house slots; `house` is the lower one."""

    house: int
    other: int

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return f"swap {self.house} {self.other}"


@dataclass(frozen=True, slots=True)
class KingsEnd:
    """End the turn; every card left in hand goes to the discard, and the hidden ones are opened."""

    opens: tuple[tuple[Slot, Face], ...] = ()

    def __str__(self) -> str:
        opened = ",".join([f"{slot}={NAMES[face]}" for slot, face in self.opens])
        return f"end {opened}" if opened else "end"


@dataclass(frozen=True, slots=True)
class KingsUndo:
    """Take back the last step of this turn (R25)."""

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return "undo"


KingsAction: TypeAlias = Attack | Put | Bank | Swap | KingsEnd | KingsUndo


def parse_action(text: str) -> KingsAction:
    """The action with that canonical text; raises `BadText`."""
    if (put := _PUT.fullmatch(text)) is not None:
        return Put(*_parse_card(put[1], put[2]), int(put[3]))
    if (king := _KING.fullmatch(text)) is not None:
        return Bank(*_parse_card(king[1], king[2]))
    if (attack := _ATTACK.fullmatch(text)) is not None:
        return Attack(int(attack[1]), Seat(int(attack[2])))
    if (swap := _SWAP.fullmatch(text)) is not None and swap[1] < swap[2]:
        return Swap(int(swap[1]), int(swap[2]))
    if text == "undo":
        return KingsUndo()
    verb, space, rest = text.partition(" ")
    if verb == "end" and bool(space) == bool(rest):
        return KingsEnd(_parse_opened(rest))
    raise BadText(f"{quoted(text)} is not an action of Kings")


def _card_text(slot: Slot | None, face: Face) -> str:
    return NAMES[face] if slot is None else f"{slot}={NAMES[face]}"


def _parse_card(slot: str | None, face: str) -> tuple[Slot | None, Face]:
    return None if slot is None else Slot(int(slot)), parse_face(face)


def _parse_opened(text: str) -> tuple[tuple[Slot, Face], ...]:
    """Hidden cards by rising slot, each with its face."""
    opened: list[tuple[Slot, Face]] = []
    words = text.split(",", len(DECK)) if text else []
    for word in words:
        if (card := _OPENED.fullmatch(word)) is None or card[1] is None:
            raise BadText(f"{quoted(word)} is not a slot with its card")
        if opened and int(card[1]) <= opened[-1][0]:
            raise BadText("the slots of a hand are not in rising order")
        opened.append((Slot(int(card[1])), parse_face(card[2])))
    return tuple(opened)
