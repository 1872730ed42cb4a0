"""Whole games of every kind between processes, and their records checked by another."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.table.children import child_command, child_environment
from app.workshop.demo.course import STAGES
from net.seat.step_kind import StepKind
from net.seat.tally import CARRYING, WAITING, WAITING_CARRYING
from tests.support.catalogue import GAMES
from tests.support.processes import ROOT

SMALL = {"plump": ("--option", "length=short"), "matriculation": (), "cahoots": (), "kings": (), "reef": ()}
PATIENT = pytest.mark.timeout(1800)
"""A demo gives up by itself when its peers have been silent for long: progress decides, not the clock."""
EVERY = [(game.key, seats) for game in GAMES.values() for seats in game.seats]


def shoal(home: Path, *words: str) -> dict[str, object]:
    """Run a command to its end; its JSON."""
    done = subprocess.run(
        child_command(*words, "--json"),
        cwd=ROOT,
        env=child_environment(home),
        capture_output=True,
        text=True,
        check=False,
        timeout=1700,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    said: dict[str, object] = json.loads(done.stdout)
    return said


def play_and_verify(folder: Path, game: str, peers: int, *words: str) -> None:
    """Play a whole game between processes, then check its record."""
    record = str(folder / "game.shoal")
    played = shoal(folder / "home", "demo", game, "--peers", str(peers), "--record", record, *words)
    checked = shoal(folder / "home", "verify", record)

    assert played["same_end"]
    assert checked["holds"], checked
    assert len(checked["players"]) == peers  # type: ignore[arg-type]
    assert checked["scores"] is not None


@PATIENT
@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=() if each == "cahoots" else pytest.mark.slow) for each in GAMES]
)
def test_a_small_game_of_each_kind_is_played_between_processes_and_verified(
    game: str, tmp_path: Path
) -> None:
    play_and_verify(tmp_path, game, GAMES[game].seats[0], "--level", "easy", *SMALL[game])


@PATIENT
@pytest.mark.slow
def test_two_killed_peers_come_back_and_nothing_is_lost(tmp_path: Path) -> None:
    """The host is one of them; all three have the same record in the end, byte for byte."""
    small = ("--level", "easy", "--option", "length=short")
    played = shoal(
        tmp_path, "demo", "plump", "--peers", "3", *small, "--kill", "3@30+1", "--kill", "1@60+1"
    )  # fmt: skip

    assert played["same_end"] and played["same_records"] and played["holds"]
    told = played["told"]
    assert isinstance(told, list)
    assert sum("process is killed" in each for each in told) == 2
    assert sum(each.endswith("starts again") for each in told) == 2
    assert all(peer["over"] for peer in played["peers"])  # type: ignore[attr-defined]


@pytest.mark.slow
@PATIENT
@pytest.mark.parametrize(
    ("words", "decided", "change"),
    [
        (("cahoots", "--quit", "2@20", "--absent", "leave-out"), "goes on without", "had left"),
        (
            ("matriculation", "--kill", "3@20", "--absent", "stand-in", "--escrow", "2"),
            "a rule plays",
            "gone",
        ),
        (("plump", "--kill", "1@30", "--absent", "end", "--option", "length=short"), "to end", "was gone"),
    ],
)
def test_the_others_go_on_as_the_table_has_agreed(
    words: tuple[str, ...], decided: str, change: str, tmp_path: Path
) -> None:
    """One of three leaves in the middle of a deal without escrow, or its computer stops and never comes
    back."""
    played = shoal(tmp_path, "demo", *words, "--peers", "3", "--level", "easy")

    assert played["same_end"] and played["same_records"] and played["holds"]
    told, changes = played["told"], played["changes"]
    assert isinstance(told, list) and isinstance(changes, list)
    assert any(decided in each for each in told), told
    assert len(changes) == 1 and change in changes[0]
    stayed = [peer for peer in played["peers"] if peer.get("over")]  # type: ignore[attr-defined]
    assert len(stayed) == 2


@pytest.mark.slow
@PATIENT
def test_a_table_that_agreed_to_wait_for_a_lost_peer_closes_and_can_be_continued(tmp_path: Path) -> None:
    small = ("plump", "--level", "easy", "--option", "length=short")
    played = shoal(tmp_path, "demo", *small, "--peers", "3", "--kill", "2@30", "--absent", "wait")

    assert played["same_end"] and played["same_records"] and played["holds"]
    told = played["told"]
    assert isinstance(told, list) and any("you can continue it later" in each for each in told)
    assert not any(peer.get("over") for peer in played["peers"])  # type: ignore[attr-defined]


@pytest.mark.slow
@PATIENT
@pytest.mark.parametrize(("game", "peers"), EVERY)
def test_every_game_is_played_between_processes_with_every_number_of_players(
    game: str, peers: int, tmp_path: Path
) -> None:
    """The games have full length, up to Plump with ten players and Cahoots with eight."""
    play_and_verify(tmp_path, game, peers)


def test_every_stage_has_its_line_in_the_table_of_times() -> None:
    kinds = {str(kind) for kind in StepKind if kind is not StepKind.OVER}
    assert set(STAGES) == {*kinds, CARRYING, WAITING, WAITING_CARRYING}
