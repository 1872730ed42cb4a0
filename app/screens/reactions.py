"""Words for reactions, which are shown as pictures: for chat, terminal and screen reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.narrator import Cast, sentence
from app.messages import HintAsked, Reaction
from net.wire.bodies import REACTIONS
from rules.api import Seat

AGAIN: Final = "again"
"""Sent when the player presses "Play again", before the table closes."""
TITLES: Final = {
    "cheers": "Cheers!",
    "well-played": "Well played!",
    "laugh": "Laugh",
    "oops": "Oops",
    "thinking": "I am thinking",
    "hurry": "Your move!",
    AGAIN: "Once more?",
}
"""The label of each reaction's button, in the order of `REACTIONS`."""
_DOES: Final = {
    "cheers": "raise a cup",
    "well-played": "applaud",
    "laugh": "laugh",
    "oops": "say oops",
    "thinking": "have to think",
    "hurry": "drum on the table",
    AGAIN: "want to play again",
}
if tuple(TITLES) != REACTIONS or tuple(_DOES) != REACTIONS:
    raise AssertionError("every reaction has its words")


def reaction_text(news: Reaction, names: Sequence[str], viewer: Seat | None) -> str:
    """Return a sentence such as "Ada raises a cup"."""
    return sentence(Cast(names, viewer).does(news.seat, _DOES[news.what]))


def hint_asked_text(news: HintAsked, names: Sequence[str], viewer: Seat | None) -> str:
    """Return a sentence such as "Ada asks for a hint"."""
    return sentence(Cast(names, viewer).does(news.seat, "ask for a hint"))
