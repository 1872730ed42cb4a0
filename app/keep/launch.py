"""Ways to start this program: frozen, installed, or from a checkout."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import app

PROGRAM: Final = Path(app.__file__).resolve().parents[1]
"""The folder that this program's packages were imported from."""
_CONSOLE, _WINDOW = "shoal.exe", "shoalw.exe"
"""Windows tells by the file whether a program has a console; the installed one has both."""


def own_command() -> list[str]:
    """The command line that starts this program for a person: of two programs the one without a console."""
    if getattr(sys, "frozen", False):
        return [_image(os.environ) or _beside(Path(sys.executable), _WINDOW)]
    return _start()


def child_start() -> list[str]:
    """The command line by which this program starts itself, to talk with it."""
    if getattr(sys, "frozen", False):
        return [_beside(Path(sys.executable), _CONSOLE)]
    return _start()


def installed_in() -> Path | None:
    """The folder in which the installed package `shoal` lies; None for a checkout and a frozen program."""
    is_installed = PROGRAM.name == "rooms" and (PROGRAM.parent / "__main__.py").is_file()
    return PROGRAM.parents[1] if is_installed else None


def _start() -> list[str]:
    """With -P the folder that somebody happens to be in is not searched for modules: a stranger's `app.py`
    there would otherwise run in our name."""
    if installed_in() is not None:
        return [sys.executable, "-P", "-m", "shoal"]
    return [sys.executable, "-P", str(PROGRAM / "packaging" / "shoal" / "__main__.py")]


def _image(environ: Mapping[str, str]) -> str:
    """The AppImage that this program runs out of (its folder goes when the program ends); "" if none.

    Whoever was started by some other program in such a file has that one's variables.
    """
    image, folder = environ.get("APPIMAGE", ""), environ.get("APPDIR", "")
    return image if folder and Path(folder).resolve() in Path(sys.executable).resolve().parents else ""


def _beside(program: Path, name: str) -> str:
    """The program of that name in the same folder, otherwise the program itself."""
    there = program.with_name(name)
    return str(there if program.suffix == ".exe" and there.is_file() else program)
