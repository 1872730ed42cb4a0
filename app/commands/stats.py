"""`shoal stats`: what the own games add up to, from their checked records."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from app.build import build_desk
from app.records.statistics.sums import Statistics
from app.records.statistics.tallying import tally_games
from app.records.statistics.words import statistics_lines
from app.terminal.progress import ProgressLine


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run, address=None)


def run(words: argparse.Namespace) -> int:
    """Check what is new, then say the statistics; raises `LinkError` in words."""
    with ProgressLine("checking games", quiet=words.json) as progress:

        def told(_sums: Statistics, done: int, of: int) -> None:
            if of:
                progress.show(done, of)

        sums = tally_games(build_desk(), told)
    print(json.dumps(asdict(sums)) if words.json else "\n".join(statistics_lines(sums)))
    return 0
