"""Whole games with all their spectators, who come and go at any time, and with sources that lie."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from net.agreement.faults.evidence import EvidenceContext, weigh
from net.errors import PeerError
from net.machine import Place
from net.watch.lines import make_line
from net.watch.phases import DIRECT, LINES_A_SPECTATOR, LINES_A_SPECTATOR_S, SPECTATORS_MAX, WINDOW_BYTES
from net.watch.source import make_ticket
from net.wire.envelope import seal, wrap
from net.wire.frame import Frame, Head, Kind, pack_records, parse_frame, parse_head, parse_records
from net.wire.genesis import sign_genesis
from net.wire.record import parse_record
from tests.support.keys import FastKey, fast_key, fast_verify, toy_genesis
from tests.support.logs import Log, honest_log
from tests.support.simulation import Faults
from tests.support.spectators import Player, SpectatedGame, SpectatorPeer, identity
from tests.support.toy import Toy
from tests.support.values import replace
from tests.support.views import Voting

pytestmark = pytest.mark.usefixtures("open_group")

LOG = honest_log(4, 40)
RAWS = LOG.raws


def whole(spectated: SpectatedGame, **words: float) -> None:
    """Run until every spectator has the same whole record, checked by itself."""
    there = [each for each in spectated.spectators if each.is_there]
    assert spectated.run(lambda: spectated.all_have_all, **words), [
        (each.number, len(each.checked), each.ended) for each in there
    ]
    assert all(each.checked == spectated.raws for each in there)


def test_spectators_can_watch_from_the_first_move_or_join_late() -> None:
    spectated = SpectatedGame(LOG, there=0)
    early = spectated.sit(0)
    spectated.wait(10.0)
    late = spectated.sit(1, first=2)
    spectated.wait(0.2)

    assert late.previews[0] == len(late.checked) == spectated.k > 15
    whole(spectated)
    assert early.follows == [None, spectated.players[0].key]
    assert late.follows == [None, spectated.players[2].key]


@pytest.mark.slow
def test_two_hundred_spectators_are_served_in_trees() -> None:
    spectated = SpectatedGame(honest_log(4, 16), there=2, every_s=3.0)
    rng = Random(7)
    for number in range(200):
        spectated.after(rng.uniform(0.0, 20.0), lambda number=number: spectated.sit(number, first=number % 4))
    spectated.wait(30.0)

    served = [len(player.source.spectators) for player in spectated.players]
    assert all(count <= SPECTATORS_MAX for count in served) and sum(served) < 120
    assert sum(bool(each.source and each.source.spectators) for each in spectated.spectators) > 4
    whole(spectated)
    named = {ed for player in spectated.players for ed, _ in player.source.named.named}
    more = sum(player.source.named.more for player in spectated.players)
    assert len(named) + more >= 200


def test_the_thirteenth_spectator_is_sent_to_others_and_comes_back_if_none_serves_it() -> None:
    spectated = SpectatedGame(LOG, there=0, every_s=2.0)
    for number in range(DIRECT):
        spectated.sit(number, port=0)  # none of these serves anybody
    spectated.wait(1.0)
    server = spectated.sit(20)
    spectated.wait(1.0)
    behind = spectated.sit(21)
    spectated.wait(1.0)
    spectated.kill(server)
    whole(spectated)

    assert server.key in behind.follows and behind.follows[-1] in {each.key for each in spectated.players}


def test_a_player_serves_as_many_spectators_as_it_can_and_the_next_goes_to_another() -> None:
    spectated = SpectatedGame(honest_log(4, 4), there=4)
    for number in range(SPECTATORS_MAX + 1):
        spectated.sit(number, port=0)  # none of these serves anybody
    spectated.wait(5.0)

    served = [len(player.source.spectators) for player in spectated.players]
    assert max(served) == SPECTATORS_MAX and sum(served) == SPECTATORS_MAX + 1


def test_a_killed_source_is_replaced_by_another() -> None:
    spectated = SpectatedGame(LOG, there=5)
    watching = spectated.sit(0)
    spectated.wait(4.0)
    spectated.kill(spectated.players[0])
    whole(spectated)

    assert watching.follows[-1] != spectated.players[0].key


@pytest.mark.slow
def test_when_serving_spectators_leave_nobody_misses_anything() -> None:
    spectated = SpectatedGame(LOG, there=0, every_s=1.5)
    rng = Random(3)
    for number in range(60):
        spectated.after(rng.uniform(0.0, 5.0), lambda number=number: spectated.sit(number, first=number % 2))
    for at in range(12, 40, 4):
        spectated.after(float(at), lambda: spectated.kill(most_serving(spectated)))
    spectated.wait(45.0)

    whole(spectated)


def most_serving(spectated: SpectatedGame) -> SpectatorPeer:
    there = [each for each in spectated.spectators if each.is_there and each.source is not None]
    return max(there, key=lambda each: len(each.source.spectators) if each.source else 0)


def log_with_views() -> Log:
    """The log of a table that went on without a seat; a change of view made one of its records final."""
    for seed in range(40):
        run = Voting(seed, 4, heights=24, faults=AWAY, goes=frozenset({seed % 4})).run()
        best = max(run.honest, key=lambda peer: peer.table.log.k if peer.table else 0)
        assert best.table is not None
        records = tuple(map(parse_record, best.table.log.records))
        if records[-1].acks and any(not record.acks for record in records):
            sigs = tuple(sign_genesis(run.genesis.encode(), fast_key(seat)) for seat in range(4))
            return Log(run.genesis, sigs, records, Toy(4, end=24))
    raise AssertionError("no run with a change of view on a locked round")


AWAY = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.004, partitions=3, until_s=15.0)


def test_spectators_also_follow_changes_of_view() -> None:
    log = log_with_views()
    at = next(k for k, record in enumerate(log.records) if not record.acks)
    for there in (0, at, at + 1, len(log.records)):
        spectated = SpectatedGame(log, there=there)
        spectated.sit(0)
        spectated.sit(1, first=1)
        whole(spectated)


def test_spectators_never_check_a_locked_record_that_no_view_makes_final() -> None:
    log = honest_log(4, 20)
    raws = log.raws

    def strips(_: bytes, frame: bytes) -> tuple[bytes, ...]:
        """A source whose height 9 comes without acks, and nothing after it."""
        records = records_of(frame)
        if not records or parse_record(records[-1]).k < 9:
            return (frame,)
        if parse_record(records[0]).k > 9:
            return ()
        kept = [raw for raw in records if parse_record(raw).k < 9]
        return (
            Frame(Kind.RECS, pack_records([*kept, parse_record(raws[8]).with_acks(()).encode()])).encode(),
        )

    spectated = SpectatedGame(log, there=3)
    spectated.players[0].spoil = strips
    spectated.sit(0)
    whole(spectated, limit_s=60.0)


# -- sources that lie ---------------------------------------------------------------------------


def records_of(frame: bytes) -> tuple[bytes, ...]:
    opened = parse_frame(frame)
    return parse_records(opened.b) if opened.t == Kind.RECS else ()


def withholds(_: bytes, frame: bytes) -> tuple[bytes, ...]:
    """A source that stops at height 8 and says that this is the last."""
    records = records_of(frame)
    if records and parse_record(records[-1]).k > 8:
        return ()
    opened = parse_frame(frame)
    if opened.t == Kind.HEAD and parse_head(opened.b).k > 8:
        return (Frame(Kind.HEAD, Head(0, 8, parse_record(RAWS[7]).h, (), ()).encode()).encode(),)
    return (frame,)


def spoils_a_signature(_: bytes, frame: bytes) -> tuple[bytes, ...]:
    """A source that breaks one signature of height 9, which the chain hash does not show."""
    records = records_of(frame)
    if not records or parse_record(records[0]).k > 9 or parse_record(records[-1]).k < 9:
        return (frame,)
    spoiled = [broken(raw) if parse_record(raw).k == 9 else raw for raw in records]
    return (Frame(Kind.RECS, pack_records(spoiled)).encode(),)


def broken(raw: bytes) -> bytes:
    """A record with one signature that does not hold."""
    record = parse_record(raw)
    ack = record.acks[1]
    return record.with_acks((record.acks[0], wrap(ack.seat, ack.body, bytes(64)), *record.acks[2:])).encode()


def of_another_game(other: Log) -> object:
    others = other.raws

    def spoil(_: bytes, frame: bytes) -> tuple[bytes, ...]:
        records = records_of(frame)
        if not records:
            return (frame,)
        ks = [parse_record(raw).k for raw in records]
        return (Frame(Kind.RECS, pack_records([others[k - 1] for k in ks])).encode(),)

    return spoil


def falls_silent_about_records(_: bytes, frame: bytes) -> tuple[bytes, ...]:
    """A source whose heads promise more heights, and whose records stop."""
    records = records_of(frame)
    return () if records and parse_record(records[-1]).k > 12 else (frame,)


def loses_every_third(_: bytes, frame: bytes, seen: list[int] = []) -> tuple[bytes, ...]:  # noqa: B006
    seen.append(0)
    return () if len(seen) % 3 == 0 else (frame,)


def of_one_player_alone() -> Log:
    """A course that seat 0 made up: every ack signed with its own key under the others' names."""
    course = honest_log(4, 40, pays=dict.fromkeys(range(1, 41), b"another course"))
    mine = [
        record.with_acks([seal(ack.seat, ack.body, fast_key(0)) for ack in record.acks])
        for record in course.records
    ]
    return replace(course, records=tuple(mine))


