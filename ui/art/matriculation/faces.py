"""The painted cards by their numbers in the rules.

The order of faces is the rules' own (`rules.matriculation.cards`);
`tests/ui/art/test_faces.py` holds the two together by the canonical texts.
"""

from __future__ import annotations

from ui.art.matriculation.cards import Study

_STUDIES = tuple(Study)


def study(face: int) -> Study:
    """Return the card for face 0..20 of Matriculation."""
    return _STUDIES[face]
