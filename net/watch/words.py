"""Messages on the spectators' channel (net 5.10): one frame per message, each of one fixed shape.

Who may say which word when is in `net.watch.phases`; records, heads and evidence travel in the frames that
they have at the table (net 5.2). A spectator's frames are small, so that nobody can make a table work for an
spectator. GALLERY and SAID go between players, too, so that all know who watches and hear what they say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, TypeAlias

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
"""Bytes of a frame of a spectator."""
SPECTATOR: Final = 1
ELSEWHERE_MAX: Final = 4
ADDRESSES_MAX: Final = 4
NAMED_MAX: Final = 28
OUT_MAX: Final = 8
"""Those sent off last that a player names to the others, who remember them."""
"""NamedSpectators that one list names; further ones are counted."""
LINE_MAX: Final = 2400
_INSIDE_MAX: Final = 16 * 1024

Named: TypeAlias = tuple[Key, Nick]
"""Somebody who watches: Ed25519 key and name."""
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
    """I want to follow game `game` from height `first` on. `port` is that of my own door for other
    spectators, 0 for none; `ticket` is the signature of seat `door` that lets me in, b"" where all may."""

    word: ClassVar = "JOIN"
    game: Annotated[bytes, HASH]
    role: Annotated[int, Int(SPECTATOR, SPECTATOR)] = field(default=SPECTATOR, init=False, repr=False)
    first: _From
    ed: Key
    cert: Certificate
    nick: Nick
    port: _Port
    door: Annotated[int, SEAT]
    ticket: Annotated[bytes, Bytes(SIGNATURE_BYTES)]


@dataclass(frozen=True, slots=True)
class HowFar:
    """Question for the height of a spectator, answered with a head; nothing else follows from it."""

    word: ClassVar = "LOOK"
    game: Annotated[bytes, HASH]


@dataclass(frozen=True, slots=True)
class Credit:
    """I have everything up to height `k`: send on. Said every second, which also says "I am here"."""

    word: ClassVar = "CREDIT"
    k: _Height


@dataclass(frozen=True, slots=True)
class Get:
    """Begin again at height `k`: something was lost on the way."""

    word: ClassVar = "GET"
    k: _From


@dataclass(frozen=True, slots=True)
class Have:
    """These watch behind me, and so many `more`."""

    word: ClassVar = "HAVE"
    named: _Named
    more: _More = 0


@dataclass(frozen=True, slots=True)
class SayLine:
    """A line of the spectators' chat, signed by its author (`net.watch.lines`)."""

    word: ClassVar = "SAY"
    line: _Line


@dataclass(frozen=True, slots=True)
class Snap:
    """The genesis that all players signed, and the last final height. Records follow."""

    word: ClassVar = "SNAP"
    genesis: Annotated[bytes, Bytes(GENESIS_MAX)]
    sigs: Annotated[tuple[Signature, ...], UpTo(SEATS_MAX, 1)]
    k: _Height


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Many watch here: ask one of these, who have the same."""

    word: ClassVar = "ELSEWHERE"
    places: Annotated[tuple[tuple[Key, _Places], ...], UpTo(ELSEWHERE_MAX, 1)]


@dataclass(frozen=True, slots=True)
class Who:
    """Spectators of this table, as far as is known here, and the number of `more`."""

    word: ClassVar = "WHO"
    named: _Named
    more: _More = 0


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of the spectators' chat, passed on."""

    word: ClassVar = "SAID"
    line: _Line


@dataclass(frozen=True, slots=True)
class HandWord:
    """A hand that a player has opened after the game, signed by it (`net.seat.hands`)."""

    word: ClassVar = "HAND"
    hand: Annotated[bytes, Bytes(HAND_MAX, 1)]


@dataclass(frozen=True, slots=True)
class GalleryWord:
    """From player to player, on the table's channel: whether I keep spectators out, the port of my door for
    them (0: none), who watches with me, and whom I have sent off."""

    word: ClassVar = "GALLERY"
    is_closed: bool
    port: _Port
    named: _Named
    more: _More = 0
    out: Annotated[tuple[Key, ...], UpTo(OUT_MAX)] = ()


WatchWord: TypeAlias = (
    WatchJoin
    | HowFar
    | Credit
    | Get
    | Have
    | SayLine
    | Bye
    | Snap
    | Elsewhere
    | Who
    | SaidLine
    | HandWord
    | GalleryWord
    | Err
)


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
    """Raise `TooLarge` for a frame that nobody who watches may send."""
    if len(frame) > SPECTATOR_MAX:
        raise TooLarge("too-large", f"a frame of {len(frame)} bytes from a spectator")
