"""Errors between peers, and the seat to blame for each.

Blame is in the type: `LocalError` is ours, `PeerError` is a peer's doing and names it,
`LinkError` is the world's. Input of peers is checked, never asserted; every refusal says what
was refused in words that can be shown.
"""

from __future__ import annotations


class NetError(Exception):
    """Anything this package raises."""


class LocalError(NetError):
    """A bug of ours, or a call that makes no sense now."""


class LinkError(NetError):
    """The world: a link that does not come up, a disk that is full."""


class DiskFull(LinkError):
    """Something could not be made durable, so nothing of it was done or sent (ERR 16)."""


class PeerError(NetError):
    """A peer did something that the protocol forbids.

    `reason` is a fixed word for programs ("bad-proof"), `seat` who did it (None: unknown, or the
    caller knows) together with `others`, `text` what, for people. `code` is the ERR code of net 5.8.
    """

    code = 2

    def __init__(
        self, reason: str, text: str, *, seat: int | None = None, others: tuple[int, ...] = ()
    ) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text
        self.seat = seat
        self.others = others

    @property
    def seats(self) -> tuple[int | None, ...]:
        """All seats to blame; one None where nobody can be named."""
        return (self.seat, *self.others)


class Malformed(PeerError):
    """Bytes that are not what they should be: length, type, range, encoding (ERR 2)."""


class TooLarge(Malformed):
    """More bytes or messages than the limits of net 5.1 allow (ERR 13)."""

    code = 13


class NotTheirTurn(PeerError):
    """An entry of a seat that is not to act now (ERR 8)."""

    code = 8


class IllegalMove(PeerError):
    """A signed entry that the rules or the deck refuse: evidence against its signer (ERR 9)."""

    code = 9


class BadProof(IllegalMove):
    """A proof of the deck that does not verify (deck 6.11)."""


class BadSignature(PeerError):
    """Bytes that the named seat did not sign (ERR 3)."""

    code = 3


class WrongTable(PeerError):
    """A message of another game, or of nobody who sits at this table (ERR 4)."""

    code = 4


class Forked(PeerError):
    """A message on top of another chain than ours (ERR 10)."""

    code = 10


class Diverged(PeerError):
    """The same chain with another state: one of two programs is wrong, or lies (ERR 11)."""

    code = 11


class StaleView(PeerError):
    """A message of a view of the table that does not run (ERR 12)."""

    code = 12


class NoView(PeerError):
    """A change of view that cannot be: the game cannot go on so, or too few want it. Names nobody."""

    code = 12
