"""Verdicts on the messages over which a table stopped: every kind of fault, each field tampered with, the
framer.

The messages are made by whole simulated tables that were lied to, and by a forger's hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import fields

from net.agreement.effects import FaultReason
from net.agreement.faults.evidence import EVIDENCE_MAX, Charge, EvidenceContext, kept_evidence, weigh
from net.agreement.journal import Stored
from net.agreement.walk import walk
from net.errors import PeerError
from net.machine import Choice, Place, TableView
from net.wire.bodies import Ack, Chat, Entry, Vote, parse_body
from net.wire.envelope import SEATS_MAX, Envelope, open_envelope, seal
from net.wire.genesis import Genesis, sign_genesis
from net.wire.record import Record, RecordKind, pay_limit
from tests.support.cheaters import (
    AckLiar,
    ChainLiar,
    Forger,
    IllegalMover,
    LyingSimulation,
    SlyMover,
    StateLiar,
    Twin,
    proof,
)
from tests.support.keys import fast_key, fast_verify
from tests.support.logs import honest_log
from tests.support.lone_table import at_height
from tests.support.simulation import CALM, ROUGH, Peer, Simulation
from tests.support.toy import Toy
from tests.support.values import replace
from tests.support.views import Voter, Voting

OTHER: Final = bytes([7]) * 32
LOG = honest_log(3, 3)
FORGER = Forger(LOG.genesis)
AT = 4  # the open height: all three write


def bench_of(genesis: Genesis, records: Sequence[bytes], machine: Toy) -> EvidenceContext:
    """The end of a log, checked as `shoal verify` checks it."""
    keys = tuple(player.ed for player in genesis.players)
    sigs = tuple(sign_genesis(genesis.encode(), fast_key(seat)) for seat in genesis.seats)
    place, after = Place(genesis.id, 1, genesis.id), machine
    for step in walk(genesis.encode(), sigs, records, machine=machine, verify=fast_verify):
        assert isinstance(step.machine, Toy)
        place, after = Place(genesis.id, step.place.k + 1, step.h), step.machine
    return EvidenceContext(place, after, keys, fast_verify)


BENCH = bench_of(LOG.genesis, LOG.raws, LOG.machine)
ENTRY = FORGER.entry(1, AT, prev=BENCH.place.prev, st=BENCH.machine.digest(), pay=b"fair")
ROUND_OF_ALL = tuple(FORGER.signed(replace(ENTRY, seat=seat)) for seat in range(3))


def outcome(items: Sequence[Envelope] = ROUND_OF_ALL) -> tuple[bytes, bytes]:
    """h and st of a round of all three."""
    bodies = [parse_body(each.body) for each in items]
    pays = tuple((body.seat, body.pay) for body in bodies if isinstance(body, Entry))
    h = Record(RecordKind.ROUND, 0, AT, BENCH.place.prev, (0, 1, 2), tuple(items)).h
    return h, BENCH.machine.after(BENCH.place, pays).digest()


H, ST = outcome()
ACK = FORGER.ack(1, AT, h=H, st=ST)


def weighed(*envelopes: Envelope, bench: EvidenceContext = BENCH) -> list[tuple[FaultReason, int | None]]:
    return [(each.offence, each.seat) for each in weigh([each.raw for each in envelopes], bench)]


def signed(body: Entry | Ack, **changes: object) -> Envelope:
    return FORGER.signed(replace(body, **changes))  # type: ignore[arg-type]


ILLEGAL_ITEMS = (ROUND_OF_ALL[0], signed(ENTRY, pay=b"illegal"), ROUND_OF_ALL[2])
ILLEGAL_ROUND = [*ILLEGAL_ITEMS, signed(ACK, seat=2, h=outcome(ILLEGAL_ITEMS)[0], st=OTHER)]
"""An ack of a false state after an illegal entry: no state follows from such an entry, so none is false."""
PROOFS: list[tuple[str, list[Envelope], list[tuple[FaultReason, int | None]]]] = [
    ("two entries", [signed(ENTRY), signed(ENTRY, pay=b"else")], [(FaultReason.EQUIVOCATION, 1)]),
    ("two acks", [signed(ACK), signed(ACK, h=OTHER)], [(FaultReason.EQUIVOCATION, 1)]),
    ("two of long ago", [signed(ENTRY, k=2), signed(ENTRY, k=2, pay=b"x")], [(FaultReason.EQUIVOCATION, 1)]),
    ("illegal", [signed(ENTRY, pay=b"illegal")], [(FaultReason.ILLEGAL, 1)]),
    ("too long", [signed(ENTRY, pay=bytes(pay_limit(3) + 1))], [(FaultReason.ILLEGAL, 1)]),
    ("on another state", [signed(ENTRY, st=OTHER)], [(FaultReason.FALSE_STATE, 1)]),
    ("a false ack", [*ROUND_OF_ALL, signed(ACK, st=OTHER)], [(FaultReason.FALSE_STATE, 1)]),
    (
        "two false acks and a right one",
        [*ROUND_OF_ALL, signed(ACK, seat=0), signed(ACK, st=OTHER), signed(ACK, seat=2, st=OTHER)],
        [(FaultReason.FALSE_STATE, 1), (FaultReason.FALSE_STATE, 2)],
    ),
    (
        "entries that cannot stand together",
        [signed(ENTRY, seat=0, pay=b"clash"), signed(ENTRY, pay=b"clash"), signed(ENTRY, seat=2)],
        [(FaultReason.COMBINATION, 0)],
    ),
    ("another's lie", [signed(ENTRY, pay=b"charge\2")], [(FaultReason.COMBINATION, 2)]),
    (
        "another's lie, twice, in a whole round",
        [signed(ENTRY, seat=0, pay=b"charge\2"), signed(ENTRY, pay=b"charge\2"), signed(ENTRY, seat=2)],
        [(FaultReason.COMBINATION, 2)],
    ),
    (
        "two for one place beside an illegal one",
        [signed(ENTRY), signed(ENTRY, pay=b"x"), signed(ENTRY, seat=2, pay=b"illegal")],
        [(FaultReason.EQUIVOCATION, 1), (FaultReason.ILLEGAL, 2)],
    ),
    ("an illegal entry and what was signed of its round", ILLEGAL_ROUND, [(FaultReason.ILLEGAL, 1)]),
]
NOTHING: list[tuple[str, list[Envelope]]] = [
    ("none", []),
    ("a right entry", [signed(ENTRY)]),
    ("a whole right round", [*ROUND_OF_ALL, *(signed(ACK, seat=seat) for seat in range(3))]),
    ("only an ack, whatever it says", [signed(ACK, st=OTHER)]),
    ("a false ack with an entry too few", [*ROUND_OF_ALL[:2], signed(ACK, st=OTHER)]),
    ("an ack of another chain, which others may have brought about", [*ROUND_OF_ALL, signed(ACK, h=OTHER)]),
    ("an entry of another height", [signed(ENTRY, k=3, pay=b"illegal")]),
    ("an entry of the height after", [signed(ENTRY, k=5, pay=b"illegal")]),
    ("an entry on another chain", [signed(ENTRY, prev=OTHER, pay=b"illegal")]),
    ("an ack of another height", [*ROUND_OF_ALL, signed(ACK, k=5, st=OTHER)]),
]


@pytest.mark.parametrize(("messages", "charges"), [each[1:] for each in PROOFS], ids=[e[0] for e in PROOFS])
def test_a_proof_blames_the_signer(
    messages: list[Envelope], charges: list[tuple[FaultReason, int | None]]
) -> None:
    assert weighed(*messages) == charges
    assert weighed(*reversed(messages)) == charges


def test_two_entries_are_proven_for_their_height_and_two_votes_for_the_height_after_their_lock() -> None:
    vote = Vote(LOG.genesis.id, 1, 1, TableView((0, 1), Choice.LEAVE_OUT), 0, 3, BENCH.place.prev)
    pairs = [
        (signed(ENTRY), signed(ENTRY, pay=b"else")),
        (FORGER.signed(vote), FORGER.signed(replace(vote, lk=2))),
    ]

    assert [[each.k for each in weigh([each.raw for each in pair], BENCH)] for pair in pairs] == [[4], [4]]


@pytest.mark.parametrize("messages", [each[1] for each in NOTHING], ids=[each[0] for each in NOTHING])
def test_nobody_is_blamed_for_messages_that_prove_nothing(messages: list[Envelope]) -> None:
    assert weighed(*messages) == []


def test_an_entry_at_height_1_must_stand_on_the_genesis_that_its_author_signed() -> None:
    bench = bench_of(LOG.genesis, [], LOG.machine)
    entry = FORGER.entry(0, 1, prev=LOG.genesis.id, st=OTHER)

    assert weighed(FORGER.signed(entry), bench=bench) == [(FaultReason.FALSE_STATE, 0)]
    assert weighed(signed(entry, st=LOG.machine.digest()), bench=bench) == []


def test_nobody_is_charged_after_the_end_of_a_game() -> None:
    log = honest_log(3, 3, end=3)
    bench = bench_of(log.genesis, log.raws, log.machine)

    assert weighed(signed(ENTRY, pay=b"illegal"), bench=bench) == []


# -- tampered evidence and the framer


def flipped(envelope: Envelope) -> list[bytes]:
    """The message with one bit of each byte turned, one after the other."""
    out = []
    for at in range(len(envelope.raw)):
        raw = bytearray(envelope.raw)
        raw[at] ^= 1 << at % 8
        out.append(bytes(raw))
    return out


@pytest.mark.parametrize("messages", [each[1] for each in PROOFS if each[0] != "too long"])
def test_nobody_is_blamed_by_evidence_with_a_changed_byte(messages: list[Envelope]) -> None:
    for at, envelope in enumerate(messages):
        rest = [each.raw for each in (*messages[:at], *messages[at + 1 :])]
        for raw in flipped(envelope):
            with pytest.raises(PeerError) as refusal:
                weigh([*rest, raw], BENCH)

            assert refusal.value.seat is None


FIELDS = {
    "game": OTHER, "v": 1, "k": 3, "seat": 2, "prev": OTHER, "st": bytes(32), "h": OTHER, "pay": b"fair",
}  # fmt: skip


@pytest.mark.parametrize("body", [replace(ENTRY, pay=b"illegal"), replace(ACK, st=OTHER)])
def test_a_message_that_a_framer_signs_for_another_seat_charges_nobody(body: Entry | Ack) -> None:
    """Seat 2 signs a message in the name of seat 1 with its own key."""
    for each in fields(body):
        lie = replace(body, **{each.name: FIELDS[each.name]})
        envelope = FORGER.signed(lie, seat=1, by=2)
        with pytest.raises(PeerError) as refusal:
            weigh([envelope.raw, *(item.raw for item in ROUND_OF_ALL)], BENCH)

        assert refusal.value.seat is None, each.name


@pytest.mark.parametrize("body", [replace(ENTRY, pay=b"illegal"), replace(ACK, st=OTHER)])
def test_a_message_that_a_cheat_signs_charges_nobody_else(body: Entry | Ack) -> None:
    """Seat 1 signs any variant of its own messages; nobody else is ever named."""
    for each in fields(body):
        lie = replace(body, **{each.name: FIELDS[each.name]})
        try:
            found = weigh(
                [seal(lie.seat, lie.encode(), fast_key(1)).raw, *(i.raw for i in ROUND_OF_ALL)], BENCH
            )
        except PeerError as why:
            assert why.seat is None
        else:
            assert {charge.seat for charge in found} <= {1}, each.name


def test_honest_messages_from_another_game_or_height_charge_nobody() -> None:
    """The framer shows what an honest seat really signed, at another height or beside other messages."""
    honest = [each for record in LOG.records for each in (*record.items, *record.acks)]
    for envelope in honest:
        assert weighed(envelope, *ROUND_OF_ALL) == []


def test_a_line_of_chat_and_a_stranger_are_refused() -> None:
    chat = Chat(LOG.genesis.id, fast_key(1).public, 1, LOG.genesis.id, text="a")
    for envelope in (FORGER.signed(chat), FORGER.signed(replace(ENTRY, seat=5), by=1)):
        with pytest.raises(PeerError) as refusal:
            weigh([envelope.raw], BENCH)

        assert refusal.value.seat is None


# -- what a journal gives out of a stopped table


def judged(net: Simulation, peer: Peer) -> tuple[Charge, ...]:
    """The evidence in a peer's journal, weighed on its own record."""
    stored = peer.journal.page.stored()
    raws = kept_evidence(stored)
    assert raws == tuple(sorted(set(raws))) and len(raws) <= EVIDENCE_MAX
    return weigh(raws, bench_of(net.genesis, stored.records, Toy(net.seats, end=net.heights)))


