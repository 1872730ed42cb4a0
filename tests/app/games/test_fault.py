"""An exception of a stranger's game is told as a fault of that game, and nobody else's."""

from __future__ import annotations

import argparse
import json
from io import StringIO
from pathlib import Path

import pytest
from anglers import GAME

from app.commands.seat import play_seat
from app.games.entry import GameEntry, Package
from app.games.fault import fault_text
from tests.support.catalogue import playing

OF_A_PACKAGE = GameEntry(GAME, package=Package("shoal-anglers", "0.1.0"))


def raised_by_rules() -> Exception:
    """The exception that Anglers raises for a number where it expects a text."""
    try:
        GAME.parse_action(7)  # type: ignore[arg-type]
    except AttributeError as why:
        return why
    raise AssertionError("it raises nothing")


def test_an_error_in_a_packages_rules_is_a_fault_of_that_game() -> None:
    why = raised_by_rules()
    with playing(OF_A_PACKAGE):
        assert fault_text(why) == (
            f"This is a fault of the game Anglers, not of Shoal or of a player: {why!r}."
        )
    with playing(GameEntry(GAME)):
        assert fault_text(why).startswith("Something went wrong in Shoal: AttributeError(")


def test_any_other_error_is_a_fault_of_shoal() -> None:
    with playing(OF_A_PACKAGE):
        assert fault_text(ValueError("ours")) == "Something went wrong in Shoal: ValueError('ours')."


def test_at_a_running_table_a_fault_is_reported_and_its_traceback_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*args: object) -> int:
        raise raised_by_rules()

    (tmp_path / "logs").mkdir()
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setattr("app.commands.seat._play", broken)
    words = argparse.Namespace(json=True, name=None, address="127.0.0.1")
    with playing(OF_A_PACKAGE):
        status = play_seat(object(), words, level="easy", record=None)  # type: ignore[arg-type]

    assert status == 1
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["text"].startswith("This is a fault of the game Anglers, not of Shoal or of a player: ")
    assert "in parse_action" in said["traceback"]
    assert "in parse_action" in (tmp_path / "logs" / "shoal.log").read_text(encoding="utf-8")
