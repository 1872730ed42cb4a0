"""`shoal tables`: the tables on this network now, after each was asked. `shoal people`: everybody met
before."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import time
from collections.abc import Callable, Iterator

from app.build import SearchEnvironment, build_search_environment
from app.nearby.around import Around, FoundTable, KnownPerson
from app.nearby.finder import Finder, Openness
from app.screens.nearby import key_line, met_rows, table_about, table_line

LOOK_S = 2.5
"""Seconds of looking before the tables are listed; a table answers within half a second."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--watch", action="store_true", help="keep looking, and print every change")
    parser.add_argument("--json", action="store_true", help="print lines of JSON")
    parser.add_argument("--address", help="use only the network of this address")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List tables once, or until Ctrl-C with `--watch`; return 1 if there are none."""
    env = build_search_environment(address=args.address)
    say = _json_lines if args.json else _lines
    if args.watch:
        last: tuple[FoundTable, ...] | None = None
        for around in looks(env):
            if around.tables != last:
                last = around.tables
                say(around)
        return 0
    around = look(env, until=lambda _: False)
    say(around)
    return 0 if around.tables else 1


def look(env: SearchEnvironment, *, until: Callable[[Around], bool]) -> Around:
    """Search for tables until `until` holds, at most 2.5 s; return the last news."""
    end = time.monotonic() + LOOK_S
    found = Around()
    for found in looks(env, end=end):
        if until(found):
            break
    return found


def looks(
    env: SearchEnvironment, *, end: float | None = None, openness: Openness | None = None
) -> Iterator[Around]:
    """Yield the news of a search until the caller stops or the time `end` has come."""
    told: queue.SimpleQueue[Around] = queue.SimpleQueue()
    finder = Finder(env, told.put, openness=openness)
    try:
        while end is None or time.monotonic() < end:
            try:
                yield told.get(timeout=0.5 if end is None else max(0.01, end - time.monotonic()))
            except queue.Empty:
                continue
    finally:
        finder.stop()


def _lines(around: Around) -> None:
    for table in around.tables:
        print(table_line(table))
        for line in (key_line(table.host, table.words), table_about(table), table.warning, table.hindrance):
            if line:
                print(f"    {line}")
    if not around.tables:
        print("Found no table on this network. To see why: shoal doctor")
    sys.stdout.flush()


def _json_lines(around: Around) -> None:
    print(json.dumps({"event": "tables", "tables": [_values(table) for table in around.tables]}), flush=True)


def _values(table: FoundTable) -> dict[str, object]:
    return {
        "host": table.host,
        "key": table.words,
        "game": table.game,
        "package": table.package,
        "options": dict(table.options),
        "seats": table.seats,
        "taken": list(table.taken),
        "bots": table.bots,
        "free": table.free,
        "access": table.access.name.lower(),
        "spectators": table.spectators,
        "version": table.version,
        "known": table.about,
        "warning": table.warning,
        "hindrance": table.hindrance,
        "invitation": table.invitation,
    }


def add_people_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--address", help="use only the network of this address")
    parser.set_defaults(run=run_people)


def run_people(args: argparse.Namespace) -> int:
    """List the people; return 1 if there are none."""
    around = look(build_search_environment(address=args.address), until=lambda _: False)
    if args.json:
        print(json.dumps([_known_values(each) for each in around.met]))
    else:
        for row in met_rows(around):
            print(f"{row.text}\n    {row.letters} · {row.about}")
        if not around.met:
            print("You have not played with anybody yet.")
    return 0 if around.met else 1


def _known_values(each: KnownPerson) -> dict[str, object]:
    return {
        "name": each.nick,
        "key": each.words,
        "known": each.about,
        "last_seen": each.last_s,
        "here": each.here is not None or each.table is not None,
        "invitation": "" if each.table is None else each.table.invitation,
    }
