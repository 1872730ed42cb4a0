"""Checks of claims about hidden cards: a lie is believed now, and must be proven when the cards open.

A lie is an action that `check` accepts without the hidden cards, and refuses with the cards of the mover. It
opens no false face, so the deck lets it pass. To find a lie, all but one of the mover's hidden cards are
dealt again, as if the mover held other cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.workshop.check.journey import JourneyStep, Stuck
from app.workshop.check.trail import Trail, demand
from rules.api import Action, Arrange, Face, FalseClaim, Game, Moved, Slot, View, opened, refusal

GAMES = 3
"""Games with one lie each; the lie comes later from game to game."""
DEALS = 2
"""Deals from which a liar invents hands on each turn."""
TURNS = 60
"""A liar looks for a lie on fewer turns than this."""


def check_honest(trail: Trail) -> None:
    """Nobody is said to have lied in a game without a lie."""
    for step in trail.visit(trail.steps()):
        told = step.state.audit()
        demand(not told, "audit() is empty while everybody plays by the rules", _texts(told))
    told = trail.final().audit()
    demand(not told, "audit() is empty at the end of an honest game", _texts(told))


def check_lies(trail: Trail) -> None:
    """The game continues after an invisible lie, and by its end the liar is named exactly once."""
    for number in range(GAMES):
        liar = _Liar(trail.case.game, honest_turns=number * 4)
        steps = trail.played(liar.choose, "somebody who lies once about hidden cards")
        if liar.lie is None:
            break  # no lie is possible in this game, or not this late
        _check_told(trail, steps, liar.lie)


class _Liar:
    """Moves at random for `honest_turns` turns, then lies once, as soon as it can."""

    def __init__(self, game: Game, *, honest_turns: int) -> None:
        self.lie: Moved | None = None
        self._game = game
        self._honest_turns = honest_turns

    def choose(self, view: View, rng: Random) -> Action:
        """Return the lie, or a random action."""
        offered = view.actions()
        if not offered:
            raise Stuck(f"seat {view.seat} is on turn and has no action in: {view.state.text()}")
        self._honest_turns -= 1
        if self.lie is None and -TURNS < self._honest_turns < 0 and view.seat is not None:
            lies = sorted(lies_of(self._game, view, rng), key=str)
            if lies:
                self.lie = Moved(view.seat, rng.choice(lies))
                return self.lie.action
        return rng.choice(offered)


def lies_of(game: Game, view: View, rng: Random) -> set[Action]:
    """Return the viewer's actions that all others believe and that the viewer knows to be false."""
    if view.seat is None or isinstance(view.state.needs[0], Arrange):
        return set()
    found: set[Action] = set()
    offered = set(view.actions())
    for other in _other_hands(game, view, rng):
        for action in view.state.actions(view.seat, other):
            moved = Moved(view.seat, action)
            if (
                action not in offered
                and all(view.known.get(slot) == face for slot, face in action.opens)
                and refusal(view.state, moved) is None
                and refusal(view.state, moved, view.known) is not None
            ):
                found.add(action)
    return found


def _other_hands(game: Game, view: View, rng: Random) -> Iterator[dict[Slot, Face]]:
    """Yield what the viewer would know if it held other cards: all but one of its hand are dealt again."""
    hand = () if view.seat is None else view.state.hand(view.seat)
    open_to_all = {slot: face for slot, face in view.known.items() if slot not in hand}
    for _ in range(DEALS if hand else 0):
        _, world = game.sample(View(view.state, None, open_to_all), rng)
        for kept in (slot for slot in hand if slot in world):
            other = dict(world)
            true = view.known.get(kept, other[kept])
            twin = next((slot for slot, face in world.items() if face == true), kept)
            other[twin], other[kept] = other[kept], true
            yield {**open_to_all, **{slot: other[slot] for slot in hand if slot in other}}


def _check_told(trail: Trail, steps: tuple[JourneyStep, ...], lie: Moved) -> None:
    """Raise `Broken` unless `audit` names the lie once by the end of the game, and keeps naming it."""
    told: tuple[FalseClaim, ...] = ()
    final = steps[-1].state.after(steps[-1].event)
    for state in (*(step.state for step in trail.visit(steps)), final):
        now = state.audit()
        demand(now[: len(told)] == told, "what audit() has told once stays, in its order", _texts(now))
        demand(
            all(claim.seat == lie.seat for claim in now), f"audit() names seat {lie.seat} only", _texts(now)
        )
        demand(len(now) <= 1, f"audit() tells of one lie once: {lie.action}", _texts(now))
        told = now
    held = next(step for step in steps if step.event == lie).state.hand(lie.seat)
    opened_ever = {slot for step in steps for slot, _ in opened(step.event)}
    closed = [slot for slot in held if slot not in opened_ever]
    demand(
        told,
        f"at the end audit() tells that seat {lie.seat} lied with {lie.action}",
        f"nothing; of its hand the slots {closed} were never opened" if closed else "nothing",
    )


def _texts(claims: tuple[FalseClaim, ...]) -> str:
    return "; ".join(f"seat {claim.seat}: {claim.text}" for claim in claims) or "nothing"
