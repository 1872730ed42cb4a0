"""What is asked of somebody who was found, and answered, over the encrypted link (net 5.9).

LOOK comes from anybody, under a key that need not be anybody's: whoever looks round does not say who it
is. HERE is the whole answer in one frame. It is believed for what the link proves: the answerer holds the
CURVE key that we called, and the certificate says which player's key that is.

DIAL asks somebody to call us back, at the address that the question came from and nowhere else: so a
program learns whether its own door can be reached. CALL brings an invitation to somebody who is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.discovery.notice import VERSION_MAX, WATCHERS_MAX, Door
from net.errors import LocalError, Malformed, PeerError, TooLarge
from net.lobby.identity import check_certificate
from net.lobby.messages import LOBBY_MAX, Info, parse, write
from net.wire.codec import Bytes, Int, OneOf, Text, Word, exactly, first_word, pack, row, unpack
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.genesis import CERTIFICATE_BYTES, NICK_MAX
from net.wire.names import seen_name
from net.wire.words import expect

INFO_MAX: Final = 3400
INVITATION_MAX: Final = 300
_KEY = exactly(32)
_SHAPES: Final = {
    "LOOK": row(Word(("LOOK",))),
    "HERE": row(
        Word(("HERE",)),
        _KEY,
        exactly(CERTIFICATE_BYTES),
        Text(NICK_MAX, 1),
        Text(VERSION_MAX),
        Int(3),
        Int(WATCHERS_MAX),
        Bytes(INFO_MAX),
    ),
    "DIAL": row(Word(("DIAL",)), Int(65535, 1024)),
    "DIALLED": row(Word(("DIALLED",)), Int(65535, 1024), Int(1)),
    "CALL": row(
        Word(("CALL",)), _KEY, exactly(CERTIFICATE_BYTES), Text(NICK_MAX, 1), Text(INVITATION_MAX, 1)
    ),
    "CALLED": row(Word(("CALLED",))),
}
_ANY: Final = OneOf(tuple(_SHAPES.values()))
QUESTIONS: Final = frozenset({"LOOK", "DIAL", "CALL"})


@dataclass(frozen=True, slots=True)
class Here:
    """Who answers, proven; what is at its table, if there is one, as the table itself says it."""

    ed: bytes
    cert: bytes
    nick: str
    version: str
    door: Door
    watchers: int = 0
    info: Info | None = None


@dataclass(frozen=True, slots=True)
class Dial:
    """Call me back: my door is at this port of the computer that this comes from."""

    port: int


@dataclass(frozen=True, slots=True)
class Dialled:
    """Whether the door at that port answered under your key."""

    port: int
    is_reached: bool


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody who hosts invites: who it is (to be proven), and the invitation's text."""

    ed: bytes
    cert: bytes
    nick: str
    invitation: str


@dataclass(frozen=True, slots=True)
class AskTable:
    """Who are you, and what is on?"""


@dataclass(frozen=True, slots=True)
class Called:
    """The invitation has come."""


Said = AskTable | Here | Dial | Dialled | Call | Called


def is_question(frame: bytes) -> bool:
    """Whether a frame of the lobby's channel begins with a word that `porch` answers; says nothing else."""
    return _word(frame) in QUESTIONS


def is_answer(frame: bytes) -> bool:
    """The same for the answers."""
    return _word(frame) in _SHAPES.keys() - QUESTIONS


def _word(frame: bytes) -> str | None:
    try:
        return first_word(parse_frame(frame).b) if len(frame) <= LOBBY_MAX else None
    except PeerError:
        return None


def write_word(said: Said) -> bytes:
    """The frame of a word."""
    match said:
        case AskTable():
            return _frame("LOOK")
        case Called():
            return _frame("CALLED")
        case Dial(port):
            return _frame("DIAL", port)
        case Dialled(port, is_reached):
            return _frame("DIALLED", port, int(is_reached))
        case Call(ed, cert, nick, invitation):
            return _frame("CALL", ed, cert, nick, invitation)
        case Here():
            info = b"" if said.info is None else write(said.info)
            whose = (said.ed, said.cert, said.nick, said.version)
            return _frame("HERE", *whose, int(said.door), said.watchers, info)


def parse_word(frame: bytes) -> Said:
    """The word in a frame; raises `Malformed`."""
    if len(frame) > LOBBY_MAX:
        raise TooLarge("too-large", f"a word of {len(frame)} bytes")
    outer = parse_frame(frame)
    if outer.t != Kind.CTL:
        raise Malformed("kind", "a frame that has no place in the lobby")
    fields = unpack(_ANY, outer.b, most=LOBBY_MAX, what="a word of who was found")
    match fields.text(0):
        case "LOOK":
            return AskTable()
        case "CALLED":
            return Called()
        case "DIAL":
            return Dial(fields.number(1))
        case "DIALLED":
            return Dialled(fields.number(1), bool(fields.number(2)))
        case "CALL":
            return Call(fields.blob(1), fields.blob(2), fields.text(3), fields.text(4))
    info = fields.blob(7)
    return Here(
        ed=fields.blob(1),
        cert=fields.blob(2),
        nick=fields.text(3),
        version=fields.text(4),
        door=Door(fields.number(5)),
        watchers=fields.number(6),
        info=expect_info(info) if info else None,
    )


def expect_info(frame: bytes) -> Info:
    """The INFO in a frame that came inside of HERE; raises `Malformed`."""
    try:
        return expect(parse(frame), Info)
    except LocalError:
        raise Malformed("info", "an answer that holds something else than a table") from None


def check_here(here: Here, *, key: bytes) -> None:
    """Raise `PeerError` unless the holder of CURVE key `key` may say so of itself.

    Certificate and name are its own, and it sits at the head of the table that it tells of.
    """
    check_caller(here.ed, here.cert, here.nick, key=key)
    info = here.info
    if (info is None) != (here.door is Door.NONE):
        raise Malformed("here", "an answer that has a table and has none")
    if info is not None and (not info.taken or info.taken[0][:2] != (here.ed, here.nick)):
        raise Malformed("here", "a table at which its host does not sit")


def check_caller(ed: bytes, cert: bytes, nick: str, *, key: bytes) -> None:
    """Raise `PeerError` unless the certificate binds the proven CURVE key, under a name that can be seen."""
    if check_certificate(cert, ed) != key:
        raise Malformed("certificate", "a certificate for another key than this connection's")
    if not seen_name(nick):
        raise Malformed("name", "a name that cannot be seen")


def _frame(word: str, *values: int | str | bytes) -> bytes:
    return Frame(Kind.CTL, pack(_SHAPES[word], (word, *values))).encode()
