"""The last words of a demo."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.games.catalogue import catalogue
from app.table.children import GOODBYE, LINGER
from app.workshop.demo.course import HURRY_S, STAGES, WAIT_S, Demo
from app.workshop.demo.mishaps import Mishap, What
from app.workshop.demo.peers import Child
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


def test_what_is_to_happen_to_a_peer_happens_at_its_height(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One leaves, one is killed for good, and one plays on but is late once."""
    mishaps = (Mishap(1, 20, What.QUIT), Mishap(0, 25, What.KILL), Mishap(2, 30, What.LATE))
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
    peers = Peers(tmp_path, Mishap(1, 5, What.KILL, back_s=999), Mishap(1, 5, What.QUIT))
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


def test_a_decision_is_told_once_and_by_those_who_stay(tmp_path: Path) -> None:
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
def test_the_others_close_a_table_that_waits_for_nobody(
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
