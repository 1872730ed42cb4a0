"""Which words each game has: its board as text and its log, by the game's key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.games.board import Board
from app.games.cahoots.words import cahoots_board, cahoots_line
from app.games.kings.words import kings_board, kings_line
from app.games.matriculation.words import matriculation_board, matriculation_line
from app.games.plump.words import plump_board, plump_line
from app.games.reef.words import reef_board, reef_line
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
