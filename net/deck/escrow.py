"""Keys held in escrow: every key is split among the other seats, so that t of them can do without it.

Without escrow, one seat that vanishes would lock every card for ever. Feldman 1987; deck 6.13. Seat i has the
key x_i; after the keys are opened it draws f_i(z) = x_i + a_1 z + .. + a_(t-1) z^(t-1) and gives

    F_1 .. F_(t-1)        F_e = a_e G; F_0 is the key Y_i that all have, so it cannot differ from that
    R = r G, proof        that i knows r: Schnorr's, label "escrow"
    a box for each h      s_ih = f_i(h + 1), locked with K = H(r Y_h) and bound to deal, i and h

h takes its part out with K = H(x_h R) and sees that s_ih G = sum (h+1)^e F_e. In the next round all
say that their parts are right, or complain: h publishes S = x_h R with proof, everybody opens that
one box, and the liar is named: i if the part is not right, h if it is (`make_vouch`). After that round every
seat holds a right part of each other key; `net.deck.lent` makes shares from these parts. Fewer than t parts
tell nothing about x_i.

Why S = x_h R may be published:
- The dealer proves that it knows r, and then S = r Y_h is nothing new to it. To the others S is the key of
  one box: that with h's own part, which h may tell anybody. A false complaint is refused, and gives away only
  what the liar could have told by telephone.
- R cannot be a card's point. The product of x_h and a card's A is h's share of that card; but no card of this
  deal exists yet. For a later card to have A = R, a shuffler would have to know rho with R = A + rho G. Every
  pile begins with A = G, and each shuffle since was proven with knowledge of its rho; so the shufflers would
  together know the dealer's r, and could compute the share r Y_h without any complaint.
- R cannot be another dealer's R' either (a complaint about it would open somebody else's box), nor a roll's
  point, which is hashed: in both cases the dealer would have to know a logarithm that it cannot know, and the
  proof is bound to deal, place and dealer, so it cannot be copied.

Why one R for all boxes: each K is hashed from another point r Y_h, from h and from R, and all Y_h were
proven to be known (deck 6.3), so no seat's key is made from another's. K is used for one text: r is
hedged with x_i and all F_e, so that even a source of randomness that repeats itself does not lock
two different parts with one key.

K follows from nothing but R and Y_h, and S is proven, so a box has one content for everybody. The cipher
alone does not ensure that: a box can be made that opens in two ways with two keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NewType

from msgspec import Struct

from net.deck import dleq
from net.deck.algebra.box import BOX_BYTES, NotThisBox, lock_box, unlock_box
from net.deck.algebra.group import POINT_BYTES, NoPoint, Point, base, combination, mul_secret
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.deck.keys import Keys, KeySecret
from net.errors import BadProof, LocalError, Malformed

COMPLAINT_BYTES: Final = 1 + POINT_BYTES + dleq.DLEQ_BYTES
"""Length of a complaint: the dealer's seat 1, S 33, proof (c, z) 64."""
_LOCKED_BYTES: Final = SCALAR_BYTES + BOX_BYTES
_WHAT: Final = "key in escrow"
_COMPLAINT: Final = "complaint"


class KeyPart(Struct, frozen=True):
    """The part of another seat's key that one seat holds: a value of its polynomial."""

    x: int

    def __repr__(self) -> str:
        return "KeyPart()"


@dataclass(frozen=True, slots=True)
class Escrow:
    """The key of `seat`, split for the others: F_0 .. F_(t-1), R, and a box for each of them. All of it is
    bound to the bytes `bound_to`: the place in the log, the deal, the seat and t."""

    seat: int
    bound_to: bytes
    polynomial: tuple[Point, ...]
    r: Point
    boxes: Mapping[int, bytes]

    @property
    def t(self) -> int:
        """Number of parts that are needed to replace the key."""
        return len(self.polynomial)


CheckedEscrow = NewType("CheckedEscrow", Escrow)
"""A split key whose dealer has proven to know r. The holders vouch that the parts are right.

Made by `check_escrow`, and by `recall_escrow` from a message that passed it before.
"""


def escrow_bytes(k: int, t: int) -> int:
    """The length of a message at a table of `k` seats: 33 t + 64 + 48 (k - 1)."""
    return POINT_BYTES * t + 2 * SCALAR_BYTES + _LOCKED_BYTES * (k - 1)


