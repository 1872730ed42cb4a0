"""The stories: a lie, its receivers, its stage and its game, and one run of each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from app.games.catalogue import catalogue
from tests.faults.company import Hangs, Place
from tests.faults.judged import MOST_KIB, Broken
from tests.liars.judged import TooSoon, charged, compared, unjustly_told
from tests.liars.seat import Plan
from tests.liars.table import Course, LiarsTable

DEALS = 3
"""Number of tables that are tried if a game ends before the lie."""
GOAL_S = 15.0
"""Seconds after their votes within which people want to play on."""
STAGES = ("keys", "shuffle", "deal", "number", "move", "middle")
"""The moments of a lie in every game; splitting keys and votes have stories of their own."""
GAMES = ("plump", "reef", "matriculation", "cahoots", "kings")
TERMS = ("--gone-after", "10")
RECEIVERS = ("next", "others", "all")
PROVEN = frozenset({"false ack", "false state", "two entries", "false base", "double vote", "false part"})
"""Lies that prove themselves, once they were told to somebody.

An ack or a vote that is the same for all is just another signed message, and nothing beside it shows it to be
false.
"""
ONLY_BESIDE = frozenset({"false ack", "double vote"})


@dataclass(frozen=True, slots=True)
class LiarStory:
    """One lie at one table. The `kind` is the game; with `gone` somebody honest dies before."""

    kind: str
    plan: Plan
    seats: int
    liars: int = 1
    gone: bool = False
    needs_switch: bool = False

    @property
    def name(self) -> str:
        """The story as it is listed and chosen."""
        lie = self.plan.lie + " and the truth" * self.plan.both
        return f"{self.kind}: {lie} to {self.plan.receivers}, {self.plan.stage}, {self.seats} seats"

    @property
    def is_provable(self) -> bool:
        """True if a stranger who verifies the record must read the liar's name."""
        is_hidden = self.plan.lie in ONLY_BESIDE and self.plan.receivers == "all"
        return self.plan.lie in PROVEN and not is_hidden

    @property
    def words(self) -> tuple[str, ...]:
        """The terms of the table, as words of the command line."""
        short = ("--option", "length=short") if self.kind == "plump" else ()
        has_escrow = self.kind != "plump" or self.plan.stage == "split"
        return (*TERMS, *short, *(("--escrow", "2") if has_escrow else ()))


def all_stories() -> list[LiarStory]:
    """The stories of all games."""
    return [story for game in GAMES for story in _stories(game)]


def _stories(game: str) -> Iterator[LiarStory]:
    seats = catalogue().named(game).rules.seats
    few = max(3, seats[0])
    stages = [each for each in STAGES if (game, each) != ("kings", "number")]  # it draws none
    for stage in stages:
        for lie in ("false ack", "false state", "two entries"):
            yield from (LiarStory(game, Plan(lie, to, stage), few) for to in RECEIVERS)
        yield LiarStory(game, Plan("false ack", "others", stage, both=True), few)
        yield from (
            LiarStory(game, Plan(lie, "all", stage), few) for lie in ("false base", "silence", "death")
        )
        yield LiarStory(game, Plan("silence", "next", stage), few)
    for lie in ("false part", "false part, death"):
        yield from (LiarStory(game, Plan(lie, to, "split"), few) for to in ("next", "all"))
    for lie in ("withdrawn vote", "lone vote", "double vote", "false vote"):
        yield LiarStory(game, Plan(lie, "all" if lie != "double vote" else "next", "middle"), few)
    if 5 not in seats:
        return
    for to in RECEIVERS:
        yield LiarStory(game, Plan("double vote", to, "vote"), 5, gone=True)
        yield LiarStory(game, Plan("false ack", to, "middle"), 5)
    yield LiarStory(game, Plan("false vote", "all", "vote"), 5, gone=True)
    yield LiarStory(game, Plan("equal keys", "all", "keys"), 5, liars=2)


