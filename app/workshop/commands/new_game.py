"""`shoal new-game NAME`: make a package with a small game, ready to play and to change."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.workshop.starter.package import module_of, write_package

NEXT = """{target} holds a game that can be played. Install it, check it, play it:

    python -m pip install --no-deps --no-build-isolation -e {target}
    shoal check-game {name}
    shoal play {name}

Its rules are in {module}/game.py, its table in {module}/table.py; rules/WRITING_A_GAME.md explains them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("name", metavar="NAME", help="small letters, digits and hyphens: the game's key")
    parser.add_argument(
        "--into", type=Path, default=Path(), metavar="FOLDER", help="the folder to make it in (default: here)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the package; return 0."""
    target = write_package(args.name, args.into)
    print(NEXT.format(target=target, name=args.name, module=module_of(args.name)))
    return 0
