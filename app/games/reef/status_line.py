"""The line under the reef: what the piece under the pointer would do, or what to press next."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.games.narrator import upper_first
from app.games.picks import Routes, press
from app.games.reef.lights import Shown
from app.games.reef.picks import Aim, aim_of, index_of
from app.games.reef.preview import StatusLine, preview, turned_by
from app.games.reef.words import reef_state
from app.games.scene import Route, Scene
from rules.api import View
from rules.reef.pieces.facts import NONE

_NEXT: Final = {
    1: "Choose the coral that your parrotfish eats.",
    2: "Choose one of your cubes; tiles of its colour may follow.",
    3: "Choose one of your cubes; tiles of its colour may follow.",
    4: "Choose a coral for your shrimp.",
    5: "Choose one of your shrimps.",
    6: "Choose a consumed tile: you get a cube of its colour.",
    7: "Choose the consumed tile that pays for a cylinder.",
    8: "Choose a cube: you get a tile of its colour.",
    9: "Choose a space to collect from: that ends your turn.",
    10: "Choose a space to collect from: that ends your turn.",
}
_HELD: Final = {
    Aim.SPACE: "Choose a space for the shrimp, or your screen.",
    Aim.HOME: "Choose a coral for your shrimp.",
    Aim.TILE: "Choose a space for the tile.",
    Aim.FRONT: "Choose a space, a cylinder, or a cube of the supply.",
    Aim.ALGA: "Choose the alga space, or a coral tile to lock.",
    Aim.SUPPLY: "Choose one more cube, of any colour.",
    Aim.SEA: "Press it again to collect: that ends your turn.",
}


def status_line(
    view: View, routes: Routes, scene: Scene, *, hold: Route, pointed: Shown | None
) -> StatusLine:
    """Return the status line while `hold` is held, for the piece under the pointer if there is one."""
    if pointed is not None:
        target = pointed.at
        action = press(routes, hold, target).action
        if action is not None:
            told = preview(view, action)
            if hold and hold[-1] == routes.meant(target):
                return replace(told, text=f"Press it again: {told.text[:1].lower()}{told.text[1:]}")
            return told
        if aim_of(target) is Aim.ALGA and target in routes.lit(hold):
            return StatusLine(_turning(turned := turned_by(view, index_of(target))), flipped=turned)
        return StatusLine(upper_first(pointed.name), flipped=_held_flips(view, hold))
    if hold and (meal := routes.whole.get((hold[-1], hold[-1]))) and aim_of(hold[-1]) is Aim.SPACE:
        moves = "" if routes.lit(hold) == {hold[-1]} else f"{_HELD[Aim.SPACE]} "
        told = preview(view, meal)
        return replace(told, text=f"{moves}Press it again to eat: {told.text}", is_call=True)
    return StatusLine(
        _standing(scene, hold),
        is_warning=bool(scene.note) and not hold,
        is_call=bool(view.actions()),
        flipped=_held_flips(view, hold),
    )


def ghost_of(view: View, hold: Route) -> int | None:
    """Return the colour of the tile that pressing a lit space would lay, if the hold asks for a tile."""
    laying = reef_state(view).position.course.laying
    is_tile = not hold or aim_of(hold[0]) in (Aim.TILE, Aim.FRONT)
    return laying if laying != NONE and is_tile else None


def _held_flips(view: View, hold: Route) -> frozenset[int]:
    return turned_by(view, index_of(hold[-1])) if hold and aim_of(hold[-1]) is Aim.ALGA else frozenset()


def _turning(turned: frozenset[int]) -> str:
    if not turned:
        return "This cylinder would turn no coral tile over."
    return f"This cylinder would turn coral tiles {', '.join(map(str, sorted(turned)))} over."


def next_press(hold: Route) -> str:
    """Return the next press; "" while nothing is held."""
    if not hold:
        return ""
    last = hold[-1]
    if aim_of(last) is Aim.FRONT and aim_of(hold[0]) is Aim.ACTION:
        return "Choose a cylinder."
    return _NEXT[index_of(last)] if aim_of(last) is Aim.ACTION else _HELD[aim_of(last)]


def _standing(scene: Scene, hold: Route) -> str:
    """Return the next press, or else a warning, or else the status."""
    return next_press(hold) or scene.note or scene.status
