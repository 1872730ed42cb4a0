"""A demo from its first process to its report, with processes that are played."""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from app.games.catalogue import catalogue
from app.records.changes import Change
from app.records.verify import Verdict
from app.table.children import GOODBYE, LINGER, bot_name
from app.workshop.demo import course as module
from app.workshop.demo.course import DIFFERENT, HURRY_S, LATE_S, SILENT_S, STAGES, WAIT_S, Demo
from app.workshop.demo.mishaps import Mishap, MishapKind
from app.workshop.demo.peers import Child, Children
from net.machine import Choice, Why
from net.wire.genesis import Absent, Policy
from tests.support.values import replace


def test_the_rows_of_the_table_add_up_to_the_whole_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows are of a peer that was there all the time; the host was killed and has come back."""
    rules = catalogue().named("plump").rules
    words = argparse.Namespace(game="plump", json=False, record=None, spectators=0)
    demo = Demo(tmp_path, words, (2, 2), agreed=(), policy=Policy(), mishaps=())
    end = {"event": "end", "state": rules.start(2, {}).text(), "ended": True, "players": ["Ada", "Bo"]}
    costs = (
        {"seconds": {"mix": 1.0}, "rounds": {"mix": 1}},
        {"seconds": dict.fromkeys(STAGES, 1.5), "rounds": {"mix": 2, "move": 3}},
    )
    process = subprocess.Popen([sys.executable, "-c", ""], text=True)
    process.wait()
    for seat, cost in enumerate(costs):
        report: dict[str, object] = {**end, **cost, "heights": 5, "proofs": 7}
        demo._children.all.append(Child("", tmp_path, tmp_path / "r", process, seat=seat, report=report))
    demo._killed.add(0)

    assert demo.report(30.0) == 0
    *parts, whole = map(float, re.findall(r"(\d+\.\d\d) s$", capsys.readouterr().out, re.M))
    assert len(parts) == len(STAGES) + 1 and sum(parts) == whole == 30.0


def test_a_failed_peer_ends_the_demo_and_its_traceback_is_printed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = argparse.Namespace(game="plump", json=False, record=None, spectators=0)
    demo = Demo(tmp_path, words, (2, 2), agreed=(), policy=Policy(), mishaps=())
    process = subprocess.Popen([sys.executable, "-c", ""], text=True)
    process.wait()
    children = [Child(name, tmp_path, tmp_path / name, process) for name in ("Ada", "Bo")]
    demo._children.all.extend(children)
    for child in children:
        said = {"event": "trouble", "text": "a fault of the game", "traceback": "KeyError: 'fish'\n"}
        demo._heard(child, said)

    assert demo.report(1.0) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Ada's program has failed: the others close the table.",
        *["a fault of the game"] * 2,
        "KeyError: 'fish'",
        "The peers did not end with the same result.",
    ]


ECHO = "print(input())"
"""A program that repeats the word that it is told, and ends."""


class Peers:
    """A demo of Plump with a process for each name, told of mishaps and events."""

    def __init__(self, folder: Path, *mishaps: Mishap, policy: Policy | None = None) -> None:
        words = argparse.Namespace(game="plump", json=False, record=None, spectators=0, level="easy")
        self.demo = Demo(folder, words, (3, 3), agreed=(), policy=policy or Policy(), mishaps=mishaps)
        self.all = []
        for seat, name in enumerate(("Ada", "Bo", "Cy")):
            process = subprocess.Popen(
                [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            child = Child(name, folder, folder / name, process)
            self.demo._children.all.append(child)
            self.all.append(child)
            self.demo._heard(child, {"event": "started", "seat": str(seat), "table": "aa"})

    def reaches(self, seat: int, k: int) -> None:
        self.demo._heard(self.all[seat], {"event": "height", "k": str(k), "text": ""})

    def end(self) -> list[str]:
        """End all processes; return what each was told."""
        return [child.process.communicate()[0].strip() for child in self.all]


def test_a_mishap_happens_to_its_peer_at_the_planned_height(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One leaves, one is killed for good, and one plays on but is late once."""
    mishaps = (Mishap(1, 20, MishapKind.QUIT), Mishap(0, 25, MishapKind.KILL), Mishap(2, 30, MishapKind.LATE))
    peers = Peers(tmp_path, *mishaps)
    for seat, k in ((1, 19), (0, 24), (2, 29), (0, 20)):
        peers.reaches(seat, k)
    assert capsys.readouterr().out == ""
    for seat, k in ((1, 20), (0, 26), (2, 30), (2, 31)):
        peers.reaches(seat, k)

    assert capsys.readouterr().out.splitlines() == [
        "step 20: Bo leaves in order",
        "step 26: Ada's process is killed, never to return",
        "step 30: Cy lets its time for the next move run out",
    ]
    assert peers.end() == ["", GOODBYE, LINGER]
    assert [bool(child.report) for child in peers.all] == [True, False, False]
    assert peers.demo._for_good == {0, 1} and peers.demo._late_ones == {2}


