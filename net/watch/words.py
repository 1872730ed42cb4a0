"""Messages on the spectators' channel (net 5.10): one frame per message, each of one fixed shape.

`Source.TABLE` and `Spectator.TABLE` say who may send which word when; records, heads and evidence travel in
the same frames as at the table (net 5.2). A spectator's frames are small, so that spectators cost a table
little work. GALLERY goes between players only, and SAID also between them, so that all know who watches and
hear what they say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Struct

from net.errors import TooLarge
from net.link.address import MAX_TEXT, Address
from net.lobby.messages import addresses_of, texts_of
from net.wire.bodies import HASH, HEIGHT, ROUND_HEIGHT
from net.wire.codec import Bytes, Int, Many, Text
from net.wire.envelope import SEAT, SEATS_MAX
from net.wire.form import FieldForm, UpTo, Vocabulary
from net.wire.frame import HAND_MAX, Frame, Kind
from net.wire.genesis import GENESIS_MAX, Certificate, Key, Nick, Signature
from net.wire.signing import SIGNATURE_BYTES
from net.wire.words import Bye, Err

SPECTATOR_MAX: Final = 4096
"""Limit of a frame from a spectator, in bytes."""
SPECTATOR: Final = 1
ELSEWHERE_MAX: Final = 4
ADDRESSES_MAX: Final = 4
NAMED_MAX: Final = 28
OUT_MAX: Final = 8
"""Limits of one list: spectators that it names (further ones are counted), and the last ones sent off."""
LINE_MAX: Final = 2400
_INSIDE_MAX: Final = 16 * 1024

Named: TypeAlias = tuple[Key, Nick]
"""A named spectator: Ed25519 key and name."""
_Named: TypeAlias = Annotated[tuple[Named, ...], UpTo(NAMED_MAX)]
_More: TypeAlias = Annotated[int, Int(10_000)]
_Line: TypeAlias = Annotated[bytes, Bytes(LINE_MAX, 1)]
_Height: TypeAlias = Annotated[int, HEIGHT]
_From: TypeAlias = Annotated[int, ROUND_HEIGHT]
_Port: TypeAlias = Annotated[int, Int(65535)]
_Places: TypeAlias = Annotated[
    tuple[Address, ...], FieldForm(Many(Text(MAX_TEXT, 1), ADDRESSES_MAX, 1), texts_of, addresses_of)
]


@dataclass(frozen=True, slots=True)
class WatchJoin:
    """Request to follow game `game` from height `first` on. `port` is that on which the sender
    listens for other spectators, 0 for none; `ticket` is the signature of seat `inviter`, b"" where everybody
    may watch."""

    word: ClassVar = "JOIN"
    game: Annotated[bytes, HASH]
    role: Annotated[int, Int(SPECTATOR, SPECTATOR)] = field(default=SPECTATOR, init=False, repr=False)
    first: _From
    ed: Key
    cert: Certificate
    nick: Nick
    port: _Port
    inviter: Annotated[int, SEAT]
    ticket: Annotated[bytes, Bytes(SIGNATURE_BYTES)]


class HowFar(Struct, frozen=True):
    """Question for the height of a source, answered with a head."""

    word: ClassVar = "LOOK"
    game: Annotated[bytes, HASH]


class Credit(Struct, frozen=True):
    """Confirmation: the sender has all records up to height `k`, and more may be sent. Sent at least every
    second, as a sign of life."""

    word: ClassVar = "CREDIT"
    k: _Height


class Get(Struct, frozen=True):
    """Request to send from height `k` on: a frame was lost, or two courses are compared."""

    word: ClassVar = "GET"
    k: _From


class Have(Struct, frozen=True):
    """The spectators whom the sender serves, and the number of `more`."""

    word: ClassVar = "HAVE"
    named: _Named
    more: _More = 0


class SayLine(Struct, frozen=True):
    """A line of the spectators' chat, signed by its author (`net.watch.lines`)."""

    word: ClassVar = "SAY"
    line: _Line


class Snap(Struct, frozen=True):
    """The genesis that all players signed, and the last final height. Records follow."""

    word: ClassVar = "SNAP"
    genesis: Annotated[bytes, Bytes(GENESIS_MAX)]
    sigs: Annotated[tuple[Signature, ...], UpTo(SEATS_MAX, 1)]
    k: _Height


class Elsewhere(Struct, frozen=True):
    """Many watch here: ask one of these, which have the same records."""

    word: ClassVar = "ELSEWHERE"
    places: Annotated[tuple[tuple[Key, _Places], ...], UpTo(ELSEWHERE_MAX, 1)]


class Who(Struct, frozen=True):
    """Spectators of this table, as far as the sender knows, and the number of `more`."""

    word: ClassVar = "WHO"
    named: _Named
    more: _More = 0


class SaidLine(Struct, frozen=True):
    """A line of the spectators' chat, passed on."""

    word: ClassVar = "SAID"
    line: _Line


class HandWord(Struct, frozen=True):
    """A hand that a player has opened after the game, signed by it (`net.seat.hands`)."""

    word: ClassVar = "HAND"
    hand: Annotated[bytes, Bytes(HAND_MAX, 1)]


class GalleryWord(Struct, frozen=True):
    """From player to player, on the table's channel: True if the sender keeps spectators out, the port of
    its port for them (0: none), the spectators with it, and those it has sent off."""

    word: ClassVar = "GALLERY"
    is_closed: bool
    port: _Port
    named: _Named
    more: _More = 0
    out: Annotated[tuple[Key, ...], UpTo(OUT_MAX)] = ()


WatchWord: TypeAlias = (
    WatchJoin | HowFar | Credit | Get | Have | SayLine | Bye | Snap | Elsewhere | Who | SaidLine | HandWord
    | GalleryWord | Err
)  # fmt: skip


SPECTATORS: Final = Vocabulary[WatchWord](
    (
        *(WatchJoin, HowFar, Credit, Get, Have, SayLine, Bye),
        *(Snap, Elsewhere, Who, SaidLine, HandWord, GalleryWord, Err),
    ),
    most=_INSIDE_MAX,
    what="a word of the spectators' channel",
)


def write_word(word: WatchWord) -> bytes:
    """The frame of a word."""
    return Frame(Kind.CTL, SPECTATORS.pack(word)).encode()


def read_word(inside: bytes) -> WatchWord:
    """The word that the inside of a CTL frame holds; raises `Malformed`."""
    return SPECTATORS.unpack(inside)


def check_spectator_size(frame: bytes) -> None:
    """Raise `TooLarge` for a frame that no spectator may send."""
    if len(frame) > SPECTATOR_MAX:
        raise TooLarge("too-large", f"a frame of {len(frame)} bytes from a spectator")
