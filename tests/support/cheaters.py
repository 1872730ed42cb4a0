"""Cheats who hold keys of the table: one forges single messages, others play a whole game falsely."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from net.agreement.effects import Effect, Send
from net.machine import Draft
from net.wire.bodies import Ack, Body, Chat, Entry, parse_body
from net.wire.envelope import Envelope, open_envelope, seal
from net.wire.frame import Frame, Kind, pack_proof, pack_records, parse_frame
from net.wire.genesis import Genesis
from tests.support.keys import fast_key
from tests.support.simulation import Peer, Simulation
from tests.support.values import replace


@dataclass(frozen=True, slots=True)
class Forger:
    """The holder of all keys of `genesis`, who signs anything for any seat."""

    genesis: Genesis

    def signed(self, body: Body, *, seat: int | None = None, by: int | None = None) -> Envelope:
        """An envelope of `seat` (by default the body's), with the signature of `by` (by default `seat`)."""
        own = self.seat_of(body) if seat is None else seat
        return seal(own, body.encode(), fast_key(own if by is None else by))

    def seat_of(self, body: Body) -> int:
        """The seat of a body's author."""
        if isinstance(body, Chat):
            return [player.ed for player in self.genesis.players].index(body.who)
        return body.seat

    def entry(self, seat: int, k: int, *, prev: bytes, st: bytes, pay: bytes = b"forged") -> Entry:
        """An entry, signed as its author would."""
        return Entry(self.genesis.id, 0, k, seat, prev, st, pay)

    def ack(self, seat: int, k: int, *, h: bytes, st: bytes) -> Ack:
        """An ack, signed as its author would."""
        return Ack(self.genesis.id, 0, k, seat, h, st)


def env(envelope: Envelope) -> bytes:
    """An ENV frame."""
    return Frame(Kind.ENV, envelope.raw).encode()


def recs(*raws: bytes) -> bytes:
    """A RECS frame."""
    return Frame(Kind.RECS, pack_records(raws)).encode()


def proof(first: Envelope, second: Envelope) -> bytes:
    """A PROOF frame."""
    return Frame(Kind.PROOF, pack_proof(first.raw, second.raw)).encode()


def ctl(inside: bytes) -> bytes:
    """A CTL frame."""
    return Frame(Kind.CTL, inside).encode()


def mutated(frame: bytes, rng: Random) -> bytes:
    """A frame damaged at random in one to four places: bytes changed, cut out, doubled or inserted."""
    data = bytearray(frame)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(5)
        if what == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1 and at < len(data):
            data[at] = rng.randrange(256)
        elif what == 2:
            del data[at : at + rng.randint(1, 40)]
        elif what == 3:
            data[at:at] = rng.randbytes(rng.randint(1, 9))
        else:
            data[at:at] = data[at : at + rng.randint(1, 40)]
    return bytes(data)


class Face(Peer):
    """One of the two programs of a `Twin`: it speaks to `side` only and never admits a lie."""

    def __init__(self, net: Simulation, seat: int, *, side: frozenset[int], number: int) -> None:
        super().__init__(net, seat)
        self.rng = Random(f"{net.seed} {seat} {number}")
        self.side = side

    def boot(self) -> None:
        super().boot()
        if self.table is not None:
            shameless(self.table, self.seat)
            # Nor does it take over from others the messages of its twin.
            self.table.log.borrow = lambda *_: None  # type: ignore[method-assign]

    def carry_out(self, effect: Effect) -> None:
        if not isinstance(effect, Send) or effect.to in self.side:
            super().carry_out(effect)


class Twin(Peer):
    """An equivocator: two programs with one key, each showing its own game to one half of the others.

    It acts like a profile that was copied to a second computer.
    """

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        others = [each for each in range(net.seats) if each != seat]
        net.rng.shuffle(others)
        cut = net.rng.randint(1, max(1, len(others) - 1))
        sides = frozenset(others[:cut]), frozenset(others[cut:]) or frozenset(others)
        self.faces = [Face(net, seat, side=side, number=number) for number, side in enumerate(sides)]

    def boot(self) -> None:
        for face in self.faces:
            face.boot()

    def greet(self, seat: int) -> None:
        for face in self.faces:
            face.greet(seat)

    def receive(self, sender: int, frame: bytes) -> None:
        for face in self.faces:
            face.receive(sender, frame)


class AckLiar(Peer):
    """Acknowledges one chain to some and another to the rest, from some height on."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        self.since = net.rng.randint(1, net.heights)
        self.side = frozenset(each for each in range(net.seats) if net.rng.random() < 0.5)

    def boot(self) -> None:
        super().boot()
        if self.table is not None:
            shameless(self.table, self.seat)

    def carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Send) and effect.to in self.side:
            effect = replace(effect, frame=self.twisted(effect.frame))
        super().carry_out(effect)

    def lie(self, ack: Ack) -> Ack:
        """The false ack that it signs in place of an honest one."""
        return replace(ack, h=bytes(32))

    def twisted(self, frame: bytes) -> bytes:
        """The frame, with a lie in place of an own ack."""
        opened = parse_frame(frame)
        if opened.t != Kind.ENV:
            return frame
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        if envelope.seat != self.seat or not isinstance(body, Ack) or body.k < self.since:
            return frame
        return env(seal(self.seat, self.lie(body).encode(), fast_key(self.seat)))


class StateLiar(AckLiar):
    """Acknowledges the right chain with a false position, to all seats or only to some."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        if net.rng.random() < 0.5:
            self.side = frozenset(range(net.seats))

    def lie(self, ack: Ack) -> Ack:
        return replace(ack, st=bytes(32))


class ChainLiar(AckLiar):
    """Acknowledges to all a chain that does not exist, and shows nobody the honest ack of its own program,
    which would prove the lie."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        self.side = frozenset(range(net.seats))

    def carry_out(self, effect: Effect) -> None:
        if not (isinstance(effect, Send) and parse_frame(effect.frame).t == Kind.RECS):
            super().carry_out(effect)


class IllegalMover(Peer):
    """Signs an entry that the rules refuse, as soon as it may write from some height on."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        self.since = net.rng.randint(1, 6)

    def payload(self, k: int) -> tuple[bytes, bytes]:
        pay, secret = super().payload(k)
        return (b"illegal " + pay if k >= self.since else pay), secret

    def write(self, life: int, k: int) -> None:
        table = self.table
        if life == self.life and table is not None and table.log.may_propose:
            pay, _ = self.payload(table.log.k + 1)
            self.do(lambda table: table.propose(Draft(pay), self.net.now))


class SlyMover(IllegalMover):
    """Shows its own entries to some of the others only, the illegal one too."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        others = [each for each in range(net.seats) if each != seat]
        self.hidden_from = frozenset(net.rng.sample(others, net.rng.randint(1, len(others) - 1)))

    def carry_out(self, effect: Effect) -> None:
        if not (isinstance(effect, Send) and effect.to in self.hidden_from and self.is_entry(effect.frame)):
            super().carry_out(effect)

    def is_entry(self, frame: bytes) -> bool:
        opened = parse_frame(frame)
        return opened.t == Kind.ENV and isinstance(parse_body(open_envelope(opened.b).body), Entry)


class Impostor(Peer):
    """Plays honestly, and with every frame sends another in somebody else's name, with its own signature."""

    def carry_out(self, effect: Effect) -> None:
        super().carry_out(effect)
        table = self.table
        if isinstance(effect, Send) and table is not None:
            forger = Forger(self.net.genesis)
            victim = self.rng.choice([seat for seat in range(self.net.seats) if seat != self.seat])
            if self.rng.random() < 0.5:
                body: Body = forger.ack(victim, table.log.k + 1, h=bytes(32), st=bytes(32))
            else:
                body = forger.entry(
                    victim, table.log.k + 1, prev=table.log.prev, st=table.log.machine.digest()
                )
            self.net.carry(self.seat, effect.to, env(forger.signed(body, by=self.seat)))


def shameless(table: object, seat: int) -> None:
    """Let a liar's table go on after it has been found out."""
    log = table.log  # type: ignore[attr-defined]
    accuse = log.proved
    log.lost = lambda _: None
    log.proved = lambda proof: None if proof.seat == seat else accuse(proof)


@dataclass
class LyingSimulation(Simulation):
    """A simulation whose liars are of one kind."""

    kind: type[Peer] = field(default=Twin)

    def make(self, seat: int) -> Peer:
        return self.kind(self, seat) if seat in self.liars else Peer(self, seat)
