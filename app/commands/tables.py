"""`shoal tables`: the tables that are on this network now, each asked before it is listed.

And `shoal people`: whom this computer has met at a table, and who of them can be found now.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import time
from collections.abc import Callable, Iterator

from app.build import Lookout, look_out
from app.nearby.around import Around, FoundTable, KnownPerson
from app.nearby.finder import Finder, Openness
from app.screens.nearby import key_line, met_rows, table_about, table_line

LOOK_S = 2.5
"""Time of looking before the tables are listed: a table that is there answers in half a second."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("--watch", action="store_true", help="go on, and tell every change")
    parser.add_argument("--json", action="store_true", help="as lines of JSON")
    parser.add_argument("--address", help="look in the network of this address alone")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """List, or watch until Ctrl-C; 1 if nothing was found."""
    lookout = look_out(address=words.address)
    say = _json_lines if words.json else _lines
    if words.watch:
        last: tuple[FoundTable, ...] | None = None
        for around in looks(lookout):
            if around.tables != last:
                last = around.tables
                say(around)
        return 0
    around = look(lookout, until=lambda _: False)
    say(around)
    return 0 if around.tables else 1


def look(lookout: Lookout, *, until: Callable[[Around], bool]) -> Around:
    """Look for tables until `until` holds, at most 2.5 s."""
    end = time.monotonic() + LOOK_S
    found = Around()
    for found in looks(lookout, end=end):
        if until(found):
            break
    return found


def looks(
    lookout: Lookout, *, end: float | None = None, openness: Openness | None = None
) -> Iterator[Around]:
    """Everything that is told, until somebody has enough or the time `end` has come."""
    told: queue.SimpleQueue[Around] = queue.SimpleQueue()
    finder = Finder(lookout, told.put, openness=openness)
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
        print("No table was found on this network. What may be the reason: shoal doctor")
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
        "door": table.door.name.lower(),
        "spectators": table.spectators,
        "version": table.version,
        "known": table.about,
        "warning": table.warning,
        "hindrance": table.hindrance,
        "invitation": table.invitation,
    }


def add_people_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--address", help="look in the network of this address alone")
    parser.set_defaults(run=run_people)


def run_people(words: argparse.Namespace) -> int:
    """List them; 1 if nobody was met yet."""
    around = look(look_out(address=words.address), until=lambda _: False)
    if words.json:
        print(json.dumps([_known_values(each) for each in around.met]))
    else:
        for row in met_rows(around):
            print(f"{row.text}\n    {row.letters} · {row.about}")
        if not around.met:
            print("This computer has met nobody at a table yet.")
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
