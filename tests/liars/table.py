"""A table of liars and honest people at terminals: their screens, their typing, and the game's course."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from net.seat.step_kind import StepKind
from tests.faults.company import Company, Hangs, Member, Place
from tests.liars.seat import Plan

GUARD_S = 120.0
"""Seconds without progress after which a table hangs."""
PLAYED_S = 40.0
"""Seconds that a continued game is still played; then everybody leaves for now."""
QUIET_S = 15.0
"""Seconds after a lie: a table that has asked nothing by then may have had no need to."""
CUT = 58
"""A longer line that ends no sentence goes on in the next one."""
ASKS = "How do we continue?"
PREFERRED = ("leave out", "stand in", "end the game")
HONEST = "honest"


@dataclass
class Course:
    """The times of a run, in seconds of one clock; 0 for what has not happened."""

    lied: float = 0.0
    proven: float = 0.0
    asks: list[float] = field(default_factory=list)
    voted: float = 0.0
    moved: float = 0.0
    told: list[str] = field(default_factory=list)
    """The sentences that people were told of each other."""

    @property
    def asked(self) -> float:
        """The first question after the lie; one that comes while it is told also counts."""
        return next((max(at, self.lied) for at in self.asks if at > self.lied - 0.5), 0.0)


class LiarsTable(Company):
    """A table whose last seats lie by `plans`; all others are honest people, the first of them the host."""

    def __init__(
        self, folder: Path, places: Sequence[Place], game: str, words: Sequence[str], plans: Sequence[Plan]
    ) -> None:
        super().__init__(folder, places, game, words)
        self.liars = self.members[len(self.members) - len(plans) :]
        self.course = Course()
        self._read = dict.fromkeys(range(len(self.members)), 0)
        self._ways: dict[int, list[str] | None] = dict.fromkeys(range(len(self.members)))
        """The choices offered to each seat, while a question is read; None while nothing is asked."""
        self._cut = dict.fromkeys(range(len(self.members)), "")
        """The beginning of a sentence that goes on in the terminal's next line."""
        self._is_closing = False
        for member in self.members:
            plan = plans[self.liars.index(member)].text if member in self.liars else HONEST
            seat = ("-m", "tests.liars.seat", plan, str(member.record))
            member.process.program = (sys.executable, *seat)

    def host(self, seats: int | None = None) -> str:
        host, count = self.members[0], str(seats or len(self.places))
        host.process.start("host", self.game, "--no-window", "--seats", count, "--admit", "all", *self.words)
        said = self.wait("an invitation", lambda: host.process.last("invitation"))
        assert isinstance(said, dict)
        return str(said["text"])

    def join(self, member: Member, invitation: str) -> None:
        member.process.start("join", "--no-window", invitation)

    @property
    def honest(self) -> list[Member]:
        """The members who sit here and do not lie."""
        return [each for each in self.members if each not in self.liars and not each.is_for_good]

    def type(self, member: Member, line: str) -> None:
        """Type a line at somebody's terminal."""
        running = member.process.running
        if running is not None and running.stdin is not None and running.poll() is None:
            running.stdin.write(line + "\n")
            running.stdin.flush()

    # -- the course

    def play(self, *, gone: bool) -> None:
        """Play until the lie was told and the table has gone on, then for a while; with `gone` somebody dies
        in the middle of the game. Raises `Hangs`."""
        self.begin()
        if gone:
            self._lose_somebody()
        self._until("the lie", lambda: self._lie_told() or self._are_over)
        self._until("the table going on", lambda: self._has_gone_on() or self._are_over)
        end = time.monotonic() + PLAYED_S
        self._until("the end", lambda: self._are_over or time.monotonic() > end)
        self.course.moved = self._moved_since(self.course.voted)
        self._is_closing = True
        for member in self.honest:
            self.type(member, "quit later")
        self._until("everybody leaving", lambda: all(not each.is_running for each in self.honest))

    def _lose_somebody(self) -> None:
        """Somebody honest is killed in the middle of the game, and does not come back."""
        victim = self.members[1]
        self._until(
            "the middle of the game", lambda: victim.seen().own_kind is StepKind.MOVE and victim.seen().k > 8
        )
        self.kill(victim, for_good=True)

    def _lie_told(self) -> bool:
        said = [each.process.last("lied") for each in self.liars]
        gone = [each for each in self.liars if not each.is_running]
        times = [float(str(line["at"])) for line in said if line is not None]
        if times and not self.course.lied:
            self.course.lied = min(times)
        if gone and not self.course.lied:
            self.course.lied = time.monotonic()
        return bool(self.course.lied)

    def _has_gone_on(self) -> bool:
        """True once somebody honest has moved after the last vote; if nobody was asked, long after a lie."""
        course, is_asked = self.course, any(ways is not None for ways in self._ways.values())
        if course.voted and not all(each.seen().views for each in self.honest if each.is_running):
            return False
        return not is_asked and self._moved_since(course.voted or course.lied + QUIET_S) > 0

    def _moved_since(self, since: float) -> float:
        """The time of the first honest move after `since`; 0 if there is none yet."""
        said = (line for each in self.honest for line in each.process.said if line["event"] == "moved")
        return min((at for line in said if (at := float(str(line["at"]))) > since), default=0.0)

    @property
    def _are_over(self) -> bool:
        return all(each.end is not None or not each.is_running for each in self.honest)

    def _until(self, what: str, condition: Callable[[], object]) -> None:
        """Wait while people read and type; raises `Hangs` if nobody's log grows."""
        since, heights = time.monotonic(), self._heights()
        while not condition():
            time.sleep(0.05)
            for member in self.members:
                member.measure()
                self._attend(member)
            if (now := self._heights()) != heights:
                since, heights = time.monotonic(), now
            if time.monotonic() - since > GUARD_S:
                raise Hangs(f"waited in vain for {what}: {self.say()}")

    def _heights(self) -> object:
        return [(each.seen().k, each.seen().views, each.is_running) for each in self.honest]

    # -- people at terminals

    def _attend(self, member: Member) -> None:
        """Read what a terminal has printed since, and answer what it asks."""
        said = member.process.said[self._read[member.index] :]
        self._read[member.index] += len(said)
        for line in said:
            self._hear(member, line)
        if not said and (ways := self._ways[member.index]):
            word = next((word for word in PREFERRED if _is_open(word, ways)), "wait")
            self._ways[member.index] = None
            self.type(member, word)
            if member in self.honest:
                self.course.voted = time.monotonic()

    def _hear(self, member: Member, line: dict[str, object]) -> None:
        is_honest, text = member in self.honest, " ".join(f"{self._cut[member.index]} {line['text']}".split())
        if self._is_closing or line["event"] not in ("line", "trouble"):
            return
        is_cut = len(str(line["text"])) > CUT and text[-1:] not in ".?!:"
        self._cut[member.index] = text if is_cut else ""
        if is_cut:
            return
        if ASKS in text:
            self._ways[member.index] = []
            if is_honest:
                self.course.asks.append(float(str(line["at"])))
        elif (ways := self._ways[member.index]) is not None:
            ways.append(text)
        if is_honest and PROOF in text:
            self.course.proven = self.course.proven or float(str(line["at"]))
        if is_honest and any(sign in text for sign in TOLD):
            self.course.told.append(text.partition(ASKS)[0].strip())


PROOF = "kept as proof"
TOLD = (ASKS, PROOF, "is kept", "is proven", "taken back a vote", "goes on without", "same key", "program")
"""Every sentence about other players has one of these words."""


def _is_open(word: str, ways: list[str]) -> bool:
    """True if a way to go on is offered and possible."""
    return any(way.strip().startswith(f"{word} ") and "not possible" not in way for way in ways)
