r"""Hands left at the end of a game, opened for everybody by their players' own choice (deck 6.15).

A card that was dealt to one seat lacks only that seat's share: the shares of all others are in the log. So a
seat that opens its hand publishes its own shares, with one proof for all of them, and reveals nothing about
other seats' cards. The hand is signed and stands beside the record, never in the log: the game is over and
did not need it. A hand is opened whole or not at all, because the end of the game fixes its cards.

    Hand = [body, sig]     body: ["H", g, seat, shares]     sig over "shoal1.hand\0" | body
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from net.deck.algebra.hashing import lp
from net.deck.shares import check_shares, make_shares, shares_bytes
from net.errors import IllegalMove, LocalError, WrongTable
from net.seat.deal import missing_shares
from net.seat.position import Position, number_bytes
from net.seat.prover import Prover
from net.seat.replica import Replica
from net.seat.steps.due import Over
from net.wire.bodies import HASH
from net.wire.codec import Bytes, Word, exactly, pack, row, unpack
from net.wire.envelope import SEAT
from net.wire.frame import HAND_MAX
from net.wire.signing import SIGNATURE_BYTES, Signer, Verify
from rules.api import Face, Seat, Slot

_TAG: Final = b"shoal1.hand\0"
_KIND: Final = "hand"
_BODY: Final = row(Word(("H",)), HASH, SEAT, Bytes(HAND_MAX - 256))
_HAND: Final = row(Bytes(HAND_MAX - 128), exactly(SIGNATURE_BYTES))


class SignedHand(Struct, frozen=True):
    """The hand of a seat as it was when the game ended."""

    seat: int
    faces: tuple[tuple[Slot, Face], ...]


def closed_hand(replica: Replica, seat: int) -> tuple[Slot, ...]:
    """The cards of a seat that nobody else has seen and that it can open: none before the game is over."""
    here = replica.here
    if not isinstance(replica.step, Over) or (keys := here.deal.keys) is None:
        return ()
    return tuple(
        slot
        for slot, card in sorted(here.deal.cards.items())
        if card.viewers == {seat} and missing_shares(card, keys) == (seat,)
    )


def open_hand(replica: Replica, game: bytes, prover: Prover, signer: Signer) -> bytes:
    """Open the hand of `prover`; raises `LocalError` if it holds none, or if its key is forgotten."""
    seat, here = prover.seat, replica.here
    slots = closed_hand(replica, seat)
    if not slots:
        raise LocalError("you hold no card that the others have not seen")
    context, secret = _context(here, seat, slots), prover.secret(here.deal.table)
    ciphers = here.ciphers(slots)
    shares = make_shares(context, here.keys, seat, secret, ciphers, prover.randomness, kind=_KIND)
    body = pack(_BODY, ("H", game, seat, shares))
    return pack(_HAND, (body, signer.sign(_TAG + body)))


def hand_of(raw: bytes, game: bytes) -> int:
    """Return the seat whose hand this claims to be. Checks only form and game; raises `PeerError`."""
    return _read(raw, game)[0]


def check_hand(
    raw: bytes, replica: Replica, *, game: bytes, keys: Sequence[bytes], verify: Verify
) -> SignedHand:
    """The hand that `raw` opens at the end of a game of players with the Ed25519 `keys`; raises
    `PeerError` if its owner has not signed it, or if it opens anything but the owner's hand."""
    seat, body, sig, shares = _read(raw, game)
    if seat >= len(keys):
        raise WrongTable("no-seat", "a hand of a seat that this table does not have")
    verify(keys[seat], _TAG + body, sig)
    here, slots = replica.here, closed_hand(replica, seat)
    if not slots or len(shares) != shares_bytes(len(slots)):
        raise IllegalMove("wrong-hand", "opened a hand that differs from the one held at the end", seat=seat)
    context, ciphers = _context(here, seat, slots), here.ciphers(slots)
    given = check_shares(context, here.keys, seat, ciphers, shares, kind=_KIND)
    faces = []
    for slot, share in zip(slots, given, strict=True):
        card = here.deal.cards[slot]
        whole = replace(card, shares={**card.shares, Seat(seat): share})
        faces.append((slot, here.face(whole, dict(whole.shares))))
    return SignedHand(seat, tuple(faces))


def _read(raw: bytes, game: bytes) -> tuple[int, bytes, bytes, bytes]:
    body, sig = cast("tuple[bytes, bytes]", unpack(_HAND, raw, most=HAND_MAX, what="an opened hand"))
    fields = unpack(_BODY, body, most=HAND_MAX, what="an opened hand")
    _, of_game, seat, shares = cast("tuple[str, bytes, int, bytes]", fields)
    if of_game != game:
        raise WrongTable("other-game", "a hand of another game")
    return seat, body, sig, shares


def _context(here: Position, seat: int, slots: Sequence[Slot]) -> bytes:
    return lp(here.keys.sid, seat, _KIND, *map(number_bytes, slots))
