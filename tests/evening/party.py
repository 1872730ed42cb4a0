"""Three computers on one bad network: their people find each other, play Plump, lose one and get it back.

`sudo .venv/bin/python -m tests.evening.party FOLDER` plays it (Linux, with Xvfb, xdotool and `ip`): three
network namespaces joined by a switch that loses, doubles, delays and reorders packets; three real windows on
one X server, which are told no address; one of them is killed for twenty seconds. Four watch, who
come at different times: three in terminals, one in a window with the large table on a screen of its own. In
the end everybody has the same record. Photographs and records are left in FOLDER.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.records.verify import verify_record
from app.table.children import child_command, child_environment
from tests.evening.course import SEED, welcome
from tests.evening.moves import take_turn
from tests.evening.screen import PATIENCE_S, REPO, NotSeen, Person, Screen
from tests.support.namespaces import Computer, network
from tests.support.processes import Process, wait_for
from tests.support.switch import Switch, Weather

BAD: Final = Weather(loss=0.03, doubled=0.01, delay_s=0.004, jitter_s=0.003, reordered=0.02)
DEAD_S: Final = 20.0
BO_COMES, TOBY_DIES = 4, 12
"""Presses of the mouse until somebody comes to watch, and until a window is killed."""
TABLE: Final = "Lisa waits at Plump"


@dataclass
class Party:
    """The people of the evening and their windows."""

    folder: Path
    computers: Sequence[Computer]
    switch: Switch
    screen: Screen
    projector: Screen
    people: list[Person] = field(default_factory=list)
    lookers: list[Process] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def home(self, name: str) -> Path:
        made = self.folder / f"home-{name}"
        made.mkdir(exist_ok=True)
        return made

    def sit_down(self, name: str, place: int, screen: Screen, *, at: int) -> Person:
        """A window of a new program on one of the computers."""
        made = Person(screen, name, place, self.home(name), before=self.computers[at].before)
        self.people.append(made)
        welcome(made)
        return made

    def watch(self, name: str, *, at: int) -> Process:
        """Let somebody watch the table in a terminal who knows nothing but the host's name."""
        computer = self.computers[at]
        made = Process(self.home(name), name, address=computer.address, before=computer.before)
        self.lookers.append(made)
        made.start("watch", "lisa", "--no-window", "--record", str(self.record(name)))
        return made

    def record(self, name: str) -> Path:
        return self.folder / f"{name}.shoal"

    def note(self, text: str) -> None:
        self.notes.append(text)
        print(text, flush=True)

    def close(self) -> None:
        for looker in self.lookers:
            looker.kill()
        for person in self.people:
            person.close()


def play_party(folder: Path) -> str:
    """Play the evening; return the measured times, a line each. Raises if somebody does not see what they
    should."""
    folder.mkdir(parents=True, exist_ok=True)
    with network(3) as (computers, switch):
        switch.weather = BAD
        screen, projector = Screen(folder), Screen(folder, seats=1, name="projector-")
        party = Party(folder, computers, switch, screen, projector)
        try:
            _evening(party)
        finally:
            party.close()
            for each in (screen, projector):
                each.close()
        party.note(f"the switch carried {switch.carried} packets and lost {switch.lost}")
    return "\n".join(party.notes)


def _evening(party: Party) -> None:
    lisa, stephen, toby = players = [
        party.sit_down(name, place, party.screen, at=place)
        for place, name in enumerate(("Lisa", "Stephen", "Toby"))
    ]
    _host(lisa)
    ada = party.watch("Ada", at=1)
    _find(party, lisa, stephen, toby)
    wait_for("the game, for who came before it", lambda: ada.last("height"), peers=[ada], seconds=PATIENCE_S)
    rng = random.Random(SEED)
    presses = _play(players, rng, lambda presses: presses >= BO_COMES)
    bo = party.sit_down("Bo", 0, party.projector, at=2)
    _watch_large(bo)
    presses += _play(players, rng, lambda more: presses + more >= TOBY_DIES)
    bo.photo("large-in-the-game")
    cleo = _lose_and_find(party, players)
    presses += _play(players, rng, lambda more: False)
    party.note(f"Plump to its end in {presses} presses of the mouse")
    dag = party.watch("Dag", at=0)
    for looker in (ada, cleo, dag):
        _ended(looker)
    _after_the_end(party, players, bo)


def _host(lisa: Person) -> None:
    """A table for three that anybody on this network may find and watch."""
    lisa.photo("lobby-of-the-first")
    lisa.press("Host a table")
    lisa.press("More")
    lisa.choose("Length", "a short game")
    lisa.press("Seats", "SpinBox")
    lisa.key("ctrl+a")
    lisa.write("3")
    lisa.key("Tab")
    lisa.choose("Spectators", "anybody")
    lisa.choose("Spectators' chat", "yes")
    lisa.photo("form")
    lisa.press("Open the table")
    if lisa.until("a question", lambda now: now["top"] != "Window")["top"] == "LessonDialog":
        lisa.press("Play now")
    lisa.until("whether it may be found", lambda now: now["top"] == "VisibleDialog")
    lisa.photo("asked-to-be-found")
    lisa.press("Yes, let them find it")
    lisa.until("the waiting page", lambda now: now["page"] == "WaitingPage" and now["top"] == "Window")


