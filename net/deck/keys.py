"""The keys of one deal: every seat has its own, and the sum of all of them locks the deck.

    commit   every seat publishes a hash of its key
    open     when all hashes are there: the key, with a proof that the seat knows its secret

Both steps are needed against a seat that makes its key from the others' ("rogue key"); the seat,
the table and all hashes stand in every proof, against a seat that copies another's (deck.md 4, rows
2 and 3; 6.3). A key serves one deal and is then deleted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from net.deck.algebra.group import POINT_BYTES, NoPoint, Point, base, combination, total
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, draw, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.errors import BadProof, LocalError, Malformed

OPENING_BYTES: Final = POINT_BYTES + 32 + 2 * SCALAR_BYTES
"""An opening: key 33, nonce 32, proof (c, z) 64."""
_HASH_BYTES: Final = 32
_SECRET_BYTES: Final = 64


@dataclass(frozen=True, slots=True)
class KeySecret:
    """What one seat must keep for itself: its key `x` and the `nonce` (32 bytes) of its hash."""

    x: int = field(repr=False)
    nonce: bytes = field(repr=False)

    def to_bytes(self) -> bytes:
        """64 bytes, for this peer's own locked journal."""
        return scalar_bytes(self.x) + self.nonce

    @staticmethod
    def from_bytes(data: bytes) -> KeySecret:
        """Read what `to_bytes` wrote, or raise `Malformed`."""
        reader = Reader(data, size=_SECRET_BYTES, seat=None, what="key secret")
        return KeySecret(reader.scalar(), reader.take(32))


@dataclass(frozen=True, slots=True)
class Keys:
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

    def to_bytes(self) -> bytes:
        """sid 32, number of seats 1, then seat 1 and key 33 for each."""
        rows = (bytes((seat,)) + bytes(key) for seat, key in zip(self.seats, self.publics, strict=True))
        return self.sid + bytes((len(self.seats),)) + b"".join(rows)

    @staticmethod
    def from_bytes(data: bytes) -> Keys:
        """Read what `to_bytes` wrote, or raise `Malformed`."""
        count = data[32] if len(data) > 32 else 0
        reader = Reader(data, size=33 + count * (1 + POINT_BYTES), seat=None, what="list of keys")
        sid = reader.take(33)[:32]
        rows = [(reader.take(1)[0], reader.point()) for _ in range(count)]
        seats = tuple(seat for seat, _ in rows)
        publics = tuple(key for _, key in rows)
        if list(seats) != sorted(set(seats)):
            raise Malformed("seats", "a list of keys whose seats do not rise")
        try:
            return Keys(sid, seats, publics, total(publics))
        except NoPoint:
            raise Malformed("keys", "a list of no keys, or of keys that cancel each other") from None


def make_key(randomness: Randomness) -> KeySecret:
    """Draw a key for one deal."""
    return KeySecret(fresh_scalar(randomness), draw(32, randomness))


def key_commitment(table: bytes, seat: int, secret: KeySecret) -> bytes:
    """The hash (32 bytes) that binds `seat` to its key at `table` (32 bytes naming roster and deal)."""
    return _commitment(table, seat, base(secret.x), secret.nonce)


def check_commitments(table: bytes, commitments: Mapping[int, bytes]) -> None:
    """Refuse hashes of a wrong length, and of two equal ones the later seat: it copied."""
    _check_table(table)
    seen: set[bytes] = set()
    for seat in sorted(commitments):
        commitment = commitments[seat]
        if not isinstance(commitment, bytes) or len(commitment) != _HASH_BYTES:
            raise Malformed("length", f"a key commitment of other than {_HASH_BYTES} bytes", seat=seat)
        if commitment in seen:
            raise BadProof("copied", "a key commitment that another seat made", seat=seat)
        seen.add(commitment)


def open_key(
    table: bytes, commitments: Mapping[int, bytes], seat: int, secret: KeySecret, randomness: Randomness
) -> bytes:
    """Publish the key of `seat`, once all commitments are known: key 33, nonce 32, proof 64 bytes."""
    key = base(secret.x)
    if commitments.get(seat) != _commitment(table, seat, key, secret.nonce):
        raise LocalError(f"seat {seat} would open another key than it committed to")
    proof = _possession(table, commitments, seat, key)
    w = proof.nonce("w", secret.x, randomness)
    proof.add("R", base(w))
    c = proof.challenge("c")
    return bytes(key) + secret.nonce + scalar_bytes(c) + scalar_bytes((w + c * secret.x) % Q)


def check_key(table: bytes, commitments: Mapping[int, bytes], seat: int, opening: bytes) -> None:
    """Refuse an opening that is not what `seat` committed to, or whose proof of possession fails."""
    key, nonce, c, z = _read_opening(seat, opening)
    if commitments.get(seat) != _commitment(table, seat, key, nonce):
        raise BadProof("commitment", "a key that is not the one committed to", seat=seat)
    proof = _possession(table, commitments, seat, key)
    with refusing(seat, "key"):
        proof.add("R", combination((-c,), (key,), of_base=z))
    if proof.challenge("c") != c:
        raise bad_proof(seat, "key")


def finish_keys(table: bytes, commitments: Mapping[int, bytes], openings: Mapping[int, bytes]) -> Keys:
    """Join the keys of all seats, whose openings have passed `check_key`.

    Equal keys are refused (the later seat), and so are keys that cancel each other, which takes
    several seats together and so names none.
    """
    seats = tuple(sorted(commitments))
    if not seats or seats != tuple(sorted(openings)):
        raise LocalError("every seat that committed to a key must have opened it, and no other")
    opened = [_read_opening(seat, openings[seat]) for seat in seats]
    publics = tuple(key for key, _, _, _ in opened)
    for at, key in enumerate(publics):
        if key in publics[:at]:
            raise BadProof("copied", "a key that another seat has", seat=seats[at])
    with refusing(None, "set of keys"):
        joint = total(publics)
    sid = h32(
        "sid",
        table,
        _all_commitments(table, commitments),
        lp(*seats),
        *map(bytes, publics),
        *(nonce for _, nonce, _, _ in opened),
    )
    return Keys(sid, seats, publics, joint)


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
        raise LocalError("a table is named by 32 bytes")