KINDS: list[tuple[type[Peer], set[FaultReason]]] = [
    (Twin, {FaultReason.EQUIVOCATION}),
    (AckLiar, {FaultReason.EQUIVOCATION}),
    (StateLiar, {FaultReason.EQUIVOCATION, FaultReason.FALSE_STATE}),
    (IllegalMover, {FaultReason.ILLEGAL}),
    (SlyMover, {FaultReason.ILLEGAL}),
]


@pytest.mark.parametrize(("kind", "offences"), KINDS, ids=[each[0].__name__ for each in KINDS])
def test_every_journal_of_a_stopped_table_proves_who_stopped_it(
    kind: type[Peer], offences: set[FaultReason]
) -> None:
    stopped = 0
    for seed in range(12):
        faults = ROUGH if seed % 2 else CALM
        net = LyingSimulation(seed, 4, liars=frozenset({2}), kind=kind, faults=faults).run()
        for peer in net.honest:
            found = judged(net, peer)
            table = peer.table
            if table is None or table.log.blame.stopped is None:
                assert found == ()
                continue
            stopped += 1
            assert {charge.seat for charge in found} == {2}, net.say(str(found))
            assert {charge.offence for charge in found} <= offences, net.say(str(found))
    assert stopped > 10


class Complainer(Voter):
    """A voter to whom seat 2 has lied: its entry at height `AT`, where all write at once, charges seat 2."""

    def payload(self, k: int) -> tuple[bytes, bytes]:
        pay, secret = super().payload(k)
        return (b"charge\2" if k == AT and self.seat != 2 else pay), secret


