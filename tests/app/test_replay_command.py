"""`shoal replay --no-window`: what it prints of a record that fails or is not over, and its exit status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main
from app.commands import replay
from app.games.look_back import GamePlayed, LookBack, TurningPoint
from app.records.verify import Verdict
from net.seat.hands import SignedHand
from rules.api import Face, Rolled, Seat, Slot
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

GENESIS = SimulatedTable(GAMES["plump"], 3, {"length": "short"}).genesis
STATE = GAMES["plump"].start(3, {"length": "short"})
LIE = Verdict(3, 0, GENESIS, problem="at step 4: a lie", blamed=1)
Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """The output of the command for a verdict, and its exit status."""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.shoal"
    path.write_bytes(b"record")

    def say(verdict: Verdict, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(replay, "verify_record", lambda data, progress: verdict)
        status = main(["replay", "--no-window", str(path), *words])
        return status, capsys.readouterr().out

    return say


@pytest.mark.parametrize(
    ("verdict", "words", "status", "last"),
    [
        (Verdict(0, 0, problem="it is damaged"), (), 1, "it is damaged"),
        (Verdict(0, 0, problem="of a newer version", is_judged=False), (), 2, "of a newer version"),
        (LIE, (), 1, "From here on the record fails the check: at step 4: a lie"),
        (LIE, ("--look-back", "seat 1"), 1, "The record fails the check: at step 4: a lie"),
        (LIE, ("--look-back",), 1, "The record fails the check: at step 4: a lie"),
    ],
)
def test_an_invalid_record_is_described_up_to_the_problem_and_not_analysed(
    verdict: Verdict, words: tuple[str, ...], status: int, last: str, said: Said
) -> None:
    found, text = said(verdict, *words)

    assert found == status
    assert text.splitlines()[-1] == last
    assert text.startswith("Plump: seat 0, seat 1, seat 2\n") == (verdict is LIE and not words)


def test_a_game_that_is_not_over_ends_with_how_it_stands(said: Said) -> None:
    unfinished = Verdict(3, 0, GENESIS, STATE)
    ended_early = Verdict(3, 0, GENESIS, STATE, is_ended=True, forfeits=(1,))

    status, text = said(unfinished)
    assert status == 0 and text.splitlines()[-1] == "The game of Plump is not over."
    status, text = said(ended_early)
    assert status == 0 and text.splitlines()[-1] == "3. seat 1, 0 points", "who left is the last"


@pytest.mark.parametrize(
    ("words", "seat", "own"),
    [
        ((), 1, {Slot(4): Face(7)}),  # we played
        (("seat 1",), 1, {Slot(4): Face(7)}),
        (("seat 2",), 2, {}),  # another's game is looked back at without knowing what we held
    ],
)
def test_our_own_hand_is_used_only_for_a_look_back_at_our_own_seat(
    words: tuple[str, ...], seat: int, own: dict[Slot, Face], said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, dict[Slot, Face]]] = []

    def looked_back(game: GamePlayed, seat: Seat, progress: object) -> LookBack:
        asked.append((seat, dict(game.faces)))
        return LookBack((TurningPoint(0, 1.0, "Bid 3 was better.", turn=2),), 4, 0)

    monkeypatch.setattr(replay, "look_back", looked_back)
    monkeypatch.setattr(replay, "_own", lambda genesis: (Seat(1), {Slot(4): Face(7)}))
    opened = SignedHand(0, ((Slot(9), Face(3)),))
    verdict = Verdict(3, 0, GENESIS, STATE, hands=(opened,), events=((5, Rolled(0)),))
    status, text = said(verdict, "--look-back", *words)
    first, *points = text.splitlines()

    assert status == 0 and first.startswith(f"Plump, as seat {seat} saw it. ")
    assert points == ["    5 Turn 2: Bid 3 was better."]
    assert asked == [(seat, {Slot(9): Face(3), **own})]
