"""The table of Four in a Row described: one grid, in which any space of a column takes a chip."""

from __future__ import annotations

from collections.abc import Sequence

from four import GAME, HIGH, WIDE, Drop, FourState

from app.games.board import held_status, winners
from app.games.entry import GameEntry
from app.games.narrator import cast_of, left_line, result_lines, sentence
from app.games.reason import why_not
from app.games.scene import Chip, Description, Kind, Piece, Plate, Route, Said, Scene, Sign, Token, Zone
from rules.api import Action, Event, Left, Moved, Seat, View

SIGNS = "XO"
"""The chips in characters."""


def space(column: int, row: int) -> Token:
    """The token of a space; a chip that lies there has the number of its drop."""
    return f"space:{column},{row}"


def scene(view: View, names: Sequence[str]) -> Scene:
    """The table as one seat or a spectator sees it."""
    state = position(view)
    board = tuple(piece(view, state, column, row) for row in reversed(range(HIGH)) for column in range(WIDE))
    plates = tuple(plate(view, state, Seat(seat), name) for seat, name in enumerate(names))
    return Scene(
        status(view, state, names), (Zone("board", "Board", Kind.GRID, board, columns=WIDE),), plates
    )


def piece(view: View, state: FourState, column: int, row: int) -> Piece:
    """A chip, or an empty space with the reason why it takes none."""
    place, number = f"{'ABCDEFG'[column]}{HIGH - row}", state.chips().get((column, row))
    if number is None:
        why = None if view.seat is None else why_not(view, Drop(column))
        return Piece(space(column, row), f"{place}, empty", ".", why=why)
    seat = Seat(number % 2)
    signs = (Sign.BEST,) if (column, row) in state.line() else ()
    if number == len(state.drops) - 1 and not signs:
        signs = (Sign.LAST,)
    return Piece(f"chip:{number}", f"{place}, a chip", SIGNS[seat], Chip(seat), seat, signs)


def plate(view: View, state: FourState, seat: Seat, name: str) -> Plate:
    """A player."""
    is_turn = state.turn == seat and not view.is_held
    signs = (Sign.TURN,) if is_turn else (Sign.GONE,) if seat in state.gone else ()
    return Plate(seat, name, doing="to drop" if is_turn else "", signs=signs)


def status(view: View, state: FourState, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    outcome = state.outcome()
    if outcome is not None:
        return (
            "The board is full: a draw."
            if outcome.ranks == (1, 1)
            else _won(winners(outcome, names, view.seat))
        )
    if view.is_held or state.turn != view.seat:
        return held_status(view, names) or f"Waiting for {names[state.turn or 0]}."
    return "Your turn: choose a column."


def _won(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """The words of a drop."""
    del view, names
    if not isinstance(action, Drop):
        return Said(str(action), str(action))
    column = "ABCDEFG"[action.column]
    return Said(f"Drop a chip into column {column}", column.lower(), "drop into")


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Any empty space of the column may be pressed; the one where the chip will lie comes first."""
    if not isinstance(action, Drop):
        return ()
    lowest = position(view).drops.count(action.column)
    return tuple((space(action.column, row),) for row in range(lowest, HIGH))


def tell(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """The story, in a line or two for each event."""
    cast, outcome = cast_of(after, names), after.state.outcome()
    lines: list[str] = []
    if isinstance(event, Left):
        lines.append(left_line(event, cast))
    if isinstance(event, Moved) and isinstance(event.action, Drop):
        lines.append(sentence(cast.does(event.seat, f"drop a chip into {'ABCDEFG'[event.action.column]}")))
    if outcome is not None and before.state.outcome() is None:
        lines += result_lines(outcome, cast)
    return tuple(lines)


def position(view: View) -> FourState:
    """The position, known to be one of this game."""
    return GAME.own_state(view.state, FourState)


ENTRY = GameEntry(
    GAME,
    blurb="Drop chips into columns; four in a line win.",
    unit="",
    described=Description(scene, say, picks, legend=("d        a chip is dropped into column D",)),
    narrator=tell,
    usual_seats=2,
)
