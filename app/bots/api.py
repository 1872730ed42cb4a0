"""What a bot is: somebody who sees one seat's view and chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from rules.api import Action, Rng, View

LEVELS: Final = ("easy", "normal")
"""How well a bot plays, from the weakest on."""
SLIPS: Final = 3
"""An easy bot plays one move in so many at random."""


class Policy(Protocol):
    """A way to play. It sees the view and nothing else: same view and same numbers, same action."""

    def choose(self, view: View, rng: Rng) -> Action:
        """One of `view.actions()`; the view is of the seat on turn."""


@dataclass(frozen=True, slots=True)
class AnyMove:
    """Plays anything that is legal: the yardstick for all others."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[rng.randrange(len(actions))]


@dataclass(frozen=True, slots=True)
class Easygoing:
    """Plays like another, but for a move at random now and then."""

    better: Policy

    def choose(self, view: View, rng: Rng) -> Action:
        if not rng.randrange(SLIPS):
            return AnyMove().choose(view, rng)
        return self.better.choose(view, rng)
