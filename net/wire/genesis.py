"""The first word of a game: who plays what, with which rules and keys (net 5.3, 5.4).

Every player signs the same body; its hash is the id of the game and height 0 of its chain. What
the fields mean for this program (is the game known, does the engine match, do the certificates
hold) is asked by whoever sits down; here only the shape and what must hold of any genesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from net.errors import BadSignature, Malformed
from net.wire.codec import Bytes, Fields, Int, Many, Text, Word, exactly, pack, row, unpack
from net.wire.envelope import SEATS_MAX
from net.wire.hashes import game_id
from net.wire.signing import GENESIS_TAG, KEY_BYTES, Signer, Verify

CERTIFICATE_BYTES: Final = 112
NICK_MAX: Final = 24
OPTIONS_MAX: Final = 1024
GENESIS_MAX: Final = 8 * 1024
VERSION: Final = 1

_KEY: Final = exactly(KEY_BYTES)
_PLAYER: Final = row(_KEY, _KEY, exactly(CERTIFICATE_BYTES), Text(NICK_MAX, 1))
_POLICY: Final = row(Int(), Int(), Int(2), Int(1))
_GENESIS: Final = row(
    Word(("G",)),
    Int(VERSION, VERSION),
    Text(32, 1),
    Text(32, 1),
    exactly(32),
    Bytes(OPTIONS_MAX),
    exactly(16),
    Many(_PLAYER, SEATS_MAX, 1),
    _POLICY,
)


class Absent(IntEnum):
    """What becomes of an absent seat (`Policy.absent`)."""

    END = 0
    PASS = 1
    BOT = 2


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: Ed25519 key, CURVE key, the certificate that binds them, and a name."""

    ed: bytes
    curve: bytes
    cert: bytes
    nick: str


@dataclass(frozen=True, slots=True)
class Policy:
    """The table's manners: after how many seconds a silent seat counts as gone, how many seconds
    a move is hoped to take, what becomes of an absent seat, and whether spectators may watch."""

    gone_after_s: int = 30
    move_hint_s: int = 60
    absent: Absent = Absent.END
    spectators: bool = True


@dataclass(frozen=True, slots=True)
class Genesis:
    """What all players signed. `game` and `rules` are the key and version of the rules, `engine`
    the hash of the rules' program, `options` the game's own canonical bytes, `table` random."""

    game: str
    rules: str
    engine: bytes
    options: bytes
    table: bytes
    players: tuple[Player, ...]
    policy: Policy = Policy()

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
        policy = self.policy
        return pack(
            _GENESIS,
            (
                "G",
                VERSION,
                self.game,
                self.rules,
                self.engine,
                self.options,
                self.table,
                [(player.ed, player.curve, player.cert, player.nick) for player in self.players],
                (policy.gone_after_s, policy.move_hint_s, int(policy.absent), int(policy.spectators)),
            ),
        )


def parse_genesis(body: bytes) -> Genesis:
    """The genesis that `body` spells; raises `Malformed`, also when two seats share a key."""
    fields = unpack(_GENESIS, body, most=GENESIS_MAX, what="a genesis")
    players = tuple(_player(each) for each in fields.rows(7))
    for name, keys in (("key", [each.ed for each in players]), ("curve", [each.curve for each in players])):
        if len(set(keys)) != len(keys):
            raise Malformed(f"same-{name}", f"a genesis with the same {name} in two seats")
    gone, hint, absent, spectators = fields.numbers(8)
    return Genesis(
        game=fields.text(2),
        rules=fields.text(3),
        engine=fields.blob(4),
        options=fields.blob(5),
        table=fields.blob(6),
        players=players,
        policy=Policy(gone, hint, Absent(absent), bool(spectators)),
    )


def sign_genesis(body: bytes, signer: Signer) -> bytes:
    """The signature of a player who sits down."""
    return signer.sign(GENESIS_TAG + body)


def check_genesis(body: bytes, sigs: Sequence[bytes], verify: Verify) -> Genesis:
    """The genesis, signed by every seat in seat order.

    Raises `Malformed`, or `BadSignature` for the first seat whose signature does not hold; that names
    nobody, for the signed words are not theirs.
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
    return genesis


def _player(fields: Fields) -> Player:
    return Player(fields.blob(0), fields.blob(1), fields.blob(2), fields.text(3))
