"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.kings.state import KingsState
from rules.slots import sample_faces, slot_run


def sample_world(state: KingsState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces of the hidden slots: what the viewer has not seen is shuffled."""
    slots = (*state.hidden, *slot_run(state.top, state.fresh))
    return sample_faces(slots, state.unseen(), known=known, rng=rng)
