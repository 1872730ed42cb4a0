"""The status with which the program ends, and the parts of it that start others."""

from __future__ import annotations

import argparse
import os
import site
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from app import __main__ as program
from app import selftest
from app.keep import launch
from app.table.children import child_environment
from app.table.missing import words
from app.table.playing import Ending
from net.errors import LinkError, NoView
from net.seat.tally import Tally
from rules.errors import BadOptions


def ending(why: BaseException) -> Callable[[list[str]], argparse.Namespace]:
    """A command line whose command ends with this error."""

    def run(args: argparse.Namespace) -> int:
        raise why

    return lambda argv: argparse.Namespace(selftest=False, window=False, run=run)


@pytest.mark.parametrize(
    ("why", "status", "said"),
    [
        (BadOptions("no such game"), 2, "shoal: no such game\n"),
        (LinkError("no network"), 1, "shoal: no network\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_each_way_to_end_has_its_exit_status(
    why: BaseException,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(program, "parse", ending(why))

    assert program.main([]) == status
    assert capsys.readouterr().err == said


def test_an_error_of_the_system_that_is_no_readers_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "parse", ending(FileNotFoundError("lost")))

    with pytest.raises(FileNotFoundError, match="lost"):
        program.main([])


@pytest.mark.parametrize(
    ("verdict", "is_whole"),
    [
        ('{"holds": true, "over": true, "problem": "", "proofs": 7}', True),
        ('{"holds": true, "over": false, "problem": "cut", "proofs": 7}', False),
        ('{"holds": false, "over": true, "problem": "cut", "proofs": 7}', False),
    ],
)
def test_an_installation_is_whole_if_its_game_is_over_and_its_record_is_valid(
    verdict: str, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        selftest.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, stdout=verdict)
    )
    if is_whole:
        assert selftest._table().endswith("its record verified, 7 proofs in it")
    else:
        with pytest.raises(selftest.PartBroken, match="its record fails the check: cut"):
            selftest._table()


def test_failed_checks_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> str:
        raise selftest.PartBroken("gone")

    monkeypatch.setattr(selftest, "_CHECKS", (("one", lambda: "fine"),))
    assert selftest.selftest() == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  one: fine", "everything works"]
    assert selftest.selftest((("two", broken), ("three", broken))) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  one: fine",
        "  two: FAILED: PartBroken: gone",
        "  three: FAILED: PartBroken: gone",
        "2 of these failed: this installation is damaged",
    ]


def test_an_installed_program_starts_itself_as_the_package_that_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = tmp_path / "lib" / "shoal" / "rooms"
    rooms.mkdir(parents=True)
    monkeypatch.setattr(launch, "PROGRAM", rooms)
    assert launch.installed_in() is None, "without a start beside it"
    (rooms.parent / "__main__.py").touch()
    assert launch.installed_in() == tmp_path / "lib"
    assert launch.child_start()[1:] == launch.own_command()[1:] == ["-P", "-m", "shoal"]
    other = str(tmp_path / "other")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((other, "relative", "", other)))
    path = child_environment(tmp_path)["PYTHONPATH"].split(os.pathsep)
    assert path == [str(tmp_path / "lib"), other]
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(tmp_path / "lib")])
    assert child_environment(tmp_path)["PYTHONPATH"] == other, "the interpreter finds its own folder"
    monkeypatch.setattr(launch, "PROGRAM", rooms.parent)
    assert launch.installed_in() is None


def test_the_reason_against_a_choice_is_a_sentence_even_if_its_kind_is_unknown() -> None:
    assert words.hindrance(NoView("odd", "no {who} may"), "Ben") == "No Ben may."
    assert words.hindrance(NoView("majority", ""), "Ben") == "More than half of the table must be here."


def test_the_cost_of_a_table_is_reported_in_milliseconds() -> None:
    tally = Tally({}, {"move": 3}, {"move": 1.23456}, {False: [0.0123456], True: [0.5, 0.0001234]}, [0.12344])
    values = Ending("ab", 7, True, "", ("Ann", "Ben"), "", tally).values()

    assert {key: values[key] for key in ("ended", "over", "heights", "players", "proofs", "rounds")} == {
        "ended": False, "over": True, "heights": 7, "players": ["Ann", "Ben"], "proofs": 0,
        "rounds": {"move": 3},
    }  # fmt: skip
    assert values["seconds"] == {"move": 1.235}
    assert (values["moves_ms"], values["carrying_moves_ms"], values["deals_ms"]) == (
        [12.35], [500.0, 0.12], [123.4]
    )  # fmt: skip
