"""Result of the check of a record, as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from app.messages import TableInfo
from rules.api import Event, Face, Seat, Slot

if TYPE_CHECKING:  # a window has opened before anything of a seat is imported
    from net.seat.hands import SignedHand

Progress: TypeAlias = Callable[[int, int], None]
"""(heights checked, heights in all)"""


@dataclass(frozen=True, slots=True)
class Recording:
    """Result of a checked record. `info` is None if it is no game that can be shown.

    `events` have the height they belong to; `problem` is "" if everything holds, otherwise what
    does not, from where on, and `blamed` who signed it.
    """

    info: TableInfo | None
    events: tuple[tuple[int, Event], ...] = ()
    proofs: int = 0
    problem: str = ""
    blamed: str = ""
    proven: tuple[str, ...] = ()
    """Proven facts about players, in sentences; also that evidence in it proves nothing."""
    hands: tuple[SignedHand, ...] = ()
    """Hands that players have opened after the game."""
    own_seat: Seat | None = None
    """Our seat; None for a record that is no game of this computer."""
    own_hand: tuple[tuple[Slot, Face], ...] = ()
    """Cards that only that seat knew at the end, and this computer has kept: in no record."""

    @property
    def opened(self) -> tuple[str, ...]:
        """Players whose last hand lies open, in a sentence."""
        if not self.hands or self.info is None:
            return ()
        names = [self.info.guests[hand.seat].nick for hand in self.hands]
        last = f" and {names[-1]}" if len(names) > 1 else ""
        whose = ", ".join(names[: max(1, len(names) - 1)]) + last
        return (f"Opened after the game: the last hand{'s' if last else ''} of {whose}.",)

    @property
    def verdict(self) -> str:
        """Trust that it deserves, in a sentence; what it proves of anybody comes first."""
        if not self.problem:
            checked = (
                f"Checked from the file alone: all signatures, all rules, and {self.proofs} proofs hold."
            )
            return " ".join((*self.proven, checked, *self.opened))
        who = f" {self.blamed} signed it." if self.blamed else ""
        return f"This record does not hold: {self.problem}.{who}"
