"""Where in its turn the mover is, as far as somebody who looks on can know."""

from __future__ import annotations

from enum import StrEnum

from rules.api import View
from rules.kings.actions import Attack, Bank, KingsAction, Put, Swap
from rules.kings.course import KingsPhase
from rules.kings.piles import HOUSES
from rules.kings.state import KingsState


class KingsStep(StrEnum):
    """What the mover can do now: attack, no more than put cards and swap, or nothing but end its turn.

    What others hold is unseen: their turn is at its end only when they end it.
    """

    ATTACK = "attack"
    ORGANISE = "organise"
    END = "end"


def kinds_now(view: View, state: KingsState) -> set[type[KingsAction]]:
    """What the mover can do, as far as the viewer knows; to swap empty slots is to do nothing."""
    has_piles = any(state.sides[state.turn].house(house) for house in range(1, HOUSES + 1))
    kinds = {type(action) for action in state.actions(state.turn, view.known)}
    return kinds if has_piles else kinds - {Swap}


def step_now(view: View, state: KingsState) -> KingsStep | None:
    """Where the mover is in its turn; None while nobody moves."""
    if state.phase is not KingsPhase.PLAY:
        return None
    kinds = kinds_now(view, state)
    if Attack in kinds:
        return KingsStep.ATTACK
    if state.turn == view.seat and not kinds & {Put, Bank, Swap}:
        return KingsStep.END
    return KingsStep.ORGANISE
