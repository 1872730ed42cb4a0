"""The one command that builds: the steps it takes, and the packages it installs first."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    for name in ("build", "dev"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    made = importlib.import_module("build")
    monkeypatch.setattr(made.sys, "platform", "linux")
    return made


@pytest.mark.parametrize("words", [[], ["beos"], ["linux", "windows"]])
def test_wrong_words_on_the_command_line_are_answered_with_the_usage(
    build: ModuleType, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main(words) == 2
    assert "packaging/build.py linux" in capsys.readouterr().out


@pytest.mark.parametrize("system", ["linux", "windows"])
def test_programs_that_the_build_calls_are_installed_first(
    build: ModuleType, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(build.shutil, "which", lambda program: program if program == "Xvfb" else None)
    monkeypatch.setattr(build, "system_packages", lambda packages, **_: asked.append(packages) or True)
    build.tools(system)

    [packages] = asked
    assert ("lintian" in packages, "nsis" in packages) == (system == "linux", system == "windows")
    assert "imagemagick" in packages and "xvfb" not in packages


def test_without_its_tools_nothing_is_built(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", lambda _: None)
    monkeypatch.setattr(build, "system_packages", lambda *_, **__: False)
    with pytest.raises(SystemExit) as ended:
        build.tools("linux")

    assert ended.value.code == 1


def test_present_programs_are_not_installed_again(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.shutil, "which", str)
    monkeypatch.setattr(build, "system_packages", lambda *_, **__: pytest.fail("asked"))
    build.tools("linux")


def test_everything_that_a_build_packs_has_the_date_of_the_commit(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The packing runs in the build's own process, and takes its date from the environment."""
    packs = importlib.import_module("build_linux")
    dates: list[int] = []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setattr(build, "source_date", lambda: "1790000000")
    monkeypatch.setattr(build, "TARGETS", {"linux": (lambda tests: dates.append(packs.source_date()),)})
    monkeypatch.setattr(build, "DIST", tmp_path)
    build.main(["linux"])

    assert dates == [1790000000]


def test_a_release_says_what_the_changelog_says_and_has_the_tag_of_its_version(
    build: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    from app import VERSION  # noqa: PLC0415

    assert build.main(["notes", f"v{VERSION}"]) == 0
    said = capsys.readouterr().out
    assert "Five games between peers" in said and "## " not in said
    with pytest.raises(SystemExit, match=f"the tag is not v{VERSION}"):
        build.main(["notes", "v0.0.9"])


def test_the_version_is_the_same_in_both_of_its_places() -> None:
    import tomllib  # noqa: PLC0415

    from app import VERSION  # noqa: PLC0415

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


def test_the_trial_calls_only_programs_of_a_bare_debian_or_installed_ones(build: ModuleType) -> None:
    script = (ROOT / "packaging/linux/try_here.sh").read_text(encoding="utf-8")
    lacking = {
        "Xvfb",
        "curl",
        "debootstrap",
        "file",
        "import",
        "pgrep",
        "ps",
        "unzip",
        "wget",
        "xdotool",
        "xz",
    }
    called = lacking & set(re.findall(r"(?:^ *|[;|&(] *|DISPLAY=\S+ )(\w+) ", script, re.M))

    assert called - set(build.TOOLS["linux"]) == set()
    assert {"Xvfb", "debootstrap", "import", "pgrep"} <= called
