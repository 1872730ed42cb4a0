"""`shoal games`: the games on this computer, and the ways to play them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.build import Environment, build_environment
from app.keep.journal import GameStatus
from app.keep.record_file import read_record_file
from net.wire.genesis import Genesis, Player, Policy, sign_genesis


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    return build_environment(nick="Lisa", address="127.0.0.1")


def begin(env: Environment, table: bytes) -> str:
    who = env.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    genesis = Genesis("plump", "1", bytes(32), b"", table * 16, (player,), Policy())
    with env.journal() as journal:
        journal.begin(genesis.encode(), (sign_genesis(genesis.encode(), who),), seat=0)
    return genesis.id.hex()


def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main(["games", "--json"]) == 0
    return list(json.loads(capsys.readouterr().out))


def test_games_are_listed_with_their_outcome(env: Environment, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "There is no game on this computer.\n"
    table, done = begin(env, b"a"), begin(env, b"b")
    with env.journal() as journal:
        journal.finish(bytes.fromhex(done), GameStatus.FINISHED, "Lisa has won")

    assert main(["games", "list"]) == 0
    out = capsys.readouterr().out
    assert f"{table[:12]}" in out and "can be continued" in out and "Lisa has won" in out
    values = {each["table"]: each for each in listed(capsys)}
    assert values[done] == {
        "table": done, "game": "plump", "players": ["Lisa"], "seat": 0, "status": "finished",
        "outcome": "Lisa has won", "steps": 0, "created": values[done]["created"], "hidden": False,
    }  # fmt: skip
    assert values[table]["status"] == "playing"


def test_a_game_is_hidden_and_shown_again(env: Environment, capsys: pytest.CaptureFixture[str]) -> None:
    table = begin(env, b"a")
    assert main(["games", "hide", table[:8]]) == 0
    assert [each["hidden"] for each in listed(capsys)] == [True]
    assert main(["games", "show", table[:8].upper()]) == 0
    assert [each["hidden"] for each in listed(capsys)] == [False]


def test_a_record_is_exported(env: Environment, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = begin(env, b"a")
    file = tmp_path / "game.shoal"
    assert main(["games", "export", table, str(file)]) == 0
    assert len(read_record_file(file.read_bytes()).sigs) == 1
    assert main(["games", "export", table, str(tmp_path)]) == 2


def test_a_game_is_deleted_after_a_question(
    env: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, other = begin(env, b"a"), begin(env, b"b")
    for answer in ("", "no\n", "y\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert main(["games", "delete", table]) == 1
    assert len(listed(capsys)) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert main(["games", "delete", table]) == 0
    assert main(["games", "delete", other, "--yes"]) == 0
    assert listed(capsys) == []


@pytest.mark.parametrize("letters", ["", "zz"])
def test_letters_that_mean_no_one_game_are_refused(
    env: Environment, letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(env, b"a")
    begin(env, b"b")

    assert main(["games", "delete", letters, "--yes"]) == 2
    assert "`shoal games` lists them" in capsys.readouterr().err
    assert len(listed(capsys)) == 2
