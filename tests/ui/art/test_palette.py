"""The colours keep apart for every eye, and the arithmetic on them is right."""

from __future__ import annotations

import pytest

from tests.ui.art.colour_vision import EYES, ciede2000, closest, distance
from ui.art.palette import (
    ALGAE,
    CHALK,
    CORAL_COLOUR,
    FISH,
    INK,
    TOKEN_COLOUR,
    contrast,
    ink_on,
    luminance,
    mix,
)
from ui.art.theme import DARK, HIGH_CONTRAST, LIGHT, Theme

FLOOR = {"normal": 23.0, "protan": 19.0, "deutan": 19.0, "tritan": 16.0, "grey": 10.0}
"""The least distance of two pieces of one kind; a just visible one is about 1."""


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # rows 1, 7, 17 and 24 of the test data of Sharma, Wu and Dalal 2005
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0000),
    ],
)
def test_the_colour_distance_has_the_published_values(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=0.0001)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    "colours",
    [
        tuple(CORAL_COLOUR.values()),
        tuple(TOKEN_COLOUR[token] for token in ALGAE),
        tuple(TOKEN_COLOUR[token] for token in FISH),
    ],
    ids=["corals", "algae", "fish"],
)
def test_colours_of_one_kind_of_piece_are_distinct(colours: tuple[str, ...], eye: str) -> None:
    assert closest(colours, eye) >= FLOOR[eye]


@pytest.mark.parametrize("eye", [eye for eye in EYES if eye != "grey"])
@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name.value)
def test_the_colours_of_the_four_suits_are_distinct(theme: Theme, eye: str) -> None:
    assert closest((theme.hearts, theme.spades, theme.diamonds, theme.clubs), eye) >= 14.0


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=lambda theme: theme.name.value)
def test_corals_stand_out_from_the_rock(theme: Theme, eye: str) -> None:
    assert min(distance(colour, theme.tile_rim, eye) for colour in CORAL_COLOUR.values()) >= 14.0


def test_colours_are_mixed() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#123456", "#FFFFFF", 0) == "#123456"
    assert luminance("#FFFFFF") == pytest.approx(1.0)
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)


@pytest.mark.parametrize("colour", [*CORAL_COLOUR.values(), *TOKEN_COLOUR.values()])
def test_what_is_written_on_a_piece_can_be_read(colour: str) -> None:
    assert ink_on(colour) in (INK, CHALK)
    assert contrast(ink_on(colour), colour) >= 4.5
