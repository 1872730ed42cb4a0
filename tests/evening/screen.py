"""An X server of its own, and three people at it, each with a window and the one mouse."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

REPO = Path(__file__).parents[2]
WIDE, HIGH = 1280, 900
NEEDED = ("Xvfb", "xdotool")
PATIENCE_S = 240.0
"""Timeout in seconds on a busy machine."""


class NotSeen(AssertionError):
    """Raised when something that a person looks for does not appear."""


def missing() -> str:
    """Name of a missing tool that an evening needs; "" if all are there."""
    return next((tool for tool in NEEDED if shutil.which(tool) is None), "")


@dataclass
class Screen:
    """The X server; `photo` numbers its pictures."""

    folder: Path
    seats: int = 3
    name: str = ""
    """Prefix of its pictures' names, if there are several."""
    number: int = 0
    attended: str = ""
    """The person whose window has the focus."""
    server: subprocess.Popen[bytes] = field(init=False)
    display: str = field(init=False)

    def __post_init__(self) -> None:
        reading, writing = os.pipe()
        size = f"{WIDE * self.seats}x{HIGH}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=(writing,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as lines:
            self.display = f":{lines.readline().strip()}"

    def tool(self, *words: object) -> str:
        """Run `xdotool`, which moves the mouse, presses and types through XTest; return its answer."""
        environ = {**os.environ, "DISPLAY": self.display}
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=environ, check=True, timeout=60, capture_output=True, text=True)
        return done.stdout

    def go(self, x: int, y: int) -> None:
        """Move the mouse there; the window there gets the keyboard, as a press would give it to it.

        A window manager would do that; here is none.
        """
        self.tool("mousemove", x, y)
        found = self.tool("getmouselocation", "--shell").split("WINDOW=")[1].split()[0]
        self.tool("windowfocus", found)

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(20)


@dataclass
class Person:
    """A person with a profile and a window, who sees it with `look` and acts with mouse and keyboard."""

    screen: Screen
    name: str
    place: int
    home: Path
    before: tuple[str, ...] = ()
    """Words before the command line, which run the program on another computer."""
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Start the program."""
        environ = {**os.environ, "DISPLAY": self.screen.display, "SHOAL_HOME": str(self.home)}
        environ |= {"QT_QPA_PLATFORM": "xcb", "PLACE": f"{self.place * WIDE} 0 {WIDE} {HIGH}"}
        log = (self.screen.folder / f"{self.name}.txt").open("a")
        self.process = subprocess.Popen(
            [*self.before, sys.executable, "-m", "tests.evening.eyes"], cwd=REPO, env=environ, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
        )  # fmt: skip

    def _ask(self, **question: object) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise NotSeen(f"{self.name}'s window is gone (status {self.process.poll()})")
        return dict(json.loads(line))

    def look(self) -> dict[str, Any]:
        """The state of the window as this person sees it."""
        return self._ask(ask="look")

    def until(self, what: str, seen: Any) -> dict[str, Any]:
        """Look until a condition holds."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            now = self.look()
            if seen(now):
                return now
            time.sleep(0.15)
        self.photo("not-seen")
        raise NotSeen(
            f"{self.name} waited for: {what}; saw {now['page']}, {now['status']!r}, {now['texts'][:8]}"
        )

    def press_at(self, thing: dict[str, Any]) -> None:
        """Move the mouse to a place and press."""
        self.screen.go(thing["x"], thing["y"])
        self.screen.tool("click", 1)
        self.screen.attended = self.name

    def press(self, name: str, kind: str = "") -> None:
        """Press the control whose name begins with this text, as soon as it can be pressed."""

        def found(now: dict[str, Any]) -> list[dict[str, Any]]:
            able = [each for each in now["controls"] if each["enabled"] and kind in each["kind"]]
            return [each for each in able if each["name"].startswith(name)]

        for _ in range(30):
            thing = found(self.until(f"{name!r} to press", found))[0]
            if thing["seen"]:
                self.screen.go(thing["x"], thing["y"])
                if thing in found(self.look()):
                    break  # it stays where it is, and the mouse is over it
                continue
            # Things further down come into sight by the wheel.
            self.screen.go(self.place * WIDE + WIDE // 3, HIGH // 2)
            self.screen.tool("click", 5 if thing["y"] > HIGH // 2 else 4)
            time.sleep(0.05)
        self.press_at(thing)

    def write(self, text: str) -> None:
        """Type into the widget that has the keyboard."""
        self._attend()
        self.screen.tool("type", "--delay", 12, text)

    def key(self, *keys: str) -> None:
        """Press keys."""
        self._attend()
        self.screen.tool("key", "--delay", 40, *keys)

    def _attend(self) -> None:
        if self.screen.attended != self.name:
            self.screen.go(self.place * WIDE + 4, HIGH - 4)
            self.screen.attended = self.name

    def choose(self, name: str, value: str) -> None:
        """Choose a line of a box: press the box, go to the line by the arrow keys, and press Enter."""
        self.press(name, "ComboBox")
        for _ in range(12):
            self.key("Return")
            now = self.until("the box", lambda seen: seen["top"] == "Window")
            if any(each["name"] == name and each["value"] == value for each in now["controls"]):
                return
            self.press(name, "ComboBox")
            self.key("Down")
        self.photo("cannot-choose")
        raise NotSeen(f"{self.name} cannot choose {value!r} for {name!r}")

    def photo(self, what: str) -> None:
        """Photograph the whole screen."""
        self.screen.number += 1
        path = self.screen.folder / f"{self.screen.name}{self.screen.number:03}-{what}.png"
        self._ask(ask="photo", path=str(path))

    def bots(self) -> list[int]:
        """Process numbers of the bots that this person's program runs."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = [
            int(each)
            for task in path.parent.parent.iterdir()
            for each in (task / "children").read_text().split()
        ]
        return [each for each in found if b"bot" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def close(self, *, number: int = signal.SIGTERM) -> None:
        """End the program by a signal."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(60)
