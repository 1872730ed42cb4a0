"""A saved record carries the evidence that stopped its table; `shoal verify` needs nothing but the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep.record_file import RecordFile, write_record_file
from app.records.recordings import recording_of
from app.records.verify import verify_record
from net.agreement.effects import FaultReason
from net.machine import Choice, TableView, Why
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.wire.bodies import Ack, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.simulated_table import Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

CHEAT = 1


def plump(seats: int) -> SimulatedTable:
    return SimulatedTable(GAMES["plump"], seats, {"length": "short"})


def until_stopped(table: SimulatedTable) -> SimulatedTable:
    assert table.run(lambda: table.stopped(CHEAT))
    return table


def illegal_bid() -> SimulatedTable:
    """The cheat makes a bid that nobody may make."""

    def lie(seated: Seated, pay: bytes) -> bytes:
        payload = read_payload(seated.seat, pay)
        return pay if payload.kind is not StepKind.MOVE else pay.replace(payload.text.encode(), b"bid 9")

    table = plump(3)
    table.seated[CHEAT].forge = lie
    return until_stopped(table)


def false_proof() -> SimulatedTable:
    """The cheat's shuffle is not the one that its proof speaks of."""

    def lie(seated: Seated, pay: bytes) -> bytes:
        payload = read_payload(seated.seat, pay)
        return pay if payload.kind is not StepKind.MIX else pay[:-3] + bytes([pay[-3] ^ 1]) + pay[-2:]

    table = plump(3)
    table.seated[CHEAT].forge = lie
    return until_stopped(table)


def two_entries() -> SimulatedTable:
    """The cheat signs one commitment for one player and another for the next."""
    table = plump(3)
    table.play_until(StepKind.COMMIT)
    for to, commitment in ((0, bytes(32)), (2, bytes([1]) * 32)):
        pay = write_payload(Payload(StepKind.COMMIT, data=commitment))
        table.send(CHEAT, to, table.sign_entry(CHEAT, pay))
    return until_stopped(table)


def lying_acks(table: SimulatedTable, *, since: int) -> SimulatedTable:
    """The cheat acknowledges a position that the rules do not give, to everybody."""
    honest = table.send

    def send(sender: int, to: int, frame: bytes) -> None:
        opened = parse_frame(frame)
        if sender == CHEAT and opened.t == Kind.ENV:
            envelope = open_envelope(opened.b)
            body = parse_body(envelope.body)
            if envelope.seat == CHEAT and isinstance(body, Ack) and body.k >= since:
                lie = seal(CHEAT, replace(body, st=bytes(32)).encode(), table.seated[CHEAT].identity)
                frame = Frame(Kind.ENV, lie.raw).encode()
        honest(sender, to, frame)

    table.send = send  # type: ignore[method-assign]
    return until_stopped(table)


STOPS: dict[str, tuple[Callable[[], SimulatedTable], FaultReason, str]] = {
    "an illegal move": (illegal_bid, FaultReason.ILLEGAL, "that the rules of the table do not allow"),
    "a false proof": (false_proof, FaultReason.ILLEGAL, "that the rules of the table do not allow"),
    "two messages": (two_entries, FaultReason.EQUIVOCATION, "two different messages for the same moment"),
    "a false position": (
        lambda: lying_acks(plump(3), since=5),
        FaultReason.FALSE_STATE,
        "a position at step 5 that does not follow from the rules",
    ),
    "a false position between two": (
        lambda: lying_acks(plump(2), since=4),
        FaultReason.FALSE_STATE,
        "a position at step 4 that does not follow from the rules",
    ),
}


@cache
def stopped(name: str) -> RecordFile:
    return saved(STOPS[name][0](), 0)


