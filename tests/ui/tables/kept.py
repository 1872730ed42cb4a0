"""The tables of the gallery as text, one file for each state: `python -m tests.ui.tables.kept [NAME ...]`.

It rewrites what has changed and prints the difference: read it before it goes in; NAMEs are the beginnings of
states. States have windows of all shapes in turn. Some also tell what each key and click does (`PRESSED`).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QWidget

from app.keep.settings import Settings
from tests.gallery import Make, states
from tests.support.catalogue import GAMES
from tests.support.drawn_once import blank
from tests.support.laid import laid
from tests.support.table_hands import preferences, seated
from tests.support.told_table import Presser, pointed_out, told
from tests.ui.tables.places import PLACES
from ui.art.fonts import register_fonts
from ui.kit.card_table import CardTable
from ui.kit.game_table import GameTable
from ui.look import apply_settings
from ui.tables.catalogue import make_table

FOLDER = Path(__file__).parents[2] / "data" / "tables"
WINDOWS = ((720, 1080, 100), (1000, 600, 80), (1280, 800, 100), (1920, 1000, 200), (800, 520, 100))
"""Width and height of a table, and the scale in per cent."""
PRESSED = (
    *("cahoots-turn", "cahoots-combo", "kings-attack", "kings-laid", "matriculation-turn"),
    *("matriculation-setback", "plain-divers-vote", "plain-duels", "plain-hearts", "plain-four"),
    *("plump-bidding", "plump-tick", "reef-planned"),
)
GAME_STATES: dict[str, Make] = {
    name: make
    for name, make in states()
    if name.partition("-")[0] in (*GAMES, "plain") and not name.endswith("-result")
}
KEPT: dict[str, Callable[[], list[str]]] = {
    **{name: lambda name=name: state_told(name) for name in GAME_STATES},
    **{f"before-{game}": lambda game=game: before_told(game) for game in GAMES},
    **{f"places-{game}": lambda tell=tell: [*tell()] for game, tell in PLACES.items()},
}


def state_told(name: str) -> list[str]:
    """A state of the gallery, in its window."""
    wide, high, scale = WINDOWS[[*GAME_STATES].index(name) % len(WINDOWS)]
    table: QWidget = GAME_STATES[name](preferences(scale=scale))
    assert isinstance(table, GameTable)
    table.show()
    table.resize(wide, high)
    lines = [f"{wide}x{high} at {scale} %", *told(table), *pointed_out(table)]
    if (sheet := table.sheet()) is not None:
        sheet.resize(sheet.sizeHint())
        lines += laid(sheet)
        sheet.deleteLater()
    if name in PRESSED:
        lines += Presser(table).lines()
    table.close()
    table.deleteLater()
    return lines


def before_told(game: str) -> list[str]:
    """A table before its first news: it says nothing, shows its places, and no key and no click harms it."""
    table = make_table(seated(game, min(4, GAMES[game].seats[-1])), preferences())
    table.show()
    table.resize(1280, 800)
    lines = [*told(table), f"sheet {table.sheet()}", *Presser(table).lines()]
    table.close()
    table.deleteLater()
    return lines


def changed(name: str, now: list[str]) -> list[str]:
    """The changed lines of a file; none but on Linux, for other systems round letters otherwise."""
    file = FOLDER / f"{name}.txt"
    kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    is_same = kept == now or sys.platform != "linux"
    return [] if is_same else [*unified_diff(kept, now, name, "now", n=0, lineterm="")]


def renewed(names: tuple[str, ...]) -> Iterator[str]:
    """Write the files that have changed; gives the lines that have changed."""
    for name, tell in KEPT.items():
        if not names or name.startswith(names):
            now = tell()
            yield from changed(name, now)
            (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    for left_over in {*FOLDER.iterdir()} - {FOLDER / f"{name}.txt" for name in KEPT}:
        left_over.unlink()
        yield f"removed {left_over.name}"


def main() -> int:
    """Renew the files that have changed, and remove those of states that are gone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    names = tuple(parser.parse_args().names)
    app = QApplication([])
    register_fonts()
    apply_settings(Settings())
    CardTable.still_ms = 0
    FOLDER.mkdir(exist_ok=True)
    with patch("ui.art.cache.draw_pixmap", blank), patch("ui.kit.renderer.draw_pixmap", blank):
        for line in renewed(names):
            print(line)
    app.processEvents()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
