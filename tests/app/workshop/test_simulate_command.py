"""`shoal simulate` in this process: its report, and written games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main

DATA = Path(__file__).resolve().parents[2] / "data" / "reef"


def test_a_report_numbers_bots_of_the_same_level(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["simulate", "plump", "--games", "1", "--option", "length=short", "--json"]
    assert main([*short, "--seats", "3"]) == 0
    usual = json.loads(capsys.readouterr().out)
    assert [line["name"] for line in usual["lines"]] == ["normal", "2:random", "3:random"]
    assert (usual["seats"], usual["games"]) == (3, 3)

    assert main([*short, "--seats", "2", "--bot", "random", "--bot", "stand-in"]) == 0
    chosen = json.loads(capsys.readouterr().out)
    assert [line["name"] for line in chosen["lines"]] == ["random", "stand-in"]


@pytest.mark.parametrize(("script", "status"), [("worked_turn", 0), ("first_round", 1)])
def test_a_written_game_is_played_up_to_its_first_illegal_line(
    script: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "reef", "--script", str(DATA / f"{script}.txt")]
    assert main(words) == status
    assert ("is illegal by reef 4.3.1" in capsys.readouterr().out) is bool(status)
    assert main([*words, "--json"]) == status
    assert (json.loads(capsys.readouterr().out)["stop"] is None) is not bool(status)


def test_what_is_no_script_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.txt").write_text("seats 9\n", encoding="utf-8")
    (tmp_path / "raw.txt").write_bytes(b"\xff")
    for name, reason in (
        ("game.txt", "line 1: Reef Encounter is for 2 to 4 seats"),
        ("raw.txt", "'utf-8' codec"),
        ("none.txt", "No such file or directory"),
    ):
        assert main(["simulate", "reef", "--script", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.startswith(f"{tmp_path / name}: {reason}")
    assert main(["simulate", "plump", "--script", str(tmp_path / "game.txt")]) == 2
    assert "only Reef Encounter can be played from a script" in capsys.readouterr().err
