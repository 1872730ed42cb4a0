"""What is said in the lobby (net 5.4): one control frame per message, each of one fixed shape.

INFO carries the options, the engine and the names of those who sit already, so that a person can
decide before joining; a player's endpoints travel in ADDR, and all of them together in START, for
nobody can have a table's door open before the roster is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final, TypeAlias

from net.errors import Malformed, TooLarge
from net.link.address import MAX_TEXT, Address, is_host, parse_address
from net.lobby.identity import verify
from net.lobby.talk import CHAT_SHAPE, QUERY_SHAPE, ChatQuery, LobbyChat, read_chat, read_query
from net.lobby.voucher import VOUCHER_BYTES, Voucher
from net.wire.codec import (
    COUNTER_MAX,
    Bytes,
    Fields,
    Int,
    Many,
    OneOf,
    Text,
    Wire,
    Word,
    exactly,
    pack,
    row,
    unpack,
)
from net.wire.envelope import SEAT, SEATS_MAX
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.genesis import (
    ANIMAL_MAX,
    CERTIFICATE_BYTES,
    GENESIS_MAX,
    NICK_MAX,
    OPTIONS_MAX,
    POLICY,
    USUAL,
    Policy,
    parse_policy,
)
from net.wire.signing import KEY_BYTES, SIGNATURE_BYTES, Signer
from net.wire.words import BYE, ERR, Bye, Err, read_bye, read_err

LOBBY_MAX: Final = 4096
"""Bytes of a frame in the lobby."""
TABLE_BYTES: Final = 16
ADDRESSES_MAX: Final = 4
"""Addresses of one seat."""
VERSION_TEXT_MAX: Final = 24
_ADDR_TAG: Final = b"shoal1.addr\0"

_KEY = exactly(KEY_BYTES)
_NICK = Text(NICK_MAX, 1)
_COUNTER = Int(COUNTER_MAX)
_ADDRESSES = Many(Text(MAX_TEXT, 1), ADDRESSES_MAX)
_TABLE = exactly(TABLE_BYTES)
_SIGNATURE = exactly(SIGNATURE_BYTES)
_SHAPES: Final = {
    "HELLO": row(
        Word(("HELLO",)),
        Int(),
        Int(),
        _KEY,
        exactly(CERTIFICATE_BYTES),
        _NICK,
        _COUNTER,
        Text(VERSION_TEXT_MAX),
    ),
    "WELCOME": row(Word(("WELCOME",)), Int(), _KEY, exactly(CERTIFICATE_BYTES), _NICK, _COUNTER),
    "INFO?": row(Word(("INFO?",))),
    "INFO": row(
        Word(("INFO",)),
        _TABLE,
        Text(32, 1),
        Text(32, 1),
        exactly(32),
        Bytes(OPTIONS_MAX),
        Int(SEATS_MAX, 1),
        Many(row(_KEY, _NICK, Int(SEATS_MAX), Int(ANIMAL_MAX)), SEATS_MAX),
        Int(2),
        POLICY,
    ),
    "JOIN": row(Word(("JOIN",)), _TABLE, Int(2), Int(ANIMAL_MAX), Bytes(VOUCHER_BYTES)),
    "OFFER": row(Word(("OFFER",)), Bytes(GENESIS_MAX)),
    "ADDR": row(Word(("ADDR",)), SEAT, _ADDRESSES, _COUNTER, _SIGNATURE),
    "SIGN": row(Word(("SIGN",)), SEAT, _SIGNATURE),
    "START": row(Word(("START",)), Many(_SIGNATURE, SEATS_MAX, 1), Many(row(SEAT, _ADDRESSES), SEATS_MAX)),
    "NEXT": row(Word(("NEXT",)), Many(row(_KEY, _KEY, Text(MAX_TEXT, 1)), SEATS_MAX)),
    "CHAT": CHAT_SHAPE,
    "CHAT?": QUERY_SHAPE,
    "WATCH": row(
        Word(("WATCH",)),
        exactly(32),
        SEAT,
        Bytes(SIGNATURE_BYTES),
        Many(row(_KEY, _ADDRESSES), SEATS_MAX, 1),
    ),
    "BYE": BYE,
    "ERR": ERR,
}
_ANY: Final = OneOf(tuple(_SHAPES.values()))


class Stage(IntEnum):
    """How far a table is."""

    GATHERING = 0
    SIGNING = 1
    PLAYING = 2


class Role(IntEnum):
    """What a joiner wants to be."""

    PLAYER = 0
    SPECTATOR = 1
    BOT = 2
    """A player that no person plays."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The joiner's first word. Later versions of the protocol must keep this shape."""

    word: ClassVar = "HELLO"
    proto_min: int
    proto_max: int
    ed: bytes
    cert: bytes
    nick: str
    boot: int
    app_version: str

    def fields(self) -> tuple[Wire, ...]:
        return self.proto_min, self.proto_max, self.ed, self.cert, self.nick, self.boot, self.app_version


