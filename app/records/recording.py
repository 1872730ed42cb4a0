"""What the check of a record gives, as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from app.messages import TableInfo
from rules.api import Event

Progress: TypeAlias = Callable[[int, int], None]
"""So many heights of so many are checked."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a record gave when it was checked. `info` is None if it is no game that can be shown.

    `events` have the height they belong to; `problem` is "" if everything holds, otherwise what
    does not, from where on, and `blamed` who signed it.
    """

    info: TableInfo | None
    events: tuple[tuple[int, Event], ...] = ()
    proofs: int = 0
    problem: str = ""
    blamed: str = ""
    proven: tuple[str, ...] = ()
    """What it proves of players, in sentences; also that evidence in it proves nothing."""

    @property
    def verdict(self) -> str:
        """How far it can be believed, in a sentence; what it proves of anybody comes first."""
        if not self.problem:
            checked = (
                f"Checked from the file alone: all signatures, all rules, and {self.proofs} proofs hold."
            )
            return " ".join((*self.proven, checked))
        who = f" {self.blamed} signed it." if self.blamed else ""
        return f"This record does not hold: {self.problem}.{who}"
