"""One window per home: a second start, from a process of its own, hands its wishes over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.screens.program import OpenLink, ReplayingFile
from app.table.start import Joining, Resuming
from tests.support.processes import ROOT
from ui.instance import LINE_MAX, Instance, Wanted, hand_over, read_wanted, socket_name
from ui.start import handed_over

HAND_OVER = (
    "import sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication;"
    "from ui.instance import Wanted, hand_over; app = QCoreApplication([]);"
    "sys.exit(0 if hand_over(Path(sys.argv[1]), Wanted(*sys.argv[2:])) else 7)"
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def instance(qtbot: QtBot, home: Path) -> Iterator[Instance]:
    made = Instance()
    assert made.listen(home)
    yield made
    made.close()


def second(home: Path, *words: str) -> subprocess.Popen[str]:
    """Another start, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", HAND_OVER, str(home), *words],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
    )


def test_a_second_start_hands_its_request_to_the_open_window_and_ends(
    qtbot: QtBot, home: Path, instance: Instance
) -> None:
    got: list[Wanted] = []
    instance.wanted.connect(got.append)
    process = second(home, "SHOAL:ABC")
    qtbot.waitUntil(lambda: process.poll() is not None)

    assert (process.returncode, got) == (0, [Wanted(link="SHOAL:ABC")])


def test_without_a_window_there_is_nobody_to_hand_over_to(qtbot: QtBot, home: Path) -> None:
    assert not hand_over(home, Wanted())


def test_the_socket_of_a_killed_window_does_no_harm(qtbot: QtBot, home: Path) -> None:
    Path(socket_name(home)).write_text("left over")
    assert not hand_over(home, Wanted())
    made = Instance()

    assert made.listen(home)
    made.close()


def test_two_homes_have_two_windows(qtbot: QtBot, home: Path, instance: Instance, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()

    assert socket_name(other) != socket_name(home)
    assert not hand_over(other, Wanted())


def test_a_home_with_a_path_too_long_for_a_socket_still_has_a_window(qtbot: QtBot, tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    deep.mkdir(parents=True)
    made = Instance()

    assert made.listen(deep) and len(socket_name(deep)) < 108
    made.close()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense\n",
        b"[]\n",
        b"{}\n",
        json.dumps({"link": 1, "join": "", "record": ""}).encode() + b"\n",
        json.dumps({"link": "x" * LINE_MAX, "join": "", "record": ""}).encode() + b"\n",
        b"[" * 100_000,
    ],
)
def test_an_invalid_line_makes_no_request(line: bytes) -> None:
    assert read_wanted(line) is None


def test_nonsense_is_dropped_and_the_next_request_is_heard(
    qtbot: QtBot, home: Path, instance: Instance
) -> None:
    got: list[Wanted] = []
    instance.wanted.connect(got.append)
    for nonsense in (b"nonsense\n", b"x" * (4 * LINE_MAX)):
        caller = QLocalSocket()
        caller.connectToServer(socket_name(home))
        qtbot.waitUntil(lambda caller=caller: caller.state() is QLocalSocket.LocalSocketState.ConnectedState)
        caller.write(nonsense)
        qtbot.waitUntil(
            lambda caller=caller: caller.state() is QLocalSocket.LocalSocketState.UnconnectedState
        )
    process = second(home)
    qtbot.waitUntil(lambda: process.poll() is not None)

    assert got == [Wanted()]


def test_some_requests_are_handed_over_and_others_need_a_window_of_their_own(tmp_path: Path) -> None:
    assert handed_over(None) == Wanted()
    assert handed_over(OpenLink("SHOAL:A")) == Wanted(link="SHOAL:A")
    assert handed_over(Joining("SHOAL:A")) == Wanted(join="SHOAL:A")
    assert handed_over(ReplayingFile(tmp_path)) == Wanted(record=str(tmp_path))
    assert handed_over(Resuming("ab")) is None
    assert read_wanted(Wanted("a", "b", "c").line()) == Wanted("a", "b", "c")