def test_a_killed_peer_that_will_come_back_is_not_given_up_before_the_others_are_done(tmp_path: Path) -> None:
    peers = Peers(tmp_path, Mishap(1, 5, MishapKind.KILL, back_s=999), Mishap(1, 5, MishapKind.QUIT))
    bo, demo = peers.all[1], peers.demo
    peers.reaches(1, 5)
    assert bo.back_at is not None and bo.back_at > time.monotonic() + 900
    assert bo.process.wait() != 0
    demo._heard(bo, {"event": "gone", "text": "Bo's process ended"})
    peers.reaches(1, 6)  # what it said before it was killed: it is not there to leave
    demo._bring_back()

    assert not bo.report and demo._told == ["step 5: Bo's process is killed, and starts again after 999 s"]
    assert demo._late is None
    for seat in (0, 2):
        demo._heard(peers.all[seat], {"event": "end"})
    assert demo._late is bo
    demo._miss(bo)
    assert bo.report["event"] == "late" and demo._late is None and bo.back_at is None
    assert demo._told[-1] == "The game was over before Bo was back"
    peers.end()


def test_a_decision_is_reported_once_as_the_peers_that_stay_see_it(tmp_path: Path) -> None:
    peers = Peers(tmp_path)
    said = {"event": "decided", "seats": [1], "text": "The game goes on without Bo."}
    peers.demo._heard(peers.all[1], {**said, "text": "You are left out."})
    assert peers.demo._told == []
    peers.demo._heard(peers.all[0], said)
    peers.demo._heard(peers.all[2], said)

    assert peers.demo._told == ["The game goes on without Bo."]
    peers.end()


@pytest.mark.parametrize(
    ("absent", "gone", "late", "is_waiting"),
    [
        (Absent.WAIT, True, False, True),
        (Absent.WAIT, False, False, False),
        (Absent.END, True, False, False),
        (Absent.END, False, True, True),
    ],
)
def test_a_table_that_waits_in_vain_is_recognised_after_its_time(
    absent: Absent, gone: bool, late: bool, is_waiting: bool, tmp_path: Path
) -> None:
    words = argparse.Namespace(game="plump", json=True, record=None, spectators=0)
    policy = replace(Policy(), absent=absent, gone_after_s=30, move_limit_s=40)
    demo = Demo(tmp_path, words, (2, 2), agreed=(), policy=policy, mishaps=())
    demo._for_good |= {1} if gone else set()
    demo._late_ones |= {1} if late else set()
    waited = 40 + HURRY_S + WAIT_S
    demo._heard_at = time.monotonic() - waited + 1
    assert not demo._is_waiting
    demo._heard_at = time.monotonic() - waited - 1

    assert demo._is_waiting is is_waiting
    demo._close("closed")
    assert not demo._is_waiting


