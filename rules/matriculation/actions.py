"""Actions of a player on a turn (paragraph 4), as values with one text each.

play 17=15h     play 30=car on 1     discard 4=fiona     pass
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from rules.api import Face, Seat, Slot
from rules.errors import BadText, quoted
from rules.matriculation.cards import NAMES, parse_face

_CARD: Final = re.compile(r"(play|discard) (0|[1-9][0-9]{0,9})=([a-z0-9-]{1,20})(?: on ([0-3]))?")


@dataclass(frozen=True, slots=True)
class MatriculationPlay:
    """Play a card: before the mover, or a setback on the seat `target`."""

    slot: Slot
    face: Face
    target: Seat | None = None

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        on = "" if self.target is None else f" on {self.target}"
        return f"play {self.slot}={NAMES[self.face]}{on}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card on the discard pile, face up."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"discard {self.slot}={NAMES[self.face]}"


@dataclass(frozen=True, slots=True)
class MatriculationPass:
    """Do nothing, once the deck is empty."""

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return "pass"


MatriculationAction: TypeAlias = MatriculationPlay | Discard | MatriculationPass


def parse_action(text: str) -> MatriculationAction:
    """The action with that canonical text; raises `BadText`."""
    if text == "pass":
        return MatriculationPass()
    if (found := _CARD.fullmatch(text)) is None:
        raise BadText(f"{quoted(text)} is not an action of Matriculation")
    verb, slot, face, target = found.groups()
    if verb == "play":
        return MatriculationPlay(
            Slot(int(slot)), parse_face(face), None if target is None else Seat(int(target))
        )
    if target is not None:
        raise BadText("a discard names a target")
    return Discard(Slot(int(slot)), parse_face(face))
