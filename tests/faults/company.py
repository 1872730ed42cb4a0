"""The processes of one table: they are started, watched from their journals, harmed, and brought back.

A peer is watched in its journal, as it is written: a journal is ahead of every frame, so a kill
hits between two steps of a real program.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.table.children import GOODBYE, bot_name
from net.errors import PeerError
from net.seat.payload import read_payload
from net.seat.step_kind import StepKind
from net.wire.bodies import Entry, parse_body
from net.wire.envelope import open_envelope
from tests.support.processes import Process

SILENT_S = 150.0
"""Seconds without a change in any journal after which a table hangs."""
POLL_S = 0.01
LEVEL = "easy"


class Hangs(AssertionError):
    """Raised when nothing happens any more, or something unexpected does."""


@dataclass(frozen=True, slots=True)
class Place:
    """A computer: its address, the words that run a command there, and a second address."""

    address: str
    other_address: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """The contents of a journal: last final height, slots of own messages (`mine`), open entries, locks."""

    k: int = 0
    mine: frozenset[str] = frozenset()
    kinds: frozenset[StepKind] = frozenset()
    """The kinds of the entries of the open height that are here."""
    own_kind: StepKind | None = None
    locks: int = 0
    view_locks: int = 0
    views: int = 0
    """Changes of view that are final."""

    @property
    def has_voted(self) -> bool:
        return any(slot.startswith("V/") for slot in self.mine)


@dataclass
class Member:
    """A player: its process over all its lives, and the result that it must have in the end."""

    index: int
    process: Process
    record: Path
    is_for_good: bool = False
    """True if it never comes back."""
    most_kib: int = 0
    keys: dict[str, bytes] = field(default_factory=dict)
    """Its secrets at each moment at which somebody was killed, by name."""

    @property
    def seat(self) -> int:
        said = self.process.last("started")
        return -1 if said is None else int(str(said["seat"]))

    @property
    def is_running(self) -> bool:
        running = self.process.running
        return running is not None and running.poll() is None

    @property
    def end(self) -> dict[str, object] | None:
        """The end or trouble that its process has told since its start; None before, and if it is down."""
        if self.process.running is None:
            return None
        return self.process.last("end") or self.process.last("trouble")

    @property
    def decisions(self) -> list[str]:
        """Its lines about the others' decisions."""
        return [str(line["text"]) for line in self.process.said if line["event"] == "decided"]

    @property
    def left_out(self) -> set[int]:
        """The seats that the others go on without, by its own news, without those that are back."""
        found: set[int] = set()
        for line in self.process.said:
            if line["event"] == "decided":
                seats = set(line["seats"])  # type: ignore[call-overload]
                found = found | seats if line["choice"] else found - seats
        return found

    @property
    def journal(self) -> Path:
        return self.process.home / "journal.sqlite"

    def seen(self) -> Seen:
        """The contents of its journal now; nothing if it cannot be read."""
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)) as file,
        ):
            return _read(file)
        return Seen()

    def measure(self) -> None:
        """Note the most memory that it has held."""
        running = self.process.running
        if running is None:
            return
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{running.pid}/status").read_text().splitlines()
            peak = next(line for line in lines if line.startswith("VmHWM:"))
            self.most_kib = max(self.most_kib, int(peak.split()[1]))


