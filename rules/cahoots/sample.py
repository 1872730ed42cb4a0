"""A full position that fits what a viewer knows."""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.cahoots.cards import DECK
from rules.cahoots.state import CahootsState
from rules.slots import sample_faces, slot_run


def sample_world(state: CahootsState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The faces in the hands, the veto and the stock: what the viewer has not seen is dealt anew.

    Old vetoes stay in the hands they are in. {} before the first cards are dealt.
    """
    if not state.stock_end:
        return {}
    held = [slot for hand in state.hands for slot in hand]
    # Until they are shown, the main pile and the veto are the two slots before the stock.
    first = state.stock if state.main else state.stock - 2
    veto = () if state.vetoed is None else (state.vetoed,)
    slots = (*held, *veto, *slot_run(first, state.stock_end))
    cards = [face for face in DECK if face not in state.main]
    return sample_faces(slots, cards, known={**known, **state.public}, rng=rng)
