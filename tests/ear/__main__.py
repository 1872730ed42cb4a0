"""`python -m tests.ear GAME FILE`: play a game on a screen and an accessibility bus of its own; record it."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path

from tests.ear.window import SEATS

NEEDED = ("Xvfb", "xdotool", "dbus-run-session", "dbus-daemon")
KEYS = ("Tab", "Right", "Right", "Down", "Left", "Tab")
"""Keys that are pressed again and again, so that the holder of the keyboard is told."""
KEY_S = 1.5
PATIENCE_S = 1800


def missing() -> list[str]:
    """The tools that are missing here."""
    lacks = [tool for tool in NEEDED if shutil.which(tool) is None]
    if not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        lacks.append("at-spi2-core")
    return lacks


def record(game: str, path: Path) -> int:
    """Play and record; return the number of own moves. Needs a session bus."""
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1300x850x24"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert screen.stdout is not None
    display = f":{screen.stdout.readline().strip()}"
    environ = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    path.write_text("")
    started: list[subprocess.Popen[str]] = [screen]
    try:
        ears = [sys.executable, "-m", "tests.ear.listener", str(path)]
        started.append(subprocess.Popen(ears, env=environ, text=True))
        _until(lambda: "listening" in path.read_text())
        words = [sys.executable, "-m", "tests.ear.window", game]
        window = subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, text=True)
        started.append(window)
        _until(lambda: "said:" in path.read_text())
        for key in cycle(KEYS):
            if window.poll() is not None:
                break
            with suppress(subprocess.SubprocessError):
                subprocess.run(["xdotool", "key", key], env=environ, check=False, timeout=30)
            time.sleep(KEY_S)
        before = -1
        while before != (before := path.stat().st_size):  # until all has been written down
            time.sleep(KEY_S)
        assert window.stdout is not None
        return int(window.stdout.read().split()[-1])
    finally:
        for each in reversed(started):
            each.terminate()
            each.wait(30)


def _until(so: object) -> None:
    end = time.monotonic() + PATIENCE_S
    while not so():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError("nothing is heard")
        time.sleep(0.3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SEATS))
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    if os.environ.get("SHOAL_EAR"):
        print(record(args.game, args.file))
        return 0
    own_bus = ["dbus-run-session", "--", sys.executable, "-m", "tests.ear", args.game, str(args.file)]
    environ = {**os.environ, "SHOAL_EAR": "1", "XDG_RUNTIME_DIR": "", "XDG_CACHE_HOME": str(args.file.parent)}
    return subprocess.call(own_bus, env=environ, timeout=PATIENCE_S)


if __name__ == "__main__":
    raise SystemExit(main())
