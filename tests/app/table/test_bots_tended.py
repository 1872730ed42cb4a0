"""The process of a table's bots: who is sent into it, when it starts again, what the player is told."""

from __future__ import annotations

import io
import json
import subprocess
from itertools import count
from pathlib import Path

import pytest

from app.table.children import Bots
from net.lobby.identity import Identity

LISA = Identity.from_seed(bytes(32))
AGAIN = "stopped unexpectedly and {} being started again."


class Leash(io.StringIO):
    """A leash whose words can be read after it was dropped."""

    said = ""

    def write(self, text: str) -> int:
        self.said += text
        return super().write(text)


class Process:
    """A process of bots that ends when a test says so."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.stdin, self.stdout = Leash(), io.StringIO()
        self.status: int | None = None
        self.is_stubborn = False
        self.waited: list[float | None] = []

    def poll(self) -> int | None:
        return self.status

    def wait(self, timeout: float | None = None) -> None:
        self.waited.append(timeout)
        if self.is_stubborn:
            raise subprocess.TimeoutExpired("bots", timeout or 0)

    def kill(self) -> None:
        self.is_stubborn, self.status = False, -9

    @property
    def lines(self) -> list[str]:
        return self.stdin.said.splitlines()


class Home:
    """Bots of one table, and the processes that were started for them."""

    def __init__(self, folder: Path, started: list[Process]) -> None:
        self.folder = folder
        self.started = started
        self.bots = self.made()
        self.bots.join("an invitation")

    def made(self, of: str = "") -> Bots:
        numbers = count(1)
        draw = lambda size: next(numbers).to_bytes(size, "big")  # noqa: E731
        return Bots(self.folder, address="127.0.0.1", randomness=draw, runner=LISA, of=of)

    def reports(self, number: int, *, back: bool | None) -> tuple[str, ...]:
        """Let the process report a bot's failure; return what the player is told."""
        self.bots._said.put(json.dumps({"bot": number, "back": back}))
        return self.bots.tend(0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    started: list[Process] = []

    def start(words: list[str], **_: object) -> Process:
        started.append(Process(words))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return Home(tmp_path / "bots", started)


def test_all_bots_of_a_table_are_sent_into_one_process(home: Home) -> None:
    home.bots.put("easy")
    home.bots.put("hard")
    [process] = home.started

    assert process.words[-6:] == [
        "bot",
        "an invitation",
        "--homes",
        str(home.folder),
        "--address",
        "127.0.0.1",
    ]
    assert process.lines == ["+ 0 easy", "+ 1 hard"]
    assert len({*home.bots.keys}) == 2
    home.bots.say_goodbye()
    assert process.lines[2:] == ["leave"]


@pytest.mark.parametrize(
    ("of", "names"), [("", "Bot Jon and Bot Ida"), ("Lisa", "Bot Jon of Lisa and Bot Ida of Lisa")]
)
def test_bots_that_die_are_started_again_by_name(home: Home, of: str, names: str) -> None:
    bots = home.bots = home.made(of)
    bots.put("easy")
    bots.put("easy")
    home.started[0].status = 1

    assert bots.tend(0) == (f"{names} have {AGAIN.format('are')}",)


def test_dead_bots_are_started_again_five_times_each_time_later(home: Home) -> None:
    home.bots.put("easy")
    now = 100.0
    for pause_s in (1, 2, 4, 8, 16):
        died = home.started[-1]
        died.status = 1
        assert home.bots.tend(now) == (f"Bot Jon has {AGAIN.format('is')}",)
        assert died.stdin.closed
        assert home.bots.tend(now + pause_s - 0.1) == () and home.started[-1] is died
        now += pause_s
        assert home.bots.tend(now) == () and home.started[-1] is not died
        assert home.started[-1].lines == ["+ 0 easy"]

    home.started[-1].status = 1
    assert home.bots.tend(now) == ("Bot Jon has stopped again and again and will not be started any more.",)
    assert home.bots.keys == ()
    assert home.bots.tend(now + 1000) == () and len(home.started) == 6


def test_bots_that_end_in_order_are_not_started_again(home: Home) -> None:
    home.bots.put("easy")
    home.started[0].status = 0

    assert home.bots.tend(0) == home.bots.tend(1000) == ()
    assert len(home.started) == 1 and home.started[0].stdin.closed


def test_a_bot_that_comes_during_the_pause_starts_with_the_others(home: Home) -> None:
    home.bots.put("easy")
    home.started[0].status = 1
    home.bots.tend(0)
    home.bots.put("hard")
    assert len(home.started) == 1
    home.bots.tend(1)

    assert [process.lines for process in home.started[1:]] == [["+ 0 easy", "+ 1 hard"]]


def test_a_bot_that_fails_by_itself_is_reported_and_the_others_play_on(home: Home) -> None:
    home.bots.put("easy")
    home.bots.put("easy")
    leash = home.started[0].stdin
    assert home.reports(0, back=True) == (f"Bot Jon has {AGAIN.format('is')}",)
    assert len(home.bots.keys) == 2
    assert home.reports(0, back=False) == (
        "Bot Jon has stopped again and again and will not be started any more.",
    )
    assert len(home.bots.keys) == 1 and not leash.closed
    assert home.reports(0, back=False) == (), "it is gone already"

    assert home.reports(1, back=None) == ("Bot Ida has no seat at this table.",)
    assert home.bots.keys == () and leash.closed


def test_a_bot_is_called_back_and_the_process_ends_with_the_last(home: Home) -> None:
    home.bots.put("easy")
    home.bots.put("easy")
    [process], (jon, ida) = home.started, home.bots.keys
    home.bots.drop(jon)
    assert process.lines[2:] == ["- 0"] and home.bots.keys == (ida,) and not process.stdin.closed
    home.bots.drop(jon)
    assert process.lines[2:] == ["- 0"]
    home.bots.drop(ida)

    assert process.lines[2:] == ["- 0", "- 1"] and process.stdin.closed
    home.bots.put("hard")
    assert process.waited == [5.0] and home.started[1].lines == ["+ 2 hard"]


def test_the_bots_of_an_earlier_table_are_started_as_far_as_they_have_a_seat(home: Home) -> None:
    for _ in range(2):
        home.bots.put("easy")
    _, ida = home.bots.keys
    later = home.made()
    later.resume("ab12", level="hard", names={ida: "Bot Ida"})

    assert later.keys == (ida,)
    assert home.started[1].words[-6:-4] == ["continue", "ab12"] and home.started[1].lines == ["+ 1 hard"]


def test_bots_that_do_not_end_in_five_seconds_are_killed(home: Home) -> None:
    home.bots.put("easy")
    [process] = home.started
    process.is_stubborn = True
    home.bots.stop()

    assert process.stdin.closed and process.status == -9 and process.waited == [5.0, None]
    home.bots.stop()
    assert process.waited == [5.0, None] and home.bots.tend(1000) == ()


def test_a_stop_during_the_pause_is_final(home: Home) -> None:
    home.bots.put("easy")
    home.started[0].status = 1
    home.bots.tend(0)
    home.bots.stop()

    assert home.bots.tend(1000) == () and len(home.started) == 1


def test_without_bots_the_orders_to_end_them_do_nothing(home: Home) -> None:
    home.bots.say_goodbye()
    home.bots.drop(bytes(32))
    home.bots.stop()

    assert home.bots.tend(0) == () and home.started == []
