"""`shoal about`: the version, the folder of the data, and the licences of all parts."""

from __future__ import annotations

import argparse

from app.keep.home import find_home
from app.screens.about import about, licences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("part", nargs="?", help="a part's name, or its first letters: print its licence")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page, or the text of a part; 1 if there is no such part."""
    shown = licences()
    if args.part is None:
        print("\n".join((*about(find_home().folder, shown), "", "Licences (shoal about PART prints one):")))
        print("\n".join(f"  {each.title}: {each.kind}" for each in shown))
        return 0
    found = [each.text for each in shown if each.title.casefold().startswith(args.part.casefold())]
    print("\n\n".join(found) or f"There is no part {args.part!r}.")
    return 0 if found else 1
