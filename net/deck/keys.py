"""The keys of one deal: every seat has its own, and the sum of all of them locks the deck.

    commit   every seat publishes a hash of its key
    open     when all hashes are there: the key, with a proof that the seat knows its secret

Both steps are needed against a seat that makes its key from the others' ("rogue key"). Every proof is bound
to the seat, the table and all hashes, so no seat can copy another's (deck 4, rows 2 and 3; 6.3). A key serves
one deal and is then deleted.

Two equal hashes by themselves blame nobody: the last seat to send can copy any of the others, and the owner
of the copied hash cannot prevent it. The seat's number is hashed with the key, so the copier can never open
the copied hash, and is named when it tries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from net.deck.algebra.group import POINT_BYTES, Point, base, combination, total
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, draw, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.errors import BadProof, LocalError, Malformed

OPENING_BYTES: Final = POINT_BYTES + 32 + 2 * SCALAR_BYTES
"""An opening: key 33, nonce 32, proof (c, z) 64."""
_HASH_BYTES: Final = 32
_SECRET_BYTES: Final = 64


class KeySecret(Struct, frozen=True):
    """The secrets that one seat keeps for itself: its key `x` and the `nonce` (32 bytes) of its hash."""

    x: int
    nonce: bytes

    def __repr__(self) -> str:
        return "KeySecret()"

    def to_bytes(self) -> bytes:
        """64 bytes, for this peer's own sealed journal."""
        return scalar_bytes(self.x) + self.nonce

    @staticmethod
    def from_bytes(data: bytes) -> KeySecret:
        """Read what `to_bytes` wrote, or raise `Malformed`."""
        reader = Reader(data, size=_SECRET_BYTES, seat=None, what="key secret")
        return KeySecret(reader.scalar(), reader.take(32))


class CheckedKey(Struct, frozen=True):
    """The key that `seat` committed to, with its secret proven to be known.

    Made by `check_key`, and by `recall_key` from an opening that passed it before.
    """

    seat: int
    public: Point
    nonce: bytes


class Keys(Struct, frozen=True):
    """The public keys of a deal: `publics` in the order of `seats` (rising), `joint` their sum.

    `sid` (32 bytes) names the deal in every later proof.
    """

    sid: bytes
    seats: tuple[int, ...]
    publics: tuple[Point, ...]
    joint: Point

    def public(self, seat: int) -> Point:
        """The key of a seat that is in the deal."""
        if seat not in self.seats:
            raise LocalError(f"seat {seat} has no key in this deal")
        return self.publics[self.seats.index(seat)]


def make_key(randomness: Randomness) -> KeySecret:
    """Draw a key for one deal."""
    return KeySecret(fresh_scalar(randomness), draw(32, randomness))


def key_commitment(table: bytes, seat: int, secret: KeySecret) -> bytes:
    """The hash (32 bytes) that binds `seat` to its key at `table` (32 bytes naming roster and deal)."""
    return _commitment(table, seat, base(secret.x), secret.nonce)


def check_commitment(seat: int, commitment: bytes) -> None:
    """Refuse a hash of a wrong length. A hash that another seat also has is refused when it is opened."""
    if not isinstance(commitment, bytes) or len(commitment) != _HASH_BYTES:
        raise Malformed("length", f"a key commitment with a length other than {_HASH_BYTES} bytes", seat=seat)


def open_key(
    table: bytes, commitments: Mapping[int, bytes], seat: int, secret: KeySecret, randomness: Randomness
) -> bytes:
    """Return the opening of a seat's key, with all commitments known: key 33, nonce 32, proof 64."""
    key = base(secret.x)
    if commitments.get(seat) != _commitment(table, seat, key, secret.nonce):
        raise LocalError(f"seat {seat} would open a key that it has not committed to")
    proof = _possession(table, commitments, seat, key)
    w = proof.nonce("w", secret.x, randomness)
    proof.add("R", base(w))
    c = proof.challenge("c")
    return bytes(key) + secret.nonce + scalar_bytes(c) + scalar_bytes((w + c * secret.x) % Q)


