"""Sizes of words: three sizes for a whole screen, as one value that is part of the theme."""

from __future__ import annotations

from dataclasses import dataclass

READABLE = 9
"""The smallest size of letters (of the whole letter, as in style sheets) in device-independent pixels."""
SMALL, NORMAL, LARGE = 12.0, 14.0, 18.0
"""At 100 %: what is said besides, what is said, and what is said first."""
_LIKE_THE_WINDOW = (0.84, 1.2)
"""A table that is so little smaller or larger than usual is written on in the sizes of its window."""
_ROOMY = 0.78
"""Plates of less than so much of their usual size have no room for any but their own small letters."""
_STEP = 1.35
"""From the smallest words of a small table in large letters to its next size, which often finds room."""
_OWN = 13.0
"""The one own size of a small table, at unit 1: between what is said and what is said besides."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The three sizes, in device-independent pixels."""

    small: float = SMALL
    normal: float = NORMAL
    large: float = LARGE
    growth: float = 1.0
    """Words may be so many times as large as their place was made for, where there is room."""

    @property
    def all(self) -> tuple[float, float, float]:
        """From the smallest."""
        return self.small, self.normal, self.large

    @property
    def around_a_table(self) -> Letters:
        """The same without small words: the table may have small ones of its own."""
        return Letters(self.normal, self.normal, self.large)

    def drawn_at(self, stretch: float) -> Letters:
        """The same for a picture that is drawn smaller by `stretch` on a denser device."""
        return Letters(self.small / stretch, self.normal / stretch, self.large / stretch, self.growth)


USUAL = Letters()


def letters_for(growth: float) -> Letters:
    """Sizes of whole pixels, `growth` times the usual, and none below `READABLE`.

    What is said first is large enough at 100 %: it grows on only once what is said has grown as large, and
    from there on is told by its weight alone.
    """
    small, normal, large = (max(READABLE, round(size * growth)) for size in (SMALL, NORMAL, LARGE))
    return Letters(small, normal, max(normal, min(large, round(LARGE))))


def letters_of_table(unit: float, scale: int) -> Letters:
    """The sizes on a table whose plates are `unit` times the usual size, in a window at `scale` per cent.

    They are those of the window unless the table is much smaller or larger than the window's letters. Then
    it has as many of its own as there may be beside the two that a window has around a table, so that there
    are three in all: one, or two where the window's two are the same.
    """
    around = min(2.0, max(0.8, scale / 100))
    least, most = _LIKE_THE_WINDOW
    window = letters_for(around)
    if least <= unit / around <= most and unit >= _ROOMY:
        return window
    small, normal, large = (max(READABLE, round(size * unit)) for size in (SMALL, NORMAL, LARGE))
    growth = max(1.0, window.normal / (NORMAL * unit))
    if window.normal == window.large:
        if unit > around:
            return Letters(small, normal, normal)
        between = max(round(small * _STEP), round(NORMAL))  # what has room for these at 100 % keeps them
        return Letters(small, min(between, window.normal), window.normal, growth)
    if unit > around:
        if small < window.large:
            return Letters(window.normal, window.large, large)
        return Letters(window.large, small, small)  # for which there is room everywhere
    own = min(window.small, max(READABLE, round(_OWN * unit)))
    return Letters(own, window.normal, window.normal, growth)
