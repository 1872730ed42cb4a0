"""The ladder: its arithmetic, and one tiny real run in processes of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from math import inf

import pytest

from app.__main__ import main
from app.bots.api import AnyMove
from app.games.catalogue import catalogue
from app.workshop.commands.ladder import default_levels
from app.workshop.measure.beginner import Beginner
from app.workshop.measure.ladder import (
    Climb,
    DealPlayed,
    deals_played,
    duels_won,
    elo,
    first_place,
    is_certain,
    part,
    rung,
    rungs_json,
    table_text,
)
from rules.api import Outcome, Seat

ENDED = Outcome(scores=(30, 10, 30, 20), ranks=(1, 4, 1, 3))


def test_the_share_of_duels_counts_those_behind_as_one_and_those_beside_as_half() -> None:
    assert [duels_won(ENDED, Seat(seat)) for seat in range(4)] == [
        pytest.approx(2.5 / 3),
        0,
        pytest.approx(2.5 / 3),
        pytest.approx(1 / 3),
    ]


def test_a_shared_first_place_counts_in_equal_parts() -> None:
    assert [first_place(ENDED, Seat(seat)) for seat in range(4)] == [0.5, 0, 0.5, 0]


@pytest.mark.parametrize(
    ("share", "points"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.64, 100), (0, -inf), (1, inf)]
)
def test_elo_is_four_hundred_for_odds_of_ten_to_one(share: float, points: float) -> None:
    assert elo(share) == pytest.approx(points, abs=0.1)


def test_an_interval_is_that_of_the_means_of_deals_within_zero_and_one() -> None:
    spread = part([0.4, 0.6] * 50)
    error = 0.1005 / 10

    assert spread.middle == pytest.approx(0.5)
    assert spread.low == pytest.approx(0.5 - 1.96 * error, abs=1e-4)
    assert spread.high == pytest.approx(0.5 + 1.96 * error, abs=1e-4)
    assert part([1.0] * 10).high == 1 and part([1.0] * 10).low == pytest.approx(0.7225, abs=1e-4)
    assert part([0.0, 1.0]).low >= 0 and part([0.5]).middle == 0.5
    assert 0.3 < part([0.4, 0.6]).low < 0.5 < part([0.4, 0.6]).high < 0.7, "two that lie close"


def played(*duels: float) -> list[DealPlayed]:
    return [DealPlayed(share, share / 2, (1.0, 2.0)) for share in duels]


def test_a_rung_is_settled_when_chance_can_hardly_have_done_it() -> None:
    assert not is_certain(played(*[1.0] * 9)) and is_certain(played(*[1.0] * 10))
    assert not is_certain(played(*[0.2, 0.9] * 10)) and is_certain(played(*[0.6, 0.9] * 10))


def test_a_rung_prints_its_players_and_an_infinite_elo() -> None:
    step = rung("hard", "normal", seats=4, played=played(1.0, 1.0))

    assert step.elo.middle == inf and rungs_json([step])[0]["elo"] == {
        "middle": None,
        "low": step.elo.low,
        "high": None,
    }
    row = table_text([step], marked=True).splitlines()[-1]
    assert row.startswith("| hard | 3 normal | 8 | 50.0% (") and "∞" in row


def test_the_same_deals_are_played_from_every_seat() -> None:
    game, ticks = catalogue().named("cahoots").rules, count()
    climb = Climb(game, Beginner("cahoots"), AnyMove(), 3, {}, 1)

    both = list(deals_played(climb, range(2), lambda: float(next(ticks))))

    assert len(both) == 2 and len(both[0].thinking) != len(both[1].thinking)
    assert len(next(deals_played(climb, range(1, 2), lambda: 0.0)).thinking) == len(both[1].thinking)
    assert {ms for deal in both for ms in deal.thinking} == {1000.0}


def test_the_ladder_of_a_game_begins_with_random_moves_and_the_beginner() -> None:
    assert default_levels(catalogue().named("plump")) == ["random", "beginner", "easy", "normal", "hard"]


@pytest.mark.parametrize(
    ("words", "given", "err"),
    [([], 15, ""), ([], 14, "shoal: a process of the ladder has died"), (["--settle"], 15, "")],
)
def test_a_ladder_reads_all_deals_or_until_it_is_certain_and_says_if_a_process_died(
    words: list[str],
    given: int,
    err: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of two seats and 29 games there are 15 deals, which the processes share."""
    begun, lines = list[list[str]](), list[DealPlayed]()

    def printed(commands: list[list[str]]) -> Iterator[DealPlayed]:
        begun.extend(commands)
        for deal in played(*[1.0] * given):
            lines.append(deal)
            yield deal

    monkeypatch.setattr("app.workshop.commands.ladder._lines", printed)
    ladder = ["simulate", "cahoots", "--ladder", "--levels", "random,beginner", "--seats", "2"]

    assert main([*ladder, "--games", "29", "--processes", "2", "--seed", "7", *words]) == bool(err)
    said = capsys.readouterr()
    assert said.err.strip() == err and len(lines) == (10 if words else given)
    assert err or "every deal once from every seat; of equals each would win 50.0%" in said.out
    assert [command[-1] for command in begun] == ["--deals=0:15:2", "--deals=1:15:2"]
    assert all({"--seed=7", "--seats=2", "--levels=random,beginner"} <= {*command} for command in begun)


@pytest.mark.slow
def test_a_ladder_comes_out_alike_in_one_process_and_in_two(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        words = [
            "simulate",
            "cahoots",
            "--ladder",
            "--levels",
            "random,beginner",
            "--games",
            "6",
            "--seats",
            "2",
        ]
        assert main([*words, "--processes", processes, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    for each in told:  # nothing but the time of thinking may differ
        each["rungs"][0].pop("think_median_ms")
        each["rungs"][0].pop("think_p95_ms")

    assert told[0] == told[1]
    assert told[0]["rungs"][0]["deals"] == 3 and told[0]["rungs"][0]["duels"]["middle"] > 0.5


def test_a_ladder_of_one_level_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "plump", "--ladder", "--levels", "normal"]) == 2
    assert "two levels" in capsys.readouterr().err


def test_a_process_prints_its_part_of_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "cahoots", "--ladder", "--levels", "random,beginner", "--seats", "2", "--seed", "3"]
    parts = []
    for deals in ("0:3:1", "0:3:2", "1:3:2"):
        assert main([*words, "--deals", deals]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        parts.append([(line["duels"], line["firsts"]) for line in lines])

    whole, even, odd = parts
    assert len(whole) == 3 and (even, odd) == (whole[::2], whole[1::2])


@pytest.mark.parametrize("form", ["--json", "--markdown"])
def test_a_ladder_is_printed_as_json_and_as_markdown(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.workshop.commands.ladder._lines", lambda commands: iter(played(1.0, 0.5)))
    words = ["simulate", "cahoots", "--ladder", "--levels", "random,beginner", "--seats", "2", "--games", "4"]

    assert main([*words, form]) == 0
    said = capsys.readouterr().out
    if form == "--json":
        value = json.loads(said)
        assert (value["game"], value["seats"], value["seed"], len(value["rungs"])) == ("cahoots", 2, 1, 1)
        assert value["rungs"][0]["duels"]["middle"] == 0.75
    else:
        assert said.splitlines()[-1].startswith("| beginner | 1 random | 4 | ")
