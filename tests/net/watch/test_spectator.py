"""A spectator by itself: its repeated questions, its changes of source, and its giving up."""

from __future__ import annotations

from itertools import count

import pytest

from net.agreement.faults.evidence import EVIDENCE_MAX
from net.errors import LocalError
from net.link.address import Address
from net.lobby.phases import HangUp, Tell
from net.watch.lines import read_line
from net.watch.phases import (
    CallSource,
    Came,
    EvidenceShown,
    Follows,
    HandShown,
    NamedSpectators,
    NoMore,
    Opened,
    SpectatorOut,
)
from net.watch.spectator import Spectator, SpectatorIdentity
from net.watch.words import (
    Credit,
    Elsewhere,
    Get,
    HandWord,
    Have,
    HowFar,
    SayLine,
    Snap,
    WatchJoin,
    WatchWord,
    read_word,
    write_word,
)
from net.wire.frame import Frame, Head, Kind, pack_records, parse_frame
from net.wire.words import Bye, Code, Err
from tests.support.keys import FastKey, fast_verify, toy_genesis
from tests.support.logs import honest_log
from tests.support.spectators import identity

LOG = honest_log(3, 6)
RAWS = LOG.raws
ONE, TWO, THREE = KEYS = [bytes([n]) * 32 for n in (1, 2, 3)]
WHERE = {key: (Address(f"10.0.0.{n}", 4000),) for n, key in enumerate(KEYS, 1)}


def made(*keys: bytes) -> Spectator:
    me = identity(0)
    own_identity = SpectatorIdentity(me.public, me.certificate, "Ada", FastKey(me.public))
    spectator = Spectator(
        own_identity, LOG.genesis.id, [(key, WHERE[key]) for key in keys], verify=fast_verify
    )
    spectator.start(0.0)
    return spectator


def following(*keys: bytes) -> Spectator:
    """A spectator that follows the first of these sources, which is at the start of the game."""
    spectator = made(*keys)
    spectator.received(keys[0], SNAP, 0.0)
    return spectator


def records(*ks: int) -> bytes:
    return Frame(Kind.RECS, pack_records([RAWS[k - 1] for k in ks])).encode()


def head(k: int) -> bytes:
    tip = LOG.records[k - 1].h if k else LOG.genesis.id
    return Frame(Kind.HEAD, Head(0, k, tip, (), ()).encode()).encode()


SNAP = write_word(Snap(LOG.genesis.encode(), LOG.sigs, 0))
RUBBISH = b"\xff"


def said(outs: tuple[SpectatorOut, ...], key: bytes = ONE) -> list[WatchWord]:
    frames = [out.frame for out in outs if isinstance(out, Tell) and out.key == key]
    return [read_word(parse_frame(frame).b) for frame in frames]


def called(outs: tuple[SpectatorOut, ...]) -> list[bytes]:
    return [out.key for out in outs if isinstance(out, CallSource)]


# -- a source that does not answer


def test_a_source_that_does_not_answer_for_three_seconds_is_left_for_the_next() -> None:
    spectator = made(ONE, TWO)
    assert spectator.source == ONE and spectator.tick(2.9) == ()
    outs = spectator.tick(3.0)

    assert HangUp(ONE) in outs and called(outs) == [TWO]
    [join] = said(outs, TWO)
    assert isinstance(join, WatchJoin) and (join.first, join.port, join.inviter) == (1, 0, 0)


def test_the_only_source_is_given_time_to_answer_and_its_line_is_kept() -> None:
    """A computer that deals is slow: a line that is cut every three seconds would never get through."""
    spectator = made(ONE)
    outs = tuple(out for step in range(1, 59) for out in spectator.tick(step / 2))

    assert HangUp(ONE) not in outs
    assert len(said(outs)) == 9  # JOIN is said again
    spectator.received(ONE, SNAP, 29.5)
    assert spectator.source == ONE and not any(isinstance(out, NoMore) for out in spectator.tick(31.0))


def test_where_all_places_are_taken_a_spectator_waits_for_one() -> None:
    spectator = made(ONE, TWO)
    full = write_word(Err(Code.FULL, "all places for spectators are taken"))
    outs: list[SpectatorOut] = []
    for step in range(240):  # two minutes
        came = spectator.tick(step / 2)
        if spectator.source is not None:
            came += spectator.received(spectator.source, full, step / 2)
        outs += came

    assert Follows(None, is_full=True) in outs
    assert not any(isinstance(out, NoMore) for out in outs)
    assert len(called(tuple(outs))) <= 30  # every five seconds
    while spectator.source is None:
        spectator.tick(step / 2)
        step += 1
    assert Follows(spectator.source, 0) in spectator.received(spectator.source, SNAP, step / 2)


