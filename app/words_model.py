"""Which words each game has: its board as text and its log, by the game's key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.board_model import Board
from app.cahoots_model import cahoots_board, cahoots_line
from app.kings_model import kings_board, kings_line
from app.matriculation_model import matriculation_board, matriculation_line
from app.plump_model import plump_board, plump_line
from app.reef_model import reef_board, reef_line
from rules.api import Event, View


@dataclass(frozen=True, slots=True)
class Words:
    """How a game is told in words."""

    board: Callable[[View, Sequence[str]], Board]
    line: Callable[[Event, Sequence[str]], str]


WORDS: dict[str, Words] = {
    "cahoots": Words(cahoots_board, cahoots_line),
    "kings": Words(kings_board, kings_line),
    "matriculation": Words(matriculation_board, matriculation_line),
    "plump": Words(plump_board, plump_line),
    "reef": Words(reef_board, reef_line),
}
