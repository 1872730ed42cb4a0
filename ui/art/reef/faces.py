"""The painted pieces by the numbers of the rules.

The order of faces is the rules' own (`rules.reef.pieces.facts`);
`tests/ui/art/test_faces.py` holds the two together by the canonical texts.
"""

from __future__ import annotations

from ui.art.palette import FISH, Coral, Token
from ui.art.reef.animals import Parrotfish, Shrimp

_CORALS = (Coral.WHITE, Coral.YELLOW, Coral.ORANGE, Coral.PINK, Coral.GREY)
_ALGAE = (Token.GREEN, Token.BLUE, Token.PURPLE, Token.RED)


def coral(colour: int) -> Coral:
    """Return the coral of a colour 0..4, in the order W, Y, O, P, G."""
    return _CORALS[colour]


def alga(colour: int) -> Token:
    """Return the alga of a colour 0..3, in the order g, b, p, r."""
    return _ALGAE[colour]


def shrimp(seat: int) -> Shrimp:
    """Return a seat's shrimp."""
    return Shrimp(FISH[seat], seat + 1)


def parrotfish(seat: int) -> Parrotfish:
    """Return a seat's parrotfish."""
    return Parrotfish(FISH[seat], seat + 1)
