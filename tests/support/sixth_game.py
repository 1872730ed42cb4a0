"""The sixth game: Anglers, a package of its own, installed into a folder as a stranger would install it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tests" / "data" / "sixth_game"


def install(package: Path, folder: Path) -> Path:
    """Install a package into a folder, out of a copy of it and without a network."""
    source = shutil.copytree(package, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    target = folder / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
         "--disable-pip-version-check", "--target", str(target), str(source)],
        check=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return target


def environment(installed: Path, home: Path) -> dict[str, str]:
    """The environment of a program that finds an installed package, with a home of its own."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(installed), str(ROOT))),
        "PYTHONUNBUFFERED": "1",
        "SHOAL_HOME": str(home),
    }


def shoal(installed: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process."""
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=home.parent,
        env=environment(installed, home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
