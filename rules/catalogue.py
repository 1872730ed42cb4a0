"""The games that Shoal plays, by their key."""

from __future__ import annotations

from rules.api import Game
from rules.cahoots.game import CahootsGame
from rules.errors import BadOptions
from rules.kings.game import KingsGame
from rules.matriculation.game import MatriculationGame
from rules.plump.game import PlumpGame
from rules.reef.game import ReefGame

GAMES: dict[str, Game] = {
    "plump": PlumpGame(),
    "matriculation": MatriculationGame(),
    "cahoots": CahootsGame(),
    "kings": KingsGame(),
    "reef": ReefGame(),
}


def game_named(key: str) -> Game:
    """The game with that key; raises `BadOptions` that lists the ones there are."""
    if key not in GAMES:
        raise BadOptions(f"there is no game {key!r}; there are: {', '.join(sorted(GAMES))}")
    return GAMES[key]
