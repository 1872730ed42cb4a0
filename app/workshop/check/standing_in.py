"""Checks of the stand-in: the rule by which every program plays for an empty seat."""

from __future__ import annotations

from random import Random

from app.workshop.check.journey import Chooser, JourneyStep, turns
from app.workshop.check.leaving import leaving_chance
from app.workshop.check.trail import Trail, demand
from rules.api import Action, Face, Moved, Slot, View, refusal

ABSENT_FROM = (0, 5, 40)
"""Numbers of random moves after which stand-ins take over all seats."""


def check_stand_in(trail: Trail) -> None:
    """A stand-in has a legal action on every turn, also after seats have left."""
    for steps in (trail.steps(), trail.leavers(5, leaving_chance(trail))):
        for step in trail.visit(turns(steps)):
            if step.turn is None:
                continue
            hand = _opened_hand(step)
            action = trail.case.game.stand_in(step.state, hand, step.turn)
            offered = step.state.actions(step.turn, hand)
            demand(action in offered, f"a stand-in does what seat {step.turn} may do", f"it would {action}")
            why = refusal(step.state, Moved(step.turn, action), hand)
            demand(why is None, f"check() accepts the {action} of a stand-in", f"it refuses: {why}")


def check_stand_in_ends(trail: Trail) -> None:
    """A game that stand-ins play from the start or the middle comes to its end."""
    for moves in ABSENT_FROM:
        last = trail.played(_absent_from(trail, moves), "stand-ins")[-1]
        outcome = last.state.after(last.event).outcome()
        demand(outcome is not None, "a game of stand-ins has an outcome", "outcome() is None at the end")


def check_stand_in_alike(trail: Trail) -> None:
    """A stand-in acts alike on every computer, whatever that computer knows and has been through."""
    game = trail.case.game
    for step in trail.visit(turns(trail.steps())):
        if step.turn is None:
            continue
        hand = _opened_hand(step)
        seat, known_too = step.turn, {**step.faces, **hand}
        action = game.stand_in(step.state, hand, seat)
        turned = dict(reversed(hand.items()))
        again = game.parse_state(step.state.text())
        tries: tuple[tuple[str, Action], ...] = (
            ("when it is asked again", game.stand_in(step.state, hand, seat)),
            ("where the hand became known in another order", game.stand_in(step.state, turned, seat)),
            ("where the cards of others are also known", game.stand_in(step.state, known_too, seat)),
            ("where the position was read from its text", game.stand_in(again, hand, seat)),
        )
        for where, other in tries:
            demand(
                other == action, f"a stand-in that would {action} does so {where}", f"there it would {other}"
            )


def _opened_hand(step: JourneyStep) -> dict[Slot, Face]:
    """Return the hand of the seat on turn, which is opened to everybody before a stand-in plays it."""
    if step.turn is None:
        raise ValueError("no turn is due")
    return {slot: step.faces[slot] for slot in step.state.hand(step.turn)}


def _absent_from(trail: Trail, moves: int) -> Chooser:
    """Choose at random for a number of moves, then as stand-ins do."""
    made = 0

    def choose(view: View, rng: Random) -> Action:
        nonlocal made
        made += 1
        if made > moves and view.seat is not None:
            return trail.case.game.stand_in(view.state, view.known, view.seat)
        return rng.choice(view.actions())

    return choose
