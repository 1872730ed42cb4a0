"""The link's memory of its peers, with a hand-turned clock and no socket."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.link.contract import (
    LIMITS,
    SILENT_S,
    Arrived,
    Channel,
    Down,
    LinkEvent,
    LinkRefusal,
    LinkRefused,
    TokenBucket,
    Up,
    Way,
    limits_of,
)
from net.link.peers import FRESH_S, Peers

TABLE, LOBBY = Channel.TABLE, Channel.LOBBY
A, B, C = (bytes([n]) * 32 for n in (1, 2, 3))


class Watched:
    """A link's peers, and the events that they reported."""

    def __init__(self) -> None:
        self.events: list[LinkEvent] = []
        self.counters: Counter[str] = Counter()
        self.peers = Peers(self.events, self.counters)

    def arrive(self, key: bytes, now: float, *, route: bytes | None = b"r", size: int = 1,
               channel: Channel = TABLE) -> None:  # fmt: skip
        self.peers.arrived(channel, key, bytes(size), address="here", route=route, now=now)

    def ways(self, key: bytes, now: float) -> tuple[Way, ...]:
        peer = self.peers.find(TABLE, key)
        assert peer is not None
        return peer.ways(now)

    def take(self) -> list[LinkEvent]:
        events, self.events[:] = self.events[:], []
        return events


# -- ways (net 2.4) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outbound_at", "inbound_at", "now", "ways"),
    [
        (None, None, 0.0, (Way.OUTBOUND, Way.INBOUND)),
        (0.0, None, 2.9, (Way.OUTBOUND,)),
        (0.0, None, FRESH_S, (Way.OUTBOUND, Way.INBOUND)),
        (None, 0.0, 2.9, (Way.INBOUND,)),
        (None, 0.0, FRESH_S, (Way.OUTBOUND, Way.INBOUND)),
        (0.0, 0.0, 2.9, (Way.OUTBOUND,)),
        (0.0, 2.0, 4.0, (Way.INBOUND,)),
        (2.0, 0.0, 4.0, (Way.OUTBOUND,)),
        (0.0, 0.5, 9.0, (Way.OUTBOUND, Way.INBOUND)),
    ],
)
def test_a_peer_is_sent_to_by_the_way_on_which_its_last_frame_arrived(
    outbound_at: float | None, inbound_at: float | None, now: float, ways: tuple[Way, ...]
) -> None:
    watched = Watched()
    watched.peers.know(TABLE, A)
    if outbound_at is not None:
        watched.arrive(A, outbound_at, route=None)
    if inbound_at is not None:
        watched.arrive(A, inbound_at)

    assert watched.ways(A, now) == ways


def test_the_latest_of_a_few_routes_is_taken_and_a_dead_one_forgotten() -> None:
    watched = Watched()
    for n in range(10):
        watched.arrive(A, float(n), route=bytes([n]))
    watched.arrive(A, 10.0, route=b"\7")
    peer = watched.peers.find(TABLE, A)
    assert peer is not None
    assert list(peer.routes) == [b"\6", b"\x08", b"\x09", b"\7"]
    assert peer.route == b"\7"
    peer.lose(b"\7")
    peer.lose(b"\7")

    assert peer.route == b"\x09"


# -- presence (net 2.2) --------------------------------------------------------------------


def test_a_peer_is_up_with_its_first_frame_and_down_after_a_silence() -> None:
    watched = Watched()
    watched.arrive(A, 0.0)
    watched.arrive(A, 1.0)
    watched.peers.sweep(1.0 + SILENT_S - 0.1)
    assert [type(event) for event in watched.take()] == [Up, Arrived, Arrived]
    watched.peers.sweep(1.0 + SILENT_S)
    watched.peers.sweep(2.0 + SILENT_S)
    assert watched.take() == [Down(TABLE, A)]
    watched.arrive(A, 20.0)

    assert watched.take()[0] == Up(TABLE, A)


