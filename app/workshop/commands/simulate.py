"""`shoal simulate GAME`: games in one process, for speed and strength; also plays a written game."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from app.commands.arguments import add_game, add_options, number, options_of
from app.games.catalogue import catalogue
from app.workshop.commands.ladder import add_arguments as add_ladder
from app.workshop.commands.ladder import run_ladder
from app.workshop.measure.players import player_of
from app.workshop.measure.simulate import Entrant, simulate
from app.workshop.script.script import run_script
from app.workshop.script.show import result_json, result_text
from rules.errors import BadOptions, BadText


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument("--seats", type=int, help="number of players")
    parser.add_argument(
        "--games",
        type=number(range(1, 1_000_001), "the number of games"),
        default=100,
        help="number of games (default 100)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        help="easy, normal, hard, random, beginner (somebody who has just read the rules), stand-in (the "
        "rule by which an empty seat is played), or a search that knows nothing but the rules: flat-200, "
        "tree-200 (playouts), tree-50ms (of CPU time); may be repeated: "
        "the bots take the seats in turn (default: one normal, the others random)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--script",
        type=Path,
        help="play a written game of Reef Encounter instead: the "
        "position after every turn, up to the first illegal line",
    )
    parser.add_argument("--json", action="store_true")
    add_options(parser)
    add_ladder(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print the report."""
    if args.script is not None:
        return _script(args)
    entry = catalogue().named(args.game)
    if args.ladder:
        return run_ladder(entry, args)
    seats = entry.seats if args.seats is None else args.seats
    entry.rules.checked_options(seats, options_of(args))
    levels = args.bot or ["normal", *["random"] * (seats - 1)]
    entrants = [
        Entrant(f"{index + 1}:{level}" if levels.count(level) > 1 else level, player_of(entry, level))
        for index, level in enumerate(levels)
    ]
    report = simulate(
        entry.rules,
        entrants,
        seats=seats,
        games=args.games,
        options=options_of(args),
        seed=args.seed,
        clock=time.perf_counter,
    )
    print(report.json() if args.json else report.text())
    return 0


def _script(args: argparse.Namespace) -> int:
    """Play a written game; return 1 if a line is illegal, 2 if the file cannot be read or is no script."""
    if args.game != "reef":
        raise BadOptions("only Reef Encounter can be played from a script")
    try:
        result = run_script(args.script.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadText) as why:
        reason = (why.strerror or why) if isinstance(why, OSError) else why
        print(f"{args.script}: {reason}", file=sys.stderr)
        return 2
    print(json.dumps(result_json(result)) if args.json else result_text(result))
    return 1 if result.stop is not None else 0
