"""The one line under the reef: what the thing pointed at would do, or what to press next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from app.games.picks import Routes, press
from app.games.reef.parts import ReefScreen
from app.games.reef.picks import Aim, aim_of, index_of
from app.games.reef.preview import Preview, preview, turned_by
from app.games.reef.words import reef_state
from app.games.scene import Route, Token
from rules.api import View
from rules.reef.pieces.facts import NONE

_NEXT: Final = {
    1: "Choose the coral that your parrotfish eats.",
    2: "Choose a larva cube; tiles of its colour may follow.",
    3: "Choose a second larva cube; tiles of its colour may follow.",
    4: "Choose a coral for your shrimp.",
    5: "Choose one of your shrimps.",
    6: "Choose a consumed tile: you get a cube of its colour.",
    7: "Choose the consumed tile that pays for a cylinder.",
    8: "Choose a cube: you get a tile of its colour.",
    9: "Choose a large space to collect from: that ends your turn.",
    10: "Choose a large space to collect from: that ends your turn.",
}
_HELD: Final = {
    Aim.SPACE: "Choose where the shrimp goes, or your screen.",
    Aim.HOME: "Choose a coral for your shrimp.",
    Aim.TILE: "Choose a space for the tile.",
    Aim.FRONT: "Choose a space, a cylinder, or a cube of the supply.",
    Aim.ALGA: "Choose the alga space, or a coral tile to lock.",
    Aim.SUPPLY: "And a second cube, of the same or another colour.",
    Aim.SEA: "Press it again to collect: that ends your turn.",
}


@dataclass(frozen=True, slots=True)
class Hint:
    """The line, and what of the table it is about. `is_call`: the player is asked for something."""

    text: str = ""
    is_warning: bool = False
    is_call: bool = False
    eaten: frozenset[int] = frozenset()
    grown: frozenset[int] = frozenset()
    flipped: frozenset[int] = frozenset()

    @property
    def marks(self) -> tuple[frozenset[int], ...]:
        """All that is marked on the table because of it."""
        return self.eaten, self.grown, self.flipped


def hint_of(view: View, choices: Routes, screen: ReefScreen, *, hold: Route, target: Token | None) -> Hint:
    """The hint while `hold` is held and `target` is pointed at, or nothing is."""
    if target is not None:
        action = press(choices, hold, target).action
        if action is not None:
            told = _told(preview(view, action))
            is_again = bool(hold) and hold[-1] == choices.meant(target)
            return (
                replace(told, text=f"Press it again: {told.text[:1].lower()}{told.text[1:]}")
                if is_again
                else told
            )
        if aim_of(target) is Aim.ALGA and target in choices.lit(hold):
            return Hint(_turning(turned := turned_by(view, index_of(target))), flipped=turned)
        name = next((place.name for place in screen.places if place.target == target), "")
        return Hint(name[:1].upper() + name[1:], flipped=_held_flips(view, hold))
    return Hint(
        _standing(screen, hold),
        is_warning=bool(screen.warnings) and not hold,
        is_call=bool(view.actions()),
        flipped=_held_flips(view, hold),
    )


def ghost_of(view: View, hold: Route) -> int | None:
    """The colour of the tile that pressing a lit space would lay, if it is a tile that is asked for."""
    laying = reef_state(view).position.course.laying
    is_tile = not hold or aim_of(hold[0]) in (Aim.TILE, Aim.FRONT)
    return laying if laying != NONE and is_tile else None


def _told(what: Preview) -> Hint:
    return Hint(what.text, eaten=what.eaten, grown=what.grown, flipped=what.flipped)


def _held_flips(view: View, hold: Route) -> frozenset[int]:
    return turned_by(view, index_of(hold[-1])) if hold and aim_of(hold[-1]) is Aim.ALGA else frozenset()


def _turning(turned: frozenset[int]) -> str:
    if not turned:
        return "This cylinder would turn no coral tile over."
    return f"This cylinder would turn coral tiles {', '.join(map(str, sorted(turned)))} over."


def _standing(screen: ReefScreen, hold: Route) -> str:
    """What to press next, or what to be warned of."""
    if hold:
        last = hold[-1]
        if aim_of(last) is Aim.FRONT and aim_of(hold[0]) is Aim.ACTION:
            return "Choose a cylinder."
        return _NEXT[index_of(last)] if aim_of(last) is Aim.ACTION else _HELD[aim_of(last)]
    if screen.warnings:
        return " ".join(screen.warnings)
    return screen.status