LIES = {
    "withholds": withholds,
    "a broken signature": spoils_a_signature,
    "another game": of_another_game(honest_log(4, 40, genesis=toy_genesis(4, table=bytes([9]) * 16))),
    "a fork": of_another_game(of_one_player_alone()),
    "no records": falls_silent_about_records,
    "rubbish": lambda key, frame: (b"\xff" * 40, frame[:-1]),
    "losses": loses_every_third,
}


@pytest.mark.parametrize("lie", LIES)
def test_a_source_that_lies_holds_nobody_up_for_long(lie: str) -> None:
    spectated = SpectatedGame(LOG, there=3)
    spectated.players[0].spoil = LIES[lie]  # type: ignore[assignment]
    one, two = spectated.sit(0), spectated.sit(1)
    whole(spectated, limit_s=60.0)

    for each in (one, two):
        assert all(why.seat is None for why in each.refused)
    if lie in ("a broken signature", "a fork"):
        assert one.refused and one.follows[-1] != spectated.players[0].key
    elif lie not in ("losses",):
        assert one.follows[-1] != spectated.players[0].key


def course_of(writer: int, at: int, heights: int = 40) -> list[bytes]:
    """A log that parts from the true one at height `at`, signed only by `writer` under everybody's names."""
    false = honest_log(4, heights, pays={at: b"another course"}).records
    forged = [
        record.with_acks([seal(ack.seat, ack.body, fast_key(writer)) for ack in record.acks])
        for record in false[at - 1 :]
    ]
    return [record.encode() for record in (*false[: at - 1], *forged)]