@dataclass(frozen=True, slots=True)
class LiarOutcome:
    """The outcome of a run; `problem` is "" if no liar has stopped the table and nobody honest was named."""

    story: LiarStory
    seconds: float
    course: Course
    liars: tuple[str, ...]
    named: tuple[str, ...]
    records: str
    most_kib: int
    problem: str = ""

    @property
    def is_good(self) -> bool:
        return not self.problem

    def text(self) -> str:
        """One line of figures, and the sentences that the honest were told."""
        course = self.course
        asked = f"asked {course.asked - course.lied:.1f} s after the lie" if course.asked else "nobody asked"
        asked += f", {course.asked - course.proven:.1f} s after the proof" * bool(
            course.asked and course.proven
        )
        moved = course.moved - course.voted
        went = f"on in {moved:.1f} s{' (late)' * (moved > GOAL_S)}" if course.voted and course.moved else ""
        named = f"verify names {' and '.join(self.named)}" if self.named else "verify names nobody"
        parts = (self.story.name, asked, went, named, f"records {self.records}")
        word = "passed" if self.is_good else "FAILED"
        line = f"{word}  {self.seconds:4.0f} s  {'; '.join(filter(None, parts))}"
        told = [f"    told: {text}" for text in dict.fromkeys(course.told)]
        return "\n".join((line, *told, *([f"    {self.problem}"] if self.problem else ())))


def run_story(story: LiarStory, folder: Path, *, seed: int, has_switch: bool) -> LiarOutcome:
    """Play one table with its liars, and another if a lucky hand ended the game before the lie; never raises
    for a fault of the table."""
    del has_switch
    for deal in range(DEALS):
        outcome, is_too_soon = _run(story, folder / str(deal), seed=seed)
        if not is_too_soon:
            break
    return outcome


def _run(story: LiarStory, folder: Path, *, seed: int) -> tuple[LiarOutcome, bool]:
    folder.mkdir(parents=True)
    began, problem, records, named, is_too_soon = time.monotonic(), "", "none", (), False
    plan = story.plan if story.plan.lie != "equal keys" else Plan("equal keys", "all", str(seed))
    places = [Place(f"127.0.0.{10 + index}", f"127.0.0.{50 + index}") for index in range(story.seats)]
    with ExitStack() as stack:
        table = LiarsTable(folder, places, story.kind, story.words, [plan] * story.liars)
        stack.callback(table.stop)
        try:
            table.play(gone=story.gone)
            records, named = judge(table, is_provable=story.is_provable)
        except (AssertionError, OSError) as why:
            is_too_soon = isinstance(why, TooSoon)
            problem = str(why) if isinstance(why, Hangs | Broken) else f"{type(why).__name__}: {why}"
    most = max(each.most_kib for each in table.members)
    liars = tuple(each.process.name for each in table.liars)
    seconds = time.monotonic() - began
    outcome = LiarOutcome(story, seconds, table.course, liars, named, records, most, problem)
    return outcome, is_too_soon


def judge(table: LiarsTable, *, is_provable: bool) -> tuple[str, tuple[str, ...]]:
    """Compare the records of the honest, and name the seats that they charge; raises `Broken`."""
    names = {each.seat: each.process.name for each in table.members}
    files, liars = [each.record for each in table.honest], {each.seat for each in table.liars}
    if wrong := unjustly_told(table.course.told, [each.process.name for each in table.honest]):
        raise Broken(f"somebody honest was blamed: {wrong}")
    for each in table.honest:
        if "Traceback" in each.process.complaints:
            raise Broken(f"seat {each.seat} complains: {each.process.complaints[-500:]}")
        if not 0 < each.most_kib < MOST_KIB:
            raise Broken(f"seat {each.seat} held {each.most_kib // 1024} MiB")
    if not table.course.lied:
        raise TooSoon("the game was over before the lie")
    records = compared(files)
    charges = charged(files, liars)
    if is_provable and not charges:
        raise Broken(f"a lie that proves itself was told, and no record names anybody; records {records}")
    return records, tuple(names[seat] for seat in sorted(charges))
