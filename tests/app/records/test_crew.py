"""Several processes check a record: together they find what one finds, and one says it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import pytest

from app.keep.record_file import RecordFile, read_record_file, write_record_file
from app.records import crew
from app.records.crew import share_report, verify_together
from app.records.verify import Verdict, verify_record
from net.agreement.walk import Share
from net.wire.genesis import sign_genesis
from tests.support.catalogue import GAMES
from tests.support.hall import Hall

HEIGHTS = 14


@lru_cache(maxsize=1)
def beginning() -> bytes:
    """The first heights of a game: keys, shuffles, a deal."""
    table = Hall(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.seated[0].running.table.k >= HEIGHTS)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return write_record_file(RecordFile(body, sigs, table.seated[0].running.table.records[:HEIGHTS]))


def with_a_bit_turned(height: int) -> bytes:
    """The record with one bit of a height's last signature turned, and its file's own check made anew."""
    record = read_record_file(beginning())
    raw = bytearray(record.records[height - 1])
    raw[-1] ^= 1
    records = (*record.records[: height - 1], bytes(raw), *record.records[height:])
    body = write_record_file(RecordFile(record.genesis, record.sigs, records))[:-32]
    return body + hashlib.blake2b(body, digest_size=32, person=b"shoal1-file").digest()


def quiet(done: int, of: int) -> None:
    del done, of


@pytest.mark.parametrize("height", range(1, HEIGHTS + 1))
def test_each_height_is_checked_by_exactly_one_share(height: int) -> None:
    shares = [Share(part, 3) for part in range(3)]
    held = ["true" in share_report(with_a_bit_turned(height), share) for share in shares]

    assert held.count(False) == 1
    assert held.index(False) == height % 3


def test_a_record_that_holds_is_proven_by_all_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, alone = beginning(), verify_record(beginning())
    path = tmp_path / "game.shoal"
    path.write_bytes(data)
    shares: list[Share] = []

    def noted(data: bytes, *given: object, share: Share) -> Verdict:
        shares.append(share)
        return verify_record(data, share=share)

    monkeypatch.setattr(crew, "verify_record", noted)

    assert verify_together(path, data, quiet, crew=2) == alone
    assert shares == [Share(0, 2)]


@pytest.mark.parametrize("height", [5, 6])
def test_a_false_record_is_judged_as_by_one(tmp_path: Path, height: int) -> None:
    data = with_a_bit_turned(height)
    path = tmp_path / "game.shoal"
    path.write_bytes(data)

    assert verify_together(path, data, quiet, crew=2) == verify_record(data)
    assert verify_record(data).problem


def test_helpers_that_read_other_bytes_prove_nothing(tmp_path: Path) -> None:
    """The file is changed between our reading and theirs; ours is false where they would look."""
    path = tmp_path / "game.shoal"
    path.write_bytes(beginning())

    assert verify_together(path, with_a_bit_turned(5), quiet, crew=2).problem


def test_a_helper_that_cannot_be_had_is_done_without(tmp_path: Path) -> None:
    data = beginning()

    assert verify_together(tmp_path / "gone.shoal", data, quiet, crew=2) == verify_record(data)
