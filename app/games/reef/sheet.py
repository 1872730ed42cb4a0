"""The sums of Reef Encounter as text: tiles times value, and what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.narrator import counted
from app.games.reef.words import by_colour, reef_state
from app.games.terminal import column_width, columns, short_names
from rules.api import State, View
from rules.reef.pieces.facts import COLOUR_NAMES
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps.ending import scores, tie_breaks


class Score(Struct, frozen=True):
    """A player's sum at the end: (tiles, value) per colour, the total, the rank, what broke a tie."""

    seat: int
    name: str
    parts: tuple[tuple[int, int], ...]
    total: int
    rank: int
    ties: str


def terminal_sheet(state: State, names: Sequence[str]) -> str:
    """Return the values of the colours, and every player's sum; before the end as far as all know it."""
    if not isinstance(state, ReefState):
        raise TypeError("a position of another game")
    position = state.position
    width = max(map(len, names), default=0)
    values, points = position.sea.values(), scores(position)
    rows = [("", *COLOUR_NAMES, "points"), ("worth", *map(str, values), "")]
    for seat, name in enumerate(short_names(names, column_width(len(COLOUR_NAMES) + 1))):
        fish = by_colour(position.players[seat].fish)
        rows.append((name, *(str(count or "-") for count in fish), str(points[seat])))
    lines = ["Tiles in the parrotfish, and the value of each colour now:", *columns(rows)]
    if position.phase != ReefPhase.OVER:
        lines.append("The start tiles in the parrotfish are not counted before the end.")
    for tied in tied_seats(position):
        lines.append(f"Tied at {scores(position)[tied[0]]}; more is better, from left to right:")
        lines += [f"{names[seat]:<{width}}  {', '.join(tie_words(position, seat))}" for seat in tied]
    return "\n".join(lines)


def values_words(position: Position) -> str:
    """Return the values of the colours: "white 3, yellow 4, ..."."""
    return ", ".join(
        f"{name} {value}" for name, value in zip(COLOUR_NAMES, position.sea.values(), strict=True)
    )


def sum_words(position: Position, seat: int) -> str:
    """Return the tiles known to be in a parrotfish, and their sum: "2 white × 3 + 1 pink × 4 = 10"."""
    values = position.sea.values()
    tiles = [
        f"{count} {COLOUR_NAMES[colour]} × {values[colour]}"
        for colour, count in enumerate(by_colour(position.players[seat].fish))
        if count
    ]
    return f"{' + '.join(tiles) or 'nothing'} = {scores(position)[seat]}"


def tied_seats(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the groups of seats with equal points in a finished game; seats that left are in none."""
    if position.phase != ReefPhase.OVER:
        return ()
    points = scores(position)
    groups = (
        tuple(
            seat for seat, player in enumerate(position.players) if points[seat] == number and not player.gone
        )
        for number in sorted(set(points), reverse=True)
    )
    return tuple(group for group in groups if len(group) > 1)


def tie_words(position: Position, seat: int) -> tuple[str, ...]:
    """Return what breaks ties, for a seat, in the order of the rules (5.3)."""
    front, cubes, tiles, guarded = tie_breaks(position, seat)
    return (
        counted(front, "consumed tile"),
        counted(cubes, "cube"),
        f"{counted(tiles, 'tile')} behind the screen",
        counted(guarded, "guarded polyp"),
    )


def reef_scores(view: View, names: Sequence[str]) -> tuple[Score, ...]:
    """Return the sums of the end, best first; () before."""
    state = reef_state(view)
    outcome = state.outcome()
    if outcome is None:
        return ()
    position = state.position
    values = position.sea.values()
    order = sorted(range(position.rules.seats), key=lambda seat: (outcome.ranks[seat], seat))
    tied = [seat for group in tied_seats(position) for seat in group]
    return tuple(
        Score(
            seat=seat,
            name=names[seat],
            parts=tuple(zip(by_colour(position.players[seat].fish), values, strict=True)),
            total=outcome.scores[seat],
            rank=outcome.ranks[seat],
            ties=_ties(position, seat) if seat in tied else "",
        )
        for seat in order
    )


def _ties(position: Position, seat: int) -> str:
    front, cubes, tiles, guarded = tie_breaks(position, seat)
    held = f"{front} consumed, {counted(cubes, 'cube')}, {counted(tiles, 'tile')}"
    return f"{held}, {counted(guarded, 'guarded polyp')}"
