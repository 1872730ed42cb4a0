"""Players and agreement of a table, for the question about the absent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.table.missing import words
from net.wire.genesis import Policy


@dataclass(frozen=True, slots=True)
class Company:
    """The players at a table: names, by whom each bot is run (None: a person), what was agreed on."""

    names: tuple[str, ...]
    runners: tuple[int | None, ...]
    policy: Policy
    is_bot: bool = False
    """True if no person plays at this program's own seat."""
    bots: frozenset[int] = frozenset()
    """The seats of all bots, those that nobody else at the table runs among them."""

    def persons(self, seats: Iterable[int]) -> list[int]:
        """Those of the seats where a person sits, as the table says."""
        return [seat for seat in seats if self.runners[seat] is None and seat not in self.bots]

    def people(self, seats: Iterable[int]) -> set[int]:
        """Return the people whose programs sit in some seats: a bot is of the player who runs it."""
        runners = ((seat, self.runners[seat]) for seat in seats)
        return {seat if runner is None else runner for seat, runner in runners}

    def who(self, seats: Sequence[int]) -> str:
        """Some seats by name."""
        return words.named([self.names[seat] for seat in seats])
