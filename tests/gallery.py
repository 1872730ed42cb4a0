"""Every screen and every notable state as a picture: `python -m tests.gallery OUTDIR [NAME ...]`.

Each module of `tests.gallery_states` has `STATES`: a name, and a function that makes a widget for a
`Preferences`. All are drawn in every theme, size of the window, scale of the settings and density of the
screen that is asked for; NAMEs pick those that begin with one of them. Needs no screen.
"""

from __future__ import annotations

import argparse
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.values import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.keep.settings import Settings
from tests import gallery_states
from tests.support.window import settled, unasked
from ui.art.fonts import register_fonts
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Preferences
from ui.look import apply_settings

Make = Callable[[Preferences], QWidget]
SIZE, SCREEN = (1280, 800), (1920, 1080)
SOME = (
    *("table-asked", "table-asked-kings", "table-voted", "table-clock", "table-hint"),
    *(
        "home-with-games",
        "home-tables",
        "dialog-network",
        "table-docks-small",
        "matriculation-hand-3",
        "table-docks-all-small",
        "table-rules-refused",
    ),
    *("dialog-settings", "dialog-settings-200", "dialog-keys", "dialog-report", "knock"),
    *("dialog-lesson", "lesson-kings", "lesson-plump-end"),
    *(
        "table-tip",
        "watching-reef",
        "replay",
        "plump-tick",
        "cahoots-turn",
        "kings-attack-aimed",
        "matriculation-turn",
        "reef-two",
        "plain-duels",
    ),
)
"""Names of one state of each kind: the quick suite looks at these, the slow one at all states."""
THEMES = {"light": ThemeName.LIGHT, "dark": ThemeName.DARK, "contrast": ThemeName.HIGH_CONTRAST}


def states() -> Iterator[tuple[str, Make]]:
    """All states of all modules, in the order of their names."""
    for module in sorted(each.name for each in pkgutil.iter_modules(gallery_states.__path__)):
        yield from import_module(f"tests.gallery_states.{module}").STATES


def put_up(make: Make, *, theme: str = "light", scale: int = 100, size: tuple[int, int] = SIZE) -> QWidget:
    """Show a state, with the whole program in its settings. `take_down` lets go of it.

    A widget that is shown here has its size from the beginning; `give_size` resizes the others.
    """
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    preferences = Preferences(
        theme=themed(THEMES[theme], scale=scale), scale=scale, motion_ms=0, four_colours=True
    )
    apply_settings(replace(Settings(), theme=theme, scale=scale, four_colours=True))
    widget = make(preferences)
    if not widget.isVisible() and not isinstance(widget, QDialog):
        widget.resize(*size)
    widget.show()
    return widget


def give_size(widget: QWidget, size: tuple[int, int]) -> None:
    """Resize a state, or the window behind a dialog, as a player would."""
    app = QApplication.instance()
    top = widget.parentWidget() if isinstance(widget, QDialog) else widget
    assert isinstance(app, QApplication)
    if top is not None:
        top.resize(*size)
    settled()


def take_down(widget: QWidget) -> None:
    """Close a state and delete it, without the question whether to leave the game."""
    top = widget.parentWidget() or widget
    unasked(top)
    top.close()
    widget.close()
    for each in {top, widget}:
        each.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def draw(
    name: str,
    make: Make,
    *,
    theme: str,
    folder: Path,
    dpr: int,
    size: tuple[int, int] = SIZE,
    scale: int = 100,
) -> Path:
    """Draw a state in a theme into a file; its name has size and scale where they are not the usual ones."""
    widget = put_up(make, theme=theme, scale=scale)
    give_size(widget, size)
    usual = size == SIZE and scale == 100
    path = folder / f"{name}-{theme}-{dpr}x{'' if usual else f'-{size[0]}x{size[1]}-{scale}'}.png"
    assert widget.grab().save(str(path)), path
    take_down(widget)
    return path


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    return int(wide), int(high)


def _usual_screen(folder: Path, dpr: int) -> None:
    """Give dialogs a screen that they fit into: Qt's own has 800 pixels, which at 2x are only 400."""
    wide, high = (dpr * side for side in SCREEN)
    screen = {"name": "usual", "x": 0, "y": 0, "width": wide, "height": high, "logicalDpi": 96,
              "logicalBaseDpi": 96, "dpr": 1}  # fmt: skip
    path = folder / "screen.json"
    path.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    if os.environ["QT_QPA_PLATFORM"] == "offscreen":
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={path}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("names", nargs="*", help="only those that begin so")
    parser.add_argument("--dpr", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--themes", nargs="+", default=["light", "dark"], choices=sorted(THEMES))
    parser.add_argument("--size", type=_size, nargs="+", default=[SIZE], help="of the window: 800x600 ...")
    parser.add_argument("--scale", type=int, nargs="+", default=[100], help="80 to 200, as in the settings")
    args = parser.parse_args()
    args.outdir.mkdir(parents=True, exist_ok=True)
    if len(args.dpr) > 1:  # the pixels of a screen are Qt's for a whole process
        return max(
            subprocess.call(
                [
                    sys.executable,
                    "-m",
                    "tests.gallery",
                    str(args.outdir),
                    *args.names,
                    "--dpr",
                    str(dpr),
                    "--themes",
                    *args.themes,
                    "--size",
                    *(f"{wide}x{high}" for wide, high in args.size),
                    "--scale",
                    *map(str, args.scale),
                ]
            )
            for dpr in args.dpr
        )
    os.environ["QT_SCALE_FACTOR"] = str(args.dpr[0])
    with TemporaryDirectory() as folder:
        _usual_screen(Path(folder), args.dpr[0])
        app = QApplication([])
    register_fonts()
    for name, make in states():
        if args.names and not name.startswith(tuple(args.names)):
            continue
        for theme, size, scale in product(args.themes, args.size, args.scale):
            path = draw(name, make, theme=theme, folder=args.outdir, dpr=args.dpr[0], size=size, scale=scale)
            print(path)
    app.processEvents()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
