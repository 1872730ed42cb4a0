"""From an invitation to a signed genesis: the lobby as two machines without I/O (net 5.4).

A `net.lobby.host.Host` keeps the seats; a `net.lobby.joiner.Joiner` wants one. A machine's answer to a
message depends only on its phase, and its `TABLE` is complete: every pair of a word and a phase is a cell
with a method, a code of net 5.8 to answer with, or `IGNORE`. The link loses messages, so requests and offers
are repeated until they are answered, and a repetition changes nothing.

The host only decides who gets a seat: every player checks the genesis before signing, and from height 0 on
the host is a player like the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from net.link.address import Address
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import Hello, Info
from net.lobby.voucher import Voucher
from net.wire.envelope import SEATS_MAX
from net.wire.genesis import Genesis, Player, Policy

PROTOCOL: Final = 2
AGAIN_S: Final = 2.0
"""Wait before an unanswered message is repeated; the joiner's question is its heartbeat."""
SIGN_S: Final = 20.0
"""Time after the offer in which a guest must sign, or it loses the seat."""
LOOK_S: Final = 5.0
"""Wait before a person's program signs a table with another number of seats, so that the player can leave."""
SILENT_S: Final = 10.0
"""Silence before the start after which a guest counts as gone."""
GUESTS_MAX: Final = 64
"""Limit of keys that a host remembers at a time."""
ASKING_MAX: Final = 8
"""Limit of open questions to the host about guests; further guests wait unannounced."""
ASKING_OF_A_HOST: Final = 2
"""Limit of open questions about guests from one computer, so that one does not keep out the others."""
ASKING_RATE: Final = 0.5
"""Questions a second to the person who hosts, after the first `ASKING_MAX`."""
STRIKES: Final = 2
"""Number of strikes (refused, seat taken away, or not signed) after which a key is not let in again."""


class Me(Struct, frozen=True):
    """The player on this computer, as the lobby shows it. `boot` counts the program's starts. `is_bot`: no
    person plays; a host can be a bot as well. `voucher` is from the player who runs the bot, if that player
    has given it one. `animal` is the chosen picture."""

    identity: Identity
    nick: str
    boot: int
    app_version: str
    is_bot: bool = False
    animal: int = 0
    voucher: Voucher | None = None

    @property
    def player(self) -> Player:
        """The player as it is written into a genesis."""
        who = self.identity
        return Player(who.public, who.curve_public, who.certificate, self.nick, animal=self.animal)

    @property
    def hello(self) -> Hello:
        """The player's first word to a host."""
        who = self.identity
        return Hello(PROTOCOL, PROTOCOL, who.public, who.certificate, self.nick, self.boot, self.app_version)


class ProvenGuest(Struct, frozen=True):
    """A guest at a table: its identity is proven, its name and `is_bot` are its claims. The `voucher` of
    the player who runs this bot is also proven."""

    player: Player
    boot: int
    is_bot: bool = False
    voucher: Voucher | None = None

    @property
    def runner(self) -> bytes:
        """The key of the player who has vouched for running this bot; b"" if none has."""
        return b"" if self.voucher is None else self.voucher.runner

    @property
    def nick(self) -> str:
        return self.player.nick

    @property
    def words(self) -> str:
        """Words by which two people compare the key."""
        return fingerprint(self.player.ed)


class Terms(Struct, frozen=True):
    """A host's offer: the game with its rules, engine hash and options, the number of seats, and `table`,
    16 random bytes that name the table."""

    table: bytes
    game: str
    rules: str
    engine: bytes
    options: bytes
    seats: int
    policy: Policy

    @classmethod
    def of(cls, table: Info | Genesis) -> Self:
        """The terms of a table that INFO or a genesis describes."""
        seats = table.seats if isinstance(table, Info) else len(table.players)
        return cls(table.table, table.game, table.rules, table.engine, table.options, seats, table.policy)

    def at(self, seats: int) -> Terms:
        """Return the same offer for another number of seats."""
        return replace(self, seats=seats, policy=self.policy.at(seats, before=self.seats))

    def can_have(self, seats: int) -> bool:
        """True if the policy can stay for another number of seats: keys that need all the others must still
        do so, and keys that need fewer must still need fewer."""
        escrow_t, is_all = self.at(seats).policy.escrow_t, self.policy.escrow_t == self.seats - 1
        return 2 <= seats <= SEATS_MAX and (escrow_t == seats - 1 if is_all else escrow_t < seats - 1)


