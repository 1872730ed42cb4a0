"""The start of a game: who plays what, with which rules and keys (net 5.3, 5.4).

Every player signs the same body; its hash is the id of the game and height 0 of its chain. Its shape is
checked here, and everything that must hold of every genesis. A program that sits down also checks if it knows
the game, if the engine is the same, and if the certificates hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from net.errors import BadSignature, Malformed
from net.wire.codec import COUNTER_MAX, Bytes, Int, Text, exactly
from net.wire.envelope import SEATS_MAX
from net.wire.form import FieldForm, UpTo, form_of
from net.wire.hashes import game_id
from net.wire.names import check_names
from net.wire.signing import BOT_TAG, GENESIS_TAG, KEY_BYTES, SIGNATURE_BYTES, Signer, Verify

CERTIFICATE_BYTES: Final = 112
NICK_MAX: Final = 24
ANIMAL_MAX: Final = 31
"""The last number of a player's picture; 0 means that none was chosen."""
OPTIONS_MAX: Final = 1024
GENESIS_MAX: Final = 8 * 1024
VERSION: Final = 2
GONE_LEAST_S: Final = 10
GONE_MOST_S: Final = 3600
MOVE_LEAST_S: Final = 5
MOVE_MOST_S: Final = 24 * 3600
HALF_LEAST_MIN: Final = 1
HALF_MOST_MIN: Final = 24 * 60

Key: TypeAlias = Annotated[bytes, exactly(KEY_BYTES)]
Signature: TypeAlias = Annotated[bytes, exactly(SIGNATURE_BYTES)]
Certificate: TypeAlias = Annotated[bytes, exactly(CERTIFICATE_BYTES)]
Nick: TypeAlias = Annotated[str, Text(NICK_MAX, 1)]
AnimalNumber: TypeAlias = Annotated[int, Int(ANIMAL_MAX)]
Counter: TypeAlias = Annotated[int, Int(COUNTER_MAX)]


class Absent(IntEnum):
    """Proposal for an absent seat (`Policy.absent`)."""

    WAIT = 0
    """Nothing happens unless the players decide it."""
    STAND_IN = 1
    LEAVE_OUT = 2
    END = 3


class Half(IntEnum):
    """Outcome when exactly half of the seats stay (`Policy.half`): they are no majority."""

    WAIT = 0
    END = 1
    """Those who stay may end the game as it stands, after `Policy.half_after_min`."""
    WINS = 2
    """The same, and the seats that did not stay come last."""


class Watch(IntEnum):
    """Permission to watch the table (`Policy.watch`)."""

    CLOSED = 0
    ASK = 1
    OPEN = 2


class Hints(IntEnum):
    """Permission to ask for a hint (`Policy.hints`)."""

    NONE = 0
    ALLOWED = 1
    """Allowed, and everybody sees that a player has asked."""


class Player(Struct, frozen=True):
    """The player in a seat: Ed25519 key, CURVE key, the certificate that binds them, and a name.

    `run_by` is 0 for a person. For a bot that the player of seat s runs it is s + 1, and that player can
    read the bot's hand; for a bot that nobody else at the table runs, s is the bot's own seat. Nobody can
    prove who chooses a move, but a player who runs a bot in another seat has signed that in `voucher`, which
    is b"" for everybody else. `animal` is the picture that the player has chosen, by its number in
    `app.animals`, 0 for none.
    """

    ed: Key
    curve: Key
    cert: Certificate
    nick: Nick
    run_by: Annotated[int, Int(SEATS_MAX)] = 0
    animal: AnimalNumber = 0
    voucher: Annotated[bytes, Bytes(SIGNATURE_BYTES)] = b""

    @property
    def runner(self) -> int | None:
        """The seat whose player runs this bot; its own if nobody else here does; None for a person."""
        return self.run_by - 1 if self.run_by else None


class Policy(Struct, frozen=True):
    """Terms of a table besides the rules, agreed on before anybody sits down.

    `gone_after_s`: seconds of silence after which a seat counts as gone. `move_limit_s`: seconds for a move,
    0 for no limit. `absent`: the proposal for an absent seat. `escrow_t`: number of seats that can together
    open the cards of one that has vanished, 0 for none. `watch`, `watch_chat`: may the table be watched, and
    may spectators chat. `hints`: may a player ask for one. `half`: the outcome when exactly half stay, after
    `half_after_min` minutes without the others. `created_s`: Unix time by the host's clock, a hint for
    people, 0 for unknown.
    """

    gone_after_s: Annotated[int, Int(GONE_MOST_S, GONE_LEAST_S)] = 30
    move_limit_s: Annotated[int, Int(MOVE_MOST_S)] = 0
    absent: Absent = Absent.WAIT
    escrow_t: Annotated[int, Int(SEATS_MAX - 1)] = 0
    watch: Watch = Watch.CLOSED
    watch_chat: bool = False
    hints: Hints = Hints.NONE
    half: Half = Half.WAIT
    half_after_min: Annotated[int, Int(HALF_MOST_MIN, HALF_LEAST_MIN)] = 5
    created_s: Counter = 0

    def check_for(self, seats: int) -> None:
        """Raise `Malformed` for a policy that a table of this many seats cannot keep."""
        if 0 < self.move_limit_s < MOVE_LEAST_S:
            raise Malformed("policy", f"{self.move_limit_s} seconds for a move, less than {MOVE_LEAST_S}")
        if self.escrow_t >= seats:
            raise Malformed("policy", f"a table of {seats} seats lacks {self.escrow_t} others to hold a key")

    def at(self, seats: int, *, before: int) -> Policy:
        """Return the same policy for another number of seats than `before`: keys that all the others together
        hold are again held by all the others."""
        follows = 0 < self.escrow_t == before - 1
        return replace(self, escrow_t=seats - 1) if follows else self


