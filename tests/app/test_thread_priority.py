"""Thinking threads give way to the window and the network."""

from __future__ import annotations

import os
import queue
import sys
import threading
from random import Random

import pytest

from app import messages
from app.table.bot_player import BotPlayer
from app.thread_priority import NICE_STEPS, lower_thread_priority
from rules.api import Action, Rng, Seat, View
from rules.driver import LocalTable
from tests.support.catalogue import GAMES

NICEST = 19
linux = pytest.mark.skipif(sys.platform != "linux", reason="no thread can be asked elsewhere")


def niceness() -> int:
    """The niceness of the calling thread."""
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


class Watched:
    """A policy that tells the niceness of its thread."""

    def __init__(self) -> None:
        self.seen: queue.SimpleQueue[int] = queue.SimpleQueue()

    def choose(self, view: View, rng: Rng) -> Action:
        self.seen.put(niceness())
        return view.actions()[0]


@linux
def test_a_bot_thinks_in_a_thread_that_lets_all_others_go_first() -> None:
    table = LocalTable(GAMES["plump"].start(2, GAMES["plump"].checked_options(2, {})), 2, Random(1))
    policy, before = Watched(), niceness()
    seat = Seat(table.turn or 0)
    bot = BotPlayer(policy, Random(1), lambda order: None)
    bot.show(messages.Advanced(1, table.view(seat), ()))
    thinking = policy.seen.get(timeout=60)
    bot.stop()

    assert thinking == min(NICEST, before + NICE_STEPS) and niceness() == before


@linux
def test_a_system_that_refuses_stops_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(which: int, who: int, nice: int) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(os, "setpriority", refused)
    before = niceness()
    lower_thread_priority()

    assert niceness() == before
