"""Accidents of people's computers in the middle of a game, with whole processes."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.records.verify import verify_record
from tests.support.processes import Process, start_table, wait_for

SHORT = ("--option", "length=short")


@contextmanager
def table(folder: Path, peers: int, *words: str) -> Iterator[list[Process]]:
    """A table of Plump whose game has begun."""
    seated = start_table(folder, "plump", peers, *(words or SHORT))
    try:
        wait_for("the first heights", lambda: all(peer.height for peer in seated), peers=seated)
        yield seated
    finally:
        for peer in seated:
            peer.kill()


def go_on(seated: list[Process], heights: int = 6) -> None:
    """Play on until everybody has told of some more heights, or the game is over."""
    goal = max(peer.height for peer in seated) + heights
    wait_for(
        f"height {goal}",
        lambda: all(peer.height >= goal or peer.last("end") for peer in seated),
        peers=seated,
    )


def expect_a_whole_game(folder: Path, seated: list[Process]) -> None:
    """Check that all come to the same end without a complaint, and that the record proves the game."""
    ends = [
        wait_for(
            "the end",
            lambda peer=peer: peer.last("end") or peer.last("trouble"),  # type: ignore[misc]
            seconds=240,
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


# -- how a peer comes back ----------------------------------------------------------------------


def resume(peer: Process, *words: str) -> None:
    """Go on as a person does who opens the program again."""
    started = peer.last("started")
    assert started is not None
    peer.start("continue", str(started["table"]), "--play", "normal", *words)


def own_port(peer: Process) -> int:
    """The address in a dead peer's journal at which the others look for it."""
    journal = sqlite3.connect(peer.home / "journal.sqlite")
    try:
        rows = journal.execute("SELECT text FROM address, game USING (g) WHERE address.seat = game.seat")
        return int(rows.fetchone()[0].rpartition(":")[2])
    finally:
        journal.close()


@dataclass(frozen=True)
class Story:
    """The peers that are killed at the same moment, and how they come back."""

    name: str
    victims: tuple[int, ...]
    back: Callable[[ExitStack, Path, list[Process], Process], None]


def by_resuming(stack: ExitStack, folder: Path, seated: list[Process], peer: Process) -> None:
    # A host resumes with the same words as a guest; only the host saves the record.
    resume(peer, *(("--record", str(folder / "game.shoal")) if peer is seated[0] else ()))


def by_the_invitation(stack: ExitStack, folder: Path, seated: list[Process], peer: Process) -> None:
    invitation = seated[0].last("invitation")
    assert invitation is not None
    peer.start("bot", str(invitation["text"]))


def with_the_port_taken(stack: ExitStack, folder: Path, seated: list[Process], peer: Process) -> None:
    taken = stack.enter_context(socket.socket())
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with suppress(OSError):  # it is taken since the last time
        taken.bind(("127.0.0.1", own_port(peer)))
        taken.listen()
    by_resuming(stack, folder, seated, peer)


STORIES = (
    # The lobby of the host goes with its first life, so the invitation comes first.
    Story("a guest that comes back by the invitation", (3,), by_the_invitation),
    Story("the host", (0,), by_resuming),
    Story("two at the same moment", (1, 2), by_resuming),
    Story("a guest whose port was taken", (2,), with_the_port_taken),
    Story("everybody at once", (0, 1, 2, 3), by_resuming),
)


def tell(story: Story, stack: ExitStack, folder: Path, seated: list[Process]) -> None:
    """Kill them all, then bring them back."""
    for victim in story.victims:
        seated[victim].kill()
    for victim in story.victims:
        story.back(stack, folder, seated, seated[victim])


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
def test_a_game_survives_kills_of_all_kinds(tmp_path: Path) -> None:
    with ExitStack() as stack, table(tmp_path, 4) as seated:
        for story in STORIES:
            tell(story, stack, tmp_path, seated)
            go_on(seated)

        assert not any(peer.last("end") for peer in seated), "the game was too short for the stories"
        expect_a_whole_game(tmp_path, seated)


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_a_game_survives_the_same_kill_repeatedly(story: Story, tmp_path: Path) -> None:
    with ExitStack() as stack, table(tmp_path, 4) as seated:
        for again in range(8):
            tell(story, stack, tmp_path, seated)
            go_on(seated, 1 + 3 * again)
        expect_a_whole_game(tmp_path, seated)


