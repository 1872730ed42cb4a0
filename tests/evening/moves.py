"""How a person who knows little moves: presses what is lit, and what ends the turn when nothing is."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.evening.screen import Person

LIT = ("playable", "target", "selected")
ENDS = {
    "cahoots": ("Draw", "Stop", "Pass"),
    "kings": ("End the turn", "Do not"),
    "matriculation": ("Play", "Discard", "Pass"),
    "reef": ("Collect", "Do nothing", "10"),
}


def take_turn(person: Person, game: str, rng: random.Random, *, presses: int = 14) -> int:
    """Press until the turn is over, or as often as that; how often."""
    for count in range(presses):
        now = person.look()
        if not now["is_ours"] or now["is_over"] or now["end"]:
            return count
        thing = _next(now["pieces"], game, rng, tired=count > presses // 2)
        if thing is None:
            time.sleep(0.3)
            continue
        person.press_at(thing)
        time.sleep(0.25)
    return presses


def _next(
    pieces: list[dict[str, Any]], game: str, rng: random.Random, *, tired: bool
) -> dict[str, Any] | None:
    ends = [each for each in pieces if each["name"].startswith(ENDS.get(game, ()))]
    for mark in ("target", "selected", "playable"):
        lit = [each for each in pieces if each["mark"] == mark and each not in ends]
        if lit and not tired:
            return rng.choice(lit)
    if ends:
        return rng.choice(ends)
    return rng.choice(pieces) if pieces else None
