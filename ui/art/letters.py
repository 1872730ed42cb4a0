"""Sizes of words: three for a whole screen, as one value that is part of the theme."""

from __future__ import annotations

from msgspec import Struct

READABLE = 9
"""The smallest font size (as in style sheets) that can be read, in device-independent pixels."""
SMALL, NORMAL, LARGE = 12.0, 14.0, 18.0
"""Sizes at 100 %: side remarks, usual text, and headlines."""
_LIKE_THE_WINDOW = (0.84, 1.2)
"""A table uses the window's sizes if its size, relative to the window's letters, is between these two."""
_ROOMY = 0.78
"""Plates smaller than this share of their usual size need small letters of their own."""
_STEP = 1.35
"""Factor from the smallest words of a small table with large letters to its next size."""
_OWN = 13.0
"""The extra size of a small table, at unit 1: between small and normal."""


class Letters(Struct, frozen=True):
    """The three sizes, in device-independent pixels."""

    small: float = SMALL
    normal: float = NORMAL
    large: float = LARGE
    growth: float = 1.0
    """Factor by which words may outgrow the size that their place was made for, if there is room."""

    @property
    def all(self) -> tuple[float, float, float]:
        """The sizes, the smallest first."""
        return self.small, self.normal, self.large

    @property
    def around_a_table(self) -> Letters:
        """The window's sizes around a table: without the small one, as the table may add one of its own."""
        return Letters(self.normal, self.normal, self.large)

    def drawn_at(self, stretch: float) -> Letters:
        """Return the sizes for a picture drawn `stretch` times smaller, for a screen as much denser."""
        return Letters(self.small / stretch, self.normal / stretch, self.large / stretch, self.growth)


USUAL = Letters()


def letters_for(growth: float) -> Letters:
    """Return sizes of whole pixels, `growth` times the usual, and none below `READABLE`.

    Headlines are large enough at 100 %: they grow only once the usual text has grown as large, and then only
    their weight distinguishes them.
    """
    small, normal, large = (max(READABLE, round(size * growth)) for size in (SMALL, NORMAL, LARGE))
    return Letters(small, normal, max(normal, min(large, round(LARGE))))


def letters_of_table(unit: float, scale: int) -> Letters:
    """Return the sizes on a table with plates `unit` times the usual size, in a window at `scale` per cent.

    They are those of the window unless the table is much smaller or larger than the window's letters. Then
    the table adds sizes of its own: one, or two where the window's usual text and headlines have the same
    size. So a screen never has more than three sizes.
    """
    around = min(2.0, max(0.8, scale / 100))
    least, most = _LIKE_THE_WINDOW
    window = letters_for(around)
    if least <= unit / around <= most and unit >= _ROOMY:
        return window
    small, normal, large = (max(READABLE, round(size * unit)) for size in (SMALL, NORMAL, LARGE))
    if unit >= _ROOMY and around >= 1:  # never smaller than at 100 %
        small = max(small, round(SMALL))
    growth = max(1.0, window.normal / (NORMAL * unit))
    if window.normal == window.large:
        if unit > around:
            return Letters(small, normal, normal)
        between = max(round(small * _STEP), round(NORMAL))  # words with room for this size at 100 % keep it
        return Letters(small, min(between, window.normal), window.normal, growth)
    if unit > around:
        if small < window.large:
            return Letters(window.normal, window.large, large)
        return Letters(window.large, small, small)  # such a large table has room for large words
    own = min(window.small, max(small, round(_OWN * unit)))
    return Letters(own, window.normal, window.normal, growth)
