"""Every screen and every notable state as a picture: `python -m tests.gallery OUTDIR [NAME ...]`.

Each module of `tests.gallery_states` has `STATES`: a name, and a function that makes a widget for a
`Manner`. All are drawn in every theme asked for and at every scale of the screen; NAMEs pick those that
begin with one of them. Needs no screen.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests import gallery_states
from ui.art.dress import dress
from ui.art.fonts import register_fonts
from ui.art.theme import ThemeName, themed
from ui.kit.game_table import Manner

Make = Callable[[Manner], QWidget]
SIZE = (1280, 800)
THEMES = {"light": ThemeName.LIGHT, "dark": ThemeName.DARK, "contrast": ThemeName.HIGH_CONTRAST}


def states() -> Iterator[tuple[str, Make]]:
    """All states of all modules, in the order of their names."""
    for module in sorted(each.name for each in pkgutil.iter_modules(gallery_states.__path__)):
        yield from import_module(f"tests.gallery_states.{module}").STATES


def draw(name: str, make: Make, *, theme: str, folder: Path, dpr: int) -> Path:
    """One state in one theme, as a file."""
    app = QApplication.instance()
    manner = Manner(theme=themed(THEMES[theme]), scale=100, motion_ms=0, four_colours=True)
    assert isinstance(app, QApplication)
    dress(app, manner.theme)
    widget = make(manner)
    if not isinstance(widget, QDialog):
        widget.resize(*SIZE)
    widget.show()
    for _ in range(3):
        app.processEvents()
    path = folder / f"{name}-{theme}-{dpr}x.png"
    assert widget.grab().save(str(path)), path
    top = widget.parentWidget() or widget
    top.close()
    widget.close()
    for each in {top, widget}:
        each.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("names", nargs="*", help="only those that begin so")
    parser.add_argument("--dpr", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--themes", nargs="+", default=["light", "dark"], choices=sorted(THEMES))
    words = parser.parse_args()
    words.outdir.mkdir(parents=True, exist_ok=True)
    if len(words.dpr) > 1:  # the pixels of a screen are Qt's for a whole process
        return max(
            subprocess.call(
                [
                    sys.executable,
                    "-m",
                    "tests.gallery",
                    str(words.outdir),
                    *words.names,
                    "--dpr",
                    str(dpr),
                    "--themes",
                    *words.themes,
                ]
            )
            for dpr in words.dpr
        )
    os.environ["QT_SCALE_FACTOR"] = str(words.dpr[0])
    app = QApplication([])
    register_fonts()
    for name, make in states():
        if words.names and not name.startswith(tuple(words.names)):
            continue
        for theme in words.themes:
            print(draw(name, make, theme=theme, folder=words.outdir, dpr=words.dpr[0]))
    app.processEvents()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
