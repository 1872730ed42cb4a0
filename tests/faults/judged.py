"""Invariants of every run, whatever the harm was: nothing here knows the story."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.records.verify import Verdict, verify_record
from tests.faults.company import Company, Member
from tests.faults.hidden import SCALAR, closed_faces, kept_in

MOST_KIB = 300 * 1024
"""Memory in KiB that no peer may ever exceed."""


class Broken(AssertionError):
    """Raised if an invariant does not hold after a run."""


def judge(company: Company) -> tuple[Verdict, int]:
    """Raise `Broken` unless the table has survived; return the verdict on its record, and the number of
    hidden faces for which all files were searched."""
    stayed = [each for each in company.members if not each.is_for_good]
    ends = {(str(each.end["event"]), str(each.end.get("state"))) for each in stayed if each.end}
    _hold(len(ends) == 1 and {event for event, _ in ends} == {"end"}, f"different ends: {company.say()}")
    record = one_record(stayed)
    verdict = verify_record(record)
    _hold(verdict.problem == "", f"the record does not hold: {verdict.problem}")
    _hold(not verdict.charges and not verdict.proven, "somebody is said to have lied, and nobody has")
    for each in company.members:
        _hold(each.most_kib < MOST_KIB, f"seat {each.seat} held {each.most_kib // 1024} MiB")
        _hold(not _traceback(each), f"seat {each.seat} complains: {each.process.complaints[-500:]}")
    no_key_elsewhere(company)
    return verdict, no_face_elsewhere(company, record)


def one_record(members: Sequence[Member]) -> bytes:
    """The record that all of these have; raises `Broken` if one is missing or two differ."""
    records = {each.index: each.record.read_bytes() for each in members if each.record.exists()}
    _hold(len(records) == len(members), f"records of {sorted(records)} only")
    _hold(len({*records.values()}) == 1, f"different records of {sorted(records)}")
    return next(iter(records.values()))


def no_key_elsewhere(company: Company) -> None:
    """Raise `Broken` if a key is in another's files, or still in its owner's, unless that never came back."""
    for owner in company.members:
        keys = {name: key[:SCALAR] for name, key in owner.keys.items()}
        for other in company.members:
            if other is not owner or not owner.is_for_good:
                _not_in_files(keys, owner, other)


def no_face_elsewhere(company: Company, record: bytes) -> int:
    """Raise `Broken` if a face that was dealt to one peer and never shown can be seen with anybody else's
    files; return the number of such faces."""
    faces = {
        owner.seat: closed_faces(owner.seat, owner.keys, record) for owner in company.members if owner.keys
    }
    for owner in company.members:
        for other in company.members:
            if other is not owner:
                _not_in_files(faces.get(owner.seat, {}), owner, other)
    return sum(map(len, faces.values()))


def _not_in_files(hidden: dict[str, bytes], owner: Member, other: Member) -> None:
    for file in _files(other) if hidden else ():
        data = kept_in(file)
        found = [name for name, secret in hidden.items() if secret in data]
        _hold(not found, f"{file} of seat {other.seat} has {found} of seat {owner.seat}")


def _files(member: Member) -> list[Path]:
    errors = (member.process.errors,) if member.process.errors is not None else ()
    return [each for each in (*member.process.home.rglob("*"), member.record, *errors) if each.is_file()]


def _traceback(member: Member) -> bool:
    return "Traceback" in member.process.complaints


def _hold(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Broken(otherwise)
