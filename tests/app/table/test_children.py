"""Restarts of the program by itself: always the same program, from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import VERSION
from app.keep.launch import PROGRAM, installed_in, own_command
from app.table.children import child_command, child_environment

DECOYS = ("app", "net", "rules", "ui", "msgpack", "json", "zmq", "sqlite3")


@pytest.fixture
def decoys(tmp_path: Path) -> Path:
    """A folder that a stranger has filled: each module tells that it was run."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in DECOYS:
        (folder / f"{name}.py").write_text(
            f"open({str(tmp_path / 'run')!r}, 'a').write({name!r})\nraise SystemExit(66)\n", encoding="utf-8"
        )
    return folder


@pytest.mark.parametrize(
    "path",
    [f".{os.pathsep}", pytest.param(None, marks=pytest.mark.slow), pytest.param(".", marks=pytest.mark.slow)],
)
def test_a_strangers_modules_in_the_current_folder_are_never_run(
    decoys: Path, tmp_path: Path, path: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if path is None:
        monkeypatch.delenv("PYTHONPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONPATH", path)
    done = subprocess.run(
        child_command("demo", "matriculation", "--peers", "2", "--json"),
        cwd=decoys,
        env=child_environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )

    assert not (tmp_path / "run").exists(), (tmp_path / "run").read_text(encoding="utf-8")
    assert done.returncode == 0, done.stderr


def test_a_child_process_runs_the_same_program_as_its_parent(tmp_path: Path) -> None:
    """A checkout that is installed nowhere works too: its absolute folder is in the command."""
    told = [
        next(line for line in done.stdout.splitlines() if line.startswith("Shoal"))
        for done in (
            subprocess.run(
                [*start, "--version"],
                cwd=tmp_path,
                env=child_environment(tmp_path),
                capture_output=True,
                text=True,
                check=True,
            )
            for start in (child_command(), own_command())
        )
    ]

    assert told == [f"Shoal {VERSION}"] * 2
    assert installed_in() is None
    assert child_command()[-1].startswith(str(PROGRAM))
    path = child_environment(tmp_path)["PYTHONPATH"].split(os.pathsep)
    assert all(Path(each).is_absolute() for each in path if each)


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_frozen_program_talks_with_its_console_and_opens_its_window(
    tmp_path: Path, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, console = tmp_path / "shoalw.exe", tmp_path / "shoal.exe"
    for file in (window, console) if is_whole else (window,):
        file.write_bytes(b"")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(window))

    assert child_command("demo") == [str(console if is_whole else window), "demo"]
    assert own_command() == [str(window)]


@pytest.mark.parametrize("is_ours", [True, False])
def test_an_appimage_is_started_by_its_file_and_not_by_its_mounted_folder(
    tmp_path: Path, is_ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that some other AppImage started has the variables of that one."""
    mounted = tmp_path / "mounted"
    program = (mounted if is_ours else tmp_path) / "usr/lib/shoal/shoal"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "Shoal.AppImage"))
    monkeypatch.setenv("APPDIR", str(mounted))

    assert own_command() == [str(tmp_path / "Shoal.AppImage" if is_ours else program)]
    assert child_command("demo") == [str(program), "demo"]
