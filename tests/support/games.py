"""The cases of our games that the contract's tests and the golden files walk over.

`python -m tests.support.games` tells a small game of each kind, line by line.
"""

from __future__ import annotations

import json

from app.workshop.check.journey import Case, cases, journey
from rules.api import Game
from rules.text import event_text
from tests.support.catalogue import GAMES

CASES = [case for key in sorted(GAMES) for case in cases(GAMES[key])]
ONE_EACH = [cases(GAMES[key])[len(cases(GAMES[key])) // 2] for key in sorted(GAMES)]
"""A case of each game, with a middling number of seats."""
IN_BETWEEN = {("cahoots", 3), ("matriculation", 3), ("plump", 3)}
"""Numbers of seats between the fewest and the most that take little time."""


def few(game: Game) -> list[Case]:
    """Cases of a game that have its fewest and most seats and each choice of an option that any case has."""
    ends = (game.seats[0], game.seats[-1])
    tried = {case: {*case.options, *({case.seats} & {*ends})} for case in cases(game)}
    missing, found = set().union(*tried.values()), list[Case]()
    while missing:
        found.append(max(tried, key=lambda case: len(tried[case] & missing)))
        missing -= tried[found[-1]]
    return found


FEW = {case for game in GAMES.values() for case in few(game)} | {
    next(case for case in CASES if (case.key, case.seats) == seats) for seats in IN_BETWEEN
}


def tell(case: Case) -> None:
    """Print every event of a random game, and at every fifth position everything else that may depend on
    hashes."""
    for number, step in enumerate(journey(case)):
        line = [str(case), "", "", "", event_text(case.game, step.event)]
        if step.turn is not None and not number % 5:
            known = step.known[step.turn]
            offered = ", ".join(map(str, step.state.actions(step.turn, known)))
            line[1:4] = step.state.text(), offered, str(case.game.stand_in(step.state, known, step.turn))
        print(json.dumps(line))


if __name__ == "__main__":
    for key in sorted(GAMES):
        tell(cases(GAMES[key])[0])
