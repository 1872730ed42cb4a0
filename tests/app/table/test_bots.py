"""Bots that die: started again with their homes, a few times, and back in their seats."""

from __future__ import annotations

import json
import secrets
import subprocess
import threading
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from app import messages
from app.commands import bots
from app.commands.seat import TerminalSeat
from app.messages import TroubleKind
from app.table.children import PAUSES_S, Bots
from app.table.start import Hosting, Joining, Resuming
from net.lobby.identity import Identity
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until

INVITATION = "SHOAL:ABC"


class Holder:
    """A process that holds the other end of the leash and says nothing until it is dropped."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        self.drops = threading.Event()

    def __iter__(self) -> Iterator[str]:
        yield from self.lines
        self.drops.wait()


class Leash:
    def __init__(self) -> None:
        self.closed = False
        self.words: list[str] = []

    def write(self, words: str) -> None:
        if self.closed:
            raise ValueError("a leash that was dropped")
        self.words += words.splitlines()

    def flush(self) -> None:
        """Do nothing: this leash writes at once."""

    def close(self) -> None:
        self.closed = True


class FakeProcess:
    """A process that runs until a test gives it an exit status."""

    stdout: StringIO | None = None

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.command, self.home = command, env["SHOAL_HOME"]
        self.stdin = Leash()
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status

    def wait(self, seconds: float) -> None:
        assert self.stdin.closed


def made(folder: Path) -> Bots:
    me = Identity.from_seed(bytes(32))
    return Bots(folder, address=None, randomness=secrets.token_bytes, runner=me)


class FakeBots:
    """The bots of a table, whose processes are fakes."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processes: list[FakeProcess] = []

        def start(command: list[str], *, env: dict[str, str], **_: object) -> FakeProcess:
            self.processes.append(FakeProcess(command, env))
            return self.processes[-1]

        monkeypatch.setattr(subprocess, "Popen", start)
        self.bots = made(folder)

    def join(self, count: int) -> None:
        self.bots.join(INVITATION)
        for _ in range(count):
            self.bots.put("easy")


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBots:
    return FakeBots(tmp_path, monkeypatch)


def test_all_bots_of_a_table_share_one_process(fake: FakeBots) -> None:
    fake.join(3)

    assert [fake.bots.tend(now) for now in (0.0, 1.0, 1e6)] == [(), (), ()]
    assert len(fake.processes) == 1


def test_a_table_without_bots_starts_nothing(fake: FakeBots) -> None:
    fake.join(0)

    assert fake.bots.tend(0.0) == ()
    assert fake.processes == []


def test_bots_that_die_are_started_again_after_a_pause_as_they_were(fake: FakeBots) -> None:
    fake.join(2)
    first = fake.processes[0]
    first.status = -9

    assert fake.bots.tend(10.0) == (
        "Bot Jon and Bot Ida have stopped unexpectedly and are being started again.",
    )
    assert first.stdin.closed
    assert fake.bots.tend(10.0 + PAUSES_S[0] - 0.1) == ()
    assert len(fake.processes) == 1
    assert fake.bots.tend(10.0 + PAUSES_S[0]) == ()
    assert (fake.processes[1].command, fake.processes[1].home) == (first.command, first.home)
    assert fake.processes[1].stdin.words == first.stdin.words == ["+ 0 easy", "+ 1 easy"]


def test_a_bot_that_dies_again_and_again_is_given_up(fake: FakeBots) -> None:
    fake.join(1)
    said, lives, now = [], [], 0.0
    while now < 200.0:
        lives.append(now) if fake.processes[-1].status is None else None
        fake.processes[-1].status = 1
        said += fake.bots.tend(now)
        now += 0.5

    assert len(fake.processes) == len(PAUSES_S) + 1
    gaps = [after - before for before, after in pairwise(lives)]
    assert gaps == sorted(gaps) and gaps[-1] > 2 * gaps[0]
    assert said[-1] == "Bot Jon has stopped again and again and will not be started any more."
    assert len(said) == len(PAUSES_S) + 1


def test_bots_that_have_left_are_not_restarted(fake: FakeBots) -> None:
    fake.join(1)
    fake.processes[0].status = 0

    assert [fake.bots.tend(now) for now in (0.0, 100.0)] == [(), ()]
    assert len(fake.processes) == 1


def test_after_the_end_of_the_table_no_bot_is_restarted(fake: FakeBots) -> None:
    fake.join(1)
    fake.processes[0].status = 1
    fake.bots.tend(0.0)
    fake.bots.stop()

    assert fake.bots.tend(100.0) == ()
    assert len(fake.processes) == 1


def test_a_bot_that_fails_alone_is_brought_back_and_given_up_in_the_end_and_one_without_a_seat_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lives: list[str] = []

    def sits(start: object, seat: TerminalSeat, *_: object) -> int:
        lives.append(threading.current_thread().name)
        seat.is_sent_away = lives[-1] == "bot 2"
        return int(lives[-1] != "bot 0")

    monkeypatch.setattr(bots, "PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(bots, "sit_down", sits)
    monkeypatch.setattr(bots, "leave_on_signals", lambda order: None)
    hand = Holder("+ 0 easy", "+ 1 very strong", "+ 2 easy")
    monkeypatch.setattr("sys.stdin", hand)
    status = bots.play_bots(Joining(INVITATION), tmp_path, address=None)
    hand.drops.set()

    assert status == 0
    assert sorted(lives) == ["bot 0"] + ["bot 1"] * 3 + ["bot 2"]
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["back"] for line in told if line["bot"] == 1] == [True, True, False]
    assert [line for line in told if line["bot"] != 1] == [{"bot": 2, "back": None}]


