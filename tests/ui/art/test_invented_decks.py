"""The two invented decks have the cards that their rules count, each known by more than its colour."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.ui.art.drawing import LIGHT, draw, edge_difference, edges
from ui.art.cahoots.cards import DRINKER_COLOUR, TRAITS, Drinker, Patron, paint_patron
from ui.art.matriculation.cards import GROUP_COLOUR, Group, Study, paint_study
from ui.art.palette import contrast, ink_on, legible

pytestmark = pytest.mark.usefixtures("qapp")


def test_matriculation_1_there_are_six_terms_and_five_cards_of_each_other_group() -> None:
    groups = Counter(study.group for study in Study)

    assert groups == {Group.TERM: 6, Group.SETBACK: 5, Group.FIX: 5, Group.EXCEPTION: 5}
    assert [int(study.value) for study in Study if study.group is Group.TERM] == [6, 9, 12, 15, 18, 21]
    assert len({study.card_name for study in Study if study.group is not Group.TERM}) == 15


def test_cahoots_1_there_are_six_drinkers_with_ten_traits_each() -> None:
    assert [drinker.full_name for drinker in Drinker] == [
        "Chai Guy",
        "Decaf Deceptor",
        "Java Joe",
        "Latte Loafer",
        "Tea Toter",
        "Rocco Cocoa",
    ]
    assert len(TRAITS) == 10
    assert str(Patron(Drinker.TEA_TOTER, 10)) == "10T"


@pytest.mark.parametrize("size", [(40, 56), (200, 280)], ids=str)
def test_cups_in_the_corner_can_be_distinguished(size: tuple[int, int]) -> None:
    """Cards of one trait and two drinkers still differ by their grey edges where cards overlap."""
    corner = (0.0, 0.5, 1.0, 1.0) if size[0] < 50 else (0.0, 0.18, 0.26, 0.38)
    seen = {each: edges(draw(paint_patron, Patron(each, 5), size=size), part=corner) for each in Drinker}
    alike = [
        pair for pair in combinations(Drinker, 2) if edge_difference(seen[pair[0]], seen[pair[1]]) < 0.08
    ]

    assert alike == []


def test_the_heading_shapes_of_the_card_groups_can_be_told_apart_without_colour() -> None:
    """The head's left end, which shows in a fan."""
    shown = [Study.CAR_NOT_WORKING, Study.CAR_FIXED, Study.GOLDEN_CAR, Study.TERM_15]
    pictures = [draw(paint_study, study, size=(200, 280)) for study in shown]
    heads = [edges(picture, part=(0.02, 0.02, 0.32, 0.24)) for picture in pictures]

    for one, other in combinations(heads, 2):
        assert edge_difference(one, other) > 0.25


@pytest.mark.parametrize("colour", [*GROUP_COLOUR.values(), *DRINKER_COLOUR.values()])
def test_names_can_be_read_on_their_bands(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5
    assert contrast(legible(colour, LIGHT.paper), LIGHT.paper) >= 4.5