class KnownGame(Struct, frozen=True):
    """A game that this program knows: `check_options` (number of seats, the option bytes) raises
    `rules.errors.BadOptions` for options that the game does not offer."""

    rules: str
    engine: bytes
    check_options: Callable[[int, bytes], None]


class Admission(Enum):
    """The host's decision about a guest who wants to sit down."""

    ADMIT = auto()
    ASK = auto()
    """The person who hosts is asked and answers with `Host.decide`."""
    REFUSE = auto()


# -- effects of the machines ----------------------------------------------------------------


class Tell(Struct, frozen=True):
    """Send this key a frame, on the channel of the machine that returns this."""

    key: bytes
    frame: bytes


class CallOnce(Struct, frozen=True):
    """Call this key once at this address, unless a line leads there already."""

    key: bytes
    address: Address


class HangUp(Struct, frozen=True):
    """End our call to this key."""

    key: bytes


class Gathered(Struct, frozen=True):
    """The players at the table now, the host first; always the whole list."""

    seats: int
    guests: tuple[ProvenGuest, ...]


class GuestAsks(Struct, frozen=True):
    """A guest wants to sit down: ask the person who hosts, then call `Host.decide`."""

    guest: ProvenGuest


class WantsToWatch(Struct, frozen=True):
    """A guest wants to watch the game that has begun here; the spectator server answers with WATCH."""

    guest: ProvenGuest


class Withdrawn(Struct, frozen=True):
    """The question about a guest is void: the guest has gone, fallen silent or restarted (`GuestAsks`)."""

    guest: ProvenGuest


class Talked(Struct, frozen=True):
    """A player at the table has written a line: key and name are proven, the text is the player's."""

    ed: bytes
    nick: str
    text: str


class TableSeen(Struct, frozen=True):
    """The joiner sees a table, again after each change. The names in `info` are the host's claims."""

    info: Info


class OpenTable(Struct, frozen=True):
    """Listen for the players of this genesis, then call `opened` with the addresses.

    Replaces an earlier genesis: stop listening for its players.
    """

    genesis: Genesis
    seat: int


class Begin(Struct, frozen=True):
    """All have signed: journal the genesis with its signatures, connect, and play."""

    genesis: Genesis
    body: bytes
    sigs: tuple[bytes, ...]
    seat: int
    endpoints: tuple[tuple[int, tuple[Address, ...]], ...]
    """Addresses of every other seat; hints."""
    unsaid: tuple[str, ...] = ()
    """Our lines that were on the way to the host and may not have reached the others."""


@dataclass(frozen=True, slots=True)
class Declined:
    """For the host: a guest left or would not sign, and the reason; `is_theirs`: in the guest's words."""

    guest: ProvenGuest
    text: str
    is_theirs: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Ended:
    """For the joiner: its way into this table has ended, and the reason; `is_theirs`: in the host's words."""

    code: int
    text: str
    is_theirs: bool = field(default=False, compare=False)
    is_orphan: bool = field(default=False, compare=False)
    """True if we had a seat, and only the host is gone."""


LobbyOut: TypeAlias = (
    Tell | Gathered | GuestAsks | Withdrawn | WantsToWatch | Talked | TableSeen | OpenTable | Begin | Declined
    | Ended
)  # fmt: skip


# -- the phases of the machines -------------------------------------------------------------


class GuestPhase(Enum):
    """A guest's phase on its way to the table, as the host sees it; the values rise."""

    UNKNOWN = auto()
    """The guest has not said HELLO."""
    GREETED = auto()
    ASKING = auto()
    """The guest wants to sit; the host has not decided."""
    SEATED = auto()
    OFFERED = auto()
    SIGNED = auto()
    PLAYING = auto()


class JoinerPhase(Enum):
    """A joiner's phase on its way to a table."""

    CALLING = auto()
    """The joiner has said HELLO, and no WELCOME has come yet."""
    GREETED = auto()
    """The joiner sees the table; its person has not asked for a seat."""
    JOINING = auto()
    SEATED = auto()
    OPENING = auto()
    """The genesis is right; the joiner waits for `opened`."""
    SIGNED = auto()
    PLAYING = auto()
    ENDED = auto()


CLOSED_TEXT: Final = "the host has closed the table"
"""Reason in the host's BYE to its guests; they may then go on without the host."""