# -- pauses and disks ---------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="no signal of Windows stops a process")
@pytest.mark.slow
@pytest.mark.parametrize("seconds", [2, 8, 40])
def test_a_suspended_peer_continues(seconds: int, tmp_path: Path) -> None:
    """The program wakes up in the middle of something, as on a laptop that was closed."""
    with table(tmp_path, 2) as seated:
        seated[1].signal(signal.SIGSTOP)
        time.sleep(seconds)
        seated[1].signal(signal.SIGCONT)

        expect_a_whole_game(tmp_path, seated)


@contextmanager
def limited(peer: Process, room: Path) -> Iterator[None]:
    """Let no file of the peer grow while the block runs."""
    import resource  # noqa: PLC0415  (not of Windows)

    assert peer.running is not None
    pid = peer.running.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def filled(peer: Process, room: Path) -> Iterator[None]:
    """Fill the peer's disk to the last byte while the block runs."""
    filler = room / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)) == 4096:
                pass
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of 16 MB at a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "shoal-test", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def warned(peer: Process, kind: str) -> bool:
    return any(line["event"] == "warning" and line["kind"] == kind for line in peer.said)


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot limit another process")
@pytest.mark.slow  # test_tables.py asks the same within one process
@pytest.mark.parametrize("full", [limited, filled])
def test_a_full_disk_is_reported_and_nothing_is_lost(
    full: Callable[[Process, Path], object], tmp_path: Path
) -> None:
    if full is filled and getattr(os, "geteuid", int)() != 0:
        pytest.skip("only root can mount a small disk")
    with ExitStack() as stack:
        room = tmp_path / "1"
        if full is filled:
            stack.enter_context(small_disk(room))
        host, guest = seated = stack.enter_context(table(tmp_path, 2))
        with full(guest, room):  # type: ignore[attr-defined]
            wait_for("the warning", lambda: warned(guest, "disk-full"), peers=seated)
            wait_for("the host's warning", lambda: warned(host, "disk-full"), peers=seated)
            assert guest.running is not None and guest.running.poll() is None
        wait_for("room", lambda: warned(guest, "disk-ok"), peers=seated)

        expect_a_whole_game(tmp_path, seated)


# -- before the game ----------------------------------------------------------------------------


def sits(guest: Process) -> bool:
    """True if a guest got a seat, once that is clear."""
    wait_for("an answer", lambda: guest.last("started") or guest.last("trouble"))
    return guest.last("started") is not None


@pytest.mark.slow  # ten seconds of silence; tests/net/lobby/test_lobby.py turns the clock by hand
def test_a_guest_that_dies_in_the_lobby_makes_room(tmp_path: Path) -> None:
    host, *guests = [Process(tmp_path / str(index), f"Bot {index}") for index in range(4)]
    try:
        host.start(
            "host",
            "plump",
            "--no-window",
            "--seats",
            "3",
            "--play",
            "easy",
            "--record",
            str(tmp_path / "game.shoal"),
            *SHORT,
        )
        text = str(wait_for("the invitation", lambda: host.last("invitation"))["text"])
        guests[0].start("bot", text)
        time.sleep(2.0)  # it sits by now, or it is still starting: neither may stop the others
        guests[0].kill()
        for guest in guests[1:]:
            guest.start("bot", text)
        for guest in guests[1:]:
            while not sits(guest):  # the table was full: it knocks again
                guest.kill()
                guest.said.clear()
                guest.start("bot", text)

        expect_a_whole_game(tmp_path, [host, *guests[1:]])
    finally:
        for peer in (host, *guests):
            peer.kill()


def test_two_programs_cannot_use_one_home(tmp_path: Path) -> None:
    first, second = (Process(tmp_path / "home", "Ann") for _ in range(2))
    try:
        first.start("host", "plump", "--no-window")
        wait_for("the invitation", lambda: first.last("invitation"))
        second.start("host", "plump", "--no-window")
        trouble = wait_for("the refusal", lambda: second.last("trouble"))

        assert "already open" in str(trouble["text"])
        assert second.complaints == ""
        assert first.running is not None and first.running.poll() is None
    finally:
        first.kill()
        second.kill()
