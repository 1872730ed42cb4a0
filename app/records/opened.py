"""Hands that are opened after a game, in words."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.entry import GameEntry
from app.games.narrator import counted
from app.spectators import HandHeld, HandOpened

HELD = (
    "You still hold {pieces} that nobody else has seen. Opened, they stand in the replay and the record for "
    "everybody; that cannot be undone."
)
BY_WORD = " Type `open hand` for that."


def held_text(held: HandHeld, entry: GameEntry) -> str:
    """Tell the offer to a player who still holds cards when the game is over."""
    return HELD.format(pieces=counted(held.cards, entry.piece))


def opened_text(opened: HandOpened, entry: GameEntry, names: Sequence[str]) -> str:
    """Tell a player's cards at the end."""
    cards = ", ".join(entry.face_name(face) for face in opened.faces)
    return f"{names[opened.seat]} opened the last hand: {cards}."


def hand_lines(news: HandHeld | HandOpened, entry: GameEntry, names: Sequence[str]) -> tuple[str, ...]:
    """The same in a terminal."""
    if isinstance(news, HandOpened):
        return (opened_text(news, entry, names),)
    return (held_text(news, entry) + BY_WORD,)
