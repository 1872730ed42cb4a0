"""Leave a running game by a signal or a typed word, with real processes; no game is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.keep.settings import Settings, write_settings
from app.records.verify import verify_record
from app.table.children import child_command, child_environment
from tests.support.processes import ROOT, Process, wait_for
from tests.support.quick import quick_only

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as they are on POSIX")
HOST = ("host", "plump", "--no-window", "--seats", "2", "--bots", "1", "--option", "length=short")


@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
@pytest.mark.parametrize(  # Windows does not have all of them
    "name",
    [
        "SIGTERM",
        pytest.param("SIGINT", marks=pytest.mark.slow),
        pytest.param("SIGHUP", marks=pytest.mark.slow),
    ],
)
def test_a_signal_leaves_in_order_with_the_record_and_the_way_back(tmp_path: Path, name: str) -> None:
    record = tmp_path / "game.shoal"
    lisa = Process(tmp_path / "lisa", "Lisa")
    lisa.start(*HOST, "--record", str(record))
    try:
        wait_for("the game", lambda: lisa.last("started"), peers=(lisa,))
        assert lisa.running is not None
        lisa.signal(getattr(signal, name))
        status = lisa.running.wait(600)
        end = wait_for("the last word", lambda: lisa.last("end"), peers=(lisa,))
    finally:
        lisa.kill()

    assert status == 0 and lisa.complaints == ""
    assert end["over"] is False
    assert end["text"].startswith("The game is not over. To continue: shoal continue ")  # type: ignore[attr-defined]
    verdict = verify_record(record.read_bytes())
    assert verdict.problem == "" and verdict.heights == end["heights"]


@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
@pytest.mark.parametrize("words", quick_only(("quit later", "quit\ngive up"), "quit\ngive up"))
def test_typed_words_leave_the_game(tmp_path: Path, words: str) -> None:
    lisa = Process(tmp_path / "lisa", "Lisa")
    lisa.start(*HOST)
    try:
        wait_for("the game", lambda: lisa.last("started"), peers=(lisa,))
        assert lisa.running is not None and lisa.running.stdin is not None
        lisa.running.stdin.write(f"{words}\n")
        lisa.running.stdin.flush()
        assert lisa.running.wait(600) == 0
        wait_for("the last word", lambda: lisa.last("end"), peers=(lisa,))
    finally:
        lisa.kill()

    assert "input has ended" not in str(lisa.said)


WINDOW = """
import sys
from PySide6.QtCore import QTimer
from app.__main__ import main
from app.messages import Started
from ui.shown_table import ShownTable

shown = ShownTable.open
def told(self, *words):
    screen = shown(self, *words)
    print("at the table", flush=True)
    return screen
ShownTable.open = told
sys.exit(main(["play", "plump", "--seats", "2"]))
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
def test_a_game_can_be_continued_after_its_window_is_asked_to_end(tmp_path: Path) -> None:
    environment = {**child_environment(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.json").write_text(write_settings(Settings()))  # so nothing is asked
    table = subprocess.Popen(
        [sys.executable, "-c", WINDOW], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert table.stdout is not None
        assert table.stdout.readline() == "at the table\n"
        table.send_signal(signal.SIGTERM)
        status = table.wait(600)
    finally:
        table.kill()
        table.communicate()
    listed = subprocess.run(
        child_command("continue"), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert status == 0
    assert "plump" in listed.stdout, listed
