"""`shoal simulate --ladder GAME`: each level among players of the one below it, in several processes.

Each process plays every n-th deal of a rung and prints a line of JSON for it. The lines are read deal by
deal, so what comes out, and where a rung that is settled ends, does not hang on who was quicker.
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
from dataclasses import asdict
from itertools import pairwise
from typing import IO, Final

from app.commands.words import number, options_of
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


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of a ladder."""
    group = parser.add_argument_group("a ladder of strength")
    group.add_argument(
        "--ladder",
        action="store_true",
        help="play each level among players of the level before, the same deals from every seat; --games is "
        "for each rung then",
    )
    group.add_argument(
        "--levels",
        metavar="LEVEL,LEVEL,…",
        help="weakest first, as for --bot (default: random, beginner, and what is offered)",
    )
    group.add_argument(
        "--processes",
        type=number(range(1, PROCESSES_MOST + 1), "how many processes play"),
        default=min(os.cpu_count() or 1, PROCESSES_MOST),
        help="that play at once (default: one for each processor)",
    )
    group.add_argument(
        "--settle", action="store_true", help="end a rung as soon as it is certain who is better"
    )
    group.add_argument("--markdown", action="store_true", help="the table as one of Markdown")
    parser.add_argument("--deals", metavar="FIRST:END:STEP", help=argparse.SUPPRESS)  # the part of a process


def run_ladder(entry: GameEntry, words: argparse.Namespace) -> int:
    """Play a ladder, or one process' part of a rung, and report; 1 where a process was lost."""
    seats = entry.seats if words.seats is None else words.seats
    levels = words.levels.split(",") if words.levels else default_levels(entry)
    if len(levels) < 2:
        raise BadOptions("a ladder has two levels at least")
    policies = {level: player_of(entry, level) for level in levels}
    climbs = [
        Climb(
            entry.rules,
            better=policies[better],
            worse=policies[worse],
            seats=seats,
            options=options_of(words),
            seed=words.seed,
        )
        for worse, better in pairwise(levels)
    ]
    if words.deals is not None:
        for deal in deals_played(climbs[0], _range(words.deals), time.process_time):
            print(json.dumps(asdict(deal)), flush=True)
        return 0
    rungs = []
    for climb, (worse, better) in zip(climbs, pairwise(levels), strict=True):
        if (played := _played(climb, (worse, better), words)) is None:
            print("shoal: a process that played has ended before its time", file=sys.stderr)
            return 1
        rungs.append(rung(better, worse, seats=seats, played=played))
        if sys.stderr.isatty():
            print(f"{better} among {worse}: {len(played)} deals", file=sys.stderr)
    print(_report(entry, climbs[0], rungs, words))
    return 0


def default_levels(entry: GameEntry) -> list[str]:
    """Any legal move, the beginner's rule where there is one, and what is offered, the weakest first."""
    return ["random", *(["beginner"] if entry.rules.key in RULES else []), *entry.levels]


def _report(entry: GameEntry, climb: Climb, rungs: Sequence[Rung], words: argparse.Namespace) -> str:
    options = entry.rules.checked_options(climb.seats, climb.options)
    if words.json:
        head = {"game": entry.rules.key, "seats": climb.seats, "options": options, "seed": climb.seed}
        return json.dumps({**head, "rungs": rungs_json(rungs)}, sort_keys=True)
    table = table_text(rungs, marked=words.markdown)
    if words.markdown:
        return table
    said = "".join(f", {key}={value}" for key, value in options.items())
    return (
        f"{entry.rules.key}, {climb.seats} seats, one of each level among players of the level before, "
        f"seed {climb.seed}{said}\n"
        f"every deal once from every seat; of equals each would win {1 / climb.seats:.1%}\n{table}"
    )


def _played(climb: Climb, levels: tuple[str, str], words: argparse.Namespace) -> list[DealPlayed] | None:
    """The deals of a rung, to its end or until it is settled; None where they did not get there."""
    deals = -(-words.games // climb.seats)
    played: list[DealPlayed] = []
    for deal in _lines(_commands(climb, levels, deals, words)):
        played.append(deal)
        if words.settle and is_certain(played):
            return played
    return played if len(played) == deals else None


def _commands(
    climb: Climb, levels: tuple[str, str], deals: int, words: argparse.Namespace
) -> list[list[str]]:
    """The command line of each process of a rung."""
    given = [f"--option={option}" for option in words.option]
    parts = min(words.processes, deals)
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
    """Yield the lines that the processes print, deal by deal. They end when nobody listens any more."""
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
