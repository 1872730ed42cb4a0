"""The structures of shoal/1 (net 5.2, 5.3): bytes that may never change, and every field's limits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import BadSignature, LocalError, Malformed, NoView, PeerError, TooLarge
from net.machine import Choice, TableView, Why
from net.wire.bodies import Ack, Body, Chat, Entry, Vote, parse_body
from net.wire.codec import COUNTER_MAX, INT_MAX
from net.wire.envelope import ENVELOPE_MAX, PAY_MAX, SEATS_MAX, check_signature, open_envelope, seal, wrap
from net.wire.frame import (
    FRAME_MAX,
    RECORDS_BYTES_MAX,
    RECORDS_MAX,
    RUN_BYTES,
    Frame,
    Head,
    Kind,
    fitting,
    pack_proof,
    pack_records,
    parse_frame,
    parse_head,
    parse_proof,
    parse_records,
)
from net.wire.hashes import body_hash, chain_hash, game_id, lp
from net.wire.record import (
    RecordKind,
    Stand,
    contradicts,
    is_majority,
    parse_record,
    pay_limit,
    stand_of,
    weighed,
)
from net.wire.sign_slot import NEVER
from net.wire.words import Bye, Err, err_for, expect, parse_err
from tests.support.cheaters import mutated
from tests.support.keys import fast_key, fast_verify
from tests.support.values import replace
from tests.support.wire import (
    ACK,
    BODIES,
    CHAT,
    ENTRY,
    ERR,
    GOLDEN,
    HEAD,
    PREV,
    RECORD,
    ST,
    VOTE,
    golden_text,
    samples,
    signed,
)

# -- shapes


def test_the_encoding_has_not_changed() -> None:
    assert GOLDEN.read_text(encoding="ascii").splitlines() == golden_text().splitlines()


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
def test_bodies_are_read_back(body: Body) -> None:
    envelope = signed(body)

    assert parse_body(body.encode()) == body
    assert open_envelope(envelope.raw) == envelope
    check_signature(envelope, fast_key(envelope.seat).public, fast_verify)


hashes = st.binary(min_size=32, max_size=32)
seats = st.integers(0, SEATS_MAX - 1)


@settings(deadline=None)
@given(
    st.builds(
        Entry,
        hashes,
        st.integers(0, INT_MAX),
        st.integers(1, COUNTER_MAX),
        seats,
        hashes,
        hashes,
        st.binary(max_size=200),
    )
)
def test_any_entry_is_read_back(entry: Entry) -> None:
    assert parse_body(entry.encode()) == entry


@st.composite
def votes(draw: st.DrawFn) -> Vote:
    """Votes of a seat that stays, on the lock of an earlier view."""
    act = tuple(sorted(draw(st.sets(seats, min_size=1))))
    v = draw(st.integers(1, INT_MAX))
    view = TableView(act, draw(st.sampled_from(Choice)), draw(st.sampled_from(Why)))
    lock = draw(st.integers(0, v - 1)), draw(st.integers(0, COUNTER_MAX)), draw(hashes)
    return Vote(draw(hashes), v, draw(st.sampled_from(act)), view, *lock)


@settings(deadline=None)
@given(votes())
def test_any_vote_is_read_back(vote: Vote) -> None:
    assert parse_body(vote.encode()) == vote


def test_frames_are_read_back() -> None:
    for name, data in samples().items():
        if name.endswith("frame"):
            frame = parse_frame(data)
            assert frame.encode() == data
    assert parse_head(HEAD.encode()) == HEAD
    assert parse_err(ERR.encode()) == ERR
    assert parse_records(pack_records([b"a", b"b"])) == (b"a", b"b")
    assert parse_proof(pack_proof(b"a", b"b")) == (b"a", b"b")
    assert parse_record(RECORD.encode()) == RECORD


def test_a_slot_names_a_message_that_may_be_signed_once() -> None:
    slots = [ENTRY.slot, ACK.slot, VOTE.slot, CHAT.slot]

    assert list(map(str, slots)) == ["E/0/7/1", "A/0/7/2", "V/3/1", "C/1"]
    assert [slot.k for slot in slots] == [7, 7, NEVER, 0]
    for name in ("v", "k", "seat"):
        assert replace(ENTRY, **{name: 5}).slot != ENTRY.slot and replace(ACK, **{name: 5}).slot != ACK.slot
    assert replace(ENTRY, pay=b"other").slot == ENTRY.slot and replace(ACK, h=bytes(32)).slot == ACK.slot


def test_the_height_of_a_vote_is_above_every_possible_height() -> None:
    assert COUNTER_MAX < NEVER < 2**63


# -- what votes stand on


@pytest.mark.parametrize(
    ("act", "of", "is_more"),
    [((0,), (0, 1), False), ((0, 1), (0, 1, 2), True), ((0, 1), (0, 1, 2, 3), False),
     ((0, 1, 3), (0, 1, 2, 3), True), ((0, 3), (0, 1, 2), False)],
)  # fmt: skip
def test_half_of_a_table_is_no_majority(act: tuple[int, ...], of: tuple[int, ...], is_more: bool) -> None:
    assert is_majority(act, of=of) == is_more


@pytest.mark.parametrize(
    ("act", "acts", "choice", "half"),
    [((0,), [(0, 1)], Choice.END, True), ((0, 3), [(0, 1, 2, 3)], Choice.END, True),
     ((0, 1, 3), [(0, 1, 2, 3)], Choice.END, False), ((0, 1), [(0, 1, 2, 3), (0, 1, 2)], Choice.END, True),
     ((0, 1, 2), [(0, 1, 2)], Choice.GO_ON, False)],
)  # fmt: skip
def test_a_view_of_exactly_half_is_marked_as_half(
    act: tuple[int, ...], acts: list[tuple[int, ...]], choice: Choice, half: bool
) -> None:
    assert weighed(TableView(act, choice), acts) == TableView(act, choice, is_half=half)


@pytest.mark.parametrize(
    ("act", "acts", "choice"),
    [((0, 1), [(0, 1, 2, 3)], Choice.GO_ON), ((0, 1), [(0, 1, 2, 3)], Choice.LEAVE_OUT),
     ((0,), [(0, 1)], Choice.STAND_IN), ((0,), [(0, 1, 2)], Choice.END), ((0, 2), [(0, 1)], Choice.END),
     ((0, 1), [(0, 1, 2, 3), (0, 1, 2, 3, 4)], Choice.END)],
)  # fmt: skip
def test_exactly_half_can_only_end_the_game(
    act: tuple[int, ...], acts: list[tuple[int, ...]], choice: Choice
) -> None:
    with pytest.raises(NoView, match="more than half"):
        weighed(TableView(act, choice), acts)


@pytest.mark.parametrize(
    ("v", "k", "h", "seat", "is_lie"),
    [
        (0, 7, PREV, 1, False),  # it stands on what it has acknowledged last
        (0, 7, ST, 1, True),
        (0, 7, ST, 2, False),  # that was another seat
        (0, 6, ST, 1, False),
        (0, 8, PREV, 1, True),  # it has acknowledged more
        (1, 1, PREV, 1, True),
        (3, 8, PREV, 1, False),  # in the view that it has voted for
    ],
)
def test_a_seat_that_votes_has_acknowledged_nothing_above_its_lock(
    v: int, k: int, h: bytes, seat: int, is_lie: bool
) -> None:
    assert contradicts(VOTE, Ack(VOTE.game, v, k, seat, h, ST)) == is_lie


def test_a_change_follows_the_highest_lock_and_no_lock_if_two_are_equally_high() -> None:
    low, high, other = replace(VOTE, lk=6), replace(VOTE, seat=0), replace(VOTE, seat=2, lh=ST)

    assert stand_of([low, high], table=range(3)) == Stand(0, 7, PREV)
    assert stand_of([low, replace(low, lv=1, lh=ST), high], table=range(3)) == Stand(1, 6, ST)
    assert stand_of([high, other], table=range(3)) == Stand(0, 7, None)


@pytest.mark.parametrize(
    ("claims", "others", "table", "h"),
    [
        (2, 1, 5, PREV),  # one more may lie, and the other two may have made theirs final
        (1, 2, 5, ST),
        (2, 2, 5, None),
        (1, 1, 4, None),  # one of the four lies, and that is the one who signed two
        (2, 1, 4, None),
        (4, 2, 9, PREV),
        (3, 3, 9, None),  # either may be the liars': neither is chosen
    ],
)
def test_of_two_locks_one_is_valid_if_the_other_comes_only_from_possible_liars(
    claims: int, others: int, table: int, h: bytes | None
) -> None:
    votes = [replace(VOTE, seat=seat, lh=PREV if seat < claims else ST) for seat in range(claims + others)]

    assert stand_of(votes, table=range(table)) == Stand(0, 7, h)


def test_in_a_round_of_many_seats_each_entry_has_less_room() -> None:
    assert [pay_limit(actors) for actors in (0, 1, 2, 3, 10)] == [98304, 98304, 98304, 65536, 19660]


# -- limits


BAD_BODIES: list[tuple[str, object]] = [
    ("unknown kind", ["X", bytes(32)]),
    ("short game id", ["A", bytes(31), 0, 1, 0, bytes(32), bytes(32)]),
    ("view too high", ["A", bytes(32), 2**31, 1, 0, bytes(32), bytes(32)]),
    ("height too high", ["A", bytes(32), 0, 2**53, 0, bytes(32), bytes(32)]),
    ("height of the genesis", ["A", bytes(32), 0, 0, 0, bytes(32), bytes(32)]),
    ("seat too high", ["A", bytes(32), 0, 1, SEATS_MAX, bytes(32), bytes(32)]),
    ("long hash", ["A", bytes(32), 0, 1, 0, bytes(33), bytes(32)]),
    ("short state", ["A", bytes(32), 0, 1, 0, bytes(32), bytes(31)]),
    ("field too many", ["A", bytes(32), 0, 1, 0, bytes(32), bytes(32), 0]),
    ("payload too long", ["E", bytes(32), 0, 1, 0, bytes(32), bytes(32), bytes(PAY_MAX + 1)]),
    ("payload as text", ["E", bytes(32), 0, 1, 0, bytes(32), bytes(32), "pay"]),
    ("vote with text", ["V", bytes(32), 1, 0, ["0"], 0, 0, 0, 1, bytes(32)]),
    ("vote of too many", ["V", bytes(32), 1, 0, [0] * (SEATS_MAX + 1), 0, 0, 0, 1, bytes(32)]),
    ("vote for view 0", ["V", bytes(32), 0, 0, [0], 0, 0, 0, 1, bytes(32)]),
    ("vote for seats out of order", ["V", bytes(32), 1, 0, [1, 0], 0, 0, 0, 1, bytes(32)]),
    ("vote for a seat twice", ["V", bytes(32), 1, 0, [0, 0], 0, 0, 0, 1, bytes(32)]),
    ("vote without its own seat", ["V", bytes(32), 1, 0, [1, 2], 0, 0, 0, 1, bytes(32)]),
    ("vote for no choice", ["V", bytes(32), 1, 0, [0], 4, 0, 0, 1, bytes(32)]),
    ("vote for no reason", ["V", bytes(32), 1, 0, [0], 0, 5, 0, 1, bytes(32)]),
    ("vote on a lock of its own view", ["V", bytes(32), 1, 0, [0], 0, 0, 1, 1, bytes(32)]),
    ("leave with a float", ["L", bytes(32), 0, 1.0, 0, b""]),
    ("leave in no way", ["L", bytes(32), 0, 1, 3, b""]),
    ("leave with too much", ["L", bytes(32), 0, 1, 0, bytes(16 * 1024 + 1)]),
    ("word 0 about the clocks", ["P", bytes(32), 0, 0, 0, 0]),
    ("stage too high", ["P", bytes(32), 0, 0, 1, 2**31]),
    ("line 0", ["C", bytes(32), bytes(32), 0, bytes(32), 0, "a"]),
    ("empty line", ["C", bytes(32), bytes(32), 1, bytes(32), 0, ""]),
    ("line too long", ["C", bytes(32), bytes(32), 1, bytes(32), 0, "x" * 501]),
    ("two lines", ["C", bytes(32), bytes(32), 1, bytes(32), 0, "a\nb"]),
    ("short key", ["C", bytes(32), bytes(31), 1, bytes(32), 0, "a"]),
    ("hint with words", ["C", bytes(32), bytes(32), 1, bytes(32), 1, "a"]),
    ("reaction that there is not", ["C", bytes(32), bytes(32), 1, bytes(32), 2, "shout"]),
    ("reaction without a picture", ["C", bytes(32), bytes(32), 1, bytes(32), 2, ""]),
    ("no kind of line", ["C", bytes(32), bytes(32), 1, bytes(32), 3, ""]),
    ("not an array", {"E": 1}),
]


@pytest.mark.parametrize(("name", "value"), BAD_BODIES, ids=[each[0] for each in BAD_BODIES])
def test_bodies_beyond_the_limits_are_refused(name: str, value: object) -> None:
    with pytest.raises(Malformed) as refusal:
        parse_body(msgpack.packb(value))

    assert (refusal.value.reason == "count") == (name == "field too many")


GOOD_BODIES: list[list[object]] = [
    ["A", bytes(32), 0, 1, 0, bytes(32), bytes(32)],
    ["A", bytes(32), 2**31 - 1, 2**53 - 1, 9, bytes(32), bytes(32)],
    ["E", bytes(32), 0, 1, 0, bytes(32), bytes(32), b""],
    ["E", bytes(32), 0, 1, 0, bytes(32), bytes(32), bytes(96 * 1024)],
    ["V", bytes(32), 1, 0, [0], 0, 0, 0, 0, bytes(32)],
    ["V", bytes(32), 2**31 - 1, 9, list(range(10)), 3, 4, 2**31 - 2, 2**53 - 1, bytes(32)],
    ["L", bytes(32), 0, 0, 0, b""],
    ["L", bytes(32), 9, 2**53 - 1, 2, bytes(16 * 1024)],
    ["P", bytes(32), 0, 0, 1, 0],
    ["P", bytes(32), 2**31 - 1, 9, 2**53 - 1, 2**31 - 1],
    ["C", bytes(32), bytes(32), 1, bytes(32), 0, "a"],
    ["C", bytes(32), bytes(32), 2**53 - 1, bytes(32), 0, "x" * 500],
    ["C", bytes(32), bytes(32), 1, bytes(32), 1, ""],
    ["C", bytes(32), bytes(32), 1, bytes(32), 2, "cheers"],
]


@pytest.mark.parametrize("value", GOOD_BODIES)
def test_bodies_that_just_fit_are_read(value: list[object]) -> None:
    data = msgpack.packb(value)

    assert parse_body(data).encode() == data


def test_the_longest_entry_fits_into_its_frame() -> None:
    envelope = signed(replace(ENTRY, k=COUNTER_MAX, v=INT_MAX, pay=bytes(PAY_MAX)))

    assert len(envelope.raw) <= ENVELOPE_MAX
    assert parse_frame(Frame(Kind.ENV, envelope.raw).encode()).b == envelope.raw


@pytest.mark.parametrize(
    "value",
    [
        [SEATS_MAX, b"", bytes(64)],
        [0, b"", bytes(63)],
        [0, b"", bytes(65)],
        [0, "", bytes(64)],
        [0, b""],
        [0, bytes(ENVELOPE_MAX), bytes(64)],
    ],
)
def test_envelopes_beyond_the_limits_are_refused(value: object) -> None:
    with pytest.raises(Malformed):
        open_envelope(msgpack.packb(value))


def test_a_signature_covers_tag_and_body() -> None:
    """5.3: the seat of the envelope is not signed, so it is checked against the body elsewhere."""
    key, body = fast_key(1), ENTRY.encode()
    lies = [
        wrap(1, body, bytes(64)),
        wrap(1, body + b"x", signed(ENTRY).sig),
        wrap(1, body, key.sign(body)),
        seal(1, body, fast_key(2)),
    ]
    for lie in lies:
        with pytest.raises(BadSignature) as refusal:
            check_signature(lie, key.public, fast_verify)
        assert refusal.value.seat is None


@pytest.mark.parametrize(
    "data",
    [
        msgpack.packb([256, b""]),
        msgpack.packb([0, "x"]),
        msgpack.packb([0]),
        msgpack.packb([0, b"", b""]),
        msgpack.packb([0, bytes(FRAME_MAX)]),
        b"",
        b"\x00" * 50,
        b"\x92\x00\xc5\x00\x01x",
    ],
)
def test_frames_beyond_the_limits_are_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        parse_frame(data)


def test_a_frame_of_an_unknown_kind_is_readable() -> None:
    assert parse_frame(Frame(200, b"later").encode()) == Frame(200, b"later")


@pytest.mark.parametrize(
    "value",
    [
        [0, 1, bytes(32), [1, 0], [], 0, []],
        [0, 1, bytes(32), [], [2, 2], 0, []],
        [0, 1, bytes(31), [], [], 0, []],
        [0, 1, bytes(32), list(range(SEATS_MAX + 1)), [], 0, []],
        [0, 1, bytes(32), [], [], -1, []],
        [0, 1, bytes(32), [], [], 0],
        [0, 1, bytes(32), [], [], 0, [0] * (SEATS_MAX + 1)],
        [0, 1, bytes(32), [], [], 0, [-1]],
    ],
)
def test_heads_beyond_the_limits_are_refused(value: object) -> None:
    with pytest.raises(Malformed):
        parse_head(msgpack.packb(value))


def test_runs_of_records_have_limits() -> None:
    assert len(fitting([b"x"] * 60)) == RECORDS_MAX
    assert len(fitting([bytes(RUN_BYTES // 3)] * 5)) == 3
    assert len(fitting([bytes(90_000)] * 5)) == 1
    assert fitting([bytes(RECORDS_BYTES_MAX)]) == [bytes(RECORDS_BYTES_MAX)]
    assert fitting([bytes(RECORDS_BYTES_MAX + 1)]) == []
    assert [len(fitting([bytes(RUN_BYTES // 2), bytes(RUN_BYTES // 2 + more)])) for more in (0, 1)] == [2, 1]
    assert len(parse_records(pack_records([bytes(RECORDS_BYTES_MAX // 2)] * 2))) == 2
    for raws in ([b"x"] * (RECORDS_MAX + 1), [bytes(150_000)] * 2, [bytes(RECORDS_BYTES_MAX + 1)], []):
        with pytest.raises(PeerError):
            parse_records(msgpack.packb(raws))
    with pytest.raises(TooLarge):
        parse_records(pack_records([bytes(120_000), bytes(120_000)]))


def test_a_full_run_of_records_fits_into_its_frame() -> None:
    for raws in ([bytes(RECORDS_BYTES_MAX // RECORDS_MAX)] * RECORDS_MAX, [bytes(RECORDS_BYTES_MAX)]):
        assert len(Frame(Kind.RECS, pack_records(raws)).encode()) <= FRAME_MAX


@pytest.mark.parametrize(
    "value",
    [
        ["ERR", 256, "", b""],
        ["ERR", 1, "x" * 81, b""],
        ["ERR", 1, "", bytes(33)],
        ["ERR", 1, "a\x1bb", b""],
        ["ERR"],
    ],
)
def test_errors_beyond_the_limits_are_refused(value: object) -> None:
    with pytest.raises(Malformed):
        parse_err(msgpack.packb(value))


def test_a_control_of_an_unexpected_kind_raises_a_local_error() -> None:
    assert expect(ERR, Err) is ERR
    with pytest.raises(LocalError):
        expect(ERR, Bye)


def test_other_controls_are_not_errors() -> None:
    assert parse_err(msgpack.packb(["PING", 1])) is None and parse_err(b"\xff\xff") is None


def test_an_error_for_a_peer_has_no_control_characters_and_is_cut_to_eighty() -> None:
    """Our refusal may quote a peer's text; it must not bring back control characters."""
    told = err_for(PeerError("x", "bad\x1b[31m\u202e é " + "y" * 100), bytes(40))

    assert told == Err(2, ("bad[31m  " + "y" * 100)[:80], bytes(32))
    assert parse_err(told.encode()) == told


