"""Words for reactions that are shown as pictures: for the chat, the terminal and whoever listens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.narrator import Cast
from app.messages import HintAsked, Reaction
from net.wire.bodies import REACTIONS
from rules.api import Seat

AGAIN: Final = "again"
"""Said for the player who presses "Play again", before the table closes."""
TITLES: Final = {
    "cheers": "Cheers!",
    "well-played": "Well played!",
    "laugh": "Laugh",
    "oops": "Oops",
    "thinking": "I am thinking",
    "hurry": "Your move!",
    AGAIN: "Once more?",
}
"""By reaction, in the order of `REACTIONS`: what its button is called."""
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
    """ "Ada raises a cup." """
    return _sentence(Cast(names, viewer).does(news.seat, _DOES[news.what]))


def hint_asked_text(news: HintAsked, names: Sequence[str], viewer: Seat | None) -> str:
    """ "Ada asks for a hint." """
    return _sentence(Cast(names, viewer).does(news.seat, "ask for a hint"))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
