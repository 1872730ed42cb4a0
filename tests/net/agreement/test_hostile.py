"""A peer's frames may be refused, or stop the table with a proof; they can do nothing else."""

from __future__ import annotations

from random import Random

from net.agreement.book import REFUSED_KEPT
from net.agreement.effects import Complaint, FinalHeight, Rejected, Send
from net.wire.bodies import Ack, Chat, Entry
from net.wire.codec import INT_MAX
from net.wire.frame import FRAME_MAX, RECORDS_MAX, Frame, Head, Kind, parse_frame
from net.wire.words import Err
from tests.support.cheaters import ctl, env, mutated, proof, recs
from tests.support.keys import fast_key
from tests.support.lone_table import Lone

OTHER = bytes([9]) * 32


def honest_frames() -> list[bytes]:
    """Every kind of frame, as sent at a table at height 4."""
    lone = Lone(seat=2)
    lone.play(4)
    lone.do(lone.table.say("hallo", lone.now))
    lone.tick(1.0)
    mine = [effect.frame for effect in lone.effects if isinstance(effect, Send) and effect.to == 0]
    entry = lone.forger.signed(lone.entry(1))
    theirs = [
        env(entry),
        env(lone.forger.signed(lone.ack(1, [entry]))),
        recs(*lone.table.log.records),
        proof(entry, lone.forger.signed(lone.entry(1, b"2"))),
        ctl(Err(8, "turn", b"").encode()),
    ]
    return mine + theirs


def test_ten_thousand_corrupted_frames_do_no_harm() -> None:
    """No exception, nothing final that should not be, and the game goes on afterwards."""
    rng = Random(7)
    frames = honest_frames()
    lone = Lone()
    lone.play(4)
    lone.take()
    for at in range(10_000):
        lone.now += 0.01
        frame = mutated(rng.choice(frames), rng)
        while frame in frames:
            frame = mutated(frame, rng)
        lone.feed(rng.choice((1, 2)), frame)
        if at % 1000 == 0:
            lone.tick(0.0)
            assert not lone.told(FinalHeight)
            lone.take()

    assert lone.table.log.k == 4 and lone.table.log.blame.stopped is None
    lone.play(4)
    assert lone.table.log.k == 8


def test_ten_thousand_corrupted_messages_with_good_signatures_do_no_harm() -> None:
    """Frames whose body was corrupted before it was signed with a seat's own key."""
    rng = Random(8)
    lone = Lone()
    lone.play(4)
    bodies = [
        lone.entry(1),
        lone.forger.ack(1, 5, h=OTHER, st=OTHER),
        lone.forger.entry(1, 6, prev=OTHER, st=OTHER),
    ]
    key = fast_key(1)
    for _ in range(5_000):
        body = mutated(rng.choice(bodies).encode(), rng)
        lone.feed(
            1,
            Frame(
                Kind.ENV,
                b"\x93\x01\xc5"
                + len(body).to_bytes(2, "big")
                + body
                + b"\xc4\x40"
                + key.sign(b"shoal1.table\0" + body),
            ).encode(),
        )
        lone.feed(2, Frame(rng.randrange(5), body).encode())

    fault = lone.table.log.blame.stopped
    assert lone.table.log.k == 4 and (fault is None or fault.seat == 1)


def test_frames_beyond_the_limits_are_refused() -> None:
    lone = Lone()
    for frame in (
        bytes(FRAME_MAX + 1),
        b"",
        b"\x91" * 1000,
        Frame(Kind.HEAD, b"").encode(),
        Frame(Kind.RECS, b"\x90").encode(),
        recs(*[b"x"] * RECORDS_MAX),
        Frame(Kind.PROOF, b"x").encode(),
        ctl(b"\x91\xa3ERR"),
    ):
        lone.take()
        lone.now += 1.0
        lone.feed(1, frame)

        assert lone.errs(to=1), frame[:20]


def test_unknown_frames_and_controls_are_ignored() -> None:
    lone = Lone()
    for frame in (Frame(77, b"later").encode(), ctl(b"\x91\xa4PING"), ctl(b"\xff")):
        lone.feed(1, frame)

    assert not lone.effects


def test_a_known_message_costs_no_second_signature_check() -> None:
    """5.2: size, type, game, seat, height and duplicate come before the 167 us."""
    lone = Lone(seat=2)
    lone.play(1)
    lone.verified = 0
    entry = lone.forger.signed(lone.entry(1))
    for _ in range(5):
        lone.feed(0, env(entry))
    assert lone.verified == 1
    wrong_turn = lone.forger.signed(lone.forger.entry(0, 2, prev=lone.table.log.prev, st=OTHER))
    for _ in range(5):
        lone.feed(0, env(wrong_turn))
    assert lone.verified == 2
    cheap = [
        lone.forger.entry(1, 9, prev=OTHER, st=OTHER),
        lone.forger.entry(1, 1, prev=OTHER, st=OTHER),
        Entry(OTHER, 0, 2, 1, OTHER, OTHER, b""),
        Entry(lone.genesis.id, 3, 2, 1, OTHER, OTHER, b""),
        Entry(lone.genesis.id, 0, 2, 7, OTHER, OTHER, b""),
    ]
    for body in cheap:
        lone.feed(0, env(lone.forger.signed(body, by=1)))
    for _ in range(3):
        lone.feed(0, env(lone.forger.signed(lone.entry(1), seat=0, by=1)))

    assert lone.verified == 2


