"""A record that grows is checked as it comes, each height once; the first fault ends that."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep.record_file import RecordFile, write_record_file
from app.records.growing_record import GrowingRecord
from app.records.verify import verify_record
from net.machine import Place
from net.seat.replica import Replica
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable, saved

pytestmark = pytest.mark.usefixtures("open_group")


@lru_cache(maxsize=1)
def whole() -> RecordFile:
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.is_over)
    return saved(table, 0)


def cut(heights: int, *, is_spoilt: bool = False) -> bytes:
    """The beginning of a record, perhaps with a bit of its last height changed."""
    record = whole()
    records = list(record.records[:heights])
    if is_spoilt:
        last = bytearray(records[-1])
        last[-5] ^= 1
        records[-1] = bytes(last)
    return write_record_file(RecordFile(record.genesis, record.sigs, tuple(records)))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Count the entries judged at each height, from here on."""
    whole()
    heights: Counter[int] = Counter()
    check = Replica.check

    def noted(self: Replica, place: Place, seat: int, pay: bytes) -> None:
        heights[place.k] += 1
        check(self, place, seat, pay)

    monkeypatch.setattr(Replica, "check", noted)
    return heights


def test_each_height_is_checked_once(judged: Counter[int]) -> None:
    all_heights = len(whole().records)
    verdict = verify_record(cut(all_heights))
    once, growing = Counter(judged), GrowingRecord()
    judged.clear()
    for heights, new in ((0, 0), (7, 7), (12, 5), (all_heights, all_heights - 12)):
        grown = growing.look(cut(heights))
        assert grown is not None
        assert (grown.heights, grown.new) == (heights, new)
        assert growing.look(cut(heights)) is None
        assert grown.verdict == (verdict if heights == all_heights else None)

    assert judged == once and len(once) == all_heights


def test_an_invalid_height_ends_the_check_with_the_words_of_a_full_check() -> None:
    growing = GrowingRecord()
    assert growing.look(cut(8)) is not None
    grown = growing.look(cut(9, is_spoilt=True))

    assert grown is not None and grown.verdict is not None
    assert grown.verdict == verify_record(cut(9, is_spoilt=True)) and grown.verdict.problem


def test_a_file_with_another_beginning_is_checked_from_its_start() -> None:
    growing = GrowingRecord()
    growing.look(cut(9))
    shorter = growing.look(cut(4))

    assert shorter is not None and (shorter.heights, shorter.new) == (4, 4)


def test_a_file_that_is_no_record_is_reported() -> None:
    grown = GrowingRecord().look(b"something else")

    assert grown is not None and grown.verdict is not None and not grown.verdict.is_judged
    assert (grown.heights, grown.new) == (0, 0)


def test_the_command_follows_a_file_to_the_end_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, sizes = tmp_path / "game.shoal", iter((9, len(whole().records)))
    path.write_bytes(cut(5))
    monkeypatch.setattr("time.sleep", lambda _: path.write_bytes(cut(next(sizes))))

    assert main(["verify", str(path), "--watch"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["5 steps checked, 5 of them new.", "9 steps checked, 4 of them new."]
    assert "The record is valid" in "".join(lines)


@pytest.mark.parametrize(("words", "said"), [((), ["5 steps checked, 5 of them new."]), (("--json",), [])])
def test_interrupting_the_command_that_follows_a_game_is_no_failure(
    words: tuple[str, ...],
    said: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(seconds: float) -> None:
        assert seconds == 1.0
        raise KeyboardInterrupt

    path = tmp_path / "game.shoal"
    path.write_bytes(cut(5))
    monkeypatch.setattr("time.sleep", interrupted)

    assert main(["verify", str(path), "--watch", *words]) == 0
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize(
    ("size", "words", "is_told"),
    [(256 * 1024 - 1, (), False), (256 * 1024, (), True), (256 * 1024, ("--json",), False)],
)
def test_a_large_file_is_announced_before_it_is_checked(
    size: int, words: tuple[str, ...], is_told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.shoal"
    path.write_bytes(bytes(size))

    assert main(["verify", str(path), *words]) == 2
    assert ("game.shoal: 0.3 MB to check.\n" in capsys.readouterr().out) is is_told
