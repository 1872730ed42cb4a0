"""The large space that a stand-in collects in Reef Encounter (reef R38)."""

from __future__ import annotations

import pytest

from rules.reef.stand_in import stand_in
from tests.rules.reef.test_reef_refill import sea
from tests.support.reef import make


@pytest.mark.parametrize(
    ("hand", "cubes", "spaces", "collected"),
    [
        # two for every tile, and one for the cube
        ("", "", ("Y", "OO", "W", "W", "W"), "Y"),
        ("", "", ("Y", "O", "W", "W", "WY"), "G"),
        # a cube that the seat has not is worth two for each tile of its colour, behind the screen or taken
        ("", "", ("YY", "YO", "W", "W", "W"), "Y"),
        ("Y", "", ("YYO", "OO", "W", "W", "W"), "W"),  # 7 and 7
        ("YY", "", ("YYO", "OO", "W", "W", "W"), "Y"),  # 7 and 9
        ("PPP", "", ("YYOO", "O", "W", "PW", "W"), "P"),  # 9 and 13
        ("PPPPP", "", ("YYOOYY", "O", "W", "PW", "W"), "W"),  # 13 and 13: four tiles are the most
        ("PPPPP", "", ("YYOOY", "O", "W", "PW", "W"), "P"),  # 11 and 13
        # the cube that it has is worth one, and a tile of that colour three
        ("", "W", ("YYY", "YO", "P", "P", "P"), "W"),  # 7 and 7
        ("", "G", ("W", "YO", "P", "W", "YYY"), "Y"),  # 7 and 7
        ("", "G", ("W", "YO", "P", "W", "YYYY"), "G"),  # 7 and 9
        ("", "G", ("YYY", "P", "P", "YGG", "W"), "P"),  # 7 and 9
        ("", "G", ("YYYY", "P", "P", "YGG", "W"), "W"),  # 9 and 9
    ],
)
def test_the_stand_in_collects_the_space_that_fits_its_tiles_best(
    hand: str, cubes: str, spaces: tuple[str, ...], collected: str
) -> None:
    play = sea(make("W: D2", hand={0: hand}, cubes={0: cubes}), *spaces)

    assert str(stand_in(play.state, {})) == f"collect {collected}"
