"""Messages in the lobby (net 5.4): one control frame per message, each of one fixed shape.

INFO carries the options, the engine and the names of the players at the table, so that a person can decide
before joining. A player's addresses travel in ADDR, and all of them together in START: nobody can open a
table's lobby before the roster is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Struct

from net.errors import Malformed, TooLarge
from net.link.address import MAX_TEXT, Address, is_host, parse_address
from net.lobby.identity import verify
from net.lobby.talk import ChatQuery, LobbyChat
from net.lobby.voucher import VOUCHER_BYTES, Voucher
from net.wire.bodies import HASH
from net.wire.codec import COUNTER_MAX, Bytes, Int, Many, Text, exactly, pack, row
from net.wire.envelope import SEAT, SEATS_MAX
from net.wire.form import FieldForm, UpTo, Vocabulary
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.genesis import (
    GENESIS_MAX,
    OPTIONS_MAX,
    USUAL,
    AnimalNumber,
    Certificate,
    Counter,
    Key,
    Nick,
    Policy,
    Signature,
)
from net.wire.signing import SIGNATURE_BYTES, Signer
from net.wire.words import Bye, Err

LOBBY_MAX: Final = 4096
"""Limit of a frame in the lobby, in bytes."""
TABLE_BYTES: Final = 16
ADDRESSES_MAX: Final = 4
"""Limit of addresses of one seat."""
VERSION_TEXT_MAX: Final = 24
_ADDR_TAG: Final = b"shoal1.addr\0"

_ADDRESSES: Final = Many(Text(MAX_TEXT, 1), ADDRESSES_MAX)
_ADDR_SIGNED: Final = row(SEAT, _ADDRESSES, Int(COUNTER_MAX))
_Table: TypeAlias = Annotated[bytes, exactly(TABLE_BYTES)]
_Seat: TypeAlias = Annotated[int, SEAT]
_Taken: TypeAlias = tuple[Key, Nick, Annotated[int, Int(SEATS_MAX)], AnimalNumber]


def texts_of(addresses: Sequence[Address]) -> list[str]:
    return [str(address) for address in addresses]


def addresses_of(texts: Sequence[str]) -> tuple[Address, ...]:
    """Addresses from their texts; raises `Malformed`."""
    return tuple(map(parse_address, texts))


Addresses: TypeAlias = Annotated[tuple[Address, ...], FieldForm(_ADDRESSES, texts_of, addresses_of)]


_VOUCHER: Final = FieldForm(
    Bytes(VOUCHER_BYTES),
    lambda voucher: b"" if voucher is None else bytes(voucher),
    lambda data: Voucher.from_bytes(data) if data else None,
)


class Stage(IntEnum):
    GATHERING = 0
    SIGNING = 1
    PLAYING = 2


class Role(IntEnum):
    """The role that a joiner asks for."""

    PLAYER = 0
    SPECTATOR = 1
    BOT = 2
    """A player that no person plays."""


class Hello(Struct, frozen=True):
    """The joiner's first word. Later versions of the protocol must keep this shape."""

    word: ClassVar = "HELLO"
    proto_min: Annotated[int, Int()]
    proto_max: Annotated[int, Int()]
    ed: Key
    cert: Certificate
    nick: Nick
    boot: Counter
    app_version: Annotated[str, Text(VERSION_TEXT_MAX)]


class Welcome(Struct, frozen=True):
    """The host's answer to `Hello`: the version to speak, and who the host is."""

    word: ClassVar = "WELCOME"
    proto: Annotated[int, Int()]
    ed: Key
    cert: Certificate
    nick: Nick
    boot: Counter


class InfoQuery(Struct, frozen=True):
    """Question about a table, asked every two seconds; it also shows that the guest is still here."""

    word: ClassVar = "INFO?"


class Info(Struct, frozen=True):
    """The table: game, number of seats, the players so far (key, name, runner and picture, see
    `genesis.Player`; the host first), and the other terms to be signed (`policy`)."""

    word: ClassVar = "INFO"
    table: _Table
    game: Annotated[str, Text(32, 1)]
    rules: Annotated[str, Text(32, 1)]
    engine: Annotated[bytes, exactly(32)]
    options: Annotated[bytes, Bytes(OPTIONS_MAX)]
    seats: Annotated[int, Int(SEATS_MAX, 1)]
    taken: Annotated[tuple[_Taken, ...], UpTo(SEATS_MAX)]
    stage: Stage
    policy: Policy = USUAL

    def check(self) -> None:
        """Raise `Malformed` for an impossible table."""
        if len(self.taken) > self.seats:
            raise Malformed("count", "a table with more players than seats")
        self.policy.check_for(self.seats)


