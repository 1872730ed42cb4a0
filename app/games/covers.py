"""The lobby's picture and words for each game.

The covers of our own games are here, so that the lobby need not import the games: importing their rules and
words takes 0.06 s.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Cover(Struct, frozen=True):
    """A game as the lobby shows it: title, a sentence, the possible numbers of players and the usual one, the
    painter of its picture ("package.module:name" or ""). `is_taught`: it has an introduction."""

    title: str
    about: str
    seats: range
    usual_seats: int
    picture: str
    is_taught: bool


COVERS: Final[Mapping[str, Cover]] = {
    "plump": Cover(
        "Plump",
        "Say how many ticks you will take, then take exactly that many.",
        range(2, 11),
        4,
        "ui.tables.plump.picture:paint_plump",
        is_taught=True,
    ),
    "matriculation": Cover(
        "Matriculation",
        "Collect 120 credit hours before the setbacks find you.",
        range(2, 5),
        4,
        "ui.tables.matriculation.picture:paint_matriculation",
        is_taught=True,
    ),
    "cahoots": Cover(
        "Coffeehouse Cahoots",
        "Be the first to empty your hand, in spite of a veto that anybody can swap.",
        range(2, 9),
        4,
        "ui.tables.cahoots.picture:paint_cahoots",
        is_taught=True,
    ),
    "kings": Cover(
        "Kings",
        "Four suits race to fill the piles of their kings.",
        range(4, 5),
        4,
        "ui.tables.kings.picture:paint_kings",
        is_taught=True,
    ),
    "reef": Cover(
        "Reef Encounter",
        "Grow corals, eat the others', and cash in at the right moment.",
        range(2, 5),
        4,
        "ui.tables.reef.picture:paint_reef",
        is_taught=True,
    ),
}
"""Our own games' covers; each entry takes its words and its picture from here."""
