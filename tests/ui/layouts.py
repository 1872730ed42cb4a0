"""The layouts of the gallery's states as text, one file each: `python -m tests.ui.layouts [NAME ...]`.

It rewrites what has changed and prints the difference: read it before it goes in; NAMEs are the
beginnings of states. `test_every_control` compares them, in a usual window and some in the smallest.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from difflib import unified_diff
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QWidget

from tests.gallery import SOME, give_size, put_up, states, take_down
from tests.support.catalogue import GAMES
from tests.support.laid import laid
from ui.art.fonts import register_fonts
from ui.kit.card_table import CardTable

FOLDER = Path(__file__).parents[1] / "data" / "layouts"
USUAL, SMALL = (1280, 800), (800, 600)
EVERY = dict(states())
LARGE = ("watching-large-reef", "watching-large-kings", "table-asked-kings", "table-keys-split-reef")
OTHERS = [name for name in EVERY if name.partition("-")[0] not in GAMES and name not in LARGE]
"""States that are not a game's own, which has tests of its own: of those the quick suite takes a third."""
QUICK = (*OTHERS, *[name for name in EVERY if name not in OTHERS][::3])
"""States that the quick suite puts up; their layouts are kept."""


def path(name: str, size: tuple[int, int] = USUAL) -> Path:
    """The file of a state's layout."""
    return FOLDER / (f"{name}.txt" if size == USUAL else f"{name}-{size[0]}x{size[1]}.txt")


def paths() -> set[Path]:
    """The files that should exist."""
    return {*map(path, QUICK), *(path(name, SMALL) for name in SOME if name in QUICK)}


def changed(shown: QWidget, file: Path) -> list[str]:
    """The changed lines of a layout; none but on Linux, for other systems round letters otherwise."""
    kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    now = laid(shown)
    is_same = kept == now or sys.platform != "linux"
    return [] if is_same else [*unified_diff(kept, now, file.stem, "now", n=0, lineterm="")]


def renew(name: str) -> list[str]:
    """Keep the layout that a state has today; gives the lines that have changed."""
    found = []
    shown = put_up(EVERY[name])
    for size in (USUAL, SMALL) if name in SOME else (USUAL,):
        give_size(shown, size)
        if lines := changed(shown, path(name, size)):
            path(name, size).write_text("".join(f"{line}\n" for line in laid(shown)), encoding="utf-8")
            found += lines
    take_down(shown)
    return found


def main() -> int:
    """Renew the layouts that have changed, and remove those of states that are gone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    begins = tuple(parser.parse_args().names)
    os.environ["TZ"] = "UTC"  # as the fixture `in_utc`
    time.tzset()
    app = QApplication([])
    register_fonts()
    CardTable.still_ms = 0
    FOLDER.mkdir(exist_ok=True)
    for name in QUICK:
        if not begins or name.startswith(begins):
            for line in renew(name):
                print(line)
    for left_over in {*FOLDER.iterdir()} - paths():
        print("removed", left_over.name)
        left_over.unlink()
    app.processEvents()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