def test_bots_are_sent_and_called_back_one_by_one_and_the_process_ends_with_the_last(fake: FakeBots) -> None:
    fake.join(2)
    one, two = fake.bots.keys
    leash = fake.processes[0].stdin
    fake.bots.drop(one)
    fake.bots.drop(b"nobody")
    assert fake.bots.keys == (two,) and leash.words[-1] == "- 0" and not leash.closed
    fake.bots.put("hard")
    assert leash.words[-1] == "+ 2 hard"
    for key in fake.bots.keys:
        fake.bots.drop(key)
    assert leash.closed and fake.bots.keys == ()
    fake.bots.put("easy")

    assert len(fake.processes) == 2 and fake.processes[1].stdin.words == ["+ 3 easy"]


def test_a_name_is_free_again_when_its_bot_was_called_back(fake: FakeBots, tmp_path: Path) -> None:
    fake.join(2)
    fake.bots.drop(fake.bots.keys[0])
    fake.bots.put("easy")
    names = [json.loads((tmp_path / each / "profile.json").read_text())["nick"] for each in "012"]

    assert names == ["Bot Jon", "Bot Ida", "Bot Jon"]


def test_a_bot_that_was_removed_is_not_reported(fake: FakeBots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeProcess, "stdout", StringIO('{"bot": 0, "back": null}\n'), raising=False)
    fake.join(2)
    key = fake.bots.keys[0]
    fake.bots.drop(key)
    threads = [each for each in threading.enumerate() if "_hear" in each.name]
    for each in threads:
        each.join()

    assert fake.bots.tend(0.0) == ()


def test_one_bot_sits_down_and_is_called_back_while_the_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process reads its leash: which bots live, at which level, and who goes."""
    seats: dict[str, TerminalSeat] = {}
    ended: list[str] = []

    def sits(start: object, seat: TerminalSeat, *_: object) -> int:
        name = threading.current_thread().name
        seats[name] = seat
        while (order := seat.orders.take()) is None:
            threading.Event().wait(0.001)
        ended.append(f"{name}: {type(order).__name__}")
        return 1

    monkeypatch.setattr(bots, "sit_down", sits)
    monkeypatch.setattr(bots, "leave_on_signals", lambda order: None)

    def lines() -> Iterator[str]:
        yield "+ 0 easy\n"
        yield "+ 1 hard\n"
        until("both sit", lambda: len(seats) == 2)
        yield "- 0\n"
        until("one is gone", lambda: ended)
        yield "+ 2 \n"
        until("the third sits", lambda: len(seats) == 3)

    monkeypatch.setattr("sys.stdin", lines())
    assert bots.play_bots(Joining(INVITATION), tmp_path, address=None) == 0

    assert ended[0] == "bot 0: Quit" and sorted(ended[1:]) == ["bot 1: Quit", "bot 2: Quit"]
    assert {name: seat._level for name, seat in seats.items()} == {
        "bot 0": "easy",
        "bot 1": "hard",
        "bot 2": "",
    }


def test_the_fate_of_a_single_bot_is_reported(fake: FakeBots, monkeypatch: pytest.MonkeyPatch) -> None:
    said = StringIO('{"bot": 1, "back": true}\n{"bot": 0, "back": false}\n')
    monkeypatch.setattr(FakeProcess, "stdout", said, raising=False)
    fake.join(2)
    told: list[str] = []

    def are_told() -> bool:
        told.extend(fake.bots.tend(0.0))
        return len(told) == 2

    until("both are told", are_told)

    assert told == [
        "Bot Ida has stopped unexpectedly and is being started again.",
        "Bot Jon has stopped again and again and will not be started any more.",
    ]


@pytest.mark.slow
def test_a_killed_bot_comes_back_to_its_seat_and_the_game_goes_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real processes: killed at a table that has just begun, and again after the game is continued."""
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def noted(*words: object, **more: object) -> subprocess.Popen[bytes]:
        started.append(real(*words, **more))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    options = tuple(GAMES["plump"].checked_options(2, {"length": "short"}).items())
    env = env_of(tmp_path, "Host")
    with sittings() as sit:
        host = sit(env, Hosting("plump", 2, options, bots=1, level="easy"), "easy")
        _dies_and_comes_back(host, started, "the first time")
        info = host.last(messages.Started)
        assert info is not None
        host.leave()
        again = sit(env, Resuming(info.info.table, "easy"), "easy")
        until("the resumed table", lambda: again.last(messages.Advanced))
        _dies_and_comes_back(again, started, "after the resume")
        until("the end", lambda: again.ending)

    assert again.failed == ""
    assert again.ending is not None and again.ending.is_over and again.ending.fault == ""


def _dies_and_comes_back(sitting: Sitting, started: list[subprocess.Popen[bytes]], when: str) -> None:
    """No height is final without the bot: heights after its death are its return."""
    until(f"a position {when}", lambda: sitting.last(messages.Advanced))
    lives = len(started)
    started[-1].kill()
    started[-1].wait()
    height = _height(sitting)
    until(f"a new process {when}", lambda: len(started) > lives)
    until(f"heights with the bot {when}", lambda: _height(sitting) > height + 2)
    told = [each for each in sitting.news if isinstance(each, messages.Trouble)]
    said = [each.text for each in told if each.kind is TroubleKind.BOT]

    assert said == ["Bot Jon has stopped unexpectedly and is being started again."]
    assert not any(each.ends for each in told)


def _height(sitting: Sitting) -> int:
    latest = sitting.last(messages.Advanced)
    return 0 if latest is None else latest.k
