"""Leave the table in order: the leaver takes its lock off everything that stays in play.

It publishes its shares of those components, proven like any others. Everybody subtracts them, and the
leaver's key. The leaver's own cards are dead. The others must shuffle whatever is still hidden before they
use it, because the leaver saw where it lies (deck 6.9).

A seat that vanishes without this message is another matter: `net.deck.lent`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from net.deck.algebra.group import NoPoint, neg, total
from net.deck.keys import Keys
from net.deck.pile import Cipher
from net.deck.shares import CheckedShare, check_shares, make_shares
from net.errors import BadProof, LocalError

make_leave: Final = partial(make_shares, kind="leaving share")
check_leave: Final = partial(check_shares, kind="leaving share")
"""Return a leaver's shares of all hidden components but its own, or refuse its message."""


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
