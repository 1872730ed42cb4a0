"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.kings.state import KingsState
from rules.slots import sample_faces


def sample_world(state: KingsState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces of the hidden slots: what the viewer has not seen is shuffled."""
    return sample_faces((*state.hidden, *map(Slot, state.stock)), state.unseen(), known=known, rng=rng)