def shows(course: list[bytes], since: int) -> object:
    """A source that goes over to another course when the game has come to a height."""
    seen: list[int] = []

    def spoil(_: bytes, frame: bytes) -> tuple[bytes, ...]:
        opened, records = parse_frame(frame), records_of(frame)
        ks = [parse_record(raw).k for raw in records]
        seen.append(max(ks, default=0))
        if opened.t == Kind.HEAD and max(seen) >= since and (k := parse_head(opened.b).k):
            return (Frame(Kind.HEAD, Head(0, k, parse_record(course[k - 1]).h, (), ()).encode()).encode(),)
        if not records or max(seen) < since:
            return (frame,)
        return (Frame(Kind.RECS, pack_records([course[k - 1] for k in ks])).encode(),)

    return spoil


@pytest.mark.parametrize("at", [9, 21, 101])
def test_a_source_that_forks_is_proven_guilty_and_nobody_else_is(at: int) -> None:
    """It switches to a game that differs from a height that its spectator has checked long before."""
    log = honest_log(4, 140)
    writer = log.records[at - 1].items[0].seat
    since = 120
    spectated = SpectatedGame(log, there=since - 5)
    spectated.players[writer].spoil = shows(course_of(writer, at, 140), since)  # type: ignore[assignment]
    watching = spectated.sit(0, first=writer)
    whole(spectated)

    assert watching.parted, "the two courses were held against each other"
    keys = tuple(player.ed for player in log.genesis.players)
    bench = EvidenceContext(Place(log.genesis.id, 1, log.genesis.id), log.machine, keys, verify=fast_verify)
    named = []
    for pair in watching.parted:
        with suppress(PeerError):
            named += [charge.seat for charge in weigh(pair, bench)]
    assert set(named) == {writer}
    assert watching.follows[-1] != spectated.players[writer].key


