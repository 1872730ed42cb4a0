"""The second reader of records, saved as files for people who do not trust this program (net 11)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

FOLDER: Final = "shoal-checker"
READER: Final = "second_reader.py"
_KINDS: Final = (".py", ".md")


def save_checker(folder: Path) -> Path:
    """Write the reader and the rules that it needs; return its path. Raises `OSError`. All files go into a
    folder of their own in `folder`, over an older copy. `python3 READER FILE` needs nothing else."""
    place = folder / FOLDER
    place.mkdir(exist_ok=True)
    (place / READER).write_bytes((files("net") / READER).read_bytes())
    for source, path in _sources(files("rules"), Path("rules")):
        (place / path).parent.mkdir(exist_ok=True)
        (place / path).write_bytes(source.read_bytes())
    return place / READER


def _sources(folder: Traversable, path: Path) -> Iterator[tuple[Traversable, Path]]:
    """Find the files of the rules, each with its place below `path`."""
    for each in folder.iterdir():
        if each.is_dir() and each.name.isidentifier() and not each.name.startswith("__"):
            yield from _sources(each, path / each.name)
        elif each.name.endswith(_KINDS):
            yield each, path / each.name
