"""The result of checking a record, as a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from app.games.narrator import listed
from app.messages import TableInfo
from rules.api import Event, Face, Seat, Slot

if TYPE_CHECKING:  # the window must open before `net.seat` is imported
    from net.seat.hands import SignedHand

Progress: TypeAlias = Callable[[int, int], None]
"""(heights checked, heights in all)"""


class Recording(Struct, frozen=True):
    """The result of checking a record.

    `info` is None if the record is not a game that can be shown. `events` come with their heights. `problem`
    says what failed the check, and from where on, "" if nothing did; `blamed` is the player who signed it.
    """

    info: TableInfo | None
    events: tuple[tuple[int, Event], ...] = ()
    proofs: int = 0
    problem: str = ""
    blamed: str = ""
    proven: tuple[str, ...] = ()
    """Sentences about proven lies, and about evidence that proves nothing."""
    hands: tuple[SignedHand, ...] = ()
    """Hands that players opened after the game."""
    own_seat: Seat | None = None
    """Our seat; None if this computer did not play the game."""
    own_hand: tuple[tuple[Slot, Face], ...] = ()
    """Faces that our seat knew at the end, as this computer kept them; not all of them are in the record."""

    @property
    def opened(self) -> tuple[str, ...]:
        """A sentence that names the players who opened their last hand; () for nobody."""
        if not self.hands or self.info is None:
            return ()
        names = [self.info.guests[hand.seat].nick for hand in self.hands]
        hands = "hand" if len(names) == 1 else "hands"
        return (f"Opened after the game: the last {hands} of {listed(names)}.",)

    @property
    def verdict(self) -> str:
        """The result of the check in a sentence; proven lies come first."""
        if not self.problem:
            checked = (
                f"Checked from this file only: all signatures, all rules, and {self.proofs} proofs hold."
            )
            return " ".join((*self.proven, checked, *self.opened))
        who = f" {self.blamed} signed it." if self.blamed else ""
        return f"This record fails the check: {self.problem}.{who}"