def test_a_forged_message_does_not_shut_out_the_real_one() -> None:
    """Only messages with a true signature are remembered as known."""
    lone = Lone(seat=2)
    body = lone.forger.entry(0, 1, prev=lone.table.log.prev, st=lone.table.log.machine.digest())
    lone.say(body, sender=1, by=1)
    assert lone.table.log.open.entries == (0,) and [each.seat for each in lone.told(Rejected)] == [1]
    lone.say(body)

    assert lone.table.log.open.entries == ()


def size_of(lone: Lone) -> int:
    """Number of things that the table remembers."""
    log, post = lone.table.log, lone.table._post
    book = log.book
    return (
        len(book._mine)
        + len(book._seen)
        + len(book._early)
        + len(book._refused)
        + len(log._jobs)
        + sum(map(len, post._reported.values()))
        + len(post._sent)
        + len(post._sent_before)
        + len(log.round.came)
        + len(lone.table.aside.lines)
    )


def test_memory_stays_bounded_under_a_flood_of_any_messages() -> None:
    """Signed and unsigned, early and late, right and wrong: the table remembers a fixed window."""
    rng = Random(9)
    lone = Lone(seats=4)
    lone.play(2)
    for at in range(4_000):
        lone.now += 0.6
        k = rng.choice((1, 2, 3, 4, 5, 1000))
        seat = rng.choice((1, 2, 3))
        pay = rng.randbytes(4)
        body = rng.choice(
            (
                lone.forger.entry(seat, k, prev=OTHER, st=OTHER, pay=pay),
                lone.forger.ack(seat, k, h=OTHER, st=pay * 8),
                Chat(lone.genesis.id, fast_key(seat).public, at + 1, OTHER, text=f"line {at}"),
            )
        )
        lone.say(body, sender=rng.choice((1, 2, 3)))
        lone.head(seat, Head(0, rng.choice((1, 2, INT_MAX)), OTHER, (0, 1), (2, 3)))
        lone.take()

    assert size_of(lone) < 700


def test_refused_messages_are_forgotten_after_a_while() -> None:
    lone = Lone()
    for at in range(REFUSED_KEPT + 50):
        lone.say(lone.forger.entry(1, 1, prev=OTHER, st=OTHER, pay=b"%d" % at))

    assert len(lone.table.log.book._refused) == REFUSED_KEPT and lone.table.log.blame.stopped is None


def test_an_error_from_another_peer_is_reported_once_and_changes_nothing() -> None:
    """A peer's errors about us change nothing; each is reported once per code (net 5.8)."""
    lone = Lone()
    before = lone.table.log.open
    for code in (1, 8, 9, 10, 11, 16, 16, 255):
        lone.feed(1, ctl(Err(code, "we refuse", b"").encode()))

    assert [told.code for told in lone.told(Complaint)] == [1, 8, 9, 10, 11, 16, 255]
    assert lone.table.log.open == before and lone.table.log.blame.stopped is None and len(lone.effects) == 7


def test_errors_are_sent_five_times_a_second_at_most() -> None:
    lone = Lone()
    for _ in range(100):
        lone.feed(1, b"noise")
    assert len(lone.errs(to=1)) == 5 and len(lone.told(Rejected)) == 1
    lone.now += 1.0
    for _ in range(100):
        lone.feed(1, b"noise")

    assert len(lone.errs(to=1)) == 10 and not lone.errs(to=2)


def test_refusals_name_what_was_refused() -> None:
    """ERR carries the id of the message, so that its author can find it."""
    lone = Lone()
    wrong = lone.say(lone.forger.entry(1, 1, prev=lone.table.log.prev, st=OTHER))

    assert [(err.code, err.ref) for err in lone.errs(to=1)] == [(8, wrong.id)]


def test_replay_from_another_game_is_refused() -> None:
    """1.3: a peer may replay old signed messages; game id and height are in the signed bytes."""
    old = Lone(seat=2)
    old.play(2)
    frames = [effect.frame for effect in old.effects if isinstance(effect, Send)]
    other = Lone(seat=0, seats=4)
    for frame in frames:
        if parse_frame(frame).t == Kind.ENV:
            other.feed(2, frame)

    assert {each.error.reason for each in other.told(Rejected)} == {"other-game"}
    assert other.table.log.open.entries == (0,) and not other.own(Ack)
