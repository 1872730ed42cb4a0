"""One run of a story: places for its players, the story, and the judgement."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.faults.company import Company, Hangs, Place
from tests.faults.judged import Broken, judge
from tests.faults.stories import Story

DISK = "4m"
"""Size of a disk that is to be full."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run; `problem` is "" if the table has survived."""

    story: Story
    seconds: float
    told: tuple[str, ...]
    most_kib: int
    heights: int
    faces: int
    """Number of faces meant for one player that were looked for in the others' files."""
    problem: str = ""

    @property
    def is_good(self) -> bool:
        return not self.problem

    def text(self) -> str:
        """One line of the outcome, and the course of a failure."""
        word = "passed" if self.is_good else "FAILED"
        line = f"{word}  {self.seconds:5.0f} s  {self.story.kind:9} {self.story.name}"
        if self.is_good:
            return f"{line}: {self.heights} heights, {self.faces} hidden faces"
        return "\n    ".join((line, *self.told, self.problem))


def run_story(story: Story, folder: Path, *, seed: int, has_switch: bool) -> Outcome:
    """Play one table through a story; never raises for what the table does."""
    began, problem, heights, faces = time.monotonic(), "", 0, 0
    with ExitStack() as stack:
        company = Company(folder, (), story.game, story.words)
        try:
            company = stack.enter_context(_company(story, folder, has_switch=has_switch))
            story.happen(company, Random(f"{story.name} {seed}"))
            verdict, faces = judge(company)
            heights = verdict.heights
            choices = {each.choice for each in verdict.changes}
            if story.expects is not None and not choices <= story.expects:
                problem = f"the others decided {sorted(choices)}, and {sorted(story.expects)} was agreed on"
        except (AssertionError, OSError, subprocess.SubprocessError) as why:
            kind = "" if isinstance(why, Hangs | Broken) else f"{type(why).__name__}: "
            problem = f"{kind}{why}"
    most = max((each.most_kib for each in company.members), default=0)
    told = [*company.told, *dict.fromkeys(line for each in company.members for line in each.decisions)]
    return Outcome(story, time.monotonic() - began, tuple(told), most, heights, faces, problem)


@contextmanager
def _company(story: Story, folder: Path, *, has_switch: bool) -> Iterator[Company]:
    with ExitStack() as stack:
        if has_switch and sys.platform == "linux":
            company = stack.enter_context(_apart(story, folder))
        else:
            places = [Place(f"127.0.0.{10 + index}", f"127.0.0.{50 + index}") for index in range(story.seats)]
            if sys.platform != "linux":  # other systems have only one loopback address
                places = [Place("127.0.0.1", "127.0.0.1")] * story.seats
            company = Company(folder, places, story.game, story.words)
        stack.callback(company.stop)
        yield company


@contextmanager
def _apart(story: Story, folder: Path) -> Iterator[Company]:
    """A company on computers of their own, with small disks if the story needs them."""
    from tests.support.namespaces import network, second_address  # noqa: PLC0415  (only Linux has it)
    from tests.support.switch import Weather  # noqa: PLC0415

    with ExitStack() as stack:
        computers, switch = stack.enter_context(network(story.seats))
        switch.weather = Weather(delay_s=0.002, jitter_s=0.001)
        places = [Place(each.address, second_address(each), each.before) for each in computers]
        company = Company(folder, places, story.game, story.words)
        company.switch = switch
        if story.kind == "disk":
            for member in company.members:
                stack.enter_context(_small_disk(member.process.home))
        yield company


@contextmanager
def _small_disk(home: Path) -> Iterator[None]:
    home.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(home)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(home)], check=False, capture_output=True)
