"""Cost of a table, its spectators and a tournament for a network, on paper: every limit is the code's own.

    python -m tests.bench.scale

prints the tables of `net/SCALE.md`. `tests/net/test_scale.py` holds the formulas against real sessions.
Bytes are those of frames; `WIRE`, measured between processes, is the factor for ZeroMQ, CURVE and TCP.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.discovery.board import HINTS_MAX, MISSED, pages_of, pause_s
from net.discovery.broadcast import ANSWERS_PER_S
from net.discovery.datagram import DATAGRAM_MAX
from net.link.contract import KIB
from net.watch.phases import CATCHING_BYTES_S, CREDIT_S, DIRECT, HEAD_S

ENTRY = 213
"""Bytes of the ENV frame with a move that opens nothing and carries nothing."""
SHARE = 97
"""Further bytes for a move that opens one card."""
ACK = 183
RECORD = 40
"""Bytes of a record besides its envelopes."""
HEAD = 60
ANSWER = 385
"""Bytes of the answer of a host with a short name to a broadcast; the question has `DATAGRAM_MAX`."""
UDP = 46
"""Bytes on the wire around a datagram: Ethernet, IPv4, UDP."""
RADIO = 125_000
"""Bytes a second of a broadcast by radio at its slowest rate, 1 Mbit/s."""
WIRE = 1.6
"""Bytes on the wire for each byte of a frame: a whole short game of Plump between four processes, everything
that the loopback of a network of its own counted (3.2 MB in 183 heights) by the bytes of all its messages."""


def mix_bytes(cards: int) -> int:
    """Bytes of a shuffle with its proof (deck 6.5)."""
    return 162 * cards + 328


@dataclass(frozen=True, slots=True)
class Table:
    """A table of `seats` at which somebody moves `moves_s` times a second."""

    seats: int
    cards: int = 52
    moves_s: float = 1.0

    def frames(self, actors: int = 1) -> int:
        """Frames that all peers together send in a round of `actors` writers."""
        return (actors + self.seats) * (self.seats - 1)

    @property
    def move_bytes(self) -> int:
        """Bytes of all frames of a move that opens a card."""
        return (self.seats - 1) * (ENTRY + SHARE + self.seats * ACK)

    @property
    def deal_bytes(self) -> int:
        """Bytes that a deal adds to the frames that carry it: a shuffle, a commitment and an opening each."""
        return self.seats * (self.seats - 1) * (mix_bytes(self.cards) + 32 + 129)

    @property
    def record_bytes(self) -> int:
        """Bytes of the record of a move."""
        return RECORD + ENTRY + SHARE + self.seats * ACK

    @property
    def checks(self) -> int:
        """Signatures that one peer checks for a move, at most."""
        return self.seats


@dataclass(frozen=True, slots=True)
class Audience:
    """The audience of one table: `spectators`, all of whom serve others."""

    table: Table
    spectators: int

    @property
    def at_the_table(self) -> int:
        """Number of spectators who are served by players."""
        return min(self.spectators, DIRECT * self.table.seats)

    @property
    def depth(self) -> int:
        """Number of programs that a record passes before the last spectator has it, the player counted."""
        reached = level = DIRECT * self.table.seats
        depth = 1
        while reached < self.spectators:
            level *= DIRECT
            reached += level
            depth += 1
        return depth

    @property
    def upload(self) -> float:
        """Bytes a second sent to `DIRECT` spectators while people play, deals not counted."""
        return DIRECT * (self.table.moves_s * self.table.record_bytes + HEAD / HEAD_S) * WIRE

    @property
    def words(self) -> float:
        """Words of credit a second that a server hears from its `DIRECT` spectators."""
        return DIRECT / CREDIT_S

    def catch_up_s(self, log_bytes: int, late: int) -> float:
        """Seconds until `late` spectators who come late to one source have a log of that size."""
        return late * log_bytes / CATCHING_BYTES_S


@dataclass(frozen=True, slots=True)
class Network:
    """`programs` with their lobbies open on one subnet, `visible` of them and `tables` to be found."""

    programs: int
    tables: int
    visible: int = 0

    @property
    def announced(self) -> int:
        return self.tables + self.visible

    @property
    def found(self) -> int:
        """Number of programs that a program knows at once."""
        return min(self.announced, HINTS_MAX)

    @property
    def questions(self) -> float:
        """Questions by broadcast a second, of all lobbies."""
        return self.programs / pause_s(self.found)

    @property
    def answers(self) -> float:
        """Answers a second of one program that is announced."""
        return self.questions / pages_of(self.found)

    @property
    def answer_bytes(self) -> float:
        """Bytes a second of all answers on the network."""
        return self.answers * self.announced * (ANSWER + UDP)

    @property
    def radio(self) -> float:
        """The part of a radio's time that the questions take, at its slowest rate."""
        return self.questions * (DATAGRAM_MAX + UDP) / RADIO

    @property
    def gone_s(self) -> float:
        """Seconds at the most until a killed program is taken off the lists."""
        return (MISSED + 1) * pause_s(self.found) * pages_of(self.found)

    @property
    def most(self) -> int:
        """Number of programs above which not all questions are answered."""
        return int(ANSWERS_PER_S * pause_s(self.found) * pages_of(self.found))


def page() -> str:
    """The tables of `net/SCALE.md`."""
    out = [
        "| seats | frames a move | kB a move | kB a deal adds | signatures a peer checks a move |",
        "|---" * 5 + "|",
    ]
    for seats in (2, 4, 6, 10):
        table = Table(seats)
        out.append(
            f"| {seats} | {table.frames()} | {table.move_bytes / KIB:.1f} | {table.deal_bytes / KIB:.0f} | "
            f"{table.checks} |"
        )
    out += [
        "",
        "| spectators of one table of four | served by players | programs that a record passes | "
        "kB/s each server sends |",
        "|---" * 4 + "|",
    ]
    for spectators in (50, 500, 10_000, 100_000):
        audience = Audience(Table(4), spectators)
        out.append(
            f"| {spectators:,} | {audience.at_the_table} | {audience.depth} | {audience.upload / KIB:.0f} |"
        )
    out += [
        "",
        "| tables, programs | found by each | questions/s | answers/s of one | kB/s of answers | "
        "% of a slow radio | s until a killed one is off the list |",
        "|---" * 7 + "|",
    ]
    for tables, programs in ((10, 40), (50, 200), (100, 400), (400, 400)):
        network = Network(programs, tables)
        out.append(
            f"| {tables}, {programs} | {network.found} | {network.questions:.0f} | {network.answers:.0f} | "
            f"{network.answer_bytes / KIB:,.0f} | {network.radio * 100:.0f} | {network.gone_s:.0f} |"
        )
    return "\n".join(out)


if __name__ == "__main__":
    print(page())
