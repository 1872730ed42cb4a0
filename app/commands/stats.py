"""`shoal stats`: statistics of the player's games, from their checked records."""

from __future__ import annotations

import argparse
import json

from msgspec import to_builtins

from app.build import build_environment
from app.records.statistics.sums import Statistics
from app.records.statistics.tallying import tally_games
from app.records.statistics.words import statistics_lines
from app.terminal.progress import ProgressLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run, address=None)


def run(args: argparse.Namespace) -> int:
    """Check new games, then print the statistics; raises `LinkError` with the reason."""
    with ProgressLine("checking games", quiet=args.json) as progress:

        def show(_sums: Statistics, done: int, of: int) -> None:
            if of:
                progress.show(done, of)

        sums = tally_games(build_environment(), show)
    print(json.dumps(to_builtins(sums)) if args.json else "\n".join(statistics_lines(sums)))
    return 0
