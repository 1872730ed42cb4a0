"""`shoal check-game GAME`: test a game against the promises of the contract, for its author."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from app.commands.arguments import add_game
from app.games.catalogue import catalogue
from app.table.agreed import engine_of, package_named, rules_of
from app.table.children import child_command
from app.workshop.check.battery import CHECKS, FailedCheck, promise_of, run_battery
from app.workshop.check.hashes import HASH_ORDER, PROMISE, difference, game_lines
from app.workshop.check.journey import Case, cases
from rules.errors import BadOptions

HASH_SEEDS = ("0", "4242")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default 1)")
    parser.add_argument(
        "--check",
        action="append",
        choices=(*CHECKS, HASH_ORDER),
        metavar="CHECK",
        help=f"run only this check; may be repeated: {', '.join((*CHECKS, HASH_ORDER))}",
    )
    parser.add_argument("--json", action="store_true", help="print each check as a line of JSON")
    # For the processes of `_hash_order`.
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check a game; return 0 if it passes all checks, 1 if it fails one."""
    entry = catalogue().named(args.game)
    game, package = entry.rules, package_named(rules_of(entry), engine_of(entry))
    tried = cases(game)
    if not tried:
        raise BadOptions(f"{game.title} does not start with any of its numbers of seats")
    if args.tell:
        for line in game_lines(_middling(tried), args.seed):
            print(line)
        return 0
    failed = 0
    names = tuple(args.check or (*CHECKS, HASH_ORDER))
    if not args.json:
        which = f"{game.title} ({package})" if package else game.title
        print(f"{which}: {len(tried)} tables of other seats and options, random games of seed {args.seed}")
    for name, finding in _results(args, tried, names):
        failed += finding is not None
        print(_json(name, finding) if args.json else _text(name, finding, args.game), flush=True)
    if not args.json:
        print(f"{failed} of {len(names)} checks failed." if failed else f"All {len(names)} checks hold.")
    return 1 if failed else 0


def _results(
    args: argparse.Namespace, tried: Sequence[Case], names: Sequence[str]
) -> Iterator[tuple[str, FailedCheck | None]]:
    yield from run_battery(tried, [name for name in names if name != HASH_ORDER], seed=args.seed)
    if HASH_ORDER in names:
        yield HASH_ORDER, _hash_order(args)


def _hash_order(args: argparse.Namespace) -> FailedCheck | None:
    """Compare one game in two processes with different string hashes."""
    runs = []
    for hash_seed in HASH_SEEDS:
        child = subprocess.run(
            child_command("check-game", args.game, "--tell", "--seed", str(args.seed)),
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if child.returncode:
            last = (child.stderr.strip().splitlines() or ["it said nothing"])[-1]
            return FailedCheck(
                check=HASH_ORDER,
                promise=PROMISE,
                case="",
                expected="a random game can be played",
                found=last,
                place=None,
            )
        runs.append(child.stdout.splitlines())
    return difference(*runs, seed=args.seed)


def _middling(tried: Sequence[Case]) -> Case:
    """Return a table with a middling number of seats."""
    return tried[len(tried) // 2]


def _promise(name: str) -> str:
    return PROMISE if name == HASH_ORDER else promise_of(name)


def _json(name: str, finding: FailedCheck | None) -> str:
    found = None if finding is None else to_builtins(finding)
    return json.dumps({"check": name, "promise": _promise(name), "holds": finding is None, "finding": found})


def _text(name: str, finding: FailedCheck | None, game: str) -> str:
    if finding is None:
        return f"ok      {name}: {_promise(name)}"
    lines = [
        f"FAILED  {name}: {finding.promise}",
        f"        expected: {finding.expected}",
        f"        found:    {finding.found}",
    ]
    if finding.case:
        lines.append(f"        table:    {finding.case}")
    if finding.place is not None:
        at = finding.place
        leaving = f", seats leaving with a chance of {at.leaving:.2f}" if at.leaving else ""
        lines += [
            f"        game:     seed {at.seed}{leaving}, after {at.number} events",
            f"        position: {at.position}",
            f"        next:     {at.event}",
        ]
        again = "" if at.leaving else f" --seed {at.seed}"
        lines.append(f"        again by: shoal check-game {game} --check {name}{again}")
    lines += [f"        {line}" for line in finding.raised]
    return "\n".join(lines)
