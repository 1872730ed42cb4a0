"""`shoal demo GAME`: a whole game between bots, each a process of its own, over encrypted ZeroMQ.

The parent starts one peer that hosts and the others that join by its invitation, shows how far
they are, and compares what they say at the end. With `--watchers` others look on, who come one after
another; every one of them must end with the very record that the host has.
"""

from __future__ import annotations

import argparse
import json
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.bots.api import LEVELS
from app.commands.words import add_game, add_options, check_record, number, options_of
from app.games.catalogue import catalogue
from app.table.children import bot_name, child_command, child_environment
from rules.errors import BadOptions

STAGES = {
    "commit": "key commitments",
    "open": "key openings",
    "coin": "joint coins",
    "mix": "shuffles",
    "shares": "shares of cards",
    "move": "moves",
}
SILENT_S = 120.0
DIFFERENT = "Somebody who watched does not have the record that the host has: this is a fault of Shoal."


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    add_game(parser)
    parser.add_argument("--peers", type=int, help="how many processes (default: the fewest, at least 4)")
    parser.add_argument(
        "--watchers",
        type=number(range(101), "how many watch"),
        default=0,
        help="so many look on, come one after another, and check it all",
    )
    parser.add_argument("--record", type=Path, help="save the record of the game here")
    parser.add_argument("--level", default="normal", choices=LEVELS)
    parser.add_argument("--json", action="store_true")
    add_options(parser)
    parser.set_defaults(run=run)


@dataclass(slots=True)
class Child:
    """One peer: its process and the lines it has said, the last of them its report."""

    process: subprocess.Popen[str]
    record: Path | None = None
    """What a watcher has saved."""
    report: dict[str, object] = field(default_factory=dict)


def run(words: argparse.Namespace) -> int:
    """Play; 0 if all peers came to the same end."""
    entry = catalogue().named(words.game)
    game, peers = entry.rules, entry.seats if words.peers is None else words.peers
    if not 2 <= peers <= game.seats[-1]:
        raise BadOptions(f"{game.title} is played between 2 to {game.seats[-1]} processes, not {peers}")
    seats = max(peers, game.seats[0])  # a game that needs more seats has bots of the host in them
    options = game.checked_options(seats, options_of(words))
    check_record(words.record)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="shoal-demo-") as home:
        demo = Demo(Path(home), words, peers, seats, options)
        try:
            demo.play()
        finally:
            demo.end()
    return demo.report(time.monotonic() - began)


