"""The bots of one table in one process: who is sent, called back and started again, and what is told."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import messages
from app.build import Environment
from app.commands import bots as module
from app.commands.bots import _Bot, play_bots
from app.commands.seat import TerminalSeat
from app.keep.home import Home
from app.table.children import GOODBYE
from app.table.orders import Orders
from app.table.start import Resuming
from net.errors import LinkError

START = Resuming("ab")
Sit = Callable[[TerminalSeat], int]


@pytest.fixture
def sits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Sit], None]:
    """Let every attempt of a bot end with this result."""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(module, "PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(module, "leave_on_signals", lambda put: None)

    def sit(how: Sit) -> None:
        def sit_down(start: object, seat: TerminalSeat, env: Callable[[], Environment]) -> int:
            assert start is START and seat.is_bot
            return how(seat)

        monkeypatch.setattr(module, "sit_down", sit_down)

    return sit


def bot(folder: Path) -> _Bot:
    return _Bot(START, Home(folder / "3"), level="easy", address="127.0.0.1")


def told(capsys: pytest.CaptureFixture[str]) -> list[object]:
    """The reports about bot 3 to the program that runs the bots."""
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line.keys() == {"bot", "back"} and line["bot"] == 3 for line in lines)
    return [line["back"] for line in lines]


def test_a_bot_that_fails_starts_again_a_few_times_and_is_then_given_up(
    sits: Callable[[Sit], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders: list[Orders] = []

    def fail(seat: TerminalSeat) -> int:
        orders.append(seat.orders)
        if len(orders) == 2:
            raise LinkError("no network")
        return 1

    sits(fail)
    made, ended = bot(tmp_path), list[_Bot]()
    made.live(ended.append)

    assert len(orders) == len({*map(id, orders)}) == 3, "orders for an attempt that failed are gone"
    assert ended == [made] and not made.has_played
    captured = capsys.readouterr()
    assert captured.err == "shoal: no network\n"
    assert [json.loads(line)["back"] for line in captured.out.splitlines()] == [True, True, False]


def test_a_bot_that_has_played_reports_nothing(
    sits: Callable[[Sit], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    attempts = iter((1, 0))
    sits(lambda seat: next(attempts))
    made = bot(tmp_path)
    made.live(lambda _: None)

    assert made.has_played and told(capsys) == [True]


@pytest.mark.parametrize("leaves", [True, False])
def test_a_bot_without_a_seat_does_not_try_again(
    *, leaves: bool, sits: Callable[[Sit], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, attempts = bot(tmp_path), list[int]()

    def sent_away(seat: TerminalSeat) -> int:
        attempts.append(1)
        seat.is_sent_away = True
        if leaves:  # it was called back meanwhile: nobody misses it
            made.leave(messages.Quit())
        return 1

    sits(sent_away)
    made.live(lambda _: None)

    assert attempts == [1] and told(capsys) == ([] if leaves else [None])


@pytest.mark.parametrize("during", ["the game", "the pause"])
def test_a_bot_that_is_called_back_does_not_start_again(
    during: str, sits: Callable[[Sit], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, attempts = bot(tmp_path), list[object]()

    def play(seat: TerminalSeat) -> int:
        attempts.append(seat)
        if during == "the game":
            made.leave(messages.Quit())
            assert isinstance(seat.orders.take(), messages.Quit)
        return 1

    sits(play)
    monkeypatch.setattr(module, "_tell", lambda home, is_back: made.leave(messages.Quit()))
    made.live(lambda _: None)

    assert len(attempts) == 1


def test_a_bot_has_a_home_and_a_desk_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "own"))
    env = bot(tmp_path)._env()

    assert env.is_bot and env.listen == "127.0.0.1" and env.home.folder == tmp_path / "3"


class Table:
    """A table whose bots play until they get an order; a leash of words that waits for each to be done."""

    def __init__(self) -> None:
        self.came: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.left: queue.SimpleQueue[tuple[str, messages.Order]] = queue.SimpleQueue()

    def play(self, seat: TerminalSeat) -> int:
        orders: queue.SimpleQueue[None] = queue.SimpleQueue()
        seat.orders.attach(lambda: orders.put(None))
        self.came.put(str(seat._level))
        orders.get()
        order = seat.orders.take()
        assert order is not None
        self.left.put((str(seat._level), order))
        return 0 if isinstance(order, messages.GiveUpSeat) else 1


@pytest.mark.parametrize(("last", "order"), [(f" {GOODBYE} \n", messages.GiveUpSeat), ("", messages.Quit)])
def test_lines_on_the_leash_send_bots_call_one_back_and_end_all(
    *, last: str, order: type, sits: Callable[[Sit], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seen = Table(), list[object]()

    def leash() -> Iterator[str]:
        for number, level in (("0", "easy"), ("1", "hard"), ("2", "")):
            yield f"+ {number} {level}\n"
            seen.append(table.came.get())
        yield "- 7\n"
        yield "- 1\n"
        seen.append(table.left.get())
        yield last or "- 1\n"

    sits(table.play)
    monkeypatch.setattr("sys.stdin", leash())

    assert play_bots(START, tmp_path, address=None) == 0
    assert seen == ["easy", "hard", "", ("hard", messages.Quit())]
    lefts = [table.left.get() for _ in range(2)]
    assert sorted(lefts, key=str) == [("", order()), ("easy", order())] and table.left.empty()


def test_when_one_bot_has_played_no_more_come_but_the_others_play_on(
    sits: Callable[[Sit], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: queue.SimpleQueue[int] = queue.SimpleQueue()

    def leash() -> Iterator[str]:
        yield "+ 0 first\n"
        yield "+ 1 last\n"
        ends.get()  # the leash is held until the bots are done

    def play(seat: TerminalSeat) -> int:
        if seat._level == "first":
            came.get()
            return 0
        came.put(1)
        return 0

    came: queue.SimpleQueue[int] = queue.SimpleQueue()
    sits(play)
    monkeypatch.setattr("sys.stdin", leash())

    assert play_bots(START, tmp_path, address=None) == 0
    assert came.empty()
    ends.put(1)


def test_a_bot_that_never_came_to_a_table_has_not_played(
    sits: Callable[[Sit], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(seat: TerminalSeat) -> int:
        raise LinkError("no network")

    sits(fail)
    made = bot(tmp_path)
    made.live(lambda _: None)

    assert not made.has_played and capsys.readouterr().err.count("no network") == 3