def check_key(table: bytes, commitments: Mapping[int, bytes], seat: int, opening: bytes) -> CheckedKey:
    """Return the key, or refuse `seat`'s opening: `Malformed` or `BadProof`.

    It must be the key that `seat` committed to, and the proof of possession must hold.
    """
    key, nonce, c, z = _read_opening(seat, opening)
    if commitments.get(seat) != _commitment(table, seat, key, nonce):
        raise BadProof("commitment", "a key that is not the one committed to", seat=seat)
    proof = _possession(table, commitments, seat, key)
    with refusing(seat, "key"):
        proof.add("R", combination((-c,), (key,), of_base=z))
    if proof.challenge("c") != c:
        raise bad_proof(seat, "key")
    return CheckedKey(seat, key, nonce)


def recall_key(seat: int, opening: bytes) -> CheckedKey:
    """Read an opening without checking it again: only one that passed `check_key` before."""
    key, nonce, _, _ = _read_opening(seat, opening)
    return CheckedKey(seat, key, nonce)


def twin_seats(checked: Iterable[CheckedKey]) -> tuple[int, ...]:
    """The seats whose key another seat has as well, rising. Each has proven to know its secret."""
    opened = sorted(checked, key=lambda key: key.seat)
    publics = [key.public for key in opened]
    return tuple(key.seat for key in opened if publics.count(key.public) > 1)


def finish_keys(table: bytes, commitments: Mapping[int, bytes], checked: Iterable[CheckedKey]) -> Keys:
    """Join the keys of all seats.

    Equal keys are refused, because each owner could open the other's cards; so are keys that cancel each
    other. No seat can cause either by itself: both owners of equal keys have proven to know the secret, and
    committed before they saw the other's key. So nobody is named.
    """
    opened = sorted(checked, key=lambda key: key.seat)
    seats = tuple(key.seat for key in opened)
    if not seats or seats != tuple(sorted(commitments)):
        raise LocalError("the seats that opened keys are not those that committed to keys")
    publics = tuple(key.public for key in opened)
    if twins := twin_seats(opened):
        raise BadProof("same-key", f"{named(twins)} have the same key, so each could see the other's cards")
    with refusing(None, "set of keys"):
        joint = total(publics)
    nonces = [key.nonce for key in opened]
    sid = h32("sid", table, _all_commitments(table, commitments), lp(*seats), *map(bytes, publics), *nonces)
    return Keys(sid, seats, publics, joint)


def named(seats: Iterable[int]) -> str:
    """The names of several seats, joined for people to read."""
    *first, last = (f"seat {seat}" for seat in seats)
    return f"{', '.join(first)} and {last}" if first else last


def _commitment(table: bytes, seat: int, key: Point, nonce: bytes) -> bytes:
    _check_table(table)
    return h32("key", table, seat, bytes(key), nonce)


def _all_commitments(table: bytes, commitments: Mapping[int, bytes]) -> bytes:
    rows = (lp(seat, commitments[seat]) for seat in sorted(commitments))
    return h32("commits", table, *rows)


def _possession(table: bytes, commitments: Mapping[int, bytes], seat: int, key: Point) -> Transcript:
    """The statement of Schnorr's proof that `seat` knows the secret of `key`."""
    proof = Transcript("pop")
    proof.add("table", table)
    proof.add("C", _all_commitments(table, commitments))
    proof.add("seat", lp(seat))
    proof.add("Y", key)
    return proof


def _read_opening(seat: int, opening: bytes) -> tuple[Point, bytes, int, int]:
    reader = Reader(opening, size=OPENING_BYTES, seat=seat, what="key opening")
    return reader.point(), reader.take(32), reader.scalar(), reader.scalar()


def _check_table(table: bytes) -> None:
    if len(table) != _HASH_BYTES:
        raise LocalError("the name of a table does not have 32 bytes")
