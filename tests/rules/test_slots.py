"""Runs of slots, and the faces possible in those that a viewer cannot see."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Face, Slot
from rules.slots import sample_faces, slot_run, unseen_faces

CARDS = tuple(map(Face, (1, 1, 2, 3)))


def test_a_run_of_slots_leaves_out_its_end() -> None:
    assert slot_run(3, 6) == (3, 4, 5) and slot_run(0, 7, 3) == (0, 3, 6) and slot_run(2, 2) == ()


def test_each_seen_card_is_removed_once() -> None:
    assert unseen_faces((0, 2, 1, 1), [Face(1), Face(3)]) == (1, 2)


def test_a_sample_keeps_what_is_known_and_deals_the_rest() -> None:
    known = {Slot(5): Face(1), Slot(9): Face(0)}
    samples = [sample_faces(slot_run(4, 8), CARDS, known=known, rng=Random(seed)) for seed in range(20)]

    assert all(sample[Slot(5)] == 1 and sorted(sample.values()) == [1, 1, 2, 3] for sample in samples)
    assert all(sorted(sample) == [4, 5, 6, 7] for sample in samples)
    assert len({sample[Slot(4)] for sample in samples}) == 3


@pytest.mark.parametrize("known", [{Slot(4): Face(7)}, {Slot(4): Face(2), Slot(5): Face(2)}])
def test_knowledge_of_a_missing_card_raises_an_error(known: dict[Slot, Face]) -> None:
    with pytest.raises(ValueError, match="cannot have seen"):
        sample_faces(slot_run(4, 8), CARDS, known=known, rng=Random(1))
