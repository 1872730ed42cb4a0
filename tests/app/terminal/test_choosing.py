"""A game in which several choose at once, at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import divers
import pytest

from app import messages
from app.messages import Advanced, Guest, StepKind, TableInfo, Working
from app.terminal.client import TextClient
from rules.api import Seat
from rules.driver import LocalTable
from tests.support.catalogue import playing

INFO = TableInfo("ab" * 32, "divers", (), (Guest("Ann", "A"), Guest("Ben", "B"), Guest("Cleo", "C")), 0)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with playing(divers.ENTRY):
        yield


def test_a_player_who_has_chosen_reads_who_is_missing() -> None:
    lines: list[str] = []
    table = LocalTable(divers.GAME.start(3, {}), 3, Random(4))
    client = TextClient(divers.ENTRY, lines.append)
    client.show(messages.Started(INFO, resumed=False))
    client.show(Advanced(7, table.view(Seat(0)), ()))
    shown = len(lines)
    client.show(Working(StepKind.CHOOSE, missing=(0, 1, 2)))
    assert len(lines) == shown
    assert client.order("who") is None and not any("You have chosen" in line for line in lines)
    assert client.order("deep") == messages.Choose(7, divers.Vote("deep"))

    client.show(Working(StepKind.CHOOSE, missing=(1, 2)))
    assert lines[-1] == "You have chosen. Waiting for Ben and Cleo."
    shown = len(lines)
    client.show(Working(StepKind.CHOOSE, missing=(2,)))
    assert len(lines) == shown, "it is said once"
    assert client.order("shallow") is None
    assert lines[-1] == "You have chosen. Waiting for Cleo."


def test_a_spectator_reads_who_chooses() -> None:
    table = LocalTable(divers.GAME.start(3, {}), 3, Random(4))

    board = divers.ENTRY.describe(table.view(None), ("Ann", "Ben", "Cleo"))
    assert board.status == "Waiting for Ann, Ben and Cleo."
