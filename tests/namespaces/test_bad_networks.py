"""A game on a network that loses, parts and dies: four computers, four real network stacks (net 10.1).

sudo .venv/bin/pytest -m slow tests/namespaces
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.records.verify import verify_record
from tests.support.processes import Process, wait_for

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.support.namespaces import network, why_not
from tests.support.switch import Switch, Weather, parted

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
PEERS = 4
FAIR = Weather(delay_s=0.002, jitter_s=0.001)
FOUL = Weather(loss=0.05, doubled=0.01, delay_s=0.005, jitter_s=0.003, reordered=0.03)


@contextmanager
def table(folder: Path, weather: Weather) -> Iterator[tuple[list[Process], Switch]]:
    """Four bots on four computers at one table of Plump, some heights into the game."""
    if reason := why_not():
        pytest.skip(reason)
    with network(PEERS) as (computers, switch):
        switch.weather = weather
        seated = [
            Process(folder / str(index), f"Bot {index}", address=computer.address, before=computer.before)
            for index, computer in enumerate(computers)
        ]
        try:
            seated[0].start(
                "host",
                "plump",
                "--no-window",
                "--seats",
                str(PEERS),
                "--play",
                "normal",
                "--option",
                "length=short",
                "--record",
                str(folder / "game.shoal"),
            )
            invitation = wait_for("the invitation", lambda: seated[0].last("invitation"))
            for peer in seated[1:]:
                peer.start("bot", str(invitation["text"]))
            go_on(seated)
            yield seated, switch
        finally:
            for peer in seated:
                peer.kill()


def go_on(seated: list[Process], heights: int = 5) -> None:
    """Play on until everybody has told of some more heights."""
    goal = max(peer.height for peer in seated) + heights
    wait_for(f"height {goal}", lambda: all(peer.height >= goal for peer in seated), seconds=120, peers=seated)


def expect_a_whole_game(folder: Path, seated: list[Process]) -> None:
    """Check that everybody comes to the same end, and that the record proves the game."""
    ends = [
        wait_for(
            "the end",
            lambda peer=peer: peer.last("end") or peer.last("trouble"),  # type: ignore[misc]
            seconds=600,
            peers=seated,
        )
        for peer in seated
    ]

    assert {(end["event"], end.get("over")) for end in ends} == {("end", True)}, ends
    assert len({(end["state"], end["heights"]) for end in ends}) == 1
    assert "".join(peer.complaints for peer in seated) == ""
    verdict = verify_record((folder / "game.shoal").read_bytes())
    assert verdict.problem == ""
    assert verdict.state is not None and verdict.state.text() == ends[0]["state"]


def stands_still(seated: list[Process], seconds: float) -> None:
    """Check that nobody gets further than the height that was under way when the network was cut."""
    time.sleep(1.5)
    before = [peer.height for peer in seated]
    time.sleep(seconds - 1.5)
    assert all(peer.height <= height + 1 for peer, height in zip(seated, before, strict=True))


@pytest.mark.parametrize("weather", [FAIR, FOUL], ids=["fair", "foul"])
def test_a_table_goes_on_after_two_partitions_and_a_killed_peer(weather: Weather, tmp_path: Path) -> None:
    with table(tmp_path, weather) as (seated, switch):
        for apart, seconds in ((parted((0, 1), (2, 3)), 5.0), (parted((3,), (0, 1, 2)), 8.0)):
            switch.weather = replace(weather, apart=apart)
            stands_still(seated, seconds)
            switch.weather = weather
            go_on(seated)

        table_id = str(seated[2].last("started")["table"])  # type: ignore[index]
        seated[2].kill()
        seated[2].start("continue", table_id, "--play", "normal")
        go_on(seated)
        expect_a_whole_game(tmp_path, seated)


def test_two_peers_that_cannot_reach_each_other_play_a_whole_game(tmp_path: Path) -> None:
    """One of six links is cut from the start: the other peers pass on the missing messages (R10)."""
    with table(tmp_path, Weather(delay_s=0.002, apart=parted((1,), (2,)))) as (seated, _):
        expect_a_whole_game(tmp_path, seated)