def test_a_source_that_invents_a_course_gets_nobody_blamed() -> None:
    """From another seat's turn on, seat 1 invents the game; it signs the others' entries and acks itself."""
    log = honest_log(4, 60)
    at = next(k for k, record in enumerate(log.records[10:], 11) if record.items[0].seat != 1)
    false = [parse_record(raw) for raw in course_of(1, at, 60)]
    made_up = []
    for record in false:
        items = tuple(seal(item.seat, item.body, fast_key(1)) for item in record.items)
        acks = tuple(ack for ack in record.acks if ack.seat != 1)
        made_up.append(
            replace(record, items=items, acks=acks).encode() if record.k >= at else record.encode()
        )
    spectated = SpectatedGame(log, there=50)
    spectated.players[1].spoil = shows(made_up, 55)  # type: ignore[assignment]
    watching = spectated.sit(0, first=1)
    whole(spectated)

    keys = tuple(player.ed for player in log.genesis.players)
    bench = EvidenceContext(Place(log.genesis.id, 1, log.genesis.id), log.machine, keys, verify=fast_verify)
    for pair in watching.parted:
        with pytest.raises(PeerError):
            weigh(pair, bench)


def test_when_all_sources_lie_nothing_false_is_ever_checked() -> None:
    spectated = SpectatedGame(LOG, there=30)
    for player in spectated.players:
        player.spoil = spoils_a_signature
    watching = spectated.sit(0)
    assert spectated.run(lambda: watching.ended is not None)

    assert watching.checked == RAWS[:8]
    assert {why.k for why in watching.refused} == {9} and len(watching.refused) < 40
    assert watching.ended is not None and "fails the checks" in watching.ended.text


# -- spectators that lie ------------------------------------------------------------------------------


def test_a_spectator_that_says_it_is_a_player_is_refused() -> None:
    spectated = SpectatedGame(LOG, there=3)
    named = spectated.sit(0, nick="SEAT\u00a01")
    invisible = spectated.sit(1, nick="\u200b\u200b")
    spectated.wait(5.0)

    assert named.ended is not None and "name" in named.ended.text and not named.checked
    assert invisible.ended is not None and "name" in invisible.ended.text
    assert not any(player.source.spectators for player in spectated.players)


def test_a_certificate_of_another_is_refused() -> None:
    spectated = SpectatedGame(LOG, there=3)
    other = identity(99)
    thief = spectated.sit(0, nick="thief")
    thief.machine._me = type(thief.machine._me)(other.public, other.certificate, "thief", fast_key(0))
    thief.do(thief.machine.up(spectated.players[0].key, spectated.now))
    spectated.wait(0.01)

    assert all(spectator.ed != other.public for spectator in spectated.players[0].source.spectators)