class LiedTo(Voting):
    """A table of `Complainer`s, which goes on without seat 2."""

    def make(self, seat: int) -> Peer:
        return Complainer(self, seat)


def test_all_victims_of_a_lie_keep_the_same_complaints() -> None:
    """Each stops over its own complaint first, and still keeps those of the others that come later."""
    most = 0
    for seed in range(12):
        net = LiedTo(seed, 4, liars=frozenset({2}), faults=CALM).run()
        kept = {kept_evidence(peer.journal.page.stored()) for peer in net.honest}

        assert len(kept) == 1, net.say("they kept different things")
        most = max(most, len(kept.pop()))
    assert most == 3


def test_the_record_of_two_programs_that_disagree_proves_which_one_is_wrong() -> None:
    """At a table of two equal votes nobody can say who is wrong; the record can, whichever side saved it."""
    net = Simulation(3, 2, skewed=frozenset({1})).run()

    assert [
        peer.table.log.blame.stopped.reason
        for peer in net.peers
        if peer.table and peer.table.log.blame.stopped
    ] == ["other-state"] * 2
    for peer in net.peers:
        assert [(each.offence, each.seat) for each in judged(net, peer)] == [(FaultReason.FALSE_STATE, 1)]


def test_a_seat_alone_with_a_wrong_program_is_charged_by_its_own_record() -> None:
    net = Simulation(3, 4, skewed=frozenset({1})).run()
    alone = net.peers[1]

    assert alone.table is not None and alone.table.log.blame.stopped is not None
    assert {charge.seat for charge in judged(net, alone)} == {1}


