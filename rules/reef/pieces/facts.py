"""The printed facts of Reef Encounter as tables: eight boards, ten coral tiles (reef 1.1, 2).

Colours of corals are the indices of `COLOURS`, which is also the clockwise order of the large spaces of the
open sea; colours of algae are the indices of `ALGAE`. The boards P0-P3 are the published ones, H0-H3 are our
own. `.` is sand, `#` rock, `*` the extra-growth space, a letter rock with the starting polyp of that colour.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = "WYOPG"
COLOUR_NAMES: Final = ("white", "yellow", "orange", "pink", "grey")
ALGAE: Final = "gbpr"
ALGA_NAMES: Final = ("green", "blue", "purple", "red")

TILES_OF_A_COLOUR: Final = 40
CUBES_OF_A_COLOUR: Final = 10
CYLINDERS_OF_A_COLOUR: Final = 5
SHRIMPS_OF_A_SEAT: Final = 4

START_HANDS: Final = {2: (6, 9), 3: (6, 7, 9), 4: (6, 7, 8, 9)}
"""Tiles drawn behind the screen by the seats, clockwise from the start player (reef 3.8)."""
FIRST_SEA: Final = (3, 3, 3, 2, 1)
"""Tiles on the large spaces at the start, clockwise from the first space (reef 3.6)."""

BOARDS: Final = {
    "P0": ("...###.", ".##Y##.", "##.#W##", "#G#*#.#", "##P.O##", "#######"),
    "P1": ("...###.", "###G##.", "##Y#.##", "#.#*#W#", "##O#P##", ".#####."),
    "P2": (".##.###", ".###O#.", "##W.#Y#", "###*#.#", ".#P#G##", ".###.##"),
    "P3": (".#####.", "###O.##", "##.#G##", "#W#*###", ".#P#Y#.", ".##.##."),
    "H0": ("..###..", ".#Y####", "###*#G#", "##O#W##", ".#.P#.#", ".######"),
    "H1": (".######", "#######", "#.#.O##", "#W#*#..", ".#Y#P#.", ".##G##."),
    "H2": (".####..", "###.P##", "#O#*###", "##G#Y##", ".##W.##", "...####"),
    "H3": ("######.", "###P##.", "##.#W#.", "#Y#*###", ".#.#O##", ".##G#.."),
}  # fmt: skip

CORAL_TILES: Final = ("WYgb", "WOrp", "YObr", "YPpb", "OPgr", "OGbg", "PWpg", "PGgp", "GWrp", "GYbr")
"""Tiles 1-10 as they show on side A: stronger coral, weaker coral, large alga, small alga.
Side B is the exact reversal: corals swapped, algae swapped."""

TOP: Final = tuple(tuple(COLOURS.index(tile[side]) for tile in CORAL_TILES) for side in (0, 1))
"""`TOP[side][k]`: the stronger coral of tile k + 1."""
LARGE: Final = tuple(tuple(ALGAE.index(tile[2 + side]) for tile in CORAL_TILES) for side in (0, 1))
"""`LARGE[side][k]`: the large alga of tile k + 1."""

WIDTH: Final = 6
"""Columns of a count by colour: the five colours, and in scripts a sixth for tiles whose colour is not
known yet (`UNKNOWN`). In a real game the sixth is always zero."""
UNKNOWN: Final = 5
BARE: Final = -1
"""A rock space without a tile."""
SAND: Final = -2
NOBODY: Final = -1
NONE: Final = -1
