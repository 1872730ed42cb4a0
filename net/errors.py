"""Errors between peers, and the seat to blame for each.

Blame is in the type: a `LocalError` is ours, a `PeerError` is a peer's doing and names the seat if it is
known, a `LinkError` is the world's. Input from peers is checked, never asserted. Every refusal says what was
refused, in words fit to be shown.
"""

from __future__ import annotations


class NetError(Exception):
    """Any error that this package raises."""


class LocalError(NetError):
    """A bug of ours, or a call that makes no sense at this moment."""


class LinkError(NetError):
    """The world's fault: a link that does not come up, a disk that is full."""


class DiskFull(LinkError):
    """Something could not be made durable, so none of it was done or sent (ERR 16)."""


class PeerError(NetError):
    """A peer did something that the protocol forbids.

    `reason` is a fixed word for programs ("bad-proof"), `text` a sentence for people. `seat` did it (None:
    unknown, or the caller knows), together with `others`. `code` is the ERR code of net 5.8.
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
    """Bytes with a wrong length, type, range or encoding (ERR 2)."""


class TooLarge(Malformed):
    """More bytes or messages than the limits of net 5.1 allow (ERR 13)."""

    code = 13


class NotTheirTurn(PeerError):
    """An entry of a seat whose turn it is not (ERR 8)."""

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
    """A message of another game, or of a seat that this table does not have (ERR 4)."""

    code = 4


class Forked(PeerError):
    """A message on top of a chain that is not ours (ERR 10)."""

    code = 10


class Diverged(PeerError):
    """The same chain with another state: one of two programs is wrong, or lies (ERR 11)."""

    code = 11


class StaleView(PeerError):
    """A message of a view that is not the table's present one (ERR 12)."""

    code = 12


class NoView(PeerError):
    """An impossible change of view: the game cannot go on like that, or too few want it. Blames nobody."""

    code = 12
