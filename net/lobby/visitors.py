"""A host's memory of its guests: every key that has said something, with a seat or without (net 5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from net.errors import LocalError
from net.link.address import Address
from net.link.contract import TokenBucket
from net.lobby.phases import GUESTS_MAX, STRIKES, GuestPhase, ProvenGuest

_ERRORS_PER_S = 5
LINES_RATE: Final = 0.5
LINES_BURST: Final = 5
"""Lines of chat that are accepted from one guest, a second and in a burst."""


class Visitor(Struct):
    """The host's memory of one key."""

    key: bytes
    heard_at: float
    offered_at: float
    errors: TokenBucket = field(default_factory=lambda: TokenBucket(_ERRORS_PER_S, _ERRORS_PER_S))
    lines: TokenBucket = field(default_factory=lambda: TokenBucket(LINES_RATE, LINES_BURST))
    guest: ProvenGuest | None = None
    phase: GuestPhase = GuestPhase.UNKNOWN
    host: str = ""
    """Host that the guest's frames come from; others get it as one of the guest's addresses."""
    addresses: tuple[Address, ...] = ()
    addr_n: int = -1
    sig: bytes | None = None
    said_n: int = 0
    """Number of its last line that was passed on."""

    @property
    def known(self) -> ProvenGuest:
        """The proven guest; raises `LocalError` before its HELLO."""
        if self.guest is None:
            raise LocalError("a visitor has a seat and no name")
        return self.guest

    @property
    def has_signed(self) -> bool:
        """True if the guest has given everything that a start needs from it."""
        return self.sig is not None and self.addr_n >= 0

    def sit(self) -> None:
        """Note that the guest has a seat and has signed nothing."""
        self.phase, self.sig, self.addresses, self.addr_n = GuestPhase.SEATED, None, (), -1


class Visitors(Struct):
    """All visitors by key, and those with a seat, in the order in which they were let in."""

    _seated: list[bytes] = field(default_factory=list)
    _all: dict[bytes, Visitor] = field(default_factory=dict)
    _strikes: dict[bytes, int] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Visitor]:
        return iter(tuple(self._all.values()))

    def __len__(self) -> int:
        return len(self._all)

    def find(self, key: bytes) -> Visitor | None:
        """The visitor with that key; None if it is not remembered."""
        return self._all.get(key)

    def at(self, key: bytes, now: float) -> Visitor:
        """The visitor with that key; a new one for an unknown key."""
        visitor = self._all.get(key)
        if visitor is None:
            if len(self._all) >= GUESTS_MAX:
                self._make_room()
            visitor = self._all[key] = Visitor(key, now, now)
        return visitor

    def named(self, ed: bytes) -> Visitor | None:
        """The visitor who has proven to be that player."""
        return next((each for each in self if each.guest is not None and each.guest.player.ed == ed), None)

    def sitting(self) -> tuple[Visitor, ...]:
        """The guests with a seat, in the order of the seats; without the host."""
        return tuple(self._all[key] for key in self._seated)

    def asking(self) -> tuple[Visitor, ...]:
        """The visitors about whom the host is asked."""
        return tuple(each for each in self if each.phase is GuestPhase.ASKING)

    def seat(self, visitor: Visitor) -> None:
        """Give a visitor the next seat."""
        visitor.sit()
        self._seated.append(visitor.key)

    def forget(self, visitor: Visitor) -> bool:
        """Forget a visitor; True if it had a seat, which is free then."""
        del self._all[visitor.key]
        if visitor.key not in self._seated:
            return False
        self._seated.remove(visitor.key)
        return True

    def strike(self, key: bytes, *, for_good: bool = False) -> None:
        """Count a strike: the host did not want that player, or it did not sign in time."""
        strikes = STRIKES if for_good else self._strikes.pop(key, 0) + 1
        self._strikes.pop(key, None)
        if len(self._strikes) >= GUESTS_MAX:
            del self._strikes[next(iter(self._strikes))]
        self._strikes[key] = strikes

    def is_out(self, key: bytes) -> bool:
        """True if that key is neither let in nor asked about."""
        return self._strikes.get(key, 0) >= STRIKES

    def _make_room(self) -> None:
        """Forget a visitor without a seat: of those that have come least far, the one heard longest ago.

        Seats and places in the queue are far fewer than guests, so a crowd pushes out only itself.
        """
        standing = [visitor for visitor in self if visitor.key not in self._seated]
        del self._all[min(standing, key=lambda visitor: (visitor.phase.value, visitor.heard_at)).key]
