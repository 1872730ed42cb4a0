"""`shoal check-game`: its report to the author of a game."""

from __future__ import annotations

import json

import pytest

from app.__main__ import main


def test_a_game_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "kings", "--check", "offer", "--check", "hash-order"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Kings: 2 tables of other seats and options, random games of seed 1"
    assert [line[:12] for line in lines[1:3]] == ["ok      offe", "ok      hash"]
    assert lines[3] == "All 2 checks hold."


def test_a_program_reads_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "kings", "--check", "offer", "--json"]) == 0

    said = json.loads(capsys.readouterr().out)
    assert (said["check"], said["holds"], said["finding"]) == ("offer", True, None)


@pytest.mark.parametrize("words", [["play"], ["host"], ["demo"], ["simulate"], ["check-game"]])
def test_an_unknown_game_is_refused_with_those_there_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*words, "whist"])

    assert caught.value.code == 2
    listed = "there is no game 'whist'; the games are: cahoots, kings, matriculation, plump, reef"
    assert listed in capsys.readouterr().err
