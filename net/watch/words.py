"""What is said on the spectators' channel (net 5.10): one frame per message, each of one fixed shape.

Who may say which word when is in `net.watch.phases`; records, heads and evidence travel in the frames that
they have at the table (net 5.2). A watcher's frames are small, so that nobody can make a table work for an
onlooker. GALLERY and SAID go between players, too, so that all know who watches and hear what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from net.errors import TooLarge
from net.link.address import MAX_TEXT, Address, parse_address
from net.wire.bodies import HASH, HEIGHT, ROUND_HEIGHT
from net.wire.codec import Bytes, Fields, Int, Many, OneOf, Text, Wire, Word, exactly, pack, row, unpack
from net.wire.envelope import SEAT, SEATS_MAX
from net.wire.frame import HAND_MAX, Frame, Kind
from net.wire.genesis import CERTIFICATE_BYTES, GENESIS_MAX, NICK_MAX
from net.wire.signing import KEY_BYTES, SIGNATURE_BYTES
from net.wire.words import BYE, ERR, Bye, Err, read_bye, read_err

READER_MAX: Final = 4096
"""Bytes of a frame of a watcher."""
SPECTATOR: Final = 1
ELSEWHERE_MAX: Final = 4
ADDRESSES_MAX: Final = 4
NAMED_MAX: Final = 28
"""Watchers that one list names; further ones are counted."""
LINE_MAX: Final = 2400
_INSIDE_MAX: Final = 16 * 1024

_KEY = exactly(KEY_BYTES)
_NICK = Text(NICK_MAX, 1)
_NAMED = Many(row(_KEY, _NICK), NAMED_MAX)
_LINE = Bytes(LINE_MAX, 1)
_ADDRESSES = Many(Text(MAX_TEXT, 1), ADDRESSES_MAX, 1)
_SHAPES: Final = {
    "JOIN": row(
        Word(("JOIN",)),
        HASH,
        Int(SPECTATOR, SPECTATOR),
        ROUND_HEIGHT,
        _KEY,
        exactly(CERTIFICATE_BYTES),
        _NICK,
        Int(65535),
        SEAT,
        Bytes(SIGNATURE_BYTES),
    ),
    "LOOK": row(Word(("LOOK",)), HASH),
    "CREDIT": row(Word(("CREDIT",)), HEIGHT),
    "GET": row(Word(("GET",)), ROUND_HEIGHT),
    "HAVE": row(Word(("HAVE",)), _NAMED, Int(10_000)),
    "SAY": row(Word(("SAY",)), _LINE),
    "BYE": BYE,
    "SNAP": row(Word(("SNAP",)), Bytes(GENESIS_MAX), Many(exactly(SIGNATURE_BYTES), SEATS_MAX, 1), HEIGHT),
    "ELSEWHERE": row(Word(("ELSEWHERE",)), Many(row(_KEY, _ADDRESSES), ELSEWHERE_MAX, 1)),
    "WHO": row(Word(("WHO",)), _NAMED, Int(10_000)),
    "SAID": row(Word(("SAID",)), _LINE),
    "HAND": row(Word(("HAND",)), Bytes(HAND_MAX, 1)),
    "GALLERY": row(Word(("GALLERY",)), Int(1), Int(65535), _NAMED, Int(10_000)),
    "ERR": ERR,
}
_ANY: Final = OneOf(tuple(_SHAPES.values()))

Named: TypeAlias = tuple[bytes, str]
"""Somebody who watches: Ed25519 key and name."""


@dataclass(frozen=True, slots=True)
class WatchJoin:
    """I want to follow game `game` from height `first` on. `port` is that of my own door for other
    watchers, 0 for none; `ticket` is the signature of seat `door` that lets me in, b"" where all may."""

    word: ClassVar = "JOIN"
    game: bytes
    first: int
    ed: bytes
    cert: bytes
    nick: str
    port: int
    door: int
    ticket: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (
            self.game,
            SPECTATOR,
            self.first,
            self.ed,
            self.cert,
            self.nick,
            self.port,
            self.door,
            self.ticket,
        )


@dataclass(frozen=True, slots=True)
class HowFar:
    """How far are you? Answered with a head, and nothing else follows from it."""

    word: ClassVar = "LOOK"
    game: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (self.game,)


@dataclass(frozen=True, slots=True)
class Credit:
    """I have everything up to height `k`: send on. Said every second, which also says "I am here"."""

    word: ClassVar = "CREDIT"
    k: int

    def fields(self) -> tuple[Wire, ...]:
        return (self.k,)


@dataclass(frozen=True, slots=True)
class Get:
    """Begin again at height `k`: something was lost on the way."""

    word: ClassVar = "GET"
    k: int

    def fields(self) -> tuple[Wire, ...]:
        return (self.k,)


@dataclass(frozen=True, slots=True)
class Have:
    """These watch behind me, and so many `more`."""

    word: ClassVar = "HAVE"
    named: tuple[Named, ...]
    more: int = 0

    def fields(self) -> tuple[Wire, ...]:
        return self.named, self.more


@dataclass(frozen=True, slots=True)
class SayLine:
    """A line of the watchers' chat, signed by its author (`net.watch.lines`)."""

    word: ClassVar = "SAY"
    line: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (self.line,)


