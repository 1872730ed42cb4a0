"""Positions of Kings as a screen gets them: views made of a few piles, of a hand in slots from 0 on."""

from __future__ import annotations

from rules.api import Seat, Slot, View
from rules.kings.cards import parse_cards
from rules.kings.course import KingsPhase
from rules.kings.piles import Side
from rules.kings.state import start
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann", "Bo")
HAND = "7h,Qb,9s"


def side(king: str = "-", houses: str = "-/-/-", spoils: str = "-", *, left: bool = False) -> Side:
    """The cards before a seat, written as the canonical text has them."""
    return Side(parse_cards(king), tuple(map(parse_cards, houses.split("/"))), parse_cards(spoils), left)


def seen(*sides: Side, hand: str = HAND, seat: int | None = 0, **changes: object) -> View:
    """A seat's view on the turn of seat 0, whose cards are in the slots from 0 on."""
    faces = dict(enumerate(parse_cards(hand)))
    state = replace(
        start(Seat(0)),
        phase=KingsPhase.PLAY,
        owed=0,
        top=len(faces),
        hidden=tuple(map(Slot, faces)),
        sides=[*sides, *[Side()] * (4 - len(sides))],
    )
    known = {Slot(slot): face for slot, face in faces.items()} if seat == 0 else {}
    return View(replace(state, **changes), None if seat is None else Seat(seat), known)  # type: ignore[arg-type]


RICH = (side(king="2h,10h", houses="Qs,3h,3b/Jb,5b/-", spoils="5h,5b"), side(houses="-/Ab,2s,3d/Jc"))