def test_a_player_at_a_table_does_not_watch_it() -> None:
    spectated = SpectatedGame(LOG, there=3)
    for player in spectated.players:
        watched = player.source.watched
        player.source.watched = replace(watched, keys=(*watched.keys[:2], identity(0).public))
    spectator = spectated.sit(0, nick="Zoe")
    spectated.wait(5.0)

    assert spectator.ended is not None and "you play at this table" in spectator.ended.text
    assert not any(player.source.spectators for player in spectated.players)


def test_only_admitted_spectators_see_the_game() -> None:
    spectated = SpectatedGame(LOG, there=3, by_ticket=True)
    ticket = make_ticket(LOG.genesis.id, identity(0).curve_public, fast_key(2))
    let_in = spectated.sit(0, inviter=2, ticket=ticket)
    without, stolen = spectated.sit(1), spectated.sit(2, inviter=2, ticket=ticket)
    nobodys = spectated.sit(3, inviter=9, ticket=ticket)
    assert spectated.run(lambda: len(let_in.checked) == len(RAWS))

    for each in (without, stolen, nobodys):
        assert each.ended is not None and not each.checked


def test_ten_spectators_that_never_read_cost_one_window_each_and_nobody_waits_for_them() -> None:
    large = honest_log(4, 40, pays=dict.fromkeys(range(1, 41), bytes(40_000)))
    spectated = SpectatedGame(large, there=35, every_s=0.5)
    for number in range(10):
        mute = spectated.sit(number)
        mute.machine.received = lambda key, frame, now: ()  # type: ignore[method-assign]
    spectated.wait(1.0)
    reads = spectated.sit(50)
    assert spectated.run(lambda: len(reads.checked) == 40, limit_s=30.0)

    assert all(player.most_open <= WINDOW_BYTES + 200 * 1024 for player in spectated.players)


def test_a_flood_of_messages_gets_a_bounded_answer() -> None:
    spectated = SpectatedGame(LOG, there=3)
    flood, rng = spectated.sit(0), Random(1)
    spectated.wait(1.0)
    player, before = spectated.players[0], spectated.frames
    for _ in range(2000):
        spectated.carry(flood.key, player.key, rng.randbytes(rng.randint(1, 5000)))
    spectated.wait(0.5)

    assert spectated.frames - before - 2000 < 60


@pytest.mark.slow
def test_a_storm_of_joins_and_leaves_does_no_harm() -> None:
    spectated = SpectatedGame(LOG, there=5, every_s=0.7)
    honest = [spectated.sit(number, first=number % 4) for number in range(8)]
    rng = Random(5)
    for number in range(100):
        spectated.after(rng.uniform(1.0, 8.0), lambda number=number: storm(spectated, 100 + number, rng))
    whole(spectated)

    spectated.wait(10.0)
    assert sum(len(player.source.spectators) for player in spectated.players) <= len(honest)


def storm(spectated: SpectatedGame, number: int, rng: Random) -> None:
    came = spectated.sit(number, first=number % 4)
    spectated.after(
        rng.uniform(0.0, 1.0), lambda: (spectated.leave if rng.random() < 0.5 else spectated.kill)(came)
    )


# -- people -----------------------------------------------------------------------------------------


def test_everybody_sees_who_watches_and_gets_each_line_once() -> None:
    spectated = SpectatedGame(LOG, there=3, every_s=2.0)
    watching = [spectated.sit(number) for number in range(15)]
    spectated.wait(6.0)
    watching[3].do(watching[3].machine.say("what a hand"))
    watching[14].do(watching[14].machine.say("indeed"))
    spectated.wait(3.0)

    for each in watching:
        others = ["what a hand", "indeed"]
        assert sorted(each.heard) == sorted(
            text for by, text in zip((3, 14), others, strict=True) if watching[by] is not each
        )
        assert each.spectators is not None
        assert {nick for _, nick in each.spectators.named} >= {f"spectator {n}" for n in range(12)}


