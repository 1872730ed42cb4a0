"""A progress line in a terminal, for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class ProgressLine:
    """A line on standard error, if that is a terminal; `show` redraws it at most ten times a second."""

    def __init__(self, what: str, *, quiet: bool = False) -> None:
        self._what = what
        self._on = not quiet and sys.stderr.isatty()
        self._since = self._drawn = time.monotonic()
        self._wide = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._wide:
            print("\r" + " " * self._wide + "\r", end="", file=sys.stderr, flush=True)

    def show(self, done: int, of: int) -> None:
        """Draw the progress."""
        now = time.monotonic()
        if not self._on or now - self._since < 1.0 or now - self._drawn < 0.1:
            return
        self._drawn = now
        line = f"{self._what}: {done} of {of}"
        self._wide = max(self._wide, len(line))
        print("\r" + line.ljust(self._wide), end="", file=sys.stderr, flush=True)