RECORD_LIES: list[tuple[str, Callable[[list[object]], None]]] = [
    ("unknown kind", lambda value: value.__setitem__(0, "party")),
    ("seats twice", lambda value: value.__setitem__(4, [0, 0])),
    ("seats out of order", lambda value: value.__setitem__(4, [1, 0])),
    ("entry twice", lambda value: value.__setitem__(5, [signed(ENTRY).raw] * 2)),
    (
        "acks out of order",
        lambda value: value.__setitem__(6, [signed(ACK).raw, signed(replace(ACK, seat=1)).raw]),
    ),
    ("entry cut", lambda value: value.__setitem__(5, [signed(ENTRY).raw[:-1]])),
    ("short prev", lambda value: value.__setitem__(3, bytes(31))),
    ("too many entries", lambda value: value.__setitem__(5, [signed(ENTRY).raw] * (SEATS_MAX + 1))),
    ("height of the genesis", lambda value: value.__setitem__(2, 0)),
    ("no acks field", lambda value: value.pop()),
]


@pytest.mark.parametrize("lie", [each[1] for each in RECORD_LIES], ids=[each[0] for each in RECORD_LIES])
def test_records_beyond_the_limits_are_refused(lie: Callable[[list[object]], None]) -> None:
    value = list(msgpack.unpackb(RECORD.encode()))
    lie(value)
    with pytest.raises(Malformed):
        parse_record(msgpack.packb(value))