@dataclass(frozen=True, slots=True)
class Welcome:
    """The host's answer to `Hello`: the version to speak, and who the host is."""

    word: ClassVar = "WELCOME"
    proto: int
    ed: bytes
    cert: bytes
    nick: str
    boot: int

    def fields(self) -> tuple[Wire, ...]:
        return self.proto, self.ed, self.cert, self.nick, self.boot


@dataclass(frozen=True, slots=True)
class InfoQuery:
    """What is on at this table? Asked every two seconds, which also says "I am still here"."""

    word: ClassVar = "INFO?"

    def fields(self) -> tuple[Wire, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Info:
    """The table: what is played, how many seats, who sits already (key, name, who runs it and its
    picture, see `genesis.Player`; the host first), and what else will be signed (`policy`)."""

    word: ClassVar = "INFO"
    table: bytes
    game: str
    rules: str
    engine: bytes
    options: bytes
    seats: int
    taken: tuple[tuple[bytes, str, int, int], ...]
    stage: Stage
    policy: Policy = USUAL

    def fields(self) -> tuple[Wire, ...]:
        return (
            self.table,
            self.game,
            self.rules,
            self.engine,
            self.options,
            self.seats,
            self.taken,
            int(self.stage),
            self.policy.fields(),
        )


@dataclass(frozen=True, slots=True)
class Heir:
    """A guest who can hold the table open when its host is gone: its Ed25519 and CURVE keys, and the computer
    where its host has seen it."""

    ed: bytes
    curve: bytes
    host: str


@dataclass(frozen=True, slots=True)
class Heirs:
    """Who of those who sit at this table may hold it open, one after the other; told to them alone."""

    word: ClassVar = "NEXT"
    heirs: tuple[Heir, ...]

    def fields(self) -> tuple[Wire, ...]:
        return ([(each.ed, each.curve, each.host) for each in self.heirs],)


@dataclass(frozen=True, slots=True)
class Join:
    """I want to sit (or look on) at this table; `animal`: with that picture. A bot that somebody runs shows
    a `voucher` of who does."""

    word: ClassVar = "JOIN"
    table: bytes
    role: Role = Role.PLAYER
    animal: int = 0
    voucher: Voucher | None = None

    def fields(self) -> tuple[Wire, ...]:
        voucher = b"" if self.voucher is None else bytes(self.voucher)
        return self.table, int(self.role), self.animal, voucher


@dataclass(frozen=True, slots=True)
class TableOffer:
    """The genesis that all shall sign."""

    word: ClassVar = "OFFER"
    body: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (self.body,)


@dataclass(frozen=True, slots=True)
class Addr:
    """Where the table's door of a seat is. `n` rises with every change; signed by the seat."""

    word: ClassVar = "ADDR"
    seat: int
    addresses: tuple[Address, ...]
    n: int
    sig: bytes

    def fields(self) -> tuple[Wire, ...]:
        return self.seat, _texts(self.addresses), self.n, self.sig


@dataclass(frozen=True, slots=True)
class Sign:
    """A seat's signature under the genesis."""

    word: ClassVar = "SIGN"
    seat: int
    sig: bytes

    def fields(self) -> tuple[Wire, ...]:
        return self.seat, self.sig


@dataclass(frozen=True, slots=True)
class StartMessage:
    """All signatures in seat order, and where every seat's door may be (hints)."""

    word: ClassVar = "START"
    sigs: tuple[bytes, ...]
    endpoints: tuple[tuple[int, tuple[Address, ...]], ...]

    def fields(self) -> tuple[Wire, ...]:
        return self.sigs, [(seat, _texts(addresses)) for seat, addresses in self.endpoints]


@dataclass(frozen=True, slots=True)
class WatchDoors:
    """You may watch game `game`, at these doors (CURVE keys and addresses; hints). `ticket` is the signature
    of seat `seat` that lets you in, b"" where everybody may (net 5.10)."""

    word: ClassVar = "WATCH"
    game: bytes
    seat: int
    ticket: bytes
    doors: tuple[tuple[bytes, tuple[Address, ...]], ...]

    def fields(self) -> tuple[Wire, ...]:
        return self.game, self.seat, self.ticket, [(key, _texts(where)) for key, where in self.doors]


Message: TypeAlias = (
    Hello | Welcome | InfoQuery | Info | Join | TableOffer | Addr | Sign | StartMessage | LobbyChat
    | ChatQuery | WatchDoors | Heirs | Bye | Err
)  # fmt: skip


def write(message: Message) -> bytes:
    """The frame of a message."""
    inside = pack(_SHAPES[message.word], (message.word, *message.fields()))
    return Frame(Kind.CTL, inside).encode()


def parse(data: bytes) -> Message:
    """The message that a frame of the lobby holds; raises `Malformed`."""
    if len(data) > LOBBY_MAX:
        raise TooLarge("too-large", f"a message of the lobby of {len(data)} bytes")
    frame = parse_frame(data)
    if frame.t != Kind.CTL:
        raise Malformed("kind", "a frame that has no place in the lobby")
    fields = unpack(_ANY, frame.b, most=LOBBY_MAX, what="a message of the lobby")
    return _READERS[fields.text(0)](fields)


def make_addr(seat: int, addresses: Sequence[Address], *, n: int, game: bytes, signer: Signer) -> Addr:
    """Where the door of `seat` is (the first 4 addresses), signed for the game with that id."""
    shown = tuple(addresses)[:ADDRESSES_MAX]
    return Addr(seat, shown, n, signer.sign(_addr_signed(seat, shown, n, game)))


def check_addr(addr: Addr, *, game: bytes, key: bytes) -> None:
    """Raise `BadSignature` unless the player `key` says so of this game."""
    verify(key, _addr_signed(addr.seat, addr.addresses, addr.n, game), addr.sig)


def _addr_signed(seat: int, addresses: Sequence[Address], n: int, game: bytes) -> bytes:
    return _ADDR_TAG + game + pack(row(SEAT, _ADDRESSES, _COUNTER), (seat, _texts(addresses), n))


def _texts(addresses: Sequence[Address]) -> list[str]:
    return [str(address) for address in addresses]


def _addresses(texts: Sequence[str]) -> tuple[Address, ...]:
    return tuple(parse_address(text) for text in texts)


def _hello(fields: Fields) -> Message:
    return Hello(
        proto_min=fields.number(1),
        proto_max=fields.number(2),
        ed=fields.blob(3),
        cert=fields.blob(4),
        nick=fields.text(5),
        boot=fields.number(6),
        app_version=fields.text(7),
    )


def _welcome(fields: Fields) -> Message:
    return Welcome(fields.number(1), fields.blob(2), fields.blob(3), fields.text(4), fields.number(5))


def _info(fields: Fields) -> Message:
    taken = tuple((each.blob(0), each.text(1), each.number(2), each.number(3)) for each in fields.rows(7))
    if len(taken) > fields.number(6):
        raise Malformed("count", "a table with more players than seats")
    return Info(
        table=fields.blob(1),
        game=fields.text(2),
        rules=fields.text(3),
        engine=fields.blob(4),
        options=fields.blob(5),
        seats=fields.number(6),
        taken=taken,
        stage=Stage(fields.number(8)),
        policy=parse_policy(fields.numbers(9), fields.number(6)),
    )


def _heirs(fields: Fields) -> Message:
    heirs = tuple(Heir(each.blob(0), each.blob(1), each.text(2)) for each in fields.rows(1))
    if len({each.ed for each in heirs}) < len(heirs) or len({each.curve for each in heirs}) < len(heirs):
        raise Malformed("same-key", "one guest who holds the table open twice")
    for each in heirs:
        if not is_host(each.host):
            raise Malformed("address", "a guest at no computer")
    return Heirs(heirs)


def _join(fields: Fields) -> Message:
    voucher = Voucher.from_bytes(fields.blob(4)) if fields.blob(4) else None
    return Join(fields.blob(1), Role(fields.number(2)), fields.number(3), voucher)


def _addr(fields: Fields) -> Message:
    return Addr(fields.number(1), _addresses(fields.texts(2)), fields.number(3), fields.blob(4))


def _start(fields: Fields) -> Message:
    ends = tuple((each.number(0), _addresses(each.texts(1))) for each in fields.rows(2))
    seats = [seat for seat, _ in ends]
    if seats != sorted(set(seats)):
        raise Malformed("order", "a start names seats twice or out of order")
    return StartMessage(fields.blobs(1), ends)


_READERS: Final[dict[str, Callable[[Fields], Message]]] = {
    "HELLO": _hello,
    "WELCOME": _welcome,
    "INFO?": lambda _: InfoQuery(),
    "INFO": _info,
    "JOIN": _join,
    "NEXT": _heirs,
    "OFFER": lambda fields: TableOffer(fields.blob(1)),
    "ADDR": _addr,
    "SIGN": lambda fields: Sign(fields.number(1), fields.blob(2)),
    "START": _start,
    "CHAT": read_chat,
    "CHAT?": read_query,
    "WATCH": lambda fields: WatchDoors(
        fields.blob(1),
        fields.number(2),
        fields.blob(3),
        tuple((each.blob(0), _addresses(each.texts(1))) for each in fields.rows(4)),
    ),
    "BYE": read_bye,
    "ERR": read_err,
}