def make_escrow(
    ctx: bytes, keys: Keys, seat: int, secret: KeySecret, *, t: int, randomness: Randomness
) -> bytes:
    """Split the key of `seat` so that any `t` of the others can do without it.

    The message: F_1 .. F_(t-1) 33 bytes each, R 33, proof 64, then a box of 48 for each other seat, rising.
    """
    _check_threshold(keys, t)
    coefficients = (secret.x, *(fresh_scalar(randomness) for _ in range(t - 1)))
    polynomial = (keys.public(seat), *map(base, coefficients[1:]))
    bound_to = _bound_to(ctx, keys, seat, t)
    proof = _possession(bound_to, polynomial)
    r = proof.nonce("r", secret.x, randomness)
    dealt = Escrow(seat, bound_to, polynomial, base(r), {})
    boxes = []
    for holder in _holders(keys, seat):
        key = _box_key(dealt, keys, holder, mul_secret(keys.public(holder), r, randomness))
        part = sum(a * pow(holder + 1, e, Q) for e, a in enumerate(coefficients)) % Q
        boxes.append(lock_box(key, scalar_bytes(part), _box_said(dealt, holder)))
    proof.add("R", dealt.r)
    w = proof.nonce("w", r, randomness)
    proof.add("R1", base(w))
    c = proof.challenge("c")
    answers = (bytes(dealt.r), scalar_bytes(c), scalar_bytes((w + c * r) % Q))
    return b"".join((*map(bytes, polynomial[1:]), *answers, *boxes))


def check_escrow(ctx: bytes, keys: Keys, seat: int, message: bytes, *, t: int) -> CheckedEscrow:
    """Return the split key, or refuse `seat`'s message: `Malformed` or `BadProof`."""
    dealt, c, z = _read(ctx, keys, seat, message, t=t)
    proof = _possession(dealt.bound_to, dealt.polynomial)
    proof.add("R", dealt.r)
    with refusing(seat, _WHAT):
        proof.add("R1", combination((-c,), (dealt.r,), of_base=z))
    if proof.challenge("c") != c:
        raise bad_proof(seat, _WHAT)
    return CheckedEscrow(dealt)


def recall_escrow(ctx: bytes, keys: Keys, seat: int, message: bytes, *, t: int) -> CheckedEscrow:
    """Read a split key without checking its proof again: only from a message that passed `check_escrow`."""
    return CheckedEscrow(_read(ctx, keys, seat, message, t=t)[0])


def take_part(
    dealt: CheckedEscrow, keys: Keys, holder: int, secret: KeySecret, randomness: Randomness
) -> KeyPart:
    """Take out the part that was dealt to `holder`; raises `BadProof`, naming the dealer, if it is wrong."""
    return _unlocked(dealt, keys, holder, mul_secret(dealt.r, secret.x, randomness))


def public_part(dealt: Escrow, holder: int) -> Point:
    """The part of `holder` times G, F(h + 1): everybody can compute it. `NoPoint` if the part is 0."""
    powers = [pow(holder + 1, e, Q) for e in range(dealt.t)]
    return combination(powers, dealt.polynomial)


def make_vouch(  # noqa: PLR0917  (the order of every message: place, keys, seat, then what)
    ctx: bytes,
    keys: Keys,
    holder: int,
    secret: KeySecret,
    dealt: Iterable[CheckedEscrow],
    randomness: Randomness,
) -> bytes:
    """Confirm this seat's parts with no byte, or complain about each wrong one with 98 bytes."""
    complaints = []
    for each in sorted(dealt, key=lambda each: each.seat):
        shared = mul_secret(each.r, secret.x, randomness)
        try:
            _unlocked(each, keys, holder, shared)
        except BadProof:
            bound_to = dleq.context(_COMPLAINT, lp(ctx, each.seat), keys, holder)
            public = keys.public(holder)
            proof = dleq.prove(bound_to, public, (each.r,), (shared,), secret=secret, randomness=randomness)
            complaints.append(bytes((each.seat,)) + bytes(shared) + proof)
    return b"".join(complaints)