def test_every_handshake_of_our_line_reports_the_peer_as_up() -> None:
    watched = Watched()
    watched.peers.connected(TABLE, A, now=0.0, is_outbound=True)
    watched.peers.connected(TABLE, A, now=1.0, is_outbound=True)
    watched.peers.connected(TABLE, B, now=1.0, is_outbound=False)
    watched.peers.sweep(6.0)
    assert watched.take() == [Up(TABLE, A), Up(TABLE, A)]
    watched.peers.sweep(1.0 + SILENT_S)

    assert watched.take() == [Down(TABLE, A)]


# -- rates (net 5.1) -----------------------------------------------------------------------


def test_a_frame_over_the_size_is_refused_and_its_sender_is_reported() -> None:
    watched = Watched()
    watched.arrive(A, 0.0, size=4097, channel=LOBBY)

    assert watched.take() == [LinkRefused(LOBBY, A, LinkRefusal.TOO_LARGE)]


def test_all_refusals_are_counted_and_reported_once_a_second() -> None:
    watched = Watched()
    for n in range(30):
        watched.peers.refused(TABLE, A, LinkRefusal.MULTIPART, now=n / 10)
    watched.peers.refused(TABLE, A, LinkRefusal.STRANGER, now=2.9)

    assert watched.take() == [LinkRefused(TABLE, A, LinkRefusal.MULTIPART)] * 3 + [
        LinkRefused(TABLE, A, LinkRefusal.STRANGER)
    ]
    assert watched.counters["MULTIPART"] == 30


def test_a_burst_from_one_key_costs_another_key_nothing() -> None:
    watched = Watched()
    burst = LIMITS[LOBBY].frames_burst
    for _ in range(burst + 5):
        watched.arrive(A, 0.0, channel=LOBBY)
    watched.arrive(B, 0.0, channel=LOBBY)

    events = watched.take()
    assert sum(isinstance(event, Arrived) and event.key == A for event in events) == burst
    assert events[-1] == Arrived(LOBBY, B, "here", b"\0")
    assert watched.counters["TOO_FAST"] == 5


def test_the_number_of_bytes_is_limited_like_that_of_frames() -> None:
    watched = Watched()
    limits = LIMITS[TABLE]
    frames = limits.bytes_burst // limits.frame_in
    for _ in range(frames + 3):
        watched.arrive(A, 0.0, size=limits.frame_in)

    assert watched.counters["arrived"] == frames


@pytest.mark.parametrize(
    ("frames", "size", "seconds"),
    [
        # net 3.2: two bots as fast as they can, 252 rounds/s, 3.8 frames a round, half each way.
        (479, 450, 60),
        # Six peers: 55 rounds/s, 56 messages a round over 30 ways.
        (103, 450, 60),
        # A whole game is caught up with: five peers answer one head a second with 200 KiB each.
        (1, 200 * 1024, 70),
        # Shuffles of six seats at once, 33 kB each, eleven rounds a second.
        (11, 39_000, 60),
    ],
)
def test_no_honest_play_is_refused(frames: int, size: int, seconds: int) -> None:
    watched = Watched()
    for second in range(seconds):
        for n in range(frames):
            watched.arrive(A, second + n / frames, size=size)

    assert watched.counters == {"arrived": frames * seconds}


@given(steps=st.lists(st.tuples(st.floats(0, 5), st.integers(1, 30)), max_size=50))
def test_a_bucket_never_gives_more_than_its_burst_and_rate(steps: list[tuple[float, int]]) -> None:
    bucket, now, given_ = TokenBucket(10, 20), 0.0, 0
    for later, amount in steps:
        now += later
        given_ += amount if bucket.take(amount, now) else 0

        assert given_ <= 20 + 10 * now + 1e-6


def test_a_clock_that_stands_still_or_runs_back_refills_no_bucket() -> None:
    bucket = TokenBucket(10, 1)

    assert bucket.take(1, 100.0)
    assert not bucket.take(1, 100.0)
    assert not bucket.take(1, 50.0)


# -- crowds and suspects ----------------------------------------------------------------------


