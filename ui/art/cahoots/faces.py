"""The painted cards by their numbers in the rules.

The order of faces is the rules' own (`rules.cahoots.cards`);
`tests/ui/art/test_faces.py` holds the two together by the canonical texts.
"""

from __future__ import annotations

from ui.art.cahoots.cards import Drinker, Patron

_DRINKERS = tuple(Drinker)
_TRAITS = 10


def patron(face: int) -> Patron:
    """Return the card for face 0..59 of Coffeehouse Cahoots."""
    return Patron(_DRINKERS[face // _TRAITS], face % _TRAITS + 1)
