"""Leave the table in order: the leaver takes its lock off everything that stays in play.

It publishes its shares of those components, proven like any others. Everybody subtracts them, and the
leaver's key. The leaver's own cards are dead. The others must shuffle whatever is still hidden before they
use it, because the leaver saw where it lies (deck 6.9).

A seat that vanishes without this message is another matter: `net.deck.lent`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.deck.algebra.group import NoPoint, neg, total
from net.deck.algebra.scalar import Randomness
from net.deck.keys import Keys, KeySecret
from net.deck.pile import Cipher
from net.deck.shares import CheckedShare, checked_shares, proven_shares
from net.errors import BadProof, LocalError

_WHAT: Final = "leaving share"


def make_leave(  # noqa: PLR0917  (the order of every message: place, keys, seat, then what)
    ctx: bytes,
    keys: Keys,
    seat: int,
    secret: KeySecret,
    ciphers: Sequence[Cipher],
    randomness: Randomness,
) -> bytes:
    """The shares of `seat` for all hidden components that are not its own; bytes as of `make_shares`."""
    return proven_shares(_WHAT, ctx, keys, seat, secret=secret, ciphers=ciphers, randomness=randomness)


def check_leave(
    ctx: bytes, keys: Keys, seat: int, ciphers: Sequence[Cipher], message: bytes
) -> tuple[CheckedShare, ...]:
    """Return the shares, in the order of `ciphers`, or refuse `seat`'s message: `Malformed` or `BadProof`."""
    return checked_shares(_WHAT, ctx, keys, seat, ciphers=ciphers, message=message)


def without(keys: Keys, seat: int) -> Keys:
    """The keys of those who stay. The deal keeps its name `sid`, and so its faces keep their points.

    Keys of the others that cancel each other are refused; that takes all of these seats together.
    """
    if seat not in keys.seats:
        raise LocalError(f"seat {seat} has no key in this deal")
    stay = tuple(other for other in keys.seats if other != seat)
    if not stay:
        raise LocalError("the last seat has nobody to leave the deck to")
    publics = tuple(keys.public(other) for other in stay)
    try:
        return Keys(keys.sid, stay, publics, total(publics))
    except NoPoint:
        raise BadProof("bad-keys", "keys of the seats that stay cancel each other") from None


def peel(cipher: Cipher, share: CheckedShare) -> Cipher:
    """Take one seat's lock off a component."""
    return Cipher(cipher.a, total((cipher.b, neg(share))))
