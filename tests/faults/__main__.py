"""Faults on real tables: `python -m tests.faults [KIND ...] [--runs N] [--seconds S] [--seed N]`.

Every run is a table of real processes, each with a home of its own: as root on Linux on computers of
their own (network namespaces behind a switch), otherwise on loopback. Something is done to it, and
afterwards its records must be equal and hold, no key and no hidden face may have got about, and nobody
may hang.

    python -m tests.faults                 every story once (an hour and more)
    python -m tests.faults kill --runs 5   stories of one kind, five times each
    python -m tests.faults --seconds 40    as many as fit, in an order that the seed decides
    python -m tests.faults --list

Kinds: game, kill, sleep, move, squatter, signing, disk, part. Exit status 1 if a run failed; its folder
is kept, and the line that runs it again is printed.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.faults.company import is_root
from tests.faults.run import Outcome, run_story
from tests.faults.stories import Story, all_stories


def main(words: list[str]) -> int:
    """Run what is wanted, say how much of it passed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kinds", nargs="*", help="kinds, or some words of a story's name in quotes")
    parser.add_argument("--runs", type=int, default=1, help="how often each")
    parser.add_argument("--seconds", type=float, help="begin no run after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loopback", action="store_true", help="also as root")
    parser.add_argument("--keep", type=Path, help="where the folders of failed runs go")
    parser.add_argument("--list", action="store_true")
    said = parser.parse_args(words)
    stories = [each for each in all_stories() if _is_wanted(each, said.kinds)]
    if said.list:
        for story in stories:
            print(f"{story.kind:9} {story.name}{'  (as root)' if story.needs_switch else ''}")
        return 0
    if said.seconds is not None:
        Random(said.seed).shuffle(stories)
    outcomes = _run_all(stories, said)
    _sum_up(outcomes)
    return 0 if outcomes and all(each.is_good for each in outcomes) else 1


def _run_all(stories: list[Story], said: argparse.Namespace) -> list[Outcome]:
    has_switch = is_root() and not said.loopback
    began, found = time.monotonic(), []
    for number in range(said.runs):
        for story in stories:
            if said.seconds is not None and time.monotonic() - began > said.seconds:
                return found
            if story.needs_switch and not has_switch:
                print(f"not here  {story.name}: needs root", flush=True)
                continue
            if said.keep is not None:
                said.keep.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix="shoal-faults-", dir=said.keep))
            outcome = run_story(story, folder, seed=said.seed + number, has_switch=has_switch)
            print(outcome.text(), flush=True)
            if outcome.is_good:
                shutil.rmtree(folder, ignore_errors=True)
            else:
                print(f'again: python -m tests.faults "{story.name}" --seed {said.seed + number}')
                print(f"kept: {folder}", flush=True)
            found.append(outcome)
    return found


def _sum_up(outcomes: list[Outcome]) -> None:
    for kind in dict.fromkeys(each.story.kind for each in outcomes):
        of_kind = [each for each in outcomes if each.story.kind == kind]
        print(f"{kind:9} {sum(each.is_good for each in of_kind)} of {len(of_kind)} passed")
    if outcomes:
        print(f"most memory of a peer: {max(each.most_kib for each in outcomes) // 1024} MiB")


def _is_wanted(story: Story, kinds: list[str]) -> bool:
    return not kinds or any(each == story.kind or (" " in each and each in story.name) for each in kinds)


def _end(number: int, frame: object) -> None:
    """As Ctrl-C: what was started is ended, and the networks are taken down."""
    del number, frame
    raise SystemExit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    sys.exit(main(sys.argv[1:]))