class Heir(Struct, frozen=True):
    """A guest who can hold the table open when its host is gone: its Ed25519 and CURVE keys, and the
    address where its host has seen it."""

    ed: Key
    curve: Key
    host: Annotated[str, Text(MAX_TEXT, 1)]

    def check(self) -> None:
        """Raise `Malformed` for an address that is not a single host's."""
        if not is_host(self.host):
            raise Malformed("address", "a guest with an address that is not a host")


class Heirs(Struct, frozen=True):
    """Players at this table who may hold it open, one after the other; sent only to guests with a seat."""

    word: ClassVar = "NEXT"
    heirs: Annotated[tuple[Heir, ...], UpTo(SEATS_MAX)]

    def check(self) -> None:
        """Raise `Malformed` for a player who is named twice."""
        for keys in ({each.ed for each in self.heirs}, {each.curve for each in self.heirs}):
            if len(keys) < len(self.heirs):
                raise Malformed("same-key", "a guest named twice to hold the table open")


class Join(Struct, frozen=True):
    """Request to sit (or watch) at this table, with picture `animal`; a bot shows its runner's `voucher`."""

    word: ClassVar = "JOIN"
    table: _Table
    role: Role = Role.PLAYER
    animal: AnimalNumber = 0
    voucher: Annotated[Voucher | None, _VOUCHER] = None


class TableOffer(Struct, frozen=True):
    """The genesis that all are to sign."""

    word: ClassVar = "OFFER"
    body: Annotated[bytes, Bytes(GENESIS_MAX)]


class Addr(Struct, frozen=True):
    """Address at which a seat listens for the table. `n` rises with every change; signed by the seat."""

    word: ClassVar = "ADDR"
    seat: _Seat
    addresses: Addresses
    n: Counter
    sig: Signature


class Sign(Struct, frozen=True):
    """A seat's signature under the genesis."""

    word: ClassVar = "SIGN"
    seat: _Seat
    sig: Signature


class StartMessage(Struct, frozen=True):
    """All signatures in seat order, and where every seat may listen (hints)."""

    word: ClassVar = "START"
    sigs: Annotated[tuple[Signature, ...], UpTo(SEATS_MAX, 1)]
    endpoints: Annotated[tuple[tuple[_Seat, Addresses], ...], UpTo(SEATS_MAX)]

    def check(self) -> None:
        """Raise `Malformed` for seats that are not rising."""
        seats = [seat for seat, _ in self.endpoints]
        if seats != sorted(set(seats)):
            raise Malformed("order", "a start names seats twice or out of order")


class WatchSources(Struct, frozen=True):
    """Permission to watch game `game`, from these sources (CURVE keys and addresses; hints). `ticket` is the
    signature of seat `seat` that lets the spectator in, b"" where everybody may watch (net 5.10)."""

    word: ClassVar = "WATCH"
    game: Annotated[bytes, HASH]
    seat: _Seat
    ticket: Annotated[bytes, Bytes(SIGNATURE_BYTES)]
    sources: Annotated[tuple[tuple[Key, Addresses], ...], UpTo(SEATS_MAX, 1)]


Message: TypeAlias = (
    Hello | Welcome | InfoQuery | Info | Join | TableOffer | Addr | Sign | StartMessage | LobbyChat
    | ChatQuery | WatchSources | Heirs | Bye | Err
)  # fmt: skip
LOBBY: Final = Vocabulary[Message](
    (
        *(Hello, Welcome, InfoQuery, Info, Join, TableOffer, Addr, Sign, StartMessage, Heirs),
        *(LobbyChat, ChatQuery, WatchSources, Bye, Err),
    ),
    most=LOBBY_MAX,
    what="a message of the lobby",
)


def write(message: Message) -> bytes:
    """The frame of a message."""
    return Frame(Kind.CTL, LOBBY.pack(message)).encode()


def parse(data: bytes) -> Message:
    """The message that a frame of the lobby holds; raises `Malformed`."""
    if len(data) > LOBBY_MAX:
        raise TooLarge("too-large", f"a message of the lobby of {len(data)} bytes")
    frame = parse_frame(data)
    if frame.t != Kind.CTL:
        raise Malformed("kind", "a frame that does not belong in the lobby")
    return LOBBY.unpack(frame.b)


def make_addr(seat: int, addresses: Sequence[Address], *, n: int, game: bytes, signer: Signer) -> Addr:
    """Return the first 4 addresses at which `seat` listens, signed for the game with that id."""
    shown = tuple(addresses)[:ADDRESSES_MAX]
    return Addr(seat, shown, n, signer.sign(_addr_signed(seat, shown, n, game)))


def check_addr(addr: Addr, *, game: bytes, key: bytes) -> None:
    """Raise `BadSignature` unless the player `key` has signed this address for this game."""
    verify(key, _addr_signed(addr.seat, addr.addresses, addr.n, game), addr.sig)


def _addr_signed(seat: int, addresses: Sequence[Address], n: int, game: bytes) -> bytes:
    return _ADDR_TAG + game + pack(_ADDR_SIGNED, (seat, texts_of(addresses), n))
