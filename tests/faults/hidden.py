"""Secrets of a player: its keys, and the last shares of its closed cards.

A card that was dealt to one seat has the shares of all others in the log: a person with the last share, 33
bytes, sees the face. So these bytes stand for the face wherever files are searched, as long as the log itself
does not have them, which it has from the moment at which the card is played or shown.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app.keep.home import Home
from app.keep.journal import JournalFile
from app.keep.profile import own_identity
from app.keep.record_file import RecordFile, read_record_file
from app.table.agreed import machine_of
from net.agreement.walk import NOTHING, walk
from net.deck.keys import KeySecret
from net.deck.shares import own_share
from net.lobby.identity import verify
from net.seat.replica import Replica
from net.wire.genesis import parse_genesis
from rules.api import Seat
from tests.faults.company import Member

SCALAR = 32
"""Number of secret bytes of a kept key; the nonce of its commitment follows, which is opened."""


def secrets_of(member: Member) -> dict[str, bytes]:
    """The secrets that a peer has on its disk now: the keys of its deals that are not finished."""
    identity, said = own_identity(Home(member.process.home)), member.process.last("started")
    assert identity is not None and said is not None
    with tempfile.TemporaryDirectory() as folder:  # a copy is read: the peer's own files stay as they are
        copy = Path(folder) / member.journal.name
        if member.is_running:
            with (
                closing(sqlite3.connect(f"file:{member.journal}?mode=ro", uri=True)) as file,
                closing(sqlite3.connect(copy)) as target,
            ):
                file.backup(target)
        else:
            for each in member.process.home.glob("journal.sqlite*"):
                shutil.copy(each, folder)
        with JournalFile(copy, identity, randomness=os.urandom, now=lambda: 0) as journal:
            return dict(journal.game(bytes.fromhex(str(said["table"]))).secrets())


def closed_faces(seat: int, keys: dict[str, bytes], record: bytes) -> dict[str, bytes]:
    """The last shares of cards that were dealt to only one seat, under these keys, and that nobody else has
    seen in a record that holds; by deal and slot."""
    file = read_record_file(record)
    found: dict[str, bytes] = {}
    seen: set[str] = set()
    for machine in _machines(file):
        deal = machine.deal
        if (key := keys.get(deal.table.hex())) is None or deal.keys is None:
            continue
        for slot, card in deal.cards.items():
            name = f"deal {deal.number}, slot {slot}, {bytes(card.cipher.a).hex()[:8]}"
            if Seat(seat) in card.shares:
                seen.add(name)
            elif card.viewers == {seat} and name not in found:
                found[name] = bytes(own_share(KeySecret.from_bytes(key), card.cipher, os.urandom))
    log = b"".join(file.records)
    return {name: share for name, share in found.items() if name not in seen and share not in log}


def kept_in(file: Path) -> bytes:
    """The bytes of a file; of a database its values too, each in one piece."""
    data = file.read_bytes()
    if not data.startswith(b"SQLite format 3"):
        return data
    with tempfile.TemporaryDirectory() as folder:
        for each in file.parent.glob(f"{file.name}*"):
            shutil.copy(each, folder)
        with closing(sqlite3.connect(Path(folder) / file.name)) as base:
            return b"\n".join((data, *_values(base)))


def _values(base: sqlite3.Connection) -> Iterator[bytes]:
    for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in base.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  (names out of the file itself)
            yield from (each if isinstance(each, bytes) else str(each).encode() for each in row)


def _machines(file: RecordFile) -> Iterator[Replica]:
    start = machine_of(parse_genesis(file.genesis))
    for step in walk(file.genesis, file.sigs, file.records, machine=start, verify=verify, checked=NOTHING):
        assert isinstance(step.machine, Replica)
        yield step.machine
