"""Words for a game that has none of its own yet: its canonical texts. Every game can be played by them."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.board import Board, BoardPiece, Zone
from app.games.words import WORDS, Words
from rules.api import Event, Game, Left, Moved, Roll, Shuffle, Turn, View
from rules.catalogue import GAMES

LINES_MAX = 60
"""Lines of a position that a text shows; the longest has fewer in every game of the catalogue."""


def words_of(key: str) -> Words:
    """The words of a game: its own, or plain ones."""
    return WORDS[key] if key in WORDS else plain_words(GAMES[key])


def plain_words(game: Game) -> Words:
    """Words made of the canonical texts of a game's values."""
    return Words(lambda view, names: _board(game, view, names), _line)


def _board(game: Game, view: View, names: Sequence[str]) -> Board:
    choices = tuple(BoardPiece(str(action), (action,)) for action in view.actions())
    zones = [Zone("Your choices", choices)] if choices else []
    if view.seat is not None:
        held = [face for slot in view.state.hand(view.seat) if (face := view.face(slot)) is not None]
        zones.append(Zone("Your hand", tuple(BoardPiece(game.face_text(face)) for face in sorted(held))))
    lines = view.state.text().replace(";", "\n").splitlines()[:LINES_MAX]
    zones.append(Zone("Position", tuple(BoardPiece(line.strip()) for line in lines if line.strip())))
    return Board(_status(view, names), tuple(zones))


def _status(view: View, names: Sequence[str]) -> str:
    needs = view.state.needs
    if not needs:
        return "The game is over."
    need = needs[0]
    if isinstance(need, Turn):
        return "Your turn." if need.seat == view.seat else f"Waiting for {names[need.seat]}."
    if isinstance(need, Shuffle):
        return "The cards are being shuffled."
    return "Everybody draws a number together." if isinstance(need, Roll) else "The cards are being dealt."


def _line(event: Event, names: Sequence[str]) -> str:
    if isinstance(event, Moved):
        return f"{names[event.seat]}: {event.action}"
    return f"{names[event.seat]} has left the table" if isinstance(event, Left) else ""
