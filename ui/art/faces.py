"""From the numbers of the rules to what is painted.

The order of faces is the rules' own (`rules.cards`, `rules.kings.cards`, `rules.matriculation.cards`,
`rules.cahoots.cards`, `rules.reef.data`); `tests/ui/art/test_faces.py` holds the two together by
the cards' canonical texts.
"""

from __future__ import annotations

from ui.art.cahoots import Drinker, Patron
from ui.art.matriculation import Study
from ui.art.palette import FISH, Coral, Token
from ui.art.playing_cards import PlayingCard, Rank
from ui.art.reef_animals import Parrotfish, Shrimp
from ui.art.suits import Suit

_SUITS = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.BLANK)
_RANKS = tuple(Rank)
_RANKS_WITHOUT_KING = tuple(rank for rank in Rank if rank is not Rank.KING)
_STUDIES = tuple(Study)
_DRINKERS = tuple(Drinker)
_TRAITS = 10
_CORALS = (Coral.WHITE, Coral.YELLOW, Coral.ORANGE, Coral.PINK, Coral.GREY)
_ALGAE = (Token.GREEN, Token.BLUE, Token.PURPLE, Token.RED)


def playing_card(face: int) -> PlayingCard:
    """A face 0..51 of the common pack (Plump)."""
    return PlayingCard(_RANKS[face % len(_RANKS)], _SUITS[face // len(_RANKS)])


def kings_card(face: int) -> PlayingCard:
    """A face 0..59 of Kings: no kings, and blanks as a fifth suit."""
    ranks = len(_RANKS_WITHOUT_KING)
    return PlayingCard(_RANKS_WITHOUT_KING[face % ranks], _SUITS[face // ranks])


def kings_king(seat: int) -> PlayingCard:
    """The king that lies at the foot of a seat's king pile in Kings."""
    return PlayingCard(Rank.KING, _SUITS[seat])


def study(face: int) -> Study:
    """A face 0..20 of Matriculation."""
    return _STUDIES[face]


def patron(face: int) -> Patron:
    """A face 0..59 of Coffeehouse Cahoots."""
    return Patron(_DRINKERS[face // _TRAITS], face % _TRAITS + 1)


def coral(colour: int) -> Coral:
    """The coral of a colour 0..4, in the order W, Y, O, P, G."""
    return _CORALS[colour]


def alga(colour: int) -> Token:
    """The alga of a colour 0..3, in the order g, b, p, r."""
    return _ALGAE[colour]


def shrimp(seat: int) -> Shrimp:
    """A seat's shrimp."""
    return Shrimp(FISH[seat], seat + 1)


def parrotfish(seat: int) -> Parrotfish:
    """A seat's parrotfish."""
    return Parrotfish(FISH[seat], seat + 1)
