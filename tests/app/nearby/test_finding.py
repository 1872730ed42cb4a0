"""Real programs on loopback find each other's tables: by multicast and broadcast, asked before shown.

The times that are printed (-s) are only measured: those of issue 12 are 0.5, 2.5 and 12 s.
"""

from __future__ import annotations

import json
import queue
import secrets
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app import messages
from app.build import SearchEnvironment
from app.games.catalogue import catalogue
from app.keep.home import Home
from app.keep.journal_lock import JournalLock
from app.nearby.around import Around, FoundTable
from app.nearby.finder import Finder
from app.table.children import child_command, child_environment
from app.table.start import Hosting
from net.discovery.interfaces import networks
from net.discovery.mdns import Announcement
from net.discovery.notice import Access, Notice
from net.lobby.identity import Identity, fingerprint
from tests.support.processes import ROOT, Process, wait_for
from tests.support.sittings import Sitting, env_of
from tests.support.values import replace

LOOP = "127.0.0.1"
WORDS = ("host", "plump", "--no-window", "--seats", "3", "--visible")


class Looker:
    """A finder, and the last state of the network that it has told."""

    def __init__(self, home: Path, own: bytes = b"") -> None:
        self.around = Around()
        self._told: queue.SimpleQueue[Around] = queue.SimpleQueue()
        self.started = time.monotonic()
        self._finder = Finder(SearchEnvironment(Home(home), own, LOOP), self._told.put)

    def wait(self, what: str, until: Callable[[Around], bool], *, seconds: float = 120) -> float:
        """Wait until it has told a state for which this holds; return the seconds since its start."""

        def told() -> bool:
            while not self._told.empty():
                self.around = self._told.get()
                if until(self.around):
                    return True
            return until(self.around)

        wait_for(what, told, seconds=seconds)
        return time.monotonic() - self.started

    def stop(self) -> None:
        self._finder.stop()


@contextmanager
def looking(home: Path, own: bytes = b"") -> Iterator[Looker]:
    looker = Looker(home, own)
    try:
        yield looker
    finally:
        looker.stop()


def tables_of(around: Around, host: str) -> list[FoundTable]:
    """The tables of one host: other tests on this computer may run tables of their own."""
    return [table for table in around.tables if table.host == host]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path / "host", f"Host {secrets.token_hex(4)}")
    yield process
    process.kill()


def test_a_table_is_shown_until_its_program_is_killed(host: Process, tmp_path: Path) -> None:
    with looking(tmp_path / "early") as early:
        early.wait("the first look", lambda around: around.facts.looked_s >= 1)
        host.start(*WORDS)
        wait_for("the invitation", lambda: host.last("invitation"))
        opened = time.monotonic()
        early.wait("the new table", lambda around: bool(tables_of(around, host.name)))
        print(f"\na new table showed {time.monotonic() - opened:.2f} s after its invitation")

        with looking(tmp_path / "late") as late:
            found = late.wait("the table", lambda around: bool(tables_of(around, host.name)))
            print(f"a late starter saw it after {found:.2f} s")
            [table] = tables_of(late.around, host.name)

        assert (table.game, table.seats, table.taken, table.free) == ("plump", 3, (host.name,), 2)
        assert table.access is Access.ASKED and not table.hindrance and not table.about
        assert table.invitation == (host.last("invitation") or {})["text"]

        host.kill()
        killed = time.monotonic()
        early.wait("the end of it", lambda around: not tables_of(around, host.name))
        print(f"and was gone {time.monotonic() - killed:.2f} s after it was killed")


def test_joining_by_the_name_of_the_host_knocks_as_an_invitation_does(host: Process, tmp_path: Path) -> None:
    guest = Process(tmp_path / "guest", "Guest")
    host.start(*WORDS)
    wait_for("the invitation", lambda: host.last("invitation"))
    try:
        guest.start("join", host.name.lower(), "--no-window")

        def knocked() -> bool:
            return any("Guest wants to sit down" in str(line.get("text")) for line in host.said)

        wait_for("the knock", knocked, peers=[host, guest])
        with looking(tmp_path / "home") as looker:
            looker.wait("the table", lambda around: bool(tables_of(around, host.name)))
            assert tables_of(looker.around, host.name)[0].taken == (host.name,)
    finally:
        guest.kill()


