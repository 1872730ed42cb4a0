"""Checks of a game's actions: who may act, and which slots an action opens."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from app.workshop.check.journey import JourneyStep, turns
from app.workshop.check.trail import Trail, demand
from net.seat.payload import ACTION_CHARS
from rules.api import (
    NOTHING_KNOWN,
    Action,
    Arrange,
    Choose,
    Known,
    Left,
    Moved,
    Seat,
    Shuffled,
    State,
    choosers,
    order_of,
    refusal,
)


def check_actions(trail: Trail) -> None:
    """Actions are legal, in a stable order, and their texts are read back."""
    for step in trail.visit(turns(trail.steps())):
        seat, known, actions = _offered(step)
        texts = [str(action) for action in actions]
        demand(actions, "a seat on turn has at least one action", "actions() is empty")
        demand(len(set(texts)) == len(texts), "every action has a text of its own", texts)
        longest = max(texts, key=len)
        demand(
            len(longest) <= ACTION_CHARS,
            f"an action of at most {ACTION_CHARS} characters, the most that go over the wire",
            f"{len(longest)} characters: {longest[:80]}...",
        )
        demand(
            actions == step.state.actions(seat, _turned(known)),
            "the same actions in the same order, however `known` is ordered",
            step.state.actions(seat, _turned(known)),
        )
        for action in actions:
            for knows in (known, NOTHING_KNOWN):
                why = refusal(step.state, Moved(seat, action), knows)
                demand(why is None, f"{action} is offered, so check() accepts it", f"it refuses: {why}")
            again = trail.case.game.parse_action(str(action))
            demand(again == action, f"parse_action({str(action)!r}) gives the action back", repr(again))


def check_off_turn(trail: Trail) -> None:
    """Only seats on turn have actions."""
    seats = [Seat(seat) for seat in range(trail.case.seats)]
    for step in trail.visit(trail.steps()):
        due = choosers(step.state)
        for seat in seats:
            if seat not in due:
                known = step.known[seat] if step.known else {}
                found = step.state.actions(seat, known)
                demand(found == (), f"no actions of seat {seat}, because no turn of it is due", found)
        if due and isinstance(step.event, Moved):
            for seat in seats:
                if seat not in due:
                    why = refusal(step.state, Moved(seat, step.event.action))
                    demand(
                        why, f"{step.event.action} is refused of seat {seat}: it is not its turn", "accepted"
                    )
    end = trail.final()
    demand(all(end.actions(seat, {}) == () for seat in seats), "no actions when the game is over", "some")


def check_at_once(trail: Trail) -> None:
    """A seat that chooses at the same time as others has the same actions whatever they have chosen."""
    rng = Random("at once")
    for step in trail.visit(turns(trail.steps())):
        state, due = step.state, choosers(step.state)
        before = {seat: state.actions(seat, step.known[seat]) for seat in due}
        several = due if isinstance(state.needs[0], Choose) else ()
        for at, seat in enumerate(several):
            for action in before[seat]:
                why = refusal(step.state, Moved(seat, action))
                demand(
                    why is None, f"{action} of seat {seat} is possible before the others'", f"refused: {why}"
                )
            state, rest = state.after(Moved(seat, rng.choice(before[seat]))), due[at + 1 :]
            found = choosers(state) if rest else ()
            demand(found == rest, f"after seat {seat} a Choose of {rest} is left to be answered", state.needs)
            for other in rest:
                offered = state.actions(other, step.known[other])
                demand(offered == before[other], "the same actions as before another has chosen", offered)
        if len(several) > 1:
            _check_left_undone(step.state, several, before, rng)


def _check_left_undone(
    state: State, seats: tuple[Seat, ...], offered: Mapping[Seat, tuple[Action, ...]], rng: Random
) -> None:
    """Let one of several seats leave after the others have chosen."""
    gone = rng.choice(seats)
    for seat in seats:
        state = state if seat == gone else state.after(Moved(seat, rng.choice(offered[seat])))
    demand(choosers(state) == (gone,), f"only a Choose of seat {gone} is left to be answered", state.needs)
    after = state.after(Left(gone, "gone"))
    demand(gone not in choosers(after), f"seat {gone} has nothing to choose when it has left", after.needs)


def check_illegal(trail: Trail) -> None:
    """An action that is not offered is refused, also with full knowledge of the seat on turn."""
    steps, rng = turns(trail.steps()), Random("illegal")
    others = [action for step in steps for action in _offered(step)[2]]
    for step in trail.visit(steps):
        seat, known, actions = _offered(step)
        offered = set(map(str, actions))
        for _ in range(12):
            action = others[rng.randrange(len(others))]
            if str(action) not in offered:
                why = refusal(step.state, Moved(seat, action), known)
                demand(why, f"{action} is not offered to seat {seat}, so check() refuses it", "accepted")


def check_opens(trail: Trail) -> None:
    """An action opens only slots that nobody but its mover has seen, with their true faces.

    A seat that has laid a card in a slot knows its face without having been shown it.
    """
    laid = {
        slot: step.turn
        for step in trail.steps()
        if isinstance(step.event, Shuffled) and step.turn is not None
        for slot in step.event.slots
    }
    for step in trail.visit(turns(trail.steps(), 200)):
        if not isinstance(step.event, Moved):
            continue
        opens = step.event.action.opens
        slots = [slot for slot, _ in opens]
        demand(slots == sorted(set(slots)), "opened slots rise", slots)
        for slot, face in opens:
            demand(step.faces.get(slot) == face, f"slot {slot} is opened with its face", face)
            knows = [seat for seat in range(trail.case.seats) if slot in step.known[seat]]
            seen = [seat for seat in knows if seat == step.event.seat or laid.get(slot) != seat]
            demand(seen == [step.event.seat], f"only the mover has seen slot {slot}", f"seen by seats {seen}")


def check_leads_on(trail: Trail) -> None:
    """Every offered action leads to a position that needs something or is over."""
    for step in trail.visit(turns(trail.steps(), 12)):
        seat, _, actions = _offered(step)
        for action in actions[:30]:
            need = step.state.needs[0]
            if isinstance(need, Arrange):
                order_of(need, action)
            following = step.state.after(
                Shuffled(need.pile, need.into) if isinstance(need, Arrange) else Moved(seat, action)
            )
            demand(
                following.needs or following.outcome() is not None,
                f"after {action} something is needed, or there is an outcome",
                "neither",
            )


def check_strangers(trail: Trail) -> None:
    """A seat that is not at the table can do nothing and holds nothing."""
    for step in trail.visit(turns(trail.steps())):
        for seat in map(Seat, (-1, trail.case.seats, 2**31, -(2**70), 2**70)):
            if isinstance(step.event, Moved):
                why = refusal(step.state, Moved(seat, step.event.action))
                demand(why, f"a move of seat {seat} is refused", "accepted")
            demand(refusal(step.state, Left(seat, "left")), f"seat {seat} cannot leave", "accepted")
            demand(step.state.actions(seat, {}) == (), f"seat {seat} has no actions", "it has some")
            demand(step.state.hand(seat) == (), f"seat {seat} has no hand", "it has one")


def _offered(step: JourneyStep) -> tuple[Seat, Known, tuple[Action, ...]]:
    """Return the seat on turn, its knowledge and its actions."""
    if step.turn is None:
        raise ValueError("no turn is due")
    known = step.known[step.turn]
    return step.turn, known, step.state.actions(step.turn, known)


def _turned(known: Known) -> Known:
    """Return the same knowledge in another order."""
    return dict(reversed(list(known.items())))
