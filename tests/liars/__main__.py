"""Liars at real tables: `python -m tests.liars [GAME ...] [--runs N] [--seconds S] [--seed N]`.

Every run is a table of real processes on loopback, one (or two in league) with a program that lies once:
lie, receivers, stage and game are the story. The others sit at terminals and type their votes. It prints the
sentences that they read, the seats that `shoal verify` of their records names, how soon they were asked and
played on, and whether their records are equal. It fails where the table hangs, somebody honest is named, or
records tell different things.

    python -m tests.liars                          every story of all games (hours)
    python -m tests.liars plump                    of one game
    python -m tests.liars "plump: false ack"       the stories with these words
    python -m tests.liars --seconds 40             as many as fit, in an order that the seed decides
    python -m tests.liars --list
"""

from __future__ import annotations

import sys

from tests.faults.farm import play_stories
from tests.liars.stories import all_stories, run_story


def main(words: list[str]) -> int:
    """Play the chosen lies, and print how many were dealt with."""
    return play_stories("liars", __doc__, all_stories(), run_story, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
