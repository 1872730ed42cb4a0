"""The sources that a spectator knows: which of them are good, and whose turn is next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from net.link.address import Address

SOURCES_MAX: Final = 24
STRIKES_MAX: Final = 3
HOPELESS: Final = 2 * STRIKES_MAX
"""Number of strikes of the best source after which the log counts as false."""


class KnownSource(Struct):
    """A known source. `strikes` counts its errors; `refused_at` is the time of its last refusal."""

    key: bytes
    addresses: tuple[Address, ...]
    strikes: int = 0
    refused_at: float | None = None
    k: int = 0
    was_searched: bool = False
    """True if this source was asked where its course parts from the checked one."""


class Sources:
    """All known sources, in the order in which they were named."""

    def __init__(self, named: Iterable[tuple[bytes, tuple[Address, ...]]]) -> None:
        self._known = {key: KnownSource(key, where) for key, where in list(named)[:SOURCES_MAX]}

    def get(self, key: bytes | None) -> KnownSource | None:
        """A source by its key; None if it is not known."""
        return None if key is None else self._known.get(key)

    def add(self, places: Iterable[tuple[bytes, tuple[Address, ...]]]) -> list[KnownSource]:
        """Add sources, as far as there is room; returns the new ones."""
        fresh = []
        for key, addresses in places:
            if key not in self._known and len(self._known) < SOURCES_MAX:
                fresh.append(KnownSource(key, addresses))
                self._known[key] = fresh[-1]
        return fresh

    def strike(self, key: bytes) -> None:
        """Count an error of a source."""
        if (known := self._known.get(key)) is not None:
            known.strikes += 1

    @property
    def all_refuse(self) -> bool:
        """True if all of them have refused us."""
        return all(each.refused_at is not None for each in self._known.values())

    def best(self, last: bytes | None) -> KnownSource | None:
        """The source to call next: not refusing, fewest strikes, first after `last`; None if none is
        known."""
        known = list(self._known.values())
        at = next((place for place, each in enumerate(known) if each.key == last), -1)
        turn = known[at + 1 :] + known[: at + 1]
        return min(turn, key=lambda each: (each.refused_at is not None, each.strikes), default=None)

    def spotless(self, but: bytes | None) -> list[KnownSource]:
        """All sources without strikes, except one."""
        return [each for each in self._known.values() if each.key != but and each.strikes == 0]
