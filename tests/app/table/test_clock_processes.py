"""A limit for a move between real programs: one player sits, two others play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.table.children import bot_name
from tests.support.processes import Process, wait_for

SLOW = ("--seats", "3", "--clock", "5", "--escrow", "2", "--admit", "all", "--option", "length=short")


def lines(peer: Process) -> str:
    return "\n".join(str(each["text"]) for each in peer.said if each["event"] in ("line", "decided"))


def type_in(peer: Process, text: str) -> None:
    assert peer.running is not None and peer.running.stdin is not None
    peer.running.stdin.write(f"{text}\n")
    peer.running.stdin.flush()


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
def test_a_slow_player_is_played_for_once_and_a_pause_stops_that(tmp_path: Path) -> None:
    lisa = Process(tmp_path / "lisa", "Lisa")
    bots = [Process(tmp_path / str(index), bot_name(index)) for index in range(2)]
    lisa.start("host", "plump", "--no-window", *SLOW)
    try:
        invitation = wait_for("the invitation", lambda: lisa.last("invitation"))
        for bot in bots:
            bot.start("bot", str(invitation["text"]))
        wait_for("the rule's move", lambda: "Lisa's time was up" in lines(bots[0]), peers=(lisa, *bots))
        wait_for("her seat", lambda: "You are playing again." in lines(lisa), peers=(lisa, *bots))
        wait_for("another", lambda: lines(bots[1]).count("Lisa's time was up") > 1, peers=(lisa, *bots))
        type_in(lisa, "pause")
        wait_for("the pause", lambda: "The game is paused." in lines(lisa), peers=(lisa, *bots))
        type_in(lisa, "continue")
        wait_for("its end", lambda: "the clock runs again" in lines(lisa), peers=(lisa, *bots))
    finally:
        for peer in (lisa, *bots):
            peer.kill()

    assert "A move may take 5 seconds" in lines(lisa) or "Hurry" in lines(lisa)
    assert "Your time is up." in lines(lisa)
    assert [peer.complaints for peer in (lisa, *bots)] == ["", "", ""]
