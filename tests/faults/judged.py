"""What must hold after every run, whatever was done to it: nothing here knows the story."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.keep.home import Home
from app.keep.journal import JournalFile
from app.keep.profile import own_identity
from app.records.verify import Verdict, verify_record
from tests.faults.company import Company, Member

SCALAR = 32
"""So many bytes of a kept key are secret; what follows is the nonce of its commitment, which is opened."""
MOST_KIB = 300 * 1024
"""More memory than any peer may ever hold."""


class Broken(AssertionError):
    """Something that must hold after a run does not."""


def secrets_of(member: Member) -> dict[str, bytes]:
    """The secrets that a dead peer has on its disk: the keys of its deals that are not finished."""
    identity, said = own_identity(Home(member.process.home)), member.process.last("started")
    assert identity is not None and said is not None
    with tempfile.TemporaryDirectory() as folder:  # of a copy: the dead peer's own files stay as they are
        for file in member.process.home.glob("journal.sqlite*"):
            shutil.copy(file, folder)
        copy = Path(folder) / member.journal.name
        with JournalFile(copy, identity, randomness=os.urandom, now=lambda: 0) as journal:
            return dict(journal.game(bytes.fromhex(str(said["table"]))).secrets())


def judge(company: Company) -> Verdict:
    """Raise `Broken` unless the table has survived; what its record proves."""
    stayed = [each for each in company.members if not each.is_for_good]
    ends = {(str(each.end["event"]), str(each.end.get("state"))) for each in stayed if each.end}
    _hold(len(ends) == 1 and {event for event, _ in ends} == {"end"}, f"different ends: {company.say()}")
    verdict = verify_record(one_record(stayed))
    _hold(verdict.problem == "", f"the record does not hold: {verdict.problem}")
    _hold(not verdict.charges and not verdict.proven, "somebody is said to have lied, and nobody has")
    for each in company.members:
        _hold(each.most_kib < MOST_KIB, f"seat {each.seat} held {each.most_kib // 1024} MiB")
        _hold(not _traceback(each), f"seat {each.seat} complains: {each.process.complaints[-500:]}")
    no_key_elsewhere(company)
    return verdict


def one_record(members: Sequence[Member]) -> bytes:
    """The record that all of these have."""
    records = {each.index: each.record.read_bytes() for each in members if each.record.exists()}
    _hold(len(records) == len(members), f"records of {sorted(records)} only")
    _hold(len({*records.values()}) == 1, f"different records of {sorted(records)}")
    return next(iter(records.values()))


def no_key_elsewhere(company: Company) -> None:
    """Nothing that a peer kept to itself is in a file of anybody else, however it came there; nor in its
    own where its deal is over."""
    for owner in company.members:
        for other in company.members:
            for file in _files(other) if owner.keys else ():
                data = file.read_bytes()
                found = [name for name, key in owner.keys.items() if key[:SCALAR] in data]
                is_own = other is owner and owner.is_for_good
                _hold(is_own or not found, f"{file} of seat {other.seat} has {found} of seat {owner.seat}")


def _files(member: Member) -> list[Path]:
    return [each for each in (*member.process.home.rglob("*"), member.record) if each.is_file()]


def _traceback(member: Member) -> bool:
    return "Traceback" in member.process.complaints


def _hold(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Broken(otherwise)
