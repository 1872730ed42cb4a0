"""From an invitation to a signed genesis: the lobby as two machines without I/O (net 5.4).

A `lobby_host.Host` keeps the seats; a `lobby_joiner.Joiner` wants one. What a machine does with
a message depends on its phase and nothing else, and the two tables below say it all: every pair
of a phase and a word is a row that names a method, a code of net 5.8 to answer with, or
`IGNORE`. The link loses messages, so everything is said again until it is answered, and saying
anything twice changes nothing.

The host has no power but over who gets a seat: every player checks the genesis before signing,
and from height 0 on the host is a player like the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, TypeAlias

from net.link.address import Address
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import Info
from net.lobby.voucher import Voucher
from net.wire.envelope import SEATS_MAX
from net.wire.genesis import Genesis, Player, Policy
from net.wire.words import Code

PROTOCOL: Final = 2
AGAIN_S: Final = 2.0
"""A message without an answer is repeated after this time; the joiner's question is its heartbeat."""
SIGN_S: Final = 20.0
"""A guest that has not signed this long after the offer loses the seat."""
LOOK_S: Final = 5.0
"""A person's program signs a table with another number of seats than before at the earliest so long after it
has shown that: who does not want it can leave."""
SILENT_S: Final = 10.0
"""A guest that is silent for so long before the start has left."""
PATIENCE_S: Final = 20.0
"""A host that is silent for so long is gone. Longer, for a joiner that has signed may be missed."""
GUESTS_MAX: Final = 64
"""Keys that a host remembers at a time."""
ASKING_MAX: Final = 8
"""Guests about whom the person who hosts is asked at a time; the others wait without being told."""
ASKING_OF_A_HOST: Final = 2
"""Limit of waiting questions from one computer, so that one alone does not keep others from being asked
about."""
ASKING_RATE: Final = 0.5
"""Questions a second to the person who hosts, after a first `ASKING_MAX`."""
STRIKES: Final = 2
"""A key that was refused, or lost its seat to the host or for want of a signature, so many times is
not let in again."""


@dataclass(frozen=True, slots=True)
class Me:
    """The player on this computer, as the lobby shows it. `boot` counts the program's starts;
    `is_bot` says that no person plays: then the host may say so, too, and whose bot it is, if that player
    has given it a `voucher`; `animal` is the chosen picture."""

    identity: Identity
    nick: str
    boot: int
    app_version: str
    is_bot: bool = False
    animal: int = 0
    voucher: Voucher | None = None

    @property
    def player(self) -> Player:
        """The player as written into a genesis."""
        who = self.identity
        return Player(who.public, who.curve_public, who.certificate, self.nick, animal=self.animal)


@dataclass(frozen=True, slots=True)
class ProvenGuest:
    """Somebody at a table: who it is (proven), what it calls itself and whether it is a bot (claimed); the
    `voucher` of the player who says that this is its bot is proven, too."""

    player: Player
    boot: int
    is_bot: bool = False
    voucher: Voucher | None = None

    @property
    def runner(self) -> bytes:
        """The key of the player who says that this is its bot; b"" if nobody does."""
        return b"" if self.voucher is None else self.voucher.runner

    @property
    def nick(self) -> str:
        return self.player.nick

    @property
    def words(self) -> str:
        """Words for two people to compare the key by."""
        return fingerprint(self.player.ed)


@dataclass(frozen=True, slots=True)
class Terms:
    """A host's offer: the game with its rules, engine hash and options, how many seats, and `table`, 16
    random bytes that are the table's name."""

    table: bytes
    game: str
    rules: str
    engine: bytes
    options: bytes
    seats: int
    policy: Policy

    def at(self, seats: int) -> Terms:
        """Return the same offer for another number of seats."""
        return replace(self, seats=seats, policy=self.policy.at(seats, before=self.seats))

    def can_have(self, seats: int) -> bool:
        """True if the agreement can stay for another number of seats, whatever numbers lie between: keys that
        fewer than all the others hold are never held by all."""
        escrow_t, is_all = self.at(seats).policy.escrow_t, self.policy.escrow_t == self.seats - 1
        return 2 <= seats <= SEATS_MAX and (escrow_t == seats - 1 if is_all else escrow_t < seats - 1)


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that this program knows: `check_options` (number of seats, the option bytes) raises
    `rules.errors.BadOptions` for what the game does not offer."""

    rules: str
    engine: bytes
    check_options: Callable[[int, bytes], None]


class Admission(Enum):
    """The host's decision on somebody who wants to sit down."""

    ADMIT = auto()
    ASK = auto()
    """The person who hosts is asked; `Host.decide` tells."""
    REFUSE = auto()


# -- what the machines want done -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tell:
    """Send this frame to this key on the lobby channel."""

    key: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class Gathered:
    """The players at the table now, the host first; shown whole."""

    seats: int
    guests: tuple[ProvenGuest, ...]


