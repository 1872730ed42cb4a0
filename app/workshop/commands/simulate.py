"""`shoal simulate GAME`: games in one process, for speed and strength; or a written game, played."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from app.commands.words import add_game, add_options, number, options_of
from app.games.catalogue import catalogue
from app.workshop.commands.ladder import add_words as add_ladder
from app.workshop.commands.ladder import run_ladder
from app.workshop.measure.players import player_of
from app.workshop.measure.simulate import Entrant, simulate
from app.workshop.script.script import run_script
from app.workshop.script.show import result_json, result_text
from rules.errors import BadOptions, BadText


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    add_game(parser)
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument(
        "--games",
        type=number(range(1, 1_000_001), "how many games"),
        default=100,
        help="how many (default 100)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        help="easy, normal, hard, random, beginner (somebody who has just read the rules), stand-in (the "
        "rule by which an empty seat is played), or a search that knows nothing but the rules: flat-200, "
        "tree-200 (playouts), tree-50ms (of CPU time); as often as there are kinds "
        "(default: one normal, the others random)",
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


def run(words: argparse.Namespace) -> int:
    """Play and report."""
    if words.script is not None:
        return _script(words)
    entry = catalogue().named(words.game)
    if words.ladder:
        return run_ladder(entry, words)
    seats = entry.seats if words.seats is None else words.seats
    entry.rules.checked_options(seats, options_of(words))
    levels = words.bot or ["normal", *["random"] * (seats - 1)]
    entrants = [
        Entrant(f"{index + 1}:{level}" if levels.count(level) > 1 else level, player_of(entry, level))
        for index, level in enumerate(levels)
    ]
    report = simulate(
        entry.rules,
        entrants,
        seats=seats,
        games=words.games,
        options=options_of(words),
        seed=words.seed,
        clock=time.perf_counter,
    )
    print(report.json() if words.json else report.text())
    return 0


def _script(words: argparse.Namespace) -> int:
    """Play a written game; 1 where it stops at an illegal line, 2 for what is no script."""
    if words.game != "reef":
        raise BadOptions("only Reef Encounter is played from a script")
    try:
        result = run_script(words.script.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadText) as why:
        reason = (why.strerror or why) if isinstance(why, OSError) else why
        print(f"{words.script}: {reason}", file=sys.stderr)
        return 2
    print(json.dumps(result_json(result)) if words.json else result_text(result))
    return 1 if result.stop is not None else 0
