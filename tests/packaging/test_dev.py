"""The command `packaging/dev.py`: its steps before anything is installed."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PINS = ("players.txt", "developers.txt")


@pytest.fixture
def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "packaging" / "dev.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("words", [[], ["fly"], ["--help"]])
def test_wrong_words_on_the_command_line_are_answered_with_the_usage(
    dev: ModuleType, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(words) == 2
    assert "packaging/dev.py run" in capsys.readouterr().out


def test_the_set_up_needs_only_the_standard_library() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(ROOT / "packaging" / "dev.py")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 2
    assert "Standard library only" in run.stdout


def test_without_a_screen_run_plays_the_demo(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(dev.subprocess, "call", lambda words, **_: called.append(words) or 0)
    monkeypatch.setattr(dev.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    assert dev.run([]) == 0
    assert dev.run(["verify", "x"]) == 0

    assert called[0][-4:] == ["demo", "plump", "--peers", "4"]
    assert called[1][-2:] == ["verify", "x"]
    assert "no screen" in capsys.readouterr().out


@pytest.fixture
def steps(dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The steps that an installation would take, in an empty folder."""
    steps: list[list[str]] = []
    monkeypatch.setattr(dev.subprocess, "call", lambda words, **_: steps.append(words) or 0)
    monkeypatch.setattr(dev.venv, "create", lambda folder, **_: folder.mkdir(exist_ok=True))
    monkeypatch.setattr(dev, "VENV", tmp_path / "venv")
    monkeypatch.setattr(dev, "STAMP", tmp_path / "venv" / "stamp")
    return steps


def test_the_environment_of_another_checkout_is_not_emptied_through_a_link(
    dev: ModuleType, steps: list[list[str]], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "python").touch()
    (tmp_path / "venv").symlink_to(other)

    assert dev.install(developers=False) and steps
    assert (tmp_path / "venv" / "stamp").exists() and [each.name for each in other.iterdir()] == ["python"]


def test_nothing_is_installed_again_when_nothing_changed(dev: ModuleType, steps: list[list[str]]) -> None:
    assert dev.install(developers=True)
    assert len(steps) == 3 and "--require-hashes" in steps[0] and "--require-hashes" in steps[2]
    assert dev.install(developers=True)
    assert dev.install(developers=False)
    assert len(steps) == 3


def test_an_installation_for_players_leaves_out_the_tools_of_developers(
    dev: ModuleType, steps: list[list[str]]
) -> None:
    assert dev.install(developers=False)
    assert [dev.DEVELOPERS in step for step in steps] == [False, False]
    assert dev.install(developers=True)
    assert [dev.DEVELOPERS in step for step in steps] == [False, False, True]


def test_changed_pins_make_a_new_environment(
    dev: ModuleType, steps: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dev.install(developers=True)
    changed = tmp_path / "players.txt"
    changed.write_text("other\n")
    monkeypatch.setattr(dev, "PLAYERS", changed)

    assert dev.install(developers=True)

    assert len(steps) == 6


def test_a_failed_installation_is_tried_again(
    dev: ModuleType,
    steps: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dev.subprocess, "call", lambda words, **_: 1)

    assert not dev.install(developers=True)
    assert not dev.STAMP.exists()
    assert "retry" in capsys.readouterr().out


@pytest.mark.parametrize("root", [True, False])
def test_missing_libraries_are_installed_or_named(
    dev: ModuleType, root: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.shutil, "which", lambda _: "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)
    monkeypatch.setattr(dev.subprocess, "call", lambda words, **_: called.append(words) or 0)
    monkeypatch.setattr(
        dev.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, stdout="libGL.so.1")
    )

    assert dev.qt_libraries(quiet=False)

    line = " ".join(called[-1]) if root else capsys.readouterr().out
    assert "libegl1" in line and "libgl1" not in line
    assert root or "sudo apt-get install" in line


def test_the_libraries_of_a_window_are_bundled_even_without_a_screen(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.shutil, "which", lambda _: None)
    monkeypatch.setattr(dev.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=""))
    asked = []
    for to_bundle in (False, True):
        dev.qt_libraries(quiet=False, to_bundle=to_bundle)
        asked.append("libxcb-icccm4" in capsys.readouterr().out)

    assert asked == [False, True]


def test_every_pinned_package_has_its_hashes() -> None:
    texts = [(ROOT / "packaging" / name).read_text(encoding="utf-8") for name in PINS]
    lines = "".join(texts).splitlines()
    pins = [line for line in lines if "==" in line]

    assert len(pins) > 20
    assert all(line.endswith("\\") for line in pins)
    assert not [line for line in lines if "//" in line]


def test_the_requirements_of_the_project_are_pinned() -> None:
    """`dev.py` installs what is pinned and nothing else: a new dependency needs its pin."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = (project["dependencies"], project["optional-dependencies"]["dev"])
    for named, wanted in zip(PINS, needs, strict=True):
        text = "\n" + (ROOT / "packaging" / named).read_text(encoding="utf-8")
        names = {re.split(r"[<>=;\[ ]", line)[0].lower() for line in wanted}
        missing = {name for name in names if f"\n{name}==" not in text}

        assert missing <= {"setuptools"}


@pytest.mark.parametrize("installs", [True, False])
def test_a_python_without_virtual_environments_is_helped(
    dev: ModuleType, steps: list[list[str]], installs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(dev, "system_packages", lambda packages, **_: asked.append(packages) or installs)

    assert dev.install(developers=False) is installs
    assert bool(steps) is installs
    assert asked == [[f"python3.{sys.version_info[1]}-venv"]]
