"""How the program starts itself again: the very same program, whatever folder somebody is in."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from app.table.children import PROGRAM, child_command, child_environment

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


@pytest.mark.parametrize("path", [None, ".", f".{os.pathsep}"])
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


def test_the_child_is_the_program_that_runs_here(tmp_path: Path) -> None:
    """From a checkout that is installed nowhere, too: its folder is named, absolute."""
    asked = [*child_command()[:-2], "-c", "import app; print(app.__file__)"]
    done = subprocess.run(
        asked, cwd=tmp_path, env=child_environment(tmp_path), capture_output=True, text=True, check=True
    )

    assert Path(done.stdout.strip()).resolve() == PROGRAM / "app" / "__init__.py"
    path = child_environment(tmp_path)["PYTHONPATH"].split(os.pathsep)
    assert all(Path(each).is_absolute() for each in path if each)