def test_a_source_that_falls_silent_for_six_seconds_is_left() -> None:
    spectator = following(ONE)
    spectator.received(ONE, head(0), 1.0)

    assert not called(spectator.tick(6.9))
    assert called(spectator.tick(7.0)) == [ONE]


def test_after_half_a_minute_without_a_source_a_spectator_gives_up() -> None:
    spectator = made(ONE)
    for step in count(1):
        outs = spectator.tick(step / 2)
        if any(isinstance(out, NoMore) for out in outs):
            break

    assert step / 2 == 30.0
    assert outs[-1] == NoMore(0, "Nobody who could show this game answers.")
    assert spectator.source is None and spectator.tick(99.0) == ()


def test_a_spectator_without_any_source_says_so() -> None:
    me = identity(0)
    spectator = Spectator(
        SpectatorIdentity(me.public, me.certificate, "Ada", FastKey(me.public)),
        bytes(32),
        [],
        verify=fast_verify,
    )

    assert spectator.start(0.0) == (NoMore(0, "There is nobody to watch."),)


# -- what it says of itself


def test_a_spectator_confirms_what_it_has_every_second_and_eight_times_while_much_arrives() -> None:
    spectator = following(ONE)
    assert said(spectator.tick(0.9)) == []
    assert spectator.wait_s(0.25) == 0.75
    assert said(spectator.tick(1.0)) == [Credit(0)]
    assert said(spectator.received(ONE, records(1, 2), 1.0625)) == []
    assert spectator.wait_s(1.0625) == 0.0625 and spectator.wait_s(3.0) == 0.0
    assert said(spectator.tick(1.125)) == [Credit(2)]
    assert said(spectator.received(ONE, records(3), 1.25)) == [Credit(3)]
    assert said(spectator.tick(2.0)) == [] and said(spectator.tick(2.25)) == [Credit(3)]


def test_a_spectator_tells_who_watches_behind_it_with_as_many_names_as_fit() -> None:
    people = tuple((bytes([n]) * 32, f"spectator {n}") for n in range(30))
    have = Have(people[:28], 3)
    early, late = made(ONE), following(ONE)

    assert said(late.tell_behind(NamedSpectators(people, 1))) == [have]
    assert early.tell_behind(NamedSpectators(people, 1)) == ()
    assert said(early.received(ONE, SNAP, 0.0)) == [have]


def test_lines_go_to_the_source_that_is_followed_and_are_numbered_one_by_one() -> None:
    early, late = made(ONE), following(ONE)
    [first], [second] = said(late.say("hello")), said(late.say("again"))
    assert isinstance(first, SayLine) and isinstance(second, SayLine)
    one, two = (read_line(word.line, game=LOG.genesis.id, verify=fast_verify) for word in (first, second))

    assert two.n == one.n + 1
    assert said(late.pass_on(one.raw)) == [first]
    assert early.pass_on(one.raw) == ()
    with pytest.raises(LocalError):
        early.say("hello")


# -- what it asks for


def test_a_lost_line_is_asked_for_once_in_two_seconds() -> None:
    spectator = following(ONE)
    asked = [said(spectator.received(ONE, records(3), now)) for now in (1.9, 2.0, 3.9, 4.0)]

    assert asked == [[], [Get(1)], [], [Get(1)]]


def test_a_record_that_the_source_does_not_send_is_asked_for_after_two_seconds() -> None:
    spectator = following(ONE)
    spectator.received(ONE, records(1), 1.0)
    asked = [said(spectator.received(ONE, head(4), now)) for now in (2.9, 3.0)]

    assert asked == [[], [Get(2)]]
    assert said(spectator.received(ONE, head(1), 9.0)) == []


def test_only_new_records_are_reported() -> None:
    spectator = following(ONE)
    [came] = [out for out in spectator.received(ONE, records(1, 2), 0.5) if isinstance(out, Came)]
    assert came == Came(1, tuple(RAWS[:2]))
    outs = spectator.received(ONE, records(1, 2, 3), 0.5)

    assert [out for out in outs if isinstance(out, Came)] == [Came(3, (RAWS[2],))]
    assert not any(isinstance(out, Came) for out in spectator.received(ONE, records(2), 0.5))
    assert spectator.k == 3


def test_every_five_seconds_another_source_is_asked_how_far_the_game_is() -> None:
    spectator = following(ONE, TWO, THREE)
    looked = []
    for step in range(1, 41):
        spectator.received(ONE, head(0), step / 2)
        outs = spectator.tick(step / 2)
        looked += [(step / 2, key) for key in called(outs)]
        for key in called(outs):
            assert said(outs, key) == [HowFar(LOG.genesis.id)]

    assert looked == [(5.0, THREE), (10.0, TWO), (15.0, THREE), (20.0, TWO)]


