"""The painted cards by their numbers in the rules.

The order of faces is the rules' own (`rules.cards`, `rules.kings.cards`);
`tests/ui/art/test_faces.py` holds the two together by the canonical texts.
"""

from __future__ import annotations

from ui.art.cards.playing_cards import PlayingCard, Rank
from ui.art.cards.suits import Suit

_SUITS = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.BLANK)
_RANKS = tuple(Rank)
_RANKS_WITHOUT_KING = tuple(rank for rank in Rank if rank is not Rank.KING)


def playing_card(face: int) -> PlayingCard:
    """Return the card for face 0..51 of the common pack (Plump)."""
    return PlayingCard(_RANKS[face % len(_RANKS)], _SUITS[face // len(_RANKS)])


def kings_card(face: int) -> PlayingCard:
    """Return the card for face 0..59 of Kings: a pack without kings, with blanks as a fifth suit."""
    ranks = len(_RANKS_WITHOUT_KING)
    return PlayingCard(_RANKS_WITHOUT_KING[face % ranks], _SUITS[face // ranks])


def kings_king(seat: int) -> PlayingCard:
    """Return the king that lies at the foot of a seat's king pile in Kings."""
    return PlayingCard(Rank.KING, _SUITS[seat])
