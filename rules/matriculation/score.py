"""Scores of a hand and a match (paragraph 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.api import Outcome
from rules.matriculation.cards import Setback
from rules.matriculation.player import DEGREE, OgreRule, Student
from rules.seats import ranks_by

QUICK_TERMS: Final = 10
"""Limit of terms for a quick degree."""


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of a player's score for one hand."""

    hours: int
    graduated: int
    quick: int
    exceptions: int
    all_five: int

    @property
    def total(self) -> int:
        return self.hours + self.graduated + self.quick + self.exceptions + self.all_five


def score(hours: int, *, terms: int, exceptions: int) -> Score:
    """Return the score of `hours`, with the numbers of `terms` and `exceptions`."""
    graduated = hours >= DEGREE
    return Score(
        hours=5 * hours,
        graduated=100 if graduated else 0,
        quick=200 if graduated and terms <= QUICK_TERMS else 0,
        exceptions=100 * exceptions,
        all_five=200 if exceptions == len(Setback) else 0,
    )


def player_score(player: Student, ogre: OgreRule) -> Score:
    """Return the score of the cards before `player`."""
    return score(player.hours(ogre), terms=len(player.terms), exceptions=len(player.exceptions))


def sheet(players: Sequence[Student], ogre: OgreRule) -> tuple[int, ...]:
    """The scores of a hand as it lies, by seat."""
    return tuple(player_score(player, ogre).total for player in players)


def totals(sheets: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The sums of all hands, by seat."""
    return tuple(sum(hand[seat] for hand in sheets) for seat in range(seats))


def outcome(scores: tuple[int, ...], left: Sequence[bool]) -> Outcome:
    """Ranks by score, ties shared; seats that left share the last rank, whatever their scores."""
    merits = [(0, 0) if gone else (1, points) for points, gone in zip(scores, left, strict=True)]
    return Outcome(scores, ranks_by(merits))
