"""A command line that runs stories with real processes, one after the other, and counts what passed."""

from __future__ import annotations

import argparse
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

from tests.faults.company import is_root


class AnyStory(Protocol):
    """A table and the harm done to it."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def needs_switch(self) -> bool: ...


class AnyOutcome(Protocol):
    """The outcome of a run."""

    @property
    def story(self) -> Any: ...
    @property
    def is_good(self) -> bool: ...
    @property
    def most_kib(self) -> int: ...
    def text(self) -> str: ...


S = TypeVar("S", bound=AnyStory)
Run = Callable[..., AnyOutcome]
"""`run(story, folder, seed=, has_switch=)`: play one; never raises for what the table does."""


def play_stories(name: str, about: str | None, stories: Sequence[S], run: Run, words: list[str]) -> int:
    """Run the chosen stories and print how many passed; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python -m tests.{name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kinds", nargs="*", help="kinds, or some words of a story's name in quotes")
    parser.add_argument("--runs", type=int, default=1, help="how often each")
    parser.add_argument("--seconds", type=float, help="begin no run after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loopback", action="store_true", help="also as root")
    parser.add_argument("--keep", type=Path, help="where the folders of failed runs go")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args(words)
    stories = [each for each in stories if _is_wanted(each, args.kinds)]
    if args.list:
        for story in stories:
            print(f"{story.kind:9} {story.name}{'  (as root)' if story.needs_switch else ''}")
        return 0
    if args.seconds is not None:
        Random(args.seed).shuffle(stories)
    signal.signal(signal.SIGTERM, _end)
    outcomes = _run_all(name, stories, run, args)
    _sum_up(outcomes)
    return 0 if outcomes and all(each.is_good for each in outcomes) else 1


def _run_all(name: str, stories: Sequence[S], run: Run, args: argparse.Namespace) -> list[AnyOutcome]:
    has_switch = is_root() and not args.loopback
    began, found = time.monotonic(), list[AnyOutcome]()
    for number in range(args.runs):
        for story in stories:
            if args.seconds is not None and time.monotonic() - began > args.seconds:
                return found
            if story.needs_switch and not has_switch:
                print(f"not here  {story.name}: needs root", flush=True)
                continue
            if args.keep is not None:
                args.keep.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=f"shoal-{name}-", dir=args.keep))
            outcome = run(story, folder, seed=args.seed + number, has_switch=has_switch)
            print(outcome.text(), flush=True)
            if outcome.is_good:
                shutil.rmtree(folder, ignore_errors=True)
            else:
                print(f'again: python -m tests.{name} "{story.name}" --seed {args.seed + number}')
                print(f"kept: {folder}", flush=True)
            found.append(outcome)
    return found


def _sum_up(outcomes: list[AnyOutcome]) -> None:
    for kind in dict.fromkeys(each.story.kind for each in outcomes):
        of_kind = [each for each in outcomes if each.story.kind == kind]
        print(f"{kind:9} {sum(each.is_good for each in of_kind)} of {len(of_kind)} passed")
    if outcomes:
        print(f"most memory of a peer: {max(each.most_kib for each in outcomes) // 1024} MiB")


def _is_wanted(story: AnyStory, kinds: list[str]) -> bool:
    return not kinds or any(each == story.kind or (" " in each and each in story.name) for each in kinds)


def _end(number: int, frame: object) -> None:
    """End as Ctrl-C does: all processes are ended, and the networks are taken down."""
    del number, frame
    raise SystemExit(1)
