"""Small JSON files that name their version, upgraded by numbered steps, as the database is.

A step turns the content of version n into the content of version n + 1, and never raises for a valid file of
version n. A released step never changes; the newest version is the number of steps plus 1. Before a file is
written in a newer form, the older file is copied beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from app.keep.files import write_whole

Step: TypeAlias = Callable[[dict[str, object]], dict[str, object]]


class NoVersion(Exception):
    """The file names no version, or one that never existed."""


class LaterVersion(NoVersion):
    """A newer program has written the file: this one neither reads nor overwrites it."""


def brought_up(text: str, steps: Sequence[Step]) -> dict[str, object]:
    """Parse a file and upgrade it to the newest version. Raises `NoVersion`, `LaterVersion`."""
    values, version = _read(text)
    if version > len(steps) + 1:
        raise LaterVersion
    for number in range(version, len(steps) + 1):
        values = {**steps[number - 1](values), "version": number + 1}
    return values


def back_up(path: Path, steps: Sequence[Step]) -> None:
    """Copy a file of an older version aside; does nothing for any other. Raises `DiskFull`."""
    try:
        text = path.read_text(encoding="utf-8")
        _, version = _read(text)
    except (OSError, UnicodeDecodeError, NoVersion):
        return  # missing or unreadable: nothing worth a copy
    if version <= len(steps):
        write_whole(path.with_name(f"{path.name}.version-{version}"), text.encode())


def _read(text: str) -> tuple[dict[str, object], int]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise NoVersion from None
    version = values.get("version") if isinstance(values, dict) else None
    if type(version) is not int or version < 1:
        raise NoVersion
    return values, version
