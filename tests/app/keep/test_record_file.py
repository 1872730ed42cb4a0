"""The file of a game: any changed byte is found, and no file makes the reader work long."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.keep.record_file import (
    FILE_MAX,
    RecordFile,
    read_genesis,
    read_record_file,
    read_whole,
    save_record_file,
    write_record_file,
)
from net.agreement.faults.evidence import EVIDENCE_MAX
from net.errors import DiskFull, LocalError, Malformed, TooLarge
from net.wire.envelope import ENVELOPE_MAX, SEATS_MAX
from net.wire.frame import HAND_MAX, RECORDS_BYTES_MAX
from net.wire.genesis import GENESIS_MAX
from tests.support.values import replace

SMALL = RecordFile(b"genesis", (b"s" * 64, b"t" * 64), (b"one", b"two two"), (b"a sign", b"another"))
BYTES = write_record_file(SMALL)

records = st.builds(
    RecordFile,
    st.binary(min_size=1, max_size=50),
    st.lists(st.binary(min_size=64, max_size=64), min_size=1, max_size=8).map(tuple),
    st.lists(st.binary(min_size=1, max_size=30), max_size=5).map(tuple),
    st.sets(st.binary(min_size=1, max_size=30), max_size=EVIDENCE_MAX).map(lambda raws: tuple(sorted(raws))),
    st.sets(st.binary(min_size=1, max_size=30), max_size=SEATS_MAX).map(lambda raws: tuple(sorted(raws))),
)


def checked(body: bytes) -> bytes:
    """A file whose check is right, whatever is in it."""
    return body + hashlib.blake2b(body, digest_size=32, person=b"shoal1-file").digest()


@given(record=records)
def test_a_record_is_read_back(record: RecordFile) -> None:
    assert read_record_file(write_record_file(record)) == record


def test_the_beginning_of_a_record_file_never_changes() -> None:
    assert BYTES.startswith(b"SHOAL RECORD\0\1\0\0\0\7genesis\2" + b"s" * 64)
    assert hashlib.sha256(BYTES).hexdigest()[:16] == "40112d2bc0015e75"


def test_the_genesis_of_a_file_is_read_without_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "record"
    file.write_bytes(BYTES[:30])
    assert read_genesis(file) == b"genesis"
    for bad in (b"", b"no record of Shoal", BYTES[:20], BYTES[:15] + b"\xff" * 40):
        file.write_bytes(bad)
        with pytest.raises(Malformed):
            read_genesis(file)


def test_every_changed_bit_is_noticed() -> None:
    for at in range(len(BYTES) * 8):
        altered = bytearray(BYTES)
        altered[at // 8] ^= 1 << at % 8
        with pytest.raises(Malformed):
            read_record_file(bytes(altered))


def test_opened_hands_make_the_file_version_2_and_have_a_fixed_order() -> None:
    with_hands = replace(SMALL, hands=(b"a", b"b"))
    data = write_record_file(with_hands)
    assert data.startswith(b"SHOAL RECORD\0\2") and read_record_file(data) == with_hands

    for hands in ((b"b", b"a"), (b"a", b"a"), tuple(bytes([n]) for n in range(1, SEATS_MAX + 2))):
        with pytest.raises(LocalError):
            write_record_file(replace(SMALL, hands=hands))
    for body in (
        data[:-32].replace(b"\2\0\0\0\1a", b"\0\0\0\0\1a"),  # version 2 without any
        data[:-32].replace(b"\1a\0\0\0\1b", b"\1b\0\0\0\1a"),
        BYTES[:-32].replace(b"RECORD\0\1", b"RECORD\0\2"),
    ):
        with pytest.raises(Malformed):
            read_record_file(checked(body))


def test_every_cut_and_every_addition_is_noticed() -> None:
    for size in range(len(BYTES)):
        with pytest.raises(Malformed):
            read_record_file(BYTES[:size])
    with pytest.raises(Malformed):
        read_record_file(BYTES + b"\0")


HEAD = b"SHOAL RECORD\0\1"
GENESIS = b"\0\0\0\1g"
SIGS = b"\1" + bytes(64)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a game saved by Shoal"),
        (b"PK\3\4" + bytes(100), "not a game saved by Shoal"),
        (checked(b"SHOAL RECORD\0\3" + GENESIS + SIGS + bytes(4)), "version 3"),
        (HEAD + GENESIS + SIGS + bytes(4), "damaged or cut off"),
        (checked(HEAD + bytes(4) + SIGS + bytes(4)), "out of range"),
        (checked(HEAD + b"\xff\xff\xff\xffg" + SIGS + bytes(4)), "out of range"),
        (checked(HEAD + GENESIS + b"\0" + bytes(4)), "out of range"),
        (checked(HEAD + GENESIS + bytes([SEATS_MAX + 1]) + bytes(999)), "out of range"),
        (checked(HEAD + GENESIS + SIGS + b"\xff\xff\xff\xff"), "out of range"),
        (checked(HEAD + GENESIS + SIGS + b"\0\0\0\1" + b"\0\4\0\0"), "out of range|cut off"),
        (checked(HEAD + GENESIS + SIGS + b"\0\0\0\1" + bytes(4)), "out of range"),
        (checked(HEAD + GENESIS + SIGS + b"\0\1\0\0"), "cut off|out of range"),
        (checked(HEAD + GENESIS + b"\2" + bytes(64)), "cut off|out of range"),
        (checked(HEAD + GENESIS + SIGS + bytes(4)), "cut off|out of range"),
        (checked(HEAD + GENESIS + SIGS + bytes(5) + b"x"), "after its end"),
        (checked(HEAD + GENESIS + SIGS + bytes(4) + bytes([EVIDENCE_MAX + 1])), "out of range"),
        (checked(HEAD + GENESIS + SIGS + bytes(4) + b"\1" + bytes(4)), "out of range"),
        (checked(HEAD + GENESIS + SIGS + bytes(4) + b"\1" + b"\0\4\0\0"), "out of range"),
        (checked(HEAD + GENESIS + SIGS + bytes(4) + b"\2\0\0\0\1a\0\0\0\1a"), "hands out of order"),
        (checked(HEAD + GENESIS + SIGS + bytes(4) + b"\2\0\0\0\1b\0\0\0\1a"), "hands out of order"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_record_file(data)


def test_a_file_of_the_largest_size_is_written_and_read_and_a_larger_one_is_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert FILE_MAX == 256 * 2**20  # 1,300 of the largest heights
    monkeypatch.setattr("app.keep.record_file.FILE_MAX", len(BYTES))
    file = tmp_path / "game.shoal"
    file.write_bytes(BYTES + b"and more")
    assert write_record_file(SMALL) == BYTES and read_record_file(BYTES) == SMALL
    assert len(read_whole(file)) == len(BYTES) + 1, "enough to see that it is too large"

    monkeypatch.setattr("app.keep.record_file.FILE_MAX", len(BYTES) - 1)
    with pytest.raises(LocalError, match="too large"):
        write_record_file(SMALL)
    with pytest.raises(TooLarge):
        read_record_file(BYTES)


@pytest.mark.parametrize(
    "record",
    [
        RecordFile(b"", SMALL.sigs, ()),
        RecordFile(bytes(9000), SMALL.sigs, ()),
        RecordFile(b"g", (), ()),
        RecordFile(b"g", (b"s" * 64,) * (SEATS_MAX + 1), ()),
        RecordFile(b"g", (b"s" * 63,), ()),
        RecordFile(b"g", SMALL.sigs, (b"",)),
        RecordFile(b"g", SMALL.sigs, (bytes(200 * 1024 + 1),)),
        RecordFile(b"g", SMALL.sigs, (b"x",) * 100_001),
        RecordFile(b"g", SMALL.sigs, (), (b"",)),
        RecordFile(b"g", SMALL.sigs, (), (bytes(ENVELOPE_MAX + 1),)),
        RecordFile(b"g", SMALL.sigs, (), (b"b", b"a")),
        RecordFile(b"g", SMALL.sigs, (), tuple(bytes([at]) for at in range(EVIDENCE_MAX + 1))),
    ],
)
def test_a_record_that_readers_would_refuse_is_not_written(record: RecordFile) -> None:
    with pytest.raises(LocalError):
        write_record_file(record)


@pytest.mark.parametrize(
    "record",
    [
        RecordFile(b"g", (b"s" * 64,), ()),
        RecordFile(b"g", (b"s" * 64,) * SEATS_MAX, (b"x",)),
        RecordFile(bytes(GENESIS_MAX), (b"s" * 64,), ()),
        RecordFile(b"g", SMALL.sigs, (bytes(RECORDS_BYTES_MAX), b"x")),
        RecordFile(b"g", SMALL.sigs, (), (bytes(ENVELOPE_MAX),)),
        RecordFile(b"g", SMALL.sigs, (), tuple(bytes([at]) for at in range(EVIDENCE_MAX))),
        RecordFile(b"g", SMALL.sigs, (), (), tuple(bytes([at]) for at in range(SEATS_MAX))),
        RecordFile(b"g", SMALL.sigs, (), (), (bytes(HAND_MAX),)),
    ],
)
def test_the_largest_and_the_smallest_record_are_kept(tmp_path: Path, record: RecordFile) -> None:
    path = tmp_path / "game.shoal"
    save_record_file(path, record)

    assert read_record_file(read_whole(path)) == record
    assert read_genesis(path) == record.genesis


def test_a_record_of_a_hundred_thousand_heights_is_written_and_impossible_hands_are_not() -> None:
    most = RecordFile(b"g", SMALL.sigs, (b"x",) * 100_000)

    assert read_record_file(write_record_file(most)) == most
    for hands in ((b"",), (bytes(HAND_MAX + 1),)):
        with pytest.raises(LocalError):
            write_record_file(replace(SMALL, hands=hands))


def test_a_saved_file_is_complete_and_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "game.shoal"
    path.write_bytes(b"older")
    save_record_file(path, SMALL)

    assert read_record_file(path.read_bytes()) == SMALL
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_does_not_change_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.shoal"
    path.write_bytes(b"older")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull, match="No space left"):
        save_record_file(path, SMALL)
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_reported_in_words(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="cannot write"):
        save_record_file(tmp_path / "none" / "game.shoal", SMALL)
