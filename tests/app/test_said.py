"""The output of the commands, compared with the kept file."""

from __future__ import annotations

from tests.support.said import FILE, golden


def test_commands_say_what_their_golden_file_has() -> None:
    """After a wanted change: `python -m tests.support.said`, and read the difference."""
    assert golden().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