USUAL: Final = Policy()


def _of_this_version(version: int) -> int:
    if version != VERSION:
        text = f"a game of protocol version {version}, and this program has version {VERSION}"
        raise Malformed("version", text)
    return version


_VERSION: Final = FieldForm(Int(COUNTER_MAX, 1), read=_of_this_version)


@dataclass(frozen=True, slots=True)
class Genesis:
    """The genesis that all players sign. `game` and `rules` are the key and version of the rules, `engine`
    the hash of the rules' program, `options` the game's own canonical bytes, `table` random."""

    word: ClassVar = "G"
    version: Annotated[int, _VERSION] = field(default=VERSION, init=False, repr=False)
    game: Annotated[str, Text(32, 1)]
    rules: Annotated[str, Text(32, 1)]
    engine: Annotated[bytes, exactly(32)]
    options: Annotated[bytes, Bytes(OPTIONS_MAX)]
    table: Annotated[bytes, exactly(16)]
    players: Annotated[tuple[Player, ...], UpTo(SEATS_MAX, 1)]
    policy: Policy = USUAL

    @property
    def runners(self) -> tuple[int | None, ...]:
        """The other seat that runs each seat's bot; None for a person, and for a bot that runs itself."""
        return tuple(None if each.runner == seat else each.runner for seat, each in enumerate(self.players))

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats, rising."""
        return tuple(range(len(self.players)))

    @property
    def id(self) -> bytes:
        """g: the game's id and the chain hash of height 0."""
        return game_id(self.encode())

    def encode(self) -> bytes:
        """The body. Bodies have one spelling, so this is also the body as it came."""
        return form_of(Genesis).pack(self)

    def check(self) -> None:
        """Raise `Malformed` for two seats with the same key or a name that looks the same, for a bot that
        nobody runs, and for a policy that cannot be kept."""
        players = self.players
        for name, keys in (
            ("key", [each.ed for each in players]),
            ("curve", [each.curve for each in players]),
        ):
            if len(set(keys)) != len(keys):
                raise Malformed(f"same-{name}", f"a genesis with the same {name} in two seats")
        check_names([player.nick for player in players])
        _check_bots(players)
        self.policy.check_for(len(players))


def parse_genesis(body: bytes) -> Genesis:
    """The genesis that `body` spells; raises `Malformed`."""
    return form_of(Genesis).unpack(body, most=GENESIS_MAX, what="a genesis")


def sign_genesis(body: bytes, signer: Signer) -> bytes:
    """The signature of a player who sits down."""
    return signer.sign(GENESIS_TAG + body)


def check_genesis(body: bytes, sigs: Sequence[bytes], verify: Verify) -> Genesis:
    """The genesis, signed by every seat in seat order.

    Raises `Malformed`, or `BadSignature` for the first seat whose signature does not hold, or that is said
    to run a bot and has not signed for it. The error blames nobody: somebody else may have put those words
    there.
    """
    genesis = parse_genesis(body)
    if len(sigs) != len(genesis.players):
        raise Malformed("count", f"a genesis of {len(genesis.players)} players with {len(sigs)} signatures")
    for seat, (player, sig) in enumerate(zip(genesis.players, sigs, strict=True)):
        try:
            verify(player.ed, GENESIS_TAG + body, sig)
        except BadSignature as why:
            text = f"the start of the game is not signed by the key of seat {seat}"
            raise BadSignature("bad-signature", text) from why
    for bot in unvouched(genesis, verify):
        raise BadSignature("voucher", f"seat {bot.runner} has not signed that it runs the bot {bot.nick}")
    return genesis


def unvouched(genesis: Genesis, verify: Verify) -> Iterator[Player]:
    """Bots whose runner, according to the genesis, has not signed for them."""
    for player, runner in zip(genesis.players, genesis.runners, strict=True):
        if runner is None:
            continue
        try:
            verify(genesis.players[runner].ed, BOT_TAG + player.ed, player.voucher)
        except BadSignature:
            yield player


def _check_bots(players: Sequence[Player]) -> None:
    """Raise `Malformed` unless every bot is run by a player at the table or by itself, and exactly the
    bots that are run from another seat have a voucher."""
    for seat, player in enumerate(players):
        runner = player.runner
        if runner is not None and (runner >= len(players) or players[runner].runner not in (None, runner)):
            raise Malformed("run-by", "a genesis with a bot that no player at the table runs")
        if len(player.voucher) != (0 if runner in (None, seat) else SIGNATURE_BYTES):
            text = "a genesis with a bot that nobody vouches for, or a voucher for no bot"
            raise Malformed("voucher", text)
