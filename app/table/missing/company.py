"""The players and terms of a table, for questions about the absent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from app.games.narrator import listed
from net.wire.genesis import Policy


class Company(Struct, frozen=True):
    """The players at a table: names, the runner of each bot (None: a person), and the terms."""

    names: tuple[str, ...]
    runners: tuple[int | None, ...]
    policy: Policy
    is_bot: bool = False
    """True if a bot plays at our own seat."""
    bots: frozenset[int] = frozenset()
    """Seats of all bots, with those that nobody else at the table runs."""

    def persons(self, seats: Iterable[int]) -> list[int]:
        """Return the seats of persons, as the table describes them."""
        return [seat for seat in seats if self.runners[seat] is None and seat not in self.bots]

    def people(self, seats: Iterable[int]) -> set[int]:
        """Return the people behind some seats: a bot belongs to the player who runs it."""
        runners = ((seat, self.runners[seat]) for seat in seats)
        return {seat if runner is None else runner for seat, runner in runners}

    def who(self, seats: Sequence[int]) -> str:
        """Return some seats by name."""
        return listed([self.names[seat] for seat in seats])
