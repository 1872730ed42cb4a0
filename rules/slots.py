"""Slots: runs of them, and the faces that may lie in those that a viewer cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from rules.api import Face, Known, Rng, Slot


def slot_run(first: int, end: int, step: int = 1) -> tuple[Slot, ...]:
    """The slots from `first` up to, but without, `end`, each `step`-th of them."""
    return cast(tuple[Slot, ...], tuple(range(first, end, step)))


def unseen_faces(copies: Sequence[int], seen: Iterable[Face]) -> tuple[Face, ...]:
    """All cards except `seen`, by face; `copies` says how often each face is there."""
    left = list(copies)
    for face in seen:
        left[face] -= 1
    return tuple([Face(face) for face, count in enumerate(left) for _ in range(count)])


def sample_faces(slots: Sequence[Slot], cards: Sequence[Face], *, known: Known, rng: Rng) -> dict[Slot, Face]:
    """The face of each of `slots`: those in `known`, and the rest of `cards` at random elsewhere.

    `cards` are all that lie in the slots, by face. Raises `ValueError` if `known` has a card that is not
    among them.
    """
    faces = {slot: known[slot] for slot in slots if slot in known}
    unseen = list(cards)
    for slot, face in faces.items():
        if face not in unseen:
            raise ValueError(f"the viewer cannot have seen face {face} in slot {slot}")
        unseen.remove(face)
    rng.shuffle(unseen)
    faces.update(zip((slot for slot in slots if slot not in faces), unseen, strict=True))
    return faces
