"""Questions to a player who was found, and answers, over the encrypted link (net 5.9).

LOOK comes from anybody, under a key that need not be a player's: those who look around do not say who they
are. HERE is the whole answer in one frame. It is believed as far as the link proves it: the answerer holds
the CURVE key that we called, and the certificate says which player's key that is.

SIGHT? asks which players a program reaches: where two cannot reach each other, a third may reach both, and
its program passes messages on between them at a table (net 5.5 R10). PLEASE asks it to host that table.

DIAL asks a player to call us back, at the address that the question came from and nowhere else: so a
program learns if it can be called itself. CALL brings an invitation to a player who is here.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Struct

from net.discovery.notice import SPECTATORS_MAX, VERSION_MAX, Access, Notice
from net.errors import LocalError, Malformed, PeerError, TooLarge
from net.lobby.identity import check_certificate, fingerprint
from net.lobby.messages import LOBBY_MAX, Info, parse, write
from net.wire.codec import Bytes, Int, Text, first_word
from net.wire.form import FieldForm, UpTo, Vocabulary
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.genesis import AnimalNumber, Certificate, Key, Nick
from net.wire.names import seen_name
from net.wire.words import expect

INFO_MAX: Final = 3400
INVITATION_MAX: Final = 300
_Port: TypeAlias = Annotated[int, Int(65535, 1024)]
SIGHT_MAX: Final = 16
QUESTIONS: Final = frozenset({"LOOK", "DIAL", "CALL", "SIGHT?", "PLEASE"})


def expect_info(frame: bytes) -> Info:
    """The INFO in a frame inside HERE; raises `Malformed`."""
    try:
        return expect(parse(frame), Info)
    except LocalError:
        raise Malformed("info", "an answer with something other than a table inside") from None


_INFO: Final = FieldForm(
    Bytes(INFO_MAX),
    lambda info: b"" if info is None else write(info),
    lambda frame: expect_info(frame) if frame else None,
)


class Here(Struct, frozen=True):
    """The answering player, proven, with its animal, and its table, if any, in the table's own words."""

    word: ClassVar = "HERE"
    ed: Key
    cert: Certificate
    nick: Nick
    version: Annotated[str, Text(VERSION_MAX)]
    access: Access
    spectators: Annotated[int, Int(SPECTATORS_MAX)] = 0
    info: Annotated[Info | None, _INFO] = None
    animal: AnimalNumber = 0


class Dial(Struct, frozen=True):
    """Request to be called back at this port, on the computer that the request comes from."""

    word: ClassVar = "DIAL"
    port: _Port


class Dialled(Struct, frozen=True):
    """True if the program at that port answered under the asker's key."""

    word: ClassVar = "DIALLED"
    port: _Port
    is_reached: bool


class Call(Struct, frozen=True):
    """An invitation from a host: who it is (to be proven), and the invitation's text."""

    word: ClassVar = "CALL"
    ed: Key
    cert: Certificate
    nick: Nick
    invitation: Annotated[str, Text(INVITATION_MAX, 1)]


class AskTable(Struct, frozen=True):
    """Question for name and table of a peer."""

    word: ClassVar = "LOOK"


class Called(Struct, frozen=True):
    """Receipt for `Call` or `Please`."""

    word: ClassVar = "CALLED"


class AskSight(Struct, frozen=True):
    """Asks a program which players it can reach."""

    word: ClassVar = "SIGHT?"


class Sight(Struct, frozen=True):
    """Players who can be reached from here: keys and names, unproven."""

    word: ClassVar = "SIGHT"
    people: Annotated[tuple[tuple[Key, Nick], ...], UpTo(SIGHT_MAX)]


class Please(Struct, frozen=True):
    """Request to host a table for the sender (to be proven) and for a player whom it cannot reach."""

    word: ClassVar = "PLEASE"
    ed: Key
    cert: Certificate
    nick: Nick
    other: Key


Said = AskTable | Here | Dial | Dialled | Call | Called | AskSight | Sight | Please
FOUND: Final = Vocabulary[Said](
    (AskTable, Here, Dial, Dialled, Call, Called, AskSight, Sight, Please),
    most=LOBBY_MAX,
    what="a word of who was found",
)


def is_question(frame: bytes) -> bool:
    """True if a frame of channel L begins with a word that `responder` answers; nothing else is checked."""
    return _word(frame) in QUESTIONS


def is_answer(frame: bytes) -> bool:
    """True if a frame begins with the word of an answer; nothing else is checked."""
    return _word(frame) in FOUND.words - QUESTIONS


def _word(frame: bytes) -> str | None:
    try:
        return first_word(parse_frame(frame).b) if len(frame) <= LOBBY_MAX else None
    except PeerError:
        return None


def write_word(said: Said) -> bytes:
    """The frame of a word."""
    return Frame(Kind.CTL, FOUND.pack(said)).encode()


def parse_word(frame: bytes) -> Said:
    """The word in a frame; raises `Malformed`."""
    if len(frame) > LOBBY_MAX:
        raise TooLarge("too-large", f"a word of {len(frame)} bytes")
    outer = parse_frame(frame)
    if outer.t != Kind.CTL:
        raise Malformed("kind", "a frame that does not belong in the lobby")
    return FOUND.unpack(outer.b)


def notice_of(here: Here, *, key: bytes, port: int) -> Notice:
    """The announcement that says the same as this answer, for a player's CURVE key and port."""
    info = here.info
    return Notice(
        key,
        fingerprint(here.ed),
        port,
        game="" if info is None else info.game,
        seats=0 if info is None else info.seats,
        taken=0 if info is None else len(info.taken),
        spectators=here.spectators,
        access=here.access,
        version=here.version,
    )


def check_here(here: Here, *, key: bytes) -> None:
    """Raise `PeerError` unless the holder of CURVE key `key` may give this answer about itself.

    Certificate and name must be its own, and it must sit first at the table in its answer.
    """
    check_caller(here.ed, here.cert, here.nick, key=key)
    info = here.info
    if (info is None) != (here.access is Access.NONE):
        raise Malformed("here", "an answer that contradicts itself about its table")
    if info is not None and (not info.taken or info.taken[0][:2] != (here.ed, here.nick)):
        raise Malformed("here", "a table at which its host does not sit")


def check_caller(ed: bytes, cert: bytes, nick: str, *, key: bytes) -> None:
    """Raise `PeerError` unless the certificate binds the proven CURVE key, under a visible name."""
    if check_certificate(cert, ed) != key:
        raise Malformed("certificate", "a certificate for a key that is not this connection's")
    if not seen_name(nick):
        raise Malformed("name", "a name without a visible letter")
