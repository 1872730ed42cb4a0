"""The numbers and shapes of the wire, and how much others can make us keep: `tests/data/wire/limits.txt`.

    python -m tests.net.test_limits

rewrites the file. A shape that allows one more lets through what every other program refuses, and then a
seat is blamed for it: such a change is another protocol, and `net/PROTOCOL.md` changes with it. A bound that
changes is no accident either.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from types import ModuleType

from net import errors, machine
from net.agreement import book, journal, post, replay
from net.agreement.aside import chat
from net.agreement.faults import evidence
from net.agreement.hearing import pulse, reach
from net.agreement.views import lent, votes
from net.deck.algebra import box, generators
from net.discovery import board, broadcast, datagram, dialling, mdns, notice, out_of_reach, responder
from net.discovery import words as finding
from net.errors import PeerError
from net.link import address, contract, memory, peers, zap, zmq_link
from net.link.contract import Limits
from net.lobby import identity, invitation, late_joiners, messages, phases, talk, visitors
from net.lobby import lines as waiting
from net.seat import dealer, hands, payload, session
from net.seat.steps import part
from net.watch import course, fork, lines, source, sources, spectator
from net.watch import phases as watching
from net.watch import words as spectating
from net.wire import bodies, codec, envelope, frame, genesis, hashes, record, signing, words
from net.wire.codec import Bytes, Int, Many, OneOf, Row, Shape, Text, Word
from net.wire.form import form_of

LIMITS = Path(__file__).resolve().parents[1] / "data" / "wire" / "limits.txt"
MODULES = (
    *(bodies, codec, envelope, frame, genesis, hashes, record, signing, words),
    *(errors, machine, evidence, lent, votes, box, generators, datagram, notice, finding, address),
    *(identity, invitation, messages, phases, talk, hands, payload, part, lines, watching, spectating),
    *(book, journal, post, replay, chat, pulse, reach, board, broadcast, dialling, mdns, responder),
    out_of_reach,
    *(contract, memory, peers, zap, zmq_link, late_joiners, waiting, visitors),
    *(dealer, session, course, fork, source, sources, spectator),
)


def spelled(shape: Shape) -> str:
    """The shape, spelled as in `net/PROTOCOL.md`."""
    match shape:
        case Word():
            return "|".join(f'"{word}"' for word in shape.words)
        case Many():
            return f"{shape.least}..{shape.most} of ({spelled(shape.of)})"
        case Row():
            return f"[{', '.join(map(spelled, shape.fields))}]"
        case OneOf():
            return f"one of {len(shape.rows)}"
    unit = {Int: "", Bytes: " bytes", Text: " characters"}[type(shape)]
    return f"{shape.least}..{shape.most}{unit}"


def told(module: ModuleType) -> Iterator[str]:
    """The numbers, shapes and kinds of a module."""
    for name, value in vars(module).items():
        if name.startswith("__") or (isinstance(value, type) and value.__module__ != module.__name__):
            continue
        if type(value) is int:
            yield f"{name}: {value}"
        elif isinstance(value, Shape):
            yield f"{name}: {spelled(value)}"
        elif isinstance(value, dict):
            yield from (f"{key}: {spelled(each)}" for key, each in value.items() if isinstance(each, Shape))
            yield from (f"{key}: {each}" for key, each in value.items() if isinstance(each, Limits))
        elif isinstance(value, Limits):
            yield f"{name}: {value}"
        elif value in (frame.Head, record.Record) or isinstance(getattr(value, "word", None), str):
            yield f"{name}: {spelled(form_of(value).shape)}"
        elif isinstance(value, type) and issubclass(value, IntEnum):
            yield f"{name}: {', '.join(f'{each.value} {each.name}' for each in value)}"
        elif isinstance(value, type) and issubclass(value, PeerError):
            yield f"{name}: ERR {value.code}"


def limits_text() -> str:
    """The file as it should be today."""
    return "".join(f"{module.__name__} {line}\n" for module in MODULES for line in sorted(set(told(module))))


def test_the_limits_are_the_kept_ones() -> None:
    assert limits_text().splitlines() == LIMITS.read_text(encoding="ascii").splitlines()


if __name__ == "__main__":
    LIMITS.write_text(limits_text(), encoding="ascii")
