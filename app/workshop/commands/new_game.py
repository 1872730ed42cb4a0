"""`shoal new-game NAME`: a package with a small game, to be played at once and then changed."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.workshop.starter.package import module_of, write_package

NEXT = """{target} holds a game that can be played. Install it, check it, play it:

    python -m pip install --no-deps --no-build-isolation -e {target}
    shoal check-game {name}
    shoal play {name}

Its rules are in {module}/game.py, its table in {module}/table.py; rules/WRITING_A_GAME.md explains them."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("name", metavar="NAME", help="small letters, digits and hyphens: the game's key")
    parser.add_argument(
        "--into", type=Path, default=Path(), metavar="FOLDER", help="where its folder is made (default: here)"
    )
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Make the package; 0 when it is there."""
    target = write_package(words.name, words.into)
    print(NEXT.format(target=target, name=words.name, module=module_of(words.name)))
    return 0
