"""The cases of our games that the contract's tests and the golden files walk over."""

from __future__ import annotations

from app.games.check.journey import cases
from tests.support.catalogue import GAMES

CASES = [case for key in sorted(GAMES) for case in cases(GAMES[key])]
ONE_EACH = [cases(GAMES[key])[len(cases(GAMES[key])) // 2] for key in sorted(GAMES)]
"""One case per game, of a middling number of seats."""
