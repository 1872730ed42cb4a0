"""A demo from beginning to end: a whole game between bots, each a process of its own.

The parent starts one peer that hosts and the others that join by its invitation, shows their progress, and
compares their reports at the end. With `--spectators` half of them come at the start, the others later; each
must end with the host's record, byte for byte. With `--quit` and `--kill` peers leave on the way, and perhaps
come back; the demo prints what the others decided, and the records of all who stayed must be equal and valid.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from pathlib import Path

from app.games.catalogue import catalogue
from app.records.changes import change_text
from app.records.verify import verify_record
from app.table.children import bot_name
from app.table.missing.clocks import HURRY_S
from app.workshop.demo.mishaps import Mishap, MishapKind, happened_text
from app.workshop.demo.peers import Child, Children, Line
from net.wire.genesis import Absent, Policy

STAGES = {
    "commit": "key commitments",
    "open": "key openings",
    "split": "keys split",
    "vouch": "parts of keys",
    "coin": "joint numbers",
    "part": "leavers' locks",
    "mix": "shuffles",
    "shares": "shares of cards",
    "choose": "choices of several at once",
    "reveal": "these choices opened",
    "arrange": "cards laid by one seat",
    "move": "moves",
    "waiting": "  until they are chosen and sent",
    "carrying": "moves that also prepare the next deal",
    "waiting-carrying": "  until both are made and sent",
}
"""Names of the stages of `net.seat.tally`, in the order of the printed table."""
LATE_S = 12.0
"""Seconds without news after which a killed peer, if only its report is missing, is too late."""
SILENT_S = 120.0
WAIT_S = 10.0
"""Seconds after the question how to continue at which nothing more can happen automatically."""
DIFFERENT = "A spectator's record differs from the host's: this is a fault of Shoal."
WAITING = (
    "The others were asked how to continue, and chose to wait. They close the table; you can continue it "
    "later."
)


class Demo:
    """The processes of one demo, their reports, and their mishaps."""

    def __init__(
        self,
        home: Path,
        args: argparse.Namespace,
        peers_and_seats: tuple[int, int],
        *,
        agreed: tuple[str, ...],
        policy: Policy,
        mishaps: tuple[Mishap, ...],
    ) -> None:
        self._args = args
        self._peers, self._seats = peers_and_seats
        self._agreed = agreed
        self._policy = policy
        self._to_come = list(mishaps)
        self._for_good: set[int] = set()
        """Seats whose players never come back."""
        self._killed: set[int] = set()
        """Seats whose killed players were to come back."""
        self._late_ones: set[int] = set()
        """Seats whose players have let their time run out."""
        self._told: list[str] = []
        """Sentences about mishaps, decisions and events, each once; printed unless the output is JSON."""
        self._children = Children(home)
        self._invitation = ""
        self._spectators = 0
        self._heard_at = time.monotonic()
        self._shown = 0.0
        self._closes = False

    def play(self) -> None:
        """Start the host, then the others, and listen until all have reported."""
        self._children.start(
            "host",
            self._args.game,
            "--no-window",
            "--seats",
            str(self._seats),
            *self._agreed,
            "--bots",
            str(self._seats - self._peers),
            "--play",
            self._args.level,
            "--leash",
            name=bot_name(0),
            record=self._args.record,
        )
        while self._spectators < self._args.spectators or any(not each.report for each in self._children.all):
            found = self._children.hear(1.0)
            self._bring_back()
            if found is not None:
                self._heard_at = time.monotonic()
                self._heard(*found)
            elif self._is_waiting:
                self._close(WAITING)
            elif time.monotonic() - self._heard_at > LATE_S and (late := self._late):
                self._miss(late)
            elif time.monotonic() - self._heard_at > SILENT_S:
                raise SystemExit("the peers have fallen silent; this is a fault of Shoal")

    def end(self) -> None:
        """End every process."""
        self._children.end()

    def report(self, seconds: float) -> int:
        """Print the result; return 0 if the peers that stayed agree and their records hold, otherwise 1."""
        stayed = [each for each in self._players if each.seat not in self._for_good]
        ends = {str(each.report.get("state")) for each in stayed}
        good = len(ends) == 1 and all(each.report.get("event") == "end" for each in stayed)
        watched = [each for each in self._children.all if not each.is_player]
        compared = [*(stayed if self._told else stayed[:1]), *watched]
        same = good and len({_bytes(each.record) for each in compared}) == 1
        holds, changes = self._verified(stayed[0].record) if self._told else (True, ())
        if self._args.record is not None and stayed[0].record != self._args.record:
            shutil.copyfile(stayed[0].record, self._args.record)
        good_to_the_end = same and holds
        # The times of a peer that was killed begin where it came back.
        whole = next((each.report for each in stayed if each.seat not in self._killed), stayed[0].report)
        around = seconds - sum(dict(whole.get("seconds", {})).values())  # type: ignore[call-overload]
        if self._args.json:
            said = {
                "same_end": good,
                "same_records": same,
                "holds": holds,
                "told": self._told,
                "changes": changes,
                "seconds": round(seconds, 2),
                "starting_and_stopping": round(around, 2),
                "peers": [each.report for each in self._children.all],
            }
            print(json.dumps(said))
            return 0 if good_to_the_end else 1
        if not good:
            for each in self._children.all:
                print(each.report.get("text", "a peer ended without a word"))
            for raised in dict.fromkeys(str(each.report.get("traceback", "")) for each in self._children.all):
                print(raised, end="")
            print("The peers did not end with the same result.")
            return 1
        self._print(whole, seconds=seconds, around=around)
        for line in self._compared(len(stayed), len(watched), same=same, holds=holds, changes=changes):
            print(line)
        return 0 if good_to_the_end else 1

    # -- reports of the peers ---------------------------------------------------------------

    def _heard(self, child: Child, said: Line) -> None:
        event = said["event"]
        if event == "invitation":
            self._invite(str(said["text"]))
        elif event == "started" and child.is_player:
            child.seat, child.table = int(str(said["seat"])), str(said["table"])
        elif event == "height":
            self._show(said)
            self._happen(child, int(str(said["k"])))
            if child is self._children.all[0] and self._spectators < self._args.spectators:
                self._watch()
        elif event in ("decided", "adjourned", "left"):
            if child.seat not in list(said.get("seats", ())):  # type: ignore[call-overload]
                self._tell(str(said["text"]))  # the others' reports give the name
        elif event in ("end", "trouble", "gone") and not child.report and child.back_at is None:
            child.report = said
            if child is self._children.all[0]:
                self._args.spectators = self._spectators  # later spectators would be too late
            if "traceback" in said and not self._closes:
                self._close(f"{child.name}'s program has failed: the others close the table.")

    def _invite(self, invitation: str) -> None:
        if self._invitation:
            return  # a host that came back
        self._invitation = invitation
        for index in range(1, self._peers):
            words = ("bot", invitation, "--level", self._args.level, "--leash")
            self._children.start(*words, name=bot_name(index))
        for _ in range((self._args.spectators + 1) // 2):  # the rest come while the game is played
            self._watch()

    def _watch(self) -> None:
        """Start one more spectator."""
        self._spectators += 1
        words = ("watch", self._invitation, "--no-window")
        self._children.start(*words, name=f"Spectator {self._spectators}", is_player=False)

    # -- mishaps ----------------------------------------------------------------------------

    def _happen(self, child: Child, k: int) -> None:
        """Cause the mishaps that are due at this peer's height."""
        due = [each for each in self._to_come if each.seat == child.seat and each.k <= k]
        if not due or child.back_at is not None or not child.is_player:
            return
        mishap = due[0]
        self._to_come.remove(mishap)
        self._tell(happened_text(mishap, child.name, k))
        if mishap.is_for_good:
            self._for_good.add(mishap.seat)
        if mishap.kind is MishapKind.LATE:
            self._late_ones.add(mishap.seat)
            self._children.hold_up(child)
            return
        if mishap.kind is MishapKind.QUIT:
            self._children.dismiss(child)
            return
        if mishap.back_s is None:
            child.report = {"event": "killed", "text": f"{child.name} was killed"}
        else:
            child.back_at = time.monotonic() + mishap.back_s
            self._killed.add(mishap.seat)
        self._children.kill(child)

    def _bring_back(self) -> None:
        """Start killed peers again when it is time."""
        for child in self._children.all:
            if child.back_at is not None and time.monotonic() >= child.back_at:
                self._tell(f"{child.name} starts again")
                self._children.start_again(
                    child, "continue", child.table, "--play", self._args.level, "--leash"
                )

    @property
    def _is_waiting(self) -> bool:
        """True if nothing but waiting is left: for a player who never comes back or whose time is over."""
        quiet = time.monotonic() - self._heard_at
        waits = bool(self._for_good) and self._policy.absent is Absent.WAIT
        asked_s = max(self._policy.gone_after_s, self._policy.move_limit_s + HURRY_S)
        return (waits or bool(self._late_ones)) and quiet > asked_s + WAIT_S and not self._closes

    @property
    def _late(self) -> Child | None:
        """The killed peer, if the demo waits only for it; otherwise None."""
        out = [each for each in self._players if not each.report]
        return out[0] if len(out) == 1 and out[0].seat in self._killed else None

    def _miss(self, child: Child) -> None:
        """Give up a peer whose table has closed."""
        self._tell(f"The game was over before {child.name} was back")
        child.back_at, child.report = None, {"event": "late", "text": f"{child.name} came too late"}
        if child.seat is not None:
            self._for_good.add(child.seat)
        self._children.kill(child)

    def _close(self, text: str) -> None:
        self._closes = True
        self._tell(text)
        for child in self._children.all:
            self._children.drop(child)

    def _tell(self, text: str) -> None:
        if text in self._told:
            return  # another peer has reported it
        self._told.append(text)
        if not self._args.json:
            self._clear()
            print(text, flush=True)

    # -- result -----------------------------------------------------------------------------

    @property
    def _players(self) -> list[Child]:
        return [each for each in self._children.all if each.is_player]

    def _verified(self, record: Path) -> tuple[bool, tuple[str, ...]]:
        """Return True if a record is valid, and the absences in it as sentences."""
        verdict = verify_record(_bytes(record))
        names = [player.nick for player in verdict.genesis.players] if verdict.genesis else []
        return not verdict.problem, tuple(
            filter(None, (change_text(each, names) for each in verdict.changes))
        )

    def _compared(
        self, stayed: int, watched: int, *, same: bool, holds: bool, changes: tuple[str, ...]
    ) -> list[str]:
        lines = list(changes)
        if self._told:
            equal = "are equal, byte for byte" if same else "are NOT equal: this is a fault of Shoal"
            lines.append(f"The records of the {stayed} players who stayed {equal}.")
            valid = "The record is valid." if holds else "The record is NOT valid: this is a fault of Shoal."
            lines.append(valid)
        elif watched:
            lines.append(f"{_those(watched)} with the host's record, byte for byte." if same else DIFFERENT)
        return lines

    def _show(self, said: Line) -> None:
        if not self._args.json and sys.stderr.isatty() and time.monotonic() - self._shown >= 1.0:
            self._shown = time.monotonic()
            print(f"\r{said['text']}".ljust(78), end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if sys.stderr.isatty():
            print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)

    def _print(self, report: Line, *, seconds: float, around: float) -> None:
        entry = catalogue().named(self._args.game)
        names = [str(name) for name in list(report["players"])]  # type: ignore[call-overload]
        self._clear()
        state, is_ended = entry.rules.parse_state(str(report["state"])), bool(report["ended"])
        print(entry.result(state, names, is_ended=is_ended))
        print(
            f"\n{self._seats} processes, {report['heights']} rounds of the log; "
            f"each checked {report['proofs']} proofs of the others."
        )
        spent, rounds = dict(report["seconds"]), dict(report["rounds"])  # type: ignore[call-overload]
        for stage, words in STAGES.items():
            if stage in spent:
                count = f"{rounds[stage]:5} rounds" if stage in rounds else ""
                print(f"  {words:44} {count:12} {spent[stage]:7.2f} s")
        print(f"  {'starting and stopping the processes':44} {'':12} {around:7.2f} s")
        print(f"  {'in all':44} {'':12} {seconds:7.2f} s")
        if self._args.record is not None:
            print(f"The record is in {self._args.record}. To check it: shoal verify {self._args.record}")


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _those(spectators: int) -> str:
    return "One spectator ended" if spectators == 1 else f"All {spectators} spectators ended"
