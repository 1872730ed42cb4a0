"""Two records of one game are equal, one is the beginning of the other, or they part."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep.record_file import RecordFile, write_record_file
from app.records.comparison import compare, compared_text
from net.seat.step_kind import StepKind
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.envelope import Envelope, seal
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.keys import fast_key
from tests.support.simulated_table import SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")
NAMES = ("Rog", "Toby", "Ann")
FILES = ("one.shoal", "two.shoal")


@cache
def game() -> RecordFile:
    table = SimulatedTable(GAMES["plump"], 3, {"length": "short"})
    table.play_until(StepKind.MOVE)
    return saved(table, 0)


def resealed(envelope: Envelope, body: Entry | Ack) -> Envelope:
    return seal(envelope.seat, body.encode(), fast_key(envelope.seat))


def parted(seats: int) -> RecordFile:
    """The same game with another last step, acknowledged by the first `seats` seats as well."""
    last = parse_record(game().records[-1])
    entry = parse_body(last.items[0].body)
    assert isinstance(entry, Entry)
    other = replace(last, items=(resealed(last.items[0], replace(entry, pay=b"other")), *last.items[1:]))
    acks = []
    for envelope in last.acks[:seats]:
        ack = parse_body(envelope.body)
        assert isinstance(ack, Ack)
        acks.append(resealed(envelope, replace(ack, h=other.h)))
    return replace(game(), records=(*game().records[:-1], other.with_acks(acks).encode()))


def test_a_record_and_its_copy_are_equal() -> None:
    found = compare(game(), game())

    assert (found.is_parted, found.differs) == (False, ())
    assert compared_text(found, FILES, NAMES) == "The two files are equal."


def test_a_record_saved_earlier_is_the_beginning_of_the_later_one() -> None:
    early = replace(game(), records=game().records[:-2])
    found = compare(game(), early)

    assert not found.is_parted
    text = "two.shoal is the beginning of one.shoal, which has 2 steps more."
    assert compared_text(found, FILES, NAMES) == text


def test_two_records_differ_from_a_height_on_and_name_who_signed_both() -> None:
    found = compare(game(), parted(2))
    text = compared_text(found, FILES, NAMES)

    assert found.is_parted and found.shared == len(game().records) - 1
    writers = {item.seat for item in parse_record(game().records[-1]).items[:1]}
    assert {*found.both} == {0, 1} | writers
    assert f"they differ from step {found.shared + 1} on. Both were signed by Rog" in text


def test_a_player_who_has_signed_for_only_one_of_them_is_not_named() -> None:
    last = parse_record(game().records[-1])
    other = replace(last, items=parse_record(game().records[-2]).items)
    found = compare(game(), replace(game(), records=(*game().records[:-1], other.with_acks(()).encode())))

    assert found.is_parted and found.both == ()
    assert compared_text(found, FILES, NAMES).endswith("Nothing shows that anybody signed both.")


def test_records_of_two_games_are_told_apart() -> None:
    found = compare(game(), replace(game(), genesis=game().genesis + b"x"))

    assert not found.is_parted and found.shared == 0
    assert compared_text(found, FILES, NAMES) == "These are two different games."


def with_other_acks() -> RecordFile:
    """The same course with an ack less at its last step."""
    last = parse_record(game().records[-1])
    return replace(game(), records=(*game().records[:-1], last.with_acks(last.acks[:-1]).encode()))


@pytest.mark.parametrize(
    ("other", "parts"),
    [
        (lambda: replace(game(), evidence=(b"more",)), "evidence of lies"),
        (lambda: replace(game(), hands=(b"hand",)), "opened hands"),
        (lambda: replace(game(), sigs=game().sigs[::-1]), "signatures"),
        (with_other_acks, "signatures"),
        (lambda: replace(with_other_acks(), sigs=game().sigs[::-1]), "signatures"),
        (lambda: replace(game(), evidence=(b"more",), hands=(b"hand",)), "evidence of lies and opened hands"),
    ],
)
def test_differences_outside_the_course_are_reported(other: Callable[[], RecordFile], parts: str) -> None:
    found = compare(game(), other())

    text = f"Both tell the same game, step by step. The files differ in {parts}."
    assert compared_text(found, FILES, NAMES) == text


def test_a_record_that_is_the_beginning_of_another_is_described_in_either_order() -> None:
    early = replace(game(), records=game().records[:-1], evidence=(b"more",))
    found = compare(early, game())

    assert (found.is_parted, found.shared, found.heights) == (
        False, len(game().records) - 1, (len(game().records) - 1, len(game().records))
    )  # fmt: skip
    text = (
        "one.shoal is the beginning of two.shoal, which has 1 step more. "
        "The files differ in evidence of lies."
    )
    assert compared_text(found, FILES, NAMES) == text


def test_the_command_checks_and_compares_both_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in FILES]
    for file, record in zip(files, (game(), replace(game(), records=game().records[:-2])), strict=True):
        file.write_bytes(write_record_file(record))

    assert main(["verify", *map(str, files)]) == 0
    said = capsys.readouterr().out

    assert said.count("The record is valid: ") == 2
    assert "two.shoal is the beginning of one.shoal" in said
    assert main(["verify", str(files[0]), str(tmp_path / "none")]) == 2


def test_an_invalid_file_is_reported_and_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = (tmp_path / name for name in FILES)
    data = write_record_file(game())
    good.write_bytes(data)
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))

    assert main(["verify", str(good), str(bad)]) == main(["verify", str(bad)]) != 0
    assert "equal" not in capsys.readouterr().out
    assert main(["verify", "--watch", str(good), str(good)]) == 2
    assert main(["verify", "--json", str(good), str(good)]) == 0
    assert '"is_parted": false' in capsys.readouterr().out.splitlines()[-1]
