"""`shoal new-game`: its package keeps the contract, has tests that hold, and is installed and played."""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import cast

import pytest

from app.__main__ import main
from app.games.catalogue import GROUP, OWN, read_catalogue
from app.games.entry import GameEntry
from app.workshop.check.battery import CHECKS, run_battery
from app.workshop.check.journey import cases
from app.workshop.starter.package import package_files
from tests.support.sixth_game import PACKAGE, install, shoal


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")

    assert main(["new-game", "deep-sea", "--into", str(folder)]) == 0
    return folder / "deep-sea"


@pytest.fixture
def entry(made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameEntry]:
    monkeypatch.syspath_prepend(made)
    offered = tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    found = read_catalogue(OWN, [EntryPoint(*each, GROUP) for each in offered[GROUP].items()])

    assert not found.left_out
    yield found.named("deep-sea")
    for name in [name for name in sys.modules if name.partition(".")[0] == "deep_sea"]:
        del sys.modules[name]


def test_a_new_game_keeps_the_contract_and_has_a_page_of_its_rules(entry: GameEntry) -> None:
    findings = run_battery(cases(entry.rules)[:1], CHECKS, seed=1)

    assert [finding for _, finding in findings if finding is not None] == []
    assert entry.rules.title == "Deep Sea" and entry.rules_page().startswith("# Deep Sea\n")


def test_the_tests_that_a_new_game_brings_pass(
    made: Path, entry: GameEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = runpy.run_path(str(made / "tests" / "test_deep_sea.py"))
    monkeypatch.setitem(
        brought["test_it_keeps_the_contract"].__globals__, "CHECKS", {"offer": CHECKS["offer"]}
    )
    tests = [cast("Callable[[], None]", test) for name, test in brought.items() if name.startswith("test_")]

    assert len(tests) == 2
    for test in tests:
        test()


def test_the_rules_of_a_new_game_are_the_code_of_the_guide() -> None:
    code = package_files("anglers")["anglers/game.py"]

    assert code == (PACKAGE / "anglers.py").read_text(encoding="utf-8")


def test_nothing_is_written_over(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = made / "deep_sea" / "table.py"
    before = table.read_bytes()

    assert main(["new-game", "deep-sea", "--into", str(made.parent)]) == 2
    assert "already exists: nothing was changed" in capsys.readouterr().err
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Sea", "small letters"),
        ("../sea", "small letters"),
        ("sea-", "small letters"),
        ("deep--sea", "small letters"),
        ("s" * 25, "small letters"),
        ("", "small letters"),
        ("plump", "there is a game 'plump' already"),
        ("class", "Python has a module 'class' already"),
        ("random", "Python has a module 'random' already"),
        ("rules", "Python has a module 'rules' already"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(
    tmp_path: Path, name: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--into", str(tmp_path)]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_new_game_is_installed_and_played_between_processes(made: Path, tmp_path: Path) -> None:
    installed = install(made, tmp_path)
    for words in (("check-game", "deep-sea"), ("demo", "deep-sea", "--peers", "2", "--option", "cards=3")):
        done = shoal(installed, tmp_path / "home", *words)

        assert done.returncode == 0, done.stdout + done.stderr