class Company:
    """All players of one table, each at its place."""

    def __init__(self, folder: Path, places: Sequence[Place], game: str, words: Sequence[str]) -> None:
        self.folder = folder
        self.places = places
        self.game = game
        self.words = tuple(words)
        self.members = [
            Member(
                index,
                Process(folder / str(index), bot_name(index), address=place.address, before=place.before),
                folder / f"{index}.shoal",
            )
            for index, place in enumerate(places)
        ]
        self.told: list[str] = []
        self.switch: object = None
        """The switch between the computers, where they have one."""
        self._alone_since: float | None = None

    # -- beginning and end

    def host(self, seats: int | None = None) -> str:
        """Open the table; return the invitation to it."""
        host = self.members[0]
        host.process.start(
            "host",
            self.game,
            "--no-window",
            "--seats",
            str(seats or len(self.places)),
            "--play",
            LEVEL,
            "--leash",
            "--record",
            str(host.record),
            *self.words,
        )
        said = self.wait("an invitation", lambda: host.process.last("invitation"))
        assert isinstance(said, dict)
        return str(said["text"])

    def join(self, member: Member, invitation: str) -> None:
        """Let a guest come."""
        member.process.start("bot", invitation, "--level", LEVEL, "--leash", "--record", str(member.record))

    def begin(self) -> None:
        """Let everybody sit down, and the game begin."""
        invitation = self.host()
        for member in self.members[1:]:
            self.join(member, invitation)
        self.wait("the beginning", lambda: all(each.seat >= 0 for each in self.members))

    def stop(self) -> None:
        """End every process, whatever it does."""
        for member in self.members:
            if member.is_running:
                with suppress(ProcessLookupError):
                    member.process.signal(signal.SIGCONT)
            member.process.kill()

    # -- looking

    def by_seat(self, seat: int) -> Member:
        return next(each for each in self.members if each.seat == seat)

    @property
    def here(self) -> list[Member]:
        """The members whose process runs."""
        return [each for each in self.members if each.is_running]

    def wait(self, what: str, condition: Callable[[], object], *, silent_s: float = SILENT_S) -> object:
        """Poll until a condition gives something true; raises `Hangs` if all stand still for too long."""
        state, since = self._state(), time.monotonic()
        looked = since
        while not (found := condition()):
            time.sleep(POLL_S)
            now = time.monotonic()
            if now - looked < 1.0:
                continue
            looked = now
            for member in self.members:
                member.measure()
            if (state_now := self._state()) != state:
                state, since = state_now, now
            if now - since > silent_s:
                raise Hangs(f"waited in vain for {what}: {self.say()}")
        return found

    def _state(self) -> object:
        heights = [(each.seen().k, len(each.seen().mine)) for each in self.members]
        return heights, [
            len([line for line in each.process.said if line["event"] != "warning"]) for each in self.members
        ]

    def say(self) -> str:
        """The state of everybody, for the report of a failure."""
        return "; ".join(
            f"{each.index} (seat {each.seat}): height {each.seen().k}, "
            f"{'runs' if each.is_running else 'is down'}, said "
            f"{[line for line in each.process.said if line['event'] not in ('height', 'invitation')][-3:]}"
            for each in self.members
        )

    # -- harm and help

    def tell(self, text: str) -> None:
        self.told.append(text)

    def kill(self, member: Member, *, for_good: bool = False) -> None:
        """End somebody's process by `kill -9`."""
        member.measure()
        self.tell(f"seat {member.seat} is killed at height {member.seen().k}")
        member.process.kill()
        member.is_for_good = member.is_for_good or for_good

    def resume(self, member: Member, *, elsewhere: bool = False) -> None:
        """Start somebody again, perhaps at another address."""
        said = member.process.last("started")
        assert said is not None
        if elsewhere:
            member.process.address = self.places[member.index].other_address
        self.tell(f"seat {member.seat} starts again")
        member.process.said = [
            line for line in member.process.said if line["event"] not in ("end", "trouble")
        ]
        member.process.start(
            "continue", str(said["table"]), "--play", LEVEL, "--leash", "--record", str(member.record)
        )

    def leave(self, member: Member) -> None:
        """Let somebody leave in order, never to come back."""
        running = member.process.running
        assert running is not None and running.stdin is not None
        self.tell(f"seat {member.seat} leaves in order at height {member.seen().k}")
        member.is_for_good = True
        with suppress(BrokenPipeError):  # it has just ended by itself
            running.stdin.write(GOODBYE + "\n")
            running.stdin.flush()

    def pause(self, member: Member) -> None:
        """Send SIGSTOP."""
        self.tell(f"seat {member.seat} is stopped at height {member.seen().k}")
        member.process.signal(signal.SIGSTOP)

    def unpause(self, member: Member) -> None:
        """Send SIGCONT."""
        self.tell(f"seat {member.seat} goes on")
        member.process.signal(signal.SIGCONT)

    def wait_for_end(self) -> None:
        """Wait until everybody who will come back has reported, or came too late for it."""

        def all_told() -> bool:
            stay = [each for each in self.members if not each.is_for_good]
            if all(each.end for each in stay):
                return True
            late = [each for each in stay if each.end is None]
            return False if len(late) > 1 else self._is_too_late(late[0])

        self.wait("the end", all_told)
        for member in self.members:
            ended_alone = member.end is not None and not member.end.get("over")
            if ended_alone and any(member.seat in each.left_out for each in self.members):
                self.tell(f"the others had ended the game without seat {member.seat}, which was too late")
                member.is_for_good = True

    def _is_too_late(self, member: Member) -> bool:
        """True if everybody else went home before this one was back: then it waits for nobody."""
        others = [each for each in self.members if each is not member and not each.is_for_good]
        if any(each.is_running for each in others) or len(others) == 0:
            return False
        if self._alone_since is None:
            self._alone_since = time.monotonic()
        if time.monotonic() - self._alone_since < 12.0:
            return False
        self.tell(f"the game was over before seat {member.seat} was back")
        member.is_for_good = True
        return True


def _read(file: sqlite3.Connection) -> Seen:
    file.execute("PRAGMA busy_timeout = 2000")
    k = int(file.execute("SELECT COALESCE(MAX(k), 0) FROM record").fetchone()[0])
    mine = dict(file.execute("SELECT slot, raw FROM mine"))
    others = [
        raw for (raw,) in file.execute("SELECT raw FROM seen WHERE slot LIKE 'E/%' AND k = ?", (k + 1,))
    ]
    own = [raw for slot, raw in mine.items() if slot.startswith("E/") and slot.split("/")[2] == str(k + 1)]
    path = [raw for (raw,) in file.execute("SELECT record FROM path")]
    views = file.execute("SELECT COUNT(DISTINCT v) FROM record").fetchone()[0]
    return Seen(
        k=k,
        mine=frozenset(mine),
        kinds=frozenset(kind for raw in (*own, *others) if (kind := _kind(raw)) is not None),
        own_kind=_kind(own[-1]) if own else None,
        locks=len(path),
        view_locks=sum(raw[1:6] == b"\xa4view" for raw in path),
        views=max(0, int(views) - 1),
    )


def _kind(raw: bytes) -> StepKind | None:
    """The kind of the step that an entry is for."""
    body = parse_body(open_envelope(raw).body)
    if not isinstance(body, Entry):
        return None
    with suppress(PeerError):
        return read_payload(body.seat, body.pay).kind
    return None


def is_root() -> bool:
    """True if namespaces and full disks can be made here."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
