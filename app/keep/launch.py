"""Command lines that start this program: frozen, installed, or from a checkout."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import app

PROGRAM: Final = Path(app.__file__).resolve().parents[1]
"""The folder from which this program's packages were imported."""
_CONSOLE, _WINDOW = "shoal.exe", "shoalw.exe"
"""The two programs installed on Windows, where the file decides whether there is a console."""


def own_command() -> list[str]:
    """Return the command line that starts this program for a person; frozen on Windows, without a console."""
    if getattr(sys, "frozen", False):
        return [_image(os.environ) or _beside(Path(sys.executable), _WINDOW)]
    return _start()


def child_start() -> list[str]:
    """Return the command line by which this program starts itself as a child process."""
    if getattr(sys, "frozen", False):
        return [_beside(Path(sys.executable), _CONSOLE)]
    return _start()


def installed_in() -> Path | None:
    """Return the folder of the installed package `shoal`; None for a checkout or a frozen program."""
    is_installed = PROGRAM.name == "rooms" and (PROGRAM.parent / "__main__.py").is_file()
    return PROGRAM.parents[1] if is_installed else None


def _start() -> list[str]:
    """Return the start of the command line when Python runs the program. With -P Python does not search the
    current folder: a stranger's `app.py` there would otherwise run as ours."""
    if installed_in() is not None:
        return [sys.executable, "-P", "-m", "shoal"]
    return [sys.executable, "-P", str(PROGRAM / "packaging" / "shoal" / "__main__.py")]


def _image(environ: Mapping[str, str]) -> str:
    """Return the AppImage that this program runs from; "" if none.

    Its folder vanishes when the program ends, so the image itself is started again. The variables of some
    other AppImage that started us do not count.
    """
    image, folder = environ.get("APPIMAGE", ""), environ.get("APPDIR", "")
    return image if folder and Path(folder).resolve() in Path(sys.executable).resolve().parents else ""


def _beside(program: Path, name: str) -> str:
    """Return the program of that name in the same folder, otherwise the given program."""
    there = program.with_name(name)
    return str(there if program.suffix == ".exe" and there.is_file() else program)
