"""The last words of a demo."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.games.catalogue import catalogue
from app.workshop.demo.course import STAGES, Demo
from app.workshop.demo.peers import Child
from net.wire.genesis import Policy


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
