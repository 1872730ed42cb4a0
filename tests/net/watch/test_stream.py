"""What is sent to one who watches, and what it has confirmed."""

from __future__ import annotations

from net.link.contract import TokenBucket
from net.watch.phases import STALLED_S, WINDOW_RECORDS, ReaderPhase
from net.watch.stream import StreamReader, Streams


def made(key: bytes = b"key") -> StreamReader:
    return StreamReader(key, b"ed", "Ann", (), 0.0, TokenBucket(1.0, 1.0, 0.0), next=1, confirmed=0)


def reading(records: int) -> tuple[Streams, StreamReader]:
    """A reader that has been sent all of a log, record by record, and confirmed nothing."""
    streams = Streams([], 0.0)
    reader = made()
    streams.enter(reader)
    streams.pump(0.0)
    for number in range(records):
        streams.add(b"%d" % number, 0.0)
    return streams, reader


def test_what_is_confirmed_makes_room_to_the_byte() -> None:
    streams, reader = reading(3)
    each = reader.open_bytes // 3
    assert reader.phase is ReaderPhase.LIVE and each > 0

    left = []
    for k in (1, 1, 3):
        streams.confirm(reader, k, 1.0)
        left.append((reader.confirmed, reader.open_bytes))

    assert left == [(1, 2 * each), (1, 2 * each), (3, 0)]


def test_who_confirms_nothing_is_sent_no_more_than_the_window() -> None:
    streams, reader = reading(WINDOW_RECORDS + 2)

    assert reader.phase is ReaderPhase.STALLED and reader.next == WINDOW_RECORDS + 1
    streams.confirm(reader, WINDOW_RECORDS, 1.0)
    assert reader.phase is not ReaderPhase.STALLED and reader.open_bytes == 0


def test_two_catch_up_at_a_time_and_the_third_waits_for_its_turn() -> None:
    streams = Streams([bytes(1000)] * (WINDOW_RECORDS + 1), 0.0)
    readers = [made(b"key %d" % number) for number in range(3)]
    for reader in readers:
        streams.enter(reader)
    streams.pump(0.0)
    catching = [reader.phase is ReaderPhase.CATCHING for reader in readers]
    streams.confirm(readers[0], WINDOW_RECORDS, 1.0)
    streams.pump(1.0)

    assert catching == [True, True, False]
    assert [reader.phase for reader in readers[::2]] == [ReaderPhase.LIVE, ReaderPhase.CATCHING]


def test_who_begins_again_has_nothing_open() -> None:
    streams, reader = reading(3)
    streams.rewind(reader, 2)

    assert (reader.next, reader.confirmed, reader.open_bytes, reader.phase) == (2, 1, 0, ReaderPhase.QUEUED)
    streams.rewind(reader, 9)
    assert (reader.next, reader.confirmed) == (4, 3)


def test_whoever_takes_nothing_for_so_long_gives_its_turn_to_the_next() -> None:
    streams = Streams([bytes(1000)] * (WINDOW_RECORDS + 1), 0.0)
    reader = made()
    streams.enter(reader)
    streams.pump(1.0)
    phases = []
    for now in (0.9 + STALLED_S, 1.0 + STALLED_S):
        streams.pump(now)
        phases.append(reader.phase)

    assert phases == [ReaderPhase.CATCHING, ReaderPhase.STALLED]