def test_floods_of_chat_are_limited_to_the_agreed_rate() -> None:
    spectated = SpectatedGame(LOG, there=3, every_s=2.0)
    loud, quiet = spectated.sit(0), spectated.sit(1)
    spectated.wait(1.0)
    for number in range(300):
        loud.do(loud.machine.say(f"line {number}"))
    spectated.wait(2.0)

    assert 0 < len(quiet.heard) <= 10


def test_a_spectator_passes_on_lines_only_at_the_rate_of_one_author() -> None:
    spectated = SpectatedGame(LOG, there=3, every_s=2.0)
    relay, quiet = spectated.sit(0), spectated.sit(1)
    spectated.wait(1.0)
    for number in range(60):
        author = FastKey(identity(50 + number).public)
        words = {"n": 1, "text": f"line {number}", "signer": author}
        line = make_line(LOG.genesis.id, author.public, f"Guest {number}", **words)
        relay.do(relay.machine.pass_on(line.raw))
    spectated.wait(2.0)

    assert 0 < len(quiet.heard) <= LINES_A_SPECTATOR + 2 * LINES_A_SPECTATOR_S


def test_nobody_passes_on_a_line_in_a_players_name() -> None:
    spectated = SpectatedGame(LOG, there=3, every_s=2.0)
    relay, quiet = spectated.sit(0), spectated.sit(1)
    spectated.wait(1.0)
    for number, nick in enumerate((LOG.genesis.players[1].nick, "Ingeborg")):
        author = FastKey(identity(50 + number).public)
        line = make_line(LOG.genesis.id, author.public, nick, n=1, text=f"I am {nick}", signer=author)
        relay.do(relay.machine.pass_on(line.raw))
        spectated.wait(2.0)

    assert quiet.heard == ["I am Ingeborg"]


def test_a_player_closes_the_table_to_spectators_and_opens_it_again() -> None:
    spectated = SpectatedGame(LOG, there=3, every_s=2.0)
    watching = spectated.sit(0)
    spectated.wait(2.0)
    for player in spectated.players:
        player.do(player.source.close("the players let nobody watch"))
    spectated.wait(6.0)
    assert watching.ended is not None and watching.ended.text == "the players let nobody watch"

    for player in spectated.players:
        player.source.open_again()
    again = spectated.sit(1)
    assert spectated.run(lambda: len(again.checked) == len(RAWS))


def test_spectators_with_all_records_are_shown_why_the_table_stopped() -> None:
    spectated = SpectatedGame(LOG, there=40)
    watching = spectated.sit(0)
    spectated.wait(1.0)
    evidence = [parse_record(RAWS[0]).items[0].raw, parse_record(RAWS[1]).items[0].raw]
    for player in spectated.players:
        player.do(player.source.stopped(evidence, spectated.now))
    spectated.wait(1.0)
    late = spectated.sit(1, first=1)
    spectated.wait(1.0)

    assert watching.shown == late.shown == evidence


def test_opened_hands_come_behind_the_records_once_and_from_spectator_to_spectator() -> None:
    spectated = SpectatedGame(LOG, there=40)
    watching = spectated.sit(0)
    spectated.wait(1.0)
    for player in spectated.players:
        for hands in ([b"one"], [b"one"], [b"one", b"two"]):
            player.do(player.source.opened(hands, spectated.now))
    spectated.wait(1.0)
    late = spectated.sit(1, first=1)
    spectated.wait(1.0)

    assert watching.hands == late.hands == [b"one", b"two"]


def test_after_the_end_of_the_game_nobody_is_reported_missing() -> None:
    spectated = SpectatedGame(LOG, there=40)
    watching = spectated.sit(0)
    spectated.wait(1.0)
    watching.machine.finished()
    for player in list[Player](spectated.players):
        spectated.kill(player)
    spectated.wait(20.0)

    assert watching.ended is not None and watching.ended.text == ""
