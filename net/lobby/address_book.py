"""Addresses of the players of a table: each signs and numbers its own, and all pass them on (net 5.4).

So two players that have both moved find each other through any third: a player that hears newer addresses
of a seat tells everybody, and a seat that comes up is told all that is known. A number that is not greater
than the last changes nothing. A player that hears an address of its own that it has not announced in this
run (its clock was set back, or its profile restored) continues from that number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from net.errors import PeerError
from net.link.address import Address
from net.link.contract import TokenBuckets
from net.lobby.messages import ADDRESSES_MAX, LOBBY_MAX, Addr, check_addr, make_addr, parse, write
from net.wire.codec import COUNTER_MAX, first_word
from net.wire.frame import Kind, may_be, parse_frame
from net.wire.genesis import Genesis
from net.wire.signing import Signer

_SENT: Final = (5.0, 20.0)
_SIGNED: Final = (0.5, 5.0)
"""Limits per second, and in a burst: `_SENT` of news checked from one sender, `_SIGNED` of news accepted from
one signer."""


class SendAddresses(Struct, frozen=True):
    """Send this frame to a seat at the table."""

    seat: int
    frame: bytes


class NewAddresses(Struct, frozen=True):
    """A seat announces that it can be reached at these addresses now."""

    seat: int
    addresses: tuple[Address, ...]


AddressOut: TypeAlias = SendAddresses | NewAddresses


class AddressBook:
    """The newest addresses known for each seat. Not thread-safe; `now` is in seconds."""

    def __init__(self, genesis: Genesis, seat: int, signer: Signer) -> None:
        self._genesis = genesis
        self._seat = seat
        self._signer = signer
        self._known: dict[int, Addr] = {}
        self._sent, self._signed = TokenBuckets[int](*_SENT), TokenBuckets[int](*_SIGNED)

    def moved(self, addresses: Iterable[Address], *, unix_s: int) -> tuple[AddressOut, ...]:
        """Announce the addresses where we can be reached now, unless they are the last ones. `unix_s`
        makes the number rise from one start to the next."""
        shown = tuple(addresses)[:ADDRESSES_MAX]
        before = self._known.get(self._seat)
        if before is not None and before.addresses == shown:
            return ()
        return self._say(shown, max(unix_s, 0 if before is None else before.n + 1))

    def met(self, seat: int) -> tuple[AddressOut, ...]:
        """Tell a seat whose link has come up all known addresses, including its own."""
        return tuple(SendAddresses(seat, write(addr)) for _, addr in sorted(self._known.items()))

    def received(self, sender: int, frame: bytes, now: float) -> tuple[AddressOut, ...] | None:
        """Take in a frame of the table's channel from a seat; None if it is about something else."""
        if not _is_addr(frame):
            return None
        addr = self._news(sender, frame, now)
        if addr is None:
            return ()
        known = self._known.get(addr.seat)
        if addr.seat == self._seat:
            is_behind = known is not None and addr.n >= known.n and addr.n < COUNTER_MAX
            return self._say(known.addresses, addr.n + 1) if is_behind and known is not None else ()
        if known is not None and addr.n <= known.n:
            # A player that restarts within the same second would repeat a number: others tell it its last
            # one.
            return (SendAddresses(sender, write(known)),) if sender == addr.seat else ()
        if not self._signed.take(addr.seat, 1, now):
            return ()
        self._known[addr.seat] = addr
        others = (seat for seat in self._others if seat not in (sender, addr.seat))
        return (NewAddresses(addr.seat, addr.addresses), *(SendAddresses(seat, frame) for seat in others))

    def _news(self, sender: int, frame: bytes, now: float) -> Addr | None:
        """Return the address in a frame if it is new, signed by the seat that it is about, and within its
        sender's limit: a signature costs time to check."""
        try:
            addr = parse(frame)
            if not isinstance(addr, Addr) or addr.seat not in self._genesis.seats:
                return None
            if addr == self._known.get(addr.seat) or not self._sent.take(sender, 1, now):
                return None
            check_addr(addr, game=self._genesis.id, key=self._genesis.players[addr.seat].ed)
        except PeerError:
            return None
        return addr

    @property
    def _others(self) -> Sequence[int]:
        return [seat for seat in self._genesis.seats if seat != self._seat]

    def _say(self, addresses: tuple[Address, ...], n: int) -> tuple[AddressOut, ...]:
        own = make_addr(self._seat, addresses, n=n, game=self._genesis.id, signer=self._signer)
        self._known[self._seat] = own
        return tuple(SendAddresses(seat, write(own)) for seat in self._others)


def _is_addr(frame: bytes) -> bool:
    if len(frame) > LOBBY_MAX or not may_be(Kind.CTL, frame):  # this is called for every frame of the table
        return False
    try:
        outer = parse_frame(frame)
        return outer.t == Kind.CTL and first_word(outer.b) == "ADDR"
    except PeerError:
        return False
