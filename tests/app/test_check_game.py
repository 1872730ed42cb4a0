"""`shoal check-game`: its report to the author of a game."""

from __future__ import annotations

import json

import pytest
from anglers import AnglersGame

from app.__main__ import main
from rules.api import Game, Outcome
from tests.support.broken_anglers import game, state
from tests.support.catalogue import playing
from tests.support.samples import entry_of
from tests.support.values import replace


def test_a_game_that_keeps_the_contract_is_reported_with_each_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
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
def test_an_unknown_game_is_refused_with_the_list_of_games(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*words, "whist"])

    assert caught.value.code == 2
    listed = "there is no game 'whist'; the games are: cahoots, kings, matriculation, plump, reef"
    assert listed in capsys.readouterr().err


def checked(broken: Game, *words: str) -> int:
    """The exit status of a check of this game."""
    with playing(replace(entry_of("anglers"), rules=broken)):
        return main(["check-game", "anglers", *words])


def test_a_finding_tells_an_author_what_was_expected_and_how_to_reproduce_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = game(state(outcome=lambda self: Outcome((1,), (1,))))

    assert checked(broken, "--check", "end", "--check", "offer", "--seed", "3") == 1
    first, failed, *more = capsys.readouterr().out.splitlines()
    assert first.endswith("tables of other seats and options, random games of seed 3")
    assert failed == "FAILED  end: A game ends with a score and a rank for every seat."
    assert more[:3] == [
        "        expected: 2 scores and 2 ranks",
        "        found:    1 scores and 1 ranks",
        "        table:    anglers-2-cards=5",
    ]
    assert more[-1] == "1 of 2 checks failed."


def test_a_finding_in_the_middle_of_a_game_tells_how_to_reach_it(capsys: pytest.CaptureFixture[str]) -> None:
    broken = game(state(standing=lambda self: Outcome((1,), (1,))))

    assert checked(broken, "--check", "standing") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[5:9] == [
        "        game:     seed 1, after 0 events",
        "        position: anglers 2 5",
        "        next:     shuffled deck 0-39",
        "        again by: shoal check-game anglers --check standing --seed 1",
    ]
    assert checked(broken, "--check", "standing", "--json") == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["check"], said["holds"], said["finding"]["place"]["number"]) == ("standing", False, 0)


def test_an_exception_of_a_game_is_shown_with_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    def lost(self: object) -> Outcome:
        raise KeyError("scores")

    assert checked(game(state(standing=lost)), "--check", "standing") == 1
    assert "        found:    KeyError: 'scores'" in (lines := capsys.readouterr().out.splitlines())
    assert lines[-2].strip() == 'raise KeyError("scores")'


def test_a_game_that_starts_with_no_number_of_seats_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    class Nowhere(AnglersGame):
        seats = range(2, 2)

    assert checked(Nowhere()) == 2
    assert "does not start with any of its numbers of seats" in capsys.readouterr().err
