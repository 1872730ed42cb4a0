"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.kings.state import KingsState
from rules.slots import sample_faces, slot_run


def sample_world(state: KingsState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces of the hidden slots: cards that the viewer has not seen are shuffled; those that were dealt
    before the stock was rebuilt (`older`) only among themselves."""
    older, rest = state.hidden[: len(state.older)], [*state.unseen()]
    for face in state.older:
        rest.remove(face)
    slots = (*state.hidden[len(older) :], *slot_run(state.top, state.fresh))
    found = sample_faces(older, state.older, known=known, rng=rng)
    return found | sample_faces(slots, rest, known=known, rng=rng)
