"""The cases of our games that the contract's tests and the golden files walk over.

`python -m tests.support.games` tells one game of each kind, line by line.
"""

from __future__ import annotations

from app.games.check.hashes import told
from app.games.check.journey import Case, cases
from rules.api import Game
from tests.support.catalogue import GAMES

CASES = [case for key in sorted(GAMES) for case in cases(GAMES[key])]
ONE_EACH = [cases(GAMES[key])[len(cases(GAMES[key])) // 2] for key in sorted(GAMES)]
"""One case per game, of a middling number of seats."""


def few(game: Game) -> list[Case]:
    """Cases of a game that have its fewest and most seats and each choice of an option that any case has."""
    ends = (game.seats[0], game.seats[-1])
    tried = {case: {*case.options, *({case.seats} & {*ends})} for case in cases(game)}
    missing, found = set().union(*tried.values()), list[Case]()
    while missing:
        found.append(max(tried, key=lambda case: len(tried[case] & missing)))
        missing -= tried[found[-1]]
    return found


FEW = list(dict.fromkeys((*(case for key in sorted(GAMES) for case in few(GAMES[key])), *ONE_EACH)))


if __name__ == "__main__":
    for one in ONE_EACH:
        print(*told(one, 1), sep="\n")
