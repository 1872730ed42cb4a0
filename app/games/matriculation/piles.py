"""What lies in one of the open piles of Matriculation's table, for whoever wants to look through it."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.board import counted
from app.games.matriculation.desk import DeskScreen
from app.games.matriculation.screen import MatriculationScreen, Pile
from app.games.matriculation.words import card_title
from rules.api import Face, Seat

_NAMES = {
    Pile.HOURS: "hours",
    Pile.CONTROL: "control pile",
    Pile.PROBATION: "probation pile",
    Pile.EXCEPTION: "exceptions",
}


@dataclass(frozen=True, slots=True)
class PilePage:
    """A pile: what it is and what it comes to, and its cards in the order in which they are read."""

    title: str
    faces: tuple[Face, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The cards in words, one for each."""
        return tuple(card_title(face) for face in self.faces)

    @property
    def spoken(self) -> str:
        """The pile for screen readers: what it is and how many cards lie there."""
        return f"{self.title}, {counted(len(self.faces), 'card')}" if self.faces else f"{self.title}, empty"


def pile_page(screen: MatriculationScreen, where: Seat, pile: Pile) -> PilePage:
    """The pile of a player; or the discards, which are nobody's, the last one first."""
    if pile is Pile.DISCARD:
        return PilePage("Discards, the last one first", screen.discards[::-1])
    desk = next(desk for desk in screen.desks if desk.seat == where)
    title = f"{'Your' if desk.is_viewer else _of(desk.name)} {_NAMES[pile]}"
    if pile is Pile.HOURS and desk.terms:
        title += f": {desk.hours} in {counted(len(desk.terms), 'term')}"
    return PilePage(title, _faces(desk, pile))


def _faces(desk: DeskScreen, pile: Pile) -> tuple[Face, ...]:
    lying: dict[Pile, tuple[Face, ...]] = {
        Pile.HOURS: (*desk.terms, *_one(desk.ogre)),
        Pile.CONTROL: _one(desk.control),
        Pile.PROBATION: _one(desk.probation),
        Pile.EXCEPTION: desk.exceptions,
    }
    return lying[pile]


def _one(face: Face | None) -> tuple[Face, ...]:
    return () if face is None else (face,)


def _of(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"
