"""Print the digests of one random game each: `python -m tests.support.digests`.

Run by the contract battery under different values of `PYTHONHASHSEED`.
"""

from __future__ import annotations

import hashlib
from random import Random

from rules.driver import LocalTable
from tests.support.games import ONE_EACH, Case


def digests(case: Case) -> str:
    """A hash over the digest of every position of a random game and over the actions offered."""
    rng, found = Random(11), hashlib.sha256()
    table = LocalTable(case.start(), case.seats, rng)
    while table.turn is not None:
        actions = table.actions()
        found.update(table.state.digest())
        found.update(" ".join(map(str, actions)).encode())
        table.play(rng.choice(actions))
    return found.hexdigest()


if __name__ == "__main__":
    for case in ONE_EACH:
        print(case.key, digests(case))
