"""Three hard bots in one process that think without a pause, until standard input ends: a load beside which
frames are measured. At a table only the bot on turn thinks.

    python -m tests.bench.thinkers
"""

from __future__ import annotations

import sys
import threading
from random import Random

from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.thread_priority import lower_thread_priority
from rules.driver import LocalTable

BOTS = 3


def think(seed: int) -> None:
    """Play game after game alone, at low priority as at a table; print "thinking" after the first choice."""
    lower_thread_priority()
    entry, rng = catalogue().named("plump"), Random(seed)
    policy, has_begun = policy_of(entry, "hard"), False
    while True:
        table = LocalTable(entry.rules.start(4, entry.rules.checked_options(4, {})), 4, rng)
        while (seat := table.turn) is not None:
            table.play(policy.choose(table.view(seat), rng))
            if not has_begun:
                print("thinking", flush=True)
                has_begun = True


if __name__ == "__main__":
    for seed in range(BOTS):
        threading.Thread(target=think, args=(seed,), daemon=True).start()
    sys.stdin.read()
