"""Frames to one spectator, and the bytes that it has confirmed."""

from __future__ import annotations

from net.link.contract import TokenBucket
from net.watch.phases import STALLED_S, WINDOW_RECORDS, SpectatorProgress
from net.watch.stream import SpectatorStream, Streams


def made(key: bytes = b"key") -> SpectatorStream:
    return SpectatorStream(key, b"ed", "Ann", (), 0.0, TokenBucket(1.0, 1.0), next=1, confirmed=0)


def reading(records: int) -> tuple[Streams, SpectatorStream]:
    """A spectator that was sent all of a log, record by record, and has confirmed nothing."""
    streams = Streams([])
    spectator = made()
    streams.enter(spectator)
    streams.pump(0.0)
    for number in range(records):
        streams.add(b"%d" % number, 0.0)
    return streams, spectator


def test_confirmed_bytes_free_exactly_their_room() -> None:
    streams, spectator = reading(3)
    each = spectator.open_bytes // 3
    assert spectator.phase is SpectatorProgress.LIVE and each > 0

    left = []
    for k in (1, 1, 3):
        streams.confirm(spectator, k, 1.0)
        left.append((spectator.confirmed, spectator.open_bytes))

    assert left == [(1, 2 * each), (1, 2 * each), (3, 0)]


def test_a_spectator_who_confirms_nothing_is_sent_only_one_window() -> None:
    streams, spectator = reading(WINDOW_RECORDS + 2)

    assert spectator.phase is SpectatorProgress.STALLED and spectator.next == WINDOW_RECORDS + 1
    streams.confirm(spectator, WINDOW_RECORDS, 1.0)
    assert spectator.phase is not SpectatorProgress.STALLED and spectator.open_bytes == 0


def test_two_spectators_catch_up_at_a_time_and_the_third_waits() -> None:
    streams = Streams([bytes(1000)] * (WINDOW_RECORDS + 1))
    spectators = [made(b"key %d" % number) for number in range(3)]
    for spectator in spectators:
        streams.enter(spectator)
    streams.pump(0.0)
    catching = [spectator.phase is SpectatorProgress.CATCHING for spectator in spectators]
    streams.confirm(spectators[0], WINDOW_RECORDS, 1.0)
    streams.pump(1.0)

    assert catching == [True, True, False]
    assert [spectator.phase for spectator in spectators[::2]] == [
        SpectatorProgress.LIVE,
        SpectatorProgress.CATCHING,
    ]


def test_a_spectator_who_starts_again_has_nothing_unconfirmed() -> None:
    streams, spectator = reading(3)
    streams.rewind(spectator, 2)

    assert (spectator.next, spectator.confirmed, spectator.open_bytes, spectator.phase) == (
        2,
        1,
        0,
        SpectatorProgress.QUEUED,
    )
    streams.rewind(spectator, 9)
    assert (spectator.next, spectator.confirmed) == (4, 3)


def test_a_spectator_who_receives_nothing_gives_its_turn_to_the_next() -> None:
    streams = Streams([bytes(1000)] * (WINDOW_RECORDS + 1))
    spectator = made()
    streams.enter(spectator)
    streams.pump(1.0)
    phases = []
    for now in (0.9 + STALLED_S, 1.0 + STALLED_S):
        streams.pump(now)
        phases.append(spectator.phase)

    assert phases == [SpectatorProgress.CATCHING, SpectatorProgress.STALLED]