def test_a_source_that_is_ahead_is_followed_once_our_own_has_stopped() -> None:
    spectator = following(ONE, TWO)
    spectator.received(ONE, records(1), 4.0)
    assert called(spectator.tick(5.0)) == [TWO]
    assert spectator.received(TWO, head(3), 5.9) == (HangUp(TWO),)  # new ones came just now
    spectator.received(ONE, head(1), 6.0)
    assert called(spectator.tick(10.0)) == [TWO]
    assert spectator.received(TWO, head(1), 10.0) == (HangUp(TWO),)  # it has no more
    spectator.received(ONE, head(1), 11.0)
    assert called(spectator.tick(15.0)) == [TWO]

    assert called(spectator.received(TWO, head(3), 15.0)) == [TWO] and spectator.source == TWO


# -- what does not hold


def test_an_invalid_record_is_forgotten_and_asked_of_another_source() -> None:
    spectator = following(ONE, TWO)
    spectator.received(ONE, records(1, 2, 3, 4), 0.5)
    spectator.checked(2)
    assert spectator.refused(2, 1.0) == spectator.refused(5, 1.0) == () and spectator.k == 4
    outs = spectator.refused(4, 1.0)

    assert spectator.k == 3 and called(outs) == [TWO]
    [join] = said(outs, TWO)
    assert isinstance(join, WatchJoin) and join.first == 4
    # A refusal of an earlier question: nobody is left for it, nor asked.
    assert spectator.refused(3, 1.0) == () and spectator.k == 2


def test_a_source_is_left_after_three_invalid_frames() -> None:
    spectator = following(ONE, TWO)

    assert [called(spectator.received(ONE, RUBBISH, 0.5)) for _ in range(3)] == [[], [], [TWO]]


def test_without_a_valid_source_a_spectator_waits_and_in_the_end_says_so() -> None:
    spectator = following(ONE)
    for _ in range(3):
        outs = spectator.received(ONE, RUBBISH, 1.0)
    assert called(outs) == [] and outs[-1] == Follows(None) and spectator.source is None
    for strikes, now in ((4, 6.0), (5, 11.0), (6, 16.0)):
        assert spectator.tick(now - 0.1) == () and called(spectator.tick(now)) == [ONE]
        outs = spectator.received(ONE, RUBBISH, now)
        assert any(isinstance(out, NoMore) for out in outs) == (strikes == 6)

    assert outs[-1] == NoMore(2, "The game that everybody here shows fails the checks.")


def test_a_source_that_gave_valid_records_is_forgiven_its_errors() -> None:
    spectator = following(ONE, TWO)
    spectator.received(ONE, records(1), 0.5)
    for _ in range(2):
        spectator.received(ONE, RUBBISH, 0.5)
    spectator.checked(1)

    assert [called(spectator.received(ONE, RUBBISH, 0.5)) for _ in range(3)] == [[], [], [TWO]]


def test_a_source_of_another_game_is_left_at_once() -> None:
    other = honest_log(3, 1, genesis=toy_genesis(3, table=bytes([9]) * 16))
    spectator = made(ONE, TWO)
    outs = spectator.received(ONE, write_word(Snap(other.genesis.encode(), other.sigs, 1)), 0.5)

    assert called(outs) == [TWO] and not any(isinstance(out, Opened) for out in outs)


# -- who turns it away, and sends it on


def test_refused_by_all_a_spectator_ends_with_the_last_refusal() -> None:
    spectator = made(ONE, TWO)
    assert called(spectator.received(ONE, write_word(Err(3, "not today")), 0.5)) == [TWO]
    outs = spectator.received(TWO, write_word(Bye("")), 0.6)

    assert outs[-1] == NoMore(15, "may not be watched any more")


def test_a_spectator_tries_the_named_sources_and_then_returns() -> None:
    spectator = made(ONE)
    places = tuple((bytes([n]) * 32, (Address("10.0.1.1", n),)) for n in range(50, 53))
    outs = spectator.received(ONE, write_word(Elsewhere(places)), 0.5)
    mine = places[identity(0).public[-1] % 3][0]

    assert called(outs) == [mine]
    outs = spectator.received(mine, write_word(Elsewhere(places)), 0.6)
    assert len(called(outs)) == 1 and called(outs) != [mine]


# -- what follows the last record


def test_a_source_can_show_only_a_bounded_number_of_hands_and_proofs() -> None:
    spectator = following(ONE)
    shown: list[SpectatorOut] = []
    for number in (*range(60), *range(60)):
        shown += spectator.received(ONE, write_word(HandWord(b"hand %d" % number)), 0.5)
        shown += spectator.received(ONE, Frame(Kind.ENV, b"proof %d" % number).encode(), 0.5)

    hands = [out.raw for out in shown if isinstance(out, HandShown)]
    proofs = [out.raw for out in shown if isinstance(out, EvidenceShown)]
    assert hands == [b"hand %d" % number for number in range(40)]
    assert proofs == [b"proof %d" % number for number in range(EVIDENCE_MAX)] and EVIDENCE_MAX == 40
