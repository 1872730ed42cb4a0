"""Cost of spectators for a table, and the time until a late one has everything. Ratios are of the same run.

    python3 packaging/dev.py bench tests/bench/test_bench_watching.py

Four bots play in processes of their own; the spectators live in this process. No time is asserted, only that
every honest spectator has the host's record.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from app.keep.record_file import RecordFile, read_record_file
from app.table.agreed import machine_of
from app.table.children import child_command, child_environment
from app.watching.checking import Checked, Checker, Finding, SignedGenesis, Unchecked
from net.link.address import make_address
from net.link.contract import Arrived, Channel, Up, Way
from net.link.memory import ProcessMemory
from net.link.zmq_link import ZmqLink
from net.lobby.identity import Identity, verify
from net.lobby.invitation import parse_invitation
from net.lobby.messages import WatchSources
from net.lobby.phases import HangUp, Me, Tell
from net.seat.step_kind import StepKind
from net.seat.tally import CARRYING, WAITING, WAITING_CARRYING
from net.watch.finder import SourceFinder, SourcesFound
from net.watch.judge import Judge
from net.watch.phases import CallSource, Came, NoMore, Opened, SpectatorOut
from net.watch.source import Source, Watched
from net.watch.spectator import Spectator, SpectatorIdentity
from net.watch.words import Credit, WatchJoin, write_word
from net.wire.genesis import check_genesis
from net.wire.record import parse_record
from tests.bench.cost import cpu_s
from tests.support.processes import ROOT

Benchmark = Any
PEERS, HONEST, MUTE, STORM = 4, 39, 10, 100
OPTIONS = ("--option", "length=short")


class SpectatingPeer:
    """A spectator over a real link of its own; with `reads` False it joins, says so, and reads nothing."""

    def __init__(self, number: int, sources: WatchSources, *, reads: bool = True) -> None:
        self.me = Identity.from_seed(hashlib.blake2b(b"bench %d" % number, digest_size=32).digest())
        self.link = ZmqLink(
            self.me.curve_secret, self.me.curve_public, clock=time.monotonic, memory=ProcessMemory()
        )
        self.reads = reads
        self.sources = sources
        port = self.link.open_watch(sources.game.hex(), host="127.0.0.1") if reads else 0
        turn = number % len(sources.sources)
        own_identity = SpectatorIdentity(
            self.me.public, self.me.certificate, f"spectator {number}", self.me, port=port
        )
        places = sources.sources[turn:] + sources.sources[:turn]
        self.spectator = Spectator(own_identity, sources.game, places, verify=verify)
        self.source: Source | None = None
        self.whole_at: float | None = None
        self.is_over = False
        self._spoke_at = 0.0
        if reads:
            self.do(self.spectator.start(time.monotonic()))
        else:
            key, where = places[0]
            self.link.connect(key, where, channel=Channel.WATCH)

    def do(self, outs: tuple[SpectatorOut, ...]) -> None:
        for out in outs:
            match out:
                case Tell(key, frame):
                    self.link.send_watch(key, frame, Way.OUTBOUND)
                case CallSource(key, addresses):
                    self.link.connect(key, addresses, channel=Channel.WATCH)
                case HangUp(key):
                    self.link.hang_up(key, channel=Channel.WATCH)
                case Opened(genesis, sigs):
                    players = check_genesis(genesis, sigs, verify).players
                    watched = Watched(
                        self.sources.game,
                        genesis,
                        sigs,
                        keys=tuple(player.ed for player in players),
                        names=tuple(player.nick for player in players),
                    )
                    self.source = Source(watched, verify=verify, now=time.monotonic())
                case Came(first, raws) if self.source is not None:
                    for k, raw in enumerate(raws, first):  # checked when all is over: here only sockets count
                        self.serve(self.source.added(raw, self.spectator.tip(k), time.monotonic()))
                case NoMore():
                    self.is_over = True

    def serve(self, outs: Any) -> None:
        for out in outs:
            if hasattr(out, "frame"):
                self.link.send_watch(out.key, out.frame, Way.INBOUND)

    def turn(self) -> None:
        now = time.monotonic()
        if not self.reads:
            if now - self._spoke_at > 1.0:  # it is there, and takes nothing
                self._spoke_at = now
                key = self.sources.sources[0][0]
                join = WatchJoin(
                    self.sources.game,
                    1,
                    self.me.public,
                    self.me.certificate,
                    nick="mute",
                    port=0,
                    inviter=0,
                    ticket=b"",
                )
                self.link.send_watch(key, write_word(join if self._is_first else Credit(0)), Way.OUTBOUND)
            return
        for event in self.link.poll(0.0):
            if isinstance(event, Up) and event.channel is Channel.WATCH:
                self.do(self.spectator.up(event.key, now))
            elif isinstance(event, Arrived) and event.channel is Channel.WATCH:
                if event.way is Way.OUTBOUND:
                    self.do(self.spectator.received(event.key, event.frame, now))
                elif self.source is not None:
                    frames = self.source.received(event.key, event.frame, address=event.address, now=now)
                    self.serve(frames)
        self.do(self.spectator.tick(now))
        if self.source is not None:
            self.serve(self.source.tick(now))

    @property
    def _is_first(self) -> bool:
        was, self._was_said = getattr(self, "_was_said", False), True
        return not was

    def close(self) -> None:
        self.link.close()


class Table:
    """Four bots in processes of their own, with the first one's news of its heights and its end."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        folder.mkdir()
        self.record = folder / "game.shoal"
        self.ends: list[dict[str, Any]] = []
        self.invitation = ""
        self.children: list[subprocess.Popen[str]] = []
        self.grown: list[int] = []
        self.has_begun = False
        self._first: dict[int, int] = {}
        self._listening: list[threading.Thread] = []
        self._start(
            "host", "plump", "--no-window", "--seats", str(PEERS), *OPTIONS, *words,
            "--play", "easy", "--record", str(self.record),
        )  # fmt: skip

    def _start(self, *words: str) -> None:
        index = len(self.children)
        made = subprocess.Popen(
            child_command(*words, "--json", "--name", f"Bot {index}", "--address", "127.0.0.1"),
            cwd=ROOT,
            env=child_environment(self.folder / str(index)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.children.append(made)
        self._listening.append(threading.Thread(target=self._listen, args=(index, made), daemon=True))
        self._listening[-1].start()

    def _listen(self, index: int, made: subprocess.Popen[str]) -> None:
        for line in made.stdout or ():
            said = json.loads(line)
            if said["event"] == "invitation" and not self.invitation:
                self.invitation = said["text"]
                for _ in range(1, PEERS):
                    self._start("bot", self.invitation, "--level", "easy")
            elif said["event"] == "height":
                self.has_begun = True
            elif said["event"] in ("end", "trouble"):
                self.ends.append({"index": index, **said})

    def look(self) -> None:
        """Note how much each player has grown since the game began."""
        for child in self.children if self.has_begun else ():
            held = resident(child.pid)
            if held:
                base = self._first.setdefault(child.pid, held)
                self.grown.append(held - base)

    @property
    def is_over(self) -> bool:
        return len(self.ends) == PEERS

    @property
    def ms_per_move(self) -> float:
        host = next(each for each in self.ends if each["index"] == 0)
        seconds, rounds = (
            sum(host[what].get(stage, 0) for stage in (StepKind.MOVE, CARRYING, WAITING, WAITING_CARRYING))
            for what in ("seconds", "rounds")
        )
        return 1000 * float(seconds) / float(rounds)

    def stop(self) -> None:
        for child in self.children:
            if child.poll() is None:
                child.terminate()
            child.wait(timeout=30)
        for listening in self._listening:
            listening.join(30)
        for child in self.children:
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    pipe.close()


def resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/status", "rb") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith(b"VmRSS:"))
    except (OSError, StopIteration):
        return 0


def find(invitation: str) -> WatchSources:
    """The players who send a game, as soon as it is played."""
    me = Identity.from_seed(bytes(31) + b"f")
    asked = parse_invitation(invitation)
    link = ZmqLink(me.curve_secret, me.curve_public, clock=time.monotonic, memory=ProcessMemory())
    try:
        finder = SourceFinder(Me(me, "finder", 1, "bench"), asked.host_key)
        link.connect_lobby(asked.host_key, asked.addresses)
        outs = list(finder.start(time.monotonic()))
        while True:
            for out in outs:
                if isinstance(out, SourcesFound):
                    return out.sources
                if isinstance(out, Tell):
                    link.send_lobby(out.key, out.frame)
            outs = []
            for event in link.poll(0.1):
                if isinstance(event, Arrived):
                    outs += finder.received(event.frame, time.monotonic())
            outs += finder.tick(time.monotonic())
    finally:
        link.close()


def playing(folder: Path, *words: str) -> Table:
    table = Table(folder, *words)
    while not table.invitation:
        time.sleep(0.05)
    return table


@contextmanager
def crowd(sources: WatchSources) -> Iterator[list[SpectatingPeer]]:
    made = [SpectatingPeer(number, sources) for number in range(HONEST)]
    made += [SpectatingPeer(1000 + number, sources, reads=False) for number in range(MUTE)]
    try:
        yield made
    finally:
        for each in made:
            each.close()


def flood(sources: WatchSources, stop: threading.Event) -> None:
    """Send rubbish as fast as the link takes it."""
    me, rng = Identity.from_seed(bytes(31) + b"x"), Random(1)
    link = ZmqLink(me.curve_secret, me.curve_public, clock=time.monotonic, memory=ProcessMemory())
    key, where = sources.sources[0]
    link.connect(key, where, channel=Channel.WATCH)
    while not stop.is_set():
        for _ in range(20):
            link.send_watch(key, rng.randbytes(4000), Way.OUTBOUND)
        link.poll(0.01)
    link.close()


def watch(watched: Table, sources: WatchSources, whole: list[bool], came: list[int]) -> None:
    """Let the crowd watch to the end; append to `whole`, for each honest one, True if it has the host's
    record, and to `came` the number of each of the storm that came.

    In a thread that lets everybody else go first, with all that it starts: real spectators do their own work
    on other computers.
    """
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
    stop = threading.Event()
    flooding = threading.Thread(target=flood, args=(sources, stop))
    flooding.start()
    rng = Random(2)
    storm: list[SpectatingPeer] = []
    with crowd(sources) as spectators:
        end = time.monotonic() + 20
        while not watched.is_over or time.monotonic() < end:
            for each in (*spectators, *storm):
                each.turn()
            if len(came) < STORM and rng.random() < 0.5:
                came.append(2001 + len(came))
                storm.append(SpectatingPeer(came[-1], sources))
            if len(storm) > 10:
                storm.pop(rng.randrange(len(storm))).close()
            watched.look()
            if watched.is_over and all(each.is_over or not each.reads for each in spectators):
                break
        stop.set()
        flooding.join()
        for each in storm:
            each.close()
        record = read_record_file(watched.record.read_bytes())
        whole += [tuple(each.spectator.records) == record.records for each in spectators if each.reads]


@pytest.mark.timeout(1800)
def test_the_cost_of_fifty_spectators_at_a_table_of_four(benchmark: Benchmark, tmp_path: Path) -> None:
    """39 follow and serve others, 10 never read, one floods, and 100 come and go."""

    def play() -> None:
        alone = playing(tmp_path / "alone")
        while not alone.is_over:
            alone.look()
            time.sleep(0.1)
        alone.stop()
        watched = playing(tmp_path / "watched", "--watch", "open")
        sources = find(watched.invitation)
        whole: list[bool] = []
        came: list[int] = []
        with ThreadPoolExecutor(1) as last:
            last.submit(watch, watched, sources, whole, came).result()
        watched.stop()
        assert all(whole), f"{whole.count(False)} of {len(whole)} do not have the record of the host"
        benchmark.extra_info["ms_per_move_alone"] = alone.ms_per_move
        benchmark.extra_info["ms_per_move_watched"] = watched.ms_per_move
        benchmark.extra_info["ratio"] = watched.ms_per_move / alone.ms_per_move
        benchmark.extra_info["grown_mb_alone"] = max(alone.grown) / 2**20
        benchmark.extra_info["grown_mb_watched"] = max(watched.grown) / 2**20
        benchmark.extra_info["honest_with_the_record"] = sum(whole)
        benchmark.extra_info["storm"] = len(came)

    benchmark.pedantic(play, rounds=1, iterations=1)


class LateSource:
    """A source with a whole game, for every spectator that comes."""

    def __init__(self, record: RecordFile) -> None:
        self.record = record
        self.genesis = genesis = check_genesis(record.genesis, record.sigs, verify)
        me = Identity.from_seed(bytes(31) + b"o")
        self.link = ZmqLink(me.curve_secret, me.curve_public, clock=time.monotonic, memory=ProcessMemory())
        place = make_address("127.0.0.1", self.link.open_watch(genesis.id.hex(), host="127.0.0.1"))
        self.sources = WatchSources(genesis.id, 0, b"", ((me.curve_public, (place,)),))
        keys = tuple(player.ed for player in genesis.players)
        names = tuple(player.nick for player in genesis.players)
        self.source = Source(
            Watched(genesis.id, record.genesis, record.sigs, keys=keys, names=names),
            verify=verify,
            records=record.records,
            tip=parse_record(record.records[-1]).h,
            now=time.monotonic(),
        )

    def turn(self) -> None:
        now, outs = time.monotonic(), list[Any]()
        for event in self.link.poll(0.001):
            if isinstance(event, Arrived):
                outs += self.source.received(event.key, event.frame, address=event.address, now=now)
        for out in (*outs, *self.source.tick(now)):
            if hasattr(out, "frame"):
                self.link.send_watch(out.key, out.frame, Way.INBOUND)


@pytest.mark.timeout(1800)
def test_the_time_of_a_late_joiner_to_read_a_finished_game(benchmark: Benchmark, tmp_path: Path) -> None:
    """A whole long game of Plump: the time until all records have come, until the end is shown, and until all
    are checked."""
    words = ("demo", "plump", "--peers", str(PEERS), "--record", str(tmp_path / "g.shoal"), "--json")
    subprocess.run(
        child_command(*words), cwd=ROOT, env=child_environment(tmp_path), capture_output=True, check=True
    )
    record = read_record_file((tmp_path / "g.shoal").read_bytes())
    inviter = LateSource(record)
    spent: dict[str, list[float]] = {"came_s": [], "shown_s": [], "checked_s": [], "cpu_s": []}

    def join() -> None:
        began, used = time.monotonic(), cpu_s()
        late = SpectatingPeer(7 + len(spent["came_s"]), inviter.sources)
        while late.spectator.k < len(record.records):
            inviter.turn()
            late.turn()
        spent["came_s"].append(time.monotonic() - began)
        told: queue.SimpleQueue[Finding] = queue.SimpleQueue()
        machine = machine_of(inviter.genesis)
        judge = Judge(record.genesis, record.sigs, machine=machine, verify=verify)
        checker = Checker(SignedGenesis(record.genesis, record.sigs), judge, told.put)
        checker.add(1, tuple(late.spectator.records))
        held = 0
        while held < len(record.records):
            finding = told.get()
            assert isinstance(finding, Unchecked | Checked), finding
            if isinstance(finding, Checked):
                held += len(finding.steps)
            else:
                spent["shown_s"].append(time.monotonic() - began)
        spent["checked_s"].append(time.monotonic() - began)
        checker.close()
        late.close()
        spent["cpu_s"].append(cpu_s() - used)

    benchmark.pedantic(join, rounds=3, iterations=1)
    inviter.link.close()
    benchmark.extra_info["bytes"] = sum(map(len, record.records))
    for name, seconds in spent.items():
        benchmark.extra_info[name] = round(median(seconds), 3)
