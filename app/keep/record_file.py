"""A game as one file: `shoal verify` and `shoal replay` need nothing else.

    "SHOAL RECORD" 12 bytes · version 2 bytes (1; 2 with opened hands)
    genesis: length 4 bytes, body · signatures: count 1 byte, 64 bytes each, by seat
    records: count 4 bytes, each: length 4 bytes, raw record, from height 1
    evidence: count 1 byte, each: length 4 bytes, raw envelope, rising
    opened hands, in version 2: count 1 byte, from 1, each: length 4 bytes, as signed, rising
    check: BLAKE2b-256 of everything before it

Numbers are big-endian. There is one spelling of every record, and the check makes any changed byte fail at
once and in words; the signatures inside *prove* the game. The evidence is the messages that were signed
where a fault stopped the table; the opened hands are cards that players let others see after the game (deck
6.15).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from app.keep.files import write_whole
from net.agreement.faults.evidence import EVIDENCE_MAX
from net.errors import LocalError, Malformed, TooLarge
from net.wire.envelope import ENVELOPE_MAX, SEATS_MAX
from net.wire.frame import HAND_MAX, RECORDS_BYTES_MAX
from net.wire.genesis import GENESIS_MAX
from net.wire.signing import SIGNATURE_BYTES

FILE_MAX: Final = 256 * 1024 * 1024
"""Bytes of the largest record: 1,300 heights, each as large as allowed."""
HEIGHTS_MAX: Final = 100_000
_MAGIC: Final = b"SHOAL RECORD"
_PLAIN, _WITH_HANDS = 1, 2
_CHECK_BYTES: Final = 32


class RecordFile(Struct, frozen=True):
    """A log as it was agreed: genesis body, one signature per seat, raw final records from height 1.

    `evidence` are the raw envelopes of a fault that stopped the table, `hands` the hands that players opened
    after the game; both in rising order of their bytes.
    """

    genesis: bytes
    sigs: tuple[bytes, ...]
    records: tuple[bytes, ...]
    evidence: tuple[bytes, ...] = ()
    hands: tuple[bytes, ...] = ()


def write_record_file(record: RecordFile) -> bytes:
    """Return the bytes of the file; raises `LocalError` for a record that no reader would accept."""
    if not 1 <= len(record.sigs) <= SEATS_MAX or len(record.records) > HEIGHTS_MAX:
        raise LocalError("a record with too many signatures or heights")
    version = _WITH_HANDS if record.hands else _PLAIN
    parts = [_MAGIC, version.to_bytes(2, "big"), _framed(record.genesis, GENESIS_MAX)]
    parts += [len(record.sigs).to_bytes(1, "big"), *record.sigs]
    if any(len(sig) != SIGNATURE_BYTES for sig in record.sigs):
        raise LocalError("a record with a signature of the wrong size")
    parts += [len(record.records).to_bytes(4, "big")]
    parts += [_framed(raw, RECORDS_BYTES_MAX) for raw in record.records]
    if len(record.evidence) > EVIDENCE_MAX or not _is_rising(record.evidence):
        raise LocalError("a record with too much evidence, or out of order")
    parts += [len(record.evidence).to_bytes(1, "big")]
    parts += [_framed(raw, ENVELOPE_MAX) for raw in record.evidence]
    if record.hands:
        if len(record.hands) > SEATS_MAX or not _is_rising(record.hands):
            raise LocalError("a record with too many opened hands, or out of order")
        parts += [len(record.hands).to_bytes(1, "big")]
        parts += [_framed(raw, HAND_MAX) for raw in record.hands]
    body = b"".join(parts)
    if len(body) + _CHECK_BYTES > FILE_MAX:
        raise LocalError("a record that is too large for a file")
    return body + _check(body)


def read_whole(path: Path) -> bytes:
    """Return the bytes of a file, but at most one more than a record can have; raises `OSError`."""
    with path.open("rb") as file:
        return file.read(FILE_MAX + 1)


def read_genesis(path: Path) -> bytes:
    """Return the genesis in a record file, unchecked; raises `Malformed` or `OSError`."""
    with path.open("rb") as file:
        return _begun(file.read(len(_MAGIC) + 6 + GENESIS_MAX))[0].framed(GENESIS_MAX)


def _begun(data: bytes) -> tuple[_Reader, int]:
    """Return a reader at the first byte after the version, and the version."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise Malformed("no-record", "this file is not a game saved by Shoal")
    reader = _Reader(data, len(_MAGIC))
    if (version := reader.number(2)) not in (_PLAIN, _WITH_HANDS):
        raise Malformed(
            "version", f"this game was saved by a newer Shoal (version {version}): update this one to open it"
        )
    return reader, version


def read_record_file(data: bytes) -> RecordFile:
    """Return the record in a file; raises `Malformed`, worded for the person who has the file. Only the shape
    is checked: `net.agreement.walk` checks the content."""
    if len(data) > FILE_MAX:
        raise TooLarge("too-large", f"this file is larger than any record ({FILE_MAX} bytes)")
    reader, version = _begun(data)
    if len(data) < _CHECK_BYTES or _check(data[:-_CHECK_BYTES]) != data[-_CHECK_BYTES:]:
        raise Malformed("damaged", "this record is damaged or cut off: its checksum does not match")
    genesis = reader.framed(GENESIS_MAX)
    sigs = tuple(reader.take(SIGNATURE_BYTES) for _ in range(reader.count(1, 1, SEATS_MAX)))
    records = tuple(reader.framed(RECORDS_BYTES_MAX) for _ in range(reader.count(4, 0, HEIGHTS_MAX)))
    evidence = tuple(reader.framed(ENVELOPE_MAX) for _ in range(reader.count(1, 0, EVIDENCE_MAX)))
    hands: tuple[bytes, ...] = ()
    if version == _WITH_HANDS:
        hands = tuple(reader.framed(HAND_MAX) for _ in range(reader.count(1, 1, SEATS_MAX)))
    if not _is_rising(evidence) or not _is_rising(hands):
        raise Malformed("order", "this record has evidence or hands out of order")
    reader.take(_CHECK_BYTES)
    reader.expect_end()
    return RecordFile(genesis, sigs, records, evidence, hands)


def save_record_file(path: Path, record: RecordFile) -> None:
    """Write the record to `path`, whole or not at all. Raises `DiskFull`."""
    write_whole(path, write_record_file(record))


class _Reader:
    """Takes fields from the front; raises `Malformed` if bytes are missing."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at

    def take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) != size:
            raise Malformed("cut-off", "this record is cut off")
        self._at += size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def count(self, size: int, least: int, most: int) -> int:
        number = self.number(size)
        if not least <= number <= most:
            raise Malformed("count", "this record has a count that is out of range")
        return number

    def framed(self, most: int) -> bytes:
        return self.take(self.count(4, 1, most))

    def expect_end(self) -> None:
        if self._at != len(self._data):
            raise Malformed("trailing", "this record has something after its end")


def _is_rising(parts: Sequence[bytes]) -> bool:
    return list(parts) == sorted(set(parts))


def _framed(part: bytes, most: int) -> bytes:
    if not 1 <= len(part) <= most:
        raise LocalError(f"a part of a record has {len(part)} bytes")
    return len(part).to_bytes(4, "big") + part


def _check(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECK_BYTES, person=b"shoal1-file").digest()