def check_vouch(
    ctx: bytes, keys: Keys, holder: int, dealt: Mapping[int, CheckedEscrow], message: bytes
) -> tuple[BadProof, ...]:
    """Return the proofs against dealers in `holder`'s message about its parts; () if it confirms them all. A
    complaint without proof, or about a right part, is refused, naming `holder` (`Malformed`, `BadProof`)."""
    against = sorted(seat for seat in dealt if seat != holder)
    count, rest = divmod(len(message), COMPLAINT_BYTES)
    if rest or count > len(against):
        text = f"complaints about key parts that are {len(message)} bytes long"
        raise Malformed("length", text, seat=holder)
    reader = Reader(message, size=len(message), seat=holder, what=_COMPLAINT)
    found: list[BadProof] = []
    for _ in range(count):
        about = reader.take(1)[0]
        if about not in against:
            raise Malformed("seat", "a complaint about a seat without a part, or out of order", seat=holder)
        against = against[against.index(about) + 1 :]
        found.append(_complained(ctx, keys, holder, dealt[about], reader))
    return tuple(found)


def _complained(ctx: bytes, keys: Keys, holder: int, dealt: CheckedEscrow, reader: Reader) -> BadProof:
    """Return the proof in a complaint against the dealer; raises `BadProof`, naming `holder`, without one."""
    (shared,) = dleq.receive(_COMPLAINT, lp(ctx, dealt.seat), keys, holder, (dealt.r,), reader=reader)
    try:
        _unlocked(dealt, keys, holder, shared)
    except BadProof as why:
        return why
    text = f"a complaint about a right part of a key, dealt by seat {dealt.seat}"
    raise BadProof("false-complaint", text, seat=holder)


def _unlocked(dealt: Escrow, keys: Keys, holder: int, shared: Point) -> KeyPart:
    """Open the box of `holder`; raises `BadProof`, naming the dealer, unless it holds the right part."""
    key = _box_key(dealt, keys, holder, shared)
    try:
        inside = unlock_box(key, dealt.boxes[holder], _box_said(dealt, holder))
        part = Reader(inside, size=SCALAR_BYTES, seat=None, what="part").scalar()
        if base(part) == public_part(dealt, holder):
            return KeyPart(part)
    except (NotThisBox, Malformed, NoPoint):
        pass  # the dealer put this into the box, and nobody else can have
    text = f"a part of a key for seat {holder} that is not what was promised"
    raise BadProof("wrong-part", text, seat=dealt.seat)


def _read(ctx: bytes, keys: Keys, seat: int, message: bytes, *, t: int) -> tuple[Escrow, int, int]:
    _check_threshold(keys, t)
    holders = _holders(keys, seat)
    reader = Reader(message, size=escrow_bytes(len(keys.seats), t), seat=seat, what=_WHAT)
    polynomial = (keys.public(seat), *reader.points(t - 1))
    r, c, z = reader.point(), reader.scalar(), reader.scalar()
    boxes = {holder: reader.take(_LOCKED_BYTES) for holder in holders}
    return Escrow(seat, _bound_to(ctx, keys, seat, t), polynomial, r, boxes), c, z


def _bound_to(ctx: bytes, keys: Keys, seat: int, t: int) -> bytes:
    return lp("escrow", ctx, keys.sid, seat, t)


def _possession(bound_to: bytes, polynomial: tuple[Point, ...]) -> Transcript:
    """The statement of Schnorr's proof that the dealer knows r, up to R."""
    proof = Transcript("escrow")
    proof.add("ctx", bound_to)
    proof.add_all("F", polynomial)
    return proof


def _box_key(dealt: Escrow, keys: Keys, holder: int, shared: Point) -> bytes:
    words = (bytes(dealt.r), bytes(keys.public(holder)), bytes(shared))
    return h32("escrow key", dealt.bound_to, holder, *words)


def _box_said(dealt: Escrow, holder: int) -> bytes:
    return lp("part", dealt.bound_to, holder)


def _holders(keys: Keys, seat: int) -> tuple[int, ...]:
    """Return the seats that get a part of the key of `seat`, rising."""
    keys.public(seat)
    return tuple(other for other in keys.seats if other != seat)


def _check_threshold(keys: Keys, t: int) -> None:
    if not 0 < t < len(keys.seats):
        raise LocalError(f"the key of one of {len(keys.seats)} seats cannot be split for {t} others")
