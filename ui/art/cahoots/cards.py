"""The cards of Coffeehouse Cahoots: six drinkers, each with a cup of its own, and ten traits of each."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.cahoots.figures import draw_cup, draw_cup_sign, draw_trait
from ui.art.canvas import fill, moved, trace
from ui.art.lettering import Scarce, draw_line
from ui.art.palette import FIGURE_INK, ink_on, legible, mix
from ui.art.paths import circle, joined, rounded
from ui.art.pieces.card_stock import card_stock, is_small
from ui.art.theme import Theme


class Drinker(StrEnum):
    """A suit; the value is its letter."""

    CHAI_GUY = "C"
    DECAF_DECEPTOR = "D"
    JAVA_JOE = "J"
    LATTE_LOAFER = "L"
    TEA_TOTER = "T"
    ROCCO_COCOA = "R"

    @property
    def full_name(self) -> str:
        """The drinker's name."""
        return self.name.replace("_", " ").title()


DRINKER_COLOUR = {
    Drinker.CHAI_GUY: "#E3A320",
    Drinker.DECAF_DECEPTOR: "#3A6FB0",
    Drinker.JAVA_JOE: "#4A2C1B",
    Drinker.LATTE_LOAFER: "#EBD0A9",
    Drinker.TEA_TOTER: "#3F9160",
    Drinker.ROCCO_COCOA: "#A3244C",
}
TRAITS = (
    "WWE Fanatic", "Musician", "Gamer", "Film Nut", "Writer", "Politically Active", "Cyclist", "Reader",
    "Programmer", "Philosophy Major",
)  # fmt: skip
"""The names of the traits, the first for value 1."""


class Patron(Struct, frozen=True):
    """A card's face: a drinker and a trait, 1 to 10."""

    drinker: Drinker
    trait: int

    def __str__(self) -> str:
        return f"{self.trait}{self.drinker.value}"


def paint_patron(painter: QPainter, rect: QRectF, patron: Patron, theme: Theme) -> None:
    """Draw a card: value and cup in the corner, the cup itself, and the trait in the steam above it. Below 50
    px of width only a large value and the cup's sign."""
    drinker, trait = patron.drinker, patron.trait
    colour = DRINKER_COLOUR[drinker]
    ink = legible(colour, theme.paper)
    with card_stock(painter, rect, theme):
        if is_small(rect):
            fill(painter, _whole(), mix(theme.paper, colour, 0.22))
            draw_line(painter, QRectF(-44, -60, 88, 52), str(trait), ink)
            _sign(painter, drinker, ink, x=0, y=33, size=1.15)
            return
        fill(painter, _whole(), mix(theme.paper, colour, 0.10))
        _steam(painter, theme, colour)
        with moved(painter, 10, -35, size=0.86):
            draw_trait(painter, trait)
        with moved(painter, 6, 16, size=0.9):
            draw_cup(painter, drinker.value, colour)
        band = rounded(QRectF(-52, 52, 104, 20), 0)
        fill(painter, band, colour)
        trace(painter, "M -52 52 L 52 52", FIGURE_INK, 0.9)
        name = drinker.full_name
        draw_line(painter, QRectF(-46, 57.4, 92, 7), name, ink_on(colour), scarce=Scarce.LEFT_OUT)
        words = TRAITS[trait - 1]
        draw_line(painter, QRectF(-46, 43, 92, 5.6), words, theme.paper_ink, scarce=Scarce.LEFT_OUT)
        draw_line(painter, QRectF(-46.5, -63.5, 19, 18), str(trait), ink)
        _sign(painter, drinker, ink, x=-37, y=-33, size=0.32)


def _sign(painter: QPainter, drinker: Drinker, ink: str, *, x: float, y: float, size: float) -> None:
    with moved(painter, x, y, size=size):
        draw_cup_sign(painter, drinker.value, ink)


def _whole() -> QPainterPath:
    return rounded(QRectF(-52, -72, 104, 144), 0)


_PUFFS = (
    (10.0, -37.0, 26.0), (-8.0, -36.0, 17.0), (30.0, -36.0, 16.0), (0.0, -52.0, 14.0), (22.0, -52.0, 14.0),
    (22.0, -22.0, 13.0), (-4.0, -11.0, 4.2), (1.0, -4.6, 2.6),
)  # fmt: skip


def _steam(painter: QPainter, theme: Theme, colour: str) -> None:
    trace(painter, _cloud(), mix(theme.paper, colour, 0.55), 2.4)
    fill(painter, _cloud(), theme.paper)


@cache
def _cloud() -> QPainterPath:
    return joined(*(circle(x, y, radius) for x, y, radius in _PUFFS))