def test_the_journal_keeps_all_entries_of_an_impossible_combination() -> None:
    lone = at_height(3)
    lone.propose(b"clash")
    for seat in (1, 2):
        lone.say(lone.entry(seat, b"clash" if seat == 1 else b"fair"))
    stored = lone.journal.page.stored()
    bench = bench_of(lone.genesis, stored.records, Toy(3))

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "combination"
    assert [(each.offence, each.seat) for each in weigh(kept_evidence(stored), bench)] == [
        (FaultReason.COMBINATION, 0)
    ]


def test_a_lost_journal_proves_nothing_against_anybody() -> None:
    lone = at_height(2)
    lone.say(lone.entry(0, b"what this journal does not know"), sender=1)

    assert lone.table.log.blame.stopped is not None and lone.table.log.blame.stopped.reason == "lost-journal"
    assert kept_evidence(lone.journal.page.stored()) == ()


def test_an_unexplained_chain_hash_is_not_evidence() -> None:
    net = LyingSimulation(1, 3, liars=frozenset({2}), kind=ChainLiar)
    for peer in net.peers:
        net.at(0.0, peer.boot)
    while not net.peers[0].unexplained:
        net._next()

    assert kept_evidence(net.peers[0].journal.page.stored()) == ()


def test_a_proof_that_another_peer_found_is_also_kept() -> None:
    lone = at_height(2)
    pair = [lone.forger.signed(lone.entry(1, pay, k=1)) for pay in (b"1", b"2")]
    lone.feed(2, proof(*pair))
    raws = kept_evidence(lone.journal.page.stored())

    assert raws == tuple(sorted(each.raw for each in pair))


def test_the_most_evidence_that_a_stop_can_leave_fits_into_a_record() -> None:
    """Every seat writes and acknowledges: an entry and an ack each, and a second message of one."""
    assert 2 * SEATS_MAX < EVIDENCE_MAX
    assert kept_evidence(Stored()) == ()
    raw = ROUND_OF_ALL[1].raw
    twice = Stored(records=tuple(LOG.raws), seen=(("E/0/4/1", raw),), evidence=(("E/0/4/1", raw, b""),))
    assert kept_evidence(twice) == (raw,) and open_envelope(raw).seat == 1
