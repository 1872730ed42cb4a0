"""`shoal --selftest`: tests this installation, for packagers and for players who are asked to run it."""

from __future__ import annotations

import json
import platform
import subprocess
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from app import VERSION
from app.cli import COMMANDS
from app.games.catalogue import own_games
from app.games.entry import loaded
from app.games.plain import plain_help
from app.keep.home import Home
from app.screens.about import licences
from app.table.children import child_command, child_environment

Check: TypeAlias = tuple[str, Callable[[], str]]
"""A check with its name: it returns a few words, or raises."""
_LICENSED = (
    *("Shoal", "Fonts", "GNU General", "GNU Lesser", "Third parties in Qt", "Python", "libzmq"),
    *("zeroconf", "Where the sources are"),
)
"""Beginnings of the titles of texts that every installation has."""
_DEMO_S = 600  # a computer that also builds packages is slow


class PartBroken(Exception):
    """A part of the installation is missing or does not work; the text says which."""


def selftest(further: tuple[Check, ...] = ()) -> int:
    """Run all checks, print a line for each; return 0 if all work, otherwise 1."""
    print(f"Shoal {VERSION}, Python {platform.python_version()}, {platform.platform()}")
    failed = 0
    for what, attempt in (*_CHECKS, *further):
        try:
            print(f"  {what}: {attempt()}", flush=True)
        # Report any fault of the installation, and go on with the other checks.
        except Exception as why:
            failed += 1
            print(f"  {what}: FAILED: {type(why).__name__}: {why}", flush=True)
    print("everything works" if not failed else f"{failed} of these failed: this installation is damaged")
    return 1 if failed else 0


def _commands() -> str:
    for command in COMMANDS:
        import_module(command.module)
    return f"{len(COMMANDS)} found"


def _games() -> str:
    games = own_games()
    for entry in games:
        for _, name in entry.policies:
            if loaded(entry.rules.key, name) is None:
                raise PartBroken(f"{entry.rules.title}: {name} is missing")
        if entry.rules_page() == plain_help(entry.rules):
            raise PartBroken(f"{entry.rules.title}: the page of its rules is missing")
    return f"{len(games)}, each with bots and a page of rules"


def _licences() -> str:
    found = licences()
    for part in _LICENSED:
        if not any(each.title.startswith(part) for each in found):
            raise PartBroken(f"the licence of {part} is missing")
    return f"{len(found)} can be read"


def _table() -> str:
    """Play a game between two processes (links, deck, journal, record), and verify its record."""
    with tempfile.TemporaryDirectory(prefix="shoal-selftest-") as folder:
        environment = child_environment(Home(Path(folder, "home")).make().folder)
        record = str(Path(folder, "game.shoal"))
        for words in (
            ("demo", "matriculation", "--peers", "2", "--record", record, "--json"),
            ("verify", record, "--json"),
        ):
            done = subprocess.run(
                child_command(*words),
                env=environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                check=False,
                timeout=_DEMO_S,
                input="",
            )
            if done.returncode:
                raise PartBroken(
                    f"shoal {words[0]} ended with {done.returncode}: {done.stderr.strip()[-500:]}"
                )
        verdict = json.loads(done.stdout)
        if not (verdict["holds"] and verdict["over"]):
            raise PartBroken(f"its record fails the check: {verdict['problem']}")
    return f"a game between two peers was played and its record verified, {verdict['proofs']} proofs in it"


_CHECKS: tuple[Check, ...] = (
    *(("commands", _commands), ("games", _games), ("licences", _licences), ("table", _table)),
)
