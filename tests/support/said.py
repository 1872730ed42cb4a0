"""Output of the commands: `python -m tests.support.said` rewrites `tests/data/said/commands.txt`.

Each command line of a table stands there with its output and exit status, on a computer that has the
identity, games and settings that are kept from the last version. Read a change before it goes in.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from app.__main__ import main as shoal
from tests.support.golden import DATA

FILE = DATA / "said" / "commands.txt"
KEPT = max((DATA / "kept").iterdir())
"""Files of the last version that was published."""
LINES = (
    *(
        "games",
        "games --json",
        "games list",
        "games hide ff",
        "games delete",
        "games export ff out.shoal",
        "identity",
        "identity export",
        "stats",
        "stats --json",
    ),
    *(
        "verify cahoots.shoal",
        "verify nothing.shoal",
        "verify profile.json",
        "verify",
        "replay cahoots.shoal --no-window",
        "replay profile.json --no-window",
        "replay nothing.shoal --no-window",
    ),
    *(
        "demo plump --peers 99",
        "demo nothing",
        "demo plump --kill 1",
        "demo plump --kill 1@x+1",
        "demo plump --quit 1@2+3",
        "demo plump --quit 9@2",
        "demo plump --late 1@",
        "demo plump --spectators 101",
        "demo plump --option length",
        "demo plump --option length=endless",
        "simulate nothing",
        "check-game nothing",
        "new-game",
        "host nothing --no-window",
        "host plump --no-window --bots 99",
    ),
)
"""Command lines that neither look at the network nor wait for anybody."""


def golden() -> str:
    """The output of all commands today."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shutil.copytree(KEPT, home)
        usual = {"SHOAL_HOME": str(home), "TZ": "UTC", "COLUMNS": "100", "QT_QPA_PLATFORM": "offscreen"}
        with patch.dict(os.environ, usual):
            _take_zone()
            os.chdir(home)
            try:
                found = [line.replace(folder, "") for each in LINES for line in said(each)]
            finally:
                os.chdir(before)
    _take_zone()
    return "".join(f"{line}\n" for line in found)


def _take_zone() -> None:
    if sys.platform != "win32":
        time.tzset()


def said(line: str) -> Iterator[str]:
    """A command line, its output, and its exit status if that is not 0."""
    said, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(wrong):
        try:
            status = shoal(shlex.split(line))
        except SystemExit as ended:
            status = int(ended.code or 0)
    yield f"$ shoal {line}"
    yield from (f"{each}".rstrip() for each in said.getvalue().splitlines())
    # Only the last line: those above it are argparse's usage.
    yield from (f"! {each}" for each in wrong.getvalue().splitlines()[-1:])
    yield f"= {status}" if status else ""


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(golden(), encoding="utf-8")