def test_writing_an_impossible_message_raises_a_local_error() -> None:
    long, tabbed, nobody = bytes(PAY_MAX + 1), "a\tb", SEATS_MAX
    for wrong in (replace(ENTRY, pay=long), replace(CHAT, text=tabbed), replace(ACK, seat=nobody)):
        with pytest.raises(LocalError):
            wrong.encode()
    with pytest.raises(LocalError):
        Head(0, -1, bytes(32), (), ()).encode()


# -- hashes


def test_the_length_of_each_part_keeps_lists_of_parts_apart() -> None:
    assert lp(b"ab", b"") == b"\0\0\0\2ab\0\0\0\0"
    assert len({lp(*parts) for parts in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"", b"abc"))}) == 4


def test_a_body_and_a_genesis_of_the_same_bytes_have_different_hashes() -> None:
    assert body_hash(b"x") != game_id(b"x")


@settings(deadline=None)
@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_lists_of_parts_never_collide(one: list[bytes], two: list[bytes]) -> None:
    assert (lp(*one) == lp(*two)) == (one == two)


def test_the_chain_hash_covers_everything_but_the_acks() -> None:
    item = signed(ENTRY)
    others = [
        replace(RECORD, prev=bytes(32)),
        replace(RECORD, kind=RecordKind.CHANGE),
        replace(RECORD, v=1),
        replace(RECORD, k=8),
        replace(RECORD, act=(0, 1)),
        replace(RECORD, items=()),
        replace(RECORD, items=(signed(replace(ENTRY, pay=b"other")),)),
        replace(RECORD, items=(item, item)),
    ]

    assert len({RECORD.h, *(other.h for other in others)}) == len(others) + 1
    assert replace(RECORD, acks=()).h == RECORD.h
    assert RECORD.h == chain_hash(RECORD.prev, "round", numbers=(0, 7, [0, 1, 2]), items=[item.id])


# -- noise


def test_corrupted_structures_are_refused_or_read_as_themselves() -> None:
    """10,000 injured samples: nothing but `PeerError` comes out, and what is read has that spelling."""
    rng = Random(1)
    frames = {name: data for name, data in samples().items() if name.endswith("frame")}
    bodies = {name: data for name, data in samples().items() if name.endswith("body")}
    for _ in range(5_000):
        for kind, source in (("frame", frames), ("body", bodies)):
            data = mutated(rng.choice(list(source.values())), rng)
            try:
                again = parse_frame(data).encode() if kind == "frame" else parse_body(data).encode()
            except PeerError:
                continue
            assert again == data


def test_an_ack_and_a_line_of_chat_are_not_mixed_up() -> None:
    assert isinstance(parse_body(ACK.encode()), Ack) and isinstance(parse_body(CHAT.encode()), Chat)


def test_an_error_of_more_than_a_kilobyte_is_not_read() -> None:
    long = msgpack.packb(["ERR", 3, "x" * 1014, b""])

    assert len(long) == 1025
    with pytest.raises(TooLarge):
        parse_err(long)
