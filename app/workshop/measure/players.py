"""Who plays in a measurement: the bots of a game, and three that nobody is offered as an opponent."""

from __future__ import annotations

from dataclasses import dataclass

from app.bots.api import AnyMove, BotPolicy
from app.games.entry import GameEntry
from app.games.policies import policy_of
from app.workshop.measure.beginner import Beginner
from rules.api import Action, Game, Rng, View


@dataclass(frozen=True, slots=True)
class StandInPolicy:
    """Plays by the rule by which an empty seat is played. It throws no dice."""

    game: Game

    def choose(self, view: View, rng: Rng) -> Action:
        return self.game.stand_in(view.state, view.known)


def player_of(entry: GameEntry, name: str) -> BotPolicy:
    """A bot of one of the game's levels, or "random" for any legal move, "beginner" for somebody who has just
    read the rules, "stand-in" for the rule of an empty seat; raises `BadOptions` for another name."""
    match name:
        case "random":
            return AnyMove()
        case "beginner":
            return Beginner(entry.rules.key)
        case "stand-in":
            return StandInPolicy(entry.rules)
    return policy_of(entry, name)
