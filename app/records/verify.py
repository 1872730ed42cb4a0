"""`shoal verify`: check a finished game from nothing but its file."""

from __future__ import annotations

from dataclasses import dataclass

from app.keep.record_file import RecordFile, read_record_file
from app.records.recording import Progress
from app.table.agreed import machine_of
from net.agreement.walk import BadRecord, walk
from net.errors import PeerError
from net.lobby.identity import verify
from net.seat.replica import Replica
from net.wire.genesis import Genesis, parse_genesis
from rules.api import Event, Outcome, State


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record proves. `problem` is "" when everything in it holds; then `state` is its end.

    `heights` are the rounds that were checked, `proofs` the proofs of the deck among them,
    `events` what happened, by height.
    """

    heights: int
    proofs: int
    genesis: Genesis | None = None
    state: State | None = None
    events: tuple[tuple[int, Event], ...] = ()
    problem: str = ""
    blamed: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """The result; None when the game is not over or the record does not hold."""
        return None if self.state is None else self.state.outcome()


def verify_record(data: bytes, progress: Progress = lambda done, of: None) -> Verdict:
    """Check everything in a record: signatures, hash links, every proof, every rule.

    Never raises for anything that a file can hold.
    """
    try:
        record = read_record_file(data)
        genesis = parse_genesis(record.genesis)
        machine = machine_of(genesis)
    except PeerError as why:
        return Verdict(0, 0, problem=why.text)
    return _walked(record, genesis, machine, progress)


def _walked(record: RecordFile, genesis: Genesis, machine: Replica, progress: Progress) -> Verdict:
    heights, proofs = 0, 0
    events: list[tuple[int, Event]] = []
    try:
        for step in walk(record.genesis, record.sigs, record.records, machine=machine, verify=verify):
            proofs += sum(machine.proofs(entry.seat, entry.pay) for entry in step.entries)
            if not isinstance(step.machine, Replica):
                raise AssertionError("a game's log gives a replica")
            machine, heights = step.machine, step.place.k
            events += ((heights, event) for event in machine.happened)
            progress(heights, len(record.records))
    except BadRecord as why:
        blamed = "" if why.seat is None else genesis.players[why.seat].nick
        return Verdict(heights, proofs, genesis, problem=f"at height {why.k}: {why.text}", blamed=blamed)
    return Verdict(heights, proofs, genesis, machine.state, tuple(events))
