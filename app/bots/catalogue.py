"""Which bots there are: the normal policy of each game, and the levels made of it."""

from __future__ import annotations

from app.bots.api import LEVELS, AnyMove, Easygoing, Policy
from app.bots.cahoots import CahootsPolicy
from app.bots.kings import KingsPolicy
from app.bots.matriculation import MatriculationPolicy
from app.bots.plump import PlumpPolicy
from app.bots.reef import ReefPolicy
from rules.errors import BadOptions

NORMAL: dict[str, Policy] = {
    "cahoots": CahootsPolicy(),
    "kings": KingsPolicy(),
    "matriculation": MatriculationPolicy(),
    "plump": PlumpPolicy(),
    "reef": ReefPolicy(),
}


def policy_named(game: str, level: str) -> Policy:
    """The policy of a game at a level ("random" is one too); raises `BadOptions`."""
    if level == "random":
        return AnyMove()
    if game not in NORMAL:
        raise BadOptions(f"nobody has taught the bots {game!r}")
    if level not in LEVELS:
        raise BadOptions(f"bots play at: {', '.join(LEVELS)}; not {level!r}")
    return Easygoing(NORMAL[game]) if level == "easy" else NORMAL[game]
