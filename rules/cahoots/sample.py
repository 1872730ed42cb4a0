"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.cahoots.cards import DECK
from rules.cahoots.position import CahootsPosition
from rules.slots import sample_faces, slot_run


def sample_world(state: CahootsPosition, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces in the hands, the veto and the stock: cards that the viewer has not seen are dealt again.

    Old vetoes stay in their hands. {} before the first cards are dealt.
    """
    if not state.stock_end:
        return {}
    seen, found = {**known, **state.public}, dict[Slot, Face]()
    for slots, faces in batches(state):
        found.update(sample_faces(slots, faces, known=seen, rng=rng))
    return found


def batches(state: CahootsPosition) -> list[tuple[list[Slot], list[Face]]]:
    """The slots in the hands, the veto and the stock, grouped by the shuffle that each comes from, with
    their faces in some order: a card that everybody has seen go into a new stock lies in no older slot."""
    # Until they are shown, the main pile and the veto are the two slots before the stock.
    first = state.stock if state.main else state.stock - 2
    veto = () if state.vetoed is None else (state.vetoed,)
    held = [slot for hand in state.hands for slot in hand]
    slots = [*held, *veto, *slot_run(first, state.stock_end)]
    newer = {face for _, faces in state.renewed for face in faces}
    made = [(Slot(0), tuple(face for face in DECK if face not in newer)), *state.renewed]
    ends = [*[start for start, _ in made[1:]], state.stock_end]
    return [
        ([slot for slot in slots if start <= slot < end], [face for face in faces if face not in state.main])
        for (start, faces), end in zip(made, ends, strict=True)
    ]
