"""News of a seat's game for its player, and the player's orders to the game, as frozen values."""

from __future__ import annotations

from msgspec import Struct

from net.seat.step_kind import StepKind
from rules.api import Action, Event, FalseClaim, View


class Advanced(Struct, frozen=True):
    """The game went on: this seat's whole view, and the events since the last news. `k` is the height of the
    log; `events` are final. `proven` are the false claims that the public record has proven since the last
    news; after a restart, all that it has ever proven."""

    k: int
    view: View
    events: tuple[Event, ...]
    proven: tuple[FalseClaim, ...] = ()


class Working(Struct, frozen=True):
    """Work under way between two heights.

    `missing` are the seats whose entry is awaited, `unconfirmed` are the seats whose acknowledgement is
    awaited; `checked` of `entries` are judged at this height. `proofs` counts the proofs of other seats
    checked since the game began. `disputed` are the seats that have acknowledged something other than this
    seat has.
    """

    step: StepKind
    missing: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()
    checked: int = 0
    entries: int = 0
    proofs: int = 0
    disputed: tuple[int, ...] = ()

    def has_chosen(self, view: View) -> bool:
        """True if the viewer has chosen, and others who choose at the same time have not."""
        is_open = self.step is StepKind.CHOOSE and bool(self.missing)
        return is_open and view.seat not in self.missing and bool(view.actions())


class Choose(Struct, frozen=True):
    """An order to take the turn. `k` is the height of the view that the choice was made from."""

    k: int
    action: Action