def test_when_there_are_many_guests_some_are_forgotten_but_no_players() -> None:
    watched = Watched()
    watched.peers.know(LOBBY, A)
    for n in range(1000):
        watched.arrive(n.to_bytes(32, "big"), float(n), channel=LOBBY)

    assert watched.peers.find(LOBBY, A) is not None
    kept = [watched.peers.find(LOBBY, n.to_bytes(32, "big")) is not None for n in range(1000)]
    assert kept == [False] * (1000 - 256) + [True] * 256


def test_a_peer_that_only_shows_its_key_is_also_a_guest_and_makes_room_on_its_own_channel() -> None:
    watched = Watched()
    watched.arrive(A, 0.0)
    for n in range(300):
        watched.peers.connected(LOBBY, n.to_bytes(32, "big"), now=1.0, is_outbound=False)

    assert sum(watched.peers.find(LOBBY, n.to_bytes(32, "big")) is not None for n in range(300)) == 256
    assert watched.peers.find(TABLE, A) is not None
    watched.arrive(B, 2.0)
    assert sum(watched.peers.find(LOBBY, n.to_bytes(32, "big")) is not None for n in range(300)) == 256


def test_a_guest_that_becomes_known_stays() -> None:
    watched = Watched()
    watched.arrive(A, 0.0, channel=LOBBY)
    watched.peers.know(LOBBY, A)
    for n in range(1000, 2000):
        watched.arrive(n.to_bytes(32, "big"), float(n), channel=LOBBY)

    assert watched.peers.find(LOBBY, A) is not None


def test_only_the_closed_channel_is_forgotten() -> None:
    watched = Watched()
    watched.arrive(A, 0.0)
    watched.arrive(A, 0.0, channel=LOBBY)
    watched.peers.forget(TABLE)

    assert watched.peers.find(TABLE, A) is None
    assert watched.peers.find(LOBBY, A) is not None


@pytest.mark.parametrize(
    ("connected", "heard", "now", "is_suspect"),
    [
        (None, 0.0, 5.0, False),
        (0.0, 4.9, 5.0, False),
        (0.0, 2.0, 5.0, True),
        (0.0, 2.6, 5.0, False),
        (0.0, None, 0.2, False),
        (0.0, None, 0.4, True),
        (5.0, 4.0, 5.4, True),
        (5.0, 5.0, 5.4, False),
        (0.0, None, 0.3, True),
        (0.0, 2.5, 5.0, True),
        (0.0, 1.0, 60.9, True),
        (0.0, 1.0, 61.0, False),
        (0.0, 1.0, 70.0, False),
    ],
)
def test_a_suspect_is_a_connected_peer_that_has_fallen_silent(
    connected: float | None, heard: float | None, now: float, is_suspect: bool
) -> None:
    watched = Watched()
    steps = []
    if connected is not None:
        steps.append((connected, lambda at: watched.peers.connected(TABLE, A, now=at, is_outbound=False)))
    if heard is not None:
        steps.append((heard, lambda at: watched.arrive(A, at)))
    for at, step in sorted(steps, key=lambda each: each[0]):
        step(at)

    assert watched.peers.suspects(now) == ((A,) if is_suspect else ())


def test_a_spectator_may_send_little_and_a_player_much() -> None:
    watched, channel = Watched(), Channel.WATCH
    small, large = bytes(4096), bytes(200_000)

    def arrive(frame: bytes, route: bytes | None, now: float) -> int:
        before = watched.counters["arrived"]
        watched.peers.arrived(channel, A, frame, address="10.0.0.1", route=route, now=now)
        return watched.counters["arrived"] - before

    assert arrive(large, b"route", 0.0) == 0  # on its connection to us: it watches us
    assert arrive(large, None, 0.0) == 1  # by our line: we watch it
    assert sum(arrive(small, b"route", 0.1) for _ in range(100)) == 40
    assert sum(arrive(large, None, 1.0) for _ in range(200)) == 83  # 16 MiB at once
    assert limits_of(channel, Way.OUTBOUND).frame_out == limits_of(channel, Way.INBOUND).frame_in == 4096
