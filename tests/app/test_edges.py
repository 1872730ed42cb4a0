"""A hasty person's input: each is answered once, in words, before anything has begun."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from app import VERSION
from app.__main__ import main
from app.cli import parse
from app.commands.window import wanted
from app.table.children import child_command, child_environment
from app.table.start import Hosting
from tests.support.processes import ROOT


@pytest.fixture
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a process or a table begins."""

    def started(*words: object, **_: object) -> None:
        raise AssertionError(f"started {words}")

    monkeypatch.setattr(subprocess, "Popen", started)
    for place in ("host", "seat", "bot", "resume"):  # `join` asks `seat` for it when it begins
        monkeypatch.setattr(f"app.commands.{place}.play_seat", started)


@pytest.mark.usefixtures("nothing_starts")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("simulate plump --games 0", "from 1 to 1000000, not '0'"),
        ("simulate plump --games -3", "from 1 to 1000000"),
        ("simulate plump --games many", "not 'many'"),
        ("simulate kings --seats 7", "Kings is for"),
        ("simulate reef --bot genius", "genius"),
        ("simulate plump --option length=long-ago", "length must be one of"),
        ("host plump --no-window --port 0", "from 1 to 65535, not '0'"),
        ("host plump --no-window --port 65536", "from 1 to 65535"),
        ("host plump --no-window --port -1", "from 1 to 65535"),
        ("host plump --no-window --seats 1", "2 to 10 players, not 1"),
        ("host plump --no-window --seats 11", "2 to 10 players, not 11"),
        ("host plump --no-window --seats 3 --bots 3", "room for 2 bots beside you, not for 3"),
        ("host plump --no-window --seats 2 --bots 5", "room for 1 bot beside you, not for 5"),
        ("simulate reef --script /nowhere/at/all", "/nowhere/at/all: No such file or directory"),
        ("host plump --no-window --bots 10", "the number of bots must be from 0 to 9"),
        ("host plump --no-window --option hand", "KEY=VALUE"),
        ("host plump --no-window --option x=y", "no option 'x'"),
        ("host plump --no-window --record /nowhere/at/all/game.shoal", "cannot save the record"),
        ("demo plump --peers 1", "2 to 10 processes, not 1"),
        ("demo plump --peers 0", "not 0"),
        ("demo plump --peers 40", "not 40"),
        ("demo plump --option length=x", "length must be one of"),
        ("demo plump --record /nowhere/at/all/game.shoal", "cannot save the record"),
        ("demo chess", "chess"),
        ("dance", "dance"),
        ("join SHOAL:AAAA --no-window", "This invitation is cut off"),
        ("watch SHOAL:AAAA --no-window", "This invitation is cut off"),
    ],
)
def test_a_bad_word_is_refused_once_and_before_anything_starts(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(typed.split())
    except SystemExit as why:
        status = why.code
    told = capsys.readouterr()

    assert status == 2
    assert said in told.err
    assert told.err.count(said) == 1
    assert told.out == ""


def test_a_folder_is_not_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "plump", "--record", str(tmp_path)]) == 2
    assert "that is a folder" in capsys.readouterr().err


def test_without_a_number_of_seats_every_bot_has_a_seat() -> None:
    """Seats default to one more than the bots, and to no fewer than the game needs."""
    table = wanted(parse(["host", "plump", "--bots", "5"]))
    small = wanted(parse(["host", "kings", "--bots", "1"]))

    assert isinstance(table, Hosting) and (table.seats, table.bots) == (6, 5)
    assert isinstance(small, Hosting) and small.bots == 1
    assert small.seats >= 2


def test_the_version_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse(["--version"])

    assert end.value.code == 0
    assert capsys.readouterr().out == f"Shoal {VERSION}\n"


@pytest.mark.parametrize(
    "words",
    [["simulate", "plump", "--games", "1"], ["--help"], ["simulate", "plump", "--games", "1", "--json"]],
)
def test_a_reader_that_stops_is_not_a_fault(tmp_path: Path, words: list[str]) -> None:
    """`shoal ... | head -0`: no traceback."""
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        child_command(*words),
        cwd=ROOT,
        env=child_environment(tmp_path),
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)

    assert run.stderr == ""
    assert run.returncode in (0, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("host", "plump", "--no-window", "--bots", "1", "--seats", "3"), "leaving the table"),
        (("continue", "nosuch"), "No unfinished game begins with these letters."),
    ],
)
def test_an_input_that_has_ended_leaves_a_table_only_once_there_is_one(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = subprocess.run(
        child_command(*words),
        cwd=ROOT,
        env=child_environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    lines = done.stdout.splitlines()
    leaving = [at for at, line in enumerate(lines) if "leaving the table" in line]

    assert done.returncode == 1
    assert any(said in line for line in lines), done.stdout
    assert len(leaving) == (words[0] == "host")
    assert all(at > 0 for at in leaving)