@dataclass(frozen=True, slots=True)
class GuestAsks:
    """Somebody wants to sit down: ask the person who hosts, then call `Host.decide`."""

    guest: ProvenGuest


@dataclass(frozen=True, slots=True)
class WantsToWatch:
    """Somebody wants to watch the game that has begun here; whoever keeps its doors answers with WATCH."""

    guest: ProvenGuest


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Somebody whom `GuestAsks` named does not want to sit down any more."""

    guest: ProvenGuest


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody at the table has written a line: key and name are proven, the text is theirs."""

    ed: bytes
    nick: str
    text: str


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The joiner sees a table (again, with changes). `guests` are names that the host claims."""

    info: Info


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table's door for the players of this genesis, then call `opened` with addresses.

    Replaces an earlier one, whose door is to be shut.
    """

    genesis: Genesis
    seat: int


@dataclass(frozen=True, slots=True)
class Begin:
    """All have signed: journal the genesis with its signatures, connect, and play."""

    genesis: Genesis
    body: bytes
    sigs: tuple[bytes, ...]
    seat: int
    endpoints: tuple[tuple[int, tuple[Address, ...]], ...]
    """Addresses of every other seat; hints."""
    unsaid: tuple[str, ...] = ()
    """Own lines that were on the way to the host and may not have come to the others."""


@dataclass(frozen=True, slots=True)
class Declined:
    """The host is told: a guest left or would not sign, and why; `is_theirs`: in its own words."""

    guest: ProvenGuest
    text: str
    is_theirs: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Ended:
    """The joiner's way into this table is over, and why; `is_theirs`: in the host's words."""

    code: int
    text: str
    is_theirs: bool = field(default=False, compare=False)
    is_orphan: bool = field(default=False, compare=False)
    """True if we had a seat, and only the host is gone."""


LobbyOut: TypeAlias = (
    Tell
    | Gathered
    | GuestAsks
    | Withdrawn
    | WantsToWatch
    | Talked
    | TableSeen
    | OpenTable
    | Begin
    | Declined
    | Ended
)


# -- the two tables ---------------------------------------------------------------------------

IGNORE: Final = None


class GuestPhase(Enum):
    """A guest's phase on its way to the table, as the host sees it; the values rise."""

    UNKNOWN = auto()
    """Has not said HELLO."""
    GREETED = auto()
    ASKING = auto()
    """Wants to sit; the person who hosts has not decided."""
    SEATED = auto()
    OFFERED = auto()
    SIGNED = auto()
    PLAYING = auto()


class HostDeed(Enum):
    """Deed of a host on a guest's word."""

    GREET = auto()
    INFORM = auto()
    SEAT = auto()
    PART = auto()
    CHAT = auto()
    REPEAT = auto()
    OFFER = auto()
    ADDRESSED = auto()
    SIGNED = auto()
    DECLINE = auto()
    START = auto()


_H: TypeAlias = HostDeed
HOST_TABLE: Final[dict[GuestPhase, dict[str, HostDeed | Code | None]]] = {
    # Whoever was dropped for its silence does not know it: its next HELLO brings it back.
    GuestPhase.UNKNOWN: {
        "HELLO": _H.GREET, "INFO?": IGNORE, "JOIN": IGNORE, "ADDR": IGNORE, "SIGN": IGNORE, "BYE": IGNORE,
        "ERR": IGNORE,
        "CHAT": IGNORE, "CHAT?": IGNORE,
    },
    # ADDR, SIGN and CHAT may be of a seat that was lost meanwhile: no fault of theirs.
    GuestPhase.GREETED: {
        "HELLO": _H.GREET, "INFO?": _H.INFORM, "JOIN": _H.SEAT, "ADDR": _H.INFORM, "SIGN": _H.INFORM,
        "BYE": _H.PART, "ERR": IGNORE,
        "CHAT": _H.INFORM, "CHAT?": _H.INFORM,
    },
    GuestPhase.ASKING: {
        "HELLO": _H.GREET, "INFO?": _H.INFORM, "JOIN": _H.INFORM, "ADDR": _H.INFORM, "SIGN": _H.INFORM,
        "BYE": _H.PART, "ERR": IGNORE,
        "CHAT": _H.INFORM, "CHAT?": _H.INFORM,
    },
    GuestPhase.SEATED: {
        "HELLO": _H.GREET, "INFO?": _H.INFORM, "JOIN": _H.INFORM, "ADDR": _H.INFORM, "SIGN": _H.INFORM,
        "BYE": _H.PART, "ERR": IGNORE,
        "CHAT": _H.CHAT, "CHAT?": _H.REPEAT,
    },
    GuestPhase.OFFERED: {
        "HELLO": _H.GREET, "INFO?": _H.INFORM, "JOIN": _H.OFFER, "ADDR": _H.ADDRESSED, "SIGN": _H.SIGNED,
        "BYE": _H.PART, "ERR": _H.DECLINE,
        "CHAT": _H.CHAT, "CHAT?": _H.REPEAT,
    },
    # Who has signed repeats SIGN; who asks or joins instead has forgotten the offer.
    GuestPhase.SIGNED: {
        "HELLO": _H.GREET, "INFO?": _H.OFFER, "JOIN": _H.OFFER, "ADDR": _H.ADDRESSED, "SIGN": _H.SIGNED,
        "BYE": _H.PART, "ERR": _H.DECLINE,
        "CHAT": _H.CHAT, "CHAT?": _H.REPEAT,
    },
    GuestPhase.PLAYING: {
        "HELLO": _H.GREET, "INFO?": _H.OFFER, "JOIN": _H.OFFER, "ADDR": _H.ADDRESSED, "SIGN": _H.START,
        "BYE": IGNORE, "ERR": IGNORE,
        "CHAT": IGNORE, "CHAT?": IGNORE,
    },
}  # fmt: skip
"""Words of hosts (WELCOME, INFO, OFFER, START) are `MALFORMED` in every phase."""