class Ended:
    """A demo of Plump that is over: each player's record, and those of spectators."""

    def __init__(self, folder: Path, *records: bytes, watched: Sequence[bytes] = (), **words: object) -> None:
        args = argparse.Namespace(
            **{"game": "plump", "json": False, "record": None, "spectators": 0, **words}
        )
        self.demo = Demo(folder, args, (2, 3), agreed=(), policy=Policy(), mishaps=())
        state = catalogue().named("plump").rules.start(3, {}).text()
        for at, record in enumerate((*records, *watched)):
            (folder / f"{at}.shoal").write_bytes(record)
            report: dict[str, object] = {
                "event": "end", "state": state, "ended": True, "players": ["Ada", "Bo", "Cy"],
                "heights": 5, "proofs": 7, "seconds": {"mix": 2.0 + at}, "rounds": {"mix": 4},
            }  # fmt: skip
            is_player = at < len(records)
            seat = at if is_player else None
            process = cast("subprocess.Popen[str]", None)
            self.demo._children.all.append(
                Child("", folder, folder / f"{at}.shoal", process, is_player, seat, report=report)
            )

    def lines(self, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
        """The status, and the lines after the table of times."""
        status = self.demo.report(10.0)
        return status, capsys.readouterr().out.partition(" 10.00 s\n")[2].splitlines()


@pytest.mark.parametrize(
    ("records", "watched", "status", "said"),
    [
        ((b"a", b"a"), (), 0, []),
        ((b"a", b"b"), (), 0, []),  # nobody was away: the log made them equal
        ((b"a", b"a"), (b"a",), 0, ["One spectator ended with the host's record, byte for byte."]),
        ((b"a", b"a"), (b"a", b"a"), 0, ["All 2 spectators ended with the host's record, byte for byte."]),
        ((b"a", b"a"), (b"a", b"b"), 1, [DIFFERENT]),
    ],
)
def test_spectators_must_end_with_the_hosts_record(
    *, records: tuple[bytes, ...], watched: tuple[bytes, ...], status: int, said: list[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert Ended(tmp_path, *records, watched=watched).lines(capsys) == (status, said)


EQUAL = "The records of the 2 players who stayed are equal, byte for byte."
UNEQUAL = "The records of the 2 players who stayed are NOT equal: this is a fault of Shoal."
HOLDS, HOLDS_NOT = "The record is valid.", "The record is NOT valid: this is a fault of Shoal."


@pytest.mark.parametrize(
    ("records", "problem", "status", "said"),
    [
        ((b"a", b"a", b"gone"), "", 0, [EQUAL, HOLDS]),
        ((b"a", b"b", b"gone"), "", 1, [UNEQUAL, HOLDS]),
        ((b"a", b"a", b"gone"), "a lie", 1, [EQUAL, HOLDS_NOT]),
    ],
)
def test_after_a_mishap_those_who_stayed_must_have_one_valid_record(
    *, records: tuple[bytes, ...], problem: str, status: int, said: list[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    checked: list[bytes] = []

    def verified(record: bytes) -> Verdict:
        checked.append(record)
        return Verdict(5, 7, problem=problem, changes=(Change(3, (2,), (), Choice.LEAVE_OUT, Why.GONE),))

    monkeypatch.setattr(module, "verify_record", verified)
    monkeypatch.setattr(module, "change_text", lambda change, names: f"At step {change.k}: Cy is gone.")
    ended = Ended(tmp_path, *records)
    ended.demo._told.append("step 3: Cy's process is killed, never to return")
    ended.demo._for_good.add(2)

    assert ended.lines(capsys) == (status, ["At step 3: Cy is gone.", *said])
    assert checked == [b"a"]


@pytest.mark.parametrize(
    ("change", "is_good"), [({}, True), ({"state": "other"}, False), ({"event": "gone"}, False)]
)
def test_json_says_whether_the_peers_ended_alike_and_how_long_it_took(
    change: dict[str, str], is_good: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(tmp_path, b"a", b"a", json=True)
    ended.demo._killed.add(0)
    reports = [child.report for child in ended.demo._children.all]
    reports[1].update(change)
    status = ended.demo.report(10.004)

    assert status == (0 if is_good else 1)
    assert json.loads(capsys.readouterr().out) == {
        "same_end": is_good, "same_records": is_good, "holds": True, "told": [], "changes": [],
        "seconds": 10.0, "starting_and_stopping": 7.0, "peers": reports,
    }  # fmt: skip


def test_the_record_asked_for_is_that_of_a_player_who_stayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = tmp_path / "wanted.shoal"
    ended = Ended(tmp_path, b"host", b"other", record=wanted)
    ended.demo._for_good.add(0)
    _, lines = ended.lines(capsys)

    assert wanted.read_bytes() == b"other"
    assert lines[0] == f"The record is in {wanted}. To check it: shoal verify {wanted}"


def test_a_peer_without_a_last_word_is_counted_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(tmp_path, b"a", b"a")
    ended.demo._children.all[1].report = {}

    assert ended.demo.report(1.0) == 1
    assert "a peer ended without a word" in capsys.readouterr().out.splitlines()


def test_spectators_come_one_by_one_and_half_of_them_before_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    words = argparse.Namespace(game="plump", json=True, record=None, spectators=3, level="hard")
    demo = Demo(tmp_path, words, (3, 4), agreed=("--clock=5",), policy=Policy(), mishaps=())

    def start(*said: str, name: str, record: Path | None = None, is_player: bool = True) -> Child:
        started.append((name, *said))
        process = cast("subprocess.Popen[str]", None)
        demo._children.all.append(Child(name, tmp_path, tmp_path / name, process, is_player))
        return demo._children.all[-1]

    monkeypatch.setattr(demo._children, "start", start)
    host = start(name="Ada")
    for _ in range(2):  # a host that came back invites again
        demo._heard(host, {"event": "invitation", "text": "SHOAL:ONE"})
    bots = [(name, "bot", "SHOAL:ONE", "--level", "hard", "--leash") for name in (bot_name(1), bot_name(2))]
    guests = [(f"Spectator {n}", "watch", "SHOAL:ONE", "--no-window") for n in (1, 2, 3)]
    assert started[1:] == [*bots, *guests[:2]]
    demo._heard(demo._children.all[1], {"event": "height", "k": "1", "text": ""})
    assert len(started) == 5, "only the host's heights bring them"
    for k in ("1", "2"):
        demo._heard(host, {"event": "height", "k": k, "text": ""})
    assert started[5:] == guests[2:]
    assert [child.is_player for child in demo._children.all] == [True] * 3 + [False] * 3


class Played:
    """A demo between a host and a guest whose lines come from a script, with a hand-turned clock."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **more: object) -> None:
        self.now, self.started = 1000.0, list[tuple[tuple[str, ...], str, Path | None]]()
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))
        given = {"game": "plump", "json": True, "record": None, "spectators": 0, "level": "hard", **more}
        words = argparse.Namespace(**given)
        self.demo = Demo(folder, words, (2, 4), agreed=("--clock=5",), policy=Policy(), mishaps=())
        self.folder = folder
        self.script: list[tuple[float, tuple[int, str] | None]] = []
        monkeypatch.setattr(self.demo._children, "start", self._start)
        monkeypatch.setattr(self.demo._children, "hear", self._hear)
        monkeypatch.setattr(self.demo._children, "kill", lambda child: None)

    def _start(self, *words: str, name: str, record: Path | None = None, is_player: bool = True) -> Child:
        self.started.append((words, name, record))
        process = cast("subprocess.Popen[str]", None)
        seat = len(self.demo._children.all)
        child = Child(name, self.folder, self.folder / name, process, is_player, seat)
        self.demo._children.all.append(child)
        return child

    def _hear(self, timeout_s: float) -> tuple[Child, dict[str, object]] | None:
        assert timeout_s == 1.0
        pause, said = self.script.pop(0)
        self.now += pause
        return None if said is None else (self.demo._children.all[said[0]], {"event": said[1], "text": ""})


def test_a_demo_begins_with_its_host_and_ends_when_all_have_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(tmp_path, monkeypatch, record=tmp_path / "game.shoal")
    played.script = [(1, (0, "invitation")), (1, (1, "end")), (SILENT_S, None), (1, (0, "end")), (1, None)]
    played.demo.play()

    assert played.script == [(1, None)], "nobody is listened to after the last report"
    host, guest = played.started
    words = ("host", "plump", "--no-window", "--seats", "4", "--clock=5", "--bots", "2", "--play", "hard")
    assert host == ((*words, "--leash"), bot_name(0), tmp_path / "game.shoal")
    assert guest[1:] == (bot_name(1), None)


def test_a_demo_waits_for_spectators_that_are_still_to_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(tmp_path, monkeypatch, spectators=1)
    played.script = [(1, (0, "invitation")), (1, (1, "end")), (1, (0, "end")), (1, (2, "end")), (1, None)]
    played.demo.play()

    assert played.script == [(1, None)] and len(played.started) == 3


def test_peers_that_fall_silent_are_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(tmp_path, monkeypatch)
    played.script = [(SILENT_S, None), (1, (0, "invitation")), (SILENT_S, None), (0.5, None), (1, None)]
    with pytest.raises(SystemExit, match="fallen silent"):
        played.demo.play()

    assert played.script == [(1, None)]


def test_a_killed_peer_that_finds_nobody_is_given_up_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(tmp_path, monkeypatch)
    played.demo._killed.add(1)
    played.script = [(1, (0, "invitation")), (1, (0, "end")), (LATE_S, None), (0.5, None), (1, None)]
    played.demo.play()

    assert played.script == [(1, None)]
    assert played.demo._children.all[1].report["event"] == "late" and played.demo._for_good == {1}


@pytest.mark.parametrize(
    ("is_json", "is_terminal", "shown"),
    [(False, True, ["one", "three"]), (True, True, []), (False, False, [])],
)
def test_a_terminal_sees_the_last_height_once_a_second(
    *, is_json: bool, is_terminal: bool, shown: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    played = Played(tmp_path, monkeypatch, json=is_json)
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    for pause, text in ((0.0, "one"), (0.9, "two"), (0.1, "three"), (0.5, "four")):
        played.now += pause
        played.demo._show({"text": text})

    assert [line.strip() for line in capsys.readouterr().err.split("\r") if line] == shown


@dataclass
class Process:
    """A process that notes how it is ended."""

    is_running: bool
    stdin: io.StringIO = field(default_factory=io.StringIO)
    ends: list[object] = field(default_factory=list)

    def poll(self) -> int | None:
        return None if self.is_running else 0

    def terminate(self) -> None:
        self.ends.append("terminated")

    def wait(self, timeout: float) -> int:
        self.ends.append(timeout)
        return 0


def test_at_the_end_only_a_peer_that_has_not_reported_is_terminated(tmp_path: Path) -> None:
    """One that has reported ends by itself, when its leash is dropped."""
    children, processes = Children(tmp_path), [Process(True), Process(True), Process(False)]
    for process, report in zip(processes, ({"event": "end"}, {}, {}), strict=True):
        said = cast("subprocess.Popen[str]", process)
        children.all.append(Child("", tmp_path, tmp_path, said, report=dict(report)))
    children.end()

    assert [process.ends for process in processes] == [[30], ["terminated", 30], [30]]
    assert all(process.stdin.closed for process in processes)
