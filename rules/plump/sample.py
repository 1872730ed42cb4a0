"""A full position that fits what a viewer knows: which card lies in every slot of the deck.

Respected are the faces known, the cards played and the recorded voids. A card is found for
every hidden slot, the most constrained seat first, along augmenting paths of the bipartite graph
of slots and unseen cards: a deal that fits the claims is found whenever there is one, without
retries. If a false claim leaves none, that seat's claims are passed over.
"""

from __future__ import annotations

from rules.api import Face, Known, Rng, Slot
from rules.cards import PACK, SUIT
from rules.plump.round import Round
from rules.plump.state import PlumpState, deck_slots

Hidden = tuple[Slot, tuple[int, ...]]
"""A slot that the viewer cannot see, and the claims of its holder (by suit; 0 is none)."""


def sample_world(state: PlumpState, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The face of every slot on the table that is not played, and of those played as far as
    `known` has them; {} while no deck is there.

    In a one-tick round the unknown card is one's own, besides those that were not dealt.
    """
    part = state.part
    if part is None or not part.is_shuffled:
        return {}
    faces = {slot: known[slot] for slot in deck_slots(part) if slot in known}
    seen = frozenset(faces.values())
    pool = [face for face in PACK if face not in seen and not part.seen >> face & 1]
    rng.shuffle(pool)
    faces.update(_match(_hidden(part, faces), pool))
    return faces


def _hidden(part: Round, faces: Known) -> list[Hidden]:
    """The hidden slots: those of the seat with the most claimed voids first, undealt ones last."""
    by_claims = sorted(range(len(part.hands)), key=lambda seat: (part.void_since[seat].count(0), seat))
    held = [(slot, part.void_since[seat]) for seat in by_claims for slot in part.hands[seat]]
    undealt = [(slot, (0, 0, 0, 0)) for slot in deck_slots(part)[part.cards * len(part.order) :]]
    return [(slot, claims) for slot, claims in (*held, *undealt) if slot not in faces]


def _match(hidden: list[Hidden], pool: list[Face]) -> dict[Slot, Face]:
    """A card of the pool for every hidden slot, none in a suit that its holder claims to lack."""
    holder: dict[Face, int] = {}  # card -> the hidden slot that has it, by its place in the list
    for place in range(len(hidden)):
        if not _place(hidden, pool, holder, place, set()):
            spare = next(face for face in pool if face not in holder)
            holder[spare] = place
    return {hidden[place][0]: face for face, place in holder.items()}


def _place(
    hidden: list[Hidden], pool: list[Face], holder: dict[Face, int], place: int, tried: set[Face]
) -> bool:
    """Find a card for a slot, moving other slots to other cards if need be (Kuhn's algorithm)."""
    claims = hidden[place][1]
    fitting = [face for face in pool if not claims[SUIT[face]]]
    for face in fitting:
        if face not in holder:
            holder[face] = place
            return True
    for face in fitting:
        if face not in tried:
            tried.add(face)
            if _place(hidden, pool, holder, holder[face], tried):
                holder[face] = place
                return True
    return False
