"""`shoal about`: the version, where the data lies, and the licences of all parts."""

from __future__ import annotations

import argparse

from app.keep.home import find_home
from app.screens.about import about, licences


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("part", nargs="?", help="print the licence of this part: its name, or how it begins")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Print the page, or the text of a part; 1 if there is no such part."""
    shown = licences()
    if words.part is None:
        print("\n".join((*about(find_home().folder, shown), "", "Licences (shoal about PART prints one):")))
        print("\n".join(f"  {each.title}: {each.kind}" for each in shown))
        return 0
    found = [each.text for each in shown if each.title.casefold().startswith(words.part.casefold())]
    print("\n\n".join(found) or f"There is no part {words.part!r}.")
    return 0 if found else 1
