"""What is sent to one who watches, and what it has confirmed."""

from __future__ import annotations

from net.link.contract import TokenBucket
from net.watch.phases import WINDOW_RECORDS, ReaderPhase
from net.watch.stream import StreamReader, Streams


def reading(records: int) -> tuple[Streams, StreamReader]:
    """A reader that has been sent all of a log, record by record, and confirmed nothing."""
    streams = Streams([], 0.0)
    reader = StreamReader(b"key", b"ed", "Ann", (), 0.0, TokenBucket(1.0, 1.0, 0.0), next=1, confirmed=0)
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
    readers = []
    for number in range(3):
        key = b"key %d" % number
        bucket = TokenBucket(1.0, 1.0, 0.0)
        readers.append(StreamReader(key, b"ed", "Ann", (), 0.0, bucket, next=1, confirmed=0))
        streams.enter(readers[-1])
    streams.pump(0.0)
    catching = [reader.phase is ReaderPhase.CATCHING for reader in readers]
    streams.confirm(readers[0], WINDOW_RECORDS, 1.0)
    streams.pump(1.0)

    assert catching == [True, True, False]
    assert [reader.phase for reader in readers[::2]] == [ReaderPhase.LIVE, ReaderPhase.CATCHING]
