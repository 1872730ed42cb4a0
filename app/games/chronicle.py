"""The story of a game, told event by event: for log, status, replay, terminal.

Events come with the view after them, as in `app.messages.Advanced`. A chronicle keeps its position, walks
through the events one by one, and asks the game's narrator about each, with the viewer's views before and
after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from app.games.narrator import Narrate
from rules.api import EVERYONE, Event, Face, Seat, Shown, Slot, State, View, opened
from rules.errors import NotLegal


class Chronicle(Struct):
    """The story so far for the viewer `seat` (None: a spectator), told up to the position `state`."""

    state: State
    narrate: Narrate
    names: Sequence[str]
    seat: Seat | None
    _seen: set[Slot] = field(default_factory=set)
    _faces: dict[Slot, Face] = field(default_factory=dict)

    def tell(self, events: Sequence[Event], view: View) -> tuple[tuple[str, ...], ...]:
        """Return the lines of each event; `view` is the viewer's after the last one.

        Events that do not lead from `state` to the position of `view` are not told, because their lines could
        be false; the story continues from `view`. A face is known as soon as an event has shown it. In the
        log of a resumed game, faces that the seat no longer knows are unknown, unless they were opened.
        """
        self._faces.update(view.known)
        for event in events:
            self._faces.update(opened(event))
        told = self._told(events, view)
        self.state = view.state
        self._seen.update(view.known)
        return told

    def _told(self, events: Sequence[Event], view: View) -> tuple[tuple[str, ...], ...]:
        lines, state, seen = [], self.state, set(self._seen)
        before = View(state, self.seat, self._known(seen))
        try:
            for event in events:
                state = state.after(event)
                shown = shown_to(event, self.seat)
                seen.update(shown)
                known = {**before.known, **self._known(shown)} if shown else before.known
                after = View(state, self.seat, known)
                lines.append(self.narrate(before, event, after, self.names))
                before = after
        except NotLegal:
            return ((),) * len(events)
        if state != view.state:
            return ((),) * len(events)
        self._seen = seen
        return tuple(lines)

    def _known(self, slots: Iterable[Slot]) -> dict[Slot, Face]:
        return {slot: self._faces[slot] for slot in slots if slot in self._faces}


def shown_to(event: Event, seat: Seat | None) -> tuple[Slot, ...]:
    """Return the slots whose faces an event shows to a seat, or (None) to everybody."""
    if isinstance(event, Shown):
        return event.slots if event.to is EVERYONE or (seat is not None and seat in event.to) else ()
    return tuple(slot for slot, _ in opened(event))
