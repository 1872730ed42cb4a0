"""A check of sampled worlds against the whole game: every past event must be possible in each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from app.workshop.check.journey import JourneyStep, turns
from app.workshop.check.trail import Trail, demand
from rules.api import Arrange, Face, Moved, Seat, Shuffle, Shuffled, Slot, View, refusal

_TURNS, _WORLDS = 12, 3


def check_worlds(trail: Trail) -> None:
    """In a sampled world every earlier event of the game could have happened.

    No shuffle has dealt more of a face than it was given, and every move was legal with its mover's hand.
    """
    rng = Random("worlds")
    steps = trail.steps()
    for step in trail.visit(turns(steps, _TURNS)):
        if step.turn is None:
            continue
        before = steps[: step.number]
        for viewer in (step.turn, Seat((step.turn + 1) % trail.case.seats)):
            view = View(step.state, viewer, step.known[viewer])
            for _ in range(_WORLDS):
                faces = trail.case.game.sample(view, rng)[1]
                _check_past(trail, before, {**step.public, **step.known[viewer], **faces})


def _check_past(trail: Trail, steps: Sequence[JourneyStep], world: Mapping[Slot, Face]) -> None:
    """Check the events so far against a world.

    `world` has the face of every slot that is alive in the sample or was ever public.
    """
    name = trail.case.game.face_text
    for step in steps:
        if isinstance(step.event, Shuffled):
            need = next(need for need in step.state.needs if isinstance(need, Shuffle | Arrange))
            faces = need.faces if isinstance(need, Shuffle) else ()
            if all(slot in world for slot in need.slots):
                dealt = Counter(world[slot] for slot in need.into if slot in world)
                there = Counter([*faces, *(world[slot] for slot in need.slots)])
                demand(
                    dealt <= there,
                    f"a sampled world deals no face more often than it was shuffled into the {need.pile}",
                    f"too many of {', '.join(name(face) for face in dealt - there)}",
                )
        elif isinstance(step.event, Moved):
            seat = step.event.seat
            held = {slot: world[slot] for slot in step.state.hand(seat) if slot in world}
            why = refusal(step.state, step.event, held)
            demand(
                why is None,
                f"in a sampled world seat {seat} could have taken {step.event.action}",
                "" if why is None else why.text,
            )