@pytest.mark.parametrize("name", STOPS)
def test_verify_names_the_seat_that_is_proven_to_have_stopped_the_table_first(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, deed, words = STOPS[name]
    file = tmp_path / "game.shoal"
    file.write_bytes(write_record_file(stopped(name)))

    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("It is proven that seat 1") and words in lines[0]
    assert lines[-1].startswith("The record is valid: ")
    assert main(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (charge,) = found["charges"]
    assert (charge["seat"], charge["deed"]) == (CHEAT, deed)
    assert found["holds"] and found["evidence_messages"] == len(stopped(name).evidence)
    assert main(["replay", "--no-window", str(file)]) == 0
    assert lines[0] in capsys.readouterr().out
    assert recording_of(file.read_bytes()).verdict.startswith(lines[0])


def lie_to_one() -> SimulatedTable:
    """The cheat acknowledges a false position to one player, and the true one to the next to move."""
    table = plump(3)
    honest = table.send

    def send(sender: int, to: int, frame: bytes) -> None:
        opened = parse_frame(frame)
        if sender == CHEAT and to == 0 and opened.t == Kind.ENV:
            envelope = open_envelope(opened.b)
            body = parse_body(envelope.body)
            if envelope.seat == CHEAT and isinstance(body, Ack) and body.k >= 5:
                lie = seal(CHEAT, replace(body, st=bytes(32)).encode(), table.seated[CHEAT].identity)
                frame = Frame(Kind.ENV, lie.raw).encode()
        honest(sender, to, frame)

    table.send = send  # type: ignore[method-assign]
    return until_stopped(table)


GONE_ON = {name: STOPS[name][0] for name in STOPS if name != "a false position between two"} | {
    "a false position to one": lie_to_one
}


@pytest.mark.parametrize("name", GONE_ON)
def test_after_the_others_have_gone_on_both_their_records_still_name_who_lied(name: str) -> None:
    table = GONE_ON[name]()
    table.kill(table.seated[CHEAT])
    view = TableView((0, 2), Choice.LEAVE_OUT, Why.PROVEN)
    for each in (table.seated[0], table.seated[2]):
        each.running.vote(view, table.time(each.seat))
    k = table.seated[0].running.table.log.k
    assert table.run(lambda: all(table.seated[seat].running.table.log.k >= k + 6 for seat in (0, 2)))
    heights = min(table.seated[seat].running.table.log.k for seat in (0, 2))
    one, two = (saved(table, seat) for seat in (0, 2))

    for record in (one, two):
        verdict = verify_record(write_record_file(record))
        assert verdict.problem == ""
        assert {charge.seat for charge in verdict.charges} == {CHEAT}
    assert one.records[:heights] == two.records[:heights]
    assert one.evidence == two.evidence


@pytest.mark.parametrize("name", STOPS)
def test_nobody_is_blamed_by_changed_evidence(name: str) -> None:
    """A bit in every 7th byte of every message, by somebody who mends the file's check."""
    record = stopped(name)
    small = [at for at, raw in enumerate(record.evidence) if len(raw) < 3000]
    for at in small or [0]:
        raw = record.evidence[at]
        for byte in range(at % 7, len(raw), 7 if small else 997):
            changed = bytearray(raw)
            changed[byte] ^= 1 << byte % 8
            rest = (*record.evidence[:at], *record.evidence[at + 1 :])
            verdict = verify_record(
                write_record_file(replace(record, evidence=tuple(sorted((*rest, bytes(changed))))))
            )

            assert verdict.problem and verdict.blamed is None and verdict.charges == ()


def test_evidence_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.shoal"
    other = SimulatedTable(GAMES["plump"], 3, {"length": "short"}, seed=2)
    mixed = replace(saved(other, 0), evidence=stopped("an illegal move").evidence)
    file.write_bytes(write_record_file(mixed))

    assert main(["verify", str(file)]) == 1
    text = capsys.readouterr().out
    assert "In the evidence: a message of another game" in text and "nobody is named" in text


def test_signed_messages_that_prove_nothing_are_reported_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The framer shows what honest players really signed, cut out of the record itself."""
    record = stopped("an illegal move")
    file = tmp_path / "game.shoal"
    table = plump(3)
    table.play_until(StepKind.OPEN)
    whole = saved(table, 0)
    honest = [envelope.raw for raw in whole.records for envelope in parse_record(raw).acks]
    file.write_bytes(write_record_file(replace(whole, evidence=tuple(sorted(honest)))))

    assert main(["verify", str(file)]) == 0
    text = capsys.readouterr().out
    assert f"carries {len(honest)} signed messages as evidence" in text
    assert "prove nothing against anybody" in text and "It is proven" not in text
    cut = replace(record, records=record.records[:-1])  # the illegal move is of a later step now
    assert verify_record(write_record_file(cut)).charges == ()