class JoinerPhase(Enum):
    """A joiner's phase on its way to a table."""

    CALLING = auto()
    """HELLO said, no WELCOME yet."""
    GREETED = auto()
    """Sees the table; the person has not said that they want to sit."""
    JOINING = auto()
    SEATED = auto()
    OPENING = auto()
    """The genesis is good; waits for `opened`."""
    SIGNED = auto()
    PLAYING = auto()
    ENDED = auto()


_BAD = Code.MALFORMED
CLOSED_TEXT: Final = "the host has closed the table"
"""A host's word in BYE to its guests, who may then go on without it."""


class JoinerDeed(Enum):
    """Deed of a joiner on its host's word."""

    WELCOMED = auto()
    SENT_OFF = auto()
    REFUSED = auto()
    INFORMED = auto()
    OFFERED = auto()
    CHAT = auto()
    STARTED = auto()
    INHERIT = auto()


_J: TypeAlias = JoinerDeed
JOINER_TABLE: Final[dict[JoinerPhase, dict[str, JoinerDeed | Code | None]]] = {
    JoinerPhase.CALLING: {
        "WELCOME": _J.WELCOMED, "INFO": _BAD, "OFFER": _BAD, "START": _BAD, "BYE": _J.SENT_OFF,
        "ERR": _J.REFUSED,
        "CHAT": _BAD, "NEXT": _BAD,
    },
    JoinerPhase.GREETED: {
        "WELCOME": IGNORE, "INFO": _J.INFORMED, "OFFER": _BAD, "START": _BAD, "BYE": _J.SENT_OFF,
        "ERR": _J.REFUSED,
        "CHAT": _BAD, "NEXT": IGNORE,
    },
    JoinerPhase.JOINING: {
        "WELCOME": IGNORE, "INFO": _J.INFORMED, "OFFER": _J.OFFERED, "START": _BAD, "BYE": _J.SENT_OFF,
        "ERR": _J.REFUSED,
        "CHAT": IGNORE, "NEXT": _J.INHERIT,
    },
    JoinerPhase.SEATED: {
        "WELCOME": IGNORE, "INFO": _J.INFORMED, "OFFER": _J.OFFERED, "START": _BAD, "BYE": _J.SENT_OFF,
        "ERR": _J.REFUSED,
        "CHAT": _J.CHAT, "NEXT": _J.INHERIT,
    },
    JoinerPhase.OPENING: {
        "WELCOME": IGNORE, "INFO": _J.INFORMED, "OFFER": _J.OFFERED, "START": _BAD, "BYE": _J.SENT_OFF,
        "ERR": IGNORE,
        "CHAT": _J.CHAT, "NEXT": _J.INHERIT,
    },
    JoinerPhase.SIGNED: {
        "WELCOME": IGNORE, "INFO": _J.INFORMED, "OFFER": _J.OFFERED, "START": _J.STARTED, "BYE": _J.SENT_OFF,
        "ERR": IGNORE,
        "CHAT": _J.CHAT, "NEXT": _J.INHERIT,
    },
    JoinerPhase.PLAYING: {
        "WELCOME": IGNORE, "INFO": IGNORE, "OFFER": IGNORE, "START": IGNORE, "BYE": IGNORE, "ERR": IGNORE,
        "CHAT": IGNORE, "NEXT": IGNORE,
    },
    JoinerPhase.ENDED: {
        "WELCOME": IGNORE, "INFO": IGNORE, "OFFER": IGNORE, "START": IGNORE, "BYE": IGNORE, "ERR": IGNORE,
        "CHAT": IGNORE, "NEXT": IGNORE,
    },
}  # fmt: skip
"""Words of joiners (HELLO, INFO?, JOIN, ADDR, SIGN, CHAT?) are `MALFORMED` in every phase."""
