"""Our own steps that the others have not confirmed, on a forecast of the position.

A turn of several steps is planned on the player's own table. It is sent with the step that ends it, or with
the first step that needs the others (to open a card, to draw a number). Until then each step can be undone,
and neither a clock nor a vote acts on it. Sent steps also lie on the table at once: a card flies when it is
pressed, not when the slowest player has signed. Only this window shows that picture. The game continues
with what is final, and a refused step comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules.api import Action, Arrange, Event, Moved, Shuffled, Turn, View, opened, refusal

DROPPED = "The table has changed: your planned steps are no longer possible."


def foreseen(view: View, steps: Sequence[Action]) -> View | None:
    """Return the view after our own steps; None if one of them is impossible, or not ours to take."""
    if not steps:
        return view
    state, known = view.state, dict(view.known)
    for action in steps:
        if view.seat is None or view.is_held or isinstance(state.needs[0], Arrange):
            return None  # an arrangement is secret: only the final position tells where the cards lie
        event = Moved(view.seat, action)
        if refusal(state, event, known) is not None:
            return None
        state = state.after(event)
        known.update(opened(event))
    return View(state, view.seat, known, view.is_held, view.is_ended)


def goes_on(view: View) -> bool:
    """True if it is the viewer's turn and nothing else must happen first."""
    needs = view.state.needs
    return bool(needs) and isinstance(needs[0], Turn) and needs[0].seat == view.seat


class Plan(Struct):
    """The steps of one seat that are not part of the game yet.

    `shown` are the steps that lie on the table: planned steps, of which nobody else knows, or sent ones.
    `going` are sent steps: each goes out when the one before it is final. `is_step` is true for actions that
    leave the turn with its player (the winner of a trick leads the next one, and yet has ended a turn).
    `takes_back` is true for the game's own undo, which removes a planned step as long as there is one.
    """

    is_step: Callable[[Action], bool]
    takes_back: Callable[[Action], bool]
    shown: tuple[Action, ...] = ()
    going: tuple[Action, ...] = ()

    @property
    def steps(self) -> tuple[Action, ...]:
        """The steps that nobody else knows of."""
        return () if self.going else self.shown

    def take(self, view: View, action: Action) -> tuple[Event, ...]:
        """Take a step on the position `view`; return the events that the table must show. All steps are sent
        together with a step that ends the turn, or whose result this player cannot foresee."""
        if self.shown and self.takes_back(action):
            self.take_back()
            return ()
        steps = (*self.shown, action)
        after = foreseen(view, steps)
        if after is None or not (self.is_step(action) and goes_on(after)):
            self.going = steps
        if view.seat is None or after is None:
            return ()
        self.shown = steps
        return (Moved(view.seat, action),)

    def hear(self, view: View, events: Sequence[Event]) -> tuple[View, tuple[Event, ...], bool]:
        """Return the view to show after `events`, which led to `view`, and the events that are not shown yet.

        The third value is False if the steps had to be dropped. While our own steps lie on the table, the
        events do not lead from the shown position to the next one: that one is then shown without events.
        """
        new = []
        for event in events:
            if isinstance(event, Moved) and event.seat == view.seat and self.going[:1] == (event.action,):
                self.going = self.going[1:]
                if self.shown[:1] == (event.action,):
                    self.shown = self.shown[1:]
                    continue
            elif isinstance(event, Moved) and event.seat == view.seat and self.going:
                self.drop()  # somebody moved for this seat, which was away or too late
                return view, (), False
            if isinstance(event, Shuffled) and self.going and hasattr(self.going[0], "order"):
                self.going = self.going[1:]  # our own arrangement arrives as a shuffle
            new.append(event)
        if not self.shown:
            return view, tuple(new), True
        if (after := foreseen(view, self.shown)) is not None:
            return after, (), True
        self.drop()
        return view, (), False

    def take_back(self) -> None:
        """Undo the last step that nobody else has seen."""
        self.shown = self.shown[:-1]

    def drop(self) -> None:
        """Forget every step."""
        self.going = self.shown = ()
