"""The progress line: only on a terminal, after a second, and gone at the end."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from app.terminal import progress
from app.terminal.progress import ProgressLine


class Screen(StringIO):
    is_terminal = True

    def isatty(self) -> bool:
        return self.is_terminal


def drawn(monkeypatch: pytest.MonkeyPatch, *, quiet: bool = False, is_terminal: bool = True) -> str:
    """The output of a count, at four moments."""
    now, screen = [0.0], Screen()
    screen.is_terminal = is_terminal
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        patch.setattr(progress.time, "monotonic", lambda: now[0])
        with ProgressLine("heights", quiet=quiet) as line:
            for now[0], done in ((0.9, 1), (1.0, 20), (1.05, 3), (1.1, 4)):
                line.show(done, 40)
    return screen.getvalue()


def test_progress_is_drawn_after_a_second_and_ten_times_a_second_and_then_wiped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert drawn(monkeypatch).split("\r") == ["", "heights: 20 of 40", "heights: 4 of 40 ", " " * 17, ""]


def test_no_progress_is_drawn_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, quiet=True) == drawn(monkeypatch, is_terminal=False) == ""
