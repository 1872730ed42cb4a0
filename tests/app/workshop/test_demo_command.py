"""`shoal demo`: its arguments, before any process is started."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from app.__main__ import main
from app.workshop.demo.mishaps import Mishap
from net.wire.genesis import Policy, Watch


class Begun:
    """Replaces `Demo`, whose processes take seconds, and notes its arguments."""

    made: list[Begun]

    def __init__(
        self,
        home: Path,
        args: argparse.Namespace,
        peers_and_seats: tuple[int, int],
        *,
        agreed: tuple[str, ...],
        policy: Policy,
        mishaps: tuple[Mishap, ...],
    ) -> None:
        self.home, self.args, self.peers_and_seats = home, args, peers_and_seats
        self.agreed, self.policy, self.mishaps = agreed, policy, mishaps
        self.done: list[str] = []
        Begun.made.append(self)

    def play(self) -> None:
        self.done.append("play")

    def end(self) -> None:
        self.done.append("end")

    def report(self, seconds: float) -> int:
        assert 0 <= seconds < 60
        self.done.append("report")
        return 7


def begun(monkeypatch: pytest.MonkeyPatch, *words: str) -> Begun:
    """The demo that these words begin."""
    Begun.made = []
    monkeypatch.setattr("app.workshop.commands.demo.Demo", Begun)
    assert main(["demo", *words]) == 7
    (made,) = Begun.made
    return made


@pytest.mark.parametrize(
    ("words", "peers_and_seats"),
    [
        (("plump",), (4, 4)),
        (("plump", "--peers", "2"), (2, 2)),
        (("plump", "--peers", "10"), (10, 10)),
        (("kings", "--peers", "2"), (2, 4)),
    ],
)
def test_bots_of_the_host_take_seats_that_are_left(
    words: tuple[str, ...], peers_and_seats: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = begun(monkeypatch, *words)

    assert demo.peers_and_seats == peers_and_seats and demo.done == ["play", "end", "report"]
    assert demo.args.spectators == 0 and demo.policy.watch is Watch.CLOSED and demo.args.level == "normal"
    assert not demo.home.exists()


@pytest.mark.parametrize("peers", ["1", "11"])
def test_a_demo_needs_as_many_peers_as_the_game_has_seats(
    peers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "plump", "--peers", peers]) == 2
    assert f"Plump needs 2 to 10 processes, not {peers}" in capsys.readouterr().err


def test_a_demo_with_a_leaver_asks_the_others_after_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = begun(monkeypatch, "plump").policy.gone_after_s
    assert usual != 10
    assert begun(monkeypatch, "plump", "--quit", "2@9").policy.gone_after_s == 10
    assert begun(monkeypatch, "plump", "--quit", "2@9", "--gone-after", "45").policy.gone_after_s == 45
    late = begun(monkeypatch, "plump", "--late", "2@9", "--clock", "30")
    assert late.policy.move_limit_s == 30 and len(late.mishaps) == 1


def test_spectators_are_let_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert begun(monkeypatch, "plump", "--spectators", "100").policy.watch is Watch.OPEN
    with pytest.raises(SystemExit):
        main(["demo", "plump", "--spectators", "101"])
    assert "101" in capsys.readouterr().err


def test_options_and_terms_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    agreed = begun(monkeypatch, "plump", "--option", "length=short", "--absent", "end").agreed

    assert "--option=length=short" in agreed and any("absent" in word for word in agreed)
