"""The colours, and the arithmetic on them. No Qt: a colour is a text `#RRGGBB`.

The colours of corals and tokens were found by search: any two can be told apart under the three kinds of
colour blindness and, as far as five lightnesses allow, in grey (`tests/ui/art/test_palette.py` holds the
distances). If one changes, check the others again.
"""

from __future__ import annotations

from enum import StrEnum

INK = "#14181D"
"""The dark colour for text on light things."""
FIGURE_INK = "#22262E"
"""The dark colour of the outlines of figures on cards."""
CHALK = "#FFFFFF"
"""The light colour for text on dark things."""


class Coral(StrEnum):
    """The five coral colours of Reef Encounter."""

    GREY = "grey"
    ORANGE = "orange"
    PINK = "pink"
    WHITE = "white"
    YELLOW = "yellow"


class Token(StrEnum):
    """The colours of algae (blue, green, purple, red) and of parrotfish (red, yellow, purple, green)."""

    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    RED = "red"
    YELLOW = "yellow"


ALGAE = (Token.BLUE, Token.GREEN, Token.PURPLE, Token.RED)
FISH = (Token.RED, Token.YELLOW, Token.PURPLE, Token.GREEN)

CORAL_COLOUR = {
    Coral.GREY: "#54585E",
    Coral.ORANGE: "#D75B03",
    Coral.PINK: "#DB87B2",
    Coral.WHITE: "#FFFEFA",
    Coral.YELLOW: "#E9CE1F",
}
TOKEN_COLOUR = {
    Token.BLUE: "#0156ED",
    Token.GREEN: "#36BC9A",
    Token.PURPLE: "#502A63",
    Token.RED: "#E74B36",
    Token.YELLOW: "#F9DF50",
}
SEAT_COLOUR = (
    "#E74B36", "#F9DF50", "#502A63", "#36BC9A", "#0156ED", "#F2994A", "#8FD3F4", "#7A4B2A", "#F4A9C4",
    "#3B4A54",
)  # fmt: skip
"""Colours of ten seats. The first four are the parrotfish's colours; shape and number tell all ten apart."""


def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue, each 0..1, of `#RRGGBB`."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))  # type: ignore[return-value]


def mix(colour: str, other: str, amount: float) -> str:
    """Mix two colours: 0 gives the first, 1 the other."""
    parts = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * amount)):02X}" for a, b in parts)


def lighter(colour: str, amount: float) -> str:
    """Mix a colour with white."""
    return mix(colour, "#FFFFFF", amount)


def darker(colour: str, amount: float) -> str:
    """Mix a colour with black."""
    return mix(colour, "#000000", amount)


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 (black) to 1 (white), as in WCAG 2.2."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio, 1 to 21, as in WCAG 2.2; text wants 4.5 or more, signs and edges 3."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, ground: str) -> str:
    """Darken or lighten a colour just enough to be read on `ground`, at a contrast of 4.5 if possible."""
    towards = ink_on(ground)
    for step in range(20):
        shade = mix(colour, towards, step / 20)
        if contrast(shade, ground) >= 4.5:
            return shade
    return towards


def ink_on(colour: str) -> str:
    """Return INK or CHALK, whichever reads better on `colour`."""
    return max((INK, CHALK), key=lambda ink: contrast(ink, colour))