def test_the_command_lists_the_tables_and_says_if_there_are_none(host: Process, tmp_path: Path) -> None:
    def listed(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            child_command("tables", "--address", LOOP, *words),
            cwd=ROOT,
            env=child_environment(tmp_path / "home"),
            capture_output=True,
            text=True,
            check=False,
        )

    host.start(*WORDS)
    wait_for("the invitation", lambda: host.last("invitation"))
    plain, values = listed(), listed("--json")

    assert f"{host.name} waits at Plump: 2 seats free" in plain.stdout
    assert "the host decides" in plain.stdout
    assert plain.returncode == 0 and plain.stderr == ""
    tables = json.loads(values.stdout)["tables"]
    assert [each["free"] for each in tables if each["host"] == host.name] == [2]
    assert not (tmp_path / "home").exists()  # looking does not need an identity


def test_our_own_tables_and_false_announcements_are_not_offered(host: Process, tmp_path: Path) -> None:
    host.start(*WORDS)
    wait_for("the invitation", lambda: host.last("invitation"))
    seed = bytes.fromhex((host.home / "identity").read_text().split("\n")[1])
    own = Identity.from_seed(seed)
    false = secrets.token_bytes(32)
    nets = [net for net in networks() if net.host == LOOP]
    announcement = Announcement(nets)
    try:
        letters = fingerprint(false)
        notice = Notice(false, letters, 9, game="plump", seats=4, taken=1, access=Access.OPEN)
        announcement.show(notice, [LOOP])
        with looking(tmp_path / "own", own.curve_public) as mine, looking(tmp_path / "other") as other:
            other.wait("the true table", lambda around: bool(tables_of(around, host.name)))
            other.wait("the silence of the false one", lambda around: LOOP in around.facts.silent_here)
            mine.wait("the same", lambda around: LOOP in around.facts.silent_here)

            assert tables_of(mine.around, host.name) == []
            assert letters not in [table.words for table in other.around.tables]
    finally:
        announcement.close()


@pytest.mark.slow
def test_of_two_tables_of_one_player_the_latest_open_one_is_found(tmp_path: Path) -> None:
    nick = f"Host {secrets.token_hex(4)}"
    env = env_of(tmp_path, nick)
    env = replace(env, lock=JournalLock(env.home.journal_file))

    def hosting(game: str) -> Sitting:
        options = tuple(catalogue().named(game).rules.checked_options(4, {}).items())
        return Sitting(env, Hosting(game, 4, options, asks=True, visible=True))

    with looking(tmp_path / "home") as looker:
        one = hosting("plump")
        looker.wait("the first", lambda around: [each.game for each in tables_of(around, nick)] == ["plump"])
        other = hosting("kings")
        looker.wait("the other", lambda around: [each.game for each in tables_of(around, nick)] == ["kings"])
        looker.wait("some more looks", lambda around: around.facts.looked_s >= 3)

        assert [each.game for each in tables_of(looker.around, nick)] == ["kings"]
        other.orders.put(messages.Quit())
        other.thread.join()
        looker.wait("the first", lambda around: [each.game for each in tables_of(around, nick)] == ["plump"])
        one.orders.put(messages.Quit())
        one.thread.join()
        looker.wait("none", lambda around: not tables_of(around, nick))


def test_a_table_is_found_only_if_its_owner_wants_it(tmp_path: Path) -> None:
    hidden, shown = (Process(tmp_path / name, f"{name} {secrets.token_hex(4)}") for name in ("hid", "shown"))
    try:
        hidden.start(*WORDS[:-1])
        shown.start(*WORDS)
        for host in (hidden, shown):
            wait_for("the invitation", lambda host=host: host.last("invitation"))  # type: ignore[misc]
        with looking(tmp_path / "home") as looker:
            looker.wait("the one", lambda around: bool(tables_of(around, shown.name)))
            looker.wait("some more looks", lambda around: around.facts.looked_s >= 3)

            assert tables_of(looker.around, hidden.name) == []
    finally:
        hidden.kill()
        shown.kill()
