"""One honest sample of every structure on the wire, and the golden file that pins their bytes.

    python -m tests.support.wire

rewrites `tests/data/wire/shoal-1.txt`. A change in it is another protocol: old records would no
longer open. It belongs to a new version number, never to a repair.
"""

from __future__ import annotations

from pathlib import Path

from net.machine import Choice, Place, TableView, Why
from net.seat.steps.choose import commitment
from net.wire.bodies import Ack, Body, Chat, Entry, Leave, Pause, Vote
from net.wire.envelope import Envelope, seal
from net.wire.frame import Frame, Head, Kind, pack_proof, pack_records
from net.wire.record import Record, RecordKind
from net.wire.words import Err
from tests.support.keys import fast_key, toy_genesis

GOLDEN = Path(__file__).resolve().parents[1] / "data" / "wire" / "shoal-1.txt"
GENESIS = toy_genesis(3)
G = GENESIS.id
PREV, ST = bytes(range(32)), bytes(range(32, 64))

ENTRY = Entry(G, 0, 7, 1, PREV, ST, b"payload")
ACK = Ack(G, 0, 7, 2, PREV, ST)
VOTE = Vote(G, 3, 1, TableView((0, 1), Choice.LEAVE_OUT, Why.LEFT), 0, 7, PREV)
LEAVE = Leave(G, 2, 7, 1, b"shares")
PAUSE = Pause(G, 0, 2, 4, 1)
CHAT = Chat(G, fast_key(0).public, 1, G, text="Na dann: prost!")
BODIES: tuple[Body, ...] = (ENTRY, ACK, VOTE, LEAVE, PAUSE, CHAT)


def signed(body: Body) -> Envelope:
    """A body in its author's envelope."""
    seat = 0 if isinstance(body, Chat) else body.seat
    return seal(seat, body.encode(), fast_key(seat))


RECORD = Record(RecordKind.ROUND, 0, 7, PREV, (0, 1, 2), (signed(ENTRY),), (signed(ACK),))
HEAD = Head(0, 6, PREV, (1,), (0, 1, 2), heard=(16, 33, 304))
ERR = Err(8, "seat 1 wrote out of turn at 7", bytes(32))


def samples() -> dict[str, bytes]:
    """The name and the bytes of every structure."""
    found = {
        "genesis": GENESIS.encode(),
        "record": RECORD.encode(),
        "locked record": Record(RecordKind.ROUND, 0, 7, PREV, (0, 1, 2), (signed(ENTRY),)).encode(),
        "chain hash": RECORD.h,
        "choice": commitment(Place(G, 7, PREV), 1, "stone", ST),
        "game id": G,
    }
    for body in BODIES:
        name = type(body).__name__.lower()
        found[f"{name} body"] = body.encode()
        found[f"{name} id"] = signed(body).id
        found[f"{name} frame"] = Frame(Kind.ENV, signed(body).raw).encode()
    found["head frame"] = Frame(Kind.HEAD, HEAD.encode()).encode()
    found["recs frame"] = Frame(Kind.RECS, pack_records([RECORD.encode()])).encode()
    found["err frame"] = Frame(Kind.CTL, ERR.encode()).encode()
    found["proof frame"] = Frame(Kind.PROOF, pack_proof(signed(ENTRY).raw, signed(ACK).raw)).encode()
    return found


def golden_text() -> str:
    """The golden file as it should be today."""
    return "".join(f"{name}: {data.hex()}\n" for name, data in samples().items())


if __name__ == "__main__":
    GOLDEN.write_text(golden_text(), encoding="ascii")
