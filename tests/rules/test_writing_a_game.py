"""The page on writing a game, followed to the letter: its code put together, installed, its commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from anglers import GAME

from app.cli import parse
from app.games.entry import GameEntry
from tests.support.catalogue import playing
from tests.support.sixth_game import PACKAGE, ROOT, install, shoal

PAGE = (ROOT / "rules" / "WRITING_A_GAME.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind on the page, in order."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def console() -> list[str]:
    """The command lines on the page, in order."""
    return [line.removeprefix("$ ") for text in blocks("console") for line in text.splitlines()]


def written(text: str) -> list[str]:
    """The lines of a text that are not empty."""
    return [line for line in text.splitlines() if line]


def test_the_page_shows_the_whole_game_of_the_tests() -> None:
    code, described = "\n".join(blocks("python")), "\n".join(blocks("toml"))

    assert written(code) == written((PACKAGE / "anglers.py").read_text(encoding="utf-8"))
    assert written(described) == written((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_page_takes_its_tables_from_the_sample_games() -> None:
    tables = ("hearts/hearts_table.py", "connect_four/four_table.py", "divers/divers.py")
    written_there = [(PACKAGE.parent / table).read_text(encoding="utf-8") for table in tables]
    shown = blocks("py")

    assert len(shown) == 6
    assert [each for each in shown if not any(each.strip() in text for text in written_there)] == []


def test_the_commands_on_the_page_are_valid() -> None:
    """The commands run below; those of the same game run in `tests/app/test_sixth_game.py`."""
    first, *commands = console()

    with playing(GameEntry(GAME)):
        read = [parse(shlex.split(command)[1:]).command for command in commands]

    assert first == "python -m pip install --no-deps --no-build-isolation ."
    assert {command.split(" ")[0] for command in commands} == {"shoal"}
    assert read == ["check-game", "demo", "verify", "replay", "simulate"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_game_written_by_the_page_plays_with_proven_hands(tmp_path: Path) -> None:
    package = tmp_path / "anglers"
    package.mkdir()
    (package / "anglers.py").write_text("\n".join(blocks("python")), encoding="utf-8")
    (package / "pyproject.toml").write_text("\n".join(blocks("toml")), encoding="utf-8")
    _, *commands = console()
    installed = install(package, tmp_path)
    said = {}
    for command in commands:
        program, *words = shlex.split(command)
        done = shoal(installed, tmp_path / "home", *words)
        assert (program, done.returncode) == ("shoal", 0), f"{command}\n{done.stdout}{done.stderr}"
        said[words[0]] = done.stdout

    assert list(said) == ["check-game", "demo", "verify", "replay", "simulate"]
    assert "checks hold." in said["check-game"] and "proofs" in said["demo"]
