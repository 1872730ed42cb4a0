"""The agreement, exhaustively: `python -m tests.exhaust [NAME ...] [--most N] [--list]`.

Goes through every order of messages at a table of three in each case of `tests.exhaust.cases`, and then
switches off one rule after the other, each of which must be found out. It prints the worlds seen (a
world and its mirror are one), the states of single seats in them, seconds, and the shortest way to a fault.

    python -m tests.exhaust                   all cases, at most 100,000 worlds of each, and all rules
                                              (about half an hour)
    python -m tests.exhaust death "old view"  some of them
    python -m tests.exhaust --most 5000       the 5,000 nearest worlds of each case
    python -m tests.exhaust --list
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

import pytest

from tests.exhaust.cases import CASES, SWITCHES, Switch
from tests.exhaust.model import Case
from tests.exhaust.search import Searched, search

MOST: Final = 100_000


def main(words: list[str]) -> int:
    """Search the chosen cases; return 1 if a case goes wrong, or if a rule's absence changes nothing."""
    parser = argparse.ArgumentParser(prog="tests.exhaust", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args(words)
    names = [*CASES, *(switch.name for switch in SWITCHES)]
    if args.list:
        print("\n".join(names))
        return 0
    wanted = args.names or names
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"there is no {', '.join(unknown)}; --list says what there is")
    bad = [name for name, case in CASES.items() if name in wanted and not _is_sound(name, case, args.most)]
    bad += [each.name for each in SWITCHES if each.name in wanted and not _is_missed(each)]
    print("all as it should be" if not bad else f"not as it should be: {', '.join(bad)}")
    return 1 if bad else 0


def _is_sound(name: str, case: Case, most: int) -> bool:
    found = search(case, most=most)
    _tell(name, found)
    return not found.wrong


def _is_missed(switch: Switch) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        switch.off(patch)
        found = search(switch.case, most=MOST, for_dead_ends=switch.is_lively)
    _tell(f"without: {switch.name}", found)
    return bool(found.wrong)


def _tell(name: str, found: Searched) -> None:
    rest = f", {found.left} not gone on from" if found.left and not found.wrong else ""
    wrong = f": {found.wrong}, after {len(found.way)} steps" if found.wrong else ""
    print(f"{name:24} {found.worlds:8} worlds {found.states:6} states {found.seconds:7.1f} s{rest}{wrong}")
    for number, step in enumerate(found.way, start=1):
        print(f"{number:28} {step}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
