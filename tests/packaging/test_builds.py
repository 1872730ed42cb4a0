"""All installers, built and tried whole: tens of minutes, as root, with the package registries.

.venv/bin/python -m pytest -m slow --timeout 7200 tests/packaging/test_builds.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux" or getattr(os, "geteuid", int)() != 0, reason="makes a fresh Debian: root"
)
@pytest.mark.parametrize("system", ["linux", "windows"])
def test_the_files_that_players_install_are_built_and_work(system: str) -> None:
    """Each is installed, tried by itself, used for a demo of three, seen on a screen, upgraded, removed."""
    done = subprocess.run([sys.executable, ROOT / "packaging" / "build.py", system], check=False)

    assert done.returncode == 0
