"""Whole programs: processes that play, die and come back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from app.records.verify import verify_record
from tests.support.processes import Process, start_table, wait_for

GAME = ("plump", 4, "--option", "length=short")


@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, 10])
def test_a_peer_killed_again_and_again_comes_back_and_nothing_is_lost_or_doubled(
    kills: int, tmp_path: Path
) -> None:
    peers = start_table(tmp_path, *GAME)  # type: ignore[arg-type]
    victim, rng = peers[2], Random(3)
    try:
        first = wait_for("the first heights", lambda: victim.last("height"), peers=peers)
        assert first is not None
        for kill in range(kills):
            height = int(str((victim.last("height") or {"k": 0})["k"]))
            wait_for(
                f"more heights before kill {kill}",
                lambda at=height: victim.last("end") or _height(victim) > at,  # type: ignore[misc]
                peers=peers,
            )
            if victim.last("end"):
                break
            _pause(rng)
            victim.kill()
            victim.start("continue", _table(victim), "--play", "normal")
        ends = [
            wait_for(
                "the end",
                lambda peer=peer: peer.last("end") or peer.last("trouble"),  # type: ignore[misc]
                peers=peers,
            )
            for peer in peers
        ]
    finally:
        for peer in peers:
            peer.kill()

    assert kill == kills - 1, "the game was over before the last kill"
    assert {end["event"] for end in ends} == {"end"}
    assert len({(end["state"], end["heights"]) for end in ends}) == 1
    verdict = verify_record((tmp_path / "game.shoal").read_bytes())
    assert verdict.problem == ""
    assert verdict.state is not None and verdict.state.text() == ends[0]["state"]


def _height(peer: Process) -> int:
    return int(str((peer.last("height") or {"k": 0})["k"]))


def _table(peer: Process) -> str:
    """The id of the table that a peer sits at."""
    said = wait_for("the table's id", lambda: peer.last("started"))
    return str(said["table"])


def _pause(rng: Random) -> None:
    """Wait for a random while: in a shuffle, a bid, between a lock and its ack."""
    import time  # noqa: PLC0415

    time.sleep(rng.uniform(0.0, 0.35))
