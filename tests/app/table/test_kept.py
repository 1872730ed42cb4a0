"""The games that this computer keeps: what is said of one that is over, and what deleting leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.keep.journal import GameDeleted
from app.table.children import bots_folder
from app.table.kept import delete_game, ending_text, unfinished
from net.agreement.effects import Fault
from net.errors import LocalError
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from rules.api import Outcome
from tests.support.sittings import desk_of

NAMES = ("Lisa", "Toby", "Ed")


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ((1, 2, 3), "Lisa has won"),
        ((2, 1, 1), "Toby and Ed have won"),
        ((1, 1, 1), "a draw of all"),
    ],
)
def test_who_won(ranks: tuple[int, ...], text: str) -> None:
    assert ending_text(Outcome((0, 0, 0), ranks), None, NAMES) == text


@pytest.mark.parametrize(
    ("reason", "seat", "text"),
    [
        ("illegal", 1, "stopped, with proof against Toby"),
        ("equivocation", 0, "stopped, with proof against Lisa"),
        ("combination", None, "stopped"),
        ("other-state", 1, "stopped"),
        ("lost-journal", 0, "stopped"),
    ],
)
def test_nobody_is_accused_who_may_be_innocent(reason: str, seat: int | None, text: str) -> None:
    assert ending_text(None, Fault(seat, reason, "", ()), NAMES) == text


def test_a_game_that_goes_on_has_no_end() -> None:
    assert ending_text(None, None, NAMES) == ""


def test_a_deleted_game_takes_the_homes_of_its_bots_along(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "Lisa")
    who = desk.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    genesis = Genesis("plump", "1", bytes(32), b"", b"t" * 16, (player,), Policy())
    body = genesis.encode()
    bots, others = bots_folder(desk.home, genesis.table), bots_folder(desk.home, b"u" * 16)
    for each in (bots, others):
        (each / "0").mkdir(parents=True)
    with desk.journal() as journal:
        journal.begin(body, (sign_genesis(body, who),), seat=0)
        assert [each.table for each in unfinished(journal)] == [genesis.id.hex()]
    delete_game(desk, genesis.id)

    assert not bots.exists() and others.exists()
    with desk.journal() as journal:
        assert unfinished(journal) == ()
        with pytest.raises(GameDeleted):
            journal.begin(body, (sign_genesis(body, who),), seat=0)
    with pytest.raises(LocalError, match="no such game"):
        delete_game(desk, genesis.id)
