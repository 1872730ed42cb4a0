"""Seats 1 and 2 are alike: a world and its mirror, with the two in each other's places, are searched once.

Nothing is renamed in hashes or signatures. The mirror of a state is what the product makes of the mirrored
events: the other seat's start, and then of each event its mirror. The mirror of a letter is what is sent in
the same place of the mirrored event. If the product favoured one of the two, the places would not agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from net.machine import TableView
from tests.exhaust.seat import CastVote, Die, Event, Got, Seats
from tests.support.values import replace

OTHER: Final = (0, 2, 1)
"""The mirror of each seat."""


def mirrored(act: tuple[int, ...]) -> tuple[int, ...]:
    """The mirrors of some seats."""
    return tuple(sorted(OTHER[seat] for seat in act))


@dataclass
class Mirror:
    """The mirrors of states, events and letters."""

    seats: Seats
    _states: dict[int, int] = field(default_factory=dict)
    _letters: dict[int, int] = field(default_factory=dict)

    def state(self, number: int) -> int:
        """The mirror of a state."""
        if number not in self._states:
            origin = self.seats.origins[number]
            if origin is None:
                found = self.seats.begin(OTHER[self.seats.states[number].seat])
            else:
                before, event = origin
                after = self.seats.after(self.state(before), self.event(event))
                assert after is not None, f"what {event} is to one seat it is not to the other"
                found = after
            self._states[number] = found
        return self._states[number]

    def event(self, event: Event) -> Event:
        """The mirror of an event."""
        match event:
            case Got(letter):
                return Got(self.letter(letter))
            case CastVote(view):
                return replace(event, view=TableView(mirrored(view.act), view.choice))
            case Die(inner) if inner is not None:
                other = self.event(inner)
                assert not isinstance(other, Die)
                return replace(event, event=other)
        return event

    def letter(self, number: int) -> int:
        """The mirror of a letter."""
        if number not in self._letters:
            origin = self.seats.sources[number]
            source = replace(origin, state=self.state(origin.state))
            if origin.event is not None:
                source = replace(source, event=self.event(origin.event))
            if origin.to is not None:
                source = replace(source, to=self.state(origin.to))
            self._letters[number] = self.seats.drawn(source)
        return self._letters[number]
