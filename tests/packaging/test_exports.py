"""Files for packagers: icons of every size, a page and completions for every command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app import VERSION
from app.cli import COMMANDS, parser_of

ROOT = Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging" / "linux"


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports")
    subprocess.run(
        [sys.executable, ROOT / "packaging" / "exports.py", folder],
        check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    return folder


@pytest.mark.parametrize("word", [command.word for command in COMMANDS])
def test_each_command_has_a_page_with_all_its_words(exports: Path, word: str) -> None:
    page = (exports / f"shoal-{word}.6").read_text(encoding="utf-8").replace("\\-", "-")

    assert f"Shoal {VERSION}" in page
    for action in parser_of(word)._actions:
        for name in action.option_strings if action.help != "==SUPPRESS==" else ():
            assert f"\\fB{name}\\fR" in page
    assert word in (exports / "shoal.6").read_text(encoding="utf-8").replace("\\-", "-")


def test_completions_know_every_command(exports: Path) -> None:
    for name in ("shoal.bash", "_shoal", "shoal.fish"):
        text = (exports / name).read_text(encoding="utf-8")
        assert [command.word for command in COMMANDS if command.word not in text] == []


@pytest.mark.skipif(sys.platform != "linux", reason="a shell of Linux")
def test_bash_completes_commands(exports: Path) -> None:
    script = (
        f". {exports / 'shoal.bash'}; COMP_WORDS=(shoal ver); COMP_CWORD=1; _shoal; echo ${{COMPREPLY[*]}};"
        "COMP_WORDS=(shoal demo --pe); COMP_CWORD=2; _shoal; echo ${COMPREPLY[*]}"
    )
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout

    assert said.split() == ["verify", "--peers"]


def test_icons_are_pictures_and_a_drawing(exports: Path) -> None:
    assert (exports / "shoal.ico").read_bytes()[:4] == b"\0\0\1\0"
    assert (exports / "shoal.icns").read_bytes()[:4] == b"icns"
    assert all((exports / f"shoal-{size}.png").stat().st_size > 200 for size in (16, 32, 256, 512))
    drawing = ElementTree.parse(exports / "shoal.svg").getroot()
    assert drawing.get("viewBox") == "0 0 256 256"


def test_the_version_resource_of_windows_is_valid(exports: Path) -> None:
    assert f"'ProductVersion', {VERSION!r}" in (exports / "version.txt").read_text(encoding="utf-8")


def test_the_metainfo_the_file_type_and_the_desktop_entry_agree() -> None:
    about = ElementTree.parse(LINUX / "shoal.metainfo.xml").getroot()
    kind = ElementTree.parse(LINUX / "shoal.xml").getroot()

    assert (about.findtext("launchable"), about.findtext("icon")) == ("shoal.desktop", "shoal")
    mime = kind[0].get("type")
    assert about.findtext("provides/mediatype") == mime
    assert f"x-scheme-handler/shoal;{mime};" in (LINUX / "shoal.desktop").read_text(encoding="utf-8")


def test_modules_that_are_named_only_as_text_are_frozen() -> None:
    """Modules that entries and the command line name as text lie in folders that are frozen whole."""
    from app.games.catalogue import own_games  # noqa: PLC0415

    spec = (ROOT / "packaging" / "frozen" / "shoal.spec").read_text(encoding="utf-8")
    line = next(line for line in spec.splitlines() if line.startswith("BY_NAME"))
    named = [
        name
        for entry in own_games()
        for name in (entry.picture, entry.table, *(bot for _, bot in entry.policies))
    ]
    named += [command.module for command in COMMANDS]
    for name in named:
        place = name.partition(":")[0].replace(".", "/")
        assert f'"{"/".join(place.split("/")[:2])}"' in line, name
