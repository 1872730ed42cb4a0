"""Faults on real tables: `python -m tests.faults [KIND ...] [--runs N] [--seconds S] [--seed N]`.

Every run is a table of real processes, each with a home of its own: as root on Linux on computers of
their own (network namespaces behind a switch), otherwise on loopback. Something is done to it, and
afterwards its records must be equal and hold, no key and no hidden face may have leaked, and nobody
may hang.

    python -m tests.faults                 every story once (an hour and more)
    python -m tests.faults kill --runs 5   stories of one kind, five times each
    python -m tests.faults --seconds 40    as many as fit, in an order that the seed decides
    python -m tests.faults --list

Kinds: game, kill, sleep, many, network, move, squatter, signing, disk, part. Exit status 1 if a run failed;
its folder is kept, and the line that runs it again is printed.
"""

from __future__ import annotations

import sys

from tests.faults.farm import play_stories
from tests.faults.run import run_story
from tests.faults.stories import all_stories


def main(words: list[str]) -> int:
    """Run the chosen stories, and print how many passed."""
    return play_stories("faults", __doc__, all_stories(), run_story, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
