"""The files of a new game, and the names that a game may have.

The rules are the code of the guide `rules/WRITING_A_GAME.md`, so that authors have the code that they read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

from app.games.catalogue import KEY, catalogue
from rules.errors import BadOptions

_GUIDE = ("rules", "WRITING_A_GAME.md")
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_APART = re.compile(r"(?<!\n)\n\n(?=@|class |GAME)")
"""Matches a blank line that Python's style wants doubled."""
_SAMPLE = re.compile(r'"Anglers"|Anglers(?=[A-Z])|\bAnglers\b|\banglers\b')
"""Matches the name of the guide's game: as title, in class names, in sentences, and as key."""


def checked_name(name: str) -> str:
    """Return the name of a new game; raises `BadOptions` if no game or Python package can have it."""
    if not KEY.fullmatch(name) or name.endswith("-") or "--" in name:
        raise BadOptions(
            "a game is named by up to 24 small letters, digits and single hyphens, such as deep-sea, "
            f"not {name!r}"
        )
    if name in catalogue().games:
        raise BadOptions(f"there is a game {name!r} already: choose another name")
    module = module_of(name)
    if iskeyword(module) or module in sys.stdlib_module_names or find_spec(module) is not None:
        raise BadOptions(f"Python has a module {module!r} already: choose another name")
    return name


def module_of(name: str) -> str:
    """Return the Python package of a game: "deep_sea"."""
    return name.replace("-", "_")


def package_files(name: str) -> dict[str, str]:
    """Return the files of a game's package: texts by path."""
    words = name.split("-")
    title, prefix = (space.join(map(str.capitalize, words)) for space in (" ", ""))
    module = module_of(name)
    fields = {"key": name, "title": title, "prefix": prefix, "module": module}
    return {
        "pyproject.toml": _filled("pyproject.txt", fields),
        f"{module}/__init__.py": f'"""{title}, a game for Shoal."""\n',
        f"{module}/game.py": _rules(name, title, prefix),
        f"{module}/table.py": _filled("table.txt", fields),
        f"{module}/RULES.md": _filled("rules.txt", fields),
        f"tests/test_{module}.py": _filled("tests.txt", fields),
        "tests/scene.txt": _text("app.workshop.starter", "scene.txt"),
    }


def write_package(name: str, folder: Path) -> Path:
    """Make the package in a folder; raises `BadOptions` if it exists or the name cannot be used."""
    target = folder / checked_name(name)
    if target.exists():
        raise BadOptions(f"{target} already exists: nothing was changed")
    for path, text in package_files(name).items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text, encoding="utf-8", newline="\n")
    return target


def _rules(key: str, title: str, prefix: str) -> str:
    """Return the code of the guide, renamed."""
    words = {'"Anglers"': f'"{title}"', "anglers": key}

    def renamed(found: re.Match[str]) -> str:
        word, after = found.group(), found.string[found.end() : found.end() + 1]
        return words.get(word) or (prefix if after.isupper() else title)

    code = _APART.sub("\n\n\n", "\n".join(_BLOCK.findall(_text(*_GUIDE))))
    return _SAMPLE.sub(renamed, code)


def _filled(template: str, fields: Mapping[str, str]) -> str:
    return Template(_text("app.workshop.starter", template)).substitute(fields)


def _text(package: str, name: str) -> str:
    return (files(package) / name).read_text(encoding="utf-8")
