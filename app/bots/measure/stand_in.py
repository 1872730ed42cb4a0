"""The rule by which an empty seat is played, as a bot: to see how strong it is."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Action, Game, Rng, View


@dataclass(frozen=True, slots=True)
class StandInPolicy:
    """Plays as the stand-in of a game does. It throws no dice."""

    game: Game

    def choose(self, view: View, rng: Rng) -> Action:
        return self.game.stand_in(view.state, view.known)