@dataclass(frozen=True, slots=True)
class Snap:
    """The genesis that all players signed, and the last final height. Records follow."""

    word: ClassVar = "SNAP"
    genesis: bytes
    sigs: tuple[bytes, ...]
    k: int

    def fields(self) -> tuple[Wire, ...]:
        return self.genesis, self.sigs, self.k


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Many watch here: ask one of these, who have the same."""

    word: ClassVar = "ELSEWHERE"
    places: tuple[tuple[bytes, tuple[Address, ...]], ...]

    def fields(self) -> tuple[Wire, ...]:
        return ([(key, [str(address) for address in addresses]) for key, addresses in self.places],)


@dataclass(frozen=True, slots=True)
class Who:
    """Who watches this table, as far as is known here, and so many `more`."""

    word: ClassVar = "WHO"
    named: tuple[Named, ...]
    more: int = 0

    def fields(self) -> tuple[Wire, ...]:
        return self.named, self.more


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of the watchers' chat, passed on."""

    word: ClassVar = "SAID"
    line: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (self.line,)


@dataclass(frozen=True, slots=True)
class HandWord:
    """What a player has opened of its hand after the game, signed by it (`net.seat.hands`)."""

    word: ClassVar = "HAND"
    hand: bytes

    def fields(self) -> tuple[Wire, ...]:
        return (self.hand,)


@dataclass(frozen=True, slots=True)
class GalleryWord:
    """From player to player, on the table's channel: whether I keep watchers out, the port of my door for
    them (0: none), and who watches with me."""

    word: ClassVar = "GALLERY"
    is_closed: bool
    port: int
    named: tuple[Named, ...]
    more: int = 0

    def fields(self) -> tuple[Wire, ...]:
        return int(self.is_closed), self.port, self.named, self.more


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


def write_word(word: WatchWord) -> bytes:
    """The frame of a word."""
    return Frame(Kind.CTL, pack(_SHAPES[word.word], (word.word, *word.fields()))).encode()


def read_word(inside: bytes) -> WatchWord:
    """The word that the inside of a CTL frame holds; raises `Malformed`."""
    fields = unpack(_ANY, inside, most=_INSIDE_MAX, what="a word of the watchers' channel")
    return _READERS[fields.text(0)](fields)


def check_reader_size(frame: bytes) -> None:
    """Raise `TooLarge` for a frame that nobody who watches may send."""
    if len(frame) > READER_MAX:
        raise TooLarge("too-large", f"a frame of {len(frame)} bytes from a watcher")


def _join(fields: Fields) -> WatchWord:
    return WatchJoin(
        game=fields.blob(1),
        first=fields.number(3),
        ed=fields.blob(4),
        cert=fields.blob(5),
        nick=fields.text(6),
        port=fields.number(7),
        door=fields.number(8),
        ticket=fields.blob(9),
    )


def _named(fields: Fields, at: int = 1) -> tuple[Named, ...]:
    return tuple((each.blob(0), each.text(1)) for each in fields.rows(at))


def _elsewhere(fields: Fields) -> WatchWord:
    return Elsewhere(tuple((each.blob(0), _addresses(each.texts(1))) for each in fields.rows(1)))


def _addresses(texts: Sequence[str]) -> tuple[Address, ...]:
    return tuple(parse_address(text) for text in texts)


_READERS: Final[dict[str, Callable[[Fields], WatchWord]]] = {
    "JOIN": _join,
    "LOOK": lambda fields: HowFar(fields.blob(1)),
    "CREDIT": lambda fields: Credit(fields.number(1)),
    "GET": lambda fields: Get(fields.number(1)),
    "HAVE": lambda fields: Have(_named(fields), fields.number(2)),
    "SAY": lambda fields: SayLine(fields.blob(1)),
    "BYE": read_bye,
    "SNAP": lambda fields: Snap(fields.blob(1), fields.blobs(2), fields.number(3)),
    "ELSEWHERE": _elsewhere,
    "WHO": lambda fields: Who(_named(fields), fields.number(2)),
    "SAID": lambda fields: SaidLine(fields.blob(1)),
    "HAND": lambda fields: HandWord(fields.blob(1)),
    "GALLERY": lambda fields: GalleryWord(
        bool(fields.number(1)), fields.number(2), _named(fields, 3), fields.number(4)
    ),
    "ERR": read_err,
}
