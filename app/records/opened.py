"""Sentences about hands that are opened after a game."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.entry import GameEntry
from app.games.narrator import counted
from app.spectators import HandHeld, HandOpened

HELD = (
    "You still hold {pieces} that nobody else has seen. If you open them, everybody sees them in the replay "
    "and the record; you cannot undo that."
)
BY_WORD = " Type `open hand` to show them."


def held_text(held: HandHeld, entry: GameEntry) -> str:
    """Offer to open the cards that a player still holds when the game is over."""
    return HELD.format(pieces=counted(held.cards, entry.piece))


def opened_text(opened: HandOpened, entry: GameEntry, names: Sequence[str]) -> str:
    """Return the sentence about a hand that a player opened."""
    cards = ", ".join(entry.face_name(face) for face in opened.faces)
    return f"{names[opened.seat]} opened the last hand: {cards}."


def hand_lines(news: HandHeld | HandOpened, entry: GameEntry, names: Sequence[str]) -> tuple[str, ...]:
    """Return the sentence for either event, for a terminal."""
    if isinstance(news, HandOpened):
        return (opened_text(news, entry, names),)
    return (held_text(news, entry) + BY_WORD,)
