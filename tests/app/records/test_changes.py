"""The players missing at a table, and since when, in the output of `shoal verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep.record_file import RecordFile, write_record_file
from app.records.changes import Change, change_text
from app.records.verify import verify_record
from net.machine import Choice, TableView, Why
from net.wire.genesis import sign_genesis
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

pytestmark = pytest.mark.usefixtures("open_group")

NAMES = ("Lisa", "Ann", "Bo")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            Change(41, (1,), (), Choice.LEAVE_OUT, Why.LEFT),
            "At step 41: the others went on without Ann, who had left.",
        ),
        (
            Change(41, (1, 2), (), Choice.STAND_IN, Why.GONE),
            "At step 41: a rule played for Ann and Bo, who were gone.",
        ),
        (
            Change(41, (1,), (), Choice.END, Why.GONE),
            "At step 41: the others ended the game, because Ann was gone.",
        ),
        (Change(50, (), (1,), Choice.GO_ON, Why.GONE), "At step 50: Ann came back."),
        (
            Change(50, (2,), (1,), Choice.STAND_IN, Why.LEFT),
            "At step 50: Ann came back and a rule played for Bo, who had left.",
        ),
        (Change(50, (), (), Choice.GO_ON, Why.GONE), ""),
        (Change(50, (2,), (1,), Choice.GO_ON, Why.GONE), "At step 50: Ann came back."),
        (Change(50, (), (1,), Choice.END, Why.GONE), "At step 50: Ann came back."),
    ],
)
def test_a_change_of_view_is_described_in_words(change: Change, said: str) -> None:
    assert change_text(change, NAMES) == said


def without_one() -> RecordFile:
    """The record of a game of three that goes on between two."""
    table = SimulatedTable(GAMES["plump"], 3, {"length": "short"})
    table.play_until("move")
    table.kill(table.seated[1])
    view = TableView((0, 2), Choice.LEAVE_OUT)
    for each in (table.seated[0], table.seated[2]):
        table._do(each, lambda session: session._take(session.table.vote(view, table.now), table.now))
    k = table.seated[0].running.table.log.k
    assert table.run(lambda: table.seated[0].running.table.log.k >= k + 5)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return RecordFile(body, sigs, table.seated[0].running.table.log.records)


def test_verify_tells_who_was_left_out_and_since_when(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = write_record_file(without_one())
    verdict = verify_record(data)
    path = tmp_path / "game.shoal"
    path.write_bytes(data)
    assert verdict.problem == ""
    [change] = verdict.changes

    assert (change.gone, change.back, change.choice) == ((1,), (), Choice.LEAVE_OUT)
    assert main(["verify", str(path)]) == 0
    assert f"At step {change.k}: the others went on without seat 1, who was gone." in (
        capsys.readouterr().out
    )
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changes"] == [
        {"height": change.k, "gone": [1], "back": [], "choice": "leave-out", "why": "gone", "half": False}
    ]
