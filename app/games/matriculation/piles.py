"""What lies in one of the open piles of Matriculation's table, for whoever wants to look through it."""

from __future__ import annotations

from app.games.board import PilePage, counted
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


def pile_page(screen: MatriculationScreen, where: Seat, pile: Pile) -> PilePage:
    """The pile of a player; or the discards, which are nobody's, the last one first."""
    if pile is Pile.DISCARD:
        return _page("Discards, the last one first", screen.discards[::-1])
    desk = next(desk for desk in screen.desks if desk.seat == where)
    title = f"{'Your' if desk.is_viewer else _of(desk.name)} {_NAMES[pile]}"
    if pile is Pile.HOURS and desk.terms:
        title += f": {desk.hours} in {counted(len(desk.terms), 'term')}"
    return _page(title, _faces(desk, pile))


def _page(title: str, faces: tuple[Face, ...]) -> PilePage:
    return PilePage(title, faces, tuple(card_title(face) for face in faces))


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
