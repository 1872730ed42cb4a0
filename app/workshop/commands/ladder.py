"""`shoal simulate --ladder GAME`: each level against the one below it, in several processes.

Each process plays every n-th deal of a rung and prints a line of JSON for each. The lines are read in the
order of the deals, so neither the result nor the end of a settled rung depends on the speed of a process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import IO, Final

from msgspec import to_builtins

from app.commands.arguments import number, options_of
from app.games.entry import GameEntry
from app.table.children import child_command
from app.workshop.measure.beginner import RULES
from app.workshop.measure.ladder import (
    Climb,
    DealPlayed,
    Rung,
    deals_played,
    is_certain,
    rung,
    rungs_json,
    table_text,
)
from app.workshop.measure.players import player_of
from rules.errors import BadOptions

PROCESSES_MOST: Final = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a ladder."""
    group = parser.add_argument_group("a ladder of strength")
    group.add_argument(
        "--ladder",
        action="store_true",
        help="play each level among players of the level before, the same deals from every seat; "
        "--games counts for each rung",
    )
    group.add_argument(
        "--levels",
        metavar="LEVEL,LEVEL,…",
        help="weakest first, as for --bot (default: random, beginner, and the game's own levels)",
    )
    group.add_argument(
        "--processes",
        type=number(range(1, PROCESSES_MOST + 1), "the number of processes"),
        default=min(os.cpu_count() or 1, PROCESSES_MOST),
        help="number of processes (default: one for each processor)",
    )
    group.add_argument(
        "--settle", action="store_true", help="end a rung as soon as it is certain who is better"
    )
    group.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    parser.add_argument("--deals", metavar="FIRST:END:STEP", help=argparse.SUPPRESS)  # one process's part


def run_ladder(entry: GameEntry, args: argparse.Namespace) -> int:
    """Play a ladder, or one process's part of a rung, and report; return 1 if a process was lost."""
    seats = entry.seats if args.seats is None else args.seats
    levels = args.levels.split(",") if args.levels else default_levels(entry)
    if len(levels) < 2:
        raise BadOptions("a ladder needs at least two levels")
    policies = {level: player_of(entry, level) for level in levels}
    climbs = [
        Climb(
            entry.rules,
            better=policies[better],
            worse=policies[worse],
            seats=seats,
            options=options_of(args),
            seed=args.seed,
        )
        for worse, better in pairwise(levels)
    ]
    if args.deals is not None:
        for deal in deals_played(climbs[0], _range(args.deals), time.process_time):
            print(json.dumps(to_builtins(deal)), flush=True)
        return 0
    rungs = []
    for climb, (worse, better) in zip(climbs, pairwise(levels), strict=True):
        if (played := _played(climb, (worse, better), args)) is None:
            print("shoal: a process of the ladder has died", file=sys.stderr)
            return 1
        rungs.append(rung(better, worse, seats=seats, played=played))
        if sys.stderr.isatty():
            print(f"{better} among {worse}: {len(played)} deals", file=sys.stderr)
    print(_report(entry, climbs[0], rungs, args))
    return 0


def default_levels(entry: GameEntry) -> list[str]:
    """Return the default levels, the weakest first: any legal move, the beginner's rule, those offered."""
    return ["random", *(["beginner"] if entry.rules.key in RULES else []), *entry.levels]


def _report(entry: GameEntry, climb: Climb, rungs: Sequence[Rung], args: argparse.Namespace) -> str:
    options = entry.rules.checked_options(climb.seats, climb.options)
    if args.json:
        head = {"game": entry.rules.key, "seats": climb.seats, "options": options, "seed": climb.seed}
        return json.dumps({**head, "rungs": rungs_json(rungs)})
    table = table_text(rungs, marked=args.markdown)
    if args.markdown:
        return table
    said = "".join(f", {key}={value}" for key, value in options.items())
    return (
        f"{entry.rules.key}, {climb.seats} seats, one of each level among players of the level before, "
        f"seed {climb.seed}{said}\n"
        f"every deal once from every seat; of equals each would win {1 / climb.seats:.1%}\n{table}"
    )


def _played(climb: Climb, levels: tuple[str, str], args: argparse.Namespace) -> list[DealPlayed] | None:
    """Return the deals of a rung, up to its end or until it is settled; None if a process was lost."""
    deals = -(-args.games // climb.seats)
    played: list[DealPlayed] = []
    for deal in _lines(_commands(climb, levels, deals, args)):
        played.append(deal)
        if args.settle and is_certain(played):
            return played
    return played if len(played) == deals else None


def _commands(climb: Climb, levels: tuple[str, str], deals: int, args: argparse.Namespace) -> list[list[str]]:
    """Return the command line of each process of a rung."""
    given = [f"--option={option}" for option in args.option]
    parts = min(args.processes, deals)
    return [
        child_command(
            *(
                "simulate",
                climb.game.key,
                "--ladder",
                f"--levels={','.join(levels)}",
                f"--seats={climb.seats}",
            ),
            *(f"--seed={climb.seed}", f"--deals={part}:{deals}:{parts}", *given),
        )
        for part in range(parts)
    ]


def _lines(commands: Sequence[Sequence[str]]) -> Iterator[DealPlayed]:
    """Yield the lines that the processes print, deal by deal; the processes end with the generator."""
    with ExitStack() as stack:
        pipes: list[IO[str]] = []
        for command in commands:
            child = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(child.kill)
            if child.stdout is not None:
                pipes.append(child.stdout)
        while True:
            for pipe in pipes:
                if not (line := pipe.readline()):
                    return
                read = json.loads(line)
                yield DealPlayed(read["duels"], read["firsts"], tuple(read["thinking"]))


def _range(text: str) -> range:
    first, end, step = map(int, text.split(":"))
    return range(first, end, step)
