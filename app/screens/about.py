"""*About*: the version, the place of the player's data, and the licences of all parts."""

from __future__ import annotations

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Final

from msgspec import Struct

from app import VERSION

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = (
    "Shoal takes names and rules from published games, nothing else: pictures, sounds and texts are its own. "
    "It is not affiliated with their authors or publishers."
)


class Licence(Struct, frozen=True):
    """The licence of a part: "msgpack 1.2.4", "Apache-2.0", and its whole text."""

    title: str
    kind: str
    text: str


def licences() -> tuple[Licence, ...]:
    """Read the licences of all parts, Shoal's own first. A build writes all of them
    (`packaging/licences.py`); a checkout has only some."""
    folder = files("app") / "licences"
    if not folder.is_dir():
        folder = ROOT / "packaging" / "notices"
    found = []
    for path in folder.iterdir():
        if path.name.endswith(".txt"):
            text = path.read_text(encoding="utf-8")
            title, kind = text.splitlines()[:2]
            found.append(Licence(title, kind.removeprefix("Licence: "), text))
    return tuple(sorted(found, key=lambda each: (not each.title.startswith("Shoal"), each.title.casefold())))


def about(home: Path, shown: tuple[Licence, ...]) -> tuple[str, ...]:
    """Return the sentences above the licences; `home` is the folder of the player's data."""
    own = next(each.text for each in shown if each.title.startswith("Shoal"))
    built = next((line for line in own.splitlines() if line.startswith("Sources: ")), "")
    built = built or f"Sources: a checkout{f', commit {commit}' if (commit := checked_out(ROOT)) else ''}"
    return f"Shoal {VERSION}. {built}.", f"Your games, identity and settings are in {home}.", GAMES


def checked_out(folder: Path) -> str:
    """Return the commit of a checkout, with "-dirty" if files have changed; "" if git knows none."""
    if not (folder / ".git").exists() or not shutil.which("git"):
        return ""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    return subprocess.run(words, cwd=folder, check=False, capture_output=True, text=True).stdout.strip()