class Demo:
    """The children of one demo, and what they say."""

    def __init__(
        self, home: Path, words: argparse.Namespace, peers: int, seats: int, options: Mapping[str, str]
    ) -> None:
        self._home = home
        self._words = words
        self._peers = peers
        self._seats = seats
        self._options = options
        self._children: list[Child] = []
        self._record = words.record or home / "game.shoal"
        self._invitation = ""
        self._watchers = 0
        self._said: queue.Queue[tuple[int, dict[str, object]]] = queue.Queue()
        self._shown = 0.0

    def play(self) -> None:
        """Start the host, then the others, and listen until all have reported."""
        watching = ["--watch", "open"] if self._words.watchers else []
        options = [f"--option={key}={value}" for key, value in self._options.items()]
        self._start(
            "host",
            self._words.game,
            "--no-window",
            "--seats",
            str(self._seats),
            *options,
            *watching,
            "--bots",
            str(self._seats - self._peers),
            "--play",
            self._words.level,
            "--record",
            str(self._record),
        )
        while self._watchers < self._words.watchers or any(not child.report for child in self._children):
            try:
                index, said = self._said.get(timeout=SILENT_S)
            except queue.Empty:
                raise SystemExit("the peers have fallen silent; this is a fault of Shoal") from None
            self._heard(index, said)

    def end(self) -> None:
        """Let go of every child."""
        for child in self._children:
            if child.process.poll() is None and not child.report:
                child.process.terminate()
            child.process.wait(timeout=30)

    def report(self, seconds: float) -> int:
        """Print what came out; the exit status."""
        reports = [child.report for child in self._children]
        ends = {str(report.get("state")) for report in reports}
        good = len(ends) == 1 and all(report.get("event") == "end" for report in reports)
        watched = [child.record for child in self._children if child.record is not None]
        same = good and all(_bytes(each) == _bytes(self._record) for each in watched)
        if self._words.json:
            said = {"same_end": good, "same_records": same, "seconds": round(seconds, 2), "peers": reports}
            print(json.dumps(said))
            return 0 if same else 1
        if not good:
            for report in reports:
                print(report.get("text", "a peer ended without a word"))
            print("The peers did not come to the same end.")
            return 1
        self._print(reports[0], seconds)
        if watched:
            print(f"{_those(len(watched))} with the very record that the host has." if same else DIFFERENT)
        return 0 if same else 1

    def _watch(self) -> None:
        """One more who looks on."""
        self._watchers += 1
        record = self._home / f"watched-{self._watchers}.shoal"
        words = ("watch", self._invitation, "--no-window", "--record", str(record))
        self._start(*words, name=f"Watcher {self._watchers}", record=record)

    def _start(self, *words: str, name: str = "", record: Path | None = None) -> None:
        index = len(self._children)
        process = subprocess.Popen(
            child_command(*words, "--json", "--name", name or bot_name(index), "--address", "127.0.0.1"),
            env=child_environment(self._home / str(index)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._children.append(Child(process, record))
        threading.Thread(target=self._listen, args=(index, process), daemon=True).start()

    def _listen(self, index: int, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self._said.put((index, json.loads(line)))
        self._said.put((index, {"event": "gone", "text": f"peer {index} ended with {process.wait()}"}))

    def _heard(self, index: int, said: dict[str, object]) -> None:
        child, event = self._children[index], said["event"]
        if event == "invitation":
            self._invitation = str(said["text"])
            for _ in range(1, self._peers):
                self._start("bot", self._invitation, "--level", self._words.level)
            for _ in range((self._words.watchers + 1) // 2):  # the others come when the game is under way
                self._watch()
        elif event == "height":
            self._show(said)
            if index == 0 and self._watchers < self._words.watchers:
                self._watch()
        elif event in ("end", "trouble", "gone") and not child.report:
            child.report = said
            if index == 0:
                self._words.watchers = self._watchers  # whoever has not come now comes too late

    def _show(self, said: dict[str, object]) -> None:
        if not self._words.json and sys.stderr.isatty() and time.monotonic() - self._shown >= 1.0:
            self._shown = time.monotonic()
            print(f"\r{said['text']}".ljust(78), end="", file=sys.stderr, flush=True)

    def _print(self, report: dict[str, object], seconds: float) -> None:
        entry = catalogue().named(self._words.game)
        names = [str(name) for name in list(report["players"])]  # type: ignore[call-overload]
        if sys.stderr.isatty():
            print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)
        print(entry.result(entry.rules.parse_state(str(report["state"])), names))
        print(
            f"\n{self._seats} processes, {report['heights']} rounds of the log; "
            f"each checked {report['proofs']} proofs of the others."
        )
        spent, rounds = dict(report["seconds"]), dict(report["rounds"])  # type: ignore[call-overload]
        for stage, words in STAGES.items():
            if stage in rounds:
                print(f"  {words:16} {rounds[stage]:5} rounds {spent[stage]:7.2f} s")
        print(f"  {'in all':16} {'':12} {seconds:7.2f} s, with starting and stopping the processes")
        if self._words.record is not None:
            print(f"The record is in {self._words.record}; check it with: shoal verify {self._words.record}")


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _those(watchers: int) -> str:
    return "One looked on, and ended" if watchers == 1 else f"{watchers} looked on, and all of them ended"
