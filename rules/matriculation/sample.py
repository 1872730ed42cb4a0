"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.matriculation.cards import DECK
from rules.matriculation.state import MatriculationState
from rules.slots import sample_faces, slot_run


def sample_world(state: MatriculationState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces in the hands and the deck: cards that the viewer has not seen are dealt again. {} before a
    hand is dealt."""
    if state.deck_left == len(DECK):
        return {}
    held = [slot for player in state.players for slot in player.hand]
    deck = slot_run(state.deck, state.deck + state.deck_left)
    return sample_faces((*held, *deck), state.unseen(), known=known, rng=rng)
