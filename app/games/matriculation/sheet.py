"""Matriculation's score sheet: the points of every hand with their reasons, and the sums of the match."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.terminal import column_width, columns, short_names
from rules.api import State
from rules.matriculation.player import DEGREE
from rules.matriculation.score import Score, player_score, totals
from rules.matriculation.state import MatriculationState

HandScores = tuple[Score, ...] | None
"""Scores of a hand by seat; None for a hand whose end was not seen."""


class SheetLine(Struct, frozen=True):
    """A line of the sheet: its reason, the calculation, and the points by seat."""

    title: str
    values: tuple[int, ...]
    note: str = ""
    is_sum: bool = False


class HandSheet(Struct, frozen=True):
    """A hand's lines, its sum last. A hand in progress shows its points if it ended now."""

    title: str
    lines: tuple[SheetLine, ...]

    @property
    def sums(self) -> SheetLine:
        return self.lines[-1]


class MatriculationSheet(Struct, frozen=True):
    """All hands so far, the current one last; `match` adds them up, None if only one is played."""

    names: tuple[str, ...]
    hands: tuple[HandSheet, ...]
    match: SheetLine | None

    @property
    def latest(self) -> tuple[SheetLine, ...]:
        """The current hand line by line, the sums of earlier ones, and the match."""
        earlier = tuple(SheetLine(hand.title, hand.sums.values) for hand in self.hands[:-1])
        return (*self.hands[-1].lines, *earlier, *((self.match,) if self.match else ()))

    @property
    def whole(self) -> tuple[SheetLine, ...]:
        """Every line of every hand, and the match."""
        return (*(line for hand in self.hands for line in hand.lines), *((self.match,) if self.match else ()))

    def spoken(self, lines: Sequence[SheetLine]) -> str:
        """Return lines as sentences for screen readers."""
        return ". ".join(
            f"{line.title}: "
            + ", ".join(f"{name} {value}" for name, value in zip(self.names, line.values, strict=True))
            for line in lines
        )


def score_sheet(
    lying: MatriculationState, past: Sequence[HandScores], names: Sequence[str]
) -> MatriculationSheet:
    """Return the sheet while the hand `lying` is on the table; `past` has the hands before it."""
    now = lying.hand_number
    hands = tuple(
        _past_hand(number, lying, past[number] if number < len(past) else None) for number in range(now)
    )
    scores = tuple(player_score(player, lying.ogre) for player in lying.players)
    current = HandSheet(_title(now), _lines(_title(now), scores))
    seats = len(lying.players)
    match = None
    if lying.hands > 1 or now:
        sums = [hand.sums.values for hand in (*hands, current)]
        match = SheetLine("Match", totals(sums, seats), is_sum=True)
    return MatriculationSheet(tuple(names[:seats]), (*hands, current), match)


def terminal_sheet(state: State, names: Sequence[str]) -> str:
    """Return the sheet in columns for a terminal: the hand on the table, and the match."""
    if not isinstance(state, MatriculationState):
        raise TypeError("a position of another game")
    sheet = score_sheet(state, (), names)
    rows = [("", *short_names(sheet.names, column_width(len(sheet.names))))]
    rows += [(line.title, *map(str, line.values)) for line in sheet.latest if line.is_sum or any(line.values)]
    head = () if state.outcome() else (f"{_title(state.hand_number)}, if it ended now:",)
    return "\n".join([*head, *columns(rows)])


def _past_hand(number: int, lying: MatriculationState, scores: HandScores) -> HandSheet:
    title = _title(number)
    if scores is None:
        return HandSheet(title, (SheetLine(title, lying.sheets[number], is_sum=True),))
    return HandSheet(title, _lines(title, scores))


def _title(number: int) -> str:
    return f"Hand {number + 1}"


def _lines(title: str, scores: Sequence[Score]) -> tuple[SheetLine, ...]:
    return (
        SheetLine("Hours", tuple(score.hours for score in scores), "5 points each"),
        SheetLine("Degree", tuple(score.graduated for score in scores), f"100 at {DEGREE}"),
        SheetLine("Quick", tuple(score.quick for score in scores), "200 by term 10"),
        SheetLine("Exceptions", tuple(score.exceptions for score in scores), "100 each"),
        SheetLine("All five", tuple(score.all_five for score in scores), "200 more"),
        SheetLine(title, tuple(score.total for score in scores), is_sum=True),
    )
