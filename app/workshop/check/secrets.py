"""Checks of hidden faces: who knows them, and whether sampled worlds are possible."""

from __future__ import annotations

from random import Random

from app.workshop.check.journey import JourneyStep, turns
from app.workshop.check.trail import Trail, demand
from rules.api import Action, Arrange, Face, Known, Seat, Slot, View


def check_hidden_faces(trail: Trail) -> None:
    """No action names the face of a slot that stays hidden: everybody reads the text of an action.

    The mover's hidden cards are dealt again, as a spectator could imagine them. An action gives such a card
    away if only the card's name changes in its text, and it does not open the card.
    """
    rng = Random("hidden faces")
    for step in trail.visit(turns(trail.steps())):
        if step.turn is None or isinstance(step.state.needs[0], Arrange):
            continue  # the text of an arrangement is not sent
        known = step.known[step.turn]
        _, faces = trail.case.game.sample(View(step.state, None, step.public), rng)
        other = {slot: faces.get(slot, face) for slot, face in known.items()}
        _check_names(trail, step, known, other)


def check_sample(trail: Trail) -> None:
    """A sampled world agrees with the viewer's knowledge and offers the viewer the same actions."""
    rng = Random("sample")
    for step in trail.visit(turns(trail.steps(), 8)):
        if step.turn is None:
            continue
        for viewer in (step.turn, Seat((step.turn + 1) % trail.case.seats)):
            view = View(step.state, viewer, step.known[viewer])
            for _ in range(2):
                _check_world(trail, step, view, trail.case.game.sample(view, rng)[1])
                demand(
                    trail.case.game.sample(view, rng)[0] == step.state,
                    "the position stays as it is",
                    "another",
                )


def check_sample_plays(trail: Trail) -> None:
    """A game can be played on from a sampled position."""
    rng = Random("sample plays")
    for step in trail.visit(turns(trail.steps(), 3)):
        if step.turn is None:
            continue
        state, faces = trail.case.game.sample(View(step.state, step.turn, step.known[step.turn]), rng)
        scratch = trail.case.game.scratch(state, faces, rng=rng)
        demand(
            scratch.turn == step.turn and not scratch.over,
            f"it is the turn of seat {step.turn}",
            scratch.turn,
        )
        found = tuple(map(scratch.action, scratch.actions()))
        offered = state.actions(step.turn, step.known[step.turn])
        demand(found == offered, f"the scratch offers {texts(offered)}", texts(found))
        for _ in range(300):
            if scratch.over:
                break
            scratch.play(rng.choice(scratch.actions()))


def texts(actions: tuple[Action, ...]) -> str:
    """Return actions as one text."""
    return ", ".join(map(str, actions)) or "nothing"


def _check_world(trail: Trail, step: JourneyStep, view: View, faces: dict[Slot, Face]) -> None:
    wrong = {slot: face for slot, face in view.known.items() if faces.get(slot, face) != face}
    demand(not wrong, f"a sample keeps the faces that seat {view.seat} knows", f"another face in {wrong}")
    held = {slot for seat in range(trail.case.seats) for slot in step.state.hand(Seat(seat))}
    demand(
        set(faces) >= held,
        "a sample gives every card in a hand a face",
        f"none for {sorted(held - set(faces))}",
    )
    unknown = sorted(slot for slot in faces if slot not in step.faces)
    demand(not unknown, "a sample names only live slots", f"{unknown}")
    demand(
        sorted(faces.values()) == sorted(step.faces[slot] for slot in faces),
        "a sample only rearranges the faces that its slots really have",
        f"it deals {sorted(faces.values())}",
    )
    if view.seat is not None:
        known = {slot: faces.get(slot, face) for slot, face in view.known.items()}
        found = step.state.actions(view.seat, known)
        demand(
            found == view.actions(),
            f"in a sampled world seat {view.seat} may {texts(view.actions())}",
            texts(found),
        )


def _check_names(trail: Trail, step: JourneyStep, known: Known, other: Known) -> None:
    if step.turn is None:
        return
    name = trail.case.game.face_text
    now = step.state.actions(step.turn, known)
    then = {str(action): action for action in step.state.actions(step.turn, other)}
    for action in now:
        opens = {slot for slot, _ in action.opens}
        told_anyway = {face for _, face in action.opens}
        for slot, face in known.items():
            if slot in opens or face in told_anyway or slot in step.public or other[slot] == face:
                continue
            words = str(action).split(" ")
            for at, word in enumerate(words):
                changed = " ".join(
                    [*words[:at], word.replace(name(face), name(other[slot])), *words[at + 1 :]]
                )
                twin = then.get(changed)
                told = (
                    changed != str(action) and twin is not None and {each for each, _ in twin.opens} == opens
                )
                demand(
                    not told or changed in map(str, now) or not _names(word, name(face)),
                    f"{str(action)!r} does not tell what lies in slot {slot}, which it does not open",
                    f"with {name(other[slot])} there it reads {changed!r}",
                )


def _names(word: str, face: str) -> bool:
    """True if a word is a face's name, or ends with it after a sign: "7h", "3=7h"."""
    return word == face or (word.endswith(face) and not word[-len(face) - 1].isalnum())