def _find(party: Party, lisa: Person, *guests: Person) -> None:
    """Let the others see it in their lobbies, and join by one press."""
    began = time.monotonic()
    for guest in guests:
        guest.until("the table", lambda now: any(TABLE in text for text in now["texts"]))
    party.note(f"both lobbies showed the table {time.monotonic() - began:.1f} s after it was open")
    for guest in guests:
        guest.photo(f"{guest.name}-sees-the-table")
        guest.press("Sit down")
        lisa.until("who knocks", lambda now, guest=guest: now["top"] == "KnockDialog")
        lisa.photo(f"{guest.name}-knocks")
        time.sleep(1.0)  # the question ignores a press that was meant for something else
        lisa.press("Let them in")
    for each in (lisa, *guests):
        each.until("the table", lambda now: now["page"] == "TableScreen")
    lisa.photo("the-game-begins")


def _watch_large(bo: Person) -> None:
    """Open a window on a second screen: the lobby lists the table, one press watches, F11 makes it large."""
    bo.press("Watch: Lisa")
    bo.until("the table", lambda now: now["page"] == "TableScreen")
    time.sleep(3)
    bo.photo("looks-on")
    bo.key("F11")
    time.sleep(2)
    bo.photo("large")


def _play(players: Sequence[Person], rng: random.Random, is_enough: Callable[[int], bool]) -> int:
    """Let those on turn press lit pieces until it is enough or over; return the number of presses."""
    presses, last = 0, time.monotonic()
    while not is_enough(presses):
        seen = [each.look() for each in players]
        if all(now["end"] for now in seen):
            break
        for each, now in zip(players, seen, strict=True):
            if now["is_ours"] and not now["is_over"]:
                presses += take_turn(each, "plump", rng, presses=4)
                last = time.monotonic()
        if time.monotonic() - last > PATIENCE_S:
            players[0].photo("stuck")
            raise NotSeen("nobody had a turn for a long time")
        time.sleep(0.1)
    return presses


def _lose_and_find(party: Party, players: Sequence[Person]) -> Process:
    """Kill one window: the others see who is away, and after twenty seconds it comes back.

    Meanwhile a spectator comes.
    """
    lisa, _, toby = players
    killed = time.monotonic()
    toby.close(number=signal.SIGKILL)
    cleo = party.watch("Cleo", at=0)
    lisa.until("who is away", lambda now: any("Toby is away" in text for text in now["texts"]))
    party.note(f"the others saw that Toby was away {time.monotonic() - killed:.1f} s after kill -9")
    lisa.photo("Toby-is-away")
    wait_for("what is there already", lambda: cleo.last("height"), peers=[cleo], seconds=PATIENCE_S)
    time.sleep(max(0.0, killed + DEAD_S - time.monotonic()))
    toby.open()
    opened = time.monotonic()
    toby.press("Continue")
    toby.until("the table", lambda now: now["page"] == "TableScreen" and not now["is_behind"])
    lisa.until("Toby", lambda now: not any("Toby is away" in text for text in now["texts"]))
    back_s = time.monotonic() - opened
    party.note(f"Toby was dead for {opened - killed:.1f} s, and back {back_s:.1f} s after the start")
    toby.photo("Toby-is-back")
    return cleo


def _ended(looker: Process) -> None:
    wait_for(
        f"the end for {looker.name}",
        lambda: looker.last("end") or looker.last("trouble"),
        peers=[looker],
        seconds=PATIENCE_S,
    )


def _after_the_end(party: Party, players: Sequence[Person], bo: Person) -> None:
    """Compare everybody's record, byte by byte."""
    players[0].photo("result")
    bo.until("all of it checked", lambda now: any("Checked up to" in text for text in now["texts"]))
    bo.photo("large-result")
    bo.key("Escape")
    bo.photo("result-of-spectator")
    bo.press("Save or share")
    bo.key("Up", "Return")  # the last line of the menu: the record
    bo.until("where to", lambda now: now["top"] == "QFileDialog")
    bo.press("", "LineEdit")
    bo.key("ctrl+a")
    bo.write(str(party.record("Bo")))
    bo.photo("saves-the-record")
    bo.key("Return")
    wait_for("the record of the window that looked on", party.record("Bo").exists)
    table = str(party.lookers[0].last("end")["table"])  # type: ignore[index]
    for each in (*players, bo):
        each.close()
    for each in players:
        _export(party, each, table)
    names = [*(each.name for each in party.people), *(each.name for each in party.lookers)]
    records = {name: party.record(name).read_bytes() for name in names}
    if len(set(records.values())) != 1:
        raise NotSeen(f"not the same record: { {name: len(data) for name, data in records.items()} }")
    verdict = verify_record(records["Dag"])
    if verdict.problem or verdict.outcome is None:
        raise NotSeen(f"the record does not prove the game: {verdict.problem}")
    party.note(f"{len(names)} have the same record of {verdict.heights} steps, {verdict.proofs} proofs")
    for name in (*(each.name for each in party.people), *(each.name for each in party.lookers)):
        path = party.folder / f"{name}.txt"
        said = path.read_text() if path.exists() else ""
        if said:
            raise NotSeen(f"{name}'s program complained: {said[-800:]}")
    for looker in party.lookers:
        if looker.complaints:
            raise NotSeen(f"{looker.name}'s program complained: {looker.complaints[-800:]}")


def _export(party: Party, person: Person, table: str) -> None:
    subprocess.run(
        child_command("games", "export", table[:12], str(party.record(person.name))),
        cwd=REPO,
        env=child_environment(person.home),
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    play_party(Path(sys.argv[1]))
