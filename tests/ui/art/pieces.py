"""Every painter with the kinds to test it on: one table for all tests that hold for all art."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.animals import Animal
from app.games.reef.looks import CoralTile
from ui.art.cahoots.cards import Drinker, Patron, paint_patron
from ui.art.canvas import design_space, fill
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit, suit_colour, suit_path
from ui.art.felt import Ground, paint_ground
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_crown, paint_dealer, paint_icon_in, paint_plump
from ui.art.marks import Mark, Marking, paint_mark
from ui.art.matriculation.cards import Study, paint_study
from ui.art.palette import ALGAE, FISH, Coral
from ui.art.pieces.backs import paint_back
from ui.art.pieces.chips import Badge, Chip, Tone, paint_badge, paint_chip
from ui.art.pieces.meters import paint_meter
from ui.art.pieces.players import SEATS, Avatar, Pennant, paint_avatar, paint_pennant
from ui.art.reef.actions import paint_reef_action
from ui.art.reef.animals import Parrotfish, Shrimp, paint_parrotfish, paint_shrimp
from ui.art.reef.board import ReefShape, Space, paint_reef, paint_space
from ui.art.reef.sea import paint_coral_tile, paint_lock
from ui.art.reef.tiles import paint_alga, paint_alga_sign, paint_larva, paint_polyp
from ui.art.theme import Back, Theme
from ui.kit.places import PilePlace, PileSign, paint_place

REEF = ReefShape(("...###.", ".##Y##.", "##.#W##", "#G#*#.#", "##P.O##", "#######"))
TILE = CoralTile(strong=3, weak=4, large=3, small=1)


def paint_suit(painter: QPainter, rect: QRectF, suit: Suit, theme: Theme) -> None:
    """A suit sign on a light ground (paper)."""
    with design_space(painter, rect, width=1.06, height=1.06):
        fill(painter, suit_path(suit), suit_colour(suit, theme))


def paint_icon(painter: QPainter, rect: QRectF, icon: Icon, theme: Theme) -> None:
    """An icon in the theme's text colour."""
    paint_icon_in(painter, rect, IconIn(icon, theme.text), theme)


@dataclass(frozen=True, slots=True)
class Family:
    """A painter, its kinds, and the size they are tested at."""

    paint: Callable[..., None]
    kinds: tuple[Any, ...]
    size: tuple[int, int] = (60, 60)

    def __str__(self) -> str:
        where = self.paint.__module__.removeprefix("ui.")
        return f"{where}.{self.paint.__name__}-{self.size[0]}x{self.size[1]}"


CARD = (100, 140)
FAMILIES = (
    Family(paint_suit, tuple(Suit)),
    Family(paint_card, tuple(PlayingCard(rank, suit) for suit in Suit for rank in Rank), size=CARD),
    Family(paint_back, tuple(Back), size=CARD),
    Family(paint_study, tuple(Study), size=CARD),
    Family(
        paint_patron,
        tuple(Patron(drinker, trait) for drinker in Drinker for trait in range(1, 11)),
        size=CARD,
    ),
    Family(paint_chip, (Chip("3", 0), Chip("3", 1), Chip("4", 0), Chip("3"))),
    Family(paint_badge, tuple(Badge("12", tone) for tone in Tone), size=(90, 30)),
    Family(paint_ground, tuple(Ground), size=(200, 120)),
    Family(paint_icon, tuple(icon for icon in Icon if icon not in (Icon.TURN, Icon.EYE))),
    Family(paint_dealer, ("D", "G")),
    Family(paint_crown, (1, 2, 3)),
    Family(paint_plump, (0,)),
    Family(paint_mark, tuple(Marking(mark) for mark in Mark), size=CARD),
    Family(paint_meter, (0, 60, 120), size=(200, 20)),
    Family(paint_place, (*(PilePlace(sign) for sign in PileSign if sign is not PileSign.PLAIN),), size=CARD),
    Family(paint_pennant, tuple(Pennant(seat) for seat in range(SEATS))),
    Family(
        paint_avatar,
        (*(Avatar(animal, 4) for animal in Animal), Avatar(Animal.SEAL, 1), Avatar(Animal.RAY, None)),
    ),
    Family(paint_polyp, tuple(Coral)),
    Family(paint_larva, tuple(Coral)),
    Family(paint_alga, ALGAE),
    Family(paint_alga_sign, ALGAE),
    Family(paint_lock, ALGAE),
    Family(paint_shrimp, tuple(Shrimp(colour, seat + 1) for seat, colour in enumerate(FISH))),
    Family(
        paint_parrotfish,
        tuple(Parrotfish(colour, seat + 1) for seat, colour in enumerate(FISH)),
        size=(96, 62),
    ),
    Family(paint_space, tuple(Space)),
    Family(paint_reef, (REEF,), size=(240, 210)),
    Family(paint_coral_tile, (TILE, CoralTile(strong=4, weak=3, large=1, small=3, lock=0, starfish=True))),
    Family(paint_reef_action, tuple(range(1, 11)), size=(96, 60)),
)
